"""The facts about a season that the front door shows, as plain values for the manifest.

The front door is the page that lists all seasons.
"""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from pipeline.language.language import ENGLISH, language
from pipeline.pages.bulletin import adds_games
from pipeline.pages.heading import FINAL
from pipeline.pages.ranked import THREE_DECIMALS
from pipeline.pages.season import Season
from pipeline.pages.season_facts import Size
from pipeline.pages.words import STATUS
from pipeline.store.names import Shape, fits
from schemas.messages import NOTHING
from schemas.words import LANGUAGES

Facts = dict[str, Any]


WON: tuple[Shape, ...] = (str, [str], bool, str)  # title, players, whether that is final, event


ROW: tuple[Shape, ...] = (str, str, str, [str], STATUS.__contains__, str, int, int)
CIRCUIT, EVENT = "circuit", "event"


def _is_first(value: object) -> bool:
    return isinstance(value, list) and len(value) == len(WON) and all(map(fits, value, WON))


def _is_row(value: object) -> bool:
    return isinstance(value, list) and len(value) == len(ROW) and all(map(fits, value, ROW))


FACTS: Shape = {  # shape of each fact; a manifest with any other shape is not used
    "language": LANGUAGES.__contains__,
    "league": str,
    "title": str,
    "status": STATUS.__contains__,
    "reasons": {code: [str] for code in LANGUAGES},
    "doubts": dict.fromkeys(LANGUAGES, (str, str)),
    "labels": [str],
    "won": [_is_first],
    "rows": [_is_row],
}


def front(season: Season) -> Facts:
    """Return the facts about a season that are shown on the front door, the page that lists all seasons.

    language  language of the season's report
    league    name of the league, or ""
    title     title of the season, or ""
    status    FINAL, PROVISIONAL, INCOMPLETE or RESULTS_ONLY
    reasons   why the status is not FINAL, and the number of doubtful names, by language
    doubts    questions about doubtful names, by language and leader
    labels    the season's data labels, such as `real`
    won       for each circuit and then each event that has a leader: its title, its leaders, whether the result is
              final, and the event's id ("" for a circuit)
    rows      for each circuit and then each event: kind (circuit or event), id, title, leaders, status, the leaders'
              score in English format, number of players, number of boards
    """
    heading = season.heading(NOTHING, circuits=True)
    won = [*_circuits(season), *_events(season)]
    first = {player for _, players, _, _ in won for player in players}
    questions = {player: said for player, said in season.doubts.items() if player in first}
    return {
        "language": season.words.code,
        "league": season.league,
        "title": season.title,
        "status": heading.status,
        "reasons": {
            code: [language(code)(reason) for reason in (*heading.reasons, *heading.doubts)] for code in LANGUAGES
        },
        "doubts": {code: {player: language(code)(said) for player, said in questions.items()} for code in LANGUAGES},
        "labels": heading.labels,
        "won": [*map(list, won)],
        "rows": [[*row] for row in (*_circuit_rows(season), *_event_rows(season, won))],
    }


def _circuits(season: Season) -> Iterator[tuple[str, list[str], bool, str]]:
    for circuit in season.circuits:
        standings = season.outcome(circuit).standings
        if first := standings["player"][standings["rank"] == 1].tolist():
            yield circuit.title, first, season.circuit_status(circuit).word == FINAL, ""


def _events(season: Season) -> Iterator[tuple[str, list[str], bool, str]]:
    standings = season.standings.standings
    winners, first = standings["rank"] == 1, dict[str, list[str]]()
    for event, player in zip(standings["event"][winners], standings["player"][winners], strict=True):
        first.setdefault(event, []).append(player)
    first |= {page.event: [page.winner] for page in season.tournaments if page.winner}
    added_up = {event.event for event in season.diplomacy_events if adds_games(season, event)}
    for event, name in season.names.items():
        if event in first and event not in added_up:
            yield name, first[event], season.event_status(event).word == FINAL, event


def _circuit_rows(season: Season) -> Iterator[tuple[Any, ...]]:
    for circuit in season.circuits:
        standings = season.outcome(circuit).standings
        leaders = standings["player"][standings["rank"] == 1].tolist()
        score, status = _score(standings, circuit.needs.system), season.circuit_status(circuit).word
        yield CIRCUIT, circuit.id, circuit.title, leaders, status, score, len(standings), 0


def _event_rows(season: Season, won: list[tuple[str, list[str], bool, str]]) -> Iterator[tuple[Any, ...]]:
    leaders = {event: players for _, players, _, event in won}
    sizes = {page.event: Size(0, page.players) for page in season.tournaments} | season.sizes
    standings = dict([*season.standings.standings.groupby("event")])
    for event in season.event_rows:
        id, (boards, players) = event.event, sizes[event.event]
        score = _score(standings[id], event.system) if id in leaders and id in standings else ""
        yield EVENT, id, event.name_, leaders.get(id, []), season.event_status(id).word, score, players, boards


def _score(standings: pd.DataFrame, system: str) -> str:
    """Return the leaders' score as text, or "" if they have none.

    The score has as many decimals as the standings show.
    """
    scores = standings["score"].dropna().astype(float)
    if scores.empty or pd.isna(standings["score"].iloc[0]):
        return ""
    places = 0 if (scores % 1 == 0).all() else 3 if system in THREE_DECIMALS else 2
    return language(ENGLISH).number(scores.iloc[0], places)
