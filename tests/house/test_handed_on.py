"""What a seat has goes out in every format, or is said to be lost."""

from collections.abc import Iterator

import pandas as pd
import pytest

from pipeline.exports.event import Event
from pipeline.exports.formats import formats
from pipeline.exports.losses import losses
from pipeline.pages.season import Season
from pipeline.read.find import find
from pipeline.stages import compute
from schemas.tables import OF_A_SEAT
from tests.every import every
from tests.sheets import event, write_xlsx

NO_FACT = {  # of the sheet, not of the game
    "typed_decimals": "how `typed_score` is shown",
    "imported_from": "where the row came from",
}
SAID_WITH_THE_BOARD = {  # the loss names the board, whatever its seats have
    ("dipvis", "eliminated"),  # follows from the centres; `ends` where there are none
    ("wdd_classification", "final_centres"),  # `boards`
    ("wdd_classification", "eliminated"),
}
HOLD_SEATS = [name for name, module in formats().items() if module.FORMAT.kind == "diplomacy" and module.FORMAT.lacks]


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    folder = tmp_path_factory.mktemp("handed_on")
    write_xlsx(folder / "2013" / "Torneo.xlsx", event())
    return Season(compute(find(folder, set())), "2013")


def otherwise(seats: pd.DataFrame, column: str) -> object:
    """Other values of a column; of one that is not there yet, a text."""
    if column not in seats or not pd.api.types.is_numeric_dtype(seats[column]):
        return "other"
    return ~seats[column] if seats[column].dtype == bool else seats[column].fillna(0) + 1


def given(season: Season, name: str, column: str = "") -> Iterator[str]:
    """The files of a format and what it says is lost, of the event or of one in which a column has other values."""
    of, module = Event(season, "Torneo"), formats()[name]
    if column:
        of.seats = of.seats.assign(**{column: otherwise(of.seats, column)})
    for file in module.files(of):
        yield file.content.to_csv() if isinstance(file.content, pd.DataFrame) else file.content
    yield from map(str, losses(of, module.FORMAT))


def goes_out(season: Season, name: str, column: str) -> bool:
    return [*given(season, name, column)] != [*given(season, name)]


@every(
    ("name", "column"),
    [(n, c) for n in HOLD_SEATS for c in OF_A_SEAT if c not in NO_FACT and (n, c) not in SAID_WITH_THE_BOARD],
)
def test_a_column_of_a_seat_goes_out_or_is_said_to_be_lost(season: Season, name: str, column: str) -> None:
    """A new column fails here until each format has it, or `lacks` a `Fact` of exports/losses.py that counts it."""
    assert goes_out(season, name, column)


def test_a_column_that_no_format_knows_is_noticed(season: Season) -> None:
    assert "flat" in HOLD_SEATS and not any(goes_out(season, name, "seemingly") for name in HOLD_SEATS)


def test_what_is_excused_is_a_column() -> None:
    assert {*NO_FACT, *(column for _, column in SAID_WITH_THE_BOARD)} <= {*OF_A_SEAT}
