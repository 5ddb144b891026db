"""What is wrong in a sheet is told at its cell, once, and costs nothing but the event it is in.

Every fault below spoils a good event in one way. All these events lie in one season, with a healthy event beside them
and a healthy season after it, and are built in one run: so each must be told among all the others.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import NamedTuple

import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner

from pipeline.build.build import RESERVED, build
from pipeline.cli.app import app
from pipeline.read.find import find
from pipeline.stages import compute
from tests.sheets import (
    CHART,
    COLUMNS,
    ODS_MANIFEST,
    POWERS,
    Cell,
    Error,
    Formula,
    Sheets,
    Shown,
    event,
    only_rules,
    put,
    read_table,
    rewrite,
    table,
    without_report,
    write_csv,
    write_ods,
    write_xlsx,
    write_zip,
)

SYSTEMS = 3  # of the two modules that the season full of errors is scored by


class Line(NamedTuple):
    """A line of problems.csv that is expected; `words` are found in what was read or in what was expected."""

    severity: str
    code: str
    place: str  # sheet!cell
    words: tuple[str, ...]


def error(code: str, place: str, *words: str) -> Line:
    return Line("error", code, place, words)


def warning(code: str, place: str, *words: str) -> Line:
    return Line("warning", code, place, words)


def fix(code: str, place: str, *words: str) -> Line:
    return Line("fix", code, place, words)


def notice(code: str, place: str, *words: str) -> Line:
    return Line("notice", code, place, words)


@dataclass(frozen=True)
class Fault:
    """A sentence, what it does to a good event, and every line that it makes."""

    sentence: str
    spoil: Callable[[Sheets], object]
    lines: tuple[Line, ...] = ()
    system: str | None = "c_diplo"

    @property
    def event(self) -> str:
        """The event that has this fault: its sentence, as a file's name."""
        return re.sub(r"[^\w ]", "", self.sentence)


def typed(place: str, value: Cell, *more: object) -> Callable[[Sheets], None]:
    """Type one value, or several: place, value, place, value ..."""
    pairs = [(place, value), *zip(more[::2], more[1::2], strict=True)]

    def spoil(sheets: Sheets) -> None:
        for at, what in pairs:
            put(sheets, str(at), what)

    return spoil


def column(letter: str, values: Iterable[Cell], first: int = 2) -> Callable[[Sheets], None]:
    """Type a column of the boards sheet, from a row on."""

    def spoil(sheets: Sheets) -> None:
        for row, value in enumerate(values, first):
            put(sheets, f"boards!{letter}{row}", value)

    return spoil


def without_row(row: int) -> Callable[[Sheets], None]:
    return lambda sheets: sheets["boards"].pop(row - 1) and None


def more_rows(sheet: str, *rows: list[Cell]) -> Callable[[Sheets], None]:
    return lambda sheets: sheets.setdefault(sheet, []).extend([*row] for row in rows)


def both(*spoils: Callable[[Sheets], object]) -> Callable[[Sheets], None]:
    def spoil(sheets: Sheets) -> None:
        for each in spoils:
            each(sheets)

    return spoil


def total(board: int, **centres: int) -> list[Cell]:
    """A row of control totals: `y1901=31`, or `final=34`."""
    row: list[Cell] = [1, board, "total", *[None] * (len(COLUMNS) - 3)]
    for name, value in centres.items():
        row[COLUMNS.index(int(name[1:]) if name[1:].isdecimal() else name)] = value
    return row


def without(sheet: str) -> Callable[[Sheets], None]:
    return lambda sheets: sheets.pop(sheet) and None


def in_a_new_sheet(name: str, rows: list[list[Cell]]) -> Callable[[Sheets], None]:
    return lambda sheets: sheets.__setitem__(name, rows)


TOTALS = {"y1901": 31, **{f"y{year}": 34 for year in range(1902, 1908)}}
SOLO = (18, 6, 5, 1, 4, 0, 0)

# fmt: off
CELLS = [
    Fault("a question mark behind a figure", typed("boards!G4", "5?"), (error("bad_value", "boards!G4", "5?", "0 to 34"),)),
    Fault("a figure in words", typed("boards!K8", "nine"), (error("bad_value", "boards!K8", "nine"),)),
    Fault("a footnote mark behind a figure", typed("boards!G4", "1¹"), (error("bad_value", "boards!G4", "1¹"),)),
    Fault("digits of another script", typed("boards!G4", "٥"), (error("bad_value", "boards!G4", "٥"),)),
    Fault("centres with a decimal comma", typed("boards!G4", "5,0"), (error("bad_value", "boards!G4", "5,0"),)),
    Fault("half a centre", typed("boards!G4", 4.5), (error("bad_value", "boards!G4", "4.5"),)),
    Fault("fewer than no centres", typed("boards!G4", -1), (error("bad_value", "boards!G4", "-1"),)),
    Fault("more centres than the map has", typed("boards!G4", 35), (error("bad_value", "boards!G4", "35"),)),
    Fault("centres shown as a date", typed("boards!G4", Shown(5, "yyyy-mm-dd")), (error("bad_value", "boards!G4", "1900-01-0"),)),
    Fault("centres shown as a time", typed("boards!G4", Shown(0, "hh:mm")), (error("bad_value", "boards!G4", "00:00"),)),
    Fault("a date in place of centres", typed("boards!G4", date(2011, 5, 4)), (error("bad_value", "boards!G4", "2011-05-04"),)),
    Fault("centres shown as a percentage", typed("boards!G4", Shown(0.05, "0%")), (error("bad_value", "boards!G4", "0.05", "percentage"),)),
    Fault("a truth in place of centres", typed("boards!G4", True), (error("bad_value", "boards!G4", "TRUE"),)),
    Fault("a division by zero", typed("boards!G4", Error("#DIV/0!")), (error("error_cell", "boards!G4", "#DIV/0!"),)),
    Fault("a value not available", typed("boards!D4", Error("#N/A")), (error("error_cell", "boards!D4", "#N/A"),)),
    Fault("a reference that is gone", typed("games!E3", Error("#REF!")), (error("error_cell", "games!E3", "#REF!"),)),
    Fault("a name that a formula does not know", typed("event!B3", Error("#NAME?")), (error("error_cell", "event!B3", "#NAME?"),)),
    Fault("a formula without a value", typed("boards!G4", Formula("=F4")), (error("formula_without_value", "boards!G4", "=F4"),)),
    Fault("a formula without a value in a score", typed("boards!S4", Formula("=1+5")), (error("formula_without_value", "boards!S4"),)),
    Fault("a formula without a value in a name", typed("boards!D4", Formula("=D5")), (error("formula_without_value", "boards!D4"),)),
    Fault("a score with a decimal comma", typed("boards!S4", "6,0"), (error("bad_value", "boards!S4", "6,0", "decimal comma"),)),
    Fault("a score in digits of another script", typed("boards!S4", "٣"), (error("bad_value", "boards!S4", "٣"),)),
    Fault("a score that is no number", typed("boards!S4", "nan"), (error("bad_value", "boards!S4", "nan"),)),
    Fault("a score of two points and a comma", typed("boards!S4", "1.234,5"), (error("bad_value", "boards!S4", "1.234,5"),)),
    Fault("penalty points in words", typed("boards!P4", "two"), (error("bad_value", "boards!P4", "two"),)),
    Fault("an eighth place", typed("boards!R4", 8), (error("bad_value", "boards!R4", "8", "1 to 7"),)),
    Fault("neither yes nor no", typed("boards!Q4", "perhaps"), (error("bad_value", "boards!Q4", "perhaps", "yes"),)),
    Fault("an elimination in the year 19o5", typed("boards!M7", "19o5"), (error("bad_value", "boards!M7", "19o5"),)),
    Fault("a missed turn that is no turn", typed("nmr!E2", "summer"), (error("bad_value", "nmr!E2", "summer", "spring"),)),
    Fault("a missed turn without a year", typed("nmr!D2", None), (error("missing", "nmr!D2"),)),
    Fault("a missed turn of the control total", typed("nmr!C2", "total"), (error("bad_value", "nmr!C2", "total"),)),
    Fault("a result that nobody knows", typed("games!C2", "victory!"), (error("bad_value", "games!C2", "victory!", "solo"),)),
    Fault("a winner that is no power", typed("games!D2", "England, Narnia"), (error("bad_value", "games!D2", "Narnia"),)),
    Fault("an end that is no date", typed("games!F2", "last Monday"), (error("bad_value", "games!F2", "last Monday"),)),
    Fault("no round", typed("boards!A4", None), (error("missing", "boards!A4"),)),
    Fault("no board", typed("boards!B4", None), (error("missing", "boards!B4"),)),
    Fault("no power", typed("boards!C4", None), (error("missing", "boards!C4"),)),
    Fault("a power that there is not", typed("boards!C4", "Narnia"), (error("bad_value", "boards!C4", "Narnia", "Austria"),)),
    Fault("a name of a page", typed("boards!D4", "Anna " * 60), (error("bad_value", "boards!D4", "200"),)),
    Fault("a system that nobody knows", typed("event!B3", "C-Diplo Namurr"), (error("bad_value", "event!B3", "C-Diplo Namurr", "c_diplo_namur"),)),
    Fault("a system that resembles none", typed("event!B3", "xyz"), (error("bad_value", "event!B3", "xyz", "c_diplo_100"),)),
    Fault("a kind of game that there is not", typed("event!A5", "kind", "event!B5", "chess"), (error("bad_value", "event!B5", "chess", "diplomacy"),)),
    Fault("data that are neither real nor invented", typed("event!B4", "perhaps"), (error("bad_value", "event!B4", "perhaps", "real"),)),
    Fault("a first year in words", typed("event!A5", "first year", "event!B5", "the first"), (error("bad_value", "event!B5", "the first"),)),
    Fault("more results counted than anybody plays", typed("event!A5", "counting", "event!B5", "best 1000"), (error("bad_value", "event!B5", "best 1000", "best 3"),)),
    Fault("no result counted", typed("event!A5", "counting", "event!B5", "best 0"), (error("bad_value", "event!B5", "best 0", "best 3"),)),
    Fault("a start that is no date", typed("event!A5", "start", "event!B5", "31/02/2011"), (error("bad_value", "event!B5", "31/02/2011"),)),
    Fault("a setting twice", typed("event!A5", "System", "event!B5", "pgp"), (error("setting_twice", "event!A5", "System"),)),
]

BOARDS = [
    Fault("a power missing", without_row(8), (error("power_missing", "boards!C2", "Turkey"),)),
    Fault("a power twice", more_rows("boards", [1, 2, "Italy", "Olga", *[None] * 7, 0]), (error("power_twice", "boards!C16", "Italy"),)),
    Fault("a player twice on a board", typed("boards!D4", "Anna a player twice on a board"), (error("player_twice", "boards!D4", "Anna"),)),
    Fault("thirty-five centres in the last year", typed("boards!K3", 10), (error("too_many_centres", "boards!K2", "35", "1907"),)),
    Fault("thirty-five centres on the standard map", typed("boards!K3", 10, "games!G2", "Classica"), (error("too_many_centres", "boards!K2", "35", "1907"),)),
    Fault("thirty-five final centres", typed("boards!L14", 10), (error("too_many_centres", "boards!L9", "35"),)),
    Fault("owned centres that fall", typed("boards!K3", 8), (error("centres_fall", "boards!K2", "33", "34"),)),
    Fault("owned centres that fall in between", typed("boards!I5", 3), (error("centres_fall", "boards!I2", "33", "1905"),)),
    Fault("fewer than the centres of the start", column("E", [3] * 7), (error("too_few_centres", "boards!E2", "21", "1901"),)),
    Fault("fewer final centres than at the start", column("L", [3] * 6 + [0], 9), (error("too_few_centres", "boards!L9", "18"),)),
    Fault("a return from zero", typed("boards!K7", 1, "boards!K8", 8), (error("back_from_zero", "boards!K7", "1"),)),
    Fault("a return after the typed elimination", typed("boards!M7", 1906, "boards!J7", None, "boards!K7", 1, "boards!K8", 8),
          (error("back_from_zero", "boards!K7", "1"),)),
    Fault("a fall in another year than a return from zero", typed("boards!J7", 0, "boards!I7", 0, "boards!H7", 0, "boards!K7", 1, "boards!K8", 8, "boards!G5", 3),
          (error("centres_fall", "boards!G2", "32", "1903"), error("back_from_zero", "boards!K7", "1"))),
    Fault("a sum of one year and an unreadable cell of another", typed("boards!K3", 10, "boards!G4", "5?"),
          (error("too_many_centres", "boards!K2", "35", "1907"), error("bad_value", "boards!G4", "5?"))),
    Fault("a control total and an unreadable cell of another year", both(typed("boards!G4", "5?"), more_rows("boards", total(1, **TOTALS | {"y1904": 33}))),
          (error("control_total", "boards!H16", "33", "34"), error("bad_value", "boards!G4", "5?"))),
    Fault("an unreadable cell in the year of an elimination", typed("boards!J7", "o", "boards!M7", 1906), (error("bad_value", "boards!J7", "o"),)),
    Fault("two powers with eighteen centres", column("L", [18, 18, 0, 0, 0, 0, 0], 9), (error("too_many_centres", "boards!L9", "36"),)),
    Fault("two powers with eighteen centres on a larger map", both(column("L", [18, 18, 3, 1, 4, 9, 0], 9), typed("games!G3", "Modern", "games!C3", "solo")),
          (error("two_solos", "games!D3"),)),
    Fault("a solo of two powers", typed("games!C3", "solo", "games!D3", "Austria, Russia"), (error("two_solos", "games!D3", "Austria, Russia"),)),
    Fault("a solo without eighteen centres", typed("games!C2", "solo"), (error("solo_without_18", "games!C2", "9 centres", "18"),)),
    Fault("a solo for another power", both(column("L", SOLO, 9), column("M", [None] * 5 + [1905, 1905], 9), typed("games!C3", "solo", "games!D3", "England")),
          (error("winner_not_solo", "games!D3", "England"),)),
    Fault("a drawer without a centre", typed("games!D3", "Russia, Turkey"), (error("winner_eliminated", "games!D3", "Turkey"),)),
    Fault("a concession to nobody", typed("games!C3", "concession"), (error("concession_to_nobody", "games!C3", "concession"),)),
    Fault("a year missing in between", column("H", [None] * 8, 1), (error("gap_in_years", "boards!A2", "1904"),)),
    Fault("a year in between left blank", column("H", [None] * 7), (error("gap_in_years", "boards!H2", "1904"),)),
    Fault("a blank in a chart", typed("boards!H4", None), (error("blank_year", "boards!H4"),)),
    Fault("a blank at the end of a chart", typed("boards!K4", None), (error("blank_year", "boards!K4"),)),
    Fault("no final centres", typed("boards!L10", None), (error("no_centres", "boards!L10"),)),
    Fault("a chart that goes on after the last year", typed("games!E2", 1906), (error("years_differ", "games!E2", "1907", "1906"),)),
    Fault("a chart that ends before the last year", typed("games!E2", 1908), (error("years_differ", "games!E2", "1907", "1908"),)),
    Fault("a chart that begins before the first year", typed("event!A5", "first year", "event!B5", 1902, "nmr!D2", 1904),
          (error("before_first_year", "boards!E2", "1901"),)),
    Fault("a chart that goes on after the event", both(typed("event!A5", "last year", "event!B5", 1906), typed("games!E3", None)),
          (error("years_differ", "boards!K2", "1907", "1906"),)),
    Fault("a last year before the first", typed("games!E3", 1899), (error("before_first_year", "games!E3", "1899", "1901"),)),
    Fault("a last year before the first, and a chart", typed("games!E2", 1899), (error("before_first_year", "games!E2", "1899", "1901"),)),
    Fault("an event whose last year is before its first", typed("event!A5", "last year", "event!B5", 1890, "games!E3", None),
          (error("before_first_year", "event!B5", "1890", "1901"),)),
    Fault("an elimination of a power with centres", typed("boards!M9", 1905), (error("eliminated_with_centres", "boards!M9", "1905"),)),
    Fault("an elimination in another year than the chart", typed("boards!M7", 1905), (error("eliminated_differs", "boards!M7", "1905"),)),
    Fault("an elimination after the game", typed("boards!M15", 1907), (error("eliminated_differs", "boards!M15", "1907"),)),
    Fault("a final that differs from the chart", typed("boards!L3", 8), (error("final_differs", "boards!L3", "8"),)),
    Fault("a control total that does not add up", more_rows("boards", total(1, **TOTALS | {"y1904": 33})),
          (error("control_total", "boards!H16", "33", "34"),)),
    Fault("a final control total that does not add up", more_rows("boards", total(2, final=33)), (error("control_total", "boards!L16", "33", "34"),)),
    Fault("two control totals", more_rows("boards", total(1, **TOTALS), total(1, **TOTALS)), (error("total_twice", "boards!C17"),)),
    Fault("a control total of no board", more_rows("boards", total(3, final=34)), (error("no_such_board", "boards!B16", "3"),)),
    Fault("a game of no board", more_rows("games", [1, 3, "draw"]), (error("no_such_board", "games!B4", "3"),)),
    Fault("a game twice", more_rows("games", [1, 2, "draw"]), (error("game_twice", "games!B4", "2"),)),
    Fault("two games of no board at all", typed("games!B2", None, "games!B3", None), (error("missing", "games!B2"), error("missing", "games!B3"))),
    Fault("a missed turn of which only the power is left", more_rows("nmr", [None, None, "Italy"]),
          (error("missing", "nmr!A3"), error("missing", "nmr!B3"), error("missing", "nmr!D3"), error("missing", "nmr!E3"))),
    Fault("a player of whom the spreadsheet made a date", typed("boards!D4", date(2013, 2, 1)), (error("bad_value", "boards!D4", "2013-02-01", "a date of it"),)),
    Fault("a missed turn of no board", more_rows("nmr", [2, 1, "Italy", 1903, "spring"]), (error("no_such_board", "nmr!B3", "1"),)),
    Fault("a missed turn twice", more_rows("nmr", [1, 1, "Italy", 1903, "primavera"]), (error("missed_twice", "nmr!E3", "primavera"),)),
    Fault("a missed turn after the elimination", more_rows("nmr", [1, 1, "Russia", 1907, "spring"]), (error("missed_outside", "nmr!D3", "1907"),)),
    Fault("a missed turn after the elimination of a game in progress", both(typed("games!C2", "in progress"), more_rows("nmr", [1, 1, "Russia", 1907, "spring"])),
          (error("missed_outside", "nmr!D3", "1907"),)),
    Fault("a missed turn after the game", more_rows("nmr", [1, 1, "Italy", 1908, "spring"]), (error("missed_outside", "nmr!D3", "1908"),)),
    Fault("a missed turn before the game", more_rows("nmr", [1, 1, "Italy", 1900, "winter"]), (error("missed_outside", "nmr!D3", "1900"),)),
    Fault("more missed turns than turns", typed("boards!N4", 15), (error("missed_too_many", "boards!N4", "15"),)),
    Fault("more missed adjustments than years", typed("boards!O4", 8), (error("missed_too_many", "boards!O4", "8"),)),
    Fault("more missed turns than turns of a life", typed("boards!N7", 13), (error("missed_too_many", "boards!N7", "13"),)),
    Fault("missed turns typed in two ways", typed("boards!N6", 2), (error("missed_differs", "boards!N6", "2"),)),
]

SHEETS = [
    Fault("no column for the players", both(typed("boards!D1", None), without("games"), without("nmr")), (error("no_header", "boards!", "player"),)),
    Fault("two columns for the power", typed("boards!U1", "country", "boards!U2", "Austria"), (error("two_headers", "boards!U1", "country"),)),
    Fault("a year twice", typed("boards!U1", 1907, "boards!U2", 7), (error("two_headers", "boards!U1", "1907"),)),
    Fault("two sheets of boards", both(in_a_new_sheet("Tavoli", table("round board power player", (2, 1, "Italy", "Olga"))), without("games"), without("nmr")),
          (error("two_sheets", "Tavoli!"), error("two_sheets", "boards!"))),
    Fault("one name for two people", in_a_new_sheet("players", [["player", "also known as"], ["Anna Rossi", "A. R."], ["Aldo Rossi", "A. R."]]),
          (error("alias_twice", "players!B2", "A. R."), error("alias_twice", "players!B3", "A. R."))),
    Fault("a name for another that is a person of its own", in_a_new_sheet("players", [["player", "also known as"], ["Xenia", "Ilse"], ["Ilse", None]]),
          (error("alias_twice", "players!B2", "Ilse"),)),
    Fault("names that go round in a circle", in_a_new_sheet("players", [["player", "also known as"], ["Ylva", "Petra"], ["Petra", "Ylva"]]),
          (error("alias_twice", "players!B2", "Petra"), error("alias_twice", "players!B3", "Ylva"))),
    Fault("a player born in the Middle Ages", in_a_new_sheet("players", [["player", "born"], ["Anna", "1058-06-01"]]),
          (error("bad_value", "players!B2", "1058-06-01", "1850 to 2150"),)),
    Fault("a player without a name", in_a_new_sheet("players", [["player", "also known as"], [None, "Berta"]]), (error("missing", "players!A2"),)),
]

FIVE = Fault("five faults at once", both(
    typed("boards!G4", "5?", "boards!D10", Error("#N/A"), "games!F3", "soon", "nmr!E2", "summer"), more_rows("boards", total(2, final=33))), (
    error("bad_value", "boards!G4", "5?"), error("error_cell", "boards!D10", "#N/A"), error("control_total", "boards!L16", "33"),
    error("bad_value", "games!F3", "soon"), error("bad_value", "nmr!E2", "summer")))
TWO_BOARDS = Fault("a power that there is not on one board and a power missing on another", both(typed("boards!C3", "Narnia"), without_row(10)),
                   (error("bad_value", "boards!C3", "Narnia"), error("power_missing", "boards!C9", "England")))
# A slip of one cell, with whatever it entails: one error is enough, at whichever cell.
SLIPS = [
    Fault("far too many centres in a year before others", typed("boards!G4", 25)),
    Fault("a zero too many", typed("boards!H2", 0)),
    Fault("a figure too many at the start", typed("boards!E6", 14)),
    Fault("a power typed over another", typed("boards!C3", "Austria")),
    Fault("an elimination of a power with a chart", typed("boards!M3", 1905)),
    Fault("a header with two digits changed round", typed("boards!K1", 1807)),
    Fault("a round shown as a percentage", typed("boards!A4", Shown(1, "0%"))),
    Fault("a header of a needed column that is misspelt", typed("boards!D1", "playre")),
    Fault("a slip in a column of a control total", both(more_rows("boards", total(1, **TOTALS)), typed("boards!K3", 10))),
]
ERRORS = [*CELLS, *BOARDS, *SHEETS, FIVE, TWO_BOARDS]

HARMLESS = [
    Fault("nothing wrong at all", lambda sheets: None),
    Fault("formulas with their values", typed("boards!G4", Formula("=F4", 5), "boards!S4", Formula("=1+5", 6))),
    Fault("control totals that add up", more_rows("boards", total(1, **TOTALS), total(2, final=34))),
    Fault("nobody on a power", typed("boards!D4", None)),
    Fault("names that nobody knows", typed("boards!D4", "?", "boards!D5", "?")),
    Fault("scores and places as computed", both(column("S", [15, 36, 6, 4, 2, 1, 36]), column("R", [3, "1=", 4, 5, 6, 7, 1]))),
    Fault("a missed turn in the year of the elimination", more_rows("nmr", [1, 1, "Russia", 1906, "winter"])),
    Fault("a missed turn in the year that a game in progress is in", both(typed("games!C2", "in progress"), more_rows("nmr", [1, 1, "Italy", 1908, "spring"]))),
    Fault("a score rounded on a board of rounded scores", column("S", [18, 7, 19, 2, 5, 48, 1], 9)),
    Fault("a score rounded where others are not", column("S", [18.5, 7, 19, 2, 5, 48, 1], 9), (warning("score_differs", "boards!S11", "19", "18.50"),)),
    Fault("a score that differs", typed("boards!S3", 35), (warning("score_differs", "boards!S3", "35", "36.00"),)),
    Fault("a score that differs by more than its last decimal", typed("boards!S3", 36.02), (warning("score_differs", "boards!S3", "36.02", "36.00"),)),
    Fault("a score that differs by half its last decimal", typed("boards!S9", 18.45), (warning("score_differs", "boards!S9", "18.45", "18.50"),)),
    Fault("a place that differs", typed("boards!R3", 2), (warning("place_differs", "boards!R3", "2", "1"),)),
    Fault("scores without a system", typed("boards!S2", 15, "boards!S3", 99), (notice("nothing_to_compare", "boards!S2", "15"),), system=None),
    Fault("an event without boards", lambda sheets: sheets.pop("boards") and sheets.pop("games") and sheets.pop("nmr") and None,
          (warning("no_boards", "!", "board"),)),
    Fault("a figure typed as text", typed("boards!G4", "5"), (fix("number_as_text", "boards!G4", "5"),)),
    Fault("a figure with a hard blank", typed("boards!G4", "5\u00a0"), (fix("number_as_text", "boards!G4", "5"),)),
    Fault("a figure in full width", typed("boards!G4", "５"), (fix("number_as_text", "boards!G4", "５"),)),
    Fault("an invisible blank behind a figure", typed("boards!G4", "5\u200b"),
          (fix("invisible", "boards!G4", r"5\u200b"), fix("number_as_text", "boards!G4", "5"))),
    Fault("a score typed as text", typed("boards!S3", " 36.0 "), (fix("number_as_text", "boards!S3", "36.0"),)),
    Fault("a name with blanks around it", typed("boards!D4", "  Carla   Bianchi "), (fix("blanks", "boards!D4", "Carla"),)),
    Fault("a year shown as a date", typed("boards!E1", Shown(1901, "yyyy-mm-dd")), (fix("date_for_year", "boards!E1", "1905-03-15"),)),
    Fault("a player under another name", both(in_a_new_sheet("players", [["player", "also known as"], ["Quirino Verdi", "Q. V."]]), typed("boards!D4", "Q. V.")),
          (fix("other_name", "boards!D4", "Q. V.", "read as Quirino Verdi"),)),
    Fault("a column that is perhaps misspelt", typed("boards!U1", "elimnated by", "boards!U2", "France"), (notice("unknown_column", "boards!U1", "elimnated by"),)),
    Fault("a column that is misspelt", typed("boards!P1", "penalt", "boards!P2", 5), (warning("misspelt", "boards!P1", "penalt", "`penalty`"),)),
    Fault("a sheet that is misspelt", lambda sheets: sheets.update(nmrs=sheets.pop("nmr")), (warning("misspelt", "nmrs!", "nmrs", "`nmr`"),)),
    Fault("a setting that is misspelt", typed("event!A5", "countnig", "event!B5", "best 3"), (warning("misspelt", "event!A5", "countnig", "`counting`"),)),
    Fault("an unknown column", typed("boards!U1", "hotel", "boards!U2", "Savoia"), (notice("unknown_column", "boards!U1", "hotel"),)),
    Fault("an unknown sheet", in_a_new_sheet("logo", [["Lega"]]), (notice("unknown_sheet", "logo!", "logo"),)),
    Fault("an unknown setting", typed("event!A5", "hotel", "event!B5", "Savoia"), (notice("unknown_setting", "event!A5", "hotel"),)),
    Fault("thirty-five centres on another map", typed("boards!K3", 10, "games!G2", "Colonial"), (notice("other_map", "games!G2", "Colonial"),)),
    Fault("a solo that is called a draw", both(column("L", SOLO, 9), column("M", [None] * 5 + [1905, 1905], 9)), (notice("result_differs", "games!C3", "draw"),)),
    Fault("a chart that begins late", column("E", [None] * 8, 1), (notice("starts_late", "boards!B2", "1902"),)),
    Fault("PGP without missed turns", lambda sheets: sheets.pop("nmr") and None, (notice("no_missed_turns", "boards!C2"),), system="pgp"),
    Fault("a board without the years that PGP needs", lambda sheets: None, (notice("unscorable", "boards!B9", "pgp", "every year"),)),
    Fault("a board laid out but not begun", more_rows("boards", *([2, 1, power] for power in POWERS)), (notice("not_played", "boards!B16"),)),
]
# fmt: on

HEALTHY = "Sano"


@dataclass(frozen=True)
class Built:
    """One run over a raw folder."""

    raw: Path
    out: Path
    status: int
    said: str
    told: str
    raw_as_it_was: bool

    def problems(self, season: str = "2013") -> list[dict[str, str]]:
        """The lines of a season's problems.csv, without the mark that keeps a text from being a formula."""
        path = self.out / season / "problems.csv"
        rows = read_table(path) if path.is_file() else []
        return [{name: text.removeprefix("'") for name, text in row.items()} for row in rows]

    def lines(self, fault: Fault) -> list[dict[str, str]]:
        """The lines of one fault's event."""
        return [row for row in self.problems() if row["file"] == f"2013/{fault.event}.xlsx"]

    def scored(self, season: str = "2013", system: str = "c_diplo") -> set[str]:
        """The events of which a seat was scored."""
        return {row["event"] for row in read_table(self.out / season / f"{system}.scores.csv") if row["score"]}

    def systems(self, season: str = "2013") -> list[str]:
        """The systems of which there are a workbook and tables."""
        ids = sorted(path.name.removesuffix(".scores.csv") for path in (self.out / season).glob("*.scores.csv"))
        return [name for name in ids if (self.out / season / f"{name}.xlsx").is_file()]

    def heading(self, season: str, system: str = "c_diplo") -> str:
        """What stands at the top of the ranked workbook."""
        book = load_workbook(self.out / season / f"{system}.xlsx", read_only=True)
        told = "\n".join(str(row[0]) for row in book["Standings"].iter_rows(max_row=3, values_only=True))
        book.close()
        return told


def run(raw: Path, out: Path, *modules: str) -> Built:
    """Build by the command line, but in this process and only under the systems of these modules, which is quicker."""
    before = footprint(raw)
    with only_rules(*modules, "campo_di_marte"), without_report():
        done = CliRunner().invoke(app, ["build", "--raw", str(raw), "--out", str(out), "--jobs", "1"])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Built(raw, out, done.exit_code, done.stdout, done.stderr, footprint(raw) == before)


def footprint(folder: Path) -> dict[Path, tuple[int, int, int]]:
    """What would differ if anything in a folder had been written."""
    states = ((path, path.stat()) for path in [folder, *folder.rglob("*")])
    return {path: (state.st_ino, state.st_mtime_ns, state.st_ctime_ns) for path, state in states}


def write_season(raw: Path, faults: list[Fault]) -> None:
    """A season with these faults, each in an event of its own, and a healthy event."""
    for fault in faults:
        sheets = event(fault.sentence, fault.system, family=fault.sentence)
        fault.spoil(sheets)
        write_xlsx(raw / "2013" / f"{fault.event}.xlsx", sheets)
    write_xlsx(raw / "2013" / f"{HEALTHY}.xlsx", event("Sano", family="sana"))


def write_healthy_season(raw: Path) -> None:
    write_xlsx(raw / "2014" / f"{HEALTHY}.xlsx", event("Sano"))


@pytest.fixture(scope="module")
def errors(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("errors")
    write_season(folder / "raw", ERRORS + SLIPS)
    write_healthy_season(folder / "raw")
    return run(folder / "raw", folder / "out", "c_diplo", "c_diplo_namur")


@pytest.fixture(scope="module")
def harmless(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("harmless")
    write_season(folder / "raw", HARMLESS)
    return run(folder / "raw", folder / "out", "c_diplo", "pgp")


def place(row: dict[str, str]) -> str:
    return f"{row['sheet']}!{row['cell']}"


def by_place(rows: list[dict[str, str]]) -> list[tuple[str, str, str]]:
    return sorted((row["severity"], row["code"], place(row)) for row in rows)


def assert_told(rows: list[dict[str, str]], expected: Iterable[Line]) -> None:
    """Each expected line is there, says its words, and says how to mend it."""
    for line in expected:
        same = [row for row in rows if (row["severity"], row["code"], place(row)) == line[:3]]
        assert same, f"no line {line[:3]}, only {by_place(rows)}"
        told = "\n".join(f"{row['found']} / {row['expected']}" for row in same)
        assert [word for word in line.words if word not in told] == [], told
        assert all(row["expected"] and row["hint"] for row in same)


# -- one fault, one line -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", ERRORS, ids=lambda fault: fault.sentence)
def test_a_fault_is_told_at_its_cell_and_nowhere_else(fault: Fault, errors: Built) -> None:
    rows = [row for row in errors.lines(fault) if row["severity"] == "error"]
    assert_told(rows, fault.lines)
    assert by_place(rows) == sorted(line[:3] for line in fault.lines)


@pytest.mark.parametrize("fault", SLIPS, ids=lambda fault: fault.sentence)
def test_one_slip_is_one_line(fault: Fault, errors: Built) -> None:
    rows = [f"{row['code']} at {place(row)}" for row in errors.lines(fault) if row["severity"] == "error"]
    assert len(rows) == 1, f"{len(rows)} lines: {', '.join(rows[:5])}"


@pytest.mark.parametrize("fault", ERRORS + SLIPS, ids=lambda fault: fault.sentence)
def test_an_event_with_an_error_is_in_no_table(fault: Fault, errors: Built) -> None:
    assert fault.event not in errors.scored()


@pytest.mark.parametrize("fault", HARMLESS, ids=lambda fault: fault.sentence)
def test_what_is_odd_but_harmless_is_told_and_blocks_nothing(fault: Fault, harmless: Built) -> None:
    rows = harmless.lines(fault)
    assert_told(rows, fault.lines)
    grave = [row for row in rows if row["severity"] != "notice"]
    assert by_place(grave) == sorted(line[:3] for line in fault.lines if line.severity != "notice")
    assert (fault.event in harmless.scored()) == (fault.sentence != "an event without boards")


def test_errors_give_exit_status_1_and_leave_healthy_events_and_seasons_built(errors: Built) -> None:
    assert errors.status == 1
    assert errors.scored("2013") == {HEALTHY}
    assert errors.scored("2014") == {HEALTHY}
    assert len(errors.systems()) == SYSTEMS
    assert "Traceback" not in errors.told


def test_warnings_fixes_and_notices_give_exit_status_0(harmless: Built) -> None:
    assert {row["severity"] for row in harmless.problems()} == {"warning", "fix", "notice"}
    assert harmless.status == 0


def test_what_lacks_an_event_says_incomplete_in_its_title_and_nothing_else_does(errors: Built, harmless: Built) -> None:
    systems = errors.systems()
    assert [system for system in systems if "INCOMPLETE" not in errors.heading("2013", system)] == []
    assert [system for system in systems[:3] if "INCOMPLETE" in errors.heading("2014", system)] == []
    assert "INCOMPLETE" not in harmless.heading("2013")


def test_the_run_ends_with_the_files_set_aside_and_where_the_problems_are(errors: Built) -> None:
    *_, aside, problems = errors.said.splitlines()
    assert f"{len(ERRORS + SLIPS)} files set aside" in aside
    assert str(errors.out / "2013" / "problems.xlsx") in problems
    assert problems.startswith(f"{sum(row['severity'] == 'error' for row in errors.problems())} errors")


def test_all_problems_of_a_run_are_told_at_once(errors: Built) -> None:
    files = {row["file"] for row in errors.problems() if row["severity"] == "error"}
    assert files == {f"2013/{fault.event}.xlsx" for fault in ERRORS + SLIPS}


def test_the_gravest_problems_stand_first(harmless: Built) -> None:
    order = ["error", "warning", "fix", "notice"]
    ranks = [order.index(row["severity"]) for row in harmless.problems()]
    assert ranks == sorted(ranks)


def test_a_row_of_a_chart_that_was_shifted_by_a_year_is_told(tmp_path: Path) -> None:
    """Told somewhere: nobody can know at which cell it began."""
    sheets = event()
    for year, value in enumerate([None, *CHART["Turkey"][:-1]]):
        put(sheets, f"boards!{'EFGHIJK'[year]}8", value)
    write_xlsx(tmp_path / "2013" / "Torneo.xlsx", sheets)
    assert any(p.severity == "error" for p in compute(find(tmp_path, RESERVED)).problems)


# -- the problems workbook ---------------------------------------------------------------------------------------------


def test_the_problems_workbook_draws_the_sheet_again_and_marks_the_bad_cell(errors: Built) -> None:
    book = load_workbook(errors.out / "2013" / "problems.xlsx")
    pages = [page for page in book if "five faults" in page.title and "boards" in page.title]
    assert len(pages) == 1
    marked = pages[0]["G4"]
    assert marked.value == "5?"
    assert marked.fill.fgColor.rgb != pages[0]["G5"].fill.fgColor.rgb
    assert "0 to 34" in marked.comment.text
    assert [pages[0][cell].value for cell in ("C4", "D5", "E1", "E2")] == [
        "France",
        "Dora five faults at once",
        1901,
        5,
    ]


def test_the_problems_workbook_lists_what_problems_csv_lists(errors: Built) -> None:
    page = load_workbook(errors.out / "2013" / "problems.xlsx").worksheets[0]
    rows = [[str(value or "") for value in row] for row in page.iter_rows(values_only=True)]
    header = next(row for row, values in enumerate(rows) if values[:3] == ["severity", "code", "file"])
    listed = [tuple(values[:5]) for values in rows[header + 1 :] if values[0]]
    expected = [(p["severity"], p["code"], p["file"], p["sheet"], p["cell"]) for p in errors.problems()]
    assert listed == expected


def test_nothing_under_the_raw_folder_is_touched(errors: Built, harmless: Built, files: Built) -> None:
    assert errors.raw_as_it_was
    assert harmless.raw_as_it_was
    assert files.raw_as_it_was


# -- files that cannot be read -----------------------------------------------------------------------------------------


def xlsx(path: Path) -> Path:
    return write_xlsx(path, event(family="a bad file"))


def truncated(path: Path) -> None:
    xlsx(path).write_bytes(path.read_bytes()[:-2000])


def cut_short(path: Path) -> None:
    xlsx(path).write_bytes(path.read_bytes()[:300])


def bit_flipped(path: Path) -> None:
    content = bytearray(xlsx(path).read_bytes())
    content[content.index(b"xl/worksheets/sheet2.xml") + 200] ^= 0x20
    path.write_bytes(content)


def bomb(path: Path) -> None:
    """400 kB that unpack to 80 MB."""
    rewrite(xlsx(path), {}, {"xl/media/image1.png": bytes(80 * 2**20)})


def billion_laughs(path: Path) -> None:
    entities = '<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 10))
    rewrite(
        xlsx(path),
        {
            "xl/worksheets/sheet2.xml": lambda xml: (
                f"<?xml version='1.0'?><!DOCTYPE x [{entities}]>" + xml.replace("<v>5</v>", "<v>&a9;</v>", 1)
            )
        },
    )


def external_entity(path: Path) -> None:
    head = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    rewrite(xlsx(path), {"xl/worksheets/sheet2.xml": lambda xml: head + xml.replace("<v>5</v>", "<v>&e;</v>", 1)})


def far_cell(path: Path) -> None:
    rewrite(
        xlsx(path),
        {
            "xl/worksheets/sheet2.xml": lambda xml: xml.replace(
                "</sheetData>", '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
            )
        },
    )


def encrypted_ods(path: Path) -> None:
    write_ods(path, event())
    entry = 'manifest:full-path="content.xml" manifest:media-type="text/xml"'
    locked = ODS_MANIFEST.replace(
        f"{entry}/>", f'{entry} manifest:size="9"><manifest:encryption-data/></manifest:file-entry>'
    )
    assert locked != ODS_MANIFEST
    rewrite(path, {}, {"content.xml": bytes(range(256)) * 9, "META-INF/manifest.xml": locked.encode()})


def locked_zip(path: Path) -> None:
    """A zip whose parts carry the flag of encryption."""
    content = bytearray(xlsx(path).read_bytes())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.find(mark)
        while at >= 0:
            content[at + offset] |= 1
            at = content.find(mark, at + 4)
    path.write_bytes(content)


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(3000)
FILES: list[tuple[str, str, Callable[[Path], object], str, str]] = [
    ("text called a workbook", "Bad.xlsx", lambda p: p.write_text("round;board\n1;1\n"), "not_a_workbook", "CSV"),
    ("an HTML page", "Bad.xlsx", lambda p: p.write_text("<html><table></table></html>"), "not_a_workbook", "HTML"),
    ("an empty file", "Bad.xlsx", lambda p: p.write_bytes(b""), "not_a_workbook", "empty"),
    ("random bytes", "Bad.xlsx", lambda p: p.write_bytes(bytes(range(256)) * 20), "not_a_workbook", "not a zip"),
    ("a truncated workbook", "Bad.xlsx", truncated, "not_a_workbook", "truncated"),
    ("a workbook cut short", "Bad.xlsx", cut_short, "not_a_workbook", "truncated"),
    ("a bit that flipped", "Bad.xlsx", bit_flipped, "not_a_workbook", "damaged"),
    (
        "a zip that is no workbook",
        "Bad.xlsx",
        lambda p: write_zip(p, {"a.txt": b"a"}),
        "not_a_workbook",
        "no workbook",
    ),
    ("a zip that is no .ods", "Bad.ods", lambda p: write_zip(p, {"a.txt": b"a"}), "not_a_workbook", "no workbook"),
    (
        "half an XML in an .ods",
        "Bad.ods",
        lambda p: write_zip(p, {"content.xml": b"<a><b>"}),
        "not_a_workbook",
        "content.xml, line 1",
    ),
    ("a password", "Bad.xlsx", lambda p: p.write_bytes(OLE), "encrypted", "encrypted"),
    ("a password on an .ods", "Bad.ods", encrypted_ods, "encrypted", "encrypted"),
    ("a zip with a password", "Bad.xlsx", locked_zip, "encrypted", "encrypted"),
    ("a zip bomb", "Bad.xlsx", bomb, "too_large", "80 MB"),
    ("a billion laughs", "Bad.xlsx", billion_laughs, "suspicious", "sheet2.xml"),
    ("an external entity", "Bad.xlsx", external_entity, "suspicious", "sheet2.xml"),
    ("a cell at the far end", "Bad.xlsx", far_cell, "too_wide", "1,048,576"),
    ("a workbook of another kind in an .ods", "Bad.ods", lambda p: xlsx(p), "not_a_workbook", ".xlsx"),
]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Every bad file is an event of one season, 2013, which also has two files of one event and a name that is taken.

    2015 has a bad season.xlsx, and one file lies in no season.
    """
    folder = tmp_path_factory.mktemp("files")
    raw = folder / "raw"
    write_season(raw, [])
    for sentence, name, write, _, _ in FILES:
        write(raw / "2013" / f"{sentence}{Path(name).suffix}")
    write_xlsx(raw / "2013" / "Doppio.xlsx", event("Doppio", family="doppia"))
    write_ods(raw / "2013" / "Doppio.ods", event("Doppio", family="doppia"))
    write_xlsx(raw / "2013" / "pgp.xlsx", event("Nome", family="nome"))
    write_xlsx(raw / "2015" / f"{HEALTHY}.xlsx", event("Sano"))
    write_xlsx(raw / "2015" / "season.xlsx", {"season": table("setting value", ("data", "perhaps"))})
    write_xlsx(raw / "Sciolto.xlsx", event("Sciolto"))
    return run(raw, folder / "out", "c_diplo")


@pytest.mark.parametrize(
    ("sentence", "name", "code", "words"), [(s, n, c, w) for s, n, _, c, w in FILES], ids=[f[0] for f in FILES]
)
def test_a_file_that_cannot_be_read_is_one_error(sentence: str, name: str, code: str, words: str, files: Built) -> None:
    file = f"2013/{sentence}{Path(name).suffix}"
    rows = [row for row in files.problems() if row["file"] == file]
    assert [(row["severity"], row["code"]) for row in rows] == [("error", code)]
    assert words in rows[0]["found"]
    assert rows[0]["hint"]


def test_files_that_cannot_be_read_leave_all_others_built(files: Built) -> None:
    assert files.status == 1
    assert files.scored("2013") == {HEALTHY}
    assert "INCOMPLETE" in files.heading("2013")
    assert "Traceback" not in files.told


def spoilt_csv(sheet: str, change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    """An event's folder with one file changed."""

    def write(raw: Path) -> None:
        folder = write_csv(raw / "2013" / "Cartella", event(family="a folder"))
        path = folder / f"{sheet}.csv"
        path.write_bytes(change(path.read_bytes()))

    return write


CSV_FAULTS = {
    "a CSV file of DOS": (
        spoilt_csv("boards", lambda b: b.replace(b"Anna", "Però".encode("cp850"))),
        "bad_text",
        "boards!",
    ),
    "a CSV file in UTF-16 without its mark": (
        spoilt_csv("boards", lambda b: b.decode().encode("utf-16-le")),
        "bad_text",
        "boards!",
    ),
    "a separator inside a name": (
        spoilt_csv("boards", lambda b: b.replace(b"Anna a folder", b"Anna, a folder")),
        "ragged_row",
        "boards!U2",
    ),
    "a stray quote": (spoilt_csv("boards", lambda b: b.replace(b"Anna a folder", b'"An"na')), "ragged_row", "boards!"),
    "a bad file of missed turns": (spoilt_csv("nmr", lambda b: b"\xff" + b), "bad_text", "nmr!"),
}


@pytest.mark.parametrize("sentence", CSV_FAULTS)
def test_a_csv_file_that_cannot_be_read_is_one_error_of_its_event(sentence: str, tmp_path: Path) -> None:
    write, code, where = CSV_FAULTS[sentence]
    write(tmp_path)
    grave = [p for p in compute(find(tmp_path, RESERVED)).problems if p.severity == "error"]
    assert [(p.code, p.event, f"{p.sheet}!{p.cell}") for p in grave] == [(code, "Cartella", where)]


# -- several files -----------------------------------------------------------------------------------------------------


def test_the_same_game_in_two_files_is_told_in_the_second(tmp_path: Path) -> None:
    for name in ("A prima", "B copia"):
        write_xlsx(tmp_path / "2013" / f"{name}.xlsx", event(name))
    grave = [p for p in compute(find(tmp_path, RESERVED)).problems if p.severity == "error"]
    assert [(p.code, p.event, p.sheet, p.cell) for p in grave] == [
        ("same_game", "B copia", "boards", "B2"),
        ("same_game", "B copia", "boards", "B9"),
    ]
    assert all("A prima" in p.found for p in grave)


def test_the_same_board_of_the_same_event_in_two_files_is_told_in_both(tmp_path: Path) -> None:
    """Two evenings with other players, but both call themselves round 1, board 1 and 2 of one event."""
    for name in ("A prima", "B copia"):
        write_xlsx(tmp_path / "2013" / f"{name}.xlsx", event("Torneo", family=name))
    grave = [p for p in compute(find(tmp_path, RESERVED)).problems if p.severity == "error"]
    assert {(p.code, p.event) for p in grave} == {("same_game", "A prima"), ("same_game", "B copia")}


def test_one_evening_in_two_seasons_is_two_evenings(tmp_path: Path) -> None:
    for season in ("2013", "2014"):
        write_xlsx(tmp_path / season / "Torneo.xlsx", event())
    assert [p for p in compute(find(tmp_path, RESERVED)).problems if p.severity == "error"] == []


def test_two_files_of_one_event_and_a_name_that_is_taken_are_told_and_leave_the_others_built(files: Built) -> None:
    codes = ("two_files", "reserved_name")
    told = [(row["severity"], row["code"], row["file"]) for row in files.problems() if row["code"] in codes]
    assert told == [
        ("error", "two_files", "2013/Doppio.ods"),
        ("error", "two_files", "2013/Doppio.xlsx"),
        ("error", "reserved_name", "2013/pgp.xlsx"),
    ]
    assert files.scored("2013") == {HEALTHY}


def test_a_file_outside_a_season_is_told_and_blocks_nothing(files: Built) -> None:
    assert [(r["severity"], r["file"]) for r in read_table(files.out / "problems.csv")] == [("error", "Sciolto.xlsx")]
    assert "Sciolto" not in files.heading("2013") + files.heading("2015")


def test_an_error_in_the_season_file_is_told_and_the_season_is_incomplete(files: Built) -> None:
    rows = [row for row in files.problems("2015") if row["severity"] == "error"]
    assert [(row["code"], row["file"], place(row)) for row in rows] == [("bad_value", "2015/season.xlsx", "season!B2")]
    assert files.scored("2015") == {HEALTHY}
    assert "INCOMPLETE" in files.heading("2015")


# -- nothing makes the build fall over ---------------------------------------------------------------------------------


def infinite(path: Path) -> None:
    sheets = event()
    put(sheets, "boards!T4", 12345.5)
    put(sheets, "boards!G4", "5")
    rewrite(write_xlsx(path, sheets), {"xl/worksheets/sheet2.xml": lambda xml: xml.replace("12345.5", "1E400")})


def csv_note(note: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        sheets = event()
        put(sheets, "boards!T4", note)
        put(sheets, "boards!G4", "five")
        write_csv(path.with_suffix(""), sheets)

    return write


def xlsx_cells(*pairs: Cell) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        sheets = event()
        typed(*pairs)(sheets)
        write_xlsx(path, sheets)

    return write


NOBODYS: dict[str, Callable[[Path], object]] = {
    "a figure without end": infinite,
    "a note that begins with two dashes": csv_note("--5"),
    "a note of 320 digits": csv_note("9" * 320),
    "a note like a formula": csv_note("=1+1"),
    "a note of a whole page": xlsx_cells("boards!T4", "x" * 32767),
    "a name of a whole page": xlsx_cells("boards!D4", "x" * 32767),
    "a score without end": xlsx_cells("boards!S4", "1e999"),
    "a control character in a name": xlsx_cells("boards!D4", "An_x0001_na", "boards!G4", "5"),
    "no sheet at all": lambda path: write_xlsx(path, {}),
    "a blank sheet of boards": lambda path: write_xlsx(path, event() | {"boards": []}),
    "a header and nothing below it": lambda path: write_xlsx(path, event() | {"boards": [list(COLUMNS)]}),
    "one board of which nothing can be read": lambda path: write_xlsx(
        path, {"boards": [["round", "board", "power", "player"], *([Error("#N/A")] * 4 for _ in range(7))]}
    ),
    "a chart of two hundred years": lambda path: write_xlsx(
        path, {"boards": [["round", "board", "power", "player", 1800, 2099], *([1, 1, p, p, 5, 4] for p in POWERS)]}
    ),
    "a sheet name full of signs": lambda path: write_xlsx(path, event() | {"'Tavoli' {x} & <y> \u2028": [["a"]]}),
    "a time in place of a day": xlsx_cells("games!F2", datetime(2011, 3, 1, 20, 15)),
}


@pytest.fixture(scope="module")
def oddities(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """All of them built in one season, which is quick; None if one of them makes the build fall over."""
    folder = tmp_path_factory.mktemp("odd")
    for sentence, write in NOBODYS.items():
        write(folder / "raw" / "2013" / f"{sentence}.xlsx")
    try:
        return built_beside_a_healthy_event(folder)
    except Exception:
        return None


def built_beside_a_healthy_event(folder: Path) -> Path:
    write_xlsx(folder / "raw" / "2013" / f"{HEALTHY}.xlsx", event("Sano", family="sana"))
    with only_rules("c_diplo", "italia_2010", "campo_di_marte"), without_report():
        build(folder / "raw", folder / "out", jobs=1)
    return folder / "out" / "2013"


@pytest.mark.parametrize("sentence", NOBODYS)
def test_nothing_that_is_typed_makes_the_build_fall_over(sentence: str, oddities: Path | None, tmp_path: Path) -> None:
    """Whatever is made of it: the build ends, and the healthy event beside it has its scores."""
    out = oddities
    if out is None:  # which of them is it?
        NOBODYS[sentence](tmp_path / "raw" / "2013" / f"{sentence}.xlsx")
        out = built_beside_a_healthy_event(tmp_path)
    assert HEALTHY in {row["event"] for row in read_table(out / "c_diplo.scores.csv") if row["score"]}


def test_the_workbooks_of_a_season_full_of_oddities_can_be_opened(oddities: Path | None) -> None:
    assert oddities is not None
    for name in ("problems", "c_diplo", "italia_2010"):
        assert load_workbook(oddities / f"{name}.xlsx").sheetnames


@pytest.mark.parametrize(
    "fill",
    [
        lambda raw: raw.mkdir(),
        lambda raw: (raw / "2013").mkdir(parents=True),
        lambda raw: write_xlsx(raw / "2013" / "season.xlsx", {"season": table("setting value", ("data", "real"))}),
        lambda raw: write_zip(raw / "2013" / "Rotto.xlsx", {"a": b""}),
    ],
    ids=["no season", "a season without files", "only a season file", "only a bad file"],
)
def test_a_raw_folder_without_a_board_is_no_reason_to_fall_over(fill: Callable[[Path], object], tmp_path: Path) -> None:
    fill(tmp_path / "raw")
    computed = compute(find(tmp_path / "raw", RESERVED))
    assert {name: len(published.scores) for name, published in computed.published.items()} == dict.fromkeys(
        computed.published, 0
    )
