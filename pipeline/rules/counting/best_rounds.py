"""Counting by rounds: the best n rounds.

Source   "Sum best n rounds" of dipvis (diplomacytv), and the organiser's announcement, as entered in the event's
         setting "counting".
rounds   score: The n best rounds of a player, added up. The results of the player's other rounds are dropped, and shown
         as dropped.
Reading  A round is worth its best game, or all its games together if the setting "round score" is `sum`. If games or
         rounds are equal, the earlier one is used. If the setting "round score" is filled in, every other counting
         method also treats a player's rounds as results. A round for which a player gets points without playing counts
         like any other. Ties are treated as in all other counting methods: equal scores share a rank unless tie-breaks
         separate them.
"""

from pipeline.rules.counting import Way
from pipeline.rules.counting.best_results import best
from schemas.messages import Message
from schemas.words import BEST_ROUNDS

WAYS = {BEST_ROUNDS: Way("rounds", Message("best {n} rounds"), best)}
