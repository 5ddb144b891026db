"""The league's history as one page that works offline.

The page has drawings, and tables that can be searched and sorted. The section about a player is hidden until the reader
follows a link to it.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import quote

import pandas as pd

from pipeline.history.history import LABELS
from pipeline.history.records import RECORDS
from pipeline.pages.heading import UNREAL
from pipeline.pages.history import DECIMALS, FEW, SHEETS, Memory
from pipeline.pages.words import column
from pipeline.report.css import digest, script_of
from pipeline.report.drawings import SIZES, rating_chart
from pipeline.report.elements import Bit, Cell, Head, Table, rank_shown, text, whole
from pipeline.report.labels import LABELS_SHOWN, anchor
from pipeline.report.players import PER_CENT, players
from pipeline.rules.ratings import Rating, ratings
from schemas.messages import Name, Text, listed, plural, say
from schemas.words import natural

SHOWN = {  # the sections and the columns of their tables
    "careers": [
        *("player", "seasons", "events", "boards", "topped", "solos", "mean_centres", "mean_place", "survived"),
        *("titles", "topped_in_a_row", "survived_in_a_row"),
    ],
    "ratings": ["rank", "player", "value", "games", "peak"],
    "records": [],
    "champions": ["season", "title", "player"],
    "powers": [
        *("power", "season", "boards", "topped", "solos", "mean_centres"),
        *("survived", "survived_low", "survived_high"),
    ],
    "near_names": ["player", "other"],
}
TITLES = {
    "ratings": say("Ratings"),
    "careers": say("Careers"),
    "powers": say("Powers"),
    "records": say("Records"),
    "champions": say("Champions"),
    "near_names": say("Similar names"),
}
LEADERS = 7  # most lines in a drawing
SHOWN_AT_LEAST = 10  # rows shown at once, if nobody has played enough
HOLDERS = 6  # most holders of a record named
SHARES = ("survived", "survived_low", "survived_high")  # shown as percentages


class Part(NamedTuple):
    """A section of the page, such as careers or records, for one kind of data.

    lines     records, each with its title
    rankings  for each table, a note on how many players are ranked, or "" if the table needs no such note
    """

    anchor: str
    title: str
    chip: str
    note: str
    pictures: list[str]
    tables: list[Table]
    lines: Sequence[tuple[str, list[Bit]]] = ()
    rankings: Sequence[str] = ()


class History:
    """The content of the history page."""

    def __init__(self, memory: Memory) -> None:
        self.memory, self.w = memory, memory.words
        self.script = script_of("history")
        self.script_digest = digest(self.script)

    @property
    def name(self) -> str:
        """The page heading, which includes the name of the league."""
        return self.w(self.memory.heading.title)

    @property
    def title(self) -> str:
        """The title of the page."""
        return f"{self.name} · {self.span}"

    @property
    def description(self) -> str:
        """A short description of the page."""
        return self.w(say("All players and records from all seasons"))

    @property
    def address(self) -> str:
        """An empty address, because the history belongs to no season."""
        return ""

    @property
    def span(self) -> str:
        """The first and the last season."""
        return self.memory.span

    @cached_property
    def parts(self) -> list[Part]:
        """The sections of the page, with those on real games first."""
        return [part for label in self.memory.labels for name in SHOWN if (part := self._part(name, label))]

    @property
    def links(self) -> list[tuple[str, str]]:
        """The links to sections.

        Worked examples and generated games have one link each, to their first section.
        """
        links = {part.chip or part.anchor: (part.anchor, part.chip or part.title) for part in reversed(self.parts)}
        return [*links.values()][::-1]

    @property
    def lead(self) -> str:
        """The sentences that give the number of players and the latest champion, or "" if there are no players."""
        if not self.memory.labels:
            return ""
        label, rows = self.memory.labels[0], self.memory.rows("champions")
        players = int((self.memory.frames["careers"]["data"] == label).sum())
        sentences: list[Text] = [plural("{n} player.", "{n} players.", players)] if players else []
        champions = rows[rows["data"] == label]
        if len(champions):
            newest = max(champions.itertuples(index=False), key=lambda champion: natural(champion.season))
            said = {"player": newest.player, "title": newest.title, "season": newest.season}
            sentences.append(say("Latest champion: {player} ({title}, {season}).", **said))
        return self.w(listed(sentences, " "))

    def _part(self, name: str, label: str) -> Part | None:
        rows = self.memory.rows(name)
        rows = rows[rows["data"] == label]
        if rows.empty:
            return None
        if name == "careers":  # players with enough boards first, then by boards topped
            enough = rows.assign(enough=rows["boards"] >= FEW)
            rows = enough.sort_values(["enough", "topped", "boards"], ascending=False, kind="stable")
        title, anchor_ = self.w(TITLES[name]), f"{name}-{LABELS.index(label)}"
        note = self.w(SHEETS[name][1])
        if name == "records":
            return Part(anchor_, title, self._chip(label), note, [], [], self._records(rows))
        if name != "ratings":
            return Part(anchor_, title, self._chip(label), note, [], [self._table(title, rows, SHOWN[name])])
        changes = self.memory.frames["rating_changes"]
        changes = changes.loc[changes["data"] == label, ["rating", "number", "season", "player", "change"]]
        changes["gained"] = changes.groupby(["rating", "player"])["change"].cumsum()
        by_rating = dict(iter(rows.sort_values("provisional", kind="stable").groupby("rating")))
        tables = [self._table(ratings()[id].title, of, SHOWN[name]) for id, of in by_rating.items()]
        drawings = [self._leaders(ratings()[id], by_rating[id], of) for id, of in changes.groupby("rating")]
        rankings = [*map(self._ranking, by_rating.values())]
        return Part(anchor_, title, self._chip(label), note, drawings, tables, rankings=rankings)

    def _ranking(self, rows: pd.DataFrame) -> str:
        """Return a note on how many players a rating ranks.

        The note is empty if all of these players' ratings are provisional, or if none is.
        """
        if rows["provisional"].nunique() < 2:
            return ""
        return self.w(say("Ranks cover all {n} rated players, including those with few games.", n=len(rows)))

    def _chip(self, label: str) -> str:
        return self.w(LABELS_SHOWN[label]) if label in UNREAL else ""

    @cached_property
    def addresses(self) -> dict[tuple[str, str], str]:
        """The address of each player's part of the page, keyed by kind of data and player."""
        careers = self.memory.frames["careers"]
        return {who: quote(anchor(*who)) for who in zip(careers["data"], careers["player"], strict=True)}

    @property
    def players(self) -> str:
        """The players' sections of the page, as JSON for the script to read."""
        return players(self.memory)

    # -- tables

    def _table(self, caption: str, rows: pd.DataFrame, shown: Sequence[str]) -> Table:
        cells = [self._cells(name, rows) for name in shown]
        heads = [Head(self.w(column(name)), "figure" if rows[name].dtype.kind in "iuf" else "") for name in shown]
        few = [*(rows["boards"] < FEW)] if "survived" in shown else [*rows.get("provisional", [])]
        if all(few):  # nobody has played enough
            few = [at >= SHOWN_AT_LEAST for at in range(len(few))]
        return Table(
            caption, heads, [[*row] for row in zip(*cells, strict=True)], ["few" if one else "" for one in few]
        )

    def _records(self, rows: pd.DataFrame) -> list[tuple[str, list[Bit]]]:
        """Return the title and the text of each record. The text gives the figure, the holders and their boards."""
        lines = []
        for (record, power), same in groupby(rows.itertuples(index=False), key=_figure_of):
            held = [*same]
            title = self.w(RECORDS[record]) + (f"{self.w.colon}{self.w(Name('power', power))}" if power else "")
            bits = [Bit(f"{whole(held[0].value)}{self.w.colon}")] if record != "first_solo" else []
            for number, row in enumerate(held[:HOLDERS]):
                where = [self.w(Name("power", row.power)) if row.power else "", row.season, row.event]
                shown = ", ".join(filter(None, [*where, row.round, row.board]))
                link = self.addresses.get((row.data, row.player), "")
                bits += [
                    Bit("; " if number else ""),
                    Bit(row.player, "name", link),
                    Bit(f" ({shown})" if shown else ""),
                ]
            if (more := len(held) - HOLDERS) > 0:
                bits.append(Bit(f"; {self.w(say('and {n} more', n=more))}"))
            lines.append((title[:1].upper() + title[1:], bits))
        return lines

    def _cells(self, name: str, rows: pd.DataFrame) -> list[Cell]:
        kind, values = rows[name].dtype.kind, rows[name].tolist()
        if name in ("player", "other"):
            style = "head" if name == "player" else ""
            people = zip(rows["data"], values, strict=True)
            return [Cell([Bit(name, "name", self.addresses.get((label, name), ""))], style) for label, name in people]
        if name == "rank":
            level = rows[name].duplicated(keep=False)
            return [Cell([Bit(rank_shown(*rank))], "figure") for rank in zip(values, level, strict=True)]
        if name == "power":
            return [Cell([Bit(self.w(Name("power", power)) if power else "")]) for power in values]
        if name == "rating":
            return [Cell([Bit(ratings()[id].title)], "head") for id in values]
        if name == "day":
            return [Cell([Bit(day)], "day") for day in values]
        if name == "season" and "power" in rows and "event" not in rows:
            return [Cell([Bit(season or self.w(say("all seasons")))]) for season in values]
        if name == "season" and "event" in rows:
            return [Cell([Bit(season, link=f"../{quote(season)}/report.html" if season else "")]) for season in values]
        if kind == "b":
            return [Cell([Bit(self.w(say("yes")) if value else "")]) for value in values]
        if name in SHARES:
            return [Cell([Bit(self._per_cent(value))], "figure") for value in values]
        if kind in "iuf":
            figures = [float(value) for value in {*values} if pd.notna(value)]
            places = 0 if all(value.is_integer() for value in figures) else DECIMALS.get(name, 2)
            alike = {value: self.w.number(value, places) for value in figures}
            return [Cell([Bit(alike.get(value, ""))], "figure") for value in values]
        return [Cell([Bit(text(value))]) for value in values]

    def _per_cent(self, share: float) -> str:
        return f"{self.w.number(100 * share, 0)}{self.w(PER_CENT)}" if pd.notna(share) else ""

    # -- drawings

    def _leaders(self, rating: Rating, table: pd.DataFrame, changes: pd.DataFrame) -> str:
        """Return charts of the leaders' ratings after each of their games, as `<svg>` elements.

        The seasons are shown below each chart.

        table    the rating's table, in which provisional ratings come last
        changes  all changes in the rating, with the points that each player has gained so far
        """
        few = table["provisional"].tolist()  # as in the table: the others only if nobody has played enough
        leaders = table["player"].tolist()[: min(few.count(few[0]), LEADERS)]
        rows = changes[changes["player"].isin(leaders)]
        values = rating.start + rows["gained"] / (7 if rating.by_power else 1)
        points: dict[str, list[tuple[float, float]]] = {player: [] for player in leaders}
        for player, number, value in zip(rows["player"], rows["number"], values, strict=True):
            points[player] = points[player] or [(number - 1, rating.start)]
            points[player].append((number, value))
        seasons = [*changes.groupby("season")["number"].min().items()]
        title = self.w(say("{rating} after each game: {players}", rating=rating.title, players=", ".join(leaders)))
        return "".join(rating_chart([*points.items()], seasons, title, size) for size in SIZES)


def _figure_of(row: Any) -> tuple[str, str]:
    """Return the record and the power of a row. The power is "" unless the record is `centres_by_power`."""
    return row.record, row.power if row.record == "centres_by_power" else ""
