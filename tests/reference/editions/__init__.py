"""A second, plain reading of further systems, with one file per family (see `tests.reference.boards`)."""
