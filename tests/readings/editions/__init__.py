"""Second readings of further systems, a file a family; as in `tests.readings.boards`, of which they are a part."""
