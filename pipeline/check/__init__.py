"""The laws: what no lawful game, event or season can show, each told at its cell."""
