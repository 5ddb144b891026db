"""Counting: rounds that weigh more or less than others.

Source   The organiser's announcement, typed in the event's setting "round weights". The European championship of 2016
         had the weights 0.4, 0.4 and 1. The world championship of 2019 had 1, 0.8 and 0.4, then 1, 1, 0.8 and 0.4 in
         the final rounds.
weight   Every result of a round is multiplied by the round's weight before results are counted or dropped.
Reading  A round that is not named weighs 1. A round sat out with points is weighed like any other result. Bonuses for
         two boards at once are weighed with the game, but those of a top table are not.
"""

OF = "round_weights"
