"""Package the program as a single file that runs without Python.

`make app` builds the file for the current operating system.
"""
