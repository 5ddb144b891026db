"""PGP, the weighted global score.

Source   Punteggio globale ponderato: "Un Tuffo nel Passato" (in Italian), paragraphs 1 to 6.
2        final ranking: The ranking points, times the factor in 6.2. The ranking points are {ranking}, from first place
         down. The winner is first, followed by the survivors by final centres, then by the eliminated powers, with the
         latest elimination first (graduatoria finale). Survivors with equal centres share the points, and so do powers
         eliminated in the same year. After a draw each survivor gets the mean of the points for the places that the
         survivors fill, whatever their centres.
2.1      The place on the board is the place in the final ranking, whatever the PGP. All members of a draw are first.
3        centres owned: The percentage of centres, times the factor in 6.2: the autumn centres of all years
         (centre-years) as a percentage of the total for all powers (centri posseduti).
4        years lived: The percentage of years, times the factor in 6.2: the years lived, including the year of the
         elimination, as a percentage of the total for all powers. When the game is over, a bonus is first added to the
         years of the winner or of each member of the draw (year points). With 1 to 7 such powers, the bonus is
         {bonus} years respectively. Results below zero count as zero.
5        missed orders: The percentage of missed orders, times the factor in 6.2, is subtracted: {orders} penalties for
         a missed spring or autumn turn, {adjustment} for a missed year end (ONP), as a percentage of the {possible}
         penalties possible in each year lived.
6.1      not below zero: The amount that raises a negative total to zero, times the factor in 6.2.
6.2      The factor is 100 / the board's sum of totals, so that the parts add up to the PGP.
Working  The bulletin's partial scores are ranking points, centres per cent, years per cent and missed orders per cent.
         The total is the sum of these scores, or zero if the sum is negative (6.1). It is not yet multiplied by the
         factor in 6.2.
2.4      In progress: every survivor holds the lowest place that no eliminated power holds, and gets its points.
         Eliminated powers keep their places and points. There is no bonus for years. Years, centres and missed turns
         count up to the last adjudicated autumn.
Varianti Variant games have no PGP, unless the event's `variants` setting is `count`.
Reading  The winner or the drawers (the members of the draw) are entered. Named drawers share the top places and the
         bonus. Other survivors follow by centres. If nobody is named, all survivors are drawers. A solo (18 centres)
         wins whatever is entered. The bonus is 1.667 as printed, not 5/3. Zero as a percentage of zero is zero. Nothing
         is rounded.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Bools, Floats, Ints, Result
from pipeline.rules.numbers import Edition, by_place, number, prizes, table
from pipeline.rules.ties import compare, per_cent, percentage, places, share
from schemas.messages import Message, say

LANGUAGE = "it"
ORIGINAL = """Punteggio globale ponderato (PGP).

2        graduatoria finale: In base alle avvenute eliminazioni ed ai centri posseduti è stilata una classifica dei sette
         giocatori. Il primo posto spetta al vincitore della partita, mentre i successivi sono assegnati, in ordine
         decrescente, in base al numero di centri posseduti al termine della partita stessa. Due o più giocatori
         eliminati nello stesso anno, sono considerati parimerito. Due o più giocatori che terminano la partita con lo
         stesso numero di centri, sono considerati parimerito. Per determinare il punteggio in caso di parità, si sommano
         i punti delle posizioni interessate e si assegna, ai due o più giocatori, la media di tale somma. Allo stesso
         modo, se la partita termina in parità, i punteggi da assegnare ai giocatori 'superstiti' saranno determinati
         dalla media dei punti di ognuna delle posizioni interessate. 1 classificato = punti 33, 2 = 25, 3 = 18, 4 = 12,
         5 = 7, 6 = 4, 7 = 1.
3        centri posseduti: Si sommano i centri posseduti, da ciascun giocatore, nell'autunno di tutti gli anni trascorsi
         (totale singolo). Si sommano i sette risultati così ottenuti (totale della partita). Si rapporta a cento ognuno
         dei sette totali singoli (totale singolo x 100 / totale della partita).
4        anno di eliminazione: I punti-anno sono calcolati assegnando un punto per ogni "anno di vita" della potenza.
         L'anno di eliminazione è considerato "anno di vita". Al termine della partita, inoltre, al vincitore o, in caso
         di patta, ai giocatori superstiti, vengono assegnati gli ulteriori punteggi: 1 vincitore: bonus 7.500 punti; 2
         vincitori: bonus 3.125; 3 vincitori: bonus 1.667; 4 vincitori: no bonus; 5 vincitori: malus 1.667; 6 vincitori:
         malus 3.125; 7 vincitori: malus 7,500 (negativi). Eventuali risultati negativi sono considerato come nulli
         (zero). Si rapportano a cento i punteggi così ottenuti (proprio punteggio x 100 / totale punteggi giocatori).
5        extra ONP: Per ogni ONP del turno primavera-autunno vengono assegnate due penalità. Per ogni ONP del turno fine
         anno viene assegnata una penalità. Al fine di ottenere la percentuale ONP del giocatore, si rapportano a cento
         le penalità ottenute confrontandole con quelle virtualmente conseguibili negli anni di effettiva vita della
         potenza: totale penalità x 100 / 5 x punti anno.
6.1      I punteggi parziali di ogni giocatore devono essere sommati tra loro per formare il punteggio totale. Si ricorda
         che gli extra ONP hanno valore negativo. Eventuali risultati negativi sono considerati come nulli (zero).
6.2      Il punteggio totale di ciascun giocatore deve essere rapportato a cento (punteggio totale x 100 / somma punteggi
         partita) rispetto a tutti i punteggi ottenuti dai sette giocatori della partita. Il risultato così ottenuto
         formerà il PGP del giocatore nella partita presa per riferimento.
2.4      Ad inizio partita, a tutti i giocatori viene provvisoriamente assegnato il punteggio del settimo classificato.
         Non appena un giocatore è eliminato gli si assegna definitivamente il settimo posto mentre ai restanti giocatori
         viene assegnato provvisoriamente il punteggio immediatamente superiore, vale a dire il sesto, e così fino al
         termine della partita. (4.4) Si considerano i soli punti-anno di ciascuna potenza, in riferimento all'anno in
         corso ed alla eventuale avvenuta eliminazione.
Varianti Le partite giocate con modifiche al regolamento ufficiale, e universalmente riconosciuto, del Diplomacy non
         avranno validità ai fini della classifica, sia per bollettino sia generale.
"""

SCORES_GAMES_IN_PROGRESS = True


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The rule's numeric settings, any of which an edition may change."""

    ranking: tuple[float, ...] = by_place("points of the places of the final ranking", (33, 25, 18, 12, 7, 4, 1))
    bonus: tuple[float, ...] = table(
        "years more for 1 to 7 winners", (7.5, 3.125, 1.667, 0, -1.667, -3.125, -7.5), least=-40, most=40
    )
    orders: float = number("penalties for a missed spring or autumn turn", 2)
    adjustment: float = number("penalties for a missed year end", 1)
    possible: float = number("penalties possible in a year", 5, least=1)


EDITIONS = {"pgp": Edition(Numbers())}
BULLETIN = {  # what the bulletin prints for each game: the rule's own header, the figure, and the paragraph
    "graduatoria finale": ("ranking points", "2"),
    "centri posseduti": ("centres per cent", "3"),
    "anno di eliminazione": ("years per cent", "4"),
    "extra ONP": ("missed orders per cent", "5"),
    "punteggio totale": ("total", "6.1"),
    "PGP": ("score", "6.2"),
}
LIMITS = (0, 100)  # a share of the board in per cent; 100 if nobody else gave an order
WINNER = np.iinfo(np.int16).max  # ranks above every survivor in the final ranking


def unscorable(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that cannot be scored, keyed by reason."""
    return {
        say("centres for every year are needed"): ~b.charted & ~b.variant,
        say("variant games do not count"): b.variant,
    }


def winners(b: Boards) -> Bools:
    """Return a (power, board) mask of the powers that won or drew a finished game (paragraph 4.2)."""
    return (b.solo | b.in_draw) & ~b.in_progress


def final_ranking(b: Boards) -> Ints:
    """Return a (power, board) sort key for the final ranking (paragraphs 2.1 and 2.2).

    The power with the highest key is ranked first.
    """
    above_eliminated = b.years + b.centres  # nobody is eliminated after the last year
    still_open = np.where(b.in_progress, WINNER, above_eliminated)  # survivors are level until the game ends (2.4)
    return np.where(winners(b), WINNER, np.where(b.survivor, still_open, b.eliminated))


def lowest_open(b: Boards) -> Bools:
    """Return a (power, board) mask of the survivors of games in progress (paragraph 2.4).

    They provisionally hold the lowest place that no eliminated power holds.
    """
    return b.in_progress & b.survivor


def ranking_points(b: Boards, n: Numbers) -> Floats:
    """Return the points for the final ranking (paragraph 2), as a (power, board) array.

    In a game in progress, every survivor gets the points for the lowest place that no eliminated power holds.
    """
    open_points = prizes(n.ranking).take(b.survivor.sum(axis=0) - 1)
    return np.where(lowest_open(b), open_points, share(n.ranking, compare(final_ranking(b))))


def ranking_places(b: Boards) -> Ints:
    """Return the places in the final ranking (paragraph 2.1), as a (power, board) array.

    In a game in progress, every survivor has the lowest place that no eliminated power holds.
    """
    return np.where(lowest_open(b), b.survivor.sum(axis=0), places(final_ranking(b))).astype(np.int8)


def year_points(b: Boards, n: Numbers) -> Floats:
    """Return the year points (paragraph 4), as a (power, board) array.

    A power's year points are the number of years it played, including the year of its elimination, plus its bonus. They
    are 0 if that sum is negative.
    """
    won = winners(b)
    return (b.years_lived + won * prizes(n.bonus).take(won.sum(axis=0) - 1)).clip(min=0)


def penalties(b: Boards, n: Numbers) -> Floats:
    """Return the penalties for missed turns (paragraph 5), as a (power, board) array."""
    return n.orders * b.nmr_orders + n.adjustment * b.nmr_adjustments


def shares(b: Boards, n: Numbers) -> dict[str, Floats]:
    """Return the four partial scores as (power, board) arrays keyed by part, without the factor in paragraph 6.2."""
    return {
        "final ranking": ranking_points(b, n),
        "centres owned": percentage(b.centre_years),
        "years lived": percentage(year_points(b, n)),
        "missed orders": -100 * penalties(b, n) / (n.possible * b.years_lived.clip(min=1)),
    }


def notices(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that have a remark, keyed by remark."""
    return {
        say("every year is worth zero points, bonus included, so no points are scored for any year"): ~year_points(
            b, n
        ).any(axis=0),
        say("all totals are zero, so nobody gets any points"): np.sum([*shares(b, n).values()], axis=0).max(axis=0)
        <= 0,
    }


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    parts = shares(b, n)
    total = np.sum([*parts.values()], axis=0)
    working = {
        "ranking points": parts["final ranking"],
        "centre-years": b.centre_years,
        "centres per cent": parts["centres owned"],
        "year points": year_points(b, n),
        "years per cent": parts["years lived"],
        "penalties": penalties(b, n),
        "missed orders per cent": parts["missed orders"],
        "total": total.clip(min=0),
    }
    parts["not below zero"] = (-total).clip(min=0)
    scale = per_cent(working["total"].sum(axis=0))
    return Result(
        parts={part: scale * points for part, points in parts.items()}, working=working, place=ranking_places(b)
    )
