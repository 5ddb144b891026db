"""Second readings of further systems in plain code, with one file per family (see `tests.reference.boards`)."""
