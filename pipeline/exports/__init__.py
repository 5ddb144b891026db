"""Computed seasons -> the formats that other programs read. No file is touched here; `pipeline/cli/export.py` writes them."""
