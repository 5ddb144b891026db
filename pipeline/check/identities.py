"""Checks that the sheets of the league, of a season and of its events agree on the facts about a person."""

from functools import cached_property

import numpy as np
import pandas as pd

from pipeline.check.laws import Law
from pipeline.check.players import facts_of
from pipeline.check.typed import Typed
from pipeline.problems.suggestions import one_nation
from pipeline.rules.rank import in_standings
from pipeline.tidy.people import of_season_alone
from schemas.keys import BOARD, EVENT, among

IDS = ("wdd id", "wdr id", "backstabbr")
LASTING = (*IDS, "country", "sex", "born")  # facts that do not change between events
OF_AN_EVENT = ("handicap", "adjustment")  # facts read only from the event's own sheet
FACT = ["person", "field"]


class Identities(Typed):
    """The input to the identity checks, from the `players` sheets of the league, the seasons and the events.

    In rows from the league's sheet, the season is empty.
    """

    @cached_property
    def owners(self) -> dict[tuple[str, str], str]:
        """The player behind each alias in the league's sheet, keyed by season and alias.

        The season "" stands for all seasons.
        """
        listed = self.tables.identities[self.tables.identities["season"] == ""]
        seasons = {*self.events["season"]}
        alone = [of_season_alone(alias, seasons) for alias in listed["alias"]]
        return dict(zip(alone, listed["player"], strict=True))

    def persons(self, rows: pd.DataFrame) -> list[str]:
        """Return the person that each row's `player` refers to.

        If the name is an alias in the season's sheets, it is first replaced by the main name. If the result is an alias
        in the league's sheet, it is replaced as well. Names that are not aliases are returned unchanged.
        """
        names = self.tables.aliases.set_index(["season", "alias"])["player"].to_dict()
        keys = [
            (season, names.get((season, name), name))
            for season, name in zip(rows["season"], rows["player"], strict=True)
        ]
        return [self.owners.get(key) or self.owners.get(("", key[1]), key[1]) for key in keys]

    @cached_property
    def facts(self) -> pd.DataFrame:
        """The facts about each person, one per row, with the columns EVENT, raw_row, person, field and meant.

        `meant` is the value of the fact, folded for comparison. Facts from the league's sheet come first, then those
        from the seasons' sheets.
        """
        table = self.raw.tables["players"]
        rows = table.origin[EVENT].assign(player=table.text["player"], raw_row=table.text.index)
        rows = rows[in_standings(rows["player"].fillna(""))]
        rows = rows.assign(person=self.persons(rows), wide=rows[EVENT].ne("").sum(axis=1)).sort_values(
            ["wide", "raw_row"]
        )
        return facts_of(rows, table.text.drop(columns=[*OF_AN_EVENT]))

    @cached_property
    def wider(self) -> pd.DataFrame:
        """The facts that contradict the league's sheet, the season's sheet or an earlier event.

        The columns of the contradicted fact end in `_before`.
        """
        values = self.facts.drop_duplicates([*FACT, "meant"])
        facts = self.facts[among(self.facts, values[values.duplicated(FACT)], FACT)]
        if facts.empty:
            return facts
        league, season, event = (facts[facts["wide"] == number] for number in range(3))
        lasting = event[event["field"].isin(LASTING)]
        first = lasting.drop_duplicates(["season", *FACT])
        of_season = ["season", *FACT]
        others = lasting.merge(first, on=of_season, suffixes=("", "_before"))
        pairs = pd.concat([
            event.merge(season, on=of_season, suffixes=("", "_before")),
            pd.concat([season, event]).merge(league, on=FACT, suffixes=("", "_before")),
            others[others["event"] != others["event_before"]],  # another check compares two rows of one sheet
        ])  # fmt: skip
        pairs = pairs[pairs["meant"] != pairs["meant_before"]].drop_duplicates(["raw_row", "field"])
        same = [
            field == "country" and any(one_nation(both))
            for field, *both in pairs[["field", "meant", "meant_before"]].to_numpy()
        ]
        return pairs[~np.array(same, bool)]


def differing(t: Identities) -> pd.DataFrame:
    """Return the facts that contradict the league's sheet, the season's sheet or an earlier event.

    other                    the contradicted value, as typed
    file_before, first_cell  file and cell of that value
    """
    pairs, table = t.wider, t.raw.tables["players"]
    if pairs.empty:
        return pairs
    cells = [*pairs[["raw_row_before", "field"]].itertuples(index=False)]
    return pairs.assign(
        other=[table.text.at[cell] for cell in cells],
        file_before=[table.origin.at[row, "file"] for row, _ in cells],
        first_cell=[table.cell(row, field)[1] for row, field in cells],
    )


def shared_ids(t: Identities) -> pd.DataFrame:
    """Return the rows of `facts` whose id also belongs to another person in the same season or in the league's sheet.

    The column `other` names the other person.
    """
    ids = t.facts[t.facts["field"].isin(IDS)]
    if ids.empty:
        return ids
    key = ["field", "meant"]
    within = ids.assign(other=ids.groupby(["season", *key])["person"].transform("first"))
    league = ids[ids["wide"] == 0].drop_duplicates(key)[[*key, "person"]].rename(columns={"person": "other"})
    both = pd.concat([within, ids[ids["wide"] > 0].merge(league, on=key)])
    return both[both["person"] != both["other"]].drop_duplicates(["raw_row", "field"])


def joined_on_a_board(t: Identities) -> pd.DataFrame:
    """Return the names that share a game with another name of the same person.

    The league's sheet says which names belong to the same person. The column `other` is the first of the person's names
    in the game.
    """
    if not t.owners:
        return t.tables.seats[:0]
    seats = t.tables.seats[[*BOARD, "player", "raw_row"]].assign(sheet="boards", field="player")
    matches = t.tables.matches[[*EVENT, "raw_row", "south", "north"]]
    games = [
        matches.assign(
            player=matches[side], sheet="matches", field=side, round="", board=matches["raw_row"].astype(str)
        )
        for side in ("south", "north")
    ]
    rows = pd.concat([seats, *games], ignore_index=True)
    rows = rows[in_standings(rows["player"])]
    rows = rows.assign(person=t.persons(rows))
    together = rows.groupby([*BOARD, "sheet", "person"])
    rows = rows.assign(other=together["player"].transform("first"))
    return rows[rows["player"] != rows["other"]].drop_duplicates(["season", "player", "other"])


# fmt: off
LAWS: tuple[Law[Identities], ...] = (
    Law("facts_differ", "players!{field}", differing),
    Law("id_twice", "players!{field}", shared_ids),
    Law("alias_joins_two", "{sheet}!{field}", joined_on_a_board),
)
# fmt: on
