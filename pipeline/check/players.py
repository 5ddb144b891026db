"""Checks that a `players` sheet has one value for each fact about a person, and one spelling for each team."""

from functools import cached_property

import numpy as np
import pandas as pd

from pipeline.check.laws import Law, having
from pipeline.check.typed import Typed
from pipeline.problems.suggestions import one_person
from pipeline.read.raw_tables import RawTable
from pipeline.rules.rank import in_standings
from pipeline.tidy.people import LISTS
from pipeline.tidy.rows import read
from schemas.keys import EVENT, among
from schemas.messages import NOTHING, Message, say
from schemas.raw import COLUMNS_OF
from schemas.words import fold

OF_BAO = ("elo", "games", "kiba score", "withdrew")  # not read by any Diplomacy system
ANOTHER_ADJUSTMENT = {
    "message": Message("This person also has an adjustment of {other} in {first_cell}."),
    "hint": Message("Enter the sum of both adjustments in {first_cell}, and clear this cell."),
}
NO_FACTS = {
    "player",
    "also known as",
    "remark",
    "note",
    *OF_BAO,
}  # columns in which two rows cannot contradict each other; nor can they in LISTS


class Players(Typed):
    """The input to the checks on the `players` sheets."""

    @cached_property
    def in_a_team(self) -> pd.DataFrame:
        """The people listed on the event's own sheet who have a team.

        `teams` says how their event counts teams, and is "" if the event does not count them.
        """
        people = self.tables.people
        people = people[people["here"] & (people["team"].fillna("") != "")]
        if people.empty:
            return people
        return people.merge(self.events[[*EVENT, "teams"]], on=EVENT)


def near_teams(t: Players) -> pd.DataFrame:
    """Return the first member of each team that has a similar name to an earlier team in the same event.

    The column `other` is the name of the earlier team.
    """
    teams = t.in_a_team.drop_duplicates([*EVENT, "team"])
    frames = [teams[:0].assign(other="")]
    for _, names in teams.groupby(EVENT):
        pairs = [*one_person(names["team"].tolist())]
        others = names["team"].to_numpy()[[first for first, _ in pairs]]
        frames.append(names.iloc[[second for _, second in pairs]].assign(other=others))
    return pd.concat(frames)


def other_facts(t: Players) -> pd.DataFrame:
    """Return the cells of a `players` sheet that contradict an earlier row about the same person.

    The column `field` names the field of the cell. The columns `other` and `first_cell` contain the text and the
    address of the earlier row's cell. The columns `message` and `hint` are NOTHING, except where an adjustment is
    repeated with a different reason.
    """
    table, sheet = t.raw.tables["players"], ["season", "event", "file", "sheet"]
    rows = table.origin[sheet].assign(player=table.text["player"], raw_row=table.text.index)
    rows = rows[in_standings(rows["player"].fillna("")) & rows.duplicated([*sheet, "player"], keep=False)]
    if rows.empty:
        return rows
    rows = rows[~among(rows, t.events[t.events["kind"] == "bao"], EVENT)]  # entry lists have their own check
    facts = facts_of(rows, table.text)
    first = facts.groupby([*sheet, "player", "field"])[["meant", "raw_row"]].transform("first")
    others = facts.assign(first_row=first["raw_row"])[facts["meant"] != first["meant"]]
    cells = [*others[["raw_row", "first_row", "field"]].itertuples(index=False)]
    repeated = [_repeated(table, *cell) for cell in cells]
    return others.assign(
        other=[table.text.at[first, field] for _, first, field in cells],
        first_cell=[table.cell(first, field)[1] for _, first, field in cells],
        **{part: [text if again else NOTHING for again in repeated] for part, text in ANOTHER_ADJUSTMENT.items()},
    )


def facts_of(rows: pd.DataFrame, texts: pd.DataFrame) -> pd.DataFrame:
    """Return one row for each fact in these rows of a `players` sheet, with the columns `field` and `meant` added.

    `meant` is the value of the cell, folded for comparison. For an adjustment it includes the reason, so that the same
    adjustment for a different reason counts as a different fact.

    texts  the text of the sheet's cells
    """
    texts = texts.loc[rows.index].dropna(axis="columns", how="all")
    columns = COLUMNS_OF["players"]
    fields = {field: column for column, field in columns.items() if column not in LISTS and field not in NO_FACTS}
    facts = texts[[name for name in texts if name in fields]]
    meant = {name: read("players", fields[name], facts[name]).map(lambda value: fold(str(value))) for name in facts}
    if "adjustment" in meant and "remark" in texts:
        meant["adjustment"] += texts["remark"].fillna("")
    row, column = np.nonzero(facts.notna().to_numpy())
    folded = pd.DataFrame(meant, rows.index, dtype=object).to_numpy()
    return rows.iloc[row].assign(field=facts.columns[column], meant=folded[row, column])


def _repeated(table: RawTable, row: int, first_row: int, field: str) -> bool:
    """Return whether an adjustment is repeated with a different reason."""
    return field == "adjustment" and table.text.at[first_row, field] == table.text.at[row, field]


# fmt: off
LAWS: tuple[Law[Players], ...] = (
    Law("fact_twice", "players!{field}", other_facts, message="message", hint="hint"),
    Law("no_effect", "players!team", lambda t: having(t.in_a_team, "teams == ''").drop_duplicates(EVENT), found="team",
        message=say("Teams have no effect without the setting `teams`.")),
    Law("no_effect", "event!teams", lambda t: t.events[(t.events["teams"] != "") & ~among(t.events, t.in_a_team, EVENT)],
        message=say("`teams` has no effect: the sheet `players` has no column `team`.")),
    Law("near_team", "players!team", near_teams),
)
# fmt: on
