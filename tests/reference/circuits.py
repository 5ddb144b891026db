"""An independent, simple implementation of the circuits, against which the program is checked.

The code takes one player at a time and computes in exact fractions. Each circuit follows its published text directly.
Nothing here is shared with the modules that are checked against this one, not even the table of points, which is
restated below.

The sources are "2001 Arthur Bismark Cup Rules and Scoring System", paragraphs 3 to 6, with its table of points for
2000, and "Un Tuffo nel Passato", Classifica Campo di Marte. Where a text says nothing, a docstring or comment marks our
reading.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from tests.reference import bao


def reading(circuit: str) -> Callable[..., Any]:
    """Return the independent implementation of a circuit: the function of that name in this module or in `bao`."""
    function = globals().get(circuit) or vars(bao).get(circuit)
    assert callable(function), (
        f"{circuit} has no second reading: write `def {circuit}(...)` in tests/reference/circuits.py"
    )
    return function


# ---- Bismark Cup: typed data --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entrant:
    """A player's line in the final placings of a tournament."""

    player: str
    place: int | None
    games: int | None = 3
    role: str = "player"


@dataclass(frozen=True)
class Tournament:
    """A tournament that counts towards one year's Bismark Cup."""

    name: str
    entrants: tuple[Entrant, ...]
    boards: Fraction | None = Fraction(4)
    level: str = ""


@dataclass
class Line:
    """A player's line in a circuit's ranking list."""

    score: Fraction
    points: dict[str, Fraction]
    """Points of every tournament that the player has played, by the tournament's name."""
    compared: list[Fraction]
    """Values that break ties, the best first."""
    rank: int = field(default=0)


Cup = dict[str, Line]


def has_played(entrant: Entrant) -> bool:
    # 5 "even if they have only played in one scored game, but ... not ... if they were the tournament director"
    return entrant.role == "player" and entrant.games != 0


def places_filled(tournament: Tournament) -> dict[Entrant, list[int]]:
    """Return the places that each entrant fills, such as 2 to 4 for each of three players tied for second.

    By our reading, a player moves down if tied players above already fill the place entered for that player.
    """
    filled: dict[Entrant, list[int]] = {}
    next_free = 1
    placed = [entrant for entrant in tournament.entrants if has_played(entrant) and entrant.place is not None]
    for typed in sorted({entrant.place for entrant in placed if entrant.place is not None}):
        tied = [entrant for entrant in placed if entrant.place == typed]
        first = max(typed, next_free)
        next_free = first + len(tied)
        for entrant in tied:
            filled[entrant] = [*range(first, next_free)]
    return filled


def tournament_points(tournament: Tournament, table: Callable[[int], Fraction]) -> dict[str, Fraction]:
    """Return each player's points, given the points that `table` awards for a place.

    By our reading, the points for the places that tied players fill are divided equally among these players.
    """
    return {
        entrant.player: sum((table(place) for place in places), Fraction(0)) / len(places)
        for entrant, places in places_filled(tournament).items()
    }


def half_up(amount: Fraction) -> int:
    return (2 * amount.numerator + amount.denominator) // (2 * amount.denominator)


def final_list(lines: Cup) -> Cup:
    """Rank the lines by score, then by the best tournament, the second best and so on (paragraph 5)."""
    longest = max((len(line.compared) for line in lines.values()), default=0)

    def comparison(line: Line) -> list[Fraction]:
        # Reading: a tournament that one of them did not play counts as zero
        return [line.score, *line.compared, *[Fraction(0)] * (longest - len(line.compared))]

    order = sorted((comparison(line) for line in lines.values()), reverse=True)
    for line in lines.values():
        line.rank = 1 + order.index(comparison(line))  # players equal in everything are "declared a tie"
    return lines


def points_of_all(points: Iterable[tuple[str, dict[str, Fraction]]]) -> dict[str, dict[str, Fraction]]:
    """Return each player's points, keyed by player and then by tournament."""
    by_player: dict[str, dict[str, Fraction]] = defaultdict(dict)
    for tournament, of_players in points:
        for player, points_there in of_players.items():
            by_player[player][tournament] = points_there
    return by_player


# ---- Bismark Cup 2001 -------------------------------------------------------------------------------------------

PLACE_SCORES_2001 = {1: 100, 2: 90, 3: 85, 4: 80, 5: 75, 6: 70, 7: 65, 8: 60, 9: 55, 10: 50}


def rating_2001(tournament: Tournament) -> int:
    """Return a tournament's rating: its number of players, where part-time players count as fractions (paragraph 3)."""
    rating = Fraction(0)
    for entrant in tournament.entrants:
        if has_played(entrant):
            games = 3 if entrant.games is None else entrant.games  # Reading: if nothing is typed, full time
            rating += 1 if games >= 3 else Fraction(games, 3)
    return half_up(rating)  # "rounded to the nearest whole number (rounding up from .5)"


def modifier_2001(rating: int) -> Fraction:
    return min(Fraction(50 + rating, 100), Fraction("1.10"))  # 4


def place_score_2001(place: int, players: int) -> Fraction:
    if place <= 10:
        return Fraction(PLACE_SCORES_2001[place])
    if place >= players:  # Reading: nobody has less than the last place, even without a "below 10th"
        return Fraction(1)
    return 50 - Fraction(place - 10, players - 10) * 49  # "placings below 10th"


def tournament_2001(tournament: Tournament) -> dict[str, Fraction]:
    players = sum(has_played(entrant) for entrant in tournament.entrants)  # "Full or part time"
    modifier = modifier_2001(rating_2001(tournament))
    return tournament_points(tournament, lambda place: modifier * place_score_2001(place, players))


def bismark_cup_2001(year: list[Tournament]) -> Cup:
    lines = {}
    for player, points in points_of_all((event.name, tournament_2001(event)) for event in year).items():
        total = sum(points.values(), Fraction(0))
        score = total / max(len(points) + 3, 8)  # 5 "(tournaments ...)+3, or 8, whichever is the greater"
        lines[player] = Line(score, points, sorted(points.values(), reverse=True))
    return final_list(lines)


# ---- Bismark Cup 2000 and before --------------------------------------------------------------------------------

# Last place of the band, then the points at 2, 3 ... 10 boards; 5 where the table is empty.
TABLE_2000 = """
 1  30 60 70 80 90 100 110 120 130
 2  23 47 53 60 68 75 83 90 98
 3  20 42 46 52 59 65 72 78 85
 4  17 37 41 45 51 56 61 66 72
 5  15 32 36 40 44 50 55 60 65
 6  13 29 31 35 39 43 49 54 59
 7  11 24 27 30 34 38 42 48 52
10   8 16 18 20 23 25 28 30 33
14   5 13 15 17 19 20 22 24 26
17   5  9 12 14 16 18 19 21 22
21   5  5  8 11 13 15 17 18 20
28   5  5  5  8 10 12 13 14 17
35   5  5  5  5  8  9 11 12 13
42   5  5  5  5  5  8  8 10 11
49   5  5  5  5  5  5  6  8  9
56   5  5  5  5  5  5  5  6  8
63   5  5  5  5  5  5  5  5  6
"""


def place_score_2000(place: int, boards: int) -> Fraction:
    for line in TABLE_2000.split("\n")[1:-1]:
        last, *points = [int(number) for number in line.split()]
        if place <= last:  # Reading: the 63rd of ten boards is in "57-63", not in "63+"
            return Fraction(points[boards - 2])
    return Fraction(5)


def tournament_2000(tournament: Tournament, bonus: int = 0) -> dict[str, Fraction]:
    if tournament.boards is None:  # Reading: no points, and the event is not counted
        return {}
    boards = half_up(tournament.boards) + bonus
    boards = min(max(boards, 2), 10)  # Reading: the nearest column
    return tournament_points(tournament, lambda place: place_score_2000(place, boards))


def bismark_cup_2000(year: list[Tournament]) -> Cup:
    lines = {}
    for player, points in points_of_all((event.name, tournament_2000(event)) for event in year).items():
        total = sum(points.values(), Fraction(0))
        score = total / max(len(points) + 2, 6)  # "plus 2, with a minimum divisor of 6"
        lines[player] = Line(score, points, sorted(points.values(), reverse=True))
    return final_list(lines)


def bismark_cup_pre_2000(year: list[Tournament]) -> Cup:
    bonus = {"national": 2, "state": 1, "": 0}  # "National: +2 board bonus"; "State/Island: +1 board bonus"
    lines = {}
    for player, points in points_of_all(
        (event.name, tournament_2000(event, bonus[event.level])) for event in year
    ).items():
        best_four = sorted(points.values(), reverse=True)[:4]  # "any further scores ignored"
        lines[player] = Line(sum(best_four, Fraction(0)), points, best_four)
    return final_list(lines)


# ---- Campo di Marte ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Game:
    """A game as it stands on the date of the ranking list."""

    board: str
    pgp: dict[str, Fraction | None]
    """PGP by player."""
    ended: date | None = None
    in_progress: bool = False
    variant: str = ""
    reached: bool = True
    known: bool = True


def twelve_months_before(day: date) -> date:
    try:
        return day.replace(year=day.year - 1)
    except ValueError:  # Reading: without a 29 February the 28th takes its place
        return day - timedelta(days=366)


def counts(game: Game, on: date) -> bool:
    """Return whether a game counts towards the ranking list dated `on`.

    Games in progress count ("tutte le partite in corso sul bollettino"), and so do games that ended in the preceding
    twelve months. Variants do not count.
    """
    if game.variant:  # "modifiche al regolamento ufficiale"
        return False
    if game.in_progress or (game.ended is not None and game.ended > on):
        return game.known and game.reached  # "non appena giunge al turno AUTUNNO 1901"
    # "per i successivi dodici mesi dalla loro conclusione"; Reading: including the same day of the next year
    return game.ended is not None and game.ended >= twelve_months_before(on)


def campo_di_marte(games: list[Game], on: date) -> Cup:
    by_player: dict[str, dict[str, Fraction]] = defaultdict(dict)
    for game in games:
        for player, pgp in game.pgp.items():
            if counts(game, on) and pgp is not None and player not in ("", "?"):
                by_player[player][game.board] = pgp
    lines = {}
    for player, points in by_player.items():
        if len(points) >= 2:  # "partecipanti ad almeno due partite"
            best_four = sorted(points.values(), reverse=True)[:4]  # "scartate quelle con PGP minore"
            lines[player] = Line(sum(best_four, Fraction(0)) / len(best_four), points, [])  # "media dei PGP"
    return final_list(lines)


# ---- Random years ------------------------------------------------------------------------------------------------

HOSTILE = ("=1+1", '=HYPERLINK("x")', "<b>", "&amp;", "+1", "-1", "@x", "'", '"', "a,b", "Ünal", "ünal", "NaN", "None")
PEOPLE = (*HOSTILE, *(f"Player {number:02}" for number in range(80)))
LEVELS = ("national", "state", "")


def random_year(rng: random.Random) -> list[Tournament]:
    """Return one to nine random tournaments of 1 to 80 players, with many ties, directors and part-time players."""
    people = rng.sample(PEOPLE, rng.choice((6, 14, 30, len(PEOPLE))))
    return [random_tournament(rng, f"Event {number}", people) for number in range(rng.randint(1, 9))]


def random_tournament(rng: random.Random, name: str, people: list[str]) -> Tournament:
    present = rng.sample(people, rng.randint(1, len(people)))
    place, entrants = 1, []
    for number, player in enumerate(present, start=1):
        if number > 1 and rng.random() > 0.2:
            place = rng.choice((place + 1, place + 1, number, place + 1 + rng.randint(0, 2)))
        role = rng.choices(("player", "director", "gm"), (30, 1, 1))[0]
        games = rng.choice((None, 0, 1, 2, 3, 3, 3, 4)) if role == "player" else rng.choice((None, 0, 1))
        missing = rng.random() < (0.02 if role == "player" else 0.7)
        entrants.append(Entrant(player, None if missing else place, games, role))
    boards = rng.choice((None, Fraction(rng.randint(1, 12)), Fraction(rng.randint(3, 36), rng.choice((2, 3)))))
    return Tournament(name, tuple(rng.sample(entrants, len(entrants))), boards, rng.choice(LEVELS))


def random_games(rng: random.Random, on: date) -> list[Game]:
    """Return up to thirty random games among 7 to 30 players, with many equal PGP scores.

    Some games are in progress. The others end before, on or after `on`, or on an unknown date.
    """
    people = rng.sample(PEOPLE, rng.choice((7, 12, 30)))
    return [random_game(rng, f"Game {number}", people, on) for number in range(rng.randint(1, 30))]


def random_game(rng: random.Random, board: str, people: list[str], on: date) -> Game:
    players = [*rng.sample(people, 6), rng.choice(("", "?", rng.choice(people)))]
    in_progress = rng.random() < 0.3
    start = twelve_months_before(on)
    near = rng.choice((start, start - timedelta(days=1), on, on + timedelta(days=1)))
    ended = rng.choice((near, on - timedelta(days=rng.randint(-200, 500)), None))
    unscorable = rng.random() < 0.1
    return Game(
        board,
        {player: None if unscorable else Fraction(rng.randint(0, 12), rng.choice((1, 2, 3, 7))) for player in players},
        None if in_progress else ended,
        in_progress,
        rng.choice(("", "", "", "", "", "Anarchy")),
        rng.random() < 0.8,
        rng.random() < 0.9,
    )


# ---- Circuits defined by numbers ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Occasion:
    """An event of a season with its entrants, its level and its boards."""

    name: str
    entrants: tuple[Entrant, ...]
    level: str = ""
    points: Fraction | None = None
    rounds: tuple[Fraction, ...] = ()
    """Boards of each round."""


def places_among_the_ranked(occasion: Occasion) -> dict[str, range]:
    """Return the places that each ranked player fills, such as 2 to 4 for each of three players tied for second.

    By our reading, gaps in the entered places are closed, so the best place that a player fills is one more than the
    number of players ahead.
    """
    ranked = [own for own in occasion.entrants if has_played(own) and own.place is not None]
    found = {}
    for own in ranked:
        ahead = sum(other.place < own.place for other in ranked)  # type: ignore[operator]
        level = sum(other.place == own.place for other in ranked)
        found[own.player] = range(ahead + 1, ahead + level + 1)
    return found


Prize = Callable[[int, int], Fraction]


def mean_of_places(occasion: Occasion, prize: Prize) -> dict[str, Fraction]:
    """Return each player's points.

    By our reading, tied players each get the mean of the points for the places they fill.

    prize  function that takes a place and the number of players, and returns the points for that place
    """
    places = places_among_the_ranked(occasion)
    return {
        own: sum(prize(place, len(places)) for place in filled) / Fraction(len(filled))
        for own, filled in places.items()
    }


def percentile_points(occasion: Occasion) -> dict[str, Fraction]:
    # "players ranked strictly lower / all ranked players"
    places = places_among_the_ranked(occasion)
    return {
        own: Fraction(sum(other[0] > filled[-1] for other in places.values()), len(places))
        for own, filled in places.items()
    }


def tour_place(place: int, players: int) -> Fraction:
    # "x ranked players, r = 10^(1/(x-1)): the first 1000 + x, the n-th 1000 / r^(n-1), the last 100"
    if place == 1:
        return Fraction(1000 + players)
    return Fraction(1000 / (10 ** (1 / (players - 1))) ** (place - 1))


def european_points(occasion: Occasion) -> dict[str, Fraction]:
    # "an event of P points and n players gives place p: P (n + 1 - p)/n"
    points = occasion.points
    return {} if points is None else mean_of_places(occasion, lambda place, n: points * (n + 1 - place) / n)


def north_american_points(occasion: Occasion, edition: int) -> dict[str, Fraction]:
    largest = sorted(occasion.rounds, reverse=True)
    if not largest or (edition == 2010 and sum(largest) < 6):  # "six boards needed in the event"
        return {}
    if edition == 2010:  # "the three largest rounds, at most 300, x 0.9, at least 5"
        first = min(Fraction(300), 10 * sum(largest[:3]))
        return mean_of_places(occasion, lambda place, n: max(Fraction(5), first * Fraction(9, 10) ** (place - 1)))
    # "10 x the boards of the four largest rounds, at most 500, for the first; x 0.9 a place; the upper half scores"
    first, step = min(Fraction(500), 10 * sum(largest[:4])), Fraction(9, 10)
    if edition == 2003 and occasion.level in ("dipcon", "world"):
        step = Fraction(19, 20)  # "0.95 a place at DipCon and WDC"
    # Reading: an odd half is rounded up
    return mean_of_places(
        occasion, lambda place, n: first * step ** (place - 1) if place <= (n + 1) // 2 else Fraction(0)
    )


@dataclass(frozen=True)
class Added:
    """The way a player's points add up to a score."""

    best: int | None = None
    divisor: Callable[[int], Fraction] = lambda results: Fraction(1)
    fewest: int = 1
    compared: Callable[[list[Fraction], list[Fraction], int], list[Fraction]] = lambda kept, dropped, won: []
    """Values that break ties, from the points that count, the dropped points and the number of events won."""


def added(points: dict[str, dict[str, Fraction]], how: Added, won: dict[str, int] | None = None) -> Cup:
    """Return the ranking list, in which each player's best results are added up and divided as `how` says.

    Players with too few results are left out.
    """
    lines = {}
    for player, own in points_of_all(points.items()).items():
        if len(own) >= how.fewest:
            in_order = sorted(own.values(), reverse=True)
            kept, dropped = in_order[: how.best], in_order[how.best :] if how.best else []
            score = sum(kept, Fraction(0)) / how.divisor(len(kept))
            compared = how.compared(kept, dropped, (won or {}).get(player, 0))
            lines[player] = Line(Fraction(round(score, 9)), own, compared)
    return final_list(lines)


def with_ladder(season: list[Occasion]) -> dict[str, dict[str, Fraction]]:
    """Return the points that count for the Tour de France, by event and player.

    World, European and national championships count in full. A player's best other event counts 100 per cent, and the
    next ones count 80, 40, 20, 10, 10 per cent and so on.
    """
    whole = {one.name: mean_of_places(one, tour_place) for one in season}
    championships = {one.name for one in season if one.level in ("world", "continental", "national")}
    counted: dict[str, dict[str, Fraction]] = {name: {} for name in whole}
    for player, own in points_of_all(whole.items()).items():
        others = sorted(
            (name for name in own if name not in championships), key=lambda name: (-round(own[name], 9), name)
        )
        for name, points in own.items():
            percent = 100 if name in championships else [100, 80, 40, 20, 10][min(others.index(name), 4)]
            counted[name][player] = points * percent / 100
    return counted


def tour_de_france(season: list[Occasion]) -> Cup:
    return added(with_ladder(season), Added(fewest=2))


def percentiles(season: list[Occasion]) -> Cup:
    return added({one.name: percentile_points(one) for one in season}, Added(best=3))


def european_grand_prix(season: list[Occasion]) -> Cup:
    return added({one.name: european_points(one) for one in season}, Added())


def north_american_grand_prix_2002(season: list[Occasion]) -> Cup:
    return added({one.name: north_american_points(one, 2002) for one in season}, Added(fewest=2))


def north_american_grand_prix_2003(season: list[Occasion]) -> Cup:
    return added({one.name: north_american_points(one, 2003) for one in season}, Added(fewest=2))


def north_american_grand_prix_2010(season: list[Occasion]) -> Cup:
    return added({one.name: north_american_points(one, 2010) for one in season}, Added(fewest=2))


def seven_years_war(scores: dict[str, list[Fraction]]) -> Cup:
    """Return the ranking list of the Seven Years War.

    A player's sum is divided by the number of games plus 3, and players need at least two games.
    """
    games = {player: {str(n): score for n, score in enumerate(own)} for player, own in scores.items()}
    by_game: dict[str, dict[str, Fraction]] = defaultdict(dict)
    for player, own in games.items():
        for number, score in own.items():
            by_game[number][player] = score
    return added(by_game, Added(divisor=lambda results: Fraction(results + 3), fewest=2))


CROWD = tuple(
    f"{first} {second}"
    for first, second in zip(
        ("Ada", "Bruno", "Clio", "Dario", "Ester", "Franz", "Gilda", "Hugo", "Irma", "Jonas", "Karl", "Livia"),
        ("Abate", "Bauer", "Conti", "Dubois", "Ernst", "Fabre", "Greco", "Huber", "Ivano", "Jung", "Klein", "Leroy"),
        strict=True,
    )
)
LEVELS_OF_CIRCUITS = ("world", "continental", "dipcon", "national", "state", "", "", "")


def random_season(rng: random.Random) -> list[Occasion]:
    """Return two to seven events with few players and many ties. Some events have no points or no boards."""
    return [random_occasion(rng, f"Event {number}") for number in range(rng.randint(2, 7))]


def random_occasion(rng: random.Random, name: str) -> Occasion:
    present = rng.sample(CROWD, rng.randint(1, len(CROWD)))
    entrants, place = [], 1
    for number, player in enumerate(present, 1):
        place = place if number > 1 and rng.random() < 0.25 else number
        role = "director" if rng.random() < 0.05 else "player"
        entrants.append(Entrant(player, place, rng.choice((None, 1, 3)), role))
    average = rng.choice((None, Fraction(1), Fraction(3), Fraction(5, 2), Fraction(14)))
    rounds = (average,) * rng.randint(1, 5) if average else ()
    points = rng.choice((None, Fraction(100), Fraction(500), Fraction(125, 2)))
    return Occasion(name, tuple(entrants), rng.choice(LEVELS_OF_CIRCUITS), points, rounds)
