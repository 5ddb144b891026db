"""The checks that every game, event and season must pass. Each fault is reported with its cell or file."""
