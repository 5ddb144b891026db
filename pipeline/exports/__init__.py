"""Export of computed seasons to formats that other programs read. `pipeline/cli/export.py` writes the files."""
