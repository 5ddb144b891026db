"""Tools outside the build: no stage of a build imports them."""
