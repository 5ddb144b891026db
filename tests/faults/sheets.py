"""The corpus of bad sheets: good events, each spoilt in one way, and what must be said of it, cell by cell.

The numbers are those of the corpus of all bad inputs; what tests/faults/test_faults.py says of cells, boards and laws is not
said again here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from openpyxl import Workbook, load_workbook
from openpyxl.styles import PatternFill
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from tests.faults.test_faults import (
    Fault,
    Line,
    both,
    column,
    error,
    fix,
    in_a_new_sheet,
    more_rows,
    notice,
    typed,
    warning,
)
from tests.sheets import CHART, POWERS, YEARS, Cell, Sheets, event, table, write_xlsx

BOARDS = "boards"


@dataclass(frozen=True)
class Case(Fault):
    """A fault with its number in the corpus, what it does to the workbook beside its values, and the good event."""

    number: int = 0
    shape: Callable[[Workbook], object] | None = None
    good: Callable[[str], Sheets] = lambda sentence: event(sentence, family=sentence)

    def write(self, folder: Path) -> Path:
        """The spoilt event as a workbook in a season's folder."""
        sheets = self.good(self.sentence)
        self.spoil(sheets)
        path = write_xlsx(folder / f"{self.event}.xlsx", sheets)
        if self.shape:
            book = load_workbook(path)
            self.shape(book)
            book.save(path)
        return path


def case(
    number: int,
    sentence: str,
    spoil: Callable[[Sheets], object],
    *lines: Line,
    shape: Callable[[Workbook], object] | None = None,
) -> Case:
    return Case(sentence, spoil, lines, number=number, shape=shape)


def bao(
    number: int,
    sentence: str,
    spoil: Callable[[Sheets], object],
    *lines: Line,
    shape: Callable[[Workbook], object] | None = None,
) -> Case:
    """A case of a round robin: sheet `matches`, A stage, B group, C south, D north, E winner, F reason."""
    return Case(sentence, spoil, lines, number=number, shape=shape, good=round_robin)


def round_robin(name: str) -> Sheets:
    """A Bao event of six players in one group, every pair with its two games; who is earlier in the list wins."""
    players = [f"{player} {name}" for player in ["Ali", "Bea", "Cho", "Dan", "Eva", "Fay"]]
    games = [("qualifying", "A", one, two, min(one, two)) for one in players for two in players if one != two]
    return {
        "event": table("setting value", ("name", name), ("kind", "bao"), ("data", "generated")),
        "players": table("player elo games", *((player, 1800, 0) for player in players)),
        "matches": table("stage group south north winner reason", *games),
    }


def nothing(sheets: Sheets) -> None:
    """Spoil no value."""


# -- how sheets are spoilt ---------------------------------------------------------------------------------------------


def merged(*ranges: str, sheet: str = BOARDS) -> Callable[[Workbook], None]:
    """Merge cells of a sheet: only the first keeps its value."""

    def shape(book: Workbook) -> None:
        for cells in ranges:
            book[sheet].merge_cells(cells)

    return shape


def hidden_rows(book: Workbook) -> None:
    """Rows hidden by hand and by a filter."""
    for row in (3, 4, 12):
        book[BOARDS].row_dimensions[row].hidden = True
    book[BOARDS].auto_filter.ref = "A1:T15"
    book[BOARDS].column_dimensions["G"].hidden = True


def hidden_sheet(state: str) -> Callable[[Workbook], None]:
    return lambda book: setattr(book[BOARDS], "sheet_state", state)


def formatted_rows(book: Workbook) -> None:
    """A thousand rows that are coloured and hold nothing."""
    for row in range(16, 1016):
        book[BOARDS].cell(row, 1).fill = PatternFill("solid", fgColor="FFEEEEEE")


def calendar_of_1904(book: Workbook) -> None:
    """The calendar of old Macintosh workbooks; a year shown as the day of its number."""
    book.epoch = CALENDAR_MAC_1904
    book[BOARDS]["E1"].value, book[BOARDS]["E1"].number_format = 1901, "yyyy-mm-dd"
    book["games"]["F2"].value = date(2011, 3, 1)


def above(*rows: list[Cell]) -> Callable[[Sheets], None]:
    """Rows above the header of the boards sheet."""
    return lambda sheets: sheets[BOARDS].__setitem__(slice(0, 0), [[*row] for row in rows])


def below(*rows: list[Cell]) -> Callable[[Sheets], None]:
    """A blank row and then these, below the boards."""
    return lambda sheets: sheets[BOARDS].extend([[None], *([*row] for row in rows)])


def second_table(sheets: Sheets) -> None:
    """Board 2 below a header of its own."""
    sheets[BOARDS][8:8] = [[None], [*sheets[BOARDS][0]]]


def beside(sheets: Sheets) -> None:
    """Board 2 at the right of board 1: columns V to AO."""
    top = sheets[BOARDS][:8]
    sheets[BOARDS] = [[*left, None, *right] for left, right in zip(top, [top[0], *sheets[BOARDS][8:]], strict=True)]


def on_its_side(sheets: Sheets) -> None:
    """Years down, seats across."""
    sheets[BOARDS] = [list(row) for row in zip(*sheets[BOARDS], strict=True)]


def powers_across(sheets: Sheets) -> None:
    """A row a year, a column a power."""
    chart = [[1, 1, year, *(CHART[power][i] for power in POWERS)] for i, year in enumerate(YEARS)]
    sheets[BOARDS] = [["round", "board", "year", *POWERS], *chart]


def a_sheet_a_game(sheets: Sheets) -> None:
    """Each board on a sheet of its own, none of them called boards."""
    header, *rows = sheets.pop(BOARDS)
    sheets |= {"Tavolo 1": [header, *rows[:7]], "Tavolo 2": [[*header], *rows[7:]]}


def italian(sheets: Sheets) -> None:
    """Headers in Italian: decomposed accents, capitals, line breaks."""
    words = {"round": "TURNO", "board": "tavolo", "power": "Potenza", "player": "giocatore", "final": "Centri\nfinali"}
    words |= {"nmr orders": "ONP\nordini", "nmr adjustments": "onp fine\r\nanno", "penalty": "Penalita\u0300"}
    sheets[BOARDS][0] = [words.get(str(name), name) for name in sheets[BOARDS][0]]


def event_on(start: Cell, end: Cell, ended: Cell) -> Callable[[Sheets], None]:
    """The days of an event, and the day on which its first game ended."""
    return typed("event!A5", "start", "event!B5", start, "event!A6", "end", "event!B6", end, "games!F2", ended)


def result_alone(*rows: tuple[Cell, ...]) -> Callable[[Sheets], None]:
    """An event known by its result: `placings` and nothing else."""

    def spoil(sheets: Sheets) -> None:
        for name in (BOARDS, "games", "nmr"):
            del sheets[name]
        sheets["placings"] = table("player place games", *rows)

    return spoil


def entrants(number: int) -> Callable[[Sheets], None]:
    """An entry list of so many newcomers, and no game yet."""

    def spoil(sheets: Sheets) -> None:
        sheets["players"][1:] = [[f"Entrant {i} of {number}", 1800, 0] for i in range(number)]
        sheets["matches"][1:] = []

    return spoil


def a_semifinal(sheets: Sheets) -> None:
    """The first two go on; the last pair of the group has played only once."""
    first, second = (row[0] for row in sheets["players"][1:3])
    sheets["matches"].pop()
    sheets["matches"].append(["final", None, first, second, first])


LOOSE = ["Totale", None, None, None, 31, 34, 34, 34, 34, 34, 34]

# fmt: off
ERRORS = [
    case(23, "an id merged into the next board", nothing, fix("merged_id", "boards!B2", "1 in B2:B9", "read as 1"),
         *(error("blank_year", f"boards!{c}9") for c in "EFGHIJK"),
         error("power_twice", "boards!C9", "Austria"), error("power_missing", "boards!C10", "Austria"), shape=merged("B2:B9")),
    case(23, "a player merged over two powers", nothing, error("merged_cells", "boards!D4", "D4:D5"), shape=merged("D4:D5")),
    case(23, "ids merged across two columns", nothing, error("merged_cells", "boards!A2", "A2:B8"), shape=merged("A2:B8")),
    case(24, "an id typed once and not merged", column("B", [None] * 6, 3), *(error("missing", f"boards!B{row}") for row in range(3, 9))),
    case(25, "a day over a column of centres", typed("boards!K1", date(1907, 12, 1)), error("date_header", "boards!K1", "1907-12-01", "plain number")),
    case(28, "a score as a text of three decimals", typed("boards!S4", "7.500"), error("ambiguous_number", "boards!S4", "7.500", "7.5 or 7500")),
    case(28, "an Elo as a text with a point for thousands", in_a_new_sheet("players", table("player elo", ("Anna", "1.800"))),
         error("ambiguous_number", "players!B2", "1.800", "1.8 or 1800")),
    case(29, "a score with a blank for thousands", typed("boards!S4", "1 234,5"), error("bad_value", "boards!S4", "1 234,5", "decimal comma")),
    case(29, "a score with a hard blank for thousands", typed("boards!S4", "1\u00a0234"), error("bad_value", "boards!S4", "1\u00a0234")),
    case(35, "a needed header misspelt", typed("boards!D1", "playre"), error("no_header", "boards!D1", "playre", "`playre` may be player")),
    case(35, "two needed headers misspelt in Italian", typed("boards!C1", "potensa", "boards!D1", "gioctore"),
         error("no_header", "boards!C1", "`potensa` may be power", "`gioctore` may be player")),
    case(35, "a needed header of another table misspelt", typed("nmr!E1", "turm"), error("no_header", "nmr!E1", "`turm` may be turn")),
    case(37, "a header in two languages", above(["turno", "tavolo", "potenza", "giocatore"]), error("two_tables", "boards!A2", "A1:D1", "A2:")),
    case(38, "two tables one below the other", second_table, error("two_tables", "boards!A10", "A1:T8", "A10:T17")),
    case(38, "two tables side by side", beside, error("two_tables", "boards!V1", "A1:T8", "V1:AO8")),
    case(38, "two lists of players", in_a_new_sheet("players", table("player", ("Anna",), (), ("giocatore",), ("Berta",))),
         error("two_tables", "players!A4", "A1:A2", "A4:A5")),
    case(43, "a fault on a sheet that lies on its side", both(typed("boards!G4", "5?"), on_its_side),
         fix("turned_sheet", "boards!A1"), error("bad_value", "boards!D7", "5?", "0 to 34")),
    case(43, "the powers across", powers_across, error("powers_across", "boards!D1", "Austria")),
    case(44, "a sheet a game", a_sheet_a_game, error("results_elsewhere", "Tavolo 1!", "Tavolo 1"), error("results_elsewhere", "Tavolo 2!")),
    case(54, "a letter that may be two powers", typed("boards!C6", "I"), error("bad_value", "boards!C6", "I", "England or Italy")),
    case(54, "a power misspelt", typed("boards!C6", "Itlay"), error("bad_value", "boards!C6", "Itlay", "may be Italy")),
    case(59, "fewer than no missed turns", typed("boards!N4", -1), error("bad_value", "boards!N4", "-1")),
    case(59, "five missed turns in a life of two years", typed("boards!N15", 5), error("missed_too_many", "boards!N15", "5")),
    case(59, "a fourth missed turn in one year", more_rows("nmr", [1, 1, "Italy", 1903, "autumn"], [1, 1, "Italy", 1903, "winter"], [1, 1, "Italy", 1903, "fall"]),
         error("missed_twice", "nmr!E5", "fall")),
    case(60, "the eliminated in the draw of their own game", typed("games!C2", "draw", "games!D2", "Austria; Russia"),
         error("winner_eliminated", "games!D2", "Russia")),
    case(64, "an event that ends before it starts", event_on("2011-03-02", "2011-03-01", None), error("ends_early", "event!B6", "2011-03-01", "2011-03-02")),
    case(64, "a game that ended before its event", event_on("2011-03-02", None, "2010-03-02"), error("ends_early", "games!F2", "2010-03-02", "2011-03-02")),
    case(67, "an event of a circuit that cannot be read", typed("event!A5", "circuits", "event!B5", "Campo di Marte; Bismark Cup 2001", "games!F2", "2013-03-01", "games!F3", "2013-03-01", "boards!G4", "5?"),
         error("bad_value", "boards!G4", "5?")),
    bao(69, "a third game of a pair", more_rows("matches", ["qualifying", "A", *(f"{name} a third game of a pair" for name in ("Ali", "Bea", "Ali"))]),
        error("too_many_games", "matches!D32", "two games")),
    bao(69, "a game against oneself", typed("matches!D2", "Ali a game against oneself"), error("plays_himself", "matches!D2", "Ali")),
    bao(69, "both games as South", typed("matches!C7", "Ali both games as South", "matches!D7", "Bea both games as South"), error("south_twice", "matches!C7", "Ali")),
    bao(69, "a winner who did not play", typed("matches!E2", "Fay a winner who did not play"), error("winner_not_in_game", "matches!E2", "Fay")),
    bao(69, "a name that is not on the list", typed("matches!C2", "Alli a name that is not on the list", "matches!E2", None),
        error("not_entered", "matches!C2", "perhaps Ali")),
    bao(35, "a needed header of the matches misspelt", typed("matches!C1", "soth"), error("no_header", "matches!C1", "`soth` may be south")),
    bao(38, "two tables of matches", lambda sheets: sheets["matches"].insert(16, [*sheets["matches"][0]]), error("two_tables", "matches!A17", "A1:F16", "A17:F32")),
    case(65, "an edition that there is not", typed("event!B3", "C-Diplo 1000"), error("bad_value", "event!B3", "c_diplo_100")),
]

HARMLESS = [
    case(23, "ids in merged cells", nothing, fix("merged_id", "boards!A2", "1 in A2:A15", "read as 1"), fix("merged_id", "boards!B2", "1 in B2:B8", "read as 1"),
         fix("merged_id", "boards!B9", "2 in B9:B15", "read as 2"), shape=merged("A2:A15", "B2:B8", "B9:B15")),
    bao(23, "a stage and a group in merged cells", nothing, fix("merged_id", "matches!A2", "qualifying in A2:A31", "read as qualifying"),
        fix("merged_id", "matches!B2", "A in B2:B31", "read as A"), shape=merged("A2:A31", "B2:B31", sheet="matches")),
    case(23, "a remark merged over a board", typed("boards!T2", "una bella partita"), shape=merged("T2:T8", "A17:F19")),
    case(25, "a year as the text of a day", typed("boards!E1", "1905-03-15"), fix("date_for_year", "boards!E1", "1905-03-15", "read as 1901")),
    case(26, "the calendar of 1904", nothing, warning("dates_from_1904", "!", "1904"), fix("date_for_year", "boards!E1", "1909-03-16", "read as 1901"), shape=calendar_of_1904),
    case(27, "figures and names that are mended", typed("boards!G4", "5\u00a0", "boards!G5", " ５", "boards!D4", "  Carla   Bianchi ", "boards!D5", "Nicolo\u0300"),
         fix("number_as_text", "boards!G4", "5\\xa0", "read as 5"), fix("number_as_text", "boards!G5", "５", "read as 5"),
         fix("blanks", "boards!D4", "  Carla   Bianchi ", "read as Carla Bianchi"), fix("blanks", "boards!D5", "Nicolo\\u0300", "read as Nicol\u00f2")),
    case(32, "names that look like nothing", column("D", ["NA", "None", "null", "TRUE", "007", "nan", "N/A"])),
    case(33, "headers in Italian capitals with line breaks", italian),
    case(33, "years in words", typed("boards!E1", "A1901", "boards!F1", "Autunno 1902", "boards!G1", "fall\n1903", "boards!H1", "１９０４"),
         *(fix("year_in_words", f"boards!{c}1", f"read as {year}") for c, year in zip("EFGH", range(1901, 1905), strict=True))),
    case(34, "a misspelt year at the end of a chart", typed("boards!K1", "19o7"), warning("unknown_year", "boards!K1", "19o7", "centres")),
    case(34, "a misspelt year at the start of a chart", typed("boards!E1", "19O1"), warning("unknown_year", "boards!E1", "19O1", "centres")),
    case(34, "a year without its header", typed("boards!K1", None), warning("unknown_year", "boards!K1", "without a header")),
    case(34, "the centres of a spring", typed("boards!U1", "Primavera 1908", "boards!U2", 5), notice("unknown_column", "boards!U1", "Primavera 1908")),
    case(37, "a logo above the header", above([None, "Lega di Pisa"], [None], ["Stagione", "2013"], [None], [None, None, None, "Tavoli"])),
    case(39, "remarks below the table", below(["* Dora ha sostituito Carla nel 1905"], [], [None, None, "Arbitro: Piero"]),
         notice("note_below", "boards!A17", "sostituito"), notice("note_below", "boards!C19", "Piero")),
    case(39, "totals of no board", more_rows("boards", LOOSE, [None, None, "totale", None, 31]), notice("loose_total", "boards!A16", "Totale"),
         notice("loose_total", "boards!C17", "totale")),
    case(40, "a thousand coloured rows", nothing, shape=formatted_rows),
    case(40, "blank rows between the boards", lambda sheets: sheets[BOARDS].__setitem__(slice(8, 8), [[None], [" ", None, "\u00a0"]])),
    case(41, "rows and columns hidden", nothing, warning("hidden_cells", "boards!A3", "3 to 4, 12"), warning("hidden_cells", "boards!G1", "G"), shape=hidden_rows),
    case(41, "a hidden sheet of results", nothing, warning("hidden_sheet", "boards!", "hidden"), shape=hidden_sheet("hidden")),
    case(42, "a very hidden sheet of results", nothing, warning("hidden_sheet", "boards!", "veryHidden"), shape=hidden_sheet("veryHidden")),
    case(43, "a sheet on its side", on_its_side, fix("turned_sheet", "boards!A1", "a row a seat")),
    case(50, "a player with two spellings", typed("boards!D4", "Carla Bianchi", "boards!D11", "Carla Biancchi"), notice("near_name", "boards!D11", "Carla Bianchi")),
    case(50, "a first name last", typed("boards!D4", "Delia Morandi", "boards!D11", "Morandi, Delia"), notice("near_name", "boards!D11", "Delia Morandi")),
    case(50, "a placing spelt otherwise", result_alone(("Elsa Fontana", 1, 3), ("Dora", 2, 3), ("Elsa Fontanna", 3, 3)),
         notice("near_name", "placings!A4", "Elsa Fontana")),
    case(50, "a list spelt otherwise", both(typed("boards!D4", "Fulvia Grandi"), in_a_new_sheet("players", table("player sex", ("Fulvia Grandy", "f")))),
         notice("near_name", "players!A2", "Fulvia Grandi")),
    case(50, "two namesakes", typed("boards!D4", "Giulia Leone 1", "boards!D11", "Giulia Leone 2")),
    case(52, "other names of nobody", in_a_new_sheet("players", [["player", "also known as"], ["Wanda Nessuno", "W. N."]]), notice("alias_of_nobody", "players!A2", "Wanda Nessuno")),
    case(59, "all three turns of a year missed", more_rows("nmr", [1, 1, "Italy", 1903, "autumn"], [1, 1, "Italy", 1903, "winter"])),
    case(64, "a game that ended in another season", event_on("2011-03-02", "2012-01-06", "2015-06-01")),
    case(64, "an event that started in another century", event_on("2103-03-02", None, None), warning("far_day", "event!B5", "2103-03-02", "season")),
    case(64, "a game that ended in another century", event_on(None, None, "2103-03-01"), warning("far_day", "games!F2", "2103-03-01", "season")),
    case(68, "one player whose name is known", both(column("D", ["?"] * 14), typed("boards!D2", "Solitaria"))),
    case(68, "nobody whose name is known", column("D", ["?"] * 14)),
    case(68, "a result of one player", both(result_alone(("Sola", 1, 1)), typed("event!A5", "circuits", "event!B5", "bismark_cup_2001, bismark_cup_2000, bismark_cup_pre_2000"))),
    case(68, "a result of nobody", result_alone(), warning("no_boards", "!", "board")),
    bao(68, "an entry list of one", entrants(1), warning("entrants", "players!A2", "1 players")),
    bao(69, "an entry list of thirty-five", entrants(35), warning("entrants", "players!A2", "35 players", "6 to 34")),
    bao(69, "a pair with one game when the final has begun", a_semifinal, warning("one_game", "matches!D26", "two games")),
    case(39, "a total below placings", result_alone(("Anna", 1, 3), ("Berta", 2, 3), ("Totale", None, 6), (), ("la lista è completa",)),
         notice("loose_total", "placings!A4", "Totale"), notice("note_below", "placings!A6", "completa")),
    case(74, "names that mean something in a formula", column("D", ["=SUM(1)", "J*", "~", "?a", "<>", "=A1", ">5"])),
]
# fmt: on
