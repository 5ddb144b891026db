"""KIBA nations.

Source    "Le regole del torneo in rete" (in Italian), KIBA, Classifica per Nazioni.
Nazioni   A nation is ranked in a tournament in which at least two of its players took part.
Migliori  points: Of each nation the best four scores of the tournament in the championship are added up.
Season    score: The sum over the tournaments.
Torneo    The first two nations meet: three players each, everyone plays one game with each of the three opponents.
Reading   Who took part counts, with points or without. Of equal scores the first name is used. Equal sums share their
          rank.
"""

import pandas as pd

from pipeline.rules.circuits import Needs, Notice, Outcome
from pipeline.rules.circuits.kiba_championship import scored
from pipeline.rules.reasons import first_of
from pipeline.rules.standings import (
    FOUR,
    NO_NAME,
    beyond_four,
    by_score,
    equal,
    in_rank_order,
    remarks,
    unnamed,
)
from schemas.keys import EVENT
from schemas.messages import say

NEEDS = Needs("participants", game="bao", ranked="nation")
FEWEST = 2  # players of a nation
NO_NATION, ALONE = say("no country typed"), say("the only player of the nation; two are needed")
NO_COUNTRY = say("no country is typed: the points count for no nation")


def standings(results: pd.DataFrame) -> Outcome:
    """The nations of one season; `results` as for the championship, with `nation`."""
    rows = scored(results)
    rows = rows.assign(key=-equal(rows["points"])).sort_values([*EVENT, "nation", "key", "player"], ignore_index=True)
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
    shown = rows[["player", "event", "place", "points", "used", "nation", "why"]]
    return Outcome(in_rank_order(table), shown, _notices(rows))


def _notices(rows: pd.DataFrame) -> list[Notice]:
    """Who plays for no nation."""
    return remarks(rows[rows["why"] == NO_NATION], NO_COUNTRY)
