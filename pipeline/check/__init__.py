"""The laws that every game, event and season must keep; each breach is reported at its cell."""
