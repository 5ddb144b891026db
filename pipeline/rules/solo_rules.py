"""Points for solos, defeats and eliminations, which most systems define by the same few settings."""

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

from numpy.typing import NDArray

from pipeline.rules.boards import Boards, Bools, Ints
from pipeline.rules.elimination_order import unknown_eliminations
from pipeline.rules.numbers import choice, number
from schemas.messages import Message, say

SHEET = """Solos, defeats and eliminations.

Solo     solo points: {solo} to a power with 18 centres or more; the others of its board have only what is said of the beaten.
Solo.a   beaten points: {beaten} to each power beaten by a solo.
Solo.b   beaten survivors: {beaten_survivor} to each survivor among the beaten.
Solo.c   beaten centres: {beaten_centre} for each centre of the beaten.
Solo.d   beaten years: {beaten_year} for each year that the beaten lived. {lived}.
Out      years lived: {out_year} for each year that an eliminated power lived, in a game without a solo. {lived}.
Most     At most {most_years} years count.
"""

OF_THE_BEATEN, NOTHING = (
    "; the others of its board have only what is said of the beaten",
    ", nothing to every other power",
)
COUNTED = MappingProxyType(
    {
        "yes": "The year of the elimination, or of the solo, counts as lived",
        "no": "The year of the elimination, or of the solo, does not count as lived",
    }
)


@dataclass(frozen=True, kw_only=True)
class SoloRules:
    """An edition's settings for solos, defeats and eliminations."""

    solo: float = number("points of a power with 18 centres or more", 0)
    beaten: float = number("points of each power beaten by a solo", 0)
    beaten_survivor: float = number("points of each survivor beaten by a solo", 0)
    beaten_centre: float = number("points for each centre of the beaten", 0)
    beaten_year: float = number("points for each year that the beaten lived", 0)
    out_year: float = number("points for each year that an eliminated power lived, without a solo", 0)
    lived: str = choice("the year of the elimination, or of the solo, counts as lived", COUNTED, "yes")
    most_years: int = number("the most years that count; 0 for all of them", 0, most=40, whole=True)


def sheet_of_outcomes(n: SoloRules) -> str:
    """Return the rule sheet for solos, defeats and eliminations.

    If the beaten powers get nothing, the sheet says so.
    """
    return (
        SHEET
        if any((n.beaten, n.beaten_survivor, n.beaten_centre, n.beaten_year))
        else SHEET.replace(OF_THE_BEATEN, NOTHING)
    )


def years_lived(b: Boards, n: SoloRules) -> Ints:
    """Return how many years count for each power, up to its elimination or the end of the game.

    The result is a (power, board) array.
    """
    years = (b.years_lived - (n.lived == "no")).clip(min=0)
    return years.clip(max=n.most_years) if n.most_years else years


def unknown_length(b: Boards, n: SoloRules) -> Bools:
    """Return a mask of the boards whose length is unknown and affects how many years count."""
    least = b.least_years - (n.lived == "no")
    return (b.years == 0) & ((least < n.most_years) | (not n.most_years))


def unknown_years(b: Boards, n: SoloRules, ordered: Bools | bool = False) -> dict[Message, Bools]:
    """Return masks of the boards whose scores depend on an unknown year, keyed by a message that says which year.

    ordered  mask of the boards whose scores also depend on the order of elimination
    """
    counts = b.drawn * bool(n.out_year) | b.soloed * bool(n.beaten_year) | ordered
    return {
        say("the year of an elimination is not known"): counts & unknown_eliminations(b),
        say("the last year is not known"): (b.soloed & bool(n.beaten_year) & unknown_length(b, n))
        & (b.survivor & ~b.solo).any(axis=0),
    }


def solo_parts(b: Boards, n: SoloRules) -> dict[str, NDArray]:
    """Return the parts of the score for solos, defeats and eliminations, as (power, board) arrays.

    Parts that are worth no points are left out.
    """
    parts: dict[str, tuple[float, Callable[[], NDArray]]] = {
        "solo points": (n.solo, lambda: b.solo),
        "beaten points": (n.beaten, lambda: b.beaten),
        "beaten survivors": (n.beaten_survivor, lambda: b.beaten & b.survivor),
        "beaten centres": (n.beaten_centre, lambda: b.beaten * b.centres),
        "beaten years": (n.beaten_year, lambda: b.beaten * years_lived(b, n)),
        "years lived": (n.out_year, lambda: (b.drawn & ~b.survivor) * years_lived(b, n)),
    }
    return {part: points * of() for part, (points, of) in parts.items() if points}
