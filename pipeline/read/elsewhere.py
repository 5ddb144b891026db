"""What results look like on a sheet that is not called as one of results is.

In: the rows of a raw sheet. Out: yes or no. Columns alone make no results: a list of prizes has the same, and so has a
legend that explains them. Seats, decided games or a chart of centres do.
"""

import re
from collections import defaultdict
from collections.abc import Sequence

from pipeline.read.cells import Cell
from pipeline.read.headers import (
    MOST_POWERS,
    Rows,
    field_of,
    header_row,
    header_without_round,
    powers_across,
    turned,
    year,
)
from schemas.words import POWERS, fold, vocabulary

FIGURE = re.compile(r"\d{1,2}\b", re.ASCII)
SUMS = range(
    22, 35
)  # of the centres that the powers own after a year: all are from 22, with those nobody has left, to 34
GAME_YEARS = range(1900, 2000)  # later ones are seasons


def has_results(rows: Rows) -> bool:
    """The sheet holds results as people type them: seats, perhaps without a round, games of Bao, or a chart."""
    sides = (rows, turned(rows))
    return any(_has_seats(side) or _has_matches(side) for side in sides) or _is_chart(rows)


def _has_seats(rows: Rows) -> bool:
    """Most of the powers stand on one board of one round, as in `boards`; cells that are blank are those above them."""
    header = header_without_round("boards", rows)
    if header is None:
        return False
    on_board: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    last = dict.fromkeys(("round", "board"), "")
    for row in _below("boards", rows, header):
        last |= {name: text for name in last if (text := row.get(name, ""))}
        on_board[last["round"], last["board"]].add(vocabulary("power").get(row["power"], ""))
    return any(len(powers & {*POWERS}) >= MOST_POWERS for powers in on_board.values())


def _has_matches(rows: Rows) -> bool:
    """Somebody has won one of the games, as in `matches`."""
    header = header_row("matches", rows)
    won = [] if header is None else _below("matches", rows, header)
    return any(row["winner"] in (row["south"], row["north"]) for row in won if row["winner"])


def _below(kind: str, rows: Rows, header: int) -> list[dict[str, str]]:
    """The folded texts of the rows below a header, by the fields that it names."""
    named = {name: column for column, cell in enumerate(rows[header]) if (name := field_of(kind, cell))}
    return [
        {name: fold(row[column].text) if column < len(row) else "" for name, column in named.items()}
        for row in rows[header + 1 :]
    ]


def _is_chart(rows: Rows) -> bool:
    """The powers stand across, years to their left, and beside most years what the powers own after them."""
    row, columns = powers_across(rows) or (len(rows), [0])
    sums = [_owned(below, columns) for below in rows[row + 1 :] if _is_game_year(below[: columns[0]])]
    return 2 * sum(owned in SUMS for owned in sums) > len(sums)


def _is_game_year(cells: Sequence[Cell]) -> bool:
    return any((named := year(cell)) and int(named) in GAME_YEARS for cell in cells)


def _owned(row: Sequence[Cell], columns: Sequence[int]) -> int:
    """The sum of the figures in these columns, each with what stands behind it: `14*`, `10 SC`."""
    figures = (FIGURE.match(row[column].text) for column in columns if column < len(row))
    return sum(int(figure[0]) for figure in figures if figure)
