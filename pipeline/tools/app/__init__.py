"""Packaging of the program as one file that runs without Python; `make app` builds it for the system it runs on."""
