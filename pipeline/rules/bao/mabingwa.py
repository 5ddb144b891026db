"""KIBA Mabingwa.

Source   "Le regole del torneo in rete" (in Italian), KIBA, Il torneo finale Mabingwa.
Sei      The championship's best six meet in one group.
Incontri Everyone plays everyone twice, once as South and once as North.
Finale   The top two in the group play the final of the championship, and the winner is the champion, Bingwa KIBA (BK).
Reading  The final is played as in a tournament. It is the best of three, the player with the higher KIBA score plays
         South first, and a play-off game decides if the result is 1-1. Mabingwa adds no points to the championship. If
         players share a place at the cut, the finalists stay undecided until the final is entered.
"""

LANGUAGE = "it"
ORIGINAL = """Il torneo finale Mabingwa.

Sei      Al torneo finale Mabingwa partecipanno i migliori sei giocatori della classifica del campionato. I sei giocatori si
         affronteranno in un unico girone.
Incontri Ogni giocatore incontra tutti gli altri, una volta come SUD e un'altra come NORD.
Finale   I primi due giocatori del girone giocheranno la finale del campionato. Il vincitore sarà il campione, Bingwa KIBA, BK.
"""
