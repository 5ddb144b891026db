"""Italia-2010 events: the rules beyond a single board.

Source   "Sistema di punteggio Italia-2010" (in Italian), version 7.8 (EDC XX), 6 February 2012, the preface and
         paragraphs 4 to 11.
Preface  All games last until winter 1907 ("Tutte le partite dureranno fino all'inverno 1907"), that is, for seven
         years, unless `last year` gives another year for the event or the game.
4        Orders must be in the place provided for them on the table when the time is up. A player who is late is warned,
         aloud or with a yellow card. The second time in one game, all orders of that turn are void. If there is no
         referee, a director who does not play on the board acts as one.
5        Ties: (a) fewer games first (two boards at once count as two games, and rounds sat out are not counted), (b)
         women first, (c) the younger first. If a round is used as a tie-break, a player who took part in it comes
         before one who did not ("quest'ultimo prevarrà").
6        A draw may be proposed after the fourth year, once in a game by each player. All survivors must agree in a
         secret vote, in which the proposer does not vote. If the draw is accepted, the last autumn played counts and
         the turn is not adjudicated. Otherwise the game goes on.
7        The standings are published after every round.
7.1      One game played is enough to be ranked.
8        As far as possible, each player gets a different power and different opponents in every round, and does not
         get two powers of the same group (F/E, R/T, A/G/I).
8.1      In the first two rounds players with close ties to one another are kept apart if they declare these ties. The
         organisers decide.
8.2      In the last round the top players in the standings fill the top table, and the others are seated at random.
8.3      The winner of the top table gets 2000 extra points and comes first, whatever the sums. All other players are
         ranked by their sums.
8.3.1    The top table, and only that board, may be played one year longer if none of its players objects.
8.4      In the last round, as many tables of seven as possible are filled in the order of the standings, and the rest
         play at tables of six. Other rounds have tables of six as needed. The director may decide otherwise.
8.5      At a table of six Turkey may move by itself. Its orders are A CON - BUL, A SMY - ANK, F ANK - CON in spring
         1901, and A BUL HOLD, A ANK S F CON, F CON S A BUL in autumn 1901. It builds A SMY, and then supports itself as
         appendix B says (`turkey` writes its orders). A unit forced to retreat is disbanded.
8.6      A player who volunteers ("si proporrà come volontario") to play two boards at once in one round gets 15% more
         on both if eliminated on neither, and otherwise 5% more on their sum.
8.7      A player who sits out at the director's request gets a fixed number of points, the same for all: 12 unless
         another number is announced.
9        If a unit has several orders, the last one counts, reading from left to right and from top to bottom.
9.1      Orders that are merely unclear are read generously. A fleet cannot convoy and support at once, and an ambiguous
         order is not accepted.
10       The director decides everything else.
11       If the English and Italian versions differ, the Italian one prevails.
Reading  Losing to a solo while owning centres is not an elimination. If a fact that paragraph 5 needs is unknown for
         one of the tied players, the rank is shared. A round declared as a tie-break comes before (a) to (c): a player
         who missed a round has nearly always played fewer games, so this rule would hardly ever apply after them. The
         top table is the board that the event's setting `top table` names. If the setting is blank, it is the board of
         the first player in the standings so far who did not decline (8.2), and there is a notice. If several such
         players are level and sit at different boards, or if somebody who declined sits at that board, nobody gets the
         points, and there is a warning. Two seats in one round give no bonus (8.6) unless the `two boards` column of
         the `players` sheet lists the round: a player who merely stood in for somebody was not a volunteer. A board
         that lasts longer than the preface says is scored as entered, with a warning. One that stops earlier without a
         solo or a draw gets a warning too, and its event is PROVISIONAL, because the chart may be only half entered.
         Sitting out alone is not enough to be ranked. Sex and date of birth are used here and printed nowhere.
"""

import numpy as np
import pandas as pd

from pipeline.rules.counting.sit_outs import rounds_of
from pipeline.rules.counting.tie_breaks import Criterion, fewer_games
from schemas.keys import EVENT, PLAYER
from schemas.messages import say

LANGUAGE = "it"
ORIGINAL = """Sistema di punteggio Italia-2010.

Preface  Tutte le partite dureranno fino all'inverno 1907 a meno che il TD non decida diversamente.
4        Allo scadere del tempo di ogni round gli ordini dovranno essere presenti nel luogo preposto sul tavolo (potrebbe
         essere una scatola o un raccoglitore). Qualora non lo siano l'arbitro potrà richiamare verbalmente o tramite un
         "cartellino giallo" il giocatore ritardatario. La seconda volta che lo stesso giocatore sarà in ritardo nella
         stessa partita l'arbitro dovrà invalidare l'intero set di ordini del giocatore stesso. Qualora non sia
         disponibile un arbitro uno dei TD potrà arbitrare a un tavolo, dove non stia giocando, e svolgere esattamente le
         stesse funzioni dell'arbitro.
5        Se due giocatori avessero lo stesso punteggio nel torneo si procederà nella seguente maniera (a) minor numero di
         partite giocate (b) prima le donne (c) il più giovane. Nel caso in cui un giocatore non abbia partecipato ad un
         round utilizzato come tiebreak e l'altro si, quest'ultimo prevarrà.
6        Un giocatore può richiedere una proposta di patta solo dopo il quarto anno di gioco. Ciascun giocatore può fare
         una sola proposta di patta per partita. La patta viene dichiarata soltanto in seguito ad un voto unanime segreto
         di tutte le potenze sopravvissute. Il giocatore che ha chiamato la patta non vota. In tal caso gli ordini
         successivi non verranno risolti. Nel caso in cui la proposta non passi, il gioco proseguirà normalmente. Nel caso
         di patta accettata, l'ultimo autunno precedentemente giocato sarà quello valido, il turno dove viene accettata la
         patta non viene risolto.
7        La classifica verrà pubblicata dopo ciascun round (con i tempi tecnici che ci vorranno).
7.1      Un giocatore sarà valutato nella classifica finale se giocherà almeno 1 partita.
8        Nella formazione dei tavoli, nel limite del possibile ai giocatori verranno assegnate potenze differenti e
         giocatori diversi. Se possibile, si cercherà inoltre di evitare che ciascun giocatore riceva potenze dello stesso
         gruppo più volte (I gruppi sono F/E, R/T, A/G/I).
8.1      Nella formazione dei primi due rounds cercheremo di evitare che giochino allo stesso tavolo persone con legami di
         varia natura. Ciascun giocatore è incoraggiato a dichiarare i propri legami con gli altri partecipanti. Gli
         organizzatori si atterranno a criteri che riterranno validi per procedere nella risoluzione di questa questione,
         ma le loro decisioni saranno insindacabili.
8.2      Nell'ultimo round i giocatori saranno divisi secondo il punteggio accumulato negli altri round secondo questa
         regola: Top Table: Dal primo al Xesimo necessario a completare il tavolo. Tutti gli altri saranno associati in
         modo casuale come negli altri round.
8.3      Il vincitore del Top Table sarà il vincitore del torneo ricevendo 2000 punti per la vittoria. Le posizioni dalla
         seconda in giù saranno calcolate sommando i risultati di tutte le partite.
8.3.1    Se nessuno dei giocatori partecipanti al Top Table avrà nulla in contrario il Top Table durerà un anno in più.
         Questo per permettere a tutti gli altri di godersi l'ultimo anno del Top Table.
8.4      A) Ultimo Round: I tavoli verranno formati assegnando le persone disponibili in ordine di classifica in modo da
         formare il numero maggiore di tavoli da 7 persone. Le persone rimanenti giocheranno una variante da sei persone
         (o meno?). B) Round del Sabato: nel caso sia necessario verranno formati un numero adeguato di tavoli da 6
         giocatori per consentire a tutti di giocare. C) Decisione del TD su come allocare i tavoli.
8.5      Si potrà giocare con la Turchia con i movimenti prestabiliti, a discrezione del TD. In questa variante la Turchia
         compirà il seguente set di mosse (Primavera 1901): A Con-Bul, A Smy-Ank, F Ank-Con. Il turno seguente muoverà come
         segue (Autunno 1901): A Bul Hold, A Ank S F Con, F Con S A Bul. Il turco costruirà un'armata in Smirne e difenderà
         i propri pezzi secondo l'Appendice B. Il turco forzato a ritirare sarà costretto a sciogliere il pezzo.
8.6      Nel caso in cui qualcuno, a richiesta del TD, si proporrà come volontario per giocare contemporaneamente su piu'
         tavoli otterrà il 15% in più da entrambi. Se non eliminato in nessuno dei due. In caso di eliminazione da un
         tavolo prenderà solo il 5% in più della somma dei due.
8.7      Se qualcuno alla richiesta del TD volontariamente non giocherà una partita gli saranno riconosciuti un certo
         numero di punti fissi usualmente 12 ma il TD potrà dichiarare di volerne concedere fino a 34. Quando il TD
         dichiarerà i punti per chi salta una partita questi varranno per tutti i giocatori che nello stesso torneo
         salteranno una partita.
9        Nel caso di ordini multipli scritti per la stessa unità verrà considerato valido l'ultimo (da sinistra a destra,
         dall'alto in basso).
9.1      Siamo tutti qui per divertirci e non ha senso essere troppo fiscali su gli ordini. Non sarà invece accettato
         trasportare l'armata in questo caso: A Yor - Nwy; F Nth S A Bel - Hol. Qui non c'è niente di poco chiaro il
         giocatore non può trasportare e supportare nello stesso tempo. E ancora: A Sil S A Sil - War è chiaramente ambiguo
         e non può essere accettato!
10       Le altre questioni verranno risolte ad insindacabile giudizio di uno dei TD.
11       In caso di discrepanze, tra la versione Inglese e quella italiana, quella Italiana prevarrà.
"""

SYSTEM = "italia_2010"
BOTH_SURVIVED, ONE_ELIMINATED = 0.15, 0.05
TOP_TABLE = 2000
SIT_OUT, SIT_OUTS = 12, (12, 34)  # points for a round sat out: the usual number, and the limits
YEARS = 7  # years of a game: 1901 to 1907


def two_boards(games: pd.DataFrame, people: pd.DataFrame) -> pd.Series:
    """Return the bonus for each game of a player who volunteered for two boards (paragraph 8.6).

    The bonus is 0 for all other games.

    games   one row per scored game: season, event, round, player, score, final_centres
    people  season, event, player, two_boards (rounds, separated by commas)
    """
    volunteers = pd.MultiIndex.from_frame(rounds_of(people, "two_boards")[[*PLAYER, "round"]])
    volunteered = pd.MultiIndex.from_frame(games[[*PLAYER, "round"]]).isin(volunteers)
    one_round = [*EVENT, "round", "player"]
    # the player has centres at the end of both boards
    survived = games.groupby(one_round)["final_centres"].transform("all")
    share = np.where(survived, BOTH_SURVIVED, ONE_ELIMINATED)
    return games["score"] * np.where(volunteered & games.duplicated(one_round, keep=False), share, 0.0)


def top_table_winners(seats: pd.DataFrame) -> pd.DataFrame:
    """Return the winner of each top table at which only one player is first (paragraph 8.3).

    seats  the games of the top tables: season, event, player, place

    The columns are `season`, `event` and `player`.
    """
    first = seats[seats["place"] == 1]
    return first.loc[~first.duplicated(EVENT, keep=False), PLAYER]


# The criteria of paragraph 5: the tie-break round before (a) to (c). Sex and age are never printed.
CHAIN = (
    Criterion(
        say("the tie-break round was missed (5)"), lambda tied, _: tied["missed_tie_break"].astype(float), fewest=True
    ),
    Criterion(say("fewer games (5 a)"), fewer_games, fewest=True),
    Criterion(say("paragraph 5 b"), lambda tied, _: tied["sex"].map({"f": 1.0, "m": 0.0}).astype(float)),
    Criterion(say("paragraph 5 c"), lambda tied, _: (tied["born"] - tied["born"].min()).dt.days.astype(float)),
)
