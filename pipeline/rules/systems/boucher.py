"""Boucher.

Source   "Systèmes de scorage, un résumé succinct" (in French), Boucher.
Solo     solo points: {solo} to a power with 18 centres or more, nothing to every other power.
1        survivor points: A survivor gets {elimination} points for each eliminated power. An eliminated power gets
         nothing.
2        nobody eliminated: {nobody_eliminated} point to each power if all seven survive.
Reading  The soloist's points are flat, however many powers survive.
"""

from dataclasses import dataclass

from pipeline.rules.boards import Boards, Result
from pipeline.rules.numbers import Edition, number

LANGUAGE = "fr"
ORIGINAL = """Boucher.

Solo     solo: Un joueur vainqueur de solo marque 60 points et les autres zéro.
1        survivants: Un joueur éliminé marque zéro. Un joueur survivant marque 10 × nombre de joueurs éliminés.
2        aucun éliminé: Si aucun joueur n'est éliminé chaque joueur marque 1 points (pour éviter une marque nulle pour tout le
         monde).
"""


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The rule's numeric settings, any of which an edition may change."""

    solo: float = number("points of a power with 18 centres or more", 60)
    elimination: float = number("points of a survivor for each power eliminated", 10)
    nobody_eliminated: float = number("points of each power if all seven survive", 1)


EDITIONS = {"boucher": Edition(Numbers())}


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    return Result(
        parts={
            "solo points": n.solo * b.solo,
            "survivor points": b.drawn * b.survivor * n.elimination * (~b.survivor).sum(axis=0),
            "nobody eliminated": n.nobody_eliminated * (b.drawn & b.survivor.all(axis=0)),
        }
    )
