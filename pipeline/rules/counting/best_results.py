"""Counting: the sum, the best n, the mean of the best n.

Source   The organiser's announcement, typed in the event's setting "counting"; where nothing is typed, the sum counts.
sum      score: All results of a player, added up.
best     score: The n best results of a player, added up; the others are dropped, and shown as dropped.
mean     score: The n best results of a player, added up and divided by their number.
ties     ties: Equal scores share the rank, and the next rank is left out, unless the official system breaks ties.
Reading  A result is a scored game, or a round sat out that has points: two games of one round are two results. Of equal
         results the earlier one is used. Who has fewer than n results keeps them all, and a mean is then over those. One
         scored game is enough to be ranked. Scores are compared after rounding to nine decimals.
"""
