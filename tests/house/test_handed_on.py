"""Checks that every export format either writes each fact about a seat or a game, or reports the fact as lost."""

from collections.abc import Iterator
from datetime import date
from itertools import zip_longest
from pathlib import Path

import pandas as pd
import pytest
from openpyxl.utils import get_column_letter
from typer.testing import CliRunner

from pipeline.cli.app import app
from pipeline.exports.event import Event
from pipeline.exports.formats import formats
from pipeline.exports.losses import fact_of_a_column, losses
from pipeline.language.language import language
from pipeline.pages.season import Season
from pipeline.read.find import find
from pipeline.stages import compute
from schemas.fields import Field
from schemas.raw import COLUMNS_OF, TYPED
from schemas.tables import GAME, OF_A_SEAT
from tests.grouped import grouped
from tests.sheets import event, put, write_xlsx

NO_FACT = {  # about the sheet, not the game
    "typed_decimals": "how `typed_score` is shown",
    "imported_from": "where the row came from",
}
SAID_WITH_THE_BOARD = {  # the reported loss names the board, not its seats
    ("dipvis", "eliminated"),  # known from the centres, or from `ends` if there are none
    ("wdd_classification", "final_centres"),  # `boards` says so
    ("wdd_classification", "eliminated"),
    ("wdd_classification", "last_year"),
    ("dipvis", "winners"),  # given by the seats that share the draw
}
OTHER_TEXTS = {"draw_accepted": "spring 1905"}  # values for columns whose content is parsed
COMPUTED = {
    "typed_score",
    "typed_place",
    *NO_FACT,
}  # `score` and `place` of the flat table are the program's, not the organiser's
COMPLETE = {  # columns that `event` leaves blank, filled on its second board
    **{"boards!N9": 1, "boards!O9": 2, "boards!P9": 3, "boards!Q9": "no", "boards!T9": "came late"},
    **{"boards!U1": "draw proposed", "boards!U9": 1905, "boards!V1": "late orders", "boards!V9": "spring 1903"},
    **{"games!D3": "England, France", "games!F3": date(2013, 5, 4), "games!G3": "Fleet Rome"},
    **{"games!H1": "division", "games!H2": 2, "games!H3": 1},
    **{"games!I1": "draw accepted", "games!I3": "autumn 1906"},
}
FOR_READERS = {"text", "markdown", "bbcode"}  # posts: standings for people to read, which nobody imports
HOLD_SEATS = [
    name for name, module in formats().items() if module.FORMAT.kind == "diplomacy" and name not in FOR_READERS
]


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    folder = tmp_path_factory.mktemp("handed_on")
    write_xlsx(folder / "2013" / "Torneo.xlsx", event())
    return Season(compute(find(folder, set())), "2013")


def otherwise(table: pd.DataFrame, column: str) -> object:
    """Return what to put in a column so that the value changes in every row.

    The result is either a single value for all rows or one value per row.
    """
    if column in table and pd.api.types.is_datetime64_dtype(table[column]):
        return pd.Timestamp(1999, 12, 31)
    if column not in table or not pd.api.types.is_numeric_dtype(table[column]):
        return OTHER_TEXTS.get(column, "other")
    return ~table[column] if table[column].dtype == bool else table[column].fillna(0) + 1


def given(season: Season, name: str, column: str = "") -> Iterator[str]:
    """Export the season's event in the format `name`. Yield the content of each file, then each report of lost facts.

    column  a column of seats or games whose values are changed before the export
    """
    of, module = Event(season, "Torneo"), formats()[name]
    if column in GAME:
        of.boards = of.boards.assign(**{column: otherwise(of.boards, column)})
    elif column:
        of.seats = of.seats.assign(**{column: otherwise(of.seats, column)})
    for file in module.files(of):
        yield file.content.to_csv() if isinstance(file.content, pd.DataFrame) else file.content
    yield from map(str, losses(of, module.FORMAT))


@pytest.fixture(scope="module")
def as_typed(season: Season) -> dict[str, list[str]]:
    """Return, for each format, the files exported from the unchanged event, then the reports of lost facts."""
    return {name: [*given(season, name)] for name in HOLD_SEATS}


@grouped(
    ("name", "column"),
    [
        (name, column)
        for name in HOLD_SEATS
        for column in (*OF_A_SEAT, *GAME)
        if column not in NO_FACT and (name, column) not in SAID_WITH_THE_BOARD
    ],
)
def test_a_column_of_a_seat_or_a_game_is_exported_or_reported_as_lost(
    season: Season, as_typed: dict[str, list[str]], name: str, column: str
) -> None:
    """This test fails for a new column until every format either writes the column or declares it lost.

    To declare a column lost, a format lists the key of its `Fact` (FACTS in exports/losses.py) in `omits`.
    """
    assert any(new != typed for new, typed in zip_longest(given(season, name, column), as_typed[name]))


def test_a_column_that_no_format_knows_is_noticed(season: Season, as_typed: dict[str, list[str]]) -> None:
    assert "flat" in HOLD_SEATS and {*formats()} >= FOR_READERS
    assert {name: [*given(season, name, "seemingly")] for name in HOLD_SEATS} == as_typed


def test_the_flat_table_imports_every_column(tmp_path: Path) -> None:
    """Every column has a value here, so the test fails for a new column that `flat` or `import` lacks."""
    typed, sheets = tmp_path / "raw" / "2013" / "Torneo.xlsx", event()
    for cell, value in COMPLETE.items():
        put(sheets, cell, value)
    for sheet, row in (("boards", 9), ("games", 3)):  # and every column that is still missing
        for field in [name for name in COLUMNS_OF[sheet].values() if name not in (*sheets[sheet][0], "imported from")]:
            column = max(map(len, sheets[sheet])) + 1
            put(sheets, f"{sheet}!{get_column_letter(column)}1", field)
            put(sheets, f"{sheet}!{get_column_letter(column)}{row}", something(TYPED[sheet][field]))
    write_xlsx(typed, sheets)
    typed_event = compute(find(tmp_path / "raw", set()))
    for file in formats()["flat"].files(Event(Season(typed_event, "2013"), "Torneo")):
        assert isinstance(file.content, pd.DataFrame)
        file.content.to_csv(tmp_path / "flat.csv", index=False)
    typing = (
        "import",
        str(tmp_path / "flat.csv"),
        "--season",
        "2013",
        "--event",
        "Torneo",
        "--raw",
        str(tmp_path / "back"),
    )
    done = CliRunner().invoke(app, typing)
    assert done.exit_code == 0, done.output
    before, after = typed_event.facts, compute(find(tmp_path / "back", set())).facts
    for name, columns in (("boards", GAME), ("seats", [one for one in OF_A_SEAT if one not in COMPUTED])):
        kept, came = (getattr(facts, name)[[*columns]] for facts in (before, after))
        alike = [column for column in kept if len(kept[column].drop_duplicates()) == 1]
        assert not alike, f"every row says the same in {alike}"
        pd.testing.assert_frame_equal(kept, came, obj=name)


def something(field: Field) -> str | int | date:
    """Return a valid value for a cell of the field."""
    values = ("something", 1905, 1, "yes", date(2013, 5, 4))
    return next(value for value in values if field.fits(pd.Series([str(value)], dtype=object)))


def test_a_column_without_a_loss_of_its_own_is_named_by_its_header(season: Season) -> None:
    """A column that has no `Fact` of its own in exports/losses.py is reported as lost under its header.

    The test treats `note` as such a column.
    """
    of = Event(season, "Torneo")
    of.seats = of.seats.assign(note=["a note", *[""] * (len(of.seats) - 1)])
    note = fact_of_a_column("boards", "note")
    assert language("it")(note.text(int(note.count(of)))) == "`nota` di 1 posto"


def test_every_excused_name_is_a_column() -> None:
    assert {*NO_FACT, *(column for _, column in SAID_WITH_THE_BOARD)} <= {*OF_A_SEAT, *GAME}
