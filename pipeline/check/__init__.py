"""The laws: what no lawful game, event or season can show, each reported at its cell."""
