"""Scores -> results of events, and the input and results of circuits."""
