"""The laws that every game, event and season must obey. Each breach is reported at its cell."""
