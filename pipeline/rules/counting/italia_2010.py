"""Italia-2010 events: what the system says beyond one board.

Source   "Sistema di punteggio Italia-2010" (in Italian), version 7.8 (EDC XX), 6 February 2012, paragraphs 5, 7 and 8.
5        Ties: fewer games first (two boards at once are two games, a round sat out is none), then women first, then the
         younger; "Nel caso in cui un giocatore non abbia partecipato ad un round utilizzato come tiebreak e l'altro si,
         quest'ultimo prevarrà".
Preface  "Tutte le partite dureranno fino all'inverno 1907": seven years, where the event or the game types no last year.
6        A draw ends a game only after the fourth year.
7.1      One game played is enough to be ranked.
8.3      The winner of the top table has 2000 points on top and is first by rule; everybody else follows by the sum.
8.3.1    The top table, that board alone, may be played one year more.
8.6      "si proporrà come volontario": a volunteer for two boards of one round at once has 15 % more from both if
         eliminated on neither, else 5 % more of their sum.
8.7      Who sits out at the director's request has a fixed number of points, the same for all: 12 unless announced.
Reading  Losing to a solo with centres is no elimination. Where one of the facts of 5 is not known of everybody who is
         tied, the rank is shared. A round declared as a tie-break comes before (a) to (c): who missed a round has nearly
         always played fewer games, so that after them the sentence could hardly act. The top table is the board that the
         event's setting `top table` names, else that of the first in the standings of the rounds before who did not
         decline (8.2), with a notice; where several are first, on several boards, or where somebody sits there who declined,
         nobody has the points, with a warning. Two seats of one round bring nothing (8.6) unless
         `two boards` of the players lists the round: who merely stood in for somebody was no volunteer. A board that is longer
         than the preface says is scored as typed, with a warning; one that stops earlier without a solo or a draw has a
         warning too, and its event is PROVISIONAL, for a chart may be typed by halves. Sitting out alone is not enough to be ranked. Sex and date
         of birth are used here and printed nowhere.
"""

import numpy as np
import pandas as pd

from pipeline.rules.counting.sit_outs import rounds_of
from pipeline.rules.counting.tie_breaks import Criterion, fewer_games
from schemas.keys import EVENT, PLAYER
from schemas.messages import say

SYSTEM = "italia_2010"
BOTH_SURVIVED, ONE_ELIMINATED = 0.15, 0.05
TOP_TABLE = 2000
SIT_OUT, SIT_OUTS = 12, (12, 34)  # as a rule, and from which to which
YEARS = 7  # of a game: 1901 to 1907


def two_boards(games: pd.DataFrame, people: pd.DataFrame) -> pd.Series:
    """What each game gains because its player volunteered for two boards of the round at once (8.6).

    games   one row a scored game: season, event, round, player, score, final_centres
    people  season, event, player, two_boards (rounds, separated by commas)
    """
    volunteers = pd.MultiIndex.from_frame(rounds_of(people, "two_boards")[[*PLAYER, "round"]])
    volunteered = pd.MultiIndex.from_frame(games[[*PLAYER, "round"]]).isin(volunteers)
    one_round = [*EVENT, "round", "player"]
    survived = games.groupby(one_round)["final_centres"].transform("all")  # on every board with a centre at the end
    share = np.where(survived, BOTH_SURVIVED, ONE_ELIMINATED)
    return games["score"] * np.where(volunteered & games.duplicated(one_round, keep=False), share, 0.0)


def top_table_winners(seats: pd.DataFrame) -> pd.DataFrame:
    """season, event, player of each top table's winner (8.3).

    seats  the games of the top tables: season, event, player, place
    """
    first = seats[seats["place"] == 1]
    return first.loc[~first.duplicated(EVENT, keep=False), PLAYER]


# what paragraph 5 asks, the declared round before (a) to (c); who has which sex and age is printed nowhere
CHAIN = (
    Criterion(
        say("the tie-break round was missed (5)"), lambda tied, _: tied["missed_tie_break"].astype(float), fewest=True
    ),
    Criterion(say("fewer games (5 a)"), fewer_games, fewest=True),
    Criterion(say("paragraph 5 b"), lambda tied, _: tied["sex"].map({"f": 1.0, "m": 0.0}).astype(float)),
    Criterion(say("paragraph 5 c"), lambda tied, _: (tied["born"] - tied["born"].min()).dt.days.astype(float)),
)
