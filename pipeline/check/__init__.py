"""The laws that every game, event and season must obey; each breach is reported at its cell."""
