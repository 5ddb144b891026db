"""Comparison of the systems, and the properties of each one."""
