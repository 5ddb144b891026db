"""The league's memory: what all seasons say together, from the tables that each has published. Pure: frames to frames.

people -> games -> careers, meetings, powers, records, champions, ratings. `history.py` says the order.
"""
