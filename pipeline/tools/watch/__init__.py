"""Rebuilding on every save: notice saves, draw the problems of a build, and serve a page that refreshes."""
