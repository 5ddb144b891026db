"""Remarks on a season, such as unscored boards, entries without effect, and doubtful names."""

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import pandas as pd

from pipeline.check.laws import Law, broken, having
from pipeline.check.people import doubts, everybody, near_names, two_people
from pipeline.events.standings import AT_THE_END, GAME, SAT_OUT, Events, of_kind
from pipeline.problems.codes import Problem
from pipeline.read.raw_tables import Raw
from pipeline.rules.rank import in_standings
from pipeline.score.facts import Facts
from pipeline.score.published import Published
from pipeline.tidy.people import NAMED
from pipeline.tidy.tables import Tables
from schemas.keys import BOARD, EVENT, PLAYER, among
from schemas.messages import Message, Text, say
from schemas.words import POWERS

TOP_TABLE_IN_DOUBT = "top_table_in_doubt"
WHERE_THE_FIRST_SITS = Message("board {board} of round {round}, the board of {player}, who led before that round")
SEVERAL_FIRST = say("several players share the lead and sit at different boards")
DECLINED = Message(
    "{player} leads, but shares board {board} of round {round} with {declined}, who declined the top table"
)
NOBODY_WILLING = Message("all players entered by name in round {round} declined the top table")
BY_RESULTS = Message("The place is {found}, but the results give {by_boards}.")
BY_BOARDS = Message("The place is {found}, but the boards give {by_boards}.")
OF_NOBODY = Message("{player} does not appear on any board or in any result.")


@dataclass
class Scored:
    """The tables and scores behind the notices, without events that have an error."""

    published: dict[str, Published]
    facts: Facts
    tables: Tables
    raw: Raw
    top_tables: pd.DataFrame
    standings: pd.DataFrame
    results: pd.DataFrame

    @cached_property
    def boards(self) -> pd.DataFrame:
        """The boards, each with the `raw_row` of its first seat."""
        return self.facts.boards.assign(raw_row=self.facts.seats["raw_row"].to_numpy()[:: len(POWERS)])

    @cached_property
    def people(self) -> pd.DataFrame:
        """The cell in which each name first occurs in a season (see `everybody`)."""
        return everybody(self.tables)

    @cached_property
    def near(self) -> pd.DataFrame:
        """The pairs of names that may belong to one person (see `near_names`)."""
        return near_names(self.tables, self.people)

    @cached_property
    def two(self) -> pd.DataFrame:
        """The names that may stand for two people (see `two_people`)."""
        return two_people(self.tables, self.people)

    @cached_property
    def guessed_top_tables(self) -> pd.DataFrame:
        """The events whose settings name no top table, each with the first board that may be the top table.

        The column `known` says whether that board is certain to be the top table, and `said` is a remark about it.
        """
        rows = self.top_tables[~self.top_tables["typed"].astype(bool)]
        if rows.empty:
            return rows
        rows = rows.assign(several=rows.duplicated(EVENT, keep=False))
        rows = rows.merge(self.tables.events[[*EVENT, "file"]], on=EVENT).drop_duplicates(EVENT)
        said = [_said_of(row) for row in rows.to_dict("records")]
        return rows.assign(said=pd.Series(said, rows.index, dtype=object))


def boards_with(words: str, s: Scored) -> pd.DataFrame:
    """Return one row for each board and each reason or remark that applies to it under its official system.

    The additional columns are `system` and `reason`.

    words  `unscorable` for reasons why a board cannot be scored, `notices` for remarks about it
    """
    frames = [s.boards[:0]]
    for name, computed in s.published.items():
        official = computed.scores["official"].to_numpy()[:: len(POWERS)]
        for reason, mask in getattr(computed.boards, words).items():
            if (affected := mask & official).any():
                frames.append(s.boards[affected].assign(system=name, reason=reason))
    return pd.concat(frames)


def without_missed_turns(s: Scored) -> pd.DataFrame:
    """Return the first seat of each event that is scored under PGP but has no entries about missed turns."""
    events = s.tables.events.loc[s.tables.events["edition_of"] == "pgp", EVENT]
    if events.empty:
        return events
    boards, nmrs = s.raw.tables["boards"], s.raw.tables["nmr"]
    typed = boards.origin[boards.text[["nmr orders", "nmr adjustments"]].notna().any(axis=1)]
    silent = events[~among(events, typed, EVENT) & ~among(events, nmrs.origin, EVENT)]
    return s.facts.seats[[*EVENT, "raw_row"]].drop_duplicates(EVENT).merge(silent, on=EVENT)


def without_boards(s: Scored) -> pd.DataFrame:
    """Return the events without any boards, results, placings, entries or matches, and those with blank boards."""
    events = s.tables.events[~among(s.tables.events, s.tables.seats, EVENT)]
    if events.empty:
        return events
    sheets = [s.raw.tables[name].origin for name in ("boards", "results", "placings", "matches")]
    filled = [among(events, rows, EVENT) for rows in (*sheets, s.tables.entries)]
    blank = [event in s.tables.blank for event in zip(events["season"], events["event"], strict=True)]
    return events[~np.any(filled, axis=0) | blank]


def _said_of(row: Any) -> Text:
    """Return the remark about the board that may be the top table."""
    if not row["player"]:
        return NOBODY_WILLING.of(row)
    return SEVERAL_FIRST if row["several"] else (DECLINED if row["declined"] else WHERE_THE_FIRST_SITS).of(row)


def declined_and_seated(s: Scored) -> pd.DataFrame:
    """Return the people who declined the top table but sit at the board that the settings name as the top table.

    The columns `round` and `board` locate that board.
    """
    declined = s.tables.people[s.tables.people["top_table"] == "no"]
    if declined.empty:
        return declined
    typed = s.top_tables.loc[s.top_tables["typed"].astype(bool), BOARD]
    seats = pd.concat([s.tables.seats[[*BOARD, "player"]], s.tables.results[[*BOARD, "player"]].dropna()])
    return declined.merge(seats.merge(typed, on=BOARD).drop_duplicates(PLAYER), on=PLAYER)


def placings_that_differ(s: Scored) -> pd.DataFrame:
    """Return the placings that differ from the rank computed from the event's boards or results.

    The column `by_boards` is the computed rank, which is missing for players without boards or results.
    """
    computed = s.standings.rename(columns={"rank": "by_boards"})
    typed = s.tables.placings[(s.tables.placings["role"] == "player") & in_standings(s.tables.placings["player"])]
    typed = typed[among(typed, computed, EVENT) & among(typed, s.results, EVENT)]
    typed = typed.merge(computed[[*PLAYER, "by_boards"]], on=PLAYER, how="left")
    typed = typed[typed["by_boards"].isna() | (typed["place"].notna() & (typed["place"] != typed["by_boards"]))]
    by = [BY_BOARDS if boards else BY_RESULTS for boards in among(typed, s.facts.boards, EVENT)]
    said = [OF_NOBODY if pd.isna(rank) else words for rank, words in zip(typed["by_boards"], by, strict=True)]
    return typed.assign(said=pd.Series(said, typed.index, dtype=object))


def added_to_nobody(s: Scored) -> pd.DataFrame:
    """Return the handicaps, adjustments and sit-out points of people who have played no game.

    The column `field` says which of the three a row is about.
    """
    people = s.tables.people
    typed = {name: people[name].notna() for name in AT_THE_END}
    typed["sat out"] = among(people, of_kind(s.results, SAT_OUT), PLAYER)
    rows = pd.concat([people[:0], *(people[of].assign(field=name) for name, of in typed.items() if of.any())])
    return rows[~among(rows, of_kind(s.results, GAME), PLAYER)]


def unused_penalties(s: Scored) -> pd.DataFrame:
    """Return the first penalty of each event whose official system does not deduct penalties."""
    taking = [one.scores[one.scores["official"]] for one in s.published.values() if "penalty_points" in one.parts]
    fined = s.facts.seats[s.facts.seats["penalty"] != 0].drop_duplicates(EVENT)
    return fined[~among(fined, pd.concat([fined[:0], *taking]), EVENT)]


def aliases_of_nobody(s: Scored) -> pd.DataFrame:
    """Return the first row of each person who has aliases but no results in the season under any of their names."""
    names = s.tables.aliases
    if names.empty:
        return names
    cells = [
        s.raw.tables[kind].origin[["season"]].assign(player=s.raw.tables[kind].text[field])
        for kind, fields in NAMED.items()
        for field in fields
    ]
    playing = pd.MultiIndex.from_frame(pd.concat(cells))
    plays = [pd.MultiIndex.from_frame(names[["season", name]]).isin(playing) for name in ("player", "alias")]
    people = names.assign(plays=plays[0] | plays[1]).groupby(["season", "player"])
    return having(people.agg(raw_row=("raw_row", "min"), plays=("plays", "any")), "not plays")


# fmt: off
LAWS: tuple[Law[Scored], ...] = (
    Law("no_missed_turns", "boards!power", without_missed_turns),
    Law("starts_late", "boards!board", lambda s: s.boards[s.boards["first_recorded"] > s.boards["first_year"]],
        found=Message("centres from {first_recorded} onwards")),
    Law("no_boards", "event!", without_boards, found=say("no boards")),
    Law("top_table_not_named", "event!top table round", lambda s: s.guessed_top_tables[s.guessed_top_tables["known"]], found="said"),
    Law(TOP_TABLE_IN_DOUBT, "event!top table round", lambda s: s.guessed_top_tables[~s.guessed_top_tables["known"]], found="said"),
    Law("no_effect", "players!top table", declined_and_seated,
        message=Message("This player sits at the board named in the setting `top table` (board {board} of round {round}). Declining the top table therefore has no effect.")),
    Law("near_name", "{kind}!{field}", lambda s: s.near,
        found="player"),
    Law("two_people", "{kind}!{field}", lambda s: s.two),
    Law("placing_differs", "placings!place", placings_that_differ, message="said"),
    Law("no_effect", "players!{field}", added_to_nobody, message=Message("This player has no scored games, so “{found}” has no effect.")),
    Law("penalty_unused", "boards!penalty", unused_penalties),
    Law("alias_of_nobody", "players!player", aliases_of_nobody),
    Law("unscorable", "boards!board", partial(boards_with, "unscorable")),
    Law("remark", "boards!board", partial(boards_with, "notices")),
)
# fmt: on


def notices(
    published: dict[str, Published], facts: Facts, tables: Tables, raw: Raw, events: Events
) -> tuple[list[Problem], pd.DataFrame]:
    """Return all notices, and the doubtful names (see `doubts`)."""
    scored = Scored(published, facts, tables, raw, events.top_tables, events.standings, events.results)
    return broken(LAWS, scored, raw), doubts(tables, scored.near, scored.two)
