"""Packaging of the program as one file that runs without Python.

`make app` builds the file for the system on which it is run.
"""
