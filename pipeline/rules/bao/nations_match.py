"""KIBA nations match.

Source   "Le regole del torneo in rete" (in Italian), KIBA, Il torneo per nazioni.
Nazioni  The top two nations in the ranking meet, each with its best three players.
Partite  Everyone plays one game with each of the three opponents, so there are nine games.
Punti    points: A game won is worth 1 point. A player who resigns or runs out of time loses the game. The nation with
         more points wins.
Reading  The best three players of a nation are those with the most points in the championship.
"""

LANGUAGE = "it"
ORIGINAL = """Il torneo per nazioni.

Nazioni  Al torneo per nazioni parteciperanno le prime due nazioni in classifica. Nell'incontro finale si incontreranno i
         migliori tre giocatori delle rispettive nazioni.
Partite  Ogni giocatore giocherà una partita con tutti i tre avversari.
Punti    Ogni partita vinta un punto, vince chi fa più punti.
"""
