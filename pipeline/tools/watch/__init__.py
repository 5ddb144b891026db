"""Rebuilding while somebody types: what was saved, what came of it, and a page that refreshes."""
