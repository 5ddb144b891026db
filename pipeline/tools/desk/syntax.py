"""The official syntax of Italia-2010: units and orders as text.

Source   "Sistema di punteggio Italia-2010" (in Italian), version 7.8 (EDC XX), 6 February 2012, appendix A.
App.A    Hold: A ROM HOLD or A ROM XXX. Defensive support: A ROM S A TUS or A ROM APP A TUS. Offensive support: A ROM S
         A APU - NAP or A ROM APP A APU - NAP. Transport: F ION T A APU - TUN or F ION C A APU - TUN. Build: + F ROM.
         Disband: - F ROM. A stands for an army ("armata"), F for a fleet ("flotta").
8.5.1    The appendix has no form for a move, but this paragraph writes A Con-Bul, and paragraph 9.1 writes A Yor - Nwy.
         A move is therefore written A CON - BUL. The two examples show that case, spaces and the kind of dash do not
         matter.
Ours     Sweden (SWE), the Irish Sea (IRI) and the coasts are added, because the appendix lacks them. A coast is written
         STP/NC, STP(NC) or STP NC, with CN in Italian or NK in German instead of NC. The words Army, Armata, Armee,
         Fleet, Flotta and Flotte may be written in full. A semicolon, a comma or a new line ends an order.
"""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from pipeline.problems.codes import did_you_mean
from pipeline.tools.desk.order_problems import KINDS, OrderProblem, in_words
from pipeline.tools.desk.provinces import LAND, SEA, coasts, nearest, provinces
from schemas.messages import NOTHING, Message, Text, say

HOLD, MOVE, DEFENSIVE, OFFENSIVE = "hold", "move", "defensive support", "offensive support"
CONVOY, BUILD, DISBAND = "convoy", "build", "disband"

OFFICIAL = {  # forms that the program writes: the appendix's first form of each kind
    HOLD: "{unit} HOLD",
    MOVE: "{unit} - {to}",
    DEFENSIVE: "{unit} S {other}",
    OFFENSIVE: "{unit} S {other} - {to}",
    CONVOY: "{unit} T {other} - {to}",
    BUILD: "+ {unit}",
    DISBAND: "- {unit}",
}
WRITTEN = {  # forms that the program reads: both, if the appendix has two
    HOLD: "UNIT (?:HOLD|XXX)",
    MOVE: "UNIT - TO",
    DEFENSIVE: "UNIT (?:S|APP) OTHER",
    OFFENSIVE: "UNIT (?:S|APP) OTHER - TO",
    CONVOY: "UNIT (?:T|C) OTHER - TO",
    BUILD: r"\+ UNIT",
    DISBAND: "- UNIT",
}
COASTS = {
    **{"NC": "NC", "SC": "SC", "EC": "EC"},
    **{"CN": "NC", "CS": "SC", "CE": "EC"},
    **{"NK": "NC", "SK": "SC", "OK": "EC"},
}


class Unit(NamedTuple):
    """An army (A) or a fleet (F). `place` is its province or, if a coast is given for a fleet, the coast (`STP/SC`)."""

    letter: str
    place: str

    @property
    def province(self) -> str:
        """The abbreviation of the province, without the coast."""
        return self.place[:3]

    def __str__(self) -> str:
        return f"{self.letter} {self.place}"


class Order(NamedTuple):
    """One order. `other` is the unit supported or convoyed, and `to` is the destination of the unit that moves."""

    unit: Unit
    kind: str
    other: Unit | None = None
    to: str = ""

    def __str__(self) -> str:
        return OFFICIAL[self.kind].format_map(self._asdict())


class Entry(NamedTuple):
    """One order as written, with its position and the part that could be read.

    `province` is the unit's province, or "" if it cannot be read. `order` is None if the order cannot be read.
    """

    line: int
    column: int
    text: str
    province: str = ""
    order: Order | None = None
    problems: tuple[OrderProblem, ...] = ()

    def problem(
        self,
        code: str,
        *,
        found: str = "",
        at: int = 0,
        message: Message | None = None,
        hint: Text = NOTHING,
        values: Mapping[str, Any] = MappingProxyType({}),
    ) -> OrderProblem:
        """Return a problem located at the entry, or `at` characters into it.

        message, hint  texts to use instead of the code's own message and hint, if given
        values         values for the placeholders in the message, in addition to `found`
        """
        text, found = message or KINDS[code].message, found or self.text
        said = text.of({**values, "found": found}) if isinstance(text, Message) else text
        return OrderProblem(self.line, self.column + at, code, found, said, hint or KINDS[code].hint)


# -- patterns ----------------------------------------------------------------------------------------------------------

DASH = r"(?:[-\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d]+>?|\u2192)"
LETTER = r"(?P<{0}_letter>A(?:RMATA|RMY|RMEE)?|F(?:LOTTA|LEET|LOTTE)?)\.?"
PLACE = rf"(?P<{{0}}>{{1}})(?P<{{0}}_coast>\s*[/(]\s*[A-Z]+\s*\)?|\s*(?:{'|'.join(COASTS)})\b)?"


class Grammar(NamedTuple):
    """The forms to try in turn, as (kind of order, pattern) pairs, with the message and hint to use if none fits.

    Strict forms come first. They need no spaces between words, since every province is given by three letters.
    Loose forms also accept province names of any length and missing unit letters, so that the problem can be named.
    """

    forms: list[tuple[str, re.Pattern[str]]]
    message: Message | None
    hint: Text


def _grammar(forms: dict[str, str], message: Message | None = None, hint: Text = NOTHING) -> Grammar:
    strict = _patterns(forms, rf"{LETTER}\s*", "[A-Z]{3}", r"\s*")
    loose = _patterns(forms, rf"(?:{LETTER}\s+)?", r"[^\W\d_]+", r"(?:\s+|(?<!\w)|(?!\w))")
    return Grammar([*strict.items(), *loose.items()], message, hint)


def _patterns(forms: dict[str, str], letter: str, province: str, blank: str) -> dict[str, re.Pattern[str]]:
    """Return a pattern for each form, keyed by the kind of order.

    Each part of a form (`unit`, `other` or `to`) is a named group. Further groups hold the letter of each unit and the
    coast of each part.
    """
    spelt = {"-": DASH, " ": blank, "TO": PLACE.format("to", province)}
    spelt |= {role.upper(): (letter + PLACE).format(role, province) for role in ("unit", "other")}
    return {
        kind: re.compile(re.sub("UNIT|OTHER|TO|-| ", lambda word: spelt[word[0]], form), re.IGNORECASE)
        for kind, form in forms.items()
    }


ORDERS = _grammar(WRITTEN)
POSITIONS = _grammar(  # a unit alone is read as an order to hold
    {HOLD: "UNIT"}, Message("“{found}” is not a unit."), say("Write units like this: A BUL, F CON.")
)
BEGINS = re.compile(rf"{POSITIONS.forms[0][1].pattern}(?!\w)", re.IGNORECASE)


# -- reading -----------------------------------------------------------------------------------------------------------


def order(text: str) -> Order:
    """Return the order in a string. Raises ValueError with the problems if the string is not a single order."""
    entry = read(Entry(1, 1, text.strip()))
    if entry.order is None:
        raise ValueError(in_words(entry.problems))
    return entry.order


def units(text: str) -> tuple[Unit, ...]:
    """Return the units in a string such as `A BUL, F CON`.

    Raises ValueError if a unit is invalid or if two share a province.
    """
    entries = [read(piece, POSITIONS) for piece in pieces(text)]
    last = {entry.province: entry for entry in entries}
    problems = [problem for entry in entries for problem in entry.problems]
    standing = []
    for entry in entries:
        if entry.order:
            standing.append(entry.order.unit)
            if not can_stand(entry.order.unit):
                problems.append(entry.problem("cannot_stand"))
            if last[entry.province] is not entry:
                problems.append(entry.problem("two_units", values={"other": last[entry.province].text}))
    if (faults := in_words(problems)).values:
        raise ValueError(faults)
    return tuple(standing)


def can_stand(unit: Unit) -> bool:
    """Return whether a unit can be in its province: an army on land or a coast, a fleet at sea or on a coast."""
    return provinces()[unit.province].kind != (SEA if unit.letter == "A" else LAND)


def pieces(text: str) -> Iterator[Entry]:
    """Yield the entries in a string. Their orders are not parsed yet."""
    for number, line in enumerate(text.splitlines(), start=1):
        for piece in re.finditer(r"[^;,\s][^;,]*", line):
            yield Entry(number, piece.start() + 1, piece[0].rstrip(" \t\u00a0."))


def read(entry: Entry, grammar: Grammar = ORDERS) -> Entry:
    """Return the entry with the order parsed from its text, and with the problems found."""
    fits = (_Said(kind, match) for kind, form in grammar.forms if (match := form.fullmatch(entry.text)))
    said = next(fits, None)
    if said is None:
        begins = BEGINS.match(entry.text)
        province = begins["unit"].upper() if begins else ""
        problems, order = [entry.problem("unknown_form", message=grammar.message, hint=grammar.hint)], None
    else:
        province = said.province("unit")
        problems = [problem for role in said.roles for problem in _misspelt(entry, said, role)]
        order = None if in_words(problems).values else said.order()
    return entry._replace(province=province if province in provinces() else "", order=order, problems=tuple(problems))


class _Said(NamedTuple):
    """An order or a unit as written, together with the regular expression match that recognised it.

    Each part of the match has the role `unit`, `other` or `to`.
    """

    kind: str
    match: re.Match[str]

    @property
    def roles(self) -> list[str]:
        return [role for role in ("unit", "other", "to") if role in self.match.groupdict()]

    def province(self, role: str) -> str:
        return self.match[role].upper()

    def letter(self, role: str) -> str:
        """Return the letter of a unit, A or F, or "" if the letter is missing.

        For a destination, return the letter of the unit that moves there.
        """
        whose = role if role != "to" else self.roles[-2]
        return (self.match[f"{whose}_letter"] or "")[:1].upper()

    def coast(self, role: str) -> str:
        letters = (self.match[f"{role}_coast"] or "").strip(" \t/()").upper()
        return COASTS.get(letters, letters)

    def place(self, role: str) -> str:
        fleet_coast = self.coast(role) if self.letter(role) == "F" else ""
        return f"{self.province(role)}/{fleet_coast}".rstrip("/")

    def order(self) -> Order:
        unit, *more = (Unit(self.letter(role), self.place(role)) for role in self.roles if role != "to")
        return Order(unit, self.kind, more[0] if more else None, self.place("to") if "to" in self.roles else "")


def _misspelt(entry: Entry, said: _Said, role: str) -> Iterator[OrderProblem]:
    """Yield the problems with how a unit or a destination is written."""
    province, coast, at = said.province(role), said.coast(role), said.match.start(role)
    if role != "to" and not said.letter(role):
        yield entry.problem("letter_missing", found=said.match[role], at=at)
    if province not in provinces():
        hint = did_you_mean(*nearest(province))
        yield entry.problem("unknown_province", found=said.match[role], at=at, hint=hint)
    elif coast and f"{province}/{coast}" not in coasts(province):
        yield entry.problem("unknown_coast", found=f"{province}/{coast}", at=at)
    elif coast and said.letter(role) == "A":
        yield entry.problem("coast_of_an_army", found=f"{province}/{coast}", at=at)
