"""The steps that compute the history, in order.

Real, example, generated and unlabelled events each have a separate history.
"""

from dataclasses import replace

import pandas as pd

from pipeline.history.careers import careers, totals
from pipeline.history.games import games
from pipeline.history.league import League
from pipeline.history.meetings import head_to_head
from pipeline.history.people import near_names, under_one_name
from pipeline.history.powers import powers
from pipeline.history.ratings import rated
from pipeline.history.records import records
from pipeline.rules.rank import in_standings
from schemas.columns import without_rows
from schemas.history import HISTORY
from schemas.keys import EVENT
from schemas.kinds import WHOLE
from schemas.schema import check
from schemas.words import DATA_LABELS, NOT_STATED

History = dict[str, pd.DataFrame]  # one frame per schema of HISTORY
LABELS = ("real", NOT_STATED, *(label for label in DATA_LABELS if label != "real"))  # real data first


def history(league: League) -> History:
    """Return all frames of the league's history, each checked against its schema."""
    league = under_one_name(league)
    labels = [label for label in LABELS if label in {*league.tables["events"]["data"]}]
    each = [(label, _of(_part(league, label) if len(labels) > 1 else league)) for label in labels]
    checked = {}
    for name, schema in HISTORY.items():
        parts = [frames[name].assign(data=label) for label, frames in each if len(frames[name])]
        frame = pd.concat(parts, ignore_index=True) if parts else without_rows(schema)
        frame = check(frame[[*schema.columns]], schema)
        whole = [frame[column] for column in frame if schema.columns[column].kind == WHOLE]
        checked[name] = frame.assign(**{of.name: of.astype("Int64") for of in whole if of.dtype.kind == "f"})
    return checked


def _part(league: League, label: str) -> League:
    """Return the part of the league that has the given data label.

    A circuit has the label of its season's events. If these have several labels, the last one in LABELS is used.
    """
    events = league.tables["events"]
    of_kind = events.loc[events["data"] == label, EVENT]
    least_real = events.groupby("season")["data"].agg(lambda labels: max(labels, key=LABELS.index))
    circuits = pd.DataFrame({"season": least_real.index[least_real == label], "event": ""})
    kept = pd.concat([of_kind, circuits])
    return replace(league, tables={name: rows.merge(kept, on=EVENT) for name, rows in league.tables.items()})


def _of(league: League) -> History:
    """Return all history frames of a league whose events all have the same data label (see `_part`)."""
    seats, tables = games(league), league.tables
    ranked = seats[in_standings(seats["player"])]
    lives, by_season = careers(seats, tables["standings"], tables["champions"]), totals(ranked, ["player", "season"])
    ratings, changes = rated(league, seats)
    return {
        "games": seats,
        "careers": lives,
        "careers_by_power": totals(ranked, ["player", "power"]),
        "careers_by_season": by_season,
        "head_to_head": head_to_head(seats),
        "powers": powers(seats),
        "records": records(ranked, lives, by_season),
        "champions": tables["champions"],
        "ratings": ratings,
        "rating_changes": changes,
        "near_names": near_names(
            pd.concat([seats[["season", "player"]], tables["standings"][["season", "player"]]]), league.people
        ),
    }
