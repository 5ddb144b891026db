"""KIBA nations.

Source    "Le regole del torneo in rete" (in Italian), KIBA, Classifica per Nazioni.
Nazioni   A nation is ranked in a tournament in which at least two of its players took part.
Migliori  points: Each nation's best four championship scores in the tournament are added up.
Season    score: The sum of the nation's points from all tournaments.
Torneo    nations match: The top two nations meet, each with its best three players. Everyone plays one game against
          each of the three opponents.
Reading   Everybody who took part counts, with or without points. If scores are equal, the score of the player whose
          name comes first is used. Nations with equal sums share a rank. A nation's best three are those with the most
          championship points in all tournaments, whether or not these points were used for the nation. If a rank is
          shared at the cut, the choice is undecided until the match shows who plays. Until four tournaments are over,
          the choice is marked "so far".
"""

import pandas as pd

from pipeline.rules.circuits import CircuitResult, Needs, Notice
from pipeline.rules.circuits.kiba_championship import OPEN, SO_FAR, TOURNAMENTS, scored, seat_of
from pipeline.rules.rank import EXACT_DECIMALS
from pipeline.rules.standings import (
    FOUR,
    NO_NAME,
    beyond_four,
    by_score,
    equal,
    first_of,
    first_places,
    in_rank_order,
    once_played,
    remarks,
    unnamed,
)
from schemas.keys import EVENT
from schemas.messages import Text, listed, say

LANGUAGE = "it"
ORIGINAL = """Classifica per Nazioni.

Nazioni   Al termine di ogni torneo viene stilata anche la classifica per nazioni. Per entrare nella classifica per nazioni
          bisogna che nel torneo considerato abbiano partecipato almeno due giocatori di quella nazione.
Migliori  Per ogni nazione vengono sommati i migliori quattro punteggi.
Torneo    Al torneo per nazioni parteciperanno le prime due nazioni in classifica. Nell'incontro finale si incontreranno i
          migliori tre giocatori delle rispettive nazioni. Ogni giocatore giocherà una partita con tutti i tre avversari.
          Ogni partita vinta un punto, vince chi fa più punti.
"""

NEEDS = Needs("participants", game="bao", ranked="nation", selects="nations_match", events=TOURNAMENTS)
FEWEST = 2  # players that a nation needs in a tournament
NATIONS, OF_A_NATION = 2, 3  # nations in the nations match, players of each
NO_NATION, ALONE = say("no country entered"), say("the only player from this nation; two are needed")
NO_COUNTRY = say("no country was entered, so the points do not count for any nation")


def standings(results: pd.DataFrame) -> CircuitResult:
    """Return the result of the nations' circuit for one season.

    results  the same columns as for the championship, and `nations_match` (whether the player is in the season's
             nations match)
    """
    rows = scored(results)
    rows = rows.assign(key=-equal(rows["points"])).sort_values([*EVENT, "nation", "key", "player"])
    of_nation = rows.groupby([*EVENT, "nation"])
    beyond = of_nation.cumcount() + 1
    reasons = {
        NO_NAME: unnamed(rows),
        NO_NATION: rows["nation"] == "",
        ALONE: of_nation["player"].transform("size") < FEWEST,
    }
    rows["why"] = first_of(reasons, otherwise=beyond.map(beyond_four).astype(object).where(beyond > FOUR, ""))
    rows["used"] = rows["why"] == ""
    rows["place"] = of_nation["points"].rank(method="min", ascending=False).astype("Int64")
    used = rows[rows["used"]].rename(columns={"player": "person", "nation": "player"}).groupby("player")
    table = by_score(pd.DataFrame({"events": used["event"].nunique(), "score": used["points"].sum()}))
    rows, seats = _selected(rows, table["rank"]), seat_of(rows)
    rows[NEEDS.selects] = first_of({seats: rows["among"], OPEN: rows["perhaps"]})
    teams = rows[rows["perhaps"]].groupby("nation")
    table[NEEDS.selects] = pd.Series({nation: _team(seats, team) for nation, team in teams}, table.index, dtype=object)
    table = table.fillna({NEEDS.selects: ""})
    shown = rows[["player", "event", "place", "points", "used", "nation", NEEDS.selects, "why"]]
    return CircuitResult(in_rank_order(table), shown, _notices(rows))


def _selected(rows: pd.DataFrame, rank: pd.Series) -> pd.DataFrame:
    """Return the results with three more columns about the player's selection for the nations match.

    total    the player's points in all tournaments
    among    whether the player is selected
    perhaps  whether the player is selected or may still be selected
    """
    named = rows[(rows["nation"] != "") & ~unnamed(rows)]
    people = named.groupby(["nation", "player"]).agg(total=("points", "sum"), plays=(NEEDS.selects, "any"))
    people = people.round({"total": EXACT_DECIMALS}).reset_index()
    place = (-people["total"]).groupby(people["nation"]).rank(method="min")
    sharing = place.groupby([people["nation"], place]).transform("size")
    first, perhaps_first = (people["nation"].map(of).eq(True) for of in first_places(rank, NATIONS))
    among, perhaps = first & (place + sharing - 1 <= OF_A_NATION), perhaps_first & (place <= OF_A_NATION)
    people["among"], people["perhaps"] = once_played(among, perhaps, people.pop("plays"))
    rows = rows.merge(people, on=["nation", "player"], how="left")
    return rows.fillna({"among": False, "perhaps": False}).astype({"among": bool, "perhaps": bool})


def _team(seats: Text, team: pd.DataFrame) -> Text:
    """Return a message that names a nation's selected players, best first, and then those who may still be selected."""
    people = team.drop_duplicates("player").sort_values(["total", "player"], ascending=[False, True])
    sure, open_ = people.loc[people["among"], "player"], people.loc[~people["among"], "player"]
    teams: list[Text] = [listed(sure)] if len(sure) else []
    teams += [say("undecided: {players}", players=listed(open_))] if len(open_) else []
    return say("so far: {players}", players=listed(teams, "; ")) if seats == SO_FAR else listed(teams, "; ")


def _notices(rows: pd.DataFrame) -> list[Notice]:
    """Return notices about players without a nation."""
    return remarks(rows[rows["why"] == NO_NATION], NO_COUNTRY)
