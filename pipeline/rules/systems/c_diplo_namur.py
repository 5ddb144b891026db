"""C-Diplo Namur.

Source   "Systèmes de scorage, un résumé succinct" (in French), C-Diplo Namur.
Solo     solo points: {solo} to a power with 18 centres or more, nothing to every other power.
1        taking part: {taking_part} to each power.
2        centre points: {centres} by the number of final centres, starting at zero, then {more} more for each further
         centre.
3        place points: {places}, from first place down, with places decided by final centres. Tied powers share the
         points.
Reading  The solo is 1 + 46 + 38, where 46 is the value for 34 centres if the table of centres is continued. Without a
         solo, eliminated powers keep their points for taking part and still fill places, as in C-Diplo, since the text
         makes no exception.
"""

from dataclasses import dataclass

from pipeline.rules.boards import Boards, Result
from pipeline.rules.elimination_order import ranked_by_centres
from pipeline.rules.numbers import Edition, by_place, carried_on, number, table
from pipeline.rules.ties import share

LANGUAGE = "fr"
ORIGINAL = """C-Diplo Namur.

Solo     solo: Dans le cas du solo, c'est-à-dire, qu'un joueur obtient 18 centres ou plus. Celui-ci marque 1+46+38=85 points et
         les autres joueurs ne marquent aucun point.
1        participation: Chaque joueur marque 1 point de participation.
2        centres: Chaque joueur marque des points suivant le nombre de centres possédés. Nb centres 0 à 17 : 0, 5, 9, 12, 14, 16,
         18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29 points.
3        places: Le joueur ayant le plus de centres marque 38 pts. Le deuxième joueur ayant le plus de centres marque 14 pts. Le
         troisième joueur ayant le plus de centres marque 7 pts. En cas d'égalité de place, les joueurs se partagent les bonus.
"""


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The rule's numeric settings, any of which an edition may change."""

    solo: float = number("points of a power with 18 centres or more", 1 + 46 + 38)
    taking_part: float = number("points for taking part", 1)
    centres: tuple[float, ...] = table("points for 0, 1, 2 ... centres", (0, 5, 9, 12, 14, 16, 18))
    more: float = number("points for each centre beyond the table", 1)
    places: tuple[float, ...] = by_place("points of the places, from the first", (38, 14, 7))


EDITIONS = {"c_diplo_namur": Edition(Numbers())}


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    return Result(
        parts={
            "solo points": n.solo * b.solo,
            "taking part": n.taking_part * b.drawn,
            "centre points": b.drawn * carried_on(n.centres, n.more).take(b.centres),
            "place points": b.drawn * share(n.places, ranked_by_centres(b)),
        }
    )
