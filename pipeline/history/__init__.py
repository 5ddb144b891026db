"""The league's history over all seasons, computed from their published tables by pure functions of frames.

people -> games -> careers, meetings, powers, records, champions, ratings. `history.py` runs them in order.
"""
