"""A simple, independent implementation of event standings, used to check the program.

The module handles one player at a time and computes in exact fractions. The sources are "Sistema di punteggio
Italia-2010", version 7.8, paragraphs 5, 7 and 8, and the rules of the 2025 world championship and of DipCon 2019. The
counting methods are those that organisers use (`sum`, `best n`, `mean of best n`), and those of the program dipvis
(diplomacytv) under the names used there. Where a text says nothing, a docstring or comment marks our reading. No code
is shared with the program.
"""

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction


@dataclass(frozen=True)
class Result:
    """A player's result in a game, or in a round that the player sat out."""

    round: str
    board: str
    player: str
    score: Fraction
    centres: int = 1
    place: int | None = None
    sat_out: bool = False
    bonus: Fraction = Fraction(0)
    weight: Fraction = Fraction(1)

    @property
    def points(self) -> Fraction:
        return (self.score + self.bonus) * self.weight


@dataclass(frozen=True)
class Person:
    """A row of the `players` sheet."""

    sex: str = ""
    born: date | None = None
    sat_out: tuple[str, ...] = ()
    two_boards: tuple[str, ...] = ()
    handicap: Fraction = Fraction(0)
    adjustment: Fraction = Fraction(0)


@dataclass(frozen=True)
class PlainEvent:
    """An event with its games, players and settings.

    rounds  names of all its rounds, in order
    """

    rounds: tuple[str, ...]
    games: tuple[Result, ...]
    people: dict[str, Person] = field(default_factory=dict)
    italia: bool = True
    best: int | None = None
    mean: bool = False
    how: str = ""  # another counting method, named without its number, which is `best`
    round_score: str = ""
    weights: dict[str, Fraction] = field(default_factory=dict)
    sit_out_points: Fraction | None = None
    sit_out_once: bool = False
    tie_breaks: tuple[str, ...] = ()
    top_table_round: str = ""
    top_table: str = ""  # the board, if the organiser names it
    divisions: dict[tuple[str, str], int] = field(default_factory=dict)  # round and board -> its division
    top_places: int = 7  # how many places the table decides, except under Italia-2010
    declined: frozenset[str] = frozenset()  # players who declined the top table
    tie_break_round: str = ""
    least_games: int = 0


@dataclass
class Line:
    """A player's line in the standings."""

    games: int
    score: Fraction
    two_boards: Fraction
    sat_out: Fraction
    used: frozenset[Result]
    theirs: tuple[Result, ...] = ()
    lacks: int = 0  # number of missing ranks, if ranks are added
    top_table: int = 0
    division: int = 100  # 100: in no division
    top_place: int = 8  # place at a top table, if the table decides it; 8 otherwise
    rank: int = 0


def all_results(event: PlainEvent) -> list[Result]:
    """Return an event's results: the games, with the bonus for playing two boards at once, and the rounds sat out."""
    results = []
    for game in event.games:
        at_once = [g for g in event.games if (g.player, g.round) == (game.player, game.round)]
        bonus = Fraction(0)
        volunteered = game.player in event.people and game.round in event.people[game.player].two_boards
        if event.italia and volunteered and len(at_once) > 1:  # 8.6 "si proporrà come volontario"
            # 8.6 "il 15% in più da entrambi. Se non eliminato in nessuno dei due ... solo il 5% in più della somma"
            eliminated = any(g.centres == 0 for g in at_once)
            bonus = game.score * (Fraction(5, 100) if eliminated else Fraction(15, 100))
        results.append(replace(game, bonus=bonus))
    points = event.sit_out_points
    if event.italia and points is None:  # 8.7 "punti fissi usualmente 12 ... varranno per tutti i giocatori"
        points = Fraction(12)
    for player, person in event.people.items() if points is not None else ():
        results += [Result(name, "", player, points, sat_out=True) for name in person.sat_out]
    results = [replace(result, weight=event.weights.get(result.round, Fraction(1))) for result in results]
    return sorted(results, key=lambda r: (event.rounds.index(r.round), r.board))


def worth(results: Sequence[Result]) -> Fraction:
    return sum((result.points for result in results), Fraction(0))


def what_counts(
    event: PlainEvent, theirs: list[Result], first: frozenset[str] = frozenset()
) -> tuple[dict[Result, Fraction], Fraction]:
    """Return the results that count for one player, and the number by which to divide their sum.

    The results are returned as a mapping from each result to its factor, for example 1/2.

    first  the top 21 players after round 3. Their results in round 4 count one and a half times
    """
    if event.sit_out_once:
        sat_out = [result for result in theirs if result.sat_out]
        theirs = [result for result in theirs if result not in sat_out[1:]]
    units = [[result] for result in theirs]
    if event.round_score or event.how in ("best rounds", "wdc"):
        rounds = [[result for result in theirs if result.round == name] for name in event.rounds]
        units = [own for own in rounds if own]
        if event.round_score != "sum":  # dipvis: a round counts its best game
            units = [[max(own, key=lambda result: result.points)] for own in units]
    units = sorted(units, key=lambda own: -worth(own))  # Reading: of two equal ones, the earlier counts
    n = event.best
    best, rest = (units, []) if n is None else (units[:n], units[n:])
    shares = [(own, Fraction(1)) for own in best]
    match event.how:
        case "wdc":  # the best two of rounds 1 to 3, plus round 4; the first 21 get round 4 x 1.5
            early = [own for own in units if own[0].round in early_rounds(event)][:2]
            last = [own for own in units if own[0].round in fourth_round(event)]
            shares = [(own, Fraction(1)) for own in early]
            shares += [(own, Fraction(3, 2) if own[0].player in first else Fraction(1)) for own in last]
            return {result: share for own, share in shares for result in own}, Fraction(1)
        case "sum / games +":  # "Sum games, divide by count + 10"
            return {result: Fraction(1) for own in units for result in own}, Fraction(len(units) + (n or 0))
        case "best + half the mean of the rest":  # half of their sum divided by their number
            shares += [(own, Fraction(1, 2 * len(rest))) for own in rest]
        case "best + half the":
            shares += [(own, Fraction(1, 2)) for own in rest[:1]]
        case "best + half the or a third of the rest":  # 90000 + 7000 + (300 + 20 + 1)/3
            shares += [(own, Fraction(1, 2 if len(rest) == 1 else 3)) for own in rest]
        case "best + half the or a third of the and":
            shares += [(own, Fraction(1, 2 if len(rest) == 1 else 3)) for own in rest[:2]]
    return {result: share for own, share in shares for result in own}, Fraction(len(best) if event.mean else 1)


def standings(event: PlainEvent, rounds: int | None = None) -> dict[str, Line]:
    """Return the standings after the first `rounds` rounds, or the final standings if `rounds` is None."""
    so_far = event.rounds[:rounds]
    results = [result for result in all_results(event) if result.round in so_far]
    lines = {}
    first = first_21(event, results) if event.how == "wdc" else frozenset()
    for player in {result.player for result in results if not result.sat_out}:  # 7.1 "almeno 1 partita"
        theirs = [result for result in results if result.player == player]
        used, divisor = what_counts(event, theirs, first)
        score = sum((result.points * share for result, share in used.items()), Fraction(0))
        lacks = 0
        if event.how == "sum of ranks":
            score, lacks, used = by_ranks(event, results, player)
            divisor = Fraction(1)
        lines[player] = Line(
            games=sum(not result.sat_out for result in theirs),
            score=score / divisor,
            two_boards=sum((result.bonus * result.weight * share for result, share in used.items()), Fraction(0)),
            sat_out=sum((result.points * share for result, share in used.items() if result.sat_out), Fraction(0)),
            used=frozenset(used),
            theirs=tuple(theirs),
            lacks=lacks,
        )
        if so_far == event.rounds and player in event.people:  # "added at the end"
            lines[player].score += event.people[player].handicap + event.people[player].adjustment
    if so_far == event.rounds and (winner := top_table_winner(event)) in lines:
        lines[winner].top_table = 2000  # 8.3 "ricevendo 2000 punti per la vittoria"
        lines[winner].score += 2000
    for player, line in (
        lines.items() if so_far == event.rounds else ()
    ):  # "1-7 play for the title, 8-14 for the next places"
        for round in event.rounds:
            boards = [game.board for game in event.games if (game.player, game.round) == (player, round)]
            if here := [event.divisions[round, board] for board in boards if (round, board) in event.divisions]:
                line.division = min(here)
    if so_far == event.rounds and not event.italia:  # "that board decides the first places"
        for game in at_top_table(event):
            if game.place is not None and game.place <= event.top_places and game.player in lines:
                lines[game.player].top_place = min(lines[game.player].top_place, game.place)
    missed = {
        player
        for player in lines
        if event.tie_break_round in so_far
        and not any((g.player, g.round) == (player, event.tie_break_round) for g in event.games)
    }
    for player, line in lines.items():
        line.rank = 1 + sum(leads(event, lines, missed, other, player) for other in lines)
    return lines


def leads(event: PlainEvent, lines: dict[str, Line], missed: set[str], one: str, other: str) -> bool:
    """Return whether the player `one` ranks above `other` by the first criterion that separates them."""
    ours, theirs = lines[one], lines[other]
    if ours.division != theirs.division:
        return ours.division < theirs.division
    few, theirs_few = (line.games < event.least_games for line in (ours, theirs))
    if few != theirs_few:  # "Who has played fewer games is ranked after everybody who has played as many"
        return theirs_few
    if ours.top_place != theirs.top_place:  # "all others follow by score"
        return ours.top_place < theirs.top_place
    if ours.top_table != theirs.top_table:  # 8.3 "sarà il vincitore del torneo"
        return ours.top_table > theirs.top_table
    if ours.lacks != theirs.lacks:  # "who has fewer is ranked after"
        return ours.lacks < theirs.lacks
    if ours.score != theirs.score:
        return (ours.score < theirs.score) if event.how == "sum of ranks" else (ours.score > theirs.score)
    if event.tie_breaks:
        tied = [
            name
            for name, line in lines.items()
            if (line.division, line.top_place, line.top_table, line.lacks, line.score)
            == (ours.division, ours.top_place, ours.top_table, ours.lacks, ours.score)
            and (line.games < event.least_games) == few
        ]
        return settled_by(event.tie_breaks, lines, tied, one, other)
    if not event.italia:
        return False
    # 5 "non abbia partecipato ad un round utilizzato come tiebreak e l'altro si, quest'ultimo prevarrà". Reading: it
    # comes before a to c, because whoever missed a round has nearly always played fewer games
    if (one in missed) != (other in missed):
        return other in missed
    if ours.games != theirs.games:  # 5 a "minor numero di partite giocate"
        return ours.games < theirs.games
    level = (ours.division, ours.score, ours.games, 0, one in missed)
    tied = [
        p for p, line in lines.items() if (line.division, line.score, line.games, line.top_table, p in missed) == level
    ]
    sexes = {player: event.people.get(player, Person()).sex for player in tied}
    if not all(
        sexes.get(player) for player in (*tied, one, other)
    ):  # Reading: if a fact about one tied player is unknown, the place is shared
        return False
    if sexes[one] != sexes[other]:  # 5 b "prima le donne"
        return sexes[one] == "f"
    tied = [player for player in tied if sexes[player] == sexes[one]]
    births = {player: event.people[player].born for player in tied}
    ours_born, theirs_born = births[one], births[other]
    if any(born is None for born in births.values()) or ours_born is None or theirs_born is None:
        return False
    return ours_born > theirs_born  # 5 c "il più giovane"


def early_rounds(event: PlainEvent) -> tuple[str, ...]:
    """Return rounds 1 to 3.

    By our reading, rounds are identified by their numbers if no number is above four, and otherwise by their order.
    """
    by_number = max(map(int, event.rounds)) <= 4
    return tuple(name for nth, name in enumerate(event.rounds, 1) if (int(name) if by_number else nth) <= 3)


def fourth_round(event: PlainEvent) -> tuple[str, ...]:
    """Return a tuple that contains only the fourth round, or an empty tuple if that round was not played.

    For example, it is round 4 if rounds 1, 2 and 4 were played, and round 5 if rounds 1, 2, 3 and 5 were.
    """
    return event.rounds[len(early_rounds(event)) :][:1]


def first_21(event: PlainEvent, results: Sequence[Result]) -> frozenset[str]:
    """Return the top 21 players after round 3.

    Ties are broken by the best game, then by the centres in the games that count, then by the dropped round.
    """
    before = replace(event, how="best rounds", best=2, rounds=early_rounds(event))
    early = [result for result in results if result.round in before.rounds]
    lines = {}
    for player in {result.player for result in early}:
        theirs = [result for result in early if result.player == player]
        used, _ = what_counts(before, theirs)
        lines[player] = Line(0, worth([*used]), Fraction(0), Fraction(0), frozenset(used), tuple(theirs))
    first = set()
    for player, own in lines.items():
        tied = [name for name, line in lines.items() if line.score == own.score]
        ahead = sum(line.score > own.score for line in lines.values())
        ahead += sum(settled_by(("best game", "centres", "dropped round"), lines, tied, name, player) for name in tied)
        first |= {player} if ahead < 21 else set()  # Reading: everybody level with the 21st
    return frozenset(first)


def by_ranks(event: PlainEvent, results: Sequence[Result], player: str) -> tuple[Fraction, int, dict[Result, Fraction]]:
    """Return the sum of a player's best ranks over the rounds, the number of missing ranks, and the games that count.

    The games are returned as a mapping from each game that counts to its share, which is 1.
    """
    ranks = []
    for name in event.rounds:
        games: dict[str, list[Result]] = {}  # the round's games, by player
        for result in results:
            if result.round == name and not result.sat_out:
                games.setdefault(result.player, []).append(result)
        if player not in games:
            continue
        values = {
            other: worth(own) if event.round_score == "sum" else max(game.points for game in own)
            for other, own in games.items()
        }
        above = sum(value > values[player] for value in values.values())
        level = sum(value == values[player] for value in values.values())
        # "level: the mean of the ranks they fill"
        ranks.append((Fraction(sum(range(above + 1, above + level + 1)), level), games[player]))
    ranks.sort(key=lambda pair: pair[0])
    best, used = ranks[: event.best], {}
    for _, own in best:
        used |= dict.fromkeys(
            own if event.round_score == "sum" else [max(own, key=lambda game: game.points)], Fraction(1)
        )
    return sum((rank for rank, _ in best), Fraction(0)), (event.best or 0) - len(best), used


def settled_by(chain: Sequence[str], lines: dict[str, Line], tied: Sequence[str], one: str, other: str) -> bool:
    """Return whether the first tie-break that separates two level players puts `one` before `other`."""
    for name in chain:
        figures = {player: figure_of(name, lines, tied, player) for player in tied}
        if figures[one] != figures[other]:
            return figures[one] > figures[other]
        tied = [player for player in tied if figures[player] == figures[one]]
    return False


def figure_of(name: str, lines: dict[str, Line], tied: Sequence[str], player: str) -> Fraction | float:
    """Return the value that a tie-break compares. The higher value wins."""
    line = lines[player]
    games = [result for result in line.theirs if not result.sat_out]
    best = sorted((game.points for game in games), reverse=True)
    everybody = [result for other in lines.values() for result in other.theirs if not result.sat_out]

    def on_board(game: Result) -> list[Result]:
        return [other for other in everybody if (other.round, other.board) == (game.round, game.board)]

    match name:
        case "best game":
            return best[0] if best else -math.inf
        case "second best game":  # Reading: a player with a single game ranks below
            return best[1] if len(best) > 1 else -math.inf
        case "centres":
            return Fraction(sum(game.centres for game in games if game in line.used))
        case "wins":
            return Fraction(sum(game.centres >= 18 for game in games))
        case "board tops":
            return Fraction(sum(game.centres == max(other.centres for other in on_board(game)) for game in games))
        case "fewer games":
            return Fraction(-line.games)
        case "dropped round":
            return max((result.points for result in line.theirs if result not in line.used), default=-math.inf)
    assert name == "head to head", f"{name} has no second reading: add a case here"
    # Reading: among several, everyone must have met everyone
    pairs = {
        p: [(g, o) for g in lines[p].theirs if not g.sat_out for o in on_board(g) if o.player in tied and o.player != p]
        for p in tied
    }
    if any({o.player for _, o in pairs[p]} != {*tied} - {p} for p in tied):
        return Fraction(0)
    return Fraction(sum((g.points > o.points) - (g.points < o.points) for g, o in pairs[player]))


def top_table_winner(event: PlainEvent) -> str | None:
    """Return the winner of the top table (paragraph 8.3), or None if there is none."""
    first = [game.player for game in at_top_table(event) if game.place == 1]
    return first[0] if event.italia and len(first) == 1 else None


def at_top_table(event: PlainEvent) -> list[Result]:
    """Return the results at the top table, or an empty list if there is none.

    By our reading, the top table is the board that the event names. If it names none, the top table is the board of the
    player who ranked highest before the top-table round, among those who did not decline.
    """
    games = [game for game in event.games if game.round == event.top_table_round]
    if not games:
        return []
    before = standings(event, event.rounds.index(event.top_table_round))
    nobody = len(before) + 1
    ranks = {
        (g.board, g.player): before[g.player].rank if g.player in before else nobody
        for g in games
        if g.player not in event.declined
    }
    boards = {board for (board, _), rank in ranks.items() if rank == min(ranks.values())}
    if event.top_table:
        boards = {event.top_table}
    elif any(game.board in boards and game.player in event.declined for game in games):
        boards = set()  # Reading: a board with a player who declined is not the top table
    return [game for game in games if game.board in boards] if len(boards) == 1 else []


# ---- random events ----------------------------------------------------------------------------------------------

SCORES = [Fraction(points) for points in ("0", "1", "12", "20", "20", "40", "46.2", "121.1")]
BIRTHS = (date(1970, 2, 28), date(1970, 2, 28), date(1988, 1, 1), None)


TIE_BREAKS = (
    *("best game", "second best game", "centres", "wins", "board tops", "head to head", "fewer games"),
    "dropped round",
)
OTHER_WAYS = (
    *("wdc", "wdc", "sum of ranks", "sum of ranks"),
    *("best rounds", "best + half the mean of the rest", "best + half the", "sum / games +"),
    *("best + half the or a third of the rest", "best + half the or a third of the and"),
)


def random_event(rng: random.Random) -> PlainEvent:
    """Return a random event with few distinct scores, so that there are many ties.

    About one board in seven has a shared first place.
    """
    players = [f"P{number:02}" for number in range(rng.choice((14, 16, 21, 30)))]
    rounds = tuple(str(number) for number in range(1, rng.choice((2, 3, 4, 5, 6, 12))))
    if len(rounds) > 2 and rng.random() < 0.3:  # a round about which nothing is known
        rounds = tuple(name for name in rounds if name != rng.choice(rounds[1:-1]))
    games: list[Result] = []
    for name in rounds:
        boards = rng.choice((1, 2, 2))
        seats = rng.sample(players, 7 * boards)
        if boards == 2 and rng.random() < 0.5:
            seats[7] = seats[0]  # plays both boards at once
        for board in range(boards):
            games += random_board(rng, name, str(board + 1), seats[7 * board : 7 * board + 7])
    best = rng.choice((None, 1, 2, 3))
    how = rng.choice(("", *OTHER_WAYS)) if best is not None else ""
    return PlainEvent(
        rounds=rounds,
        games=tuple(games),
        people={
            player: random_person(rng, rounds, {game.round for game in games if game.player == player})
            for player in players
            if rng.random() < 0.9
        },
        italia=rng.random() < 0.75,
        best=best,
        mean=best is not None and not how and rng.random() < 0.5,
        how=how,
        round_score=rng.choice(("", "", "best", "sum")),
        weights={name: rng.choice((Fraction(2, 5), Fraction(1), Fraction(3, 2))) for name in rounds[1:]},
        sit_out_points=rng.choice((None, Fraction(20), Fraction(34))),
        sit_out_once=rng.random() < 0.3,
        tie_breaks=tuple(rng.sample(TIE_BREAKS, rng.choice((0, 1, 3, 8)))),
        top_table_round=rng.choice(("", rounds[-1], rounds[-1], rounds[0])),
        tie_break_round=rng.choice(("", *rounds)),
        top_table=rng.choice(("", "", "1", "2")),
        top_places=rng.choice((7, 7, 1, 3)),
        divisions={(rounds[-1], board): number for number, board in enumerate("12", 1)} if rng.random() < 0.2 else {},
        declined=frozenset(player for player in players if rng.random() < 0.1),
        least_games=2 if len(players) % 4 == 0 else 0,
    )


def random_board(rng: random.Random, name: str, board: str, seats: Sequence[str]) -> Iterable[Result]:
    places = [1, 1, *range(3, 8)] if rng.random() < 1 / 7 else list(range(1, 8))
    for player, place in zip(seats, places, strict=True):
        yield Result(name, board, player, rng.choice(SCORES), rng.choice((0, 1, 5, 17, 18)), place)


def random_person(rng: random.Random, rounds: Sequence[str], played: set[str]) -> Person:
    missed = tuple(sorted({rng.choice(rounds), rng.choice(rounds)}, key=rounds.index)) if rng.random() < 0.5 else ()
    missed = tuple(name for name in missed if name not in played)
    sex = rng.choice(("f", "m", "m", "")) if rng.random() < 0.5 else "m"
    volunteer = tuple(name for name in rounds if rng.random() < 0.6)
    given, taken = (Fraction(rng.choice((0, 0, 0, 20, 12))), Fraction(rng.choice((0, 0, 0, 0, -5))))
    return Person(sex, rng.choice(BIRTHS), missed, volunteer, given, taken)
