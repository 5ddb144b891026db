"""DiploBN JSON, one file per board, with the players, the result and the centres for each year.

Source: files written by a league's site, which the Diplomacy Broadcast Network's calculator reads. Their fields
    are Competition, GameLabel, URL, DateBegan, DateEnded, ScoringSystem, CommunicationType, DeadlineType, LimitType,
    AnonymityType, Note, Players, ResultSummary (CenterCount, YearOfElimination, InGameAtEnd, Score, Rank), GamePhases.
Reading: the number of a phase is the year times ten, plus 3 for the winter. The phase gives the centres after the
    autumn. Sheets have no units, orders or lists of centres. Unknown values are null. A file is named after its round
    and board, since some programs name the game after the file. The note says whether the results are real.
"""

from typing import Any

import pandas as pd

from pipeline.exports.event import Event
from pipeline.exports.format import File, Format, as_json, figure, file_name
from pipeline.exports.losses import OTHER_COLUMNS
from schemas.messages import say

FORMAT = Format(
    say("DiploBN JSON, one file per board"),
    kind="diplomacy",
    places=False,
    omits=(
        *("boards aside", "last years", "nobody"),
        *(
            "missed turns",
            "penalties",
            "not scored",
            "draw votes",
            "late orders",
            "typed scores",
            "variants",
            "divisions",
        ),
        *("winners", "time limits", "in progress", "to be played", "points beside boards", "results", "placings"),
        *("teams", "ids", "countries"),
        *OTHER_COLUMNS,
    ),
)
WINTER = 3
UNKNOWN = ("CommunicationType", "DeadlineType", "LimitType", "AnonymityType")


def files(event: Event) -> list[File]:
    """Return one file per board."""
    made = []
    for board, seats in event.games:
        label = f"round {board.round}, board {board.board}"
        made.append(File(file_name(f"{event.id}, {label}", ".json"), as_json(_game(event, board, seats, label))))
    return made


def _game(event: Event, board: Any, seats: pd.DataFrame, label: str) -> dict[str, Any]:
    return {
        "Competition": event.name,
        "GameLabel": label,
        "URL": None,
        "DateBegan": None,
        "DateEnded": board.ended or None,
        "ScoringSystem": event.system.title if event.system else None,
        **dict.fromkeys(UNKNOWN),
        "Note": _note(event, seats),
        "Players": dict(zip(seats["power"], seats["player"], strict=True)),
        "ResultSummary": {seat["power"]: _result(seat) for seat in seats.to_dict("records")},
        "GamePhases": [
            {"Phase": 10 * year + WINTER, "Status": "Completed", "CenterCounts": _centres(seats, year)}
            for year in event.years
            if seats[year].notna().any()
        ],
    }


def _result(seat: dict[Any, Any]) -> dict[str, Any]:
    return {
        "CenterCount": figure(seat["final_centres"]),
        "YearOfElimination": figure(seat["eliminated"]),
        "InGameAtEnd": bool(seat["survivor"]),
        "Score": figure(seat["score"]),
        "Rank": figure(seat["rank"]),
    }


def _centres(seats: pd.DataFrame, year: int) -> dict[str, Any]:
    """Return the centres of each power, in the order of the seats."""
    return {power: figure(centres) for power, centres in zip(seats["power"], seats[year], strict=True)}


def _note(event: Event, seats: pd.DataFrame) -> str:
    """Return the note on a game, which gives the event's data label (such as `real`) and the notes on the seats."""
    noted = seats[seats["note"] != ""]
    return "; ".join(
        [str(event.settings["data"]), *(f"{p}: {n}" for p, n in zip(noted["power"], noted["note"], strict=True))]
    )
