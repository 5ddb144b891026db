"""The labels of a season in one language: names of events, players and boards, figures, and links."""

import math
import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

import pandas as pd

from pipeline.language.language import Language
from pipeline.pages.heading import FINAL
from pipeline.pages.report import EVENT, SeasonReport, with_columns
from pipeline.pages.season import OVER, Status
from pipeline.pages.words import STATUS, column
from pipeline.report.elements import Bit, Head, as_day, decimals, floats, text
from schemas.messages import Listed, Message, Name, say
from schemas.words import UNKNOWN_PLAYER

LINKS = re.compile(r"(https?://[^\s<>\"]+[^\s<>\".,;:)\]])")
REPORT = say("Season report")
STATUS_MEANS = {
    "FINAL": say("Every game is over, every sheet has been read."),
    "PROVISIONAL": say("More is to come: scores and ranks can still change."),
    "INCOMPLETE": say("A sheet or a board was set aside: the standings lack its games."),
    "RESULTS": say("The games are listed; no official system is named, so that nobody is ranked."),
}
LABELS_SHOWN = {
    "real": say("Real results"),
    "worked example": say("WORKED EXAMPLE"),
    "generated": say("GENERATED GAMES"),
    "not stated": say("ORIGIN NOT STATED"),
}
LABEL_MEANS = {
    "real": say("Games that were played."),
    "worked example": say("It shows how scores come about; no league ended so."),
    "generated": say("Made by a program, played by nobody."),
    "not stated": say("The sheets do not say whether these games are real."),
}
SECTIONS = {
    "podiums": say("Podiums"),
    "circuits": say("Circuits"),
    "events": say("Events"),
    "awards": say("Best of each power"),
    "records": say("Records"),
    "boards": say("The boards"),
    "ties": say("Ties, explained"),
    "opinions": say("Second opinion"),
    "rules": say("Rules in force"),
    "problems": say("Open data problems"),
}
PAGE = "history/history.html"  # relative to the front door


class Labels:
    """One report, one language."""

    def __init__(self, report: SeasonReport, words: Language) -> None:
        """Take a report and the language of its labels."""
        self.report, self.w = report, words
        self.events = with_columns(report.events, [*EVENT, "source"])
        self.names = {row.event: text(row.name) or row.event for row in self.events.itertuples()}
        self.data = {row.event: text(row.data) for row in self.events.itertuples()}
        self.days = {row.event: (text(row.start), text(row.end)) for row in self.events.itertuples()}
        for page in report.tournaments:
            self.names[page.event], self.data[page.event] = page.name or page.event, page.data
            self.days[page.event] = (page.start, page.end)
        self.systems = {row.event: text(row.system) for row in self.events.itertuples()}
        self.titles = {text(row.system): text(row.system_title) or text(row.system) for row in self.events.itertuples()}
        self.anchors = {event: f"event-{number}" for number, event in enumerate(self.names, 1)}
        self.rules = [*report.rules, *((counting.title, counting.rules) for counting in report.counting)]
        self.rule_anchors = {title: f"rules-{number}" for number, (title, _) in enumerate(self.rules, 1)}
        self.lives = self._lives()
        self.pictures = 0

    def _lives(self) -> dict[str, str]:
        """Return player -> address in the history; empty if the season has several kinds of data."""
        if len(self.report.labels) != 1:
            return {}
        frames = [frame for frame in (self.report.standings, self.report.charts) if "player" in frame]
        people = {text(name) for frame in frames for name in frame["player"]} - {"", UNKNOWN_PLAYER}
        return {name: f"../{life(self.report.labels[0], name)}" for name in people}

    def name(self, event: object) -> str:
        """Return the name of an event."""
        return self.names.get(event, text(event))

    def round(self, name: object) -> str:
        """Return the name of a round: a bare number becomes `round 1`."""
        called = text(name)
        return self.w(say("round {name}", name=called)) if called.isdecimal() else called

    def night(self, event: object, name: object) -> str:
        """Return the day of a round, `14 January`, or its first and last day; "" if no sheet gives one."""
        first, last = map(as_day, self.report.nights.get((text(event), text(name)), ("", "")))
        if not first or not last:
            return ""
        return self.w.days(first, last) if first < last else self.w.day_of_year(first)

    def board(self, name: object) -> str:
        """Return the name of a board: a bare number becomes `board 1`."""
        called = text(name)
        return self.w(say("board {name}", name=called)) if called.isdecimal() else called

    def power(self, power: object) -> str:
        """Return the name of a power."""
        return self.w(Name("power", text(power)))

    def dates(self, start: object, end: object) -> str:
        """Return a range of days, `3–5 May 2013`; a text that is not a day is returned as typed."""
        first, last = as_day(start), as_day(end)
        if first and last and first < last:
            return self.w.days(first, last)
        written = [self.w.day(day) if day else text(typed) for typed, day in ((start, first), (end, last))]
        return " – ".join(dict.fromkeys(part for part in written if part))

    def place(self, row: Any, several: bool = True) -> str:
        """Return the round and board of a row; with `several` events also the event."""
        board = f"{self.round(row.round)}, {self.board(row.board)}"
        return f"{self.name(row.event)}, {board}" if several and len(self.names) > 1 else board

    def player(self, player: object) -> Bit:
        """Return a player's name, or that it is unknown."""
        named = text(player)
        return (
            Bit(self.w(say("name not known")), "small")
            if named == UNKNOWN_PLAYER
            else Bit(named, "name", self.lives.get(named, ""), self.doubt(named))
        )

    def doubt(self, player: str) -> str:
        """Return the question about a doubtful name; "" for other names."""
        question = self.report.doubts.get(player)
        return self.w(question) if question else ""

    def nation(self, nation: object) -> Bit:
        """Return a nation, or that there is none."""
        return Bit(text(nation) or "–", "name")

    def said(self, message: object, style: str = "") -> Bit:
        """Return a message of another module as pieces of text; empty for NOTHING."""
        return Bit(self.w(message if text(message) else ""), style)

    def chips(self, events: Iterable[object]) -> list[Bit]:
        """Return labels of events that are not real if the season has several kinds; else the page's top says it."""
        kinds = dict.fromkeys(self.data.get(str(event), "") for event in events) if len(self.report.labels) > 1 else {}
        return [Bit(self.w(LABELS_SHOWN[label]), "chip") for label in kinds if label not in ("", "real")]

    def event_chips(self, event: str) -> list[Bit]:
        """Return the status of an event, unless it is FINAL, and its label as in `chips`."""
        return [*self.status_chip(self.report.open.get(event, OVER)), *self.chips([event])]

    def status_chip(self, status: Status) -> list[Bit]:
        """Return the status of an event or a circuit, unless it is FINAL."""
        return [] if status.word == FINAL else [Bit(self.w(STATUS[status.word]), f"chip {status.word}")]

    def sentences(self, messages: Iterable[object]) -> str:
        """Return messages of other modules, each as a sentence."""
        said = [self.said(message).text for message in messages]
        return " ".join(f"{text[:1].upper()}{text[1:]}." for text in said if text)

    def figures(self, values: pd.Series, system: str = "") -> list[str]:
        """Return figures with as many decimals as all of them need, "" for missing ones; messages become texts."""
        if values.dtype.kind not in "iuf" and any(
            isinstance(value, str | Message | Listed) and value for value in values
        ):
            return [self.said(value).text for value in values]
        numbers = floats(values)
        places = decimals(numbers, system)
        return ["" if math.isnan(value) else self.w.number(value, places) for value in numbers]

    def few(self, names: list[Bit], most: int) -> list[Bit]:
        """Return the first names, and the number of the others."""
        return [
            *names[:most],
            *([Bit(self.w(say("and {n} more", n=len(names) - most)), "small")] if len(names) > most else []),
        ]

    def heads(self, *names: str) -> list[Head]:
        """Return heads of columns; `score:figure` is a name with a style."""
        return [Head(self.w(column(name)), style) for name, _, style in (name.partition(":") for name in names)]

    def linked(self, source: object) -> list[Bit]:
        """Return the lines of a text, with links for the addresses in it."""
        lines = [
            [Bit(part, link=part if LINKS.fullmatch(part) else "") for part in LINKS.split(line) if part]
            for line in text(source).splitlines()
        ]
        return [bit for number, line in enumerate(lines) for bit in ([Bit("", "break"), *line] if number else line)]

    def prefix(self) -> str:
        """Return the prefix of the next picture's identifiers."""
        self.pictures += 1
        return f"p{self.pictures}"


def anchor(label: str, player: str) -> str:
    """Return the anchor of a player on the page; each kind of data has anchors of its own."""
    return "-".join(["player", *label.split(), *player.split()])


def life(label: str, player: str) -> str:
    """Return the address of a player in the history, relative to the front door."""
    return f"{PAGE}#{quote(anchor(label, player))}"
