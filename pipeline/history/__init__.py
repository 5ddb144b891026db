"""The league's history over all seasons, computed by pure functions from their published tables.

people -> games -> careers, meetings, powers, records, champions, ratings. `history.py` runs them in order.
"""
