"""KIBA nations match.

Source   "Le regole del torneo in rete" (in Italian), KIBA, Il torneo per nazioni.
Nazioni  The first two of the ranking of nations meet: the best three players of each.
Partite  Everyone plays one game with each of the three opponents: nine games.
Punti    points: A game won is worth 1 point; who resigns or runs out of time loses the game. The nation with more
         points wins.
Reading  The best three of a nation are those with the most points of the championship.
"""
