"""The labels of a season in one language: names of events, players and boards, figures, and links."""

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote, urlsplit

import pandas as pd

from pipeline.language.language import Language
from pipeline.pages.heading import FINAL, RESULTS_ONLY
from pipeline.pages.report import EVENT, SeasonReport, by_event, with_columns
from pipeline.pages.season import OVER, Status
from pipeline.pages.words import column
from pipeline.report.elements import Bit, Head, as_day, decimals, floats, text
from pipeline.rules.rule_sheet import Paragraph
from schemas.messages import Listed, Message, Name, Text, in_context, say
from schemas.words import POWERS, UNKNOWN_PLAYER, fold

LINKS = re.compile(r"(https?://[^\s<>\"]+[^\s<>\".,;:)\]])")
SENTENCE_PARTS = re.compile("([\ue000-\uf8ff])")  # private signs, each in the place of a bit
FIRST_SIGN = 0xE000
REPORT = say("Season report")
STATUS_SHOWN = {
    "FINAL": in_context("a status", "Final"),
    "PROVISIONAL": say("So far"),
    "INCOMPLETE": say("Incomplete"),
    "RESULTS": say("Results only"),
}
LABELS_SHOWN = {
    "real": say("Real results"),
    "worked example": say("WORKED EXAMPLE"),
    "generated": say("GENERATED GAMES"),
    "not stated": say("ORIGIN NOT STATED"),
}
LABEL_MEANS = {
    "real": say("Games that were played."),
    "worked example": say("It shows how scores are computed; it is not the result of a real league."),
    "generated": say("Made by a program, played by nobody."),
    "not stated": say("The sheets do not say whether these games are real."),
}
NOBODY = {
    RESULTS_ONLY: say("Results only: no system is stated."),
    FINAL: say("Nobody is ranked."),
}
NOT_YET = say("Nobody is ranked yet.")
EVENTS, CIRCUITS, PROBLEMS = say("Events"), say("Circuits"), say("Open data problems")
SECTIONS = ("events", "powers", "rules", "opinions", "top")  # anchors of the page that are no names
PREFIXES = ("event-", "circuit-", "rules-")  # of anchors of other things than players
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
        self.anchors = anchors(self.names, "event-")
        self.circuit_anchors = anchors((circuit.id for circuit in report.circuits), "circuit-")
        self.rules = self._rules()
        self.letters = letters({power: self.power(power) for power in POWERS})
        self.players = player_anchors(self._people())
        rounds = dict(by_event(with_columns(report.charts, ["event", "round"])))
        self.rounds = {
            event: anchors(map(text, dict.fromkeys(rows["round"])), f"{self.anchors.get(event, event)}-round-")
            for event, rows in rounds.items()
        }
        self.in_rows: set[str] = set()

    def _rules(self) -> dict[str, tuple[str, list[Paragraph]]]:
        """Return title and paragraphs of each rule by its anchor: circuits, systems, counting, Bao."""
        report = self.report
        rules = [(circuit.title, circuit.rules) for circuit in report.circuits if circuit.rules]
        rules += [*report.rules, *((counting.title, counting.rules) for counting in report.counting)]
        sheets = {sheet.id: sheet for page in report.tournaments for sheet in page.rule_sheets}
        by_title = dict([*rules, *((sheet.title, sheet.rules) for sheet in sheets.values())])
        named = anchors(by_title, "rules-")
        return {named[title]: (title, paragraphs) for title, paragraphs in by_title.items()}

    def rule_anchor(self, title: str) -> str:
        """Return the anchor of the rules with this title, or ""."""
        return next((anchor for anchor, (named, _) in self.rules.items() if named == title), "")

    def _people(self) -> set[str]:
        """Return the names of all players and nations."""
        report = self.report
        frames = [report.standings, report.charts, *(circuit.standings for circuit in report.circuits)]
        frames += [frame for page in report.tournaments for frame in (page.played.entries, page.played.standings)]
        columns = [frame[name] for frame in frames for name in ("player", "nation", "group") if name in frame]
        return {text(name) for column in columns for name in column} - {"", UNKNOWN_PLAYER}

    def rows_of(self, part: str, players: Iterable[object]) -> list[tuple[str, str]]:
        """Return identifier and name in the address of the rows of players.

        A player's first row on the page has the name itself; rows in further tables begin with their part.
        """
        rows = []
        for player in map(text, players):
            at = self.players.get(player, "")
            row = at if at not in self.in_rows else f"{part}-{at}"
            rows.append(("" if row in self.in_rows else row, at))
            self.in_rows.add(row)
        return rows

    def name(self, event: object) -> str:
        """Return the name of an event."""
        return self.names.get(event, text(event))

    def round(self, name: object) -> str:
        """Return the name of a round: a bare number becomes `round 1`."""
        called = text(name)
        return self.w(say("round {name}", name=called)) if called.isdecimal() else called

    def short_round(self, name: object) -> str:
        """Return the short name of a round: a bare number becomes `R1`."""
        called = text(name)
        return self.w(in_context("a round by its number", "R{name}", name=called)) if called.isdecimal() else called

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

    def player(self, player: object, linked: bool = False) -> Bit:
        """Return a player's name, or that it is unknown; `linked` leads to the player's row, if there is one."""
        named = text(player)
        if named == UNKNOWN_PLAYER:
            return Bit(self.w(say("name not known")), "small")
        at = self.players.get(named, "")
        return Bit(named, "name", at if linked and at in self.in_rows else "", self.doubt(named))

    def chip(self, power: object) -> Bit:
        """Return the letter of a power in its colour."""
        return Bit(self.letters[text(power)], f"pw {text(power)[0]}", long=self.power(power))

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
        return [Bit(self.w(LABELS_SHOWN[label]), "st unreal") for label in kinds if label not in ("", "real")]

    def event_chips(self, event: str) -> list[Bit]:
        """Return the status of an event, unless it is FINAL, and its label as in `chips`."""
        return [*self.status_chip(self.report.open.get(event, OVER)), *self.chips([event])]

    def status_chip(self, status: Status) -> list[Bit]:
        """Return the status of an event or a circuit, unless it is FINAL."""
        return [] if status.word == FINAL else [Bit(self.w(STATUS_SHOWN[status.word]), f"st {status.word}")]

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
        if len(lines) > 1 and all(len(line) == 1 and line[0].link for line in lines):  # of addresses alone, the sites
            sites = [urlsplit(line[0].link).netloc.removeprefix("www.") for line in lines]
            count = [sites[: at + 1].count(site) for at, site in enumerate(sites)]
            named = [f"{site} ({n})" if n > 1 else site for site, n in zip(sites, count, strict=True)]
            lines = [[line[0]._replace(text=name)] for line, name in zip(lines, named, strict=True)]
            return [bit for number, line in enumerate(lines) for bit in ([Bit(", "), *line] if number else line)]
        return [bit for number, line in enumerate(lines) for bit in ([Bit("", "break"), *line] if number else line)]

    def sentence(self) -> "Sentence":
        """Return a sentence to be filled with bits."""
        return Sentence(self.w)


class Sentence:
    """A message whose values may be bits: `{player} wins` with the name in bold."""

    def __init__(self, words: Language) -> None:
        """Take the language."""
        self.w = words
        self.bits: list[Bit] = []

    def __call__(self, bit: Bit) -> str:
        """Return a private sign that stands for a bit among the message's values."""
        self.bits.append(bit)
        return chr(FIRST_SIGN + len(self.bits) - 1)

    def said(self, message: Text) -> list[Bit]:
        """Return the message with its bits."""
        parts = SENTENCE_PARTS.split(self.w(message))
        numbers = [ord(part) - FIRST_SIGN if SENTENCE_PARTS.fullmatch(part) else -1 for part in parts]
        return [
            self.bits[number] if 0 <= number < len(self.bits) else Bit(part)
            for number, part in zip(numbers, parts, strict=True)
            if part
        ]


def slug(name: str) -> str:
    """Return a name as it stands in an address: letters and figures, without case and accents, joined by hyphens."""
    return re.sub(r"[\W_]+", "-", fold(name)).strip("-") or "-"


def anchors(names: Iterable[str], prefix: str = "", besides: Iterable[str] = ()) -> dict[str, str]:
    """Return an anchor per name; those of names with one slug are numbered in the order of the names.

    So an anchor stays the same when another name is added.
    """
    given: dict[str, str] = {}
    used, names = {*besides}, [*names]
    for name in sorted(names):
        first = f"{prefix}{slug(name)}"
        given[name] = next(
            one for one in (first, *(f"{first}-{n}" for n in range(2, len(names) + 2))) if one not in used
        )
        used.add(given[name])
    return {name: given[name] for name in names}


def player_anchors(names: Iterable[str]) -> dict[str, str]:
    """Return the anchors of players, apart from all other anchors of the page."""
    others = {name for name in names if slug(name) in SECTIONS or slug(name).startswith(PREFIXES)}
    usual = anchors(sorted({*names} - others))
    return usual | anchors(sorted(others), "player-", usual.values())


def letters(names: Mapping[str, str]) -> dict[str, str]:
    """Return the shortest beginnings of names that tell all of them apart: `E`, or `Al` and `An`."""
    return {
        name: next(
            shown[:size]
            for size in range(1, len(shown) + 1)
            if sum(other.startswith(shown[:size]) for other in names.values()) == 1
        )
        for name, shown in names.items()
    }


def anchor(label: str, player: str) -> str:
    """Return the anchor of a player on the page; each kind of data has anchors of its own."""
    return "-".join(["player", *label.split(), *player.split()])


def life(label: str, player: str) -> str:
    """Return the address of a player in the history, relative to the front door."""
    return f"{PAGE}#{quote(anchor(label, player))}"
