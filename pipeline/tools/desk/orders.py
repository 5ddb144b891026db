"""Order sheets, checked as they are written.

Source   "Sistema di punteggio Italia-2010" (in Italian), version 7.8 (EDC XX), 6 February 2012, paragraphs 9 and 9.1.
App.A    The abbreviations are those of provinces.csv, the forms of the orders those of the official syntax.
9        Of several orders for one unit the last counts, from left to right, from top to bottom.
9.1      A player cannot transport and support at the same time: of A Yor - Nwy; F Nth S A Bel - Hol the army's move is
         not accepted. A unit that supports itself is ambiguous, and not accepted: A Sil S A Sil - War.
Reading  A province holds one unit, so its last order counts, whatever the letters; a build is another matter than the
         orders of a unit that stands. The last order counts also where it is refused or cannot be read: an earlier one
         never comes back.
Convoys  A move needs a convoy where the map has no border for it. It is refused where no fleets could take the army
         there, whoever owns them, because the player's own stand on the way and support; so is the transport of an army
         that itself supports. Where the other order is none of support, or only a longer way is left, that is a
         warning; where no fleet of the sheet takes the army there, a notice, because another power's may.
Map      An order that nobody could carry out on the map is a warning: nothing here adjudicates.
Ours     A line that names the power, the turn or the year, in any of the languages, is a heading.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from pipeline.tools.desk.order_problems import OrderProblem
from pipeline.tools.desk.provinces import SEA, coasts, crossing, provinces, reach
from pipeline.tools.desk.syntax import (
    BUILD,
    CONVOY,
    DEFENSIVE,
    DISBAND,
    MOVE,
    OFFENSIVE,
    Entry,
    Order,
    Unit,
    can_stand,
    pieces,
    read,
)
from schemas.messages import Message, Name, Typed, listed, say
from schemas.words import TOTAL, fold, vocabulary

ONE = {
    "power": Message("the orders of one power; {above} stands above"),
    "turn": Message("the orders of one turn; {above} stands above"),
    "year": Message("the orders of one year; {above} stands above"),
}
SUPPORTS = (DEFENSIVE, OFFENSIVE)
ADJUSTMENTS = (BUILD, DISBAND)


@dataclass(frozen=True)
class OrderSheet:
    """A checked sheet. Each entry is accepted, refused (it has an error) or overruled by a later one for its unit."""

    accepted: tuple[Entry, ...]
    refused: tuple[Entry, ...]
    overruled: tuple[Entry, ...]
    problems: tuple[OrderProblem, ...]

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders that count, in the sequence written."""
        return tuple(entry.order for entry in self.accepted if entry.order)


def check(text: str) -> OrderSheet:
    """Check the orders of one power in one turn: lines, or entries separated by semicolons or commas. Never raises."""
    entries, problems = _entries(text)
    last = {_whose(entry): entry for entry in entries}
    overruled = [entry for entry in entries if last[_whose(entry)] is not entry]
    counting = [entry for entry in entries if last[_whose(entry)] is entry]
    orders = [entry.order for entry in counting if entry.order]
    for entry in overruled:
        counts = last[_whose(entry)]
        one = say("one order for a unit; {order} in line {line} counts", order=counts.text, line=counts.line)
        problems.append(entry.problem("overruled", one))
    problems += [*_letters(entries, orders), *_turns(counting)]
    accepted, refused = list[Entry](), list[Entry]()
    for entry in counting:
        found = [*entry.problems, *_on_the_map(entry), *_by_sea(entry, orders)]
        (refused if any(problem.severity == "error" for problem in found) else accepted).append(entry)
        problems += found
    return OrderSheet(tuple(accepted), tuple(refused), tuple(overruled), tuple(sorted(problems, key=_place)))


def _place(problem: OrderProblem) -> tuple[int, int, str, str, str]:
    return *problem[:4], str(problem.expected)


# -- the sheet ---------------------------------------------------------------------------------------------------------


def _entries(text: str) -> tuple[list[Entry], list[OrderProblem]]:
    """The entries without the headings, and the problems of the headings."""
    entries, problems, above = [], [], dict[str, str]()
    for piece in pieces(text):
        heading = _heading(piece.text)
        if not heading:
            entries.append(read(piece))
        problems += [
            piece.problem("two_sheets", ONE[kind].of({"above": _named(kind, above[kind])}))
            for kind, name in heading
            if above.setdefault(kind, name) != name
        ]
    return entries, problems


@cache
def _heading_words() -> dict[str, tuple[str, str]]:
    """Folded word -> power or turn, and its name."""
    words = {word: (kind, name) for kind in ("power", "turn") for word, name in vocabulary(kind).items()}
    return {word: (kind, name) for word, (kind, name) in words.items() if name != TOTAL}


def _heading(text: str) -> list[tuple[str, str]]:
    """The power, turn and year that a heading names; nothing if the text says anything else."""
    words = "|".join(map(re.escape, sorted(_heading_words(), key=len, reverse=True)))
    said, word = fold(text), rf"\b(?:{words}|\d{{4}})\b"
    if not re.fullmatch(rf"(?:{word}\W*)+", said):
        return []
    return [_heading_words().get(name, ("year", name)) for name in re.findall(word, said)]


def _named(kind: str, name: str) -> Name | Typed:
    return Typed(name) if kind == "year" else Name(kind, name)


def _whose(entry: Entry) -> tuple[str | int, ...]:
    """What an order is for: of several for the same, only the last counts (9)."""
    if not entry.province:
        return entry.line, entry.column
    return entry.province, "built" if entry.text.startswith("+") else "stands"


def _letters(entries: Iterable[Entry], orders: Iterable[Order]) -> Iterator[OrderProblem]:
    """Units of the sheet that are called an army in one place and a fleet in another."""
    ordered = {order.unit.province: order.unit for order in orders if order.kind != BUILD}
    for entry in entries:
        if entry.order and entry.order.kind != BUILD:
            for unit in (entry.order.unit, entry.order.other):
                if unit and ordered.get(unit.province, unit).letter != unit.letter:
