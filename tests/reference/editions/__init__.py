"""Second readings of further systems, a file a family; as in `tests.reference.boards`, of which they are a part."""
