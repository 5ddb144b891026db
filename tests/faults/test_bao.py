"""What is wrong in the sheets of a Bao event is told at its cell, once, and costs nothing but the event it is in.

Every fault below spoils a good event of six players in one way. All these events lie in one season, with a healthy
event beside them, and are built in one run. What is said of an event is said of that fault, and nothing else is said.
"""

from collections.abc import Callable, Iterable
from copy import deepcopy
from datetime import date
from pathlib import Path

import pytest
from openpyxl import load_workbook

from pipeline.build import products
from pipeline.build.build import RESERVED, build
from pipeline.problems.codes import CODES
from pipeline.read.find import find
from pipeline.stages import compute
from tests.faults.test_faults import Built, Fault, assert_told, both, by_place, error, fix, notice, run, typed, warning
from tests.sheets import (
    BLANK_BOOK,
    Cell,
    Error,
    Formula,
    Rows,
    Sheets,
    event,
    only_rules,
    read_table,
    table,
    without_report,
    write_csv,
    write_xlsx,
)

RULES = ("c_diplo", "bismark_cup_2001", "kiba_championship", "kiba_nations")
HEALTHY = "Sano"

# Dealt into two groups: Ada, Cleo, Eva and Ben, Dan, Fay. A player, B country, C elo, D games, E kiba score, F also known as
PLAYERS: Rows = [
    ["player", "country", "elo", "games", "kiba score", "also known as"],
    ["Ada", "Italia", 2000, 100, 300, None],  # row 2
    ["Ben", "Kenya", 1900, 90, 280, None],
    ["Cleo", "Italia", 1900, 70, 260, None],
    ["Dan", "Kenya", 1900, 50, 240, None],
    ["Eva", "Italia", 1900, 30, 220, None],
    ["Fay", "Kenya", 1800, 0, 180, None],  # row 7
]
MATCHES = ["stage", "group", "round", "south", "north", "winner", "reason", "ended", "started"]  # A to I
MOVES = ["stage", "group", "south", "north", "number", "player", "time"]  # A to G


def tournament(name: str = "Torneo", **settings: Cell) -> Sheets:
    """A good event that is over: who comes first in the alphabet has won every game.

    event    B2 name, B3 kind, B4 start, B5 data, B6 groups, B7 clock, then `settings` from row 8 on
    matches  the rows 2 to 7 are group A (Ada-Cleo, Ada-Eva, Cleo-Eva, each both ways), 8 to 13 group B (Ben-Dan, Ben-Fay,
             Dan-Fay), 14 a bye, 15 and 16 semifinal A (Ada-Ben), 17 and 18 semifinal B (Cleo-Dan), 19 and 20 the final
             (Ada-Cleo, Cleo-Ada)
    moves    three moves of the game in row 2
    """
    usual = {
        "name": name,
        "kind": "bao",
        "start": date(2011, 3, 1),
        "data": "generated",
        "groups": 2,
        "clock": "T=(3+1)<=7",
    }
    matches: Rows = [[*MATCHES]]
    for stage, group, *sides in (
        *(("qualifying", "A", *pair.split()) for pair in ("Ada Cleo", "Ada Eva", "Cleo Eva")),
        *(("qualifying", "B", *pair.split()) for pair in ("Ben Dan", "Ben Fay", "Dan Fay")),
        ("semifinal", "A", "Ada", "Ben"),
        ("semifinal", "B", "Cleo", "Dan"),
        ("final", None, "Ada", "Cleo"),
    ):
        if len(matches) == 13:
            matches.append(["qualifying", "B", 3, -1, "Fay", *[None] * 4])
        matches += [[stage, group, None, *pair, min(sides), "played", None, None] for pair in (sides, sides[::-1])]
    matches[1][8] = "2011-03-01 14:05"
    game = ("qualifying", "A", "Ada", "Cleo")
    return {
        "event": table("setting value", *(usual | settings).items()),
        "players": deepcopy(PLAYERS),
        "matches": matches,
        "moves": [
            [*MOVES],
            [*game, 1, "Ada", "2011-03-01 15:00"],
            [*game, 2, "Cleo", "2011-03-02 15:00"],
            [*game, 3, "Ada", "2011-03-03 15:00:30"],
        ],
    }


# -- ways to spoil it --------------------------------------------------------------------------------------------------


def rows(sheet: str, *more: list[Cell]) -> Callable[[Sheets], None]:
    """Type more rows below."""
    return lambda sheets: sheets[sheet].extend([*row] for row in more)


def gone(sheet: str, *numbers: int) -> Callable[[Sheets], None]:
    """Delete these rows."""

    def spoil(sheets: Sheets) -> None:
        sheets[sheet] = [row for number, row in enumerate(sheets[sheet], 1) if number not in numbers]

    return spoil


def without(*sheets_gone: str) -> Callable[[Sheets], None]:
    return lambda sheets: [sheets.pop(name, None) for name in sheets_gone] and None


def only(*stages: str) -> Callable[[Sheets], None]:
    """Only the games of these stages, and no moves."""

    def spoil(sheets: Sheets) -> None:
        sheets["matches"] = [row for row in sheets["matches"] if row[0] in ("stage", *stages)]
        sheets.pop("moves", None)

    return spoil


def called(name: Cell, by: str, *sheet_names: str) -> Callable[[Sheets], None]:
    """Everywhere, or in these sheets, somebody has another name."""

    def spoil(sheets: Sheets) -> None:
        for sheet in sheet_names or ("players", "matches", "moves"):
            sheets[sheet] = [[name if cell == by else cell for cell in row] for row in sheets.get(sheet, [])]

    return spoil


def in_row(sheet: str, row: int, **cells: Cell) -> Callable[[Sheets], None]:
    """Type over cells of a row by their headers."""

    def spoil(sheets: Sheets) -> None:
        for name, value in cells.items():
            sheets[sheet][row - 1][sheets[sheet][0].index(name)] = value

    return spoil


def setting(name: str, value: Cell) -> Callable[[Sheets], None]:
    """Type a setting, below the others if it is new; None takes it away."""

    def spoil(sheets: Sheets) -> None:
        settings = {str(row[0]): row[1] for row in sheets["event"]} | {name: value}
        sheets["event"] = [[own, typed_value] for own, typed_value in settings.items() if typed_value is not None]

    return spoil


def people(number: int, *, groups: int | None = None) -> Callable[[Sheets], None]:
    """An entry list of so many players and nothing else."""

    def spoil(sheets: Sheets) -> None:
        without("matches", "moves")(sheets)
        setting("groups", groups)(sheets)
        sheets["players"] = [[*PLAYERS[0]], *([f"Player {n:02}", "Italia", 1900, 10 + n] for n in range(number))]

    return spoil


def nations(italia: str = "Ada Cleo Eva", kenya: str = "Ben Dan Fay") -> Callable[[Sheets], None]:
    """The match of two nations, one game a pair, from row 2 on; the first of each row has won."""

    def spoil(sheets: Sheets) -> None:
        pairs = [(one, other) for one in italia.split() for other in kenya.split()]
        sheets["matches"] = [[*MATCHES], *(["nations", None, None, *pair, pair[0], "played"] for pair in pairs)]
        sheets.pop("moves")
        setting("groups", None)(sheets)

    return spoil


def mabingwa(sheets: Sheets) -> None:
    """All six in one group, 30 games, and the final of the first two; B7 is the format."""
    names = [str(row[0]) for row in sheets["players"][1:7]]
    games = [(one, other) for one in names for other in names if one != other]
    typed_rows = [["qualifying", None, None, *pair, min(pair), "played"] for pair in games]
    final = [["final", None, None, *pair, "Ada", "played"] for pair in (("Ada", "Ben"), ("Ben", "Ada"))]
    sheets["matches"] = [[*MATCHES], *typed_rows, *final]
    sheets.pop("moves")
    setting("groups", None)(sheets)
    setting("format", "mabingwa")(sheets)


def of_diplomacy(*more: str) -> Callable[[Sheets], None]:
    """An event of Diplomacy with these sheets of the Bao event."""

    def spoil(sheets: Sheets) -> None:
        named = " ".join(("Diplomacy with", *more))
        own = event(named, family=named) | {name: sheets[name] for name in more}
        sheets.clear()
        sheets.update(own)

    return spoil


def unplayed(sheets: Sheets) -> None:
    """The game in row 2, whose moves are typed, is not over."""
    in_row("matches", 2, winner=None, reason=None)(sheets)
    only_qualifying = [row for row in sheets["matches"] if row[0] in ("stage", "qualifying")]
    sheets["matches"] = only_qualifying


THIRD: list[Cell] = ["final", None, None, "Ada", "Cleo", "Ada", "played"]
GAME: list[Cell] = ["qualifying", "A", "Ada", "Cleo"]
LATE = typed("moves!G3", "2011-03-04 15:00", "moves!G4", "2011-03-04 16:00")  # Cleo has until 4 March, 15:00

# fmt: off
CELLS = [
    Fault("a stage that there is not", typed("matches!A4", "quarter final"), (error("bad_value", "matches!A4", "quarter final", "qualifying"),)),
    Fault("no stage", typed("matches!A4", None), (error("missing", "matches!A4"),)),
    Fault("no South", typed("matches!D4", None), (error("missing", "matches!D4"),)),
    Fault("no North", typed("matches!E4", None), (error("missing", "matches!E4"),)),
    Fault("a reason that there is not", typed("matches!G4", "forfeit"), (error("bad_value", "matches!G4", "forfeit", "resigned"),)),
    Fault("an end that is no date", typed("matches!H4", "last Monday"), (error("bad_value", "matches!H4", "last Monday"),)),
    Fault("a start that is no moment", typed("matches!I4", "noon"), (error("bad_value", "matches!I4", "noon", "2011-03-01 14:05"),)),
    Fault("an hour that there is not", typed("matches!I4", "2011-03-01 25:00"), (error("bad_value", "matches!I4", "25:00"),)),
    Fault("a winner that is no value", typed("matches!F4", Error("#N/A")), (error("error_cell", "matches!F4", "#N/A"),)),
    Fault("a winner that was never calculated", typed("matches!F4", Formula("=D4")), (error("formula_without_value", "matches!F4", "=D4"),)),
    Fault("a group left out where there are two", typed("matches!B4", None), (error("missing", "matches!B4", "several"),)),
    Fault("an Elo in words", typed("players!C3", "good"), (error("bad_value", "players!C3", "good", "9999"),)),
    Fault("an Elo above all", typed("players!C3", 10000), (error("bad_value", "players!C3", "10000"),)),
    Fault("half a game played", typed("players!D3", 1.5), (error("bad_value", "players!D3", "1.5"),)),
    Fault("fewer than no games played", typed("players!D3", -1), (error("bad_value", "players!D3", "-1"),)),
    Fault("a KIBA score with a comma", typed("players!E3", "280,5"), (error("bad_value", "players!E3", "280,5"),)),
    Fault("an entrant without a name", typed("players!A7", None), (error("missing", "players!A7"),)),
    Fault("a clock without its bounds", typed("event!B7", "3+1"), (error("bad_value", "event!B7", "3+1", "T=(3+1)<=7"),)),
    Fault("a clock that runs backwards", typed("event!B7", "T=(-3+1)<=7"), (error("bad_value", "event!B7", "T=(-3+1)<=7"),)),
    Fault("no groups at all", typed("event!B6", 0), (error("bad_value", "event!B6", "0", "1 to 11"),)),
    Fault("more groups than threes in 34", typed("event!B6", 12), (error("bad_value", "event!B6", "12", "1 to 11"),)),
    Fault("groups in words", typed("event!B6", "two"), (error("bad_value", "event!B6", "two"),)),
    Fault("a format that there is not", typed("event!A8", "format", "event!B8", "league"), (error("bad_value", "event!B8", "league", "mabingwa"),)),
    Fault("three figures for four", typed("event!A8", "kiba points", "event!B8", "1, 2, 3"), (error("bad_value", "event!B8", "1, 2, 3", "four"),)),
    Fault("a circuit that there is not", typed("event!A8", "circuits", "event!B8", "kiba championships"),
          (error("bad_value", "event!B8", "kiba championships", "kiba_championship"),)),
    Fault("a move number 0", typed("moves!E2", 0), (error("bad_value", "moves!E2", "0"),)),
    Fault("a move without a number", typed("moves!E3", None), (error("missing", "moves!E3"),)),
    Fault("a move at no time", typed("moves!G3", None), (error("missing", "moves!G3"),)),
    Fault("a move on a day that there is not", typed("moves!G3", "2011-02-30 15:00"), (error("bad_value", "moves!G3", "2011-02-30"),)),
    Fault("a move of no stage", typed("moves!A4", "quarter"), (error("bad_value", "moves!A4", "quarter"),)),
]

GAMES = [
    Fault("somebody against himself", typed("matches!E4", "Ada"), (error("plays_himself", "matches!E4", "Ada"),)),
    Fault("a bye that is won", typed("matches!F14", "Fay"), (error("bye_played", "matches!F14", "Fay"),)),
    Fault("a bye in words that is won", typed("matches!D14", "Riposo", "matches!F14", "Fay"), (error("bye_played", "matches!F14", "Fay"),)),
    Fault("a winner who was not in the game", typed("matches!F4", "Ben"), (error("winner_not_in_game", "matches!F4", "Ben"),)),
    Fault("a winner whom nobody knows", typed("matches!F4", "Adda"), (error("winner_not_in_game", "matches!F4", "Adda"),)),
    Fault("a dummy that wins", typed("matches!F4", -1), (error("winner_not_in_game", "matches!F4", "-1"),)),
    Fault("a game played and won by nobody", typed("matches!F4", None), (error("winner_missing", "matches!F4"),)),
    Fault("a third game of two players", rows("matches", ["qualifying", "A", None, "Ada", "Cleo", "Ada"]), (error("too_many_games", "matches!E21", "two games"),)),
    Fault("a game typed twice", rows("matches", ["semifinal", "A", None, "Ada", "Ben", "Ada"]), (error("too_many_games", "matches!E21"),)),
    Fault("South twice", typed("matches!D5", "Ada", "matches!E5", "Eva"), (error("south_twice", "matches!D5", "Ada"),)),
    Fault("a slip in a group", typed("matches!B4", "B"), (error("two_groups", "matches!B4", "B"),)),
    Fault("a North whom nobody knows", typed("matches!E4", "Eve"), (error("not_entered", "matches!E4", "Eve", "perhaps Eva"),)),
    Fault("a South whom nobody knows", typed("matches!D5", "eva"), (error("not_entered", "matches!D5", "eva", "perhaps Eva"),)),
    Fault("a South misspelt who has won", typed("matches!D4", "Adda"), (error("not_entered", "matches!D4", "Adda", "perhaps Ada"),)),
    Fault("a name that resembles no other", both(typed("matches!E4", "Xyz")), (error("not_entered", "matches!E4", "Xyz", "a player of the entry list"),)),
    Fault("a player left off the list", both(rows("players", ["Gil", "Kenya", 1800, 0]), gone("players", 7)), (error("not_entered", "matches!E10", "Fay"),)),
    Fault("an entrant twice", rows("players", [*PLAYERS[1]]), (error("entered_twice", "players!A8", "Ada"),)),
    Fault("an entrant twice with other figures", rows("players", ["Fay", "Italia", 2000, 9]), (error("entered_twice", "players!A8", "Fay"),)),
    Fault("an entrant three times", rows("players", ["Eva"], ["Eva"]), (error("entered_twice", "players!A8"), error("entered_twice", "players!A9"))),
    Fault("an entrant twice on a mere list", both(rows("players", ["Eva"]), without("matches", "moves")), (error("entered_twice", "players!A8"),)),
    Fault("the dummy of a bye on the list", rows("players", [-1]), (error("dummy_entered", "players!A8", "-1"),)),
    Fault("the dummy in words on the list", rows("players", ["Riposo", None, None, 0]), (error("dummy_entered", "players!A8", "Riposo"),)),
    Fault("an entrant twice by another name", both(typed("players!F7", "Faith of this event"), rows("players", ["Faith of this event"])),
          (error("alias_twice", "players!F7", "Faith of this event"),)),
]

STAGES = [
    Fault("the third of a group in a semifinal", typed("matches!E15", "Fay", "matches!D16", "Fay"), (error("not_reached", "matches!E15", "Fay", "rank 3"),)),
    Fault("the second of a semifinal in the final", typed("matches!E19", "Dan", "matches!D20", "Dan"), (error("not_reached", "matches!E19", "Dan", "rank 2"),)),
    Fault("the third of the only group in the final", both(mabingwa, setting("format", None), typed("matches!E32", "Cleo", "matches!D33", "Cleo")),
          (error("not_reached", "matches!E32", "Cleo", "rank 3"),)),
    Fault("a winner and a runner-up changed round", typed("matches!E15", "Dan", "matches!D16", "Dan", "matches!F15", "Ada", "matches!F16", "Ada",
          "matches!E17", "Ben", "matches!D18", "Ben", "matches!F17", "Cleo", "matches!F18", "Cleo"),
          (error("wrong_semifinal", "matches!E15", "Dan"), error("wrong_semifinal", "matches!E17", "Ben"))),
    Fault("a third game after two wins", rows("matches", THIRD), (error("too_many_games", "matches!E21", "best of three"),)),
    Fault("a play-off after two wins", rows("matches", ["playoff", *THIRD[1:]]), (error("too_many_games", "matches!E21", "best of three"),)),
    Fault("a fourth game of the final", both(typed("matches!F19", "Cleo"), rows("matches", THIRD, ["final", None, None, "Cleo", "Ada"])),
          (error("too_many_games", "matches!E22", "best of three"),)),
    Fault("a final of three", typed("matches!E20", "Ben", "matches!D20", "Ada"), (error("too_many_games", "matches!E20", "Ada and Cleo"),)),
    Fault("a final of three and nothing else", both(only("final"), typed("matches!E3", "Ben", "matches!F3", "Cleo")), (error("too_many_games", "matches!E3", "Ada and Cleo"),)),
    Fault("a final of three in turn", both(only("final"), typed("matches!F2", "Cleo"), rows("matches", ["final", None, None, "Ada", "Ben", "Ben"])),
          (error("too_many_games", "matches!E4", "Ada and Cleo"),)),
    Fault("compatriots in the match of nations", both(nations(), typed("matches!D3", "Cleo", "matches!E3", "Ada", "matches!F3", "Ada")),
          (error("same_nation", "matches!E3", "Ada"),)),
    Fault("a pair twice in the match of nations", both(nations(), rows("matches", ["nations", None, None, "Ben", "Ada", "Ben"])),
          (error("too_many_games", "matches!E11", "one game"),)),
]

MOVED = [
    Fault("moves of a game that there is not", both(called("semifinal", "qualifying", "moves")), tuple(error("no_such_match", f"moves!C{row}") for row in (2, 3, 4))),
    Fault("a move of nobody's game", typed("moves!C4", "Adda", "moves!F4", "Adda"), (error("no_such_match", "moves!C4", "Adda"),)),
    Fault("moves in another group than the game", typed("moves!B2", "B", "moves!B3", "B", "moves!B4", "B"),
          tuple(error("no_such_match", f"moves!C{row}") for row in (2, 3, 4))),
    Fault("a move left out", typed("moves!E4", 4, "moves!F4", "Cleo"), (error("move_number", "moves!E4", "4"),)),
    Fault("a first move left out", gone("moves", 2), (error("move_number", "moves!E2", "2"),)),
    Fault("a number typed twice", typed("moves!E4", 2), (error("move_number", "moves!E4", "2"),)),
    Fault("a move typed twice", rows("moves", [*GAME, 2, "Cleo", "2011-03-02 15:00"]), (error("move_number", "moves!E5", "2"),)),
    Fault("a move out of turn", typed("moves!F3", "Ada"), (error("not_to_move", "moves!F3", "Ada"),)),
    Fault("a move by somebody else", typed("moves!F3", "Ben"), (error("not_to_move", "moves!F3", "Ben"),)),
    Fault("a move before the one before", typed("moves!G3", "2011-03-01 14:59:59"), (error("move_too_early", "moves!G3", "14:59:59"),)),
    Fault("a move before the game began", typed("moves!G2", "2011-03-01 14:04"), (error("move_too_early", "moves!G2", "14:04"),)),
]

SHEETS = [
    Fault("boards in a Bao event", lambda s: s.update(boards=event(family="sbagliata")["boards"]), (error("wrong_kind", "boards!A2", "bao"),)),
    Fault("placings in a Bao event", lambda s: s.update(placings=table("player place", ("Ada", 1), ("Ben", 2))), (error("wrong_kind", "placings!A2", "bao"),)),
    Fault("matches in an event of Diplomacy", of_diplomacy("matches"), (error("wrong_kind", "matches!A2", "diplomacy"),)),
    Fault("moves in an event of Diplomacy", of_diplomacy("moves"), (error("wrong_kind", "moves!A2", "diplomacy"),)),
    Fault("a kind left out", setting("kind", None), (error("wrong_kind", "matches!A2", "diplomacy"), error("wrong_kind", "moves!A2", "diplomacy"))),
    Fault("no event sheet", without("event"), (error("wrong_kind", "matches!A2", "diplomacy"), error("wrong_kind", "moves!A2", "diplomacy"))),
    Fault("boards alone in a Bao event", both(without("players", "matches", "moves"), lambda s: s.update(boards=event(family="sola")["boards"])),
          (error("wrong_kind", "boards!A2", "bao"),)),
    Fault("no column for North", typed("matches!E1", None), (error("no_header", "matches!", "north"),)),
    Fault("two columns for South", typed("matches!J1", "Sud", "matches!J2", "Ada"), (error("two_headers", "matches!J1", "Sud"),)),
]

# A slip of one cell, with whatever it entails: one error is enough, at whichever cell.
SLIPS = [
    Fault("a slip in the group of a semifinal", typed("matches!B15", "B")),
    Fault("a name left out on the list", typed("players!A3", None)),
    Fault("a player of another group in a game", typed("matches!E4", "Ben")),
    Fault("a final called a semifinal", typed("matches!A20", "semifinal")),
    Fault("a move with the sides changed round", typed("moves!C4", "Cleo", "moves!D4", "Ada")),
]
SEVERAL = Fault("several faults at once", both(
    typed("players!E3", 281, "matches!F4", "Ben", "matches!D8", " Ben ", "moves!G3", "soon", "players!C7", 1900), rows("players", [*PLAYERS[2]])), (
    error("winner_not_in_game", "matches!F4", "Ben"), error("bad_value", "moves!G3", "soon"), error("entered_twice", "players!A8", "Ben"),
    warning("kiba_differs", "players!E3", "281"), fix("blanks", "matches!D8", "Ben"), notice("newcomer_elo", "players!C7", "1900")))
ERRORS = [SEVERAL, *CELLS, *GAMES, *STAGES, *MOVED, *SHEETS]

HARMLESS = [
    Fault("nothing wrong at all", lambda sheets: None),
    Fault("a game that is missing", gone("matches", 5), (warning("one_game", "matches!E4", "Eva"),)),
    Fault("a semifinal of one game", gone("matches", 16), (warning("one_game", "matches!E15", "Ben"),)),
    Fault("a game still open with no later stage", both(only("qualifying"), gone("matches", 5))),
    Fault("five entrants", people(5, groups=1), (warning("entrants", "players!A2", "5 players", "6 to 34"),)),
    Fault("six entrants", people(6, groups=2)),
    Fault("34 entrants", people(34, groups=11)),
    Fault("35 entrants", people(35, groups=11), (warning("entrants", "players!A2", "35 players", "6 to 34"),)),
    Fault("one entrant alone", people(1, groups=1), (warning("entrants", "players!A2", "1 player"), warning("group_too_small", "event!B6", "1 in group A"))),
    Fault("a newcomer with an Elo", typed("players!C7", 1900), (notice("newcomer_elo", "players!C7", "1900", "1800"),)),
    Fault("a KIBA score that differs", typed("players!E3", 281), (warning("kiba_differs", "players!E3", "281", "280"),)),
    Fault("a KIBA score rounded half up", typed("players!C3", 1905, "players!E3", 281), (warning("kiba_differs", "players!E3", "281", "280"),)),
    Fault("a KIBA score rounded half down", typed("players!C3", 1905, "players!E3", 280)),
    Fault("a KIBA score typed exactly", typed("players!C3", 1905, "players!E3", 280.5)),
    Fault("a KIBA score of other decimals", typed("players!C3", 1905, "players!E3", 280.4), (warning("kiba_differs", "players!E3", "280.4", "280.5"),)),
    Fault("a list and no number of groups", people(8), (notice("no_groups", "players!A2", "groups"),)),
    Fault("six in three groups", people(6, groups=3), (warning("group_too_small", "event!B6", "2 in group A"),)),
    Fault("two in a group that is played", both(gone("players", 7), lambda s: s.update(matches=[row for row in s["matches"] if "Fay" not in row])),
          (warning("entrants", "players!A2", "5"), warning("group_too_small", "event!B6", "2 in group B"))),
    Fault("two players dealt otherwise", both(called("x", "Eva", "matches"), called("Eva", "Fay", "matches"), called("Fay", "x", "matches")),
          (notice("dealt_otherwise", "matches!B4", "Fay", "group B"),)),
    Fault("no country and no figures", lambda s: s.update(players=[row[:1] for row in s["players"]])),
    Fault("the lower KIBA score South first", typed("matches!D19", "Cleo", "matches!E19", "Ada"), (warning("south_of_final", "matches!D19", "Cleo", "Ada as South"),)),
    Fault("South twice in the final", typed("matches!D20", "Ada", "matches!E20", "Cleo"), (warning("south_of_final", "matches!D20", "Ada", "Cleo as South"),)),
    Fault("a play-off at one all", both(typed("matches!F19", "Cleo"), rows("matches", ["playoff", *THIRD[1:]]))),
    Fault("North first in the play-off", both(typed("matches!F19", "Cleo"), rows("matches", ["playoff", None, None, "Cleo", "Ada", "Ada"])),
          (warning("south_of_final", "matches!D21", "Cleo", "Ada as South"),)),
    Fault("a match of three against three", nations()),
    Fault("a match of two against three", nations(italia="Ada Cleo"), (warning("nations_match", "matches!D2", "Italia 2, Kenya 3", "three players"),)),
    Fault("a match of two against two", nations("Ada Cleo", "Ben Dan"), (warning("nations_match", "matches!D2", "Italia 2, Kenya 2"),)),
    Fault("a match of three nations", both(nations(), typed("players!B2", "France")), (warning("nations_match", "matches!D2", "France 1, Italia 2, Kenya 3"),)),
    Fault("a match with somebody of no nation", both(nations(), typed("players!B2", None)), (warning("nations_match", "matches!D2", "? 1, Italia 2, Kenya 3"),)),
    Fault("a Mabingwa of six", mabingwa),
    Fault("a Mabingwa of five", both(gone("players", 7), mabingwa), (warning("mabingwa", "event!B7", "5 players", "six"),)),
    Fault("a Mabingwa of two groups", setting("format", "mabingwa"), (warning("mabingwa", "event!B8", "2 groups", "one group"),)),
    Fault("a Mabingwa that would count", both(mabingwa, setting("circuits", "kiba_championship")), (notice("no_effect", "event!B8", "kiba_championship", "Mabingwa"),)),
    Fault("a circuit of Diplomacy", setting("circuits", "bismark_cup_2001"), (notice("no_effect", "event!B8", "bismark_cup_2001", "Diplomacy"),)),
    Fault("time run out and nobody the winner", both(unplayed, LATE), (warning("clock_differs", "matches!F2", "Cleo", "2011-03-04 15:00:00"),)),
    Fault("time run out and won all the same", both(typed("matches!F2", "Cleo"), LATE), (warning("clock_differs", "matches!F2", "Cleo", "2011-03-04 15:00:00"),)),
    Fault("time run out and lost", both(typed("matches!G2", "time"), LATE)),
    Fault("time run out a second later", both(typed("matches!F2", "Cleo", "moves!G3", "2011-03-04 14:59:59", "moves!G4", "2011-03-04 16:00"))),
    Fault("lost on time by who was not to move", typed("matches!F2", "Cleo", "matches!G2", "time"), (warning("clock_differs", "matches!G2", "not to move"),)),
    Fault("lost on time by who was to move", typed("matches!G2", "time")),
    Fault("a clock of the directors own", both(setting("clock", "T=(0.5+0.5)<=1"), typed("matches!F2", "Cleo")),
          (warning("clock_differs", "matches!F2", "Cleo", "2011-03-02 03:00:00"),)),
    Fault("moves in any order", lambda s: s["moves"].insert(1, s["moves"].pop(3))),
    Fault("moves without their group", typed("moves!B2", None, "moves!B3", None, "moves!B4", None)),
    Fault("a move without its group", typed("moves!B3", None)),
    Fault("moves without names of who moved", typed("moves!F2", None, "moves!F3", None, "moves!F4", None)),
    Fault("a figure typed as text", typed("players!D3", "90", "moves!E2", "1"), (fix("number_as_text", "players!D3", "90"), fix("number_as_text", "moves!E2", "1"))),
    Fault("a name with blanks around it", typed("matches!D4", " Ada  "), (fix("blanks", "matches!D4", "Ada"),)),
    Fault("the words of another language", both(called("qualificazione", "qualifying"), called("semifinale", "semifinal"), called("giocata", "played"), called("riposo", "-1"))),
    Fault("the sheets that we draw", lambda s: s.update(schedule=[["Round 1", "South", "North"]], Tabellone=[["Group A"]]),
          (notice("drawn_sheet", "schedule!", "schedule"), notice("drawn_sheet", "Tabellone!", "Tabellone"))),
    Fault("a column of the organisers own", typed("matches!J1", "server", "matches!J2", "kiba"), (notice("unknown_column", "matches!J1", "server"),)),
    Fault("only an entry list", without("matches", "moves")),
    Fault("only matches", without("players", "moves")),
    Fault("only a final", both(only("final"), without("players"))),
    Fault("only semifinals", both(only("semifinal"), without("players"))),
    Fault("nothing but a kind", without("players", "matches", "moves"), (warning("no_boards", "!"),)),
]
# fmt: on


@pytest.fixture(scope="module")
def errors(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return built(tmp_path_factory.mktemp("errors"), ERRORS + SLIPS)


@pytest.fixture(scope="module")
def harmless(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Without the workbooks of the single events, which take long to write."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(products, "tournament_book", lambda heading, page: BLANK_BOOK)
        return built(tmp_path_factory.mktemp("harmless"), HARMLESS)


def built(folder: Path, faults: Iterable[Fault]) -> Built:
    """A season with these faults, each in an event of its own, and a healthy event."""
    for fault in faults:
        sheets = tournament(fault.sentence)
        fault.spoil(sheets)
        write_xlsx(folder / "raw" / "2013" / f"{fault.event}.xlsx", sheets)
    write_xlsx(folder / "raw" / "2013" / f"{HEALTHY}.xlsx", tournament("Sano"))
    return run(folder / "raw", folder / "out", *RULES)


def standings(out: Path, name: str) -> list[dict[str, str]]:
    path = out / f"{name}.standings.csv"
    return read_table(path) if path.is_file() else []


# -- one fault, one line -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", ERRORS, ids=lambda fault: fault.sentence)
def test_a_fault_is_told_at_its_cell_and_nowhere_else(fault: Fault, errors: Built) -> None:
    rows = errors.lines(fault)
    assert_told(rows, fault.lines)
    assert by_place(rows) == sorted(line[:3] for line in fault.lines)


@pytest.mark.parametrize("fault", SLIPS, ids=lambda fault: fault.sentence)
def test_one_slip_is_one_error(fault: Fault, errors: Built) -> None:
    rows = [f"{code} at {place}" for severity, code, place in by_place(errors.lines(fault)) if severity == "error"]
    assert len(rows) == 1, f"{len(rows)} lines: {', '.join(rows)}"


@pytest.mark.parametrize("fault", HARMLESS, ids=lambda fault: fault.sentence)
def test_what_is_odd_but_harmless_is_told_and_nothing_else_is(fault: Fault, harmless: Built) -> None:
    rows = [row for row in harmless.lines(fault) if row["code"] != "unknown_sheet"]
    assert_told(rows, fault.lines)
    assert by_place(rows) == sorted(line[:3] for line in fault.lines)


def test_every_code_of_bao_is_met_here() -> None:
    """From `plays_himself` to `clock_differs`; who was not invited is below."""
    codes = [*CODES]
    of_bao = {*codes[codes.index("plays_himself") : codes.index("clock_differs") + 1], "wrong_kind", "drawn_sheet"}
    assert of_bao - {line.code for fault in ERRORS + HARMLESS for line in fault.lines} == {"not_invited"}


# -- what an error costs -----------------------------------------------------------------------------------------------


def test_errors_give_exit_status_1_and_leave_the_healthy_event_built(errors: Built) -> None:
    assert errors.status == 1
    assert "Traceback" not in errors.told
    healthy = standings(errors.out / "2013", HEALTHY)
    assert [(row["player"], row["goes_on"]) for row in healthy if row["stage"] == "final"] == [
        ("Ada", "winner"),
        ("Cleo", "second"),
    ]


@pytest.mark.parametrize("fault", ERRORS + SLIPS, ids=lambda fault: fault.sentence)
def test_an_event_with_an_error_is_in_no_table(fault: Fault, errors: Built) -> None:
    assert not [*(errors.out / "2013").glob(f"{fault.event}.*")]


def test_warnings_fixes_and_notices_give_exit_status_0_and_block_nothing(harmless: Built) -> None:
    assert harmless.status == 0
    assert {row["severity"] for row in harmless.problems()} == {"warning", "fix", "notice"}
    without_a_table = {fault.event for fault in HARMLESS if not standings(harmless.out / "2013", fault.event)}
    assert without_a_table == {
        fault.event for fault in HARMLESS if "entrant" in fault.sentence or fault.sentence in NOTHING_TO_RANK
    }


NOTHING_TO_RANK = ("a list and no number of groups", "six in three groups", "only an entry list", "nothing but a kind")


def test_what_lacks_an_event_says_incomplete(errors: Built, harmless: Built) -> None:
    for built_, incomplete in ((errors, True), (harmless, False)):
        book = load_workbook(built_.out / "2013" / "events.xlsx", read_only=True)
        told = "\n".join(str(row[0]) for row in book.worksheets[0].iter_rows(max_row=3, values_only=True))
        book.close()
        assert ("INCOMPLETE" in told) == incomplete


def test_the_problems_workbook_marks_the_cell_in_the_matches(errors: Built) -> None:
    book = load_workbook(errors.out / "2013" / "problems.xlsx")
    (page,) = [page for page in book if "somebody against himself"[:10] in page.title and "matches" in page.title]
    assert page["E4"].value == "Ada" and "two different players" in page["E4"].comment.text
    assert page["E4"].fill.fgColor.rgb != page["E5"].fill.fgColor.rgb


def test_only_readable_sheets_are_touched_by_nobody(errors: Built, harmless: Built) -> None:
    assert errors.raw_as_it_was and harmless.raw_as_it_was


# -- who was not invited -----------------------------------------------------------------------------------------------


def test_who_plays_mabingwa_without_being_among_the_best_six_is_told(tmp_path: Path) -> None:
    """By hand: of seven entrants Gil has won nothing and is the seventh, and plays instead of Fay."""
    first = tournament("Primo", circuits="kiba_championship")
    rows("players", ["Gil", "Kenya", 1900, 5])(first)
    both(without("moves"), setting("groups", 1))(first)
    names = [str(row[0]) for row in first["players"][1:]]
    games = [(one, other) for one in names for other in names if one != other]
    first["matches"] = [[*MATCHES], *(["qualifying", None, None, *pair, min(pair)] for pair in games)]
    last = tournament("Ultimo")
    both(called("Gil", "Fay"), mabingwa)(last)
    write_xlsx(tmp_path / "2013" / "Primo.xlsx", first)
    write_xlsx(tmp_path / "2013" / "Ultimo.xlsx", last)
    with only_rules(*RULES):
        found = compute(find(tmp_path, RESERVED)).problems
    told = [(p.severity, p.code, p.file, p.found) for p in found if p.code != "circuit_remark"]
    assert told == [("notice", "not_invited", "2013/Ultimo.xlsx", "Gil")]


# -- nothing makes the build fall over ---------------------------------------------------------------------------------


def everywhere(name: Cell) -> Callable[[Sheets], None]:
    return called(name, "Eva")


def grouped(label: Cell, of: str = "A") -> Callable[[Sheets], None]:
    """Another label for a group, or none; also in the moves."""

    def spoil(sheets: Sheets) -> None:
        for sheet in ("matches", "moves"):
            for row in sheets[sheet][1:]:
                row[1] = label if row[1] == of else row[1]

    return spoil


ODDITIES: dict[str, Callable[[Sheets], object]] = {
    **{
        f"a player called {name}": everywhere(name)
        for name in ("A", "None", "nan", "7", "=1+1", "semifinal", "?", "{x}", "'", "undecided", "winner")
    },
    "a player called -1": everywhere(-1),
    "a player called bye": everywhere("bye"),
    "the dummy on the list": rows("players", [-1, None, None, 0], ["Riposo"]),
    "two dummies on the list": rows("players", [-1], [-1]),
    "a game of two dummies": rows("matches", ["qualifying", "A", None, -1, "bye"]),
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
        rows("matches", ["final", None, None, "Ada", "Ben", "Ben"], ["final", None, None, "Ben", "Cleo", "Ben"]),
    ),
    "a final of everybody": lambda s: s.update(
        matches=[s["matches"][0], *(["final", None, None, *row[3:6]] for row in s["matches"][1:])]
    ),
    "a final and no semifinal": only("qualifying", "final"),
    "a final before the groups are over": lambda s: s["matches"][6].__setitem__(5, None),
    "a match of one against one": nations("Ada", "Ben"),
    "a match of two nations and no list": both(nations(), without("players")),
    "a match of nations beside a tournament": rows(
        "matches", *(["nations", None, None, one, other, one] for one in ("Ada", "Cleo") for other in ("Ben", "Dan"))
    ),
    "a Mabingwa of nobody": both(mabingwa, without("matches", "players")),
    "a Mabingwa list of 34": both(people(34), setting("format", "mabingwa")),
    "moves of a bye": rows("moves", ["qualifying", "B", -1, "Fay", 1, "Fay", "2011-03-01 15:00"]),
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


@pytest.fixture(scope="module")
def oddities(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """All of them built in one season, which is quick; None if one of them makes the build fall over."""
    folder = tmp_path_factory.mktemp("odd")
    for sentence, spoil in ODDITIES.items():
        odd(folder, sentence, spoil)
    try:
        return built_beside_a_healthy_event(folder)
    except Exception:
        return None


def odd(folder: Path, sentence: str, spoil: Callable[[Sheets], object]) -> None:
    sheets = tournament(sentence)
    spoil(sheets)
    write_csv(folder / "raw" / "2013" / sentence.replace("/", "-"), sheets)


def built_beside_a_healthy_event(folder: Path) -> Path:
    write_csv(folder / "raw" / "2013" / HEALTHY, tournament("Sano"))
    with only_rules(*RULES), without_report():
        build(folder / "raw", folder / "out", jobs=1)
    return folder / "out" / "2013"


@pytest.mark.parametrize("sentence", ODDITIES)
def test_nothing_that_is_typed_makes_the_build_fall_over(sentence: str, oddities: Path | None, tmp_path: Path) -> None:
    """Whatever is made of it: the build ends, and the healthy event beside it has its standings."""
    out = oddities
    if out is None:  # which of them is it?
        odd(tmp_path, sentence, ODDITIES[sentence])
        out = built_beside_a_healthy_event(tmp_path)
    assert [row["player"] for row in standings(out, HEALTHY) if row["goes_on"] == "winner"] == ["Ada"]


def test_the_dummy_is_nobody_on_the_list(oddities: Path | None) -> None:
    assert oddities is not None
    for sentence in ("a player called -1", "a player called bye", "the dummy on the list", "two dummies on the list"):
        assert not {"-1", "bye", "Riposo"} & {row["player"].removeprefix("'") for row in standings(oddities, sentence)}
