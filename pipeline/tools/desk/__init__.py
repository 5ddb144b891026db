"""Tools that a director needs between rounds.

They seat the next round, write orders for a Turkey without a player, and check order sheets before they are read out.
"""
