"""Rebuilding on every save: saved files, their results, and a page that refreshes."""
