"""Helpers for the scoring tests: exact sums, worked cases, and boards as arrays (`Boards`)."""

import ast
import csv
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.rules.boards import ELIMINATED_UNKNOWN, Boards
from schemas.words import FIRST_YEAR, POWERS
from tests.reference.boards import PlainBoard

CASES = Path(__file__).with_name("cases")
CLOSE = 1e-9

OPERATORS: dict[type, Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def exact(text: str) -> Fraction:
    """Return the value of a sum such as `1 + 16 + 7/2`, or zero for an empty string.

    Raises ValueError for anything except numbers, + - * / and brackets.
    """

    def value(node: ast.expr) -> Fraction:
        match node:
            case ast.Constant(int() | float() as number):
                return Fraction(str(number))
            case ast.UnaryOp(ast.USub(), operand):
                return -value(operand)
            case ast.BinOp(left, sign, right) if type(sign) in OPERATORS:
                return OPERATORS[type(sign)](value(left), value(right))
        raise ValueError(f"no sum: {text!r}")

    return value(ast.parse(text, mode="eval").body) if text else Fraction(0)


def exact_places(points: Sequence[Fraction | int]) -> list[int]:
    """Rank entries by their exact points, and return their places, such as 1, 2, 2 and 4 if two of four are level."""
    in_order = sorted(points, reverse=True)
    return [1 + in_order.index(one) for one in points]


# -- plain boards as arrays --------------------------------------------------------------------------------------------


def boards_of(games: Sequence[PlainBoard], longest: int = 0) -> Boards:
    """Return plain boards as arrays, padded with empty years to at least `longest` years."""
    years = [len(game.chart) for game in games]
    longest = max(longest, *years)
    owned = np.zeros((longest, len(POWERS), len(games)), np.int8)
    recorded = np.arange(longest)[:, np.newaxis] < np.array(years)
    for board, game in enumerate(games):
        if game.chart:
            owned[: len(game.chart), :, board] = game.chart
    eliminated = [
        [0 if held else year or ELIMINATED_UNKNOWN for held, year in zip(game.centres, game.eliminated, strict=True)]
        for game in games
    ]
    return Boards(
        centres=seats([game.centres for game in games]),
        owned=owned,
        recorded=recorded,
        first_year=np.full(len(games), FIRST_YEAR, np.int16),
        years=np.array(years, np.int16),
        eliminated=seats(eliminated),
        has_player=seats([game.has_player for game in games]).astype(bool),
        named=seats([[power in game.winners for power in range(len(POWERS))] for game in games]).astype(bool),
        in_progress=np.array([game.in_progress for game in games]),
        nmr_orders=seats([game.nmr_orders for game in games]),
        nmr_adjustments=seats([game.nmr_adjustments for game in games]),
        penalty=np.array([[float(points) for points in game.penalty] for game in games]).T,
        variant=np.zeros(len(games), bool),
    )


def seats(rows: Sequence[Sequence[int]]) -> NDArray[np.int16]:
    """Turn rows, one per board, into a (power, board) array."""
    return np.ascontiguousarray(np.array(rows, np.int16).T)


def arrays(boards: Boards) -> dict[str, NDArray]:
    """Return the arrays of a `Boards` object by field name."""
    return {array.name: getattr(boards, array.name) for array in fields(boards)}


def seated(boards: Boards, order: Sequence[int]) -> Boards:
    """Return the boards with their powers rearranged into the given order."""
    moved = {
        name: array[..., order, :] if array.shape[-2:-1] == (len(POWERS),) else array
        for name, array in arrays(boards).items()
        if name != "recorded"
    }
    return replace(boards, **moved)


# -- worked cases ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A worked example of one board, with the cells of its file as strings in `rows`, one row per power."""

    system: str
    rows: list[dict[str, str]]
    parts: list[str]

    def __str__(self) -> str:
        return f"{self.system}: {self['case']}"

    def __getitem__(self, column: str) -> str:
        """Return the value of a column that applies to the whole case and is given only in its first row."""
        return self.rows[0].get(column, "")

    def column(self, name: str) -> list[str]:
        """Return the values of a column, one per power."""
        return [row.get(name, "") for row in self.rows]

    @property
    def years(self) -> int:
        """The number of game years played, or 0 if it is unknown."""
        return int(self["years"] or 0)

    @property
    def recorded(self) -> list[list[int]]:
        """The known centres, one row per autumn, in the order of the years."""
        by_power = [[int(centres) for centres in text.split()] for text in self.column("centres")]
        return [list(autumn) for autumn in zip(*by_power, strict=True)]

    @property
    def charted(self) -> bool:
        """Whether the centres are known for every year."""
        return len(self.recorded) == self.years

    @property
    def plain(self) -> PlainBoard:
        """The board in the form that `tests.reference` expects, without its chart if years are missing."""
        recorded = self.recorded
        chart = tuple(tuple(autumn) for autumn in recorded) if self.charted else ()
        missed = [[turn[0] for turn in text.split()] for text in self.column("missed turns")]
        return PlainBoard(
            centres=tuple(recorded[-1]),
            chart=chart,
            eliminated=tuple(self._eliminated(power) for power in range(len(POWERS))),
            has_player=tuple(text != "none" for text in self.column("player")),
            winners=frozenset(power for power, text in enumerate(self.column("named")) if text == "x"),
            in_progress=self["result"] == "in progress",
            nmr_orders=tuple(turns.count("S") + turns.count("A") for turns in missed),
            nmr_adjustments=tuple(turns.count("W") for turns in missed),
            penalty=tuple(exact(text) for text in self.column("penalty")),
        )

    @property
    def boards(self) -> Boards:
        boards, recorded = boards_of([self.plain]), np.array(self.recorded, np.int8)
        if self.charted or not self.years:
            return boards
        owned = np.zeros((self.years, len(POWERS), 1), np.int8)
        owned[self.years - len(recorded) :, :, 0] = recorded
        recorded_years = np.arange(self.years)[:, np.newaxis] >= self.years - len(recorded)
        return replace(boards, owned=owned, recorded=recorded_years, years=np.array([self.years], np.int16))

    @property
    def expected_parts(self) -> dict[tuple[str, str], Fraction]:
        """The expected points by power and part. The mapping is empty if the case has only totals."""
        written = {part: [exact(text) for text in self.column(part)] for part in self.parts}
        if not any("".join(self.column(part)) for part in self.parts):
            return {}
        scale = [sum(column) for column in zip(*written.values(), strict=True)]
        everybody = sum(scale)
        if self.system == "pgp":  # typed as on paper; 6.2 turns all parts into percentages of the board's sum
            written = {
                part: [100 * points / everybody if everybody else Fraction(0) for points in column]
                for part, column in written.items()
            }
        return {
            (power, part): points
            for part, column in written.items()
            for power, points in zip(POWERS, column, strict=True)
        }

    @property
    def expected_score(self) -> dict[str, Fraction]:
        """Each power's total: the sum of its parts, or the score in the file if the case has no parts."""
        parts = self.expected_parts
        if not parts:
            return {power: exact(score) for power, score in zip(POWERS, self.column("score"), strict=True)}
        return {power: sum(parts[power, part] for part in self.parts) for power in POWERS}

    def _eliminated(self, power: int) -> int | None:
        if self.rows[power].get("out"):
            return int(self.rows[power]["out"]) - FIRST_YEAR + 1
        held = [autumn[power] for autumn in self.recorded]
        return held.index(0) + 1 if self.charted and 0 in held else None


FACTS = ["case", "says", "years", "result", "power", "centres", "out", "missed turns", "named", "player", "penalty"]
OUTCOMES = ["score", "published", "place", "status", "notice"]


def cases(system: str) -> list[Case]:
    """Return a system's worked cases, from files with one row per power and from files with one row per board.

    Raises ValueError if there is no case, or if a case does not have one row per power in the order of the powers.
    """
    found = [*(_by_power(system) if (CASES / f"{system}.csv").is_file() else ()), *_by_board().get(system, ())]
    if not found:
        raise ValueError(f"the system {system} has no worked cases in tests/cases")
    return found


def _by_power(system: str) -> Iterator[Case]:
    with (CASES / f"{system}.csv").open(encoding="utf-8", newline="") as lines:
        sheet = csv.DictReader(lines)
        rows = list(sheet)
        parts = [name for name in sheet.fieldnames or [] if name not in FACTS + OUTCOMES]
    for start in range(0, len(rows), len(POWERS)):
        board = rows[start : start + len(POWERS)]
        if tuple(row["power"] for row in board) != POWERS or any(row["case"] for row in board[1:]):
            raise ValueError(f"{system}.csv: the case {board[0]['case']!r} has not a row a power")
        yield Case(system, board, parts)


@cache
def _by_board() -> dict[str, list[Case]]:
    """Return the cases in `cases/editions/` as lists, keyed by system."""
    found: dict[str, list[Case]] = {}
    for path in sorted((CASES / "editions").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as lines:
            for line in csv.DictReader(lines):
                found.setdefault(line["system"], []).append(Case(line["system"], _rows(line), []))
    return found


def _rows(line: dict[str, str]) -> list[dict[str, str]]:
    """Split a board's line into one row per power."""
    columns = {name: _seven(line[name], line["case"]) for name in ("out", "named", "score", "place") if line.get(name)}
    autumns = [_seven(autumn, line["case"]) for autumn in line["centres"].split("/")]
    columns["centres"] = [" ".join(held) for held in zip(*autumns, strict=True)]
    if "score" in columns and "place" not in columns:
        columns["place"] = [*map(str, exact_places([exact(score) for score in columns["score"]]))]
    whole = {name: line.get(name) or "" for name in ("case", "says", "years", "status", "notice")}
    return [
        {"power": power, **{name: values[n] for name, values in columns.items()}, **(whole if n == 0 else {})}
        for n, power in enumerate(POWERS)
    ]


def _seven(text: str, case: str) -> list[str]:
    """Split a string into seven values, one per power, where `.` stands for an empty value.

    Raises ValueError unless there are seven values.
    """
    values = ["" if value == "." else value for value in text.split()]
    if len(values) != len(POWERS):
        raise ValueError(f"the case {case!r} has not seven values: {text}")
    return values
