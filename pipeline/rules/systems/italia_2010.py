"""Italia-2010.

Source   "Sistema di punteggio Italia-2010" (in Italian), version 7.8 (EDC XX), 6 February 2012, paragraphs 1 to 3.
1        survival: {survival} for surviving. An eliminated power also gets {survival}, but nothing else.
1.1      centre points: {centre} points for each centre owned in the final year.
2.1      place points: {places}, from first place down. The points for a place filled by an eliminated power are
         not awarded.
2.2      break bonus: {broken} points to the first power if it leads the second by {lead} centres or more. If the lead
         is smaller (2.2.1), {unbroken} to every other power that owns a centre.
2.3.1    solo points: {solo} to a power with 18 centres or more. This power always gets the points for first place and
         the break bonus too. Every other power scores nothing.
2.1.1    survivors' bonus: For each player with {full} centres or more, not counting one of them, every power that owns
         a centre gets another {rise} % of its points so far (bonus dei sopravvissuti).
3        Ties are always broken (countback): by centres in the final year, then in the year before, and so on back to
         1901, then in the order Austria, Germany, Italy, Turkey, England, Russia, France. Bonuses are therefore never
         shared.
Reading  "(100+170) * (N-1)" in 2.3.1 is a garbled form of the survivors' bonus (2.1.1): a published solo of 18 centres
         with four powers on three or more scores 445.9 = (1 + 72 + 70 + 30 + 170) * 1.3. A power without a player keeps
         its place but is not counted as a player. If earlier years were not recorded, a tie between survivors for one
         of the top three places leaves the board unscored. Any other open tie changes no points and is shown as
         shared.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Bools, Ints, Result
from pipeline.rules.numbers import Edition, by_place, number, prizes
from pipeline.rules.ties import compare, countback, top_two
from schemas.messages import Message, say
from schemas.words import POWERS

LANGUAGE = "it"
ORIGINAL = """Sistema di punteggio Italia-2010.

1        sopravvivenza: Il punteggio conquistato varrà anche in caso di eliminazione. In caso di eliminazione si
         guadagnerà un solo punto. Chi sopravvive prenderà un punto più quanto di seguito specificato.
1.1      centri posseduti: Centri posseduti l'ultimo inverno moltiplicato per 4.
2.1      piazzamento: Punteggi per i piazzamenti: Primo 70 punti, Secondo 34 punti, Terzo 16 punti. Il vincitore sarà la
         potenza che ha il maggior numero di PointsXM, seguita dalle altre in ordine decrescente. Nel caso di parità si
         veda il punto 3.
2.2      bonus per distacco: Se il primo riesce a stravincere cioè ad avere al punto due una distanza di 12 o più punti
         (nel calcolo del piazzamento e prima dell'assegnazione di qualunque i bonus) con il secondo riceverà ulteriori
         30 punti. 12 punti sono 3 centri di distanza. 2.2.1 Se il primo classificato non riesce ad avere i 12 punti in
         più rispetto al secondo, ognuno dei giocatori, eccetto il primo, avrà un bonus di 10 punti. Attenzione: il bonus
         di 10 punti viene dato ad ogni giocatore con centri nel 1907, i punti non assegnati non vengono ridistribuiti
         tra i sopravvissuti.
2.3.1    vittoria a 18 centri: In caso di vittoria con 18 centri, il vincitore riceverà un bonus di 170 punti mentre tutti
         gli altri riceveranno zero punti. Più il bonus per piazzamento (70) e per distacco(30), ai punti del vincitore
         saranno applicati i punti per i giocatori ancora in campo normalmente. Nota bene in caso di vittoria a 18, il
         bonus per distacco viene sempre dato al vincitore.
2.1.1    bonus dei sopravvissuti: Ogni giocatore riceverà un bonus, chiamato "dei sopravvissuti" pari al 10%*( numero
         sopravvissuti -1) per ogni giocatore sopravvissuto. Per "giocatore sopravvissuto" si intende il giocatore con
         almeno tre centri nell'inverno 1907 o nell'ultimo anno di gioco. Quindi con 7 giocatori con almeno 3 centri ogni
         giocatore prenderà il 60% in più del suo punteggio totale (comprensivo di bonus per piazzamenti). Con 6
         giocatori ne prenderà 50% e così via.
3        Potrebbe accadere che due o più giocatori ottengano lo stesso punteggio nell'ultimo anno di gioco; in questo caso
         si risalirà nel passato e si guarderà prima il 1907 poi il 1906 e così via, e prevarrà il primo chi ha il numero
         maggiore di centri, in caso di patta si risalirà fino al 1901, in caso di parità nel numero di centri nel 1901 si
         sceglierà in base alla potenza giocata secondo questa sequenza: Austria, Germania, Italia, Turchia,
         Inghilterra, Russia, Francia. Quindi se Francia e Italia fossero in parità, prevarrebbe l'Italia.
"""


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The rule's numeric settings, any of which an edition may change."""

    survival: float = number("points of each power that is not beaten by a solo", 1)
    centre: float = number("points for each centre", 4)
    places: tuple[float, ...] = by_place("points of the places, from the first", (70, 34, 16))
    broken: float = number("points of the first that leads by enough", 30)
    unbroken: float = number("points of every other power that owns a centre, where nobody leads by enough", 10)
    lead: int = number("centres that are a lead by enough", 3, most=34, whole=True)
    solo: float = number("points more of a power with 18 centres or more", 170)
    rise: float = number("per cent more for each player with enough centres, less one", 10)
    full: int = number("centres that are enough", 3, most=34, whole=True)


EDITIONS = {"italia_2010": Edition(Numbers())}
ORDER = ("Austria", "Germany", "Italy", "Turkey", "England", "Russia", "France")
LAST_RESORT = np.array([[len(ORDER) - ORDER.index(power)] for power in POWERS], np.int16)


def standing(b: Boards) -> tuple[Ints, Ints]:
    """Return how many powers rank above each power, and how many are level with that power (paragraph 3).

    Powers are ranked by countback. The fixed order of powers breaks ties only if the whole chart is known.
    """
    all_years = b.charted | (b.years == 1)  # the final centres are the last year's
    return compare(countback(np.concatenate([b.owned, b.centres[np.newaxis]]), LAST_RESORT * all_years))


def unscorable(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that cannot be scored, keyed by reason."""
    if b.charted.all():
        return {}
    above, level = standing(b)
    open_tie = b.drawn & (b.survivor & (level > 1) & (above < len(n.places))).any(axis=0)
    recorded = b.recorded.sum(axis=0).clip(min=1)  # the final centres count as the last year
    missing = np.where(b.years, b.first_year + b.years - 1 - recorded, 0)
    return {_unknown(year): open_tie & (missing == year) for year in np.unique(missing[open_tie]).tolist()}


def _unknown(year: int) -> Message:
    """Return the reason why a tie for a prize stays open.

    year  the year for which centres are needed but not known, or 0 if the board's last year is not known
    """
    if year:
        return say("a tie for a prize is unresolved, and the centres for {year} are not known", year=year)
    return say("a tie for a prize is unresolved, and the centres for the year before are not known")


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    above, _ = standing(b)
    first, second = top_two(b.centres)
    follows = above.astype(bool)
    scoring = b.survivor & ~b.beaten
    broken = b.soloed | (first - second >= n.lead)
    survival = n.survival * ~b.beaten
    centre = n.centre * scoring * b.centres
    place = scoring * prizes(n.places).take(above)
    bonus = scoring * np.where(broken, n.broken * ~follows, n.unbroken * follows)
    solo = n.solo * b.solo
    players = ((b.centres >= n.full) & b.has_player).sum(axis=0, dtype=np.int16)
    rise = n.rise / 100 * (players - 1)
    return Result(
        parts={
            "survival": survival,
            "centre points": centre,
            "place points": place,
            "break bonus": bonus,
            "solo points": solo,
            "survivors' bonus": scoring * rise * (survival + centre + place + bonus + solo),
        },
        working={"players with three centres": np.broadcast_to(players, above.shape)},
        place=above + np.int8(1),
    )
