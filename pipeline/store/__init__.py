"""The one owner of paths: what the program writes, moves and removes, and what it reads back of its own."""
