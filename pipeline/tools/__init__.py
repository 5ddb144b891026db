"""Tools outside the build, which no stage of a build imports."""
