"""Comparison of the scoring systems, and tests of their properties."""
