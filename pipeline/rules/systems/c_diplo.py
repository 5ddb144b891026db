"""C-Diplo.

Source   "Systèmes de scorage, un résumé succinct" (in French), C-Diplo; devised by Bruno-André Giraudon.
1        taking part: {taking_part} for taking part.
2        centre points: {centre} for each centre.
3        place points: {places} for the places by final centres, from the first; tied places share.
Reading  Without a solo the eliminated keep what they have for taking part. They still fill places, so with fewer than
         three survivors the powers at zero share what is left of the bonuses.
"""

from dataclasses import dataclass

from pipeline.rules.boards import Boards, Result
from pipeline.rules.numbers import Edition, number, table
from pipeline.rules.outcomes import Outcomes, outcomes
from pipeline.rules.ties import share


@dataclass(frozen=True, kw_only=True)
class Numbers(Outcomes):
    """What an edition may change."""

    taking_part: float = number("points for taking part", 1)
    centre: float = number("points for each centre", 1)
    places: tuple[float, ...] = table("points of the places, from the first", (38, 14, 7))


EDITIONS = {
    "c_diplo": Edition(Numbers(solo=38 + 34 + 1), reads="C-Diplo"),
    "c_diplo_100": Edition(
        Numbers(solo=100), "C-Diplo 100", "World Diplomacy Database, scoring system no. 5.", reads="C-Diplo"
    ),
}


def score(b: Boards, n: Numbers) -> Result:
    """Points of each power, paragraph by paragraph."""
    return Result(
        parts={
            **outcomes(b, n),
            "taking part": n.taking_part * b.drawn,
            "centre points": b.drawn * n.centre * b.centres,
            "place points": b.drawn * share(n.places, b.centres),
        }
    )
