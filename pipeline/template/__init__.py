"""The workbook that people type an event into: blank for `make new`, or filled with rows already known.

Sheets, headers and words are the contract's, in English, Italian or French (`schemas/synonyms.csv`). Every header and
setting has a note that tells how to fill it; below each board a row adds up the centres while they are typed, and a
Bao event has a schedule and crosstables for the wall.
"""

from collections.abc import Sequence
from pathlib import Path

from pipeline.template.bao import write_bao
from pipeline.template.boards import blank_columns, write_boards
from pipeline.template.notes import COLUMNS, LANGUAGES, SEASON_SETTINGS, SETTINGS
from pipeline.template.sheets import Book, Row, used_columns, word, write_rows, write_settings
from schemas.words import FIRST_YEAR, POWERS

__all__ = ["LANGUAGES", "word", "write_bao", "write_event", "write_season"]


def write_event(
    path: Path,
    settings: Row,
    *,
    seats: Sequence[Row] = (),
    games: Sequence[Row] = (),
    nmrs: Sequence[Row] = (),
    players: Sequence[Row] = (),
    boards: int = 3,
    first_year: int = FIRST_YEAR,
    last_year: int | None = 1908,
    language: str = "en",
    systems: Sequence[str] = (),
) -> None:
    """Write an event's workbook: blank if no rows are given, else with these rows and the sheets they need.

    settings   setting -> value; a sequence is typed as a row each. A blank workbook lists all settings, given or not.
    seats, games, nmrs, players   rows by canonical field names, years as `1901`; a board's seats in a row
    boards, first_year, last_year   the size of a blank workbook; without a last year only `final` and `eliminated`
    systems    the ids that the drop-down of the setting `system` offers

    Raises ValueError for what a workbook cannot hold, OSError if the file cannot be written.
    """
    blank = not (seats or games or nmrs or players)
    if blank:
        settings = dict.fromkeys(SETTINGS) | {"kind": "diplomacy", "first year": first_year} | dict(settings)
        seats = [{"round": 1, "board": n, "power": power} for n in range(1, boards + 1) for power in POWERS]
    book = Book(path, str(settings.get("name") or path.stem), language, systems)
    write_settings(book, "event", settings, SETTINGS)
    if seats:
        write_boards(book, seats, blank_columns(first_year, last_year) if blank else used_columns("boards", seats))
    for sheet, rows in (("games", games), ("nmr", nmrs), ("players", players)):
        if rows or blank:
            write_rows(book, sheet, rows, list(COLUMNS[sheet]) if blank else used_columns(sheet, rows))
    book.close()


def write_season(path: Path, settings: Row, players: Sequence[Row] = (), *, language: str = "en") -> None:
    """Write a season's workbook: what holds for all its events. Raises what `write_event` does."""
    book = Book(path, path.parent.name, language)
    write_settings(book, "season", settings, SEASON_SETTINGS)
    if players:
        write_rows(book, "players", players, used_columns("players", players))
    book.close()
