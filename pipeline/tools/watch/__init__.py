"""Rebuilding on every save: watch for saves, draw the problems of a build, and serve a page that refreshes itself."""
