"""The director's desk: what a director needs between two rounds.

Seats for the next round, the orders of a Turkey that nobody plays, and a look at order sheets before they are read.
"""
