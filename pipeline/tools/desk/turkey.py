"""The automatic Turkey of a board with six players.

Source   "Sistema di punteggio Italia-2010" (in Italian), version 7.8 (EDC XX), 6 February 2012, 8.5 and appendix B.
8.5      A board of six may be played with a Turkey that moves by rule, if the director wishes.
8.5.1    Spring 1901: A CON - BUL, A SMY - ANK, F ANK - CON. Autumn 1901: A BUL HOLD, A ANK S F CON, F CON S A BUL.
         Turkey builds an army in Smyrna, and defends its units by appendix B. A unit that must retreat is disbanded.
App.B    A unit that borders on no other Turkish unit always holds. The table below gives the orders of the others.
Lots     Appendix B has three orders drawn by lot, just before the players' orders are read: which neighbour F CON
         supports (notes 1 and 2), and which way round three units support each other (note 3). A lot is the last bit
         of the SHA-256 hash of seed, board, year and turn as JSON, such as ["milan", "2 A", 1903, "spring"]. A 0 draws
         the first of the two options as printed, a 1 the second. Anybody with the seed can repeat a lot at any time, so
         the players should not have the seed before the game is over.
Stopped  The text has no orders for autumn 1901 if the opening was stopped, so all units hold. On the standard map no
         other power reaches BUL, ANK or CON in spring 1901.
Reading  A unit that borders on no other holds wherever it stands, and the others follow the table. If the units that
         border on each other match no line of the table, all units hold. Turkey builds in winter 1901 if it owns more
         centres than it has units, and owns Smyrna with no unit in it. The text has no rule for any other build or
         removal, so the director decides.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from pipeline.tools.desk.provinces import confining, provinces
from pipeline.tools.desk.syntax import DISBAND, HOLD, Order, Unit, order, units
from schemas.messages import NOTHING, Listed, Message, Name, Text, listed, say
from schemas.words import FIRST_YEAR, TURNS, fold, tidy_text, vocabulary

SPRING, AUTUMN, WINTER = TURNS

START, OPENED = "A CON, A SMY, F ANK", "A BUL, A ANK, F CON"
OPENING = {SPRING: "A CON - BUL; A SMY - ANK; F ANK - CON", AUTUMN: "A BUL HOLD; A ANK S F CON; F CON S A BUL"}
SMYRNA, BUILD = "SMY", "+ A SMY"


class Line(NamedTuple):
    """A line of appendix B of Italia-2010, with its units and their orders.

    drawn   the two outcomes if a lot is drawn, otherwise empty
    note    what the lot decides
    """

    units: str
    orders: str
    drawn: tuple[str, ...] = ()
    note: Text = NOTHING


NOTE_1 = NOTE_2 = say("the support given by CON")
NOTE_3 = say("the direction of the chain of supports that starts with CON (clockwise or anticlockwise)")

APPENDIX_B = (
    Line("A BUL, F CON, A SMY, A ANK", "A BUL S F CON; F CON S A BUL; A SMY S A ANK; A ANK S A SMY"),
    Line("A BUL, F CON, A ANK", "A BUL S F CON; A ANK S F CON", ("F CON S A BUL", "F CON S A ANK"), NOTE_1),
    Line("A BUL, F CON, A SMY", "A BUL S F CON; A SMY S F CON", ("F CON S A BUL", "F CON S A SMY"), NOTE_2),
    Line("A BUL, A SMY, A ANK", "A BUL HOLD; A SMY S A ANK; A ANK S A SMY"),
    Line(
        "F CON, A SMY, A ANK",
        "",
        ("F CON S A ANK; A ANK S A SMY; A SMY S F CON", "F CON S A SMY; A SMY S A ANK; A ANK S F CON"),
        NOTE_3,
    ),
    Line("F CON, A BUL", "F CON S A BUL; A BUL S F CON"),
    Line("F CON, A SMY", "F CON S A SMY; A SMY S F CON"),
    Line("F CON, A ANK", "F CON S A ANK; A ANK S F CON"),
    Line("A ANK, A SMY", "A ANK S A SMY; A SMY S A ANK"),
)
LISTED = frozenset(units(APPENDIX_B[0].units))
LINES = {frozenset(units(line.units)): line for line in APPENDIX_B}


class Remark(NamedTuple):
    """A remark on the orders. `kind` is `lot`, `stopped`, `no line`, `build` or `director`."""

    kind: str
    text: Message


Given = tuple[list[Order], list[Remark]]


@dataclass(frozen=True)
class OrderSet:
    """Turkey's orders for one turn, and remarks about them."""

    board: str
    year: int
    turn: str
    orders: tuple[Order, ...]  # in the order in which the units were given
    remarks: tuple[Remark, ...]

    @property
    def text(self) -> str:
        """The orders in the official syntax, one per line."""
        return "\n".join(map(str, self.orders))


def orders(
    standing: Iterable[Unit],
    year: int,
    turn: str,
    *,
    seed: str | int,
    board: str,
    centres: Iterable[str] | None = None,
) -> OrderSet:
    """Return Turkey's orders for one turn.

    standing  the Turkish units before the turn or, in winter, after the autumn retreats
    turn      spring, autumn or winter, in any of the languages
    seed      the director's seed. Random choices depend only on the seed, the board, the year and the turn.
    centres   the provinces that Turkey owns, used only in winter, or None if unknown

    Raises ValueError for an unknown turn or a year before 1901, or if the units in spring 1901 are not the initial
    ones.
    """
    standing, board, turn = [*standing], tidy_text(board), _turn(year, turn)
    if turn == WINTER:
        given = builds(standing, year, centres)
    elif year == FIRST_YEAR:
        given = opening(standing, turn)
    else:
        given = defence(standing, Lot(str(seed), board, year, turn))
    return OrderSet(board, year, turn, tuple(given[0]), tuple(given[1]))


def retreats(dislodged: Iterable[Unit], year: int, turn: str, *, board: str) -> OrderSet:
    """Return the orders for dislodged units, which are all disbanded (paragraph 8.5.1).

    Raises ValueError for an unknown turn or a year before 1901.
    """
    disbanded = tuple(Order(unit, DISBAND) for unit in dislodged)
    return OrderSet(tidy_text(board), year, _turn(year, turn), disbanded, ())


def _turn(year: int, turn: str) -> str:
    name = vocabulary("turn").get(fold(turn))
    if name is None:
        raise ValueError(say("“{turn}” is not spring, autumn or winter.", turn=turn))
    if year < FIRST_YEAR:
        raise ValueError(
            say("The first year is {first_year}, so “{year}” is not possible.", year=year, first_year=FIRST_YEAR)
        )
    return name


# -- the rules ---------------------------------------------------------------------------------------------------------


def opening(standing: list[Unit], turn: str) -> Given:
    """Return Turkey's orders for spring or autumn 1901 (paragraph 8.5.1).

    Raises ValueError if the units in spring are not the initial ones.
    """
    expected = units(START if turn == SPRING else OPENED)
    if {*standing} == {*expected}:
        return _given(standing, OPENING[turn]), []
    if turn == SPRING:
        other_start = Message("Turkey starts with {start}, not with {units}.")
        raise ValueError(other_start.of({"units": _listed(standing), "start": START}))
    text = Message(
        "the opening was blocked, leaving {units} instead of {opened}; the rules give no orders for this, so all units hold"
    )
    return _hold(standing), [Remark("stopped", text.of({"units": _listed(standing), "opened": OPENED}))]


def defence(standing: list[Unit], lot: "Lot") -> Given:
    """Return Turkey's orders from spring 1902 on (appendix B)."""
    bordering = [unit for unit in standing if any(confining(unit.province, other.province) for other in standing)]
    line = LINES.get(LISTED.intersection(standing).union(bordering))
    if line is None:
        text = Message("appendix B has no line for {units}, which border each other, so all units hold")
        return _hold(standing), [Remark("no line", text.of({"units": _listed(bordering)}))] if bordering else []
    if not line.drawn:
        return _given(standing, line.orders), []
    drawn = line.drawn[lot.draw()]
    text = say(
        "{what} was drawn by lot: {drawn} (the options were {lots}); {again}",
        what=line.note,
        drawn=drawn,
        lots=listed(line.drawn, "or"),
        again=lot.how_to_repeat,
    )
    return _given(standing, f"{line.orders}; {drawn}"), [Remark("lot", text)]


def builds(standing: list[Unit], year: int, centres: Iterable[str] | None = None) -> Given:
    """Return Turkey's winter orders. The rules cover only one build, an army in Smyrna in 1901 (paragraph 8.5.1)."""
    owned = None if centres is None else {*centres}
    spare = None if owned is None else len(owned) - len(standing)
    occupied = any(unit.province == SMYRNA for unit in standing)
    if spare == 0:
        return [], [Remark("build", say("there are as many centres as units, so nothing is built or removed"))]
    if year != FIRST_YEAR or (spare is not None and spare < 0):
        text = say("paragraph 8.5.1 covers only a build in winter 1901, so the director decides")
        return [], [Remark("director", text)]
    if occupied or (owned is not None and SMYRNA not in owned):
        text = say(
            "Smyrna is occupied or does not belong to Turkey, and paragraph 8.5.1 specifies no other build, so the director decides"
        )
        return [], [Remark("director", text)]
    if spare is None:
        text = say("only if Turkey owns more than {centres} centres, including Smyrna", centres=len(standing))
        return [order(BUILD)], [Remark("build", text)]
    more = (
        [Remark("director", say("paragraph 8.5.1 specifies only one build, so the director decides on any others"))]
        if spare > 1
        else []
    )
    return [order(BUILD)], more


class Lot(NamedTuple):
    """A draw by lot between two options. The outcome depends only on the four fields, so that it can be repeated."""

    seed: str
    board: str
    year: int
    turn: str

    def draw(self) -> int:
        """Return the number of the option drawn, 0 or 1.

        It is the last bit of the SHA-256 hash of the fields as JSON.
        """
        return sha256(json.dumps(self).encode()).digest()[-1] & 1

    @property
    def how_to_repeat(self) -> Message:
        """A sentence that says how to repeat the draw."""
        where = {"board": self.board, "turn": Name("turn", self.turn), "year": self.year}
        return Message("the same seed gives the same result for board {board}, {turn} {year}").of(where)


def _given(standing: list[Unit], text: str) -> list[Order]:
    """Return each unit's order from a string of orders separated by semicolons. A unit without an order holds."""
    given = {read.unit: read for read in map(order, filter(None, text.split("; ")))}
    return [given.get(unit, Order(unit, HOLD)) for unit in standing]


def _hold(standing: list[Unit]) -> list[Order]:
    return _given(standing, "")


def _listed(standing: list[Unit]) -> Listed | Message:
    return listed(map(str, standing)) if standing else say("no units")


# -- a sheet of boards -------------------------------------------------------------------------------------------------

SHEET = ("board", "year", "turn", "units")  # required columns of a sheet
HEADINGS = vocabulary("nmr") | {  # the sheet `nmr` has the same names for round, board, year and turn
    "unit": "units", "units": "units", "unita": "units", "unite": "units", "unites": "units",
    "einheit": "units", "einheiten": "units",
    "centre": "centres", "centres": "centres", "centers": "centres", "centri": "centres",
    "zentrum": "centres", "zentren": "centres", "versorgungszentren": "centres", "vz": "centres",
}  # fmt: skip


def order_sets(rows: Iterable[Mapping[str, str]], *, seed: str | int) -> tuple[list[OrderSet], list[Message]]:
    """Return the orders for every board and turn on a sheet, in the sheet's order, and a message for each fault.

    rows  cells keyed by heading, in any of the languages. Board, year, turn and units (one or more in a cell) are
          required, while round and centres (such as `ANK, CON, SMY`) are optional. Rows with the same round, board,
          year and turn belong together.
    """
    rows = [_by_column(row) for row in rows]
    if lacking := [name for name in SHEET if not any(name in row for row in rows)]:
        return [], [say("the sheet has no column {column}", column=Name("nmr", name)) for name in lacking]
    turns: dict[tuple[str, ...], list[Mapping[str, str]]] = {}
    for row in rows:
        turns.setdefault(tuple(row.get(name, "") for name in ("round", "board", "year", "turn")), []).append(row)
    sets, faults = [], []
    for (round, board, year, turn), together in turns.items():
        where = f"{round} {board}".strip()
        try:
            standing = units("; ".join(row.get("units", "") for row in together))
            centres = owned("; ".join(row.get("centres", "") for row in together)) or None
            sets.append(orders(standing, _year(year), turn, seed=seed, board=where, centres=centres))
        except ValueError as fault:
            text = Message("board {board}, {turn} {year}: {fault}")
            shown = Name("turn", turn) if turn in TURNS else turn
            faults.append(text.of({"board": where or "?", "turn": shown, "year": year, "fault": fault.args[0]}))
    return sets, faults


def _by_column(row: Mapping[str, str]) -> dict[str, str]:
    """Return a row with canonical column names and the canonical name of its turn."""
    cells = {HEADINGS.get(fold(name), ""): tidy_text(text or "") for name, text in row.items()}
    turn = cells.get("turn", "")
    return cells | {"turn": vocabulary("turn").get(fold(turn), turn)} if turn else cells


def owned(text: str) -> frozenset[str]:
    """Return the abbreviations in a string such as `ANK, CON, SMY`. Raises ValueError for an unknown abbreviation."""
    said = [word.upper() for word in re.findall(r"[^\s,;]+", text)]
    if unknown := [word for word in said if word not in provinces()]:
        raise ValueError(say("Appendix A does not list the abbreviation {words}.", words=listed(unknown, "or")))
    return frozenset(said)


def _year(text: str) -> int:
    if not re.fullmatch(r"[0-9]{4}", text):
        raise ValueError(say("“{found}” is not a year.", found=text) if text else say("The year is missing."))
    return int(text)
