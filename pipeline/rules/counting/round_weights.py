"""Counting: rounds that weigh more or less than others.

Source   The organiser's announcement, entered in the event's setting "round weights". The 2016 European championship
         had the weights 0.4, 0.4 and 1. The 2019 world championship had 1, 0.8 and 0.4, then 1, 1, 0.8 and 0.4 in the
         final rounds.
weight   Every result of a round is multiplied by the round's weight before results are counted or dropped.
Reading  A round that is not named has weight 1. Points for sitting out a round are weighted like any other result. A
         bonus for playing two boards at once is weighted together with its game, but a bonus for a top table is not
         weighted.
"""

OF = "round_weights"
