"""A bulletin of postal games, with each game's partial scores, total and score, followed by the circuit's ranking list.

A system with a bulletin ranks the seats of each game, and only the circuit's list ranks players. The games' scores are
never added up into standings.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from pipeline.pages.book import Column, Table
from pipeline.pages.circuits import NOBODY
from pipeline.pages.season import Season
from pipeline.pages.season_facts import BOARD_NAME
from pipeline.pages.shared_columns import cells, medals, number_column, part_shown, ranks_column, text_column
from pipeline.pages.words import heading_of
from pipeline.rules.circuits import Circuit
from pipeline.rules.systems import System
from schemas.messages import NOTHING, Message, Text, listed, say
from schemas.words import POWERS, SUM

DECIMALS = 3  # the source prints percentages to three decimals
GAME = ["event", "round", "board"]
ADDED_UP = say(
    "The sum of the scores in all games. Under the system's own rules, only the circuit's list ranks players, not this sum."
)


def of_bulletin(season: Season, event: Any) -> bool:
    """Return whether an event is printed as a bulletin.

    The event's system must define a bulletin, and the event must count the sum of the scores.
    """
    return bool(event.system and season.computed.system(season.name, event.system).bulletin and event.how == SUM)


def adds_games(season: Season, event: Any) -> bool:
    """Return whether an event is printed as a bulletin of several games.

    Such an event has no winner, since its system's rules do not rank players by the sum of their scores in these games.
    """
    several = season.sizes[event.event].boards > 1
    return several and of_bulletin(season, event)


def printed_games(season: Season, system: System, event: str) -> Iterator[tuple[Message, pd.DataFrame]]:
    """Yield the title and the seats of each game of an event.

    The seats are sorted by score. Their columns are `event`, `round`, `board`, `place`, `power`, `player` and those of
    the bulletin.
    """
    games, seats = _games(season, system, event)
    for title, of_game in games:
        yield title, seats.iloc[of_game].reset_index(drop=True)


def _games(season: Season, system: System, event: str) -> tuple[list[tuple[Message, slice]], pd.DataFrame]:
    """Return the games of an event, and a table of all their seats.

    Each game is a pair of its title and the slice of the table that contains its seats. The seats of a game are sorted
    by score. The columns of the table are those of `printed_games`.
    """
    published = season.computed.published[system.key]
    of_event = np.flatnonzero(season.seats["event"].to_numpy(object) == event)
    board, rows = of_event // len(POWERS), published.at(season.rows[of_event])
    rows["result"] = season.charts["result"].to_numpy(object)[of_event]
    rows["last_year"] = season.boards["last_year"].to_numpy()[board]
    figures = {header: rows[name.replace(" ", "_")] for header, (name, _) in system.bulletin.items()}
    table = pd.DataFrame({**{name: rows[name] for name in (*GAME, "place", "power", "player")}, **figures})
    games = []
    first_seats = rows[[*GAME, "score", "status", "result", "last_year"]].iloc[:: len(POWERS)].to_dict("records")
    for start, first in zip(range(0, len(rows), len(POWERS)), first_seats, strict=True):
        seat = season.rows[of_event[start]]
        unscored = published.status(seat, first["status"]) if pd.isna(first["score"]) else NOTHING
        games.append((_title(first, unscored), slice(start, start + len(POWERS))))
    return games, table.iloc[np.lexsort((-rows["score"].to_numpy(float), board))]


def _title(seat: Any, unscored: Text) -> Message:
    """Return a game's title, which gives its board, state, last year played and, if it has no score, the reason."""
    year = [say("after autumn {year}", year=int(seat["last_year"]))] if pd.notna(seat["last_year"]) else []
    state = [*filter(None, [seat["result"]]), *year]
    state += [unscored] * bool(unscored)
    return say("{board}: {state}", board=BOARD_NAME.of(seat), state=listed(state))


def game_tables(season: Season, system: System, event: Any, name: str) -> list[Table]:
    """Return one table per game of an event.

    name  prefix of the tables' names
    """
    games, seats = _games(season, system, event.event)
    places, columns = cells(seats["place"]), _seat_columns(system, seats)
    return [
        Table(
            f"{name}_{number}",
            [
                ranks_column("place", places[of_game]),
                *(replace(column, values=column.values[of_game]) for column in columns),
            ],
            medals(places[of_game]),
            title=say("{event} · {game}", event=event.name_, game=game),
            filters=False,
        )
        for number, (game, of_game) in enumerate(games, 1)
    ]


def _seat_columns(system: System, seats: pd.DataFrame) -> list[Column]:
    """Return the columns `power` and `player`, followed by the bulletin's columns, named as in the rule text."""
    return [
        text_column("power", seats["power"]),
        text_column("player", seats["player"], width=34),
        *(
            Column(
                header,
                cells(seats[header]),
                (f"decimals {DECIMALS}", *(("strong",) if header == [*system.bulletin][-1] else ())),
                header_style="header right",
                caption=label,
                original=True,
            )
            for header, (_, label) in system.bulletin.items()
        ),
    ]


def glossary(season: Season, system: System) -> list[Text]:
    """Return a list with a line that explains the bulletin's columns, or an empty list if no explanation is needed.

    A rule text in the season's language needs no explanation.
    """
    terms = [rule for rule in system.rules if rule.original and rule.original.part in system.bulletin]
    meanings = [
        say("{term}: {meaning}", term=rule.original.part, meaning=heading_of(rule.part))
        for rule in terms
        if rule.original and rule.original.language != season.words.code
    ]
    return [listed(meanings, " · ")] if meanings else []


def lists_of(season: Season, system: System) -> list[Circuit]:
    """Return the season's circuits that rank players by the scores of their games under a system."""
    return [circuit for circuit in season.circuits if circuit.needs.system == system.published]


def list_tables(season: Season, system: System, name: str) -> list[Table]:
    """Return a table for each circuit that `lists_of` returns, with rank, player, games, score and the best games.

    name  prefix of the tables' names
    """
    tables = []
    for circuit in lists_of(season, system):
        standings = season.outcome(circuit).standings
        bests = [column for column in standings if str(column).startswith("best_")]
        score = next((part_shown(rule, season.words) for rule in circuit.rules if rule.part == "score"), "")
        columns = [
            ranks_column("rank", cells(standings["rank"])),
            text_column("player", standings["player"], width=34),
            number_column("games", standings["games"]),
            Column(
                "score",
                cells(standings["score"]),
                (f"decimals {DECIMALS}", "strong"),
                header_style="header right",
                shown=score,
            ),
            *(number_column(column.replace("_", " "), standings[column], DECIMALS) for column in bests),
            *([text_column("title", standings["title"], width=30)] if standings["title"].ne("").any() else []),
            *([text_column("settled", standings["settled"], width=44)] if standings["settled"].ne("").any() else []),
        ]
        basis = season.results.circuit_basis(circuit.id, season.name)
        tables.append(
            Table(
                f"{name}_{circuit.id}",
                columns,
                medals(standings["rank"]),
                title=say("{title}. {basis}", title=circuit.title, basis=basis),
                instead=NOBODY,
                filters=False,
            )
        )
    return tables
