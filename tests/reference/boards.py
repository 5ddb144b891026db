"""An independent, simple implementation of the scoring rules, which handles one board at a time.

Each system follows its published text directly, in exact fractions and without regard to speed. The vectorised scores
are checked against this module, which therefore shares nothing with the program, not even a constant.

The sources are "Un Tuffo nel Passato", paragraphs 1 to 6 (PGP), "Sistema di punteggio Italia-2010", version 7.8,
"Systèmes de scorage" (C-Diplo, Win Namur, Diplo Ligue, Open Mind the Gap, C-Diplo Namur, Boucher), and league
practice for Sum of Squares, Tribute and OpenTribute. Where a text says nothing, a docstring or comment marks our
reading.

The function for a system returns the points of each of the seven powers, or None if the board does not record
everything that the system needs. Only PGP has rules for a game in progress. All other functions treat the given centres
as final.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, TypeVar

from tests.reference import editions

AUSTRIA, ENGLAND, FRANCE, GERMANY, ITALY, RUSSIA, TURKEY = POWERS = range(7)
SOLO_CENTRES = 18
ALL_CENTRES = 34
START = (3, 3, 3, 3, 3, 4, 3)

Points = list[Fraction]
Standing = TypeVar("Standing", int, tuple[int, int])


@dataclass(frozen=True)
class PlainBoard:
    """A game. Every tuple of seven values is in the order of the powers."""

    centres: tuple[int, ...]
    """Final centres."""
    chart: tuple[tuple[int, ...], ...] = ()
    """Autumn centres of every year, 1901 first; the last row is `centres`. Empty if the years were not recorded."""
    eliminated: tuple[int | None, ...] = (None,) * 7
    """Game year of the elimination, 1 for 1901; None for a survivor, or for a power at zero whose year is not known."""
    has_player: tuple[bool, ...] = (True,) * 7
    winners: frozenset[int] = frozenset()
    """The winner by concession or the powers in the draw, if they were named."""
    in_progress: bool = False
    nmr_orders: tuple[int, ...] = (0,) * 7
    """Spring and autumn turns missed."""
    nmr_adjustments: tuple[int, ...] = (0,) * 7
    """Year ends missed."""
    penalty: tuple[Fraction, ...] = (Fraction(0),) * 7


def has_solo(board: PlainBoard) -> bool:
    return max(board.centres) >= SOLO_CENTRES


def solo_takes(points: int, board: PlainBoard) -> Points:
    """Return `points` for the soloist and 0 for the others."""
    return [Fraction(points) if count >= SOLO_CENTRES else Fraction(0) for count in board.centres]


def survivors(board: PlainBoard) -> list[int]:
    return [power for power in POWERS if board.centres[power] > 0]


def share_prizes(prizes: Sequence[int | Fraction], standing: Sequence[Standing]) -> Points:
    """Return each power's points for its place, where `prizes` lists the points from first place down.

    The power with the highest standing is first. Powers that are level split the points for the places they fill.
    """
    order = sorted(standing, reverse=True)
    return [divided(tuple(prizes), order.index(each), order.count(each)) for each in standing]


@lru_cache(10_000)
def divided(prizes: tuple[int | Fraction, ...], above: int, equals: int) -> Fraction:
    """Return what each of several level powers gets if they split the points for the places they fill.

    `equals` powers are level, and `above` powers are ahead of them. Places that are not in `prizes` add nothing.
    """
    return sum(prizes[above : above + equals], Fraction(0)) / equals


# ---- Systèmes de scorage ----------------------------------------------------------------------------------------


def c_diplo_with_solo(solo_points: int, board: PlainBoard) -> Points:
    if has_solo(board):  # "Un solo marque la totalité ... et tous les autres obtiennent zéro."
        return solo_takes(solo_points, board)
    bonus = share_prizes((38, 14, 7), board.centres)  # Reading: the eliminated fill places too
    return [
        1  # "1 point de participation"; Reading: the eliminated keep it
        + board.centres[power]  # "1 point par centre"
        + bonus[power]  # "38 / 14 / 7 points bonus"; "En cas d'égalité, les points bonus sont partagés."
        for power in POWERS
    ]


def c_diplo(board: PlainBoard) -> Points:
    """Score a board under C-Diplo, as given in "Systèmes de scorage", where a solo is worth 73 points."""
    return c_diplo_with_solo(73, board)


def c_diplo_100(board: PlainBoard) -> Points:
    """Score a board under the edition of C-Diplo in which a solo is worth 100 points."""
    return c_diplo_with_solo(100, board)


# "Nb centres / Nb points", 0 to 17 centres; Win Namur says the same in words: 0, 5, 9, 12, 14, 16, 18, then one point
# for each centre "au-delà du septième (inclus)".
NAMUR_TABLE = (0, 5, 9, 12, 14, 16, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29)


def c_diplo_namur(board: PlainBoard) -> Points:
    """Score a board under C-Diplo Namur, as given in "Systèmes de scorage"."""
    if has_solo(board):  # "1 + 46 + 38 = 85 points et les autres joueurs ne marquent aucun point"
        return solo_takes(1 + 46 + 38, board)
    bonus = share_prizes((38, 14, 7), board.centres)  # Reading: the eliminated fill places too
    return [
        1  # "Chaque joueur marque 1 point de participation."
        + NAMUR_TABLE[board.centres[power]]  # "des points suivant le nombre de centres possédés"
        + bonus[power]  # "38 pts ... 14 pts ... 7 pts"; "les joueurs se partagent les bonus"
        for power in POWERS
    ]


def win_namur(board: PlainBoard) -> Points:
    """Score a board under Win Namur, as given in "Systèmes de scorage"."""
    if has_solo(board):  # "Solo : 82 points et tous les autres 0"
        return solo_takes(82, board)
    top = max(board.centres)
    leaders = [power for power in survivors(board) if board.centres[power] == top]
    wave = [power for power in survivors(board) if board.centres[power] >= top - 2]
    points = [Fraction(0)] * 7  # "Elimination : 0 point"
    for power in survivors(board):
        points[power] += NAMUR_TABLE[board.centres[power]]  # "Points de centres"
    for power in wave:  # "Points de vague : 18 points"; "le ou les premiers font partie de ce partage"
        points[power] += Fraction(18, len(wave))
    for power in leaders:  # "Points de victoire : 18 points sont partagés par les premiers"
        points[power] += Fraction(18, len(leaders))
    return points


def win_namur_survival(board: PlainBoard) -> Points | None:
    """Score a board under Win Namur, with points for the years that each eliminated power played.

    The source calls these points "bonus de temps de survivance". The result is None if a needed year of elimination is
    unknown.
    """
    points = win_namur(board)
    if has_solo(board):  # Reading: "tous les autres 0" leaves no bonus, so no year is needed
        return points
    for power in POWERS:
        if board.centres[power] == 0:  # "0,1 point par année jouée pour les joueurs éliminés"
            year = board.eliminated[power]  # Reading: the year of the elimination was played too
            if year is None:
                return None
            points[power] += Fraction(1, 10) * year
    return points


def diplo_ligue(board: PlainBoard) -> Points:
    """Score a board under Diplo Ligue, as given in "Systèmes de scorage".

    The text has no special rule for a solo.
    """
    # "16 points, le deuxième 14 pts puis 12, 10, 8, 6, 4"; "les points des places équivalentes seront partagés"
    points = share_prizes((16, 14, 12, 10, 8, 6, 4), board.centres)
    leaders = [power for power in POWERS if board.centres[power] == max(board.centres)]
    for power in leaders:  # "bonus de 4 points"; "chaque joueur ayant fini premier ex-aequo ... bonus d'1 point"
        points[power] += 4 if len(leaders) == 1 else 1
    for power in POWERS:
        if board.centres[power] == 0:  # "Tout joueur éliminé sera crédité de 0 pt."
            points[power] = Fraction(0)
        points[power] -= board.penalty[power]  # "seront soustraits les points de pénalité"; Reading: also below zero
    return points


def omg(board: PlainBoard) -> Points:
    """Score a board under Open Mind the Gap, paragraphs a to e, as given in "Systèmes de scorage"."""
    if has_solo(board):  # e. "A solo victory is worth 100 points"; Reading: nothing to the others
        return solo_takes(100, board)
    bonus = share_prizes((Fraction("4.5"), 3, Fraction("1.5")), board.centres)  # c.; Reading: ties share
    points = []
    for power in POWERS:
        points_alone = Fraction("1.5") * board.centres[power]  # a. "Each supply center is worth 1.5 points"
        if board.centres[power] > 0:
            points_alone += 9  # b. "Surviving in a draw is worth 9 points"
        points.append(points_alone + bonus[power])
    first, second = sorted(board.centres, reverse=True)[:2]
    if first > second:  # d. Reading: powers level at the top receive no tribute
        leader = board.centres.index(first)
        for power in POWERS:
            if power != leader:  # d. "1st place SCs - 2nd place SCs, capped at 50% of a players score from a, b, and c"
                tribute = min(Fraction(first - second), points[power] / 2)
                points[power] -= tribute
                points[leader] += tribute
    return points


def boucher(board: PlainBoard) -> Points:
    """Score a board under Boucher, as given in "Systèmes de scorage"."""
    if has_solo(board):  # "un joueur vainqueur de solo marque 60 points et les autres zéro"
        return solo_takes(60, board)
    out = 7 - len(survivors(board))
    if out == 0:  # "si aucun joueur n'est éliminé chaque joueur marque 1 point"
        return [Fraction(1)] * 7
    return [Fraction(10 * out) if count > 0 else Fraction(0) for count in board.centres]  # "10 × joueurs éliminés"


# ---- Sistema di punteggio Italia-2010, version 7.8 --------------------------------------------------------------

ITALIA_POWER_ORDER = [AUSTRIA, GERMANY, ITALY, TURKEY, ENGLAND, RUSSIA, FRANCE]  # 3


def italia_2010_places(board: PlainBoard) -> list[int]:
    """Return the place of each power, from 1 to 7 without ties (paragraphs 2 and 3).

    Without a chart, only the final centres are compared.
    """
    years = board.chart or (board.centres,)

    def precedence(power: int) -> tuple[list[int], int]:
        # 3. the last year, then back in time to 1901; "in caso di parità ... in base alla potenza giocata"
        back_in_time = [year[power] for year in reversed(years)]
        return [-centres for centres in back_in_time], ITALIA_POWER_ORDER.index(power)

    order = sorted(POWERS, key=precedence)
    return [order.index(power) + 1 for power in POWERS]


def prize_depends_on_a_tie(board: PlainBoard) -> bool:
    """Return whether two survivors with equal final centres are tied for one of the first three places."""
    order = sorted(board.centres, reverse=True)
    return any(order.count(count) > 1 for count in order[:3] if count > 0)


def italia_2010(board: PlainBoard) -> Points | None:
    """Score a board under Italia-2010, or return None if a prize depends on years that were not recorded."""
    # 2.1.1 "10% * (numero sopravvissuti - 1)", counting players with three centres or more
    strong_players = [power for power in POWERS if board.has_player[power] and board.centres[power] >= 3]
    factor = 1 + Fraction(1, 10) * (len(strong_players) - 1)
    base = [4 * count for count in board.centres]  # 1.1 and 2: the last year's centres times four

    if has_solo(board):  # 2.3.1 place, break and 170 to the winner; "tutti gli altri riceveranno zero punti"
        return [
            (1 + base[power] + 70 + 30 + 170) * factor if board.centres[power] >= SOLO_CENTRES else Fraction(0)
            for power in POWERS
        ]
    if not board.chart and prize_depends_on_a_tie(board):
        return None

    places = italia_2010_places(board)
    first, second = sorted(base, reverse=True)[:2]
    broke_away = first - second >= 12  # 2.2 "una distanza di 12 o più punti"
    points = []
    for power in POWERS:
        if board.centres[power] == 0:  # 1. "In caso di eliminazione si guadagnerà un solo punto."
            points.append(Fraction(1))  # and the prize for its place is lost
            continue
        total = 1 + base[power]  # 1. "Chi sopravvive prenderà un punto più quanto di seguito specificato."
        total += {1: 70, 2: 34, 3: 16}.get(places[power], 0)  # 2.1 "Primo, Secondo, Terzo"
        if broke_away and places[power] == 1:
            total += 30  # 2.2
        if not broke_away and places[power] != 1:
            total += 10  # 2.2.1 "ognuno dei giocatori, eccetto il primo"
        points.append(total * factor)  # 2.1.1 "del suo punteggio totale (comprensivo di bonus per piazzamenti)"
    return points


# ---- Un Tuffo nel Passato, PGP ----------------------------------------------------------------------------------

RANK_POINTS = (33, 25, 18, 12, 7, 4, 1)  # 2.3
WINNER_BONUS = {  # 4.2, as printed
    1: Fraction("7.5"),
    2: Fraction("3.125"),
    3: Fraction("1.667"),
    4: Fraction(0),
    5: Fraction("-1.667"),
    6: Fraction("-3.125"),
    7: Fraction("-7.5"),
}


def per_hundred(amounts: Sequence[int | Fraction]) -> Points:
    """Return each amount as a percentage of the sum. By our reading, all are zero if the sum is zero."""
    total = sum(amounts, Fraction(0))
    return [100 * amount / total if total else Fraction(0) for amount in amounts]


def pgp_winners(board: PlainBoard) -> list[int]:
    """Return the soloist if there is one. Otherwise, return the named winners, or all survivors if nobody is named."""
    if has_solo(board):
        return [power for power in POWERS if board.centres[power] >= SOLO_CENTRES]
    return sorted(board.winners) or survivors(board)


def pgp_standing(board: PlainBoard) -> list[tuple[int, int]]:
    """Return each power's sort key in the final ranking (paragraphs 2.1 and 2.2). A better place has a higher key."""
    standing = []
    for power in POWERS:
        year = board.eliminated[power]
        if year is not None:
            standing.append((0, year))  # 2.1 first eliminated, last in the list; 2.2 the same year is a tie
        elif board.in_progress:
            standing.append((1, 0))
        elif power in pgp_winners(board):
            standing.append((2, 0))  # 2.1 the winner first; 2.2 players in the draw are level whatever their centres
        else:
            standing.append((1, board.centres[power]))  # 2.1 then by centres; 2.2 the same number is a tie
    return standing


def pgp_places(board: PlainBoard) -> list[int]:
    """Return each power's place on the board (paragraph 2.1), or its place so far in a game in progress (2.4).

    Under paragraph 2.1, the winner comes first. Under paragraph 2.4, eliminated powers take seventh place, then sixth
    and so on, and all survivors have the lowest place that is left.
    """
    standing = pgp_standing(board)
    found = [1 + sum(other > each for other in standing) for each in standing]
    if board.in_progress:
        for power in survivors(board):
            found[power] = len(survivors(board))
    return found


def pgp_rank_points(board: PlainBoard) -> Points:
    """Return the points for the final ranking (paragraph 2) or, in a game in progress, for the places so far (2.4)."""
    points = share_prizes(RANK_POINTS, pgp_standing(board))
    if board.in_progress:  # 2.4 the others hold the lowest place still open
        lowest_open = len(survivors(board)) - 1
        for power in survivors(board):
            points[power] = Fraction(RANK_POINTS[lowest_open])
    return points


def pgp(board: PlainBoard) -> Points | None:
    """Score a board, finished or in progress, under PGP. Return None if its years were not recorded."""
    if not board.chart:
        return None

    rank = pgp_rank_points(board)  # a) and 2

    centre_years = [sum(year[power] for year in board.chart) for power in POWERS]
    centres = per_hundred(centre_years)  # b) and 3.1, 3.2

    # c) and 4.1 a point for each year of life, including the year of the elimination
    years_lived = [board.eliminated[power] or len(board.chart) for power in POWERS]
    year_points = [Fraction(years) for years in years_lived]
    if not board.in_progress:  # 4.2 at the end only; 4.4
        winners = pgp_winners(board)
        for power in winners:
            year_points[power] += WINNER_BONUS[len(winners)]
    years = per_hundred([max(earned, Fraction(0)) for earned in year_points])  # 4.3 "negativi ... come nulli"

    totals = []
    for power in POWERS:
        penalties = 2 * board.nmr_orders[power] + 1 * board.nmr_adjustments[power]  # d) and 5.2
        missed = Fraction(100 * penalties, 5 * years_lived[power])  # 5.3, without the bonus
        total = rank[power] + centres[power] + years[power] - missed  # 6.1
        totals.append(max(total, Fraction(0)))  # 6.1 "negativi ... come nulli"
    return per_hundred(totals)  # 6.2


# ---- Sum of Squares, Tribute, OpenTribute, Weasel Moot ------------------------------------------------------------------


def sum_of_squares(board: PlainBoard) -> Points:
    if has_solo(board):
        return solo_takes(100, board)
    squares = [count * count for count in board.centres]
    return [Fraction(100 * square, sum(squares)) for square in squares]


def tribute(board: PlainBoard) -> Points:
    if has_solo(board):
        return solo_takes(100, board)
    survival = Fraction(66, len(survivors(board)))
    top = max(board.centres)
    leaders = [power for power in POWERS if board.centres[power] == top]
    points = [Fraction(count) for count in board.centres]  # a point for each centre
    paid = Fraction(0)
    for power in survivors(board):
        points[power] += survival  # 66 shared by the survivors
        if (
            power not in leaders
        ):  # the others pay for each of the leader's centres above six, at most their whole share of the 66
            due = min(Fraction(max(top - 6, 0)), survival)
            points[power] -= due
            paid += due
    for power in leaders:  # level leaders share the payments
        points[power] += paid / len(leaders)
    return points


def open_tribute(board: PlainBoard) -> Points:
    if has_solo(board):
        return solo_takes(340, board)
    top = max(board.centres)
    leaders = [power for power in POWERS if board.centres[power] == top]
    owed = [top - count for count in board.centres]  # the eliminated owe the leader's whole count
    received = sum(owed) // len(leaders) ** 2  # each leader's share is rounded down
    points = [Fraction(0)] * 7  # the eliminated score nothing
    for power in survivors(board):
        points[power] += 34 + 3 * board.centres[power] - owed[power]
    for power in leaders:
        points[power] += received
    return points


def weasel_moot_2007(board: PlainBoard) -> Points | None:
    """Score a board under Weasel Moot 2007, or return None if a needed year of elimination is unknown.

    A solo is worth 450 points. Otherwise a sole leader gets twelve points per centre and any other survivor ten, and
    the survivors share sixty points equally. An eliminated power gets one point for each year it played, including the
    year in which it was eliminated.
    """
    if has_solo(board):
        return solo_takes(450, board)
    leaders = [power for power in POWERS if board.centres[power] == max(board.centres)]
    points = []
    for power in POWERS:
        if board.centres[power] == 0:  # a point for each year of life, including that of the elimination
            year = board.eliminated[power]
            if year is None:
                return None
            points.append(Fraction(year))
            continue
        a_centre = 12 if leaders == [power] else 10
        points.append(a_centre * board.centres[power] + Fraction(60, len(survivors(board))))
    return points


def reading(system: str) -> Callable[[PlainBoard], Points | None]:
    """Return the independent implementation of a system: the function of that name in this module or in `editions`."""
    found = [module[system] for module in [globals(), *_editions()] if callable(module.get(system))]
    assert found, f"{system} has no second reading: write `def {system}(board)` in tests/reference"
    return found[0]


@cache
def _editions() -> list[dict[str, Any]]:
    """Return the namespace of each module in `editions`."""
    names = [module.name for module in iter_modules(editions.__path__)]
    return [vars(import_module(f"{editions.__name__}.{name}")) for name in names]


# ---- Random boards ----------------------------------------------------------------------------------------------


def all_positions() -> Iterator[tuple[int, ...]]:
    """Return an iterator over all ways to split 34 centres among seven powers, each with its largest number first.

    There are 3,120 ways, of which 634 have a solo.
    """
    return descending_splits(ALL_CENTRES, 7, ALL_CENTRES)


def descending_splits(centres: int, powers: int, most: int) -> Iterator[tuple[int, ...]]:
    if powers == 0:
        if centres == 0:
            yield ()
        return
    for first in range(min(centres, most), -1, -1):
        for rest in descending_splits(centres - first, powers - 1, first):
            yield (first, *rest)


def random_game(rng: random.Random) -> PlainBoard:
    """Return a random valid game of 1 to 20 years.

    Many such games have level leaders, eliminations or a solo.
    """
    chart = random_chart(rng)
    centres = chart[-1]
    eliminated = tuple(first_year_at_zero(chart, power) for power in POWERS)
    lived = [year or len(chart) for year in eliminated]
    in_progress, winners = random_result(rng, centres)
    return PlainBoard(
        centres=centres,
        chart=chart,
        eliminated=eliminated,
        has_player=random_players(rng),
        winners=winners,
        in_progress=in_progress,
        nmr_orders=tuple(rng.choice((0, 0, 0, 1, 2, rng.randint(0, 2 * years))) for years in lived),
        nmr_adjustments=tuple(rng.choice((0, 0, 0, 0, 1, rng.randint(0, years))) for years in lived),
        penalty=tuple(Fraction(rng.choice((0, 0, rng.randint(1, 12))), 2) for _ in POWERS),
    )


def random_chart(rng: random.Random) -> tuple[tuple[int, ...], ...]:
    """Return a random chart of 1 to 20 years, played from the opening position.

    If a power owns 18 centres after an autumn, the chart ends with that year.
    """
    centres = list(START)
    temper = rng.choice(("level", "open", "hunt", "rush"))
    chart = []
    for _ in range(rng.randint(1, 20)):
        alive = [power for power in POWERS if centres[power] > 0]  # at least two: 22 centres owned and no solo yet
        for _ in range(min(rng.randint(0, 7), ALL_CENTRES - sum(centres))):
            centres[rng.choice(alive)] += 1  # a neutral centre
        for _ in range(rng.randint(0, 5)):
            capture_one(rng, temper, centres, alive)
        if rng.random() < 0.25:
            level_the_leaders(centres, alive)
        chart.append(tuple(centres))
        if max(centres) >= SOLO_CENTRES:
            break
    return tuple(chart)


def capture_one(rng: random.Random, temper: str, centres: list[int], alive: list[int]) -> None:
    """Move one centre from one power to another.

    If `temper` is "level", the centre goes from the largest power to the smallest. If it is "hunt", the centre comes
    from the smallest power, and if it is "rush", the centre goes to the largest. A power that `temper` does not
    determine is chosen at random.
    """
    owners = sorted((power for power in alive if centres[power] > 0), key=lambda power: (centres[power], rng.random()))
    loser = {"level": owners[-1], "hunt": owners[0]}.get(temper, rng.choice(owners))
    others = sorted((power for power in alive if power != loser), key=lambda power: (centres[power], rng.random()))
    winner = {"level": others[0], "rush": others[-1]}.get(temper, rng.choice(others))
    centres[loser] -= 1
    centres[winner] += 1


def level_the_leaders(centres: list[int], alive: list[int]) -> None:
    """Move centres from the largest power to the second largest until they are level.

    If an odd centre remains, it goes to the third power, if there is one.
    """
    first, second, *rest = sorted(alive, key=lambda power: centres[power], reverse=True)
    while centres[first] - centres[second] > 1:
        centres[first] -= 1
        centres[second] += 1
    if centres[first] > centres[second] and rest:
        centres[first] -= 1
        centres[rest[0]] += 1


def first_year_at_zero(chart: tuple[tuple[int, ...], ...], power: int) -> int | None:
    for number, year in enumerate(chart, start=1):
        if year[power] == 0:
            return number
    return None


def random_result(rng: random.Random, centres: tuple[int, ...]) -> tuple[bool, frozenset[int]]:
    """Choose at random whether a game is in progress and which powers are named as its winners.

    A game with a solo is over, and no winners are named.
    """
    if max(centres) >= SOLO_CENTRES:
        return False, frozenset()
    result = rng.choice(("all survivors", "all survivors", "named", "in progress"))
    alive = [power for power in POWERS if centres[power] > 0]
    winners = rng.sample(alive, rng.randint(1, len(alive))) if result == "named" else []
    return result == "in progress", frozenset(winners)


def random_players(rng: random.Random) -> tuple[bool, ...]:
    """Choose at random which powers have a player: usually all seven, otherwise all but Turkey or any five."""
    missing = rng.choice(([], [], [], [TURKEY], rng.sample(POWERS, 2)))
    return tuple(power not in missing for power in POWERS)
