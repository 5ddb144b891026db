"""The front door (`index.html`), the page that lists all seasons.

The page is in a single language. Its tables have rows for seasons, events and circuits.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple
from urllib.parse import quote

from pipeline.language.language import Language
from pipeline.pages.front import CIRCUIT, EVENT, Facts
from pipeline.pages.heading import FINAL, RESULTS_ONLY, UNREAL
from pipeline.report.labels import (
    CIRCUITS,
    EVENTS,
    LABELS_SHOWN,
    NOBODY,
    NOT_YET,
    PROBLEMS,
    STATUS_SHOWN,
    anchors,
    life,
    slug,
)
from pipeline.report.live import LIVE
from pipeline.report.standings import ALONE, TOGETHER
from pipeline.rules.systems import systems
from schemas.messages import Message, in_context, listed, plural, say

TITLE = say("Results and standings")
STANDINGS = in_context("how many", "standings")
FIRST = {"events.xlsx": EVENTS, "circuits.xlsx": CIRCUITS}
LAST = {"problems.xlsx": PROBLEMS}
LEADS = 2  # most events in the head of the page, if the season has no circuit
MOST_EVENTS = 4  # a season with more events has one row per circuit, or a single row


class Row(NamedTuple):
    """A row of a table on the front door (`index.html`), for a circuit, an event or a whole season.

    link     address of the row's part of the report, relative to the front door
    first    the leaders
    page     address of a single leader's section on the history page, or "" if there is none
    instead  reason why nobody leads
    figure   score of the leaders. In the row of a whole season, the number of circuits and events with a leader
    """

    title: str
    link: str
    first: str
    page: str
    instead: str
    figure: str
    players: str
    boards: str
    status: str
    style: str


class Door(NamedTuple):
    """A season's entry on the front door (`index.html`).

    reasons    why the season is not final
    labels     labels of worked examples and generated games, if the season also has other games
    live       address of the live page, or "" if there is none or `made_up` is true
    books      address and name of each workbook
    made_up    whether the season has only worked examples or generated games
    sentences  sentences that say who has won or is leading
    nobody     sentence to show if nobody has won or is leading
    """

    season: str
    anchor: str
    rows: list[Row]
    reasons: list[str]
    labels: list[str]
    live: str
    books: list[tuple[str, str]]
    made_up: bool
    sentences: list[str]
    nobody: str


def door(season: str, facts: Facts, files: Collection[str], words: Language, lives: Collection[str]) -> Door:
    """Return a season's entry on the front door (`index.html`).

    files  names of the season's outputs
    lives  addresses of the players' sections on the history page
    """
    made_up = bool(facts["labels"]) and {*facts["labels"]} <= {*UNREAL}
    named = {
        kind: anchors((one[1] for one in facts["rows"] if one[0] == kind), f"{kind}-")
        for kind in {row[0] for row in facts["rows"]}
    }
    rows = [_row(season, facts, row, named[row[0]], words, lives) for row in facts["rows"]]
    if made_up or sum(row[0] == EVENT for row in facts["rows"]) > MOST_EVENTS:
        rows = _together(season, facts, rows, words, whole=made_up)
    return Door(
        season=season,
        anchor=f"season-{slug(season)}",
        rows=rows or [_all(season, facts, facts["title"] or season, words)],
        reasons=[] if made_up else facts["reasons"][words.code],
        labels=[words(LABELS_SHOWN[label]) for label in facts["labels"] if label in UNREAL and not made_up],
        live=quote(f"{season}/{LIVE}") if LIVE in files and not made_up else "",
        books=[(quote(f"{season}/{file}"), name) for file, name in _named(files, words)],
        made_up=made_up,
        sentences=[] if made_up else _sentences(season, facts, words),
        nobody=f"{_named_once(facts['title'] or (rows[0].title if rows else season), season)}. "
        f"{words(NOBODY.get(facts['status'], NOT_YET))}",
    )


def _row(
    season: str, facts: Facts, row: list, named: Mapping[str, str], words: Language, lives: Collection[str]
) -> Row:
    """Return the row for a circuit or an event.

    named  anchors of the season's circuits or events, keyed by id
    """
    _, id, title, leaders, status, score, players, boards = row
    several = len(facts["rows"]) > 1
    doubts = facts["doubts"][words.code]
    label = facts["labels"][0] if len(facts["labels"]) == 1 else ""
    return Row(
        title=title,
        link=quote(f"{season}/report.html") + (f"#{quote(named[id])}" if several else ""),
        first=words.listed([_asked(player, doubts) for player in leaders], "and"),
        page=_life(label, leaders, lives),
        instead=words(say("no system, so no champion")) if status == RESULTS_ONLY else "",
        figure=words.figures(score.replace(",", "")),
        players=str(players or ""),
        boards=str(boards or ""),
        status=words(STATUS_SHOWN[status]),
        style=status,
    )


def _together(season: str, facts: Facts, rows: list[Row], words: Language, whole: bool) -> list[Row]:
    """Return the rows of a season with too many events to list, either one per circuit or one for the whole season.

    whole  whether to return a single row even if there are circuits
    """
    circuits = [row for row, of in zip(rows, facts["rows"], strict=True) if of[0] == CIRCUIT]
    if circuits and not whole:
        return circuits
    events = [row for row in rows if row not in circuits]
    title = events[0].title if len(events) == 1 else words(plural("{n} event", "{n} events", len(events)))
    return [_all(season, facts, facts["title"] or words(listed([*(row.title for row in circuits), title])), words)]


def _all(season: str, facts: Facts, title: str, words: Language) -> Row:
    """Return a single row for a whole season.

    The row names no leader. It shows how many circuits and events have one.
    """
    boards = sum(row[7] for row in facts["rows"])
    standings = sum(bool(row[3]) for row in facts["rows"])
    events = [row for row in facts["rows"] if row[0] == EVENT]
    players = events[0][6] if len(events) == 1 else 0  # several events may share players
    status = facts["status"]
    return Row(
        title, quote(f"{season}/report.html"), "", "", "", str(standings or ""), str(players or ""), str(boards or ""),
        words(STATUS_SHOWN[status]), status,
    )  # fmt: skip


def _sentences(season: str, facts: Facts, words: Language) -> list[str]:
    """Return sentences that say who has won or is leading.

    The sentences are about the first circuit of a season or, if there is no circuit, about the first events.
    """
    said: list[str] = []
    most = 1 if any(row[0] == CIRCUIT for row in facts["rows"]) else LEADS
    for _, _, title, leaders, status, score, *_ in facts["rows"]:
        if leaders:
            message = (ALONE if len(leaders) == 1 else TOGETHER)[status == FINAL][bool(score)]
            won = message.of({"player": words.listed(leaders, "and"), "score": words.figures(score.replace(",", ""))})
            said.append(f"{_named_once(title, season)}{words.colon}{words(won)}")
        if len(said) == most:
            break
    return said


def _named_once(title: str, season: str) -> str:
    return title if season in title else f"{title} {season}"


def _asked(player: str, doubts: Mapping[str, str]) -> str:
    """Return a name, followed by a question if it is doubtful."""
    return f"{player} ({doubts[player]})" if player in doubts else player


def _life(label: str, first: list[str], lives: Collection[str]) -> str:
    """Return the address of the leader's section on the history page.

    The address is empty if there is no such section, or if there is not exactly one leader.
    """
    link = life(label, first[0]) if len(first) == 1 else ""
    return link if link in lives else ""


def _named(files: Collection[str], words: Language) -> list[tuple[str, str]]:
    """Return the file and the displayed name of each workbook directly in a season's folder, in display order."""
    titles: dict[str, str | Message] = {f"{name}.xlsx": system.title for name, system in systems().items()}
    books = sorted(file for file in files if "/" not in file and file.endswith(".xlsx"))
    handed_out = {file: file.removesuffix(".xlsx") for file in books if file not in {*FIRST, *titles, *LAST}}
    return [(file, words(name)) for file, name in {**FIRST, **titles, **handed_out, **LAST}.items() if file in files]


class Front(NamedTuple):
    """The content of the front door, the page that lists all seasons.

    league  name of the league, or ""
    memory  address of the history page, or ""
    """

    league: str
    words: Language
    doors: list[Door]
    memory: str
    script: str = ""
    address: str = ""

    @property
    def name(self) -> str:
        """The page heading, which is the name of the league, or a general title if the league has no name."""
        return self.league or self.words(TITLE)

    @property
    def title(self) -> str:
        """The title of the page."""
        return self.words.colon.join(filter(None, [self.name, self.description]))

    @property
    def standings(self) -> str:
        """The header of the column that gives how many standings a season has."""
        return self.words(STANDINGS)

    @property
    def leads(self) -> list[str]:
        """The sentences that say who has won or is leading the newest season.

        If nobody has won or is leading, one sentence says so, and the sentences about an earlier season follow.
        """
        doors = [door for door in self.doors if not door.made_up]
        nobody = [doors[0].nobody] if doors and not doors[0].sentences else []
        return nobody + next((door.sentences for door in doors if door.sentences), [])

    @property
    def description(self) -> str:
        """The sentences at the top of the page, as one string."""
        return " ".join(self.leads)

    @property
    def tables(self) -> list[tuple[bool, list[Door]]]:
        """The tables of seasons, each paired with a flag that is True for worked examples and generated games."""
        parts = [(made_up, [door for door in self.doors if door.made_up == made_up]) for made_up in (False, True)]
        return [(made_up, doors) for made_up, doors in parts if doors]
