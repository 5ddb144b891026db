"""Points for centres, for surviving and for the lead.

Source   Each edition gives its own source.
1        centre points: {centre} points for each centre.
1.1      first centres: {first} more for a power's first centre, its second, and so on.
2        survivor points: {survivor} to each survivor.
3        survival points: {survival} points shared by the survivors.
4        margin points: {margin} for each centre by which a survivor leads another power, added up over all other
         powers.
5        lead points: {lead} points more for each centre of a sole leader. Level leaders get none.
6        leaders' points: {leaders} to each leader. The first figure is for a sole leader, the next for each of two
         level leaders, and so on.
7        top points: {top} points shared by those at the top.
Reading  A game without a solo is a draw between all survivors.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Bools, Floats, Ints, Result
from pipeline.rules.numbers import Edition, number, prizes, table
from pipeline.rules.solo_rules import SoloRules, solo_parts, unknown_years
from schemas.messages import Message
from schemas.words import POWERS


@dataclass(frozen=True, kw_only=True)
class Numbers(SoloRules):
    """The rule's settings, any of which an edition may change."""

    centre: float = number("points for each centre", 0)
    first: tuple[float, ...] = table("points more for a power's first, second ... centre", (0,))
    survivor: float = number("points of each survivor", 0)
    survival: float = number("points shared by the survivors", 0)
    margin: float = number("points for each centre more than each other power", 0)
    lead: float = number("points more of a sole leader for each centre", 0)
    leaders: tuple[float, ...] = table(
        "points of each leader, where one is alone, two are level ...", (0,), len(POWERS)
    )
    top: float = number("points shared by those at the top", 0)


DIPVIS = "dipvis, https://github.com/UEWBot/dipvis, as {}."
NOT_LIVED = (
    "The year of an elimination or of a solo does not count, as dipvis has it. The Diplomacy Broadcast Network gives the "
    "eliminated and the beaten nothing."
)
EDITIONS = {
    "base_3": Edition(
        Numbers(solo=46, centre=1, survivor=3, leaders=tuple(9 / 3**more for more in range(7))),
        "Base 3",
        DIPVIS.format("Base 3"),
        reading="9 to a sole leader, a third of it for each other power level with it: 9, 3, 1, 1/3 and so on.",
    ),
    "bear_con": Edition(
        Numbers(solo=34, centre=1, first=(3, 2), leaders=(5,)),
        "Bear Con",
        "World Diplomacy Database, scoring system no. 52 (2009); devised by Alex Lebedev.",
        reading='"1st center = 4 points, 2nd center = 3 points, 3rd+ = 1 point each": 3 and 2 more for the first two. '
        'The "leader bonus +5 (not shared)" is a sole leader\'s.',
    ),
    "dragonflight": Edition(
        Numbers(solo=61, survival=60),
        "Dragonflight",
        "World Diplomacy Database, scoring system no. 18; devised by Buz Eddy.",
        reading='The decimals "for mostly tie breaking purposes" go by the results of other games and are left out.',
    ),
    "mischief": Edition(Numbers(solo=34, centre=1, leaders=(5, 1)), "Mischief", DIPVIS.format("Mischief")),
    "solo_or_bust": Edition(
        Numbers(solo=100),
        "Solo or bust",
        DIPVIS.format("Solo or bust"),
        reading="Tournaments of webDiplomacy give 1 for a solo and else nothing (WTA).",
    ),
    "summer_classic": Edition(
        Numbers(solo=420, beaten_year=1, out_year=1, lived="no", centre=10, survivor=30, leaders=(48, 24)),
        "Summer Classic",
        DIPVIS.format("Summer Classic"),
        reading="The year of an elimination or of a solo does not count, as dipvis has it.",
    ),
    "vulcan": Edition(
        Numbers(solo=130, beaten_survivor=5, centre=1, survivor=5, margin=1, top=10), "Vulcan", DIPVIS.format("Vulcan")
    ),
    "weasel_moot_2007": Edition(
        Numbers(solo=450, out_year=1, centre=10, survival=60, lead=2),
        "Weasel Moot 2007",
        "World Diplomacy Database, scoring system no. 28; the Windy City Weasels' own system of 2009 and 2010, "
        "https://windycityweasels.org, whose published scores agree (21 of the 21 compared).",
        reads="Whipping",
        reading="Where the year of an elimination is not known, a board without a solo is left unscored.",
    ),
    "whipping": Edition(
        Numbers(solo=468, beaten_year=1, out_year=1, centre=10, survival=60, lead=2),
        "Whipping",
        DIPVIS.format("Whipping"),
        reads="Whipping",
        reading="The beaten have a point a year. The Diplomacy Broadcast Network gives nothing to them, nor to the "
        "eliminated; Weasel Moot 2007 gives 450 for a solo and nothing to the beaten.",
    ),
    "world_classic": Edition(
        Numbers(solo=420, beaten_year=1, out_year=1, lived="no", centre=10, survivor=30, top=48),
        "World Classic",
        DIPVIS.format("World Classic"),
        reading=NOT_LIVED,
    ),
}


def unscorable(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that cannot be scored, keyed by reason."""
    return unknown_years(b, n)


def first_centres(b: Boards, n: Numbers) -> Floats:
    """Return the additional points for the first centres (paragraph 1.1), as a (power, board) array."""
    return np.cumsum([0.0, *n.first]).take(b.centres, mode="clip")


def margins(b: Boards) -> Ints:
    """Return the sum of each power's leads over the others (paragraph 4), as a (power, board) array."""
    return np.array([(owned - b.centres).clip(min=0).sum(axis=0, dtype=np.int16) for owned in b.centres])


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    drawers, leaders = b.drawn & b.survivor, b.leader.sum(axis=0)
    return Result(
        parts={
            **solo_parts(b, n),
            "centre points": b.drawn * n.centre * b.centres,
            "first centres": b.drawn * first_centres(b, n),
            "survivor points": n.survivor * drawers,
            "survival points": drawers * (n.survival / b.survivor.sum(axis=0)),
            "margin points": n.margin * (drawers * margins(b)),
            "lead points": b.leader * ((b.drawn & (leaders == 1)) * (n.lead * b.top)),
            "leaders' points": b.leader * (b.drawn * prizes(n.leaders).take(leaders - 1)),
            "top points": b.leader * (b.drawn * (n.top / leaders)),
        }
    )
