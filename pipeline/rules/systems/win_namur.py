"""Win Namur.

Source   "Systèmes de scorage, un résumé succinct" (in French), Win Namur.
Solo     solo points: {solo} to a power with 18 centres or more, nothing to every other power.
1        survival bonus: {survival} for each year that an eliminated power played.
2        centre points: {centres} by the number of final centres, starting at zero, and {more} more for each further
         centre.
3        wave points: {wave} shared by all who end within {close} centres of the top, including the leaders.
4        victory points: {victory} shared by those level at the top.
Reading  The solo is 46 + 18 + 18, where 46 is the value for 34 centres if the table of centres is continued. "Au-delà
         du septième (inclus)" (beyond the seventh, included) means that the seventh centre is the first that earns the
         extra point. The year of the elimination counts as played. The summary gives win_namur no survival bonus. The
         edition win_namur_survival has the bonus, and leaves a board unscored if the year of an elimination is not
         known.
"""

from dataclasses import dataclass

from pipeline.rules.boards import Boards, Bools, Result
from pipeline.rules.elimination_order import unknown_eliminations
from pipeline.rules.numbers import Edition, carried_on, number, table
from schemas.messages import Message, say

LANGUAGE = "fr"
ORIGINAL = """Win Namur.

Solo     solo: 82 points et tous les autres 0.
1        temps de survivance: 0,1 point par année jouée pour les joueurs éliminés.
2        points de centres: Chaque joueur survivant reçoit 5 points s'il finit à 1 centre, 9 points pour 2 centres, 12 points pour
         3 centres, 14 points pour 4 centres, 16 points pour 5 centres et 18 points pour 6 centres. Il reçoit de plus 1 point
         supplémentaire par centre acquis au-delà du septième (inclus).
3        points de vague: 18 points sont partagés entre tous les joueurs qui terminent à 2 centres ou moins du ou des premiers. Le
         ou les premiers font partie de ce partage.
4        points de victoire: 18 points sont partagés par les premiers. En cas de victoire unique, ces points sont attribués en
         totalité au vainqueur.
"""


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The rule's numeric settings, any of which an edition may change."""

    survival: float = number("points for each year that an eliminated power played", 0)
    centres: tuple[float, ...] = table("points for 0, 1, 2 ... centres", (0, 5, 9, 12, 14, 16, 18))
    more: float = number("points for each centre beyond the table", 1)
    wave: float = number("points shared by all who end close to the top", 18)
    close: int = number("centres behind the top that are close", 2, most=34, whole=True)
    victory: float = number("points shared by those at the top", 18)
    solo: float = number("points of a power with 18 centres or more", 46 + 18 + 18)


EDITIONS = {
    "win_namur": Edition(Numbers(), reads="Win Namur"),
    "win_namur_survival": Edition(Numbers(survival=0.1), "Win Namur with the bonus for survival", reads="Win Namur"),
}


def unscorable(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that cannot be scored, keyed by reason."""
    return {say("the year of an elimination is not known"): b.drawn & bool(n.survival) & unknown_eliminations(b)}


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    close = b.survivor & (b.centres >= b.top - n.close)
    return Result(
        parts={
            "solo points": n.solo * b.solo,
            "survival bonus": b.drawn * n.survival * b.eliminated.clip(min=0),
            "centre points": b.drawn * carried_on(n.centres, n.more).take(b.centres),
            "wave points": b.drawn * close * (n.wave / close.sum(axis=0)),
            "victory points": b.drawn * b.leader * (n.victory / b.leader.sum(axis=0)),
        }
    )
