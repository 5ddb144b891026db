"""The JSON format of dipvis, version 1, with one file for the tournament and one for each game.

Source: the fields of dipvis. The tournament has the fields `name`, `year`, `url`, `wdr_id`, `wdd_id`, `rounds` and
    `results`. Each round has `scoring_system` and `games`, which have `sandbox`, `started`, `players` and `draw`. Each
    result has `player_name`, `player_wdr_id`, `ranking`, `score` and `score_breakdown`. A game's file has `name`,
    `round_number`, `started_at`, `is_finished`, `is_top_board`, `external_url`, `notes`, `final-year`, `draw`,
    `sc_chart` and `sc_owners`.
Reading: rounds are numbers. `draw` is filled in if the sheet says that the game was drawn. The draw's season and year
    come from `draw accepted`. If nothing is entered there, the season is null and the year is the game's final one. A
    result that does not count at all is marked as dropped in the breakdown. Sheets do not say who owns which centre. If
    only the final centres are known, they are given for the game's final year. The name of a game's file begins with
    that of the tournament's file.
"""

from typing import Any

import pandas as pd

from pipeline.exports.event import Event
from pipeline.exports.format import File, Format, as_json, figure, file_name
from pipeline.exports.losses import OTHER_COLUMNS
from schemas.fields import turn_of
from schemas.keys import BOARD, among
from schemas.messages import say

FORMAT = Format(
    say("JSON in dipvis format: one file for the tournament, and one per game"),
    kind="diplomacy",
    places=False,
    omits=(
        *(
            "data",
            "boards aside",
            "ends",
            "nobody",
            "missed turns",
            "penalties",
            "not scored",
            "proposed draws",
            "late orders",
            "typed scores",
            "days",
        ),
        *(
            "variants",
            "divisions",
            "time limits",
            "concessions",
            "to be played",
            "names of rounds",
            "teams",
            "ids but of wdr",
        ),
        "countries",
        *OTHER_COLUMNS,
    ),
)


def files(event: Event) -> list[File]:
    """Return one file for the tournament and one for each game."""
    made = [File(file_name(event.id, ".json"), as_json(_tournament(event)))]
    tops = among(event.boards, event.top_tables, BOARD)
    for (board, seats), is_top in zip(event.games, tops, strict=True):
        name = file_name(f"{event.id}, round {board.round}, board {board.board}", ".json")
        made.append(File(name, as_json(_game(event, board, seats, bool(is_top)))))
    return made


def _tournament(event: Event) -> dict[str, Any]:
    rounds: dict[str, dict[str, Any]] = {}
    for board, seats in event.games:
        number = str(event.rounds[board.round])
        round = rounds.setdefault(number, {"scoring_system": event.system.title if event.system else None, "games": {}})
        round["games"][board.board] = {
            "sandbox": None,
            "started": True,
            "players": {seat.power: _player(event, seat.player) for seat in seats.itertuples()},
            "draw": _draw(board, seats),
        }
    start = str(event.settings["start"])[:4]
    return {
        "name": event.name,
        "year": int(start) if start.isdecimal() else None,
        "url": None,
        "wdr_id": None,
        "wdd_id": None,
        "rounds": rounds,
        "results": [_result(event, row) for row in event.standings.itertuples()],
    }


def _player(event: Event, name: str) -> dict[str, Any] | None:
    """Return the entry for the player with this name, or None for a power that nobody played."""
    return {"name": name, "location": None, "wdr_id": _wdr_id(event, name)} if name else None


def _wdr_id(event: Event, name: str) -> int | None:
    id = event.id_of(name, "wdr_id")
    return int(id) if id else None


def _result(event: Event, row: Any) -> dict[str, Any]:
    """Return a player's rank and score, and the results that make up the score."""
    mine = event.results[event.results["player"] == row.player]
    breakdown = [
        {
            "round": event.rounds[result.round],
            **({"game": result.board} if result.board else {}),
            "score": figure(result.points),
            "dropped": not result.used,
        }
        for result in mine.itertuples()
    ]
    return {
        "player_name": row.player,
        "player_wdr_id": _wdr_id(event, row.player),
        "ranking": figure(row.rank),
        "score": figure(row.score),
        "score_breakdown": breakdown,
    }


def _draw(board: Any, seats: pd.DataFrame) -> dict[str, Any] | None:
    """Return the season, year and powers of a draw, or None if the sheet does not say that the game was drawn."""
    if board.result != "draw":
        return None
    season, year = turn_of(board.draw_accepted) or (None, board.last_year)
    return {"season": season, "year": figure(year), "powers": [*seats.loc[seats["in_draw"], "power"]]}


def _game(event: Event, board: Any, seats: pd.DataFrame, is_top: bool) -> dict[str, Any]:
    noted = seats[seats["note"] != ""]
    charts = {year: seats[year] for year in event.years if seats[year].notna().any()}
    if not charts and pd.notna(board.last_year):
        charts = {int(board.last_year): seats["final_centres"]}
    return {
        "name": board.board,
        "round_number": event.rounds[board.round],
        "started_at": None,
        "is_finished": not board.in_progress,
        "is_top_board": is_top,
        "external_url": None,
        "notes": "; ".join(f"{power}: {note}" for power, note in zip(noted["power"], noted["note"], strict=True)),
        "final-year": None if board.in_progress else figure(board.last_year),
        "draw": _draw(board, seats),
        "sc_chart": {
            str(year): {p: figure(n) for p, n in zip(seats["power"], centres, strict=True)}
            for year, centres in charts.items()
        },
        "sc_owners": None,
    }
