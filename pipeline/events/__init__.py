"""Scores -> results of events, and what the circuits are made of."""
