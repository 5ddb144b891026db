"""The program as one file, without Python: `make app` builds it for the system it runs on."""
