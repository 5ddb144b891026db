"""Sheets that look like results but have unknown names.

They are reported as errors, so that no results are overlooked.
"""

import pytest

from pipeline.read.cells import Cell
from pipeline.read.headers import has_results
from schemas.words import POWERS
from tests.sheets import Cell as Typed
from tests.sheets import table

CENTRES = (5, 4, 5, 5, 4, 6, 5)  # 34 in all, possible after any year except the first
FORMULA = Cell("", "formula")
BOARDS = table("round board power player final", *((1, 1, power, f"P {power}", 5) for power in POWERS))


def cells(rows: list[list[Typed]]) -> list[list[Cell]]:
    """Convert rows of values into the cells that the reader would return."""
    kinds = {str: "text", type(None): "text"}
    return [
        [
            value
            if isinstance(value, Cell)
            else Cell("" if value is None else str(value), kinds.get(type(value), "number"))
            for value in row
        ]
        for row in rows
    ]


def chart(*rows: tuple[Typed | Cell, ...]) -> list[list[Typed]]:
    """Return a chart with powers across and years down."""
    return [["year", *POWERS], *map(list, rows)]  # type: ignore[list-item]


def seats(
    *final: Typed, header: str = "board power player final", names: tuple[str, ...] = POWERS
) -> list[list[Typed]]:
    """Return a sheet with the seats of board 2, a board that is missing from the `boards` sheet."""
    return table(header, *((2, power, f"Q {power}", held) for power, held in zip(names, final, strict=False)))


def games(winner: Typed, *, north: str = "Olga") -> list[list[Typed]]:
    """Return a sheet with one game of Bao."""
    return table("stage south north winner", ("final", "Petra", north, winner))


RESULTS = {
    "seats": seats(*CENTRES),
    "seats with years": seats(*CENTRES, header="board power player 1901"),
    "seats with scores alone": seats(14, 30.5, header="board power player score"),
    "seats without a board": table("power player final", *((power, f"Q {power}", 5) for power in POWERS)),
    "the four who survive": seats(9, 9, 8, 8),
    "one power left out": seats(*CENTRES[:6]),
    "powers by their letters": seats(*CENTRES, names=tuple("AEFGIRT")),
    "powers misspelt": seats(*CENTRES, names=("Austira", "England*", "Frnce", "German", "Italian", "Rusia", "Turkye")),
    "a board of other players": [BOARDS[0], *([1, 1, power, f"Q {power}", 5] for power in POWERS)],
    "the same seats in another round": [BOARDS[0], *([2, *row[1:]] for row in BOARDS[1:])],
    "a board of the same players": [BOARDS[0], *([2, 2, power, f"P {power}", 5] for power in POWERS)],
    "a chart": chart((1901, 4, 3, 4, 4, 3, 5, 3), (1902, *CENTRES)),
    "a chart that begins with 22 and neutral centres": chart((1901, 3, 3, 3, 3, 3, 4, 3)),
    "a chart with a slip": chart((1901, *[5] * 7)),
    "two charts side by side": [["", *POWERS, "", *POWERS], [1901, *CENTRES, 1901, *CENTRES]],
    "a chart with years to its right": [[*POWERS, "year"], [*CENTRES, 1901]],
    "a chart on its side": [["power", 1901, 1902], *([power, 4, 5] for power in POWERS)],
    "a chart with years that are not over": chart((1901, *CENTRES), *((year,) for year in range(1902, 1911))),
    "a chart of three powers": chart((1901, 5, None, 6, None, 7)),
    "a chart of formulas without values": chart((1901, *[FORMULA] * 7)),
    "a chart above wins of seasons": chart((1901, *CENTRES), *((year, *[0.5] * 7) for year in range(1990, 1999))),
    "centres with their name": chart((1901, *(f"{held}SC" for held in CENTRES))),
    "centres behind a blank": chart((1901, *(f" {held}" for held in CENTRES))),
    "centres in full-width digits": chart((1901, *"５４５５４６５")),
    "a list of centres": chart((1901, *["VIE BUD TRI"] * 7)),
    "a game of Bao": games("Olga"),
    "a game of Bao with a mark": games("olga*"),
    "a game won by South": games("South"),
    "games won under other names": [*games("O. P."), ["final", "Ada", "Cleo", "C. D."]],
}
ELSE = {
    "a copy of seats": BOARDS,
    "a copy without rounds and boards": [[row[2], row[3], row[4]] for row in BOARDS],
    "prizes": table("power player board centres", ("Italy", "P Italy", 1, 12), ("Turkey", "P Turkey", 1, 9)),
    "a seating": table("round board power player", *((2, 1, power, f"Q {power}") for power in POWERS)),
    "a board to be filled in": table(
        "round board power player final", *((None, None, power, None, None) for power in POWERS)
    ),
    "what the columns mean": [
        ["round", "evening"],
        ["board", "table"],
        ["power", "A to T"],
        ["player", "who"],
        ["final", "0 to 34"],
    ],
    "a chart to be filled in": chart(*((year,) for year in range(1901, 1908))),
    "wins by season": chart((1997, *CENTRES), (2012, *CENTRES)),
    "powers of people": [["player", "born", *POWERS], ["Petra", 1980, *range(1, 8)]],
    "who played which power how often": [["", *POWERS], ["Petra", *[4] * 7]],
    "averages": chart((1901, 4.6, 4.4, 4.9, 4.8, 4, 5.6, 3.9)),
    "averages with commas": chart((1901, *["4,8"] * 7)),
    "per cent": chart((1901, *[Cell("14", "percent")] * 7)),
    "games to be played": games(None),
    "what the columns of Bao mean": [
        ["stage", "group"],
        ["south", "begins"],
        ["north", "sits opposite"],
        ["winner", "who has won"],
    ],
}


@pytest.mark.parametrize("what", RESULTS)
def test_results_under_another_name_are_found(what: str) -> None:
    assert has_results(cells(RESULTS[what]), [cells(BOARDS)])


@pytest.mark.parametrize("what", ELSE)
def test_a_sheet_without_further_results_sets_nothing_aside(what: str) -> None:
    assert not has_results(cells(ELSE[what]), [cells(BOARDS)])
