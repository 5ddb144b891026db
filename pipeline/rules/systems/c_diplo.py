"""C-Diplo.

Source   "Systèmes de scorage, un résumé succinct" (in French), C-Diplo, devised by Bruno-André Giraudon.
1        taking part: {taking_part} to each power.
2        centre points: {centre} for each centre.
3        place points: {places}, from first place down. Final centres decide the places. Tied powers share the points.
Reading  Without a solo the eliminated keep their points for taking part. They still fill places, so with fewer than
         three survivors the powers at zero share the remaining bonuses.
"""

from dataclasses import dataclass

from pipeline.rules.boards import Boards, Result
from pipeline.rules.elimination_order import ranked_by_centres
from pipeline.rules.numbers import Edition, by_place, number
from pipeline.rules.solo_rules import SoloRules, solo_parts
from pipeline.rules.ties import share

LANGUAGE = "fr"
ORIGINAL = """C-Diplo.

Solo     solo: Un solo marque la totalité des 73 points et tous les autres obtiennent zéro.
1        participation: 1 point de participation : Total 7 points.
2        centres: 1 point par centre : Total 34 points.
3        places: 38 points bonus pour la 1ère place : Total 38 points. 14 points bonus pour la 2ème place : Total 14 points. 7
         points bonus pour la 3ème place : Total 7 points. En cas d'égalité, les points bonus sont partagés.
"""


@dataclass(frozen=True, kw_only=True)
class Numbers(SoloRules):
    """The rule's settings, any of which an edition may change."""

    taking_part: float = number("points for taking part", 1)
    centre: float = number("points for each centre", 1)
    places: tuple[float, ...] = by_place("points of the places, from the first", (38, 14, 7))


EDITIONS = {
    "c_diplo": Edition(Numbers(solo=38 + 34 + 1), reads="C-Diplo"),
    "c_diplo_100": Edition(
        Numbers(solo=100), "C-Diplo 100", "World Diplomacy Database, scoring system no. 5.", reads="C-Diplo"
    ),
    "c_diplo_80": Edition(
        Numbers(solo=80, taking_part=0, places=(25, 14, 7)),
        "C-Diplo 80",
        "CDiplo 80 of dipvis, a program for tournaments, https://github.com/UEWBot/dipvis.",
        reads="C-Diplo",
    ),
    "c_diplo_argir": Edition(
        Numbers(solo=93, beaten=1, places=(37, 14, 7)),
        "C-Diplo Argir",
        "World Diplomacy Database, scoring system no. 7.",
        reads="C-Diplo",
    ),
    "c_diplo_edc_4": Edition(
        Numbers(solo=73, beaten=1),
        "C-Diplo of EDC IV",
        "Rules of the fourth European Diplomacy Championship, 1996.",
        reads="C-Diplo",
    ),
    "c_diplo_conquest": Edition(
        Numbers(solo=73, places=(38, 14, 3)),
        "C-Diplo Conquest",
        "World Diplomacy Database, scoring system no. 48 (2008).",
        reads="C-Diplo",
        reading="Third place is worth 3 here, 7 in every other edition.",
    ),
}


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    return Result(
        parts={
            **solo_parts(b, n),
            "taking part": n.taking_part * b.drawn,
            "centre points": b.drawn * n.centre * b.centres,
            "place points": b.drawn * share(n.places, ranked_by_centres(b)),
        }
    )
