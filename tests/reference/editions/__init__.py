"""Further systems, written a second time in plain code, one file per family; see `tests.reference.boards`."""
