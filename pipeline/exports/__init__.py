"""Computed seasons -> the formats that other programs read. `pipeline/cli/export.py` writes the files."""
