"""Bismark Cup before 2000.

Source   "2001 Arthur Bismark Cup Rules and Scoring System" (D.A.A.N.Z.), paragraph 6, pre-2000 scoring.
6        points: The 2000 table gives the points for each place, by the event's number of boards.
Bonus    bonus: 2 more boards for a national event (Australian, New Zealand), 1 more for an event of a state or island
         (Waikato, Victorian, New South Wales, Queensland, Australian Capital Territory).
Score    score: The sum of the points of the best four events. All other events are ignored.
Reach    counts above: A new event counts only if it gives more points than the lowest of the four that count so far.
Reading  Boards and places are read as in 2000. The bonus boards are added before the nearest column of the table is
         chosen. If points are equal, the event whose name comes first alphabetically is used. Ties are broken as in
         2001, by the events used. If an event has no `level`, the level that its name implies is used, and a notice
         reports the bonus. Names are compared as in 2001, and words such as championships or open may follow the
         geographical name. If a `level` is entered, it counts even if its bonus differs from the one that the event's
         name implies, but a notice reports the difference.
"""

import re

import pandas as pd

from pipeline.rules.circuits import CircuitResult, Needs, Notice, bare
from pipeline.rules.circuits.bismark_cup_2000 import ROAD, scored
from pipeline.rules.standings import FOUR, best, only_four, ranked, remarks
from schemas.keys import EVENT
from schemas.messages import Message

NEEDS = Needs("placings")
BONUS = {"national": 2, "state": 1}
PLACES = {
    **dict.fromkeys(("australian", "australia", "new zealand", "nz"), "national"),
    **dict.fromkeys(("waikato", "victorian", "victoria", "new south wales", "nsw", "queensland", "qld"), "state"),
    **dict.fromkeys(("australian capital territory", "act"), "state"),
}
OF_A_PLACE = re.compile(
    rf"({'|'.join(PLACES)})(?: (?:national|state))?(?: (?:championships?|champs|titles?|nationals|open))*"
)
BY_NAME = Message("number of bonus boards, based on the event's name: {named}")
AS_TYPED = Message(
    "number of bonus boards, based on the level entered: {typed} (by the event's name, the rule text gives {named})"
)


def level_of(name: str) -> str:
    """Return the level that a name implies, or "" if the name implies none.

    For example, `Australian Diplomacy Championships 1998` implies `national`.
    """
    match = OF_A_PLACE.fullmatch(bare(name))
    return PLACES[match[1]] if match else ""


def standings(placings: pd.DataFrame) -> CircuitResult:
    """Return the result of the cup for one year.

    The bonus depends on the event's `level` or, if that is blank, on its `name`.
    """
    level = placings["level"].where(placings["level"] != "", placings["name"].map(level_of))
    results, notices = scored(placings.assign(level=level), BONUS)
    counted = results[results["used"]]
    dropped = only_four(results, results["used"])
    results.loc[dropped.index, "why"] = dropped
    results["used"] = results["why"] == ""
    bests = best(results[results["used"]], width=FOUR)
    events = counted.groupby("player").size()
    total = bests.sum(axis=1)
    table = pd.DataFrame({"events": events, "score": total, "used": bests.notna().sum(axis=1), "total": total})
    table["counts_above"] = bests.iloc[:, -1]
    road = results[["player", "event", "place", "points", "used", *ROAD]]
    return CircuitResult(ranked(table, bests), road, [*notices, *_notices(placings)])


def _notices(placings: pd.DataFrame) -> list[Notice]:
    """Return one notice for each event whose bonus may be wrong.

    Either no level is entered and the bonus comes from the event's name, or the level and the name give different
    bonuses.
    """
    events = placings.drop_duplicates(EVENT).sort_values(EVENT).assign(player="")
    typed = events["level"] != ""
    for column, levels in {"named": events["name"].map(level_of), "typed": events["level"]}.items():
        events[column] = levels.map(BONUS).fillna(0).astype(int)
    return [
        *remarks(events[~typed & (events["named"] > 0)], BY_NAME),
        *remarks(events[typed & (events["named"] != events["typed"])], AS_TYPED),
    ]
