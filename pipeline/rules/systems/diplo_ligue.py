"""Diplo Ligue.

Source   "Systèmes de scorage, un résumé succinct" (in French), Diplo Ligue.
1        place points: {places}, from first place down, with places decided by final centres. Tied powers share the
         points. An eliminated power scores nothing.
2        lead bonus: {sole_leader} to a sole leader, {joint_leader} to each of several leaders.
3        penalty points: The penalty points of the game are subtracted.
Length   The system is designed for {years} game years. Other lengths are also scored, with a notice.
Reading  There is no rule for a solo: the game goes on after a power reaches 18 centres, and the others keep their
         points. The points for a place filled by an eliminated power are not awarded. A score may fall below zero.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Bools, Result
from pipeline.rules.elimination_order import ranked_by_centres
from pipeline.rules.numbers import Edition, by_place, number
from pipeline.rules.ties import share
from schemas.messages import Message, plural

LANGUAGE = "fr"
ORIGINAL = """Diplo Ligue.

1        places: Au bout des 7 années de jeu, le joueur ayant le plus de centres obtiendra 16 points, le deuxième 14 pts puis 12, 10,
         8, 6, 4 pour les 5 joueurs suivants. Tout joueur éliminé sera crédité de 0 pt. En cas d'égalité en nombre de centres,
         les points des places équivalentes seront partagés par le nombre de joueurs à égalité.
2        bonus de victoire: En cas de victoire unique, le joueur obtiendra un bonus de 4 points. En cas de victoire partagée,
         chaque joueur ayant fini premier ex-aequo obtiendra un bonus d'1 point.
3        points de pénalité: A ces points, seront soustraits les points de pénalité obtenus en cours de partie.
Length   Etant donné que le système de scorage est exclusivement basé sur le classement des joueurs à l'issue des 7 années de jeu,
         et non pas sur le nombre de centres, il est précisé qu'au cas où un joueur dépasse la barre des 18 centres, cela
         n'entraîne ni l'arrêt prématuré de la partie, ni l'élimination des autres joueurs.
"""


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The rule's numeric settings, any of which an edition may change."""

    places: tuple[float, ...] = by_place("points of the places, from the first", (16, 14, 12, 10, 8, 6, 4))
    sole_leader: float = number("points of a sole leader", 4)
    joint_leader: float = number("points of each of several leaders", 1)
    years: int = number("game years that the system is made for", 7, least=1, most=40, whole=True)


EDITIONS = {"diplo_ligue": Edition(Numbers())}


def notices(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that have a remark, keyed by remark."""
    another = plural(
        "meant for one-year games, but this game has a different length",
        "meant for {n}-year games, but this game has a different length",
        n.years,
    )
    return {another: b.years.astype(bool) & (b.years != n.years)}


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    return Result(
        parts={
            "place points": b.survivor * share(n.places, ranked_by_centres(b)),
            "lead bonus": b.leader * np.where(b.leader.sum(axis=0) == 1, n.sole_leader, n.joint_leader),
            "penalty points": 0.0 - b.penalty,
        }
    )
