"""Typed totals: none is imported, and one that is not the sum of its figures is told."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pipeline.tools.imports.imported import Found, figure
from pipeline.tools.imports.problems import ImportProblem, Refused, shown
from schemas.fields import centres_meant
from schemas.messages import NOTHING, say

MOST_SHOWN = 3  # of a sheet, each with its figures; more are told together
DECIMALS = re.compile(r"\d*[.,](\d+)")


class Total(NamedTuple):
    """A typed total: its cell, what is typed there, and the cells that it should be the sum of."""

    place: str
    text: str
    parts: Sequence[str]


def check_totals(totals: Iterable[Total], found: Found) -> None:
    """Add a problem for each total that differs from the sum by more than rounding; where one is no number, nothing is said."""
    wrong = [(total, added) for total in totals if (added := _sum_if_it_differs(total)) is not None]
    for total, added in wrong:
        texts = say("{total}, where the figures add up to {sum}", total=shown(total.text), sum=added)
        together = say("totals that are not the sum of their figures")
        found.problems.append(
            ImportProblem("total", total.place, texts if len(wrong) <= MOST_SHOWN else together, NOTHING)
        )


def _sum_if_it_differs(total: Total) -> float | None:
    """What the parts add up to, unless that is the total: each typed number may be rounded to the decimals of the total."""
    typed = _number(total.text)
    numbers = [_number(centres_meant(part.strip()) or part) for part in total.parts if part.strip()]
    parts = [number for number in numbers if number is not None]
    if typed is None or not parts or len(parts) < len(numbers):
        return None
    decimals = DECIMALS.search(total.text)
    rounding = 0.5 * 10 ** -(len(decimals[1]) if decimals else 0) * len(parts)
    whole = decimals is None and all(number.is_integer() for number in parts)
    added = round(sum(parts), 9)
    return added if abs(typed - added) > (0 if whole else rounding + 1e-9) else None


def _number(text: str) -> float | None:
    try:
        return float(figure(text.strip(), ""))
    except Refused:
        return None
