"""Tools outside the build. No stage of the build imports them."""
