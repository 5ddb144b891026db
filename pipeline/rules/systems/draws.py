"""Scoring of draws.

Source   Each edition gives its own source.
1        shared points: {shared} points shared by the powers in a draw.
2        draw points: {draws} to each power in a draw, by the number of powers that share it, starting at two.
3        centre points: {centres} by the number of final centres, starting at zero, then {more} more for each further
         centre, whether or not the power is in the draw.
4        centre bonus: The centres of each power in the draw are divided by the size of the draw, and the quotient is
         rounded down. The power gets {whole} times this quotient.
5        surplus: {surplus} to a power in the draw for each centre by which it exceeds the smallest power in the draw.
6        survivor points: {outside} to each survivor that does not share the draw.
6.1      survivors' centres: {outside_centre} for each centre of such a survivor.
7        eliminated points: {eliminated} to each eliminated power if nobody has a solo.
Reading  The named powers share the draw. If nobody is named, all survivors do. A single named power below 18 centres is
         a draw of one. Such a draw is scored only if it is worth as much as a solo. A draw or solo for which the text
         gives no points is left unscored too.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Bools, Result
from pipeline.rules.numbers import Edition, carried_on, number, prizes, table
from pipeline.rules.solo_rules import SoloRules, solo_parts
from schemas.messages import Message, say
from schemas.words import CENTRES_ON_THE_MAP, POWERS


@dataclass(frozen=True, kw_only=True)
class Numbers(SoloRules):
    """The rule's settings, any of which an edition may change."""

    shared: float = number("points shared by the powers of a draw", 0)
    draws: tuple[float, ...] = table("points of each power of a draw of two, of three ...", (0,), len(POWERS) - 1)
    centres: tuple[float, ...] = table("points for 0, 1, 2 ... centres", (0,))
    more: float = number("points for each centre beyond the table", 0)
    whole: float = number(
        "points of a power in the draw, times its centres divided by the size of the draw (rounded down)", 0
    )
    surplus: float = number("points for each centre more than the smallest power of the draw", 0, least=-100)
    outside: float = number("points of each survivor outside the draw", 0)
    outside_centre: float = number("points for each centre of a survivor outside the draw", 0)
    eliminated: float = number("points of each eliminated power, without a solo", 0)


WDD = "World Diplomacy Database, scoring system no. {}; devised by {}."
FORUM = "PlayDiplomacy, its forum: {}."
EDITIONS = {
    "burgess_1990": Edition(
        Numbers(shared=100, surplus=-1, outside_centre=3),
        "Burgess 1990",
        '"Proposed DipCon Scoring System: A Sketch", Jim Burgess, Diplomacy World no. 60, http://diplomacyworld.net.',
        reading="The sketch does not say whether the survivors of a solo keep three points a centre, so a solo is left "
        "unscored.",
    ),
    "calhamer": Edition(
        Numbers(solo=1, shared=1),
        "Calhamer",
        "The rules of the game, Allan B. Calhamer: the players left when a game ends by agreement share equally in the draw.",
    ),
    "cruise_con": Edition(
        Numbers(draws=(48, 32, 24, 19, 16, 13), whole=1),
        "Cruise Con",
        WDD.format(19, "Chris Martin"),
        reading='The bonus is "in the Draw", so survivors outside it have none.',
    ),
    "draw_size": Edition(
        Numbers(solo=100, shared=100),
        "Draw size",
        "dipvis, https://github.com/UEWBot/dipvis, as Draw size; the Diplomacy Broadcast Network and webDiplomacy agree.",
        reading="AFJD rounds down.",
    ),
    "dsi": Edition(
        Numbers(solo=7, beaten=0.25, beaten_survivor=0.25, shared=7, outside=0.5, eliminated=0.25),
        "DSI",
        "The Diplomatic Pouch, 1995, http://diplom.org.",
        reading="A survivor outside the draw has a half and an eliminated power a quarter, after a solo as well.",
    ),
    "grand_festive": Edition(
        Numbers(solo=36, beaten_centre=1, shared=34, outside_centre=1),
        "Grand Festive",
        "Grand Festive Diplomacy Tournament, http://tournaments.webdiplomacy.net.",
    ),
    "pacificon": Edition(
        Numbers(solo=125, shared=90, centres=(0, 0, 0, 1, 2, 3, 4, 5, 6, 7), more=2),
        "PacifiCon",
        "DipCon 2019, scoring systems of former DipCons, https://www.dipcon2019.com, as PacificCon DipCon 1993.",
        reading="Survivors outside the draw have the points for their centres.",
    ),
    "playdip_league_2018": Edition(
        Numbers(solo=40, draws=(20, 10, 5, 2, 0)),
        "PlayDip League 2018",
        FORUM.format("the league of 2018"),
        reading="The table goes as far as a draw of six.",
    ),
    "playdiplomacy_2008": Edition(
        Numbers(solo=12, beaten_survivor=1, draws=(5, 2, 1, 1, 1, 1), outside=1),
        "PlayDiplomacy 2008",
        FORUM.format("the scoring of 2008"),
        reading="A draw of four or more is worth what any other survivor has.",
    ),
}


def unscorable(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that cannot be scored, keyed by reason."""
    sharing = b.in_draw.sum(axis=0)
    by_size = any(n.draws)
    beyond = (sharing < 2) | (sharing > len(n.draws) + 1) if by_size else (sharing == 1) & (n.shared != n.solo)
    return {
        say("the rule does not say what a solo is worth"): b.soloed & (not n.solo),
        say("the rule does not say what a draw of this size is worth"): b.drawn & beyond,
    }


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    sharing = b.in_draw.sum(axis=0)
    outside = b.drawn & b.survivor & ~b.in_draw
    smallest = np.where(b.in_draw, b.centres, CENTRES_ON_THE_MAP).min(axis=0)
    return Result(
        parts={
            **solo_parts(b, n),
            "shared points": b.in_draw * (n.shared / sharing.clip(min=1)),
            "draw points": b.in_draw * prizes(n.draws).take((sharing - 2).clip(min=0)),
            "centre points": b.drawn * carried_on(n.centres, n.more).take(b.centres),
            "centre bonus": n.whole * (b.in_draw * (b.centres // sharing.clip(min=1))),
            "surplus": n.surplus * (b.in_draw * (b.centres - smallest)),
            "survivor points": n.outside * outside,
            "survivors' centres": n.outside_centre * (outside * b.centres),
            "eliminated points": n.eliminated * (b.drawn & ~b.survivor),
        }
    )
