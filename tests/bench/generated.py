"""Write a large archive of generated games for the benchmarks: `python -m tests.bench.generated FOLDER`.

The games are not real, so the `data` setting of every event is `generated`. The same seed gives the same cells.
"""

import sys
from collections.abc import Sequence
from datetime import date, timedelta
from io import BytesIO
from pathlib import Path

import numpy as np
import xlsxwriter
from numpy.typing import NDArray
from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from pipeline.rules.systems import USUAL
from schemas.words import FIRST_YEAR, POWERS, SOLO_CENTRES, TOTAL
from tests.bench.scoring import played

SEASONS, WORKBOOKS, BOARDS, SEED = 50, 20, 10, 1901
FIRST_SEASON = 1976
ROUNDS = 2
REGULARS = 300  # players in a season
MISSED = 6  # missed turns in an event
EVERY = 4  # one event in four counts for the Bismark Cup; events under PGP count for Campo di Marte
FIRST_NAMES = (
    "Alessandra Bartolomeo Cédric Dorothea Emanuele Friedrich Ginevra Hjalmar Isabelle Jürgen Katarzyna Lodovico "
    "Mélanie Niccolò Ortensia Philippe Quentin Rosamund Siegfried Thibault Umberto Véronique Wilhelmina Xavier Yvette "
    "Zaccaria"
)
FAMILIES = (
    "Abbiati Bongiovanni Carpenter Dujardin Echeverría Fitzgerald Grünewald Hofstadter Iannuzzi Jankowski Kowalczyk "
    "Lefèvre MacAllister Nightingale Okonkwo Pettersson Quattrocchi Rasmussen Schwarzkopf Tedeschini Ungaretti "
    "Vandermeer Wojciechowski Xenakis Yamamoto Zimmermann"
)

Row = Sequence[str | float | None]


def write_archive(
    raw: Path,
    seasons: int = SEASONS,
    workbooks: int = WORKBOOKS,
    boards: int = BOARDS,
    seed: int = SEED,
    official: Sequence[str] = USUAL,
) -> None:
    """Fill a folder with seasons of workbooks.

    The workbooks have settings, charts, control totals, games, missed turns and players.

    official  the official systems that the events use in turn
    """
    rng = np.random.default_rng(seed)
    given = FIRST_NAMES.split()
    given += [
        f"{one}-{other}" for step in (7, 11) for one, other in zip(given, given[step:] + given[:step], strict=True)
    ]
    everybody = [f"{first} {family}" for family in FAMILIES.split() for first in given]  # 2,028 people
    for year in range(FIRST_SEASON, FIRST_SEASON + seasons):
        regulars = rng.permutation(everybody)[:REGULARS].tolist()
        (raw / str(year)).mkdir(parents=True, exist_ok=True)
        for number in range(workbooks):
            content = _event(rng, year, number, boards, regulars, official[number % len(official)])
            (raw / str(year) / f"Tournament {number + 1:02}.xlsx").write_bytes(content)


def _event(
    rng: np.random.Generator, year: int, number: int, boards: int, regulars: Sequence[str], system: str
) -> bytes:
    """Return the workbook of one random event."""
    start = date(year, 1, 5) + timedelta(days=17 * number % 350)
    circuits = ["bismark_cup_2001"] * (number % EVERY == 0) + ["campo_di_marte"] * (system == "pgp")
    chart, years = played(rng, boards)
    rounds = ROUNDS if boards % ROUNDS == 0 else 1
    a_round = boards // rounds
    entrants = rng.permutation(regulars)[: a_round * len(POWERS)].tolist()
    content = BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as book:
        bold = book.add_format({"bold": True})
        settings = {
            "name": f"Tournament {number + 1} of {year}",
            "system": system,
            "start": f"{start}",
            "circuits": ", ".join(circuits) or None,
            "place": "nowhere",
            "data": "generated",
        }
        for title, rows in {
            "event": [("setting", "value"), *settings.items()],
            "boards": [("round", "board", "power", "player", *range(FIRST_YEAR, FIRST_YEAR + int(max(years))))],
            "games": [
                ("round", "board", "result", "last year", "ended"),
                *(
                    (1 + board // a_round, 1 + board % a_round, *_ending(chart[:, :, board], years[board]), f"{start}")
                    for board in range(boards)
                ),
            ],
            "nmr": [("round", "board", "power", "year", "turn"), *_missed(rng, a_round)],
            "players": [("player", "country"), *((player, "Nowhere") for player in sorted(entrants))],
        }.items():
            page = book.add_worksheet(title)
            page.freeze_panes(1, 0)
            for number_, row in enumerate(rows):
                page.write_row(number_, 0, row, None if number_ else bold)
            if title == "boards":
                page.set_column(3, 3, 24)
                _write_boards(page, chart, years, a_round, [rng.permutation(entrants).tolist() for _ in range(rounds)])
    return content.getvalue()


def _write_boards(
    page: Worksheet,
    chart: NDArray[np.int8],
    years: NDArray[np.int16],
    a_round: int,
    seated: Sequence[Sequence[str]],
) -> None:
    """Write the charts, each followed by a row of control totals as in the blank workbook."""
    row = 1
    for board in range(chart.shape[-1]):
        round_, table = divmod(board, a_round)
        for seat, power in enumerate(POWERS):
            player = seated[round_][table * len(POWERS) + seat]
            held = chart[: years[board], seat, board].tolist()
            page.write_row(row + seat, 0, (round_ + 1, table + 1, power, player, *held))
        below = row + len(POWERS)
        page.write_row(below, 0, (round_ + 1, table + 1, TOTAL))
        for year in range(years[board]):
            top, bottom = xl_rowcol_to_cell(row, 4 + year), xl_rowcol_to_cell(below - 1, 4 + year)
            page.write_formula(below, 4 + year, f"=SUM({top}:{bottom})", None, int(chart[year, :, board].sum()))
        row = below + 1


def _ending(chart: NDArray[np.int8], years: int) -> tuple[str, int]:
    """Return a game's result and final year."""
    solo = (chart[years - 1] >= SOLO_CENTRES).any()
    return "solo" if solo else "time limit", FIRST_YEAR + int(years) - 1


def _missed(rng: np.random.Generator, a_round: int) -> list[Row]:
    """Return random missed turns in round 1, all in the first year, before anybody has been eliminated."""
    rows = {
        (1, 1 + int(rng.integers(a_round)), POWERS[rng.integers(len(POWERS))], FIRST_YEAR, turn)
        for turn in ("spring", "autumn", "winter")
        for _ in range(MISSED // 3)
    }
    return sorted(rows)


if __name__ == "__main__":
    write_archive(Path(sys.argv[1]))
