"""Bangkok 2022.

Source   "Bangkok 2022" (in French), https://diplomania-gen.fr, devised by Lei Saarlainen.
1        centre points: {centre} for each centre.
2        top points: {top} shared by those at the top.
2.1      first wave: {first_wave} shared by those at the top or one centre below it.
2.2      second wave: {second_wave} shared by those at the top or at most two centres below it.
3        survivor points: {survivor} to each survivor.
3.1      survivors' years: {survivor_year} to each survivor for each year of the game.
Reading  The year of an elimination counts as a year lived, and survivors are credited with every year of the game. The
         text says "35 points par année jusqu'a un maximum de 210" (35 points a year, at most 210). If the last year is
         not known, a board without a solo is left unscored, unless an elimination shows that the maximum number of
         years was reached. The World Diplomacy Wiki divides the points for a solo into 1680, 1890 and 420, a total of
         3990.
"""

from dataclasses import dataclass

from pipeline.rules.boards import Boards, Bools, Result
from pipeline.rules.numbers import Edition, number
from pipeline.rules.solo_rules import SoloRules, solo_parts, unknown_length, unknown_years, years_lived
from schemas.messages import Message, say


@dataclass(frozen=True, kw_only=True)
class Numbers(SoloRules):
    """The rule's settings, any of which an edition may change."""

    solo: float = number("points of a power with 18 centres or more", 4000)
    out_year: float = number("points for each year that an eliminated power lived, without a solo", 35)
    most_years: int = number("the most years that count; 0 for all of them", 6, most=40, whole=True)
    centre: float = number("points for each centre", 105)
    top: float = number("points shared by those at the top", 420)
    first_wave: float = number("points shared by those at most a centre below the top", 420)
    second_wave: float = number("points shared by those at most two centres below the top", 420)
    survivor: float = number("points of each survivor", 210)
    survivor_year: float = number("points of a survivor for each year of the game", 35)


EDITIONS = {"bangkok_2022": Edition(Numbers())}


def unscorable(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that cannot be scored, keyed by reason."""
    unknown = b.drawn & unknown_length(b, n) & bool(n.survivor_year)
    return unknown_years(b, n) | {say("the last year is not known"): unknown}


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    first, second = (b.survivor & (b.centres >= b.top - behind) for behind in (1, 2))
    return Result(
        parts={
            **solo_parts(b, n),
            "centre points": b.drawn * n.centre * b.centres,
            "top points": b.leader * (b.drawn * n.top / b.leader.sum(axis=0)),
            "first wave": first * (b.drawn * n.first_wave / first.sum(axis=0)),
            "second wave": second * (b.drawn * n.second_wave / second.sum(axis=0)),
            "survivor points": n.survivor * (b.drawn & b.survivor),
            "survivors' years": n.survivor_year * ((b.drawn & b.survivor) * years_lived(b, n)),
        }
    )
