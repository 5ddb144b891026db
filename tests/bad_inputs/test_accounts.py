"""Tests that every cell of a sheet is accounted for as used, ignored by a rule, or set aside."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.build.build import RESERVED
from pipeline.pages.ranked import Ranked
from pipeline.pages.season import Season
from pipeline.read import sheet_rows as reader
from pipeline.read.find import find
from pipeline.score import facts as derive
from pipeline.stages import Computed, compute
from pipeline.tidy.tables import Tables
from tests.bad_inputs.built import ACCOUNT, checks, run, typed_cells
from tests.bad_inputs.spoil import round_robin
from tests.sheets import POWERS, Formula, event, only_rules, put, table, write_xlsx


def small_season(raw: Path) -> None:
    """Write sheets small enough for their cells to be counted by hand."""
    header: list[str] = ["round", "board", "power", "player", "final"]
    finals = (7, 6, 7, 1, 4, 9, 0)
    board = [[1, 1, power, f"P{seat}", final] for seat, (power, final) in enumerate(zip(POWERS, finals, strict=True))]
    boards = [
        ["Lega di Pisa"],
        [],
        [*header, "eliminated", "hotel"],
        *board[:6],
        [*board[6], 1902, "Savoia"],
        [1, 1, "total", None, Formula("=SUM(E4:E10)")],
        ["Totale", None, None, None, 34],
        *([2, 1, power] for power in POWERS),
        [],
        ["* una nota"],
    ]
    settings = table("setting value", ("name", "Conti"), ("hotel", "Savoia"))
    write_xlsx(raw / "2013" / "Conti.xlsx", {"event": settings, "boards": boards, "logo": [["a", None, "b"]]})
    games = table("stage south north winner", ("qualifying", "Ali", "Bea", "Ali"), ("qualifying", "Bea", "Ali", None))
    bao = {"event": table("setting value", ("kind", "bao")), "matches": games, "schedule": [["Ali", "Bea"]]}
    write_xlsx(raw / "2013" / "Bao.xlsx", bao)
    write_xlsx(raw / "2013" / "Guasta.xlsx", {"boards": [header[:4], [1, 1, "Narnia", "X"], ["* fine"]]})
    (raw / "2013" / "Rotta.xlsx").write_bytes(b"PK")
    people = {"players": table("player born", ("P1", "1970-01-01"), (None, "1971-01-01"), ("P2", "ieri"))}
    write_xlsx(raw / "2013" / "season.xlsx", people)


def test_the_checks_count_the_cells_as_counted_by_hand(tmp_path: Path) -> None:
    small_season(tmp_path / "raw")
    own = checks(run(tmp_path / "raw", tmp_path / "out", "c_diplo").out / "2013" / "systems" / "c_diplo.xlsx")
    of_conti = (2 + 2) + (6 + 7 * 5 + 1 + 3)  # the setting; headers, seven seats, a year, the total except its sum
    of_bao = (2 + 2) + (4 + 4 + 3)  # the setting; headers and two games
    of_season = 2 + 2 + 1  # headers, P1 with a day, P2 without
    used = of_conti + of_bao + of_season
    rules = {
        "above the header": 1,
        "control-total formulas without a value": 1,
        "for boards not started": 7 * 3,
        "in printed sheets or instruction sheets": 2,
        "in unknown columns": 2,
        "in unknown settings": 2,
        "in unknown sheets": 2,
        "notes below the table": 1,
        "totals that do not belong to any board": 2,
    }
    aside = (4 + 4 + 1) + 2  # all of the bad event; a day without a player, and a value that is no day
    read_ = used + sum(rules.values()) + aside
    told = ", ".join(f"{rule}: {cells}" for rule, cells in rules.items())
    assert own[ACCOUNT] == (read_, read_, "holds")
    assert own["Cells used"][0] == used
    assert own[f"Cells ignored under a rule ({told})"][0] == sum(rules.values())
    assert own["Cells set aside because of an error, in 2 files"][0] == aside
    assert own["Files in which no cells could be read because of an error"][0] == 1
    files = {*(tmp_path / "raw" / "2013").glob("*.xlsx")} - {tmp_path / "raw" / "2013" / "Rotta.xlsx"}
    assert read_ == typed_cells(*files)


# -- cells that get lost -----------------------------------------------------------------------------------------------

Loses = Callable[[str, reader.SheetRows], None]  # takes a kind of sheet, and what the reader returns for the sheet


def rows(kind: str, lost: slice, event: str = "Torneo") -> Loses:
    """Return a function that drops rows of one sheet from the reader's result."""

    def lose(name: str, read: reader.SheetRows) -> None:
        if (name, read.where["event"]) == (kind, event):
            del read.rows[lost]

    return lose


def column(name: str) -> Loses:
    """Return a function that blanks the cells of one column in the reader's result."""

    def lose(_: str, read: reader.SheetRows) -> None:
        read.rows = [
            (
                number,
                tuple(None if field == name else cell for field, cell in zip(read.fields, cells, strict=True)),
                filled,
            )
            for number, cells, filled in read.rows
        ]

    return lose


IN_THE_READER: dict[str, Loses] = {  # season -> what its reader loses
    "no loss": lambda kind, read: None,
    "a whole board in the reader": rows("boards", slice(7, 14)),
    "a missed turn in the reader": rows("nmr", slice(0, 1)),
    "a game's line in the reader": rows("games", slice(0, 1)),
    "a setting in the reader": rows("event", slice(2, 3)),
    "a player in the reader": rows("players", slice(0, 1)),
    "a match in the reader": rows("matches", slice(0, 1), "Girone"),
    "the penalties in the reader": column("penalty"),
}
ON_THE_WAY = {  # season -> the tables that lose rows of the season, and how many rows at the end
    "a whole board on the way": {"seats": 7, "boards": 1},
    "a missed turn on the way": {"nmrs": 1},
    "a game's line on the way": {"games": 1},
    "a match on the way": {"matches": 1},
}


@pytest.fixture(scope="module")
def lossy(tmp_path_factory: pytest.TempPathFactory) -> Computed:
    """Compute seasons with the same two events: one without any loss of data, and one for each planned loss."""
    raw = tmp_path_factory.mktemp("lossy")
    typed = event() | {"players": table("player country", ("Anna", "Italia"))}
    put(typed, "boards!P4", 2)
    typed["games"].pop()  # so that no other sheet mentions board 2
    for season in (*IN_THE_READER, *ON_THE_WAY):
        write_xlsx(raw / season / "Torneo.xlsx", typed)
        write_xlsx(raw / season / "Girone.xlsx", round_robin("g"))
    rows_of_sheet, whole = reader.rows_of_sheet, derive.without

    def some_rows(kind: str, *sheet: Any) -> reader.SheetRows:
        read = rows_of_sheet(kind, *sheet)
        if read.where["season"] in IN_THE_READER:
            IN_THE_READER[read.where["season"]](kind, read)
        return read

    def losing_without(*tables: Any) -> Tables:
        kept = whole(*tables)
        for season, lost in ON_THE_WAY.items():
            for frame, number in lost.items():
                table = getattr(kept, frame)
                last = table.index[table["season"] == season][-number:]
                setattr(kept, frame, table.drop(index=last).reset_index(drop=True))
        return kept

    with pytest.MonkeyPatch.context() as patched, only_rules("c_diplo", "campo_di_marte"):
        patched.setattr("pipeline.read.raw_tables.rows_of_sheet", some_rows)
        patched.setattr("pipeline.stages.without", losing_without)
        return compute(find(raw, RESERVED))


@pytest.mark.parametrize("season", [*IN_THE_READER, *ON_THE_WAY])
def test_the_checks_miss_a_cell_that_vanished(season: str, lossy: Computed) -> None:
    """Without the check that counts cells, the season would be FINAL, since no other check notices the loss."""
    shown = Season(lossy, season)
    assert shown.blocked == []
    checks = Ranked(shown, lossy.published["c_diplo"]).checks
    line = checks[checks["check"].map(str) == ACCOUNT].iloc[0]
    assert line["holds"] == (season == "no loss")
    assert line["expected"] == typed_cells(*lossy.listing.sources[0].path.parents[1].glob(f"{season}/*.xlsx"))
    assert line["found"] <= line["expected"]
