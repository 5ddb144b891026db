"""Second readings of further systems, one file per family; they extend `tests.reference.boards`."""
