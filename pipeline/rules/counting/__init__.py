"""How the results of an event add up: a file a published rule."""
