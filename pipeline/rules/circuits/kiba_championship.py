"""KIBA championship.

Source   "Le regole del torneo in rete" (in Italian), KIBA, Campionato internazionale di Bao.
1        qualifying: A game won in a qualifying group is worth 1 point.
2        semifinal: A game won in a semifinal group is worth 2 points.
3        finalist: The finalist gets 3 points.
4        winner: The winner of the tournament gets 4 points.
Season   score: The sum of the points from the season's four tournaments.
Mabingwa mabingwa: The best six meet in one group, and the top two of that group play for the title of Bingwa KIBA.
Reading  The winner's 4 points replace the finalist's 3. A resignation or a loss on time is a win for the opponent.
         Mabingwa itself adds no points. Players with equal scores share a rank. If there is a tie at the cut to six,
         the invitation stays undecided until Mabingwa shows which of the tied players take part. Until four
         tournaments are over, nobody is invited, and the standings only show who leads so far. A season's director may
         set other points.
"""

import pandas as pd

from pipeline.rules.circuits import CircuitResult, Needs, Notice
from pipeline.rules.standings import (
    NO_NAME,
    best_first,
    by_score,
    first_of,
    first_places,
    in_rank_order,
    once_played,
    remarks,
    unnamed,
)
from schemas.keys import EVENT
from schemas.messages import Message, say

LANGUAGE = "it"
ORIGINAL = """Classifica per giocatori.

1        Ogni partita vinta nel girone di qualificazione vale 1 punto per la classifica del campionato.
2        Ogni partita vinta nel girone di semifinale vale 2 punti per la classifica del campionato.
3        Il giocatore finalista guadagna 3 punti per la classifica del campionato.
4        Il vincitore del torneo guadagna 4 punti per la classifica del campionato.
Season   Il campionato internazionale di Bao è composto da quattro tornei.
Mabingwa Al torneo finale Mabingwa partecipanno i migliori sei giocatori della classifica del campionato. Il vincitore sarà
         il campione, Bingwa KIBA, BK. I sei giocatori si affronteranno in un unico girone. I primi due giocatori del
         girone giocheranno la finale del campionato.
"""

TOURNAMENTS, INVITED = 4, 6
NEEDS = Needs("participants", game="bao", invites="mabingwa", events=TOURNAMENTS)
PARTS = ["qualifying", "semifinal", "finalist", "winner"]
IN, SO_FAR, OPEN = say("invited"), say("so far"), say("undecided")
NOT_FOUR = Message("number of tournaments: {number}, but a championship has 4")


def scored(results: pd.DataFrame) -> pd.DataFrame:
    """Return the results with the points of paragraphs 1 to 4 (`qualifying` to `winner`) and their sum `points`.

    results  one row per player and tournament, with the columns `season`, `event`, `player`, `qualifying_wins` and
             `semifinal_wins` (numbers of games won), `finalist` and `winner` (bools), `over` (whether the tournament is
             over), and `worth_qualifying`, `worth_semifinal`, `worth_finalist` and `worth_winner` (the points that the
             event gives for each)
    """
    rows = results.assign(
        qualifying=results["qualifying_wins"] * results["worth_qualifying"],
        semifinal=results["semifinal_wins"] * results["worth_semifinal"],
        finalist=(results["finalist"] & ~results["winner"]) * results["worth_finalist"],
        winner=results["winner"] * results["worth_winner"],
    )
    return rows.assign(points=rows[PARTS].sum(axis=1))


def standings(results: pd.DataFrame) -> CircuitResult:
    """Return the result of the championship for one season.

    results  the columns that `scored` needs, and `nation`, `place` (1 for the winner, 2 for the finalist, otherwise NA)
             and `mabingwa` (whether the player is in the season's Mabingwa)
    """
    rows = scored(results)
    rows["why"] = first_of({NO_NAME: unnamed(rows)})
    rows["used"] = rows["why"] == ""
    rows = best_first(rows, EVENT)
    used = rows[rows["used"]].groupby("player")
    country = used["nation"].agg(lambda typed: ", ".join(sorted({*typed} - {""})))  # a player for two nations has both
    table = pd.DataFrame({"events": used.size(), "score": used["points"].sum(), "country": country})
    table[PARTS] = used[PARTS].sum()
    table = by_score(table)
    among, perhaps = once_played(*first_places(table["rank"], INVITED), used["mabingwa"].any())
    table["mabingwa"] = first_of({seat_of(rows): among, OPEN: perhaps})
    road = ["qualifying_wins", "semifinal_wins", *PARTS, "why"]
    return CircuitResult(
        in_rank_order(table), rows[["player", "event", "place", "points", "used", *road]], _notices(rows)
    )


def seat_of(rows: pd.DataFrame) -> Message:
    """Return the message `invited` once the season's four tournaments are over, and `so far` until then."""
    return IN if rows["over"].all() and rows["event"].nunique() >= TOURNAMENTS else SO_FAR


def _notices(rows: pd.DataFrame) -> list[Notice]:
    """Return one notice for each season that does not have exactly four tournaments."""
    seasons = rows.groupby("season")["event"].nunique().rename("number").reset_index().assign(event="", player="")
    return remarks(seasons[seasons["number"] != TOURNAMENTS], NOT_FOUR)
