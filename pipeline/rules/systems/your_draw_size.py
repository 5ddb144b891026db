"""Your Draw Size.

Source   dipvis, https://github.com/UEWBot/dipvis, as Your Draw Size (unlimited games).
1        centre points: {centres} for zero, one, two final centres and so on.
Reading  A game without a solo is a draw between all survivors.
"""

from dataclasses import dataclass

from pipeline.rules.boards import Boards, Result
from pipeline.rules.numbers import Edition, carried_on, table
from pipeline.rules.solo_rules import SoloRules, solo_parts

BY_CENTRES = (0, *[21] * 3, *[30] * 4, *[42] * 3, *[70] * 3, *[105] * 4)


@dataclass(frozen=True, kw_only=True)
class Numbers(SoloRules):
    """The rule's settings, any of which an edition may change."""

    centres: tuple[float, ...] = table("points for 0, 1, 2 ... centres", BY_CENTRES)


EDITIONS = {
    "your_draw_size": Edition(Numbers(solo=320), "Your Draw Size (unlimited games)"),
    "your_draw_size_short": Edition(
        Numbers(solo=300),
        "Your Draw Size (short games)",
        "dipvis, https://github.com/UEWBot/dipvis, as Your Draw Size (short games).",
    ),
}


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    return Result(
        parts={**solo_parts(b, n), "centre points": b.drawn * carried_on(n.centres, 0).take(b.centres)},
    )
