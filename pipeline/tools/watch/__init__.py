"""Watch for saves, show the problems of each build, and serve a page that reloads itself."""
