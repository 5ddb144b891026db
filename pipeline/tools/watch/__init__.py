"""Rebuilding on every save: watch for saves, show the problems of a build, and serve a page that reloads itself."""
