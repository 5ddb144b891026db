"""KIBA online round robins.

Source   "Le regole del torneo in rete" (in Italian), KIBA.
Lista    The entry list: first the players with more than 24 games on the site, then those with 1 to 24, then those with
         none (Elo 1800). Each category is sorted by KIBA score, which is Elo/10 + games played, the highest first.
         There are 6 to 34 players, or fewer if the director sets a lower maximum.
Gironi   Player k on the list goes into group (k - 1) mod g of the g qualifying groups. Each group has at least three
         players. An odd group also has the dummy player -1, whose opponent has a bye.
Turni    Player 1 stays, and the others move on by one seat: 1-6 2-5 3-4, then 1-2 3-6 4-5 ... The first of a pair plays
         South in the first leg and North in the second.
Punti    points: A win is worth 1 point, a loss 0. Resigning or running out of time is a loss. A bye is worth nothing.
Spareggio
         sonneborn berger: The Neustadtl tie-break adds up the points of the opponents beaten 2-0, and half the points
         of those with a result of 1-1. Next comes the KIBA score, and then a shared place.
Semifinali
         All group winners play in one group, and all runners-up in the other.
Finale   Best of three games between the winners of the two groups. The player with the higher KIBA score plays South
         first, and then the two take turns. A result of 1-1 leads to a play-off game.
Tempo    T = (3 + 1) <= 7 days unless the director says otherwise: 3 to start with, 1 more after each of the player's
         moves, and never more than 7. At zero the game is lost. Times are in UTC. For the first move South has the same
         3 days from the beginning of the game. Clocks are read at the end of the day entered under `as of`, or at the
         event's last move if that is later.
Abbandono
         A player who withdraws resigns every open game on that day. Finished games stand.
Reading  KIBA scores are compared exactly. When printed they are rounded, and halves are rounded down (895.9 is 896,
         1010.5 is 1010). Players with equal scores are listed in the order entered. In a group under way only complete
         pairs count in the tie-break. If there is only one qualifying group, its top two play the final. If a place
         is shared at a cut, the seat is undecided until the next stage is entered. A game begins at the time in its
         row. If the row gives none, a game of the first stage begins on the event's first day. If moves have been
         entered for the event, an open game without moves waits for South's first. If both players have withdrawn, the
         first to withdraw resigns. If they withdrew on the same day, their game stays open. In a group's table, two
         signs such as +- give a player's results in the two games against an opponent, in the order in which the games
         are entered.
"""

LANGUAGE = "it"
ORIGINAL = """Le regole del torneo in rete.

Lista    Alla prima categoria appartengono i giocatori che hanno giocato più di 24 partite sul sito KIBA, alla seconda quelli
         che hanno giocato meno di 25 partite, alla terza quelli che ancora non hanno giocato alcuna partita; a costoro viene
         assegnato un punteggio Elo di 1800. Le tre categorie vengono ordinate in modo decrescente di un punteggio, che
         chiamiamo punteggio KIBA, calcolato sommando un decimo del punteggio Elo al numero di partite giocate sul sito. A
         un torneo possono partecipare da un minimo di 6 giocatori fino a un massimo di 34 giocatori. I Direttori dei Tornei
         stabiliscono il numero massimo dei partecipanti per ciascun torneo.
Gironi   I giocatori sono inseriti nei gruppi iniziando con il primo della lista dei partecipanti fino all'ultimo. Il numero
         minimo di giocatori per girone è 3. -1 è un giocatore fittizio necessario per poter formare le coppie con
         l'algoritmo di Berger.
Turni    Nel formare i turni KIBA usa il cosiddetto algoritmo di Berger. Se il numero di giocatori è dispari si aggiunge un
         giocatore fittizio che fa riposare il suo avversario. I giocatori ruotano in senso orario giocando contro il
         giocatore 1, che resta nella sua posizione: 1-6 2-5 3-4, poi 1-2 3-6 4-5 ... Ogni incontro prevede che si giochi una
         partita con la prima mossa cioè come giocatore Sud, ed una partita con la seconda mossa, cioè come giocatore Nord.
Punti    In caso di vittoria si guadagna 1 punto. In caso di sconfitta (abbandono o esaurimento del tempo) 0 punti.
Spareggio
         Alla fine di ogni girone i giocatori sono classificati a seconda del punteggio realizzato. Se vi sono pareggi KIBA
         utilizza un punteggio di spareggio calcolato con il metodo Neustadtl, se due o più giocatori sono ancora pari
         merito, KIBA usa il loro punteggio KIBA. Il punteggio di spareggio dei giocatori si calcola sommando i punti dei
         giocatori che hanno sconfitto alla metà dei punti dei giocatori con cui hanno pareggiato.
Semifinali
         Nei semifinali vi sono solo due gruppi, un gruppo è formato dai primi classificati di ciascuno dei gruppi della
         qualificazione, il secondo gruppo è formato dai secondi classificati. In questo modo nessuno gioca contro lo stesso
         giocatore.
Finale   Nella partita finale c'è l'incontro solo fra i primi classificati di ciascuno dei due gruppi della semifinale.
         L'incontro si svolge con il sistema al meglio di 3 (2-su-3): la terza partita si disputa solo se nessuno dei due
         giocatori ha vinto tutte e due le partite precedenti. La prima mossa della prima partita spetta al giocatore con
         punteggio KIBA maggiore. In caso di pareggio i due finalisti giocano una partita di spareggio.
Tempo    Ciascun giocatore inizia con il tempo iniziale. Quando un giocatore muove, al proprio orologio si aggiunge
         l'incremento per mossa. L'orologio di ciascun giocatore non può superare il limite massimo. Il Direttore di gara
         stabilisce i valori, ma i valori predefiniti sono i seguenti: tempo iniziale = 3gg, incremento per mossa = 1g, tempo
         massimo = 7gg. Quando un giocatore esaurisce il suo tempo, perde la partita. Per il calcolo del tempo KIBA utilizza
         l'ora del meridiano di Greenwich (GMT/UTC).
Abbandono
         Ci si può ritirare da un torneo in qualsiasi momento con il pulsante Abbandona che si trova sulla pagina di ciascuna
         partita del torneo.
"""
