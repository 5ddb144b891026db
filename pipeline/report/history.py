"""The league's history as one page that opens without a network: searchable, sortable tables, and drawings.

Each player has a part, which is shown when a link leads to it.
"""

from base64 import b64encode
from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import quote

import pandas as pd

from pipeline.history.history import LABELS
from pipeline.history.records import RECORDS
from pipeline.pages.heading import UNREAL
from pipeline.pages.history import DECIMALS, FEW, SHEETS, Memory
from pipeline.pages.styles import GREY, LINE
from pipeline.pages.words import column
from pipeline.report.drawings import RACE_STROKES, Picture, Stroke
from pipeline.report.elements import Bit, Cell, Head, Table, rank_shown, text
from pipeline.report.labels import LABELS_SHOWN, anchor
from pipeline.report.players import players
from pipeline.rules.ratings import ratings
from schemas.messages import Name, say

SHOWN = {  # the sections and the columns of their tables
    "careers": [
        *("player", "seasons", "events", "boards", "topped", "solos", "mean_centres", "mean_place", "survived"),
        *("titles", "topped_in_a_row", "survived_in_a_row"),
    ],
    "ratings": ["rank", "player", "value", "games", "peak", "provisional"],
    "records": ["record", "value", "player", "power", "season", "event", "round", "board"],
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
    "near_names": say("Near names"),
}
TALL = 20  # rows; a table of more is scrolled in its place
LEADERS, WIDTH, HEIGHT, NAMES, TOP = 8, 620, 240, 160, 14  # lines and pixels of a drawing
TELEPHONE = "ranks wide"


class Part(NamedTuple):
    """A section: one kind of data and one frame."""

    anchor: str
    title: str
    chip: str
    note: str
    pictures: list[str]
    tables: list[Table]


class History:
    """The content of the template."""

    def __init__(self, memory: Memory, script: str) -> None:
        """Take the memory, in its own language, and the page's script."""
        self.memory, self.w, self.script = memory, memory.words, script

    @property
    def tall(self) -> int:
        """The number of rows above which a table is scrolled in its place."""
        return TALL

    @property
    def script_digest(self) -> str:
        """The digest of the only script that a browser may run."""
        return f"sha256-{b64encode(sha256(self.script.encode()).digest()).decode()}"

    @property
    def title(self) -> str:
        """The heading, with the name of the league."""
        return self.w(self.memory.heading.title)

    @property
    def span(self) -> str:
        """The first and the last season."""
        return self.memory.span

    @cached_property
    def parts(self) -> list[Part]:
        """The sections, those of real games first."""
        return [part for label in self.memory.labels for name in SHOWN if (part := self._part(name, label))]

    def _part(self, name: str, label: str) -> Part | None:
        rows = self.memory.rows(name)
        rows = rows[rows["data"] == label]
        if rows.empty:
            return None
        if name == "careers":  # most boards topped first
            rows = rows.sort_values(["topped", "boards"], ascending=False, kind="stable")
        title, anchor_ = self.w(TITLES[name]), f"{name}-{LABELS.index(label)}"
        note = self.w(SHEETS[name][1])
        if name != "ratings":
            return Part(anchor_, title, self._chip(label), note, [], [self._table(title, rows, SHOWN[name])])
        ids = [*rows["rating"].unique()]
        tables = [self._table(ratings()[id].title, rows[rows["rating"] == id], SHOWN[name]) for id in ids]
        return Part(anchor_, title, self._chip(label), note, [self._leaders(id, label) for id in ids], tables)

    def _chip(self, label: str) -> str:
        return self.w(LABELS_SHOWN[label]) if label in UNREAL else ""

    @property
    def players(self) -> str:
        """The parts of the players, as the script reads them."""
        return players(self.memory)

    # -- tables

    def _table(self, caption: str, rows: pd.DataFrame, shown: Sequence[str]) -> Table:
        shown = [name for name in shown if name not in ("provisional", "day") or rows[name].any()]
        cells = [self._cells(name, rows) for name in shown]
        heads = [Head(self.w(column(name)), "figure" if _is_figure(rows[name]) else "") for name in shown]
        row_styles = ["faded" if boards < FEW else "" for boards in rows["boards"]] if "survived" in shown else ()
        return Table(caption, heads, [[*row] for row in zip(*cells, strict=True)], row_styles)

    def _cells(self, name: str, rows: pd.DataFrame) -> list[Cell]:
        values, labels = rows[name].tolist(), rows["data"].tolist()
        if name in ("player", "other"):
            style = "head" if name == "player" else ""
            return [
                Cell([Bit(player, "name", quote(anchor(label, player)) if _is_player(player) else "")], style)
                for player, label in zip(values, labels, strict=True)
            ]
        if name == "rank":
            level = rows[name].duplicated(keep=False)
            return [Cell([Bit(rank_shown(*rank))], "figure") for rank in zip(values, level, strict=True)]
        if name == "power":
            return [Cell([Bit(self.w(Name("power", power)) if power else "")]) for power in values]
        if name == "rating":
            return [Cell([Bit(ratings()[id].title)], "head") for id in values]
        if name == "day":
            return [Cell([Bit(day)], "day") for day in values]
        if name == "record":
            return [Cell([Bit(self.w(RECORDS[record]))], "head") for record in values]
        if name == "season" and "event" in rows:
            return [Cell([Bit(season, link=f"../{quote(season)}/report.html" if season else "")]) for season in values]
        if rows[name].dtype == bool:
            return [Cell([Bit(self.w(say("yes")) if value else "")]) for value in values]
        if _is_figure(rows[name]):
            whole = all(float(value).is_integer() for value in values if pd.notna(value))
            places = 0 if whole else DECIMALS.get(name, 2)
            alike = {value: self.w.number(float(value), places) for value in {*values} if pd.notna(value)}
            return [Cell([Bit(alike.get(value, ""))], "figure") for value in values]
        return [Cell([Bit(text(value))]) for value in values]

    # -- drawings

    def _leaders(self, id: str, label: str) -> str:
        """Return the ratings of the leaders after each of their games as an `<svg>` element."""
        table, changes = self.memory.frames["ratings"], self.memory.frames["rating_changes"]
        first = table[(table["rating"] == id) & (table["data"] == label)]
        first = first.sort_values(["provisional", "rank"], kind="stable").head(LEADERS)
        rows = changes[(changes["rating"] == id) & (changes["data"] == label) & changes["player"].isin(first["player"])]
        rating, last = ratings()[id], max(int(rows["number"].max()), 2)
        gained = rows["change"].groupby(rows["player"]).cumsum() / (7 if rating.by_power else 1)
        rows = rows.assign(value=rating.start + gained)
        low, high = min(rows["value"].min(), rating.start), max(rows["value"].max(), rating.start)
        picture = Picture(WIDTH, HEIGHT)

        def x(number: float) -> float:
            return (WIDTH - NAMES) * number / last

        def y(value: float) -> float:
            return TOP + (HEIGHT - 2 * TOP) * (high - value) / max(high - low, 1)

        picture.line([0, WIDTH - NAMES], [y(rating.start)] * 2, Stroke(LINE), 0.8)
        picture.text(2, y(rating.start) - 3, f"{rating.start:.0f}", GREY)
        line_ends = []
        for stroke, player in zip(RACE_STROKES, first["player"], strict=False):
            of = rows[rows["player"] == player]
            across = [x(float(of["number"].iloc[0]) - 1), *map(x, of["number"])]
            down = [y(rating.start), *map(y, of["value"])]
            picture.line(across, down, stroke, 2)
            line_ends.append((down[-1], across[-1], player, of["value"].iloc[-1], stroke))
        spot = TOP - 12.0
        for down_, across_, player, value, stroke in sorted(line_ends, key=lambda end: end[:2]):
            spot = max(spot + 13, down_)
            picture.line([across_, WIDTH - NAMES + 4], [down_, spot], stroke, 0.6)
            picture.text(WIDTH - NAMES + 7, spot + 4, f"{player} {value:.0f}"[:26], stroke.colour, 11, bold=True)
        picture.height = max(HEIGHT, spot + TOP)
        title = f"{rating.title}: {', '.join(first['player'])}"
        return picture.finish(title, f"leaders-{id}-{LABELS.index(label)}-", TELEPHONE)


def _is_figure(values: pd.Series) -> bool:
    return pd.api.types.is_numeric_dtype(values) and values.dtype != bool


def _is_player(name: str) -> bool:
    return name not in ("", "?")
