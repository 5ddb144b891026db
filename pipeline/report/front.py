"""The front door of all seasons, in the words of one language."""

from collections.abc import Collection, Mapping
from typing import NamedTuple
from urllib.parse import quote

from pipeline.language.language import Language
from pipeline.pages.front import Facts
from pipeline.pages.heading import UNREAL
from pipeline.pages.words import STATUS
from pipeline.report.labels import CIRCUITS, EVENTS, LABELS_SHOWN, PROBLEMS, REPORT, life
from pipeline.rules.systems import systems
from schemas.messages import Message, say

TITLE = say("All seasons")
FIRST = {"report.html": REPORT, "events.xlsx": EVENTS, "circuits.xlsx": CIRCUITS}
LAST = {"problems.xlsx": PROBLEMS}


class Winners(NamedTuple):
    """The leaders of an event or circuit; `final`: they have won; `link`: page of a sole leader in the history."""

    title: str
    players: str
    final: bool
    link: str


class Door(NamedTuple):
    """The part of the front door for one season.

    title    title of the season, or ""
    status   the status in words, and its style
    reasons  reasons why it is not FINAL
    labels   kinds of data that are not real, in words
    won      the leaders of its circuits and events
    links    files to open: address relative to the front door, and name
    """

    season: str
    title: str
    status: str
    style: str
    reasons: list[str]
    labels: list[str]
    won: list[Winners]
    links: list[tuple[str, str]]


def door(season: str, facts: Facts, files: Collection[str], words: Language, lives: Collection[str]) -> Door:
    """Return the part of a season with these files; `lives` are the addresses of players in the history."""
    doubts = facts["doubts"][words.code]
    label = facts["labels"][0] if len(facts["labels"]) == 1 else ""
    return Door(
        season=season,
        title=facts["title"],
        status=words(STATUS[facts["status"]]),
        style=facts["status"],
        reasons=facts["reasons"][words.code],
        labels=[words(LABELS_SHOWN[label]) for label in facts["labels"] if label in UNREAL],
        won=[
            Winners(
                title,
                words.listed([_asked(player, doubts) for player in first], "and"),
                final,
                _life(label, first, lives),
            )
            for title, first, final, _ in facts["won"]
        ],
        links=[(quote(f"{season}/{file}"), name) for file, name in _named(files, words)],
    )


def _asked(player: str, doubts: Mapping[str, str]) -> str:
    """Return a name, followed by the question if it is in doubt."""
    return f"{player} ({doubts[player]})" if player in doubts else player


def _life(label: str, first: list[str], lives: Collection[str]) -> str:
    """Return the address of a sole leader in the history; "" for several, or for a player without a page."""
    link = life(label, first[0]) if len(first) == 1 else ""
    return link if link in lives else ""


def _named(files: Collection[str], words: Language) -> list[tuple[str, str]]:
    """Return the files on top of a season's folder with their names: report, official systems, events, problems."""
    titles: dict[str, str | Message] = {f"{name}.xlsx": system.title for name, system in systems().items()}
    books = sorted(file for file in files if "/" not in file and file.endswith(".xlsx"))
    handed_out = {file: file.removesuffix(".xlsx") for file in books if file not in {*FIRST, *titles, *LAST}}
    return [(file, words(name)) for file, name in {**FIRST, **titles, **handed_out, **LAST}.items() if file in files]


class Front(NamedTuple):
    """The front door; `league` is the name of the league, `memory` the address of its history, or ""."""

    league: str
    all_seasons: str
    doors: list[Door]
    memory: str

    @property
    def title(self) -> str:
        """The heading: all seasons of the league."""
        return " · ".join(filter(None, [self.league, self.all_seasons]))
