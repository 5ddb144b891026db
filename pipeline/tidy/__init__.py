"""Tidy tables, made from the raw tables of the sheets."""
