"""The workbook of the history, with sheets on careers, head-to-head results, powers, records, champions and ratings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import pandas as pd

from pipeline.history.history import LABELS, History
from pipeline.history.records import RECORDS
from pipeline.language.language import ENGLISH, Language, language
from pipeline.pages import translate
from pipeline.pages.book import Book, Column, Sheet, Styles, Table
from pipeline.pages.front import Facts
from pipeline.pages.heading import FINAL, INCOMPLETE, PROVISIONAL, Heading
from pipeline.pages.shared_columns import medals, number_column, rank_column, rule_columns, strong_column, text_column
from pipeline.pages.words import COLUMNS
from pipeline.rules.ratings import ratings
from schemas.messages import Name, Text, say

HISTORY = say("History")
LONGEST = 20_000  # maximum number of rows of a sheet
FEW = 5  # boards; rows based on fewer boards are grey
SHEETS: dict[str, tuple[str, Text]] = {  # name and explanation of the sheet for each frame
    "careers": ("Careers", say("What each player has done over all seasons.")),
    "careers_by_power": ("Careers by power", say("What each player has done with each power.")),
    "careers_by_season": ("Careers by season", say("What each player has done in each season.")),
    "head_to_head": ("Head to head", say("How pairs of players did on the boards they shared; each pair is listed once.")),
    "powers": ("Powers", say("Results by power and season, with 95 per cent confidence intervals (Wilson); grey "
                             "means fewer than {few} boards.", few=FEW)),
    "records": ("Records", say("Records and the boards they were set on; everybody who shares a record is named.")),
    "champions": ("Champions", say("Everybody who came first in a finished event or circuit.")),
    "ratings": ("Ratings", say("All ratings; a provisional rating is based on few games.")),
    "rating_changes": ("Rating changes", say("How every game changed the ratings, in date order.")),
    "near_names": ("Similar names", say("Names that may belong to the same person. If they do, list them in league.xlsx as `also known as`.")),
}  # fmt: skip
DECIMALS = {"mean_centres": 2, "mean_place": 2, "survived": 2, "topped": 2, "expected": 3, "got": 3}


@dataclass(frozen=True)
class Memory:
    """The data that the history's pages show.

    frames       one data frame for each table of the history
    fronts       facts about each season, as shown on the front door (`index.html`)
    other_names  each player's other names in the league's file
    """

    frames: History
    fronts: Sequence[Facts]
    seasons: Sequence[str]
    other_names: Mapping[str, Sequence[str]]

    @cached_property
    def words(self) -> Language:
        """The language of the seasons' reports, or English if they are in several languages."""
        spoken_here = {front["language"] for front in self.fronts}
        return language(spoken_here.pop() if len(spoken_here) == 1 else ENGLISH)

    def rows(self, name: str) -> pd.DataFrame:
        """Return the rows of a frame that are shown on the pages.

        Champions are shown only for FINAL events and circuits.
        """
        return self._champions if name == "champions" else self.frames[name]

    @cached_property
    def _champions(self) -> pd.DataFrame:
        rows = self.frames["champions"]
        return rows[rows["final"]].drop(columns="final")

    @property
    def league(self) -> str:
        """The name of the league, or "" if the league has no name."""
        return next((front["league"] for front in reversed(self.fronts) if front["league"]), "")

    @property
    def labels(self) -> list[str]:
        """The kinds of data that occur in at least one season."""
        labels = {label for front in self.fronts for label in front["labels"]}
        return [label for label in LABELS if label in labels]

    @property
    def span(self) -> str:
        """The first and the last season."""
        return " – ".join(dict.fromkeys([self.seasons[0], self.seasons[-1]]))

    @property
    def heading(self) -> Heading:
        """The heading of every page."""
        lack = [season for season, front in self._fronts if front["status"] == INCOMPLETE]
        open_ones = [season for season, front in self._fronts if front["status"] == PROVISIONAL]
        reasons = [say("{season}: incomplete", season=season) for season in lack]
        reasons += [say("{season}: provisional", season=season) for season in open_ones]
        status = INCOMPLETE if lack else PROVISIONAL if open_ones else FINAL
        title = say("{league}: history", league=self.league) if self.league else HISTORY
        return Heading(title, self.span, status, reasons, self.labels, self.words)

    @property
    def _fronts(self) -> list[tuple[str, Facts]]:
        return [*zip(self.seasons, self.fronts, strict=True)]


def history_book(memory: Memory) -> Book:
    """Return the workbook of the history, without sheets that are empty or longer than LONGEST."""
    rows = {name: len(memory.rows(name)) for name in SHEETS}
    elsewhere = [
        say("The {n} rows of {sheet} are in {file}.", n=rows[name], sheet=SHEETS[name][0], file=f"tables/{name}.csv")
        for name in SHEETS
        if rows[name] > LONGEST
    ]
    sheets = [_sheet(name, memory) for name in SHEETS if 0 < rows[name] <= LONGEST]
    sheets[:1] = [replace(first, lines=[*first.lines, *elsewhere]) for first in sheets[:1]]
    rated = {*memory.frames["ratings"]["rating"]}
    rules = [
        Table(
            id,
            rule_columns(rating.rules, memory.heading.words, "column"),
            title=f"{rating.title} ({id})",
            filters=False,
        )
        for id, rating in ratings().items()
        if id in rated
    ]
    return translate.book(memory.heading, [*sheets, *([Sheet("Rules", rules)] if rules else [])])


def _sheet(name: str, memory: Memory) -> Sheet:
    title, line = SHEETS[name]
    rows = memory.rows(name).round(9)
    unused = [column for column in ("missed", "provisional") if column in rows and not rows[column].any()]
    shown = ["data"] * (len(memory.labels) > 1) + [column for column in rows if column not in ("data", *unused)]
    columns = [_column(column, rows) for column in shown]
    row_styles: list[Styles] = medals(rows["rank"]) if "rank" in rows else []
    if name in ("careers", "careers_by_power", "powers"):
        row_styles = [("faded",) if boards < FEW else () for boards in rows["boards"]]
    frozen = "player" if "player" in rows else str(columns[0].header)
    return Sheet(title, [Table(name, columns, row_styles, trusted=True, frozen=frozen)], lines=[line])


def _column(name: str, rows: pd.DataFrame) -> Column:
    values = rows[name]
    if name == "rank":
        return rank_column(name, values, [column for column in ("data", "rating", "rank") if column in rows], rows)
    if name == "player":
        return strong_column(COLUMNS[name], values)
    if name == "data":
        return Column(
            "data", [Name("data label", label) if label != LABELS[1] else say("not stated") for label in values]
        )
    if name == "record":
        return Column("record", [RECORDS[record] for record in values], width=40)
    if values.dtype == bool:
        return Column(COLUMNS.get(name, name), [say("yes") if holds else None for holds in values])
    if values.dtype.kind in "iuf":
        return number_column(COLUMNS.get(name, name), values, DECIMALS.get(name, 2))
    if name == "season" and "event" not in rows:  # in the table of powers, a blank season stands for all seasons
        values = pd.Series([season or say("all seasons") for season in values], dtype=object)
    return text_column(COLUMNS.get(name, name), values, width=60 if name in ("best", "worst") else 36)
