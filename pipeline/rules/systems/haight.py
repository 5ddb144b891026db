"""Haight v1.0.

Source   dipvis, a program for tournaments, https://github.com/UEWBot/dipvis, and the house rules of the 2025 World
         Diplomacy Championship.
Solo.e   centres above years: A survivor beaten by a solo gets {beaten_better} for each centre instead of the points for
         its years, if that is more.
1        centre points: {centre} for each centre.
2        place points: {places}, from first place down. Final centres decide the places. Tied powers all get the points
         of the lowest place they fill. Eliminated powers come below the survivors, with the latest elimination first.
3        lead points: {lead} for each centre by which a sole leader leads the power in second place.
Reading  A game without a solo is scored by its final centres, whoever shares the draw.
"""

from dataclasses import dataclass

from pipeline.rules.boards import Boards, Bools, Result
from pipeline.rules.elimination_order import hang_on_eliminations, ranked_by_elimination
from pipeline.rules.numbers import Edition, by_place, number, prizes
from pipeline.rules.solo_rules import SoloRules, solo_parts, unknown_years
from pipeline.rules.ties import lowest, top_two
from schemas.messages import Message


@dataclass(frozen=True, kw_only=True)
class Numbers(SoloRules):
    """The rule's settings, any of which an edition may change."""

    beaten_better: float = number("points for each centre of a beaten survivor, where they are more than its years'", 5)
    centre: float = number("points for each centre", 10)
    places: tuple[float, ...] = by_place("points of the places, from the first", (66, 55, 44, 33, 22, 11, 0))
    lead: float = number("points of a sole leader for each centre more than the second", 5)


EDITIONS = {"haight": Edition(Numbers(solo=451, beaten_year=1, out_year=1))}


def unscorable(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that cannot be scored, keyed by reason."""
    return unknown_years(b, n, b.drawn & hang_on_eliminations(b, n.places))


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    first, second = top_two(b.centres)
    around = solo_parts(b, n)
    better = (n.beaten_better * b.centres - around.get("beaten years", 0)).clip(min=0)
    return Result(
        parts={
            **around,
            "centres above years": better * b.beaten,
            "centre points": n.centre * (b.drawn * b.centres),
            "place points": b.drawn * lowest(prizes(n.places), ranked_by_elimination(b)),
            "lead points": n.lead * (b.drawn * b.leader * (first - second)),
        }
    )
