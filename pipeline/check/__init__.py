"""The checks that every game, event and season must pass. A fault is reported at its cell or its file."""
