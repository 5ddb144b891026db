"""The standings of an event as a post: a few lines and a small table, in the words of its season."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pandas as pd

from pipeline.events.standings import ROAD
from pipeline.exports.event import LEVEL, Event
from pipeline.language.language import Language
from pipeline.pages.bulletin import ADDED_UP, adds_games
from pipeline.pages.heading import Heading
from pipeline.pages.words import column
from pipeline.rules.counting import counting_words, ways
from schemas.messages import Text, Verbatim, listed, plural, say
from schemas.words import SUM

DECIMALS = 2
COLUMNS = ("rank", "player", "games", "score")
NAMES = COLUMNS.index("player")
MENTION = re.compile(r"(?<!\w)@(?=\w)")
GAP = "  "  # between two columns of plain text


class Post(NamedTuple):
    """The content of a post.

    title  the event
    lines  its status, the kind of its games, the official system
    rows   the heads of the columns, then one row per player, the best first; the second column has the players
    notes  what else decides the order: what ranks before the score, how results count, what is added; then how ties
           were settled, unless the rank is shared
    """

    title: str
    lines: list[str]
    rows: list[list[str]]
    notes: list[str]


def post(event: Event) -> Post | None:
    """Return the post; None for an event without standings."""
    table, words = event.standings, event.season.words
    if table.empty:
        return None
    status, reasons = event.season.event_status(event.id)
    heading = Heading(
        event.name,
        event.season.name,
        status,
        reasons,
        [str(event.settings["data"])],
        words,
        event.season.in_doubt(event.id),
    )
    ranks = [f"{rank}{'=' * (level > 1)}" for rank, level in zip(table["rank"], table[LEVEL], strict=True)]
    columns = [
        ranks,
        [_asked(player, event, words) for player in table["player"]],
        ["" if games is pd.NA else str(games) for games in table["games"]],
        _figures(event, words),
    ]
    shown = [[words(column(name)), *cells] for name, cells in zip(COLUMNS, columns, strict=True) if any(cells)]
    parted = zip(ranks, table["player"], table["settled"], table[LEVEL], strict=True)
    return Post(
        event.name,
        [heading.status_line, heading.labels_line, *([event.system.title] if event.system else [])],
        [[*row] for row in zip(*shown, strict=True)],
        [
            *map(words, _rules(event)),
            *(f"{rank} {player}: {words(said)}" for rank, player, said, level in parted if said and level == 1),
        ],
    )


def _asked(player: str, event: Event, words: Language) -> str:
    """Return a name, followed by the open question if it is in doubt."""
    doubts = event.season.doubts
    return f"{player} ({words(doubts[player])})" if player in doubts else player


def without_mentions(text: str) -> str:
    """Return a post in which no name calls anybody: `@everyone` would alert all members of a chat."""
    return MENTION.sub("@\u200b", text)


def _rules(event: Event) -> Iterator[Text]:
    """Yield what decides the order besides the sum of the games."""
    table, settings = event.standings, event.settings
    if any(adds_games(event.season, one) for one in event.season.diplomacy_events if one.event == event.id):
        yield ADDED_UP
    if table["division"].notna().any():
        yield say("The divisions rank before the score.")
    lifted = table.loc[table["top_place"].notna(), "rank"]
    if len(lifted):
        first = len(lifted) == (table["rank"] <= lifted.max()).sum()  # else divisions come first
        places = plural("Place 1 by the top table.", "Places 1 to {n} by the top table.", len(lifted))
        yield places if first else say("The top table ranks before the score.")
    if (table["games_short"].fillna(0) > 0).any():
        yield say("Players with too few games are ranked last.")
    if event.results.empty:
        return
    if settings["how"] != SUM:
        yield say("Counting: {counting}.", counting=counting_words(settings["how"], settings["counting_number"]))
    if ways()[settings["how"]].lowest:
        yield say("The lowest score wins; players with fewer results come after.")
    if settings["round_weights"]:
        yield say("Weights of the rounds: {weights}.", weights=Verbatim(settings["round_weights"]))
    if added := [column(name) for name in ROAD if table[name].fillna(0).ne(0).any()]:
        yield say("In the scores, beside the games: {added}.", added=listed(added))


def aligned(rows: list[list[str]]) -> list[str]:
    """Return rows as lines of plain text, the players aligned to the left and figures to the right."""
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    return [
        GAP.join(
            cell.ljust(width) if at == NAMES else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _figures(event: Event, words: Language) -> list[str]:
    """Return the scores, without decimals if all are whole; blank for an event known by its placings."""
    scores = event.standings["score"]
    places = 0 if (scores.dropna() % 1 == 0).all() else DECIMALS
    placed = event.system is None and event.results.empty
    return ["" if placed or score != score else words.number(score, places) for score in scores]
