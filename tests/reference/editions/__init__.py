"""Independent, simple implementations of further systems, with one file per family (see `tests.reference.boards`)."""
