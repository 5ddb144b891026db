"""DiploBN JSON, a format that several programs write, with players, results and the centres for every year.

Exported files have labels such as `Round 2, board A`. In any other label, the round and the board must be numbers, and
a board without a round is ignored.
"""

import re

from pipeline.tools.imports.imported import (
    LAST_YEAR,
    LONGEST_NAME,
    Board,
    Counts,
    Imported,
    Row,
    by_power,
    centres,
    counts,
    day_of,
    figure,
    name_of,
    number,
    owners,
    part,
    whole,
    year,
)
from pipeline.tools.imports.meanings import numbered
from pipeline.tools.imports.opening import Document
from pipeline.tools.imports.problems import Refused, printable
from schemas.messages import say
from schemas.words import FIRST_YEAR, POWERS, tidy_text

TITLE = say("DiploBN JSON")
USED = {"Players", "ResultSummary", "GamePhases", "DateEnded"}
LABEL, LONGEST_LABEL = "GameLabel", 500
BOTH = re.compile(r"round (.+?), board (.+)", re.IGNORECASE)
SPRING, AUTUMN, WINTER = 1, 2, 3  # the last digit of a phase's number
ENDED = "DateEnded"
ISO = re.compile(r"\d{4}-\d{2}-\d{2}[T ]")  # the date is followed by a time


def recognises(document: Document) -> bool:
    """Return whether a document has a field for players, and a field for results or phases."""
    content = document.content
    if document.kind != "json" or not isinstance(content, dict):
        return False
    return "Players" in content and bool({"ResultSummary", "GamePhases"} & content.keys())


def read(document: Document, imported: Imported) -> None:
    """Add the game to `imported`. Raises Refused if the file is invalid or contradicts itself."""
    content = document.content
    phases = part(content, "GamePhases", list, optional=True) or []
    summary = part(content, "ResultSummary", dict, optional=True) or {}
    round, name = _named(content.get(LABEL), document)
    board = Board(document.place, name, round, game=_ended(content.get(ENDED), document, imported))
    board.players = by_power(part(content, "Players", dict), lambda name, _: name_of(name))
    board.chart = _chart(phases)
    board.seats = by_power(summary, lambda result, _: _seat(result))
    ranked = [power for power, seat in board.seats.items() if seat["place"]]
    board.going_on = not content.get(ENDED) and len(ranked) < len(POWERS)
    _end(board, phases)
    imported.boards.append(board)
    imported.aside.update({*content} - USED - ({LABEL} if round else set()))


def _named(label: object, document: Document) -> tuple[str, str]:
    """Return the round and the board that a label names.

    Unless the label names both, the board is named after the file.
    """
    text = tidy_text(printable(label[:LONGEST_LABEL])) if isinstance(label, str) else ""
    if both := BOTH.fullmatch(text):
        return both[1], both[2]
    round, board = numbered("round", text), numbered("board", text)
    return round, board if round and board else document.title


def _chart(phases: list[object]) -> dict[int, Counts]:
    """Return the centres for each year, from its winter phase or, if there is none, from the next spring phase."""
    winters, springs = {}, {}
    for each in phases:
        of, season = divmod(_number(each), 10)
        if (at := _counts(each)) is not None:
            if season == WINTER:
                winters[of] = at
            elif season == SPRING and of > FIRST_YEAR:
                springs[of - 1] = at
    return springs | winters


def _number(phase: object) -> int:
    return number(phase, "Phase", FIRST_YEAR * 10, LAST_YEAR * 10 + WINTER)


def _counts(phase: object) -> Counts | None:
    """Return the centre counts in a phase, or None if it has neither counts nor lists of owned centres."""
    if counted := part(phase, "CenterCounts", dict, optional=True):
        return counts(by_power(counted, lambda number, name: centres(number or 0, name)), missing=0)
    owned = part(phase, "SupplyCenters", dict, optional=True)
    return owners({name: listed or [] for name, listed in owned.items()}) if owned else None


def _seat(result: object) -> Row:
    """Return the cells for a power's entry in the results: final centres, elimination, score and place."""
    final, out = part(result, "CenterCount", int, optional=True), part(result, "YearOfElimination", int, optional=True)
    score, rank = (result.get(name) if isinstance(result, dict) else None for name in ("Score", "Rank"))
    return {
        "final": None if final is None else centres(final, "CenterCount"),
        "eliminated": year(out, "YearOfElimination") if out else None,
        "score": None if score is None else figure(score, "Score"),
        "place": whole(rank, "Rank", 1, len(POWERS)) if rank else None,
    }


def _end(board: Board, phases: list[object]) -> None:
    """Drop final centres and eliminations after comparing the final centres with the last year of the chart.

    If the final centres differ and the last phase is an autumn after that year, they are added to the chart as the
    centres of that autumn. Raises Refused for any other difference. Without a chart, nothing is dropped.
    """
    at_the_end = tuple(board.seats.get(power, {}).get("final") for power in POWERS)
    if not board.chart:
        return
    last, stopped = max(board.chart), divmod(_number(phases[-1]), 10)
    if None not in at_the_end and at_the_end != board.chart[last]:
        if stopped[1] != AUTUMN or stopped[0] <= last:
            differ = say("The final centres differ from those after {year}.", year=last)
            raise Refused("contradiction", differ)
        board.chart[stopped[0]] = counts({p: int(str(n)) for p, n in zip(POWERS, at_the_end, strict=True)})
    board.seats = {
        power: {name: value for name, value in seat.items() if name not in ("final", "eliminated")}
        for power, seat in board.seats.items()
    }


def _ended(day: object, document: Document, imported: Imported) -> Row:
    """Return the cell with the date on which the game ended.

    A date that is ambiguous or invalid is reported as a problem.
    """
    text = tidy_text(printable(str(day or "")[:LONGEST_NAME]))
    if ISO.match(text):
        text = text[: len("2026-01-31")]
    try:
        return {"ended": day_of(text, ENDED)} if text else {}
    except Refused as fault:
        imported.problems.append(fault.at(document.place)._replace(code="not_taken"))
        return {}
