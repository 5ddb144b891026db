"""The league's history over all seasons, computed by pure functions from their published tables.

`history.py` runs the stages in order: people, games, then careers, meetings, powers, records and ratings.
"""
