"""The league's history over all seasons, computed from their published tables. Pure: frames to frames.

people -> games -> careers, meetings, powers, records, champions, ratings. `history.py` has the order.
"""
