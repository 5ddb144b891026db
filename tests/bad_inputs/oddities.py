"""Functions that write events with unexpected entries.

Such entries need not be reported, but must not make the build fail.
"""

from collections.abc import Callable
from copy import deepcopy
from datetime import datetime
from pathlib import Path

from tests.bad_inputs.spoil import (
    both,
    called,
    gone,
    grouped,
    in_row,
    mabingwa,
    more_rows,
    nations,
    only,
    people,
    setting,
    tournament,
    typed,
    without,
)
from tests.sheets import COLUMNS, POWERS, Cell, Error, Sheets, event, put, rewrite, table, write_csv, write_xlsx


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


ODDITIES: dict[str, Callable[[Path], object]] = {
    "a figure without end": infinite,
    "a note that begins with two dashes": csv_note("--5"),
    "a note of 320 digits": csv_note("9" * 320),
    "a note like a formula": csv_note("=1+1"),
    "a note of a whole page": xlsx_cells("boards!T4", "x" * 32767),
    "a name of a whole page": xlsx_cells("boards!D4", "x" * 32767),
    "a score without end": xlsx_cells("boards!S4", "1e999"),
    "a control character in a name": xlsx_cells("boards!D4", "An\x01na", "boards!G4", "5"),
    "no sheet at all": lambda path: write_xlsx(path, {}),
    "a blank sheet of boards": lambda path: write_xlsx(path, event() | {"boards": []}),
    "a header and nothing below it": lambda path: write_xlsx(path, event() | {"boards": [list(COLUMNS)]}),
    "one board of which nothing can be read": lambda path: write_xlsx(
        path, {"boards": [["round", "board", "power", "player"], *([Error("#N/A")] * 4 for _ in range(7))]}
    ),
    "a chart of two hundred years": lambda path: write_xlsx(
        path, {"boards": [["round", "board", "power", "player", 1800, 2099], *([1, 1, p, p, 5, 4] for p in POWERS)]}
    ),
    "a sheet name full of signs": lambda path: rewrite(  # XlsxWriter refuses the first one
        write_xlsx(path, event() | {"Tavoli' {x} & <y> \u2028": [["a"]]}),
        {"xl/workbook.xml": lambda xml: xml.replace('name="Tavoli', "name=\"'Tavoli")},
    ),
    "more names at place 1 than a cell holds": lambda path: write_xlsx(
        path, {"placings": table("player place", *((f"{n:03} {'x' * 190}", 1) for n in range(180)))}
    ),
    "a time in place of a day": xlsx_cells("games!F2", datetime(2011, 3, 1, 20, 15)),
}


def everywhere(name: Cell) -> Callable[[Sheets], None]:
    return called(name, "Eva")


BAO_ODDITIES: dict[str, Callable[[Sheets], object]] = {
    **{
        f"a player called {name}": everywhere(name)
        for name in ("A", "None", "nan", "7", "=1+1", "semifinal", "?", "{x}", "'", "undecided", "winner")
    },
    "a player called -1": everywhere(-1),
    "a player called bye": everywhere("bye"),
    "the dummy on the list": more_rows("players", [-1, None, None, 0], ["Riposo"]),
    "two dummies on the list": more_rows("players", [-1], [-1]),
    "a game of two dummies": more_rows("matches", ["qualifying", "A", None, -1, "bye"]),
    **{f"a group called {label}": grouped(label) for label in ("-1", "None", "a", "7", "final", "=A1", "Gruppo A / B")},
    "no group at all": both(grouped(None, "A"), grouped(None, "B")),
    "every row twice": lambda s: s.update(
        {name: [s[name][0], *s[name][1:], *deepcopy(s[name][1:])] for name in ("players", "matches", "moves")}
    ),
    "one player and one game against himself": both(
        gone("players", *range(3, 8)),
        lambda s: s.update(matches=[s["matches"][0], ["qualifying", "A", 1, "Ada", "Ada", "Ada"]]),
    ),
    "only byes": lambda s: s.update(matches=[s["matches"][0], s["matches"][13]]),
    "only byes and no list": both(
        lambda s: s.update(matches=[s["matches"][0], s["matches"][13]]), without("players", "moves")
    ),
    "only headers": lambda s: s.update({name: s[name][:1] for name in ("players", "matches", "moves")}),
    "one game that is open": both(
        only("qualifying"), lambda s: s.update(matches=[s["matches"][0], [*s["matches"][1][:5]]])
    ),
    "one game that is open and no list": both(
        only("qualifying"), without("players"), lambda s: s.update(matches=[s["matches"][0], [*s["matches"][1][:5]]])
    ),
    "a final of three with three winners": both(
        only("final"),
        more_rows("matches", ["final", None, None, "Ada", "Ben", "Ben"], ["final", None, None, "Ben", "Cleo", "Ben"]),
    ),
    "a final of everybody": lambda s: s.update(
        matches=[s["matches"][0], *(["final", None, None, *row[3:6]] for row in s["matches"][1:])]
    ),
    "a final and no semifinal": only("qualifying", "final"),
    "a final before the groups are over": lambda s: s["matches"][6].__setitem__(5, None),
    "a match of one against one": nations("Ada", "Ben"),
    "a match of two nations and no list": both(nations(), without("players")),
    "a match of nations beside a tournament": more_rows(
        "matches", *(["nations", None, None, one, other, one] for one in ("Ada", "Cleo") for other in ("Ben", "Dan"))
    ),
    "a Mabingwa of nobody": both(mabingwa, without("matches", "players")),
    "a Mabingwa list of 34": both(people(34), setting("format", "mabingwa")),
    "moves of a bye": more_rows("moves", ["qualifying", "B", -1, "Fay", 1, "Fay", "2011-03-01 15:00"]),
    "a move number 9999": typed("moves!E4", 9999),
    "a move in the year 9999": typed("moves!G4", "9999-12-31 23:59:59"),
    "a move in the year 1": typed("moves!G2", "0001-01-01 00:00:00"),
    "a clock of no time": typed("event!B7", "T=(0+0)<=0"),
    "a clock of ages": typed("event!B7", "T=(99999999999999999999+1)<=7"),
    "moves and no start": both(setting("start", None), in_row("matches", 2, started=None)),
    "a start without a day": both(setting("start", "2011-03"), in_row("matches", 2, started=None)),
    "figures without an end": typed(
        "event!A8",
        "kiba points",
        "event!B8",
        "1e308, 1e308, 1e308, 1e308",
        "event!A9",
        "circuits",
        "event!B9",
        "kiba_championship, kiba_nations",
    ),
}


def write_bao(path: Path, sentence: str) -> None:
    """Write a Bao event as a folder of CSV files, with the oddity that `sentence` describes."""
    sheets = tournament(sentence)
    BAO_ODDITIES[sentence](sheets)
    write_csv(path.with_suffix(""), sheets)
