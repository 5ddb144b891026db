"""Check order sheets as they are written, without adjudicating them.

Source   "Sistema di punteggio Italia-2010" (in Italian), version 7.8 (EDC XX), 6 February 2012, paragraphs 9 and 9.1.
App.A    The abbreviations are those in provinces.csv. The orders follow the official syntax.
9        If a unit has several orders, the last one counts, reading from left to right and from top to bottom.
9.1      A player cannot convoy and support at the same time, so with the orders A Yor - Nwy and F Nth S A Bel - Hol the
         army's move is not accepted. A unit that supports itself, as in A Sil S A Sil - War, is ambiguous and not
         accepted.
Reading  A province holds one unit, so its last order counts, whether it says A or F. A build is separate from the
         orders of a unit on the board. The last order counts even if it is refused or cannot be read. An earlier one is
         never used instead.
Convoys  A move needs a convoy if the army cannot cross a border to get there. The move is refused if the supports of
         the player's own fleets leave no convoy route, whatever other powers' fleets do. The convoy of an army that
         itself supports a unit is refused too. There is only a warning if the fleets or the army have other orders that
         are not supports, or if only a longer route is left. There is only a notice if no fleet on the sheet convoys
         the army, because another power's fleet may do so.
Map      An order that is impossible on the map gets a warning, but orders are not adjudicated here.
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
from schemas.messages import Name, Verbatim, listed, say
from schemas.words import TOTAL, fold, vocabulary

SUPPORTS = (DEFENSIVE, OFFENSIVE)
ADJUSTMENTS = (BUILD, DISBAND)


@dataclass(frozen=True)
class OrderSheet:
    """A checked sheet of orders.

    Each entry is accepted, refused for an error, or overruled by a later entry for the same unit or build.
    """

    accepted: tuple[Entry, ...]
    refused: tuple[Entry, ...]
    overruled: tuple[Entry, ...]
    problems: tuple[OrderProblem, ...]

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders that count, in the sequence in which they were written."""
        return tuple(entry.order for entry in self.accepted if entry.order)


def check(text: str) -> OrderSheet:
    """Check the orders of one power in one turn.

    The orders are separated by new lines, semicolons or commas. Faults become problems and never raise an error.
    """
    entries, problems = _entries(text)
    last = {_whose(entry): entry for entry in entries}
    overruled = [entry for entry in entries if last[_whose(entry)] is not entry]
    counting = [entry for entry in entries if last[_whose(entry)] is entry]
    orders = [entry.order for entry in counting if entry.order]
    for entry in overruled:
        counts = last[_whose(entry)]
        values = {"counts": counts.text, "counts_in": counts.line}
        problems.append(entry.problem("overruled", values=values))
    problems += [*_letters(entries, orders), *_turns(counting)]
    accepted, refused = list[Entry](), list[Entry]()
    for entry in counting:
        of_entry = [*entry.problems, *_on_the_map(entry), *_by_sea(entry, orders)]
        (refused if any(problem.severity == "error" for problem in of_entry) else accepted).append(entry)
        problems += of_entry
    return OrderSheet(tuple(accepted), tuple(refused), tuple(overruled), tuple(sorted(problems, key=_place)))


def _place(problem: OrderProblem) -> tuple[int, int, str, str, str]:
    return *problem[:4], str(problem.message)


# -- the sheet ---------------------------------------------------------------------------------------------------------


def _entries(text: str) -> tuple[list[Entry], list[OrderProblem]]:
    """Return all entries except headings, and the problems found in the headings."""
    entries, problems, above = [], [], dict[str, str]()
    for piece in pieces(text):
        heading = _heading(piece.text)
        if not heading:
            entries.append(read(piece))
        problems += [
            piece.problem("two_sheets", values={"above": _named(kind, above[kind])})
            for kind, name in heading
            if above.setdefault(kind, name) != name
        ]
    return entries, problems


@cache
def _heading_words() -> dict[str, tuple[str, str]]:
    """Return a mapping from each folded word to its kind (power or turn) and its canonical name."""
    words = {word: (kind, name) for kind in ("power", "turn") for word, name in vocabulary(kind).items()}
    return {word: (kind, name) for word, (kind, name) in words.items() if name != TOTAL}


def _heading(text: str) -> list[tuple[str, str]]:
    """Return the power, turn and year that a heading names, or [] if the text is not a heading."""
    words = "|".join(map(re.escape, sorted(_heading_words(), key=len, reverse=True)))
    said, word = fold(text), rf"\b(?:{words}|\d{{4}})\b"
    if not re.fullmatch(rf"(?:{word}\W*)+", said):
        return []
    return [_heading_words().get(name, ("year", name)) for name in re.findall(word, said)]


def _named(kind: str, name: str) -> Name | Verbatim:
    return Verbatim(name) if kind == "year" else Name(kind, name)


def _whose(entry: Entry) -> tuple[str | int, ...]:
    """Return a key for the unit or build that an order concerns.

    Only the last of several orders with the same key counts (Italia-2010, paragraph 9).
    """
    if not entry.province:
        return entry.line, entry.column
    return entry.province, "built" if entry.text.startswith("+") else "stands"


def _letters(entries: Iterable[Entry], orders: Iterable[Order]) -> Iterator[OrderProblem]:
    """Yield a problem for each unit that the sheet calls an army in one place and a fleet in another."""
    ordered = {order.unit.province: order.unit for order in orders if order.kind != BUILD}
    for entry in entries:
        if entry.order and entry.order.kind != BUILD:
            for unit in (entry.order.unit, entry.order.other):
                if unit and ordered.get(unit.province, unit).letter != unit.letter:
                    yield entry.problem("letters_differ", values={"unit": str(ordered[unit.province])})


def _turns(entries: Iterable[Entry]) -> Iterator[OrderProblem]:
    """Yield a problem for each build among spring or autumn orders."""
    read = [(entry, entry.order.kind) for entry in entries if entry.order]
    if any(kind not in ADJUSTMENTS for _, kind in read):
        yield from (entry.problem("two_turns") for entry, kind in read if kind == BUILD)


# -- one order on the map ----------------------------------------------------------------------------------------------


def _on_the_map(entry: Entry) -> Iterator[OrderProblem]:
    """Yield the first problem found in an order, without looking at the other orders."""
    if entry.order:
        code = next((code for code, is_wrong in RULES.items() if is_wrong(entry.order)), "")
        yield from [entry.problem(code)] if code else []


def _cannot_stand(order: Order) -> bool:
    return not can_stand(order.unit) or (order.other is not None and not can_stand(order.other))


def _supports_itself(order: Order) -> bool:
    return order.other is not None and order.other.province == order.unit.province


def _bad_convoy(order: Order) -> bool:
    if order.kind != CONVOY or order.other is None:
        return False
    by_sea = order.other.letter == "A" and crossing(order.other.province, order.to)
    return not by_sea or not _at_sea(order.unit)


def _out_of_reach(order: Order) -> bool:
    if order.kind == MOVE:
        return not _can_go(order.unit, order.to)
    if order.kind not in SUPPORTS or order.other is None:
        return False
    supported_in = (order.to or order.other.place)[:3]
    reached = {place[:3] for place in reach(*order.unit)}
    return supported_in not in reached or (order.kind == OFFENSIVE and not _can_go(order.other, order.to))


def _can_go(unit: Unit, to: str) -> bool:
    """Return whether a unit can reach a province or coast, across a border or, for an army, by convoy.

    For a province with two coasts, it is enough if the unit can reach one of them.
    """
    by_border = any(to in (place, place[:3]) for place in reach(*unit))
    return by_border or (unit.letter == "A" and crossing(unit.province, to) is not None)


def _at_sea(unit: Unit) -> bool:
    return unit.letter == "F" and provinces()[unit.province].kind == SEA


def _coast_missing(order: Order) -> bool:
    if order.unit.letter != "F" or order.kind not in (MOVE, BUILD):
        return False
    if order.kind == BUILD:
        return bool(coasts(order.unit.place))
    return len(coasts(order.to) & reach(*order.unit)) > 1


RULES = {
    "cannot_stand": _cannot_stand,
    "supports_itself": _supports_itself,
    "bad_convoy": _bad_convoy,
    "out_of_reach": _out_of_reach,
    "coast_missing": _coast_missing,
}


# -- convoys -----------------------------------------------------------------------------------------------------------


def _by_sea(entry: Entry, orders: list[Order]) -> Iterator[OrderProblem]:
    """Yield problems with a convoy, or with an army that needs one, given the sheet's other orders (paragraph 9.1)."""
    if entry.order and entry.order.kind == CONVOY:
        yield from _transport(entry, entry.order, orders)
    elif entry.order and _needs_convoy(entry.order):
        yield from _sailing(entry, entry.order, orders)


def _transport(entry: Entry, order: Order, orders: list[Order]) -> Iterator[OrderProblem]:
    """Yield a problem if a fleet convoys an army to which the same sheet gives another order."""
    for army in orders:
        if army.unit == order.other and army.kind not in ADJUSTMENTS and (army.kind, army.to) != (MOVE, order.to):
            code = "convoy_and_support" if army.kind in SUPPORTS else "not_taken_there"
            values = {"orders": str(army), "wanted": f"{order.other} - {order.to}"}
            yield entry.problem(code, values=values)


def _sailing(entry: Entry, order: Order, orders: list[Order]) -> Iterator[OrderProblem]:
    """Yield a problem if no fleet on the sheet convoys the army, which needs a convoy for its move.

    Also yield a problem if the orders of the player's other fleets leave no route for the convoy.
    """
    start, end = order.unit.province, order.to
    fleets = [o for o in orders if o.kind not in ADJUSTMENTS and _at_sea(o.unit)]
    taking = [o for o in fleets if o.kind == CONVOY and o.other == order.unit and o.to == end]
    busy = [o for o in fleets if o not in taking]
    supporting = [o for o in busy if o.kind in SUPPORTS]
    shortest = crossing(start, end, _seas(supporting))
    if shortest is None:
        code, fleets = "convoy_and_support", supporting
    elif crossing(start, end, _seas(busy)) is None:
        code, fleets = "not_taken_there", busy
    elif taking:
        return
    elif shortest != crossing(start, end):
        code, fleets = "longer_way", supporting
    else:
        code, fleets = "no_own_convoy", []
    convoy = {"army": str(order.unit), "province": end}
    instead = listed(map(str, _on_the_way(start, end, fleets)), "and")
    wanted = say("a fleet that takes {army} to {province}", **convoy)
    yield entry.problem(code, values={**convoy, "wanted": wanted, "orders": instead})


def _needs_convoy(order: Order) -> bool:
    by_border = order.to in reach(*order.unit)
    return order.kind == MOVE and order.unit.letter == "A" and not by_border and _can_go(order.unit, order.to)


def _on_the_way(start: str, end: str, fleets: list[Order]) -> list[Order]:
    """Return each fleet that could give the army a convoy route, or a shorter one, if it convoyed the army instead.

    Each fleet is tried alone, while all others keep their orders. If there is no such fleet, all fleets are returned.

    fleets  fleets that cannot convoy the army because they have other orders
    """
    seas = _seas(fleets)
    way = crossing(start, end, seas)
    alone = [order for order in fleets if crossing(start, end, seas - {order.unit.province}) != way]
    return alone or fleets


def _seas(orders: Iterable[Order]) -> frozenset[str]:
    return frozenset(order.unit.province for order in orders)
