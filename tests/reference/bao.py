"""A simple, independent implementation of the rules of KIBA's Bao tournaments, used to check the program.

The module handles one player and one game at a time, and computes in exact fractions. The sources are KIBA's rules,
"Le regole del torneo in rete" and "Campionato internazionale di Bao". Where the rules say nothing, a docstring or
comment marks our reading. Nothing here is shared with the program.

The second half generates random tournaments and seasons and writes them as sheets.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from fractions import Fraction
from math import ceil

from tests.sheets import Cell, Rows, Sheets, table

BYE = "-1"
QUALIFYING, SEMIFINAL, FINAL, PLAYOFF, NATIONS = "qualifying", "semifinal", "final", "playoff", "nations"
CHAMPIONSHIP, OF_NATIONS = "kiba_championship", "kiba_nations"
GOES, STAYS, UNDECIDED = "goes on", "stays", "undecided"
KIBA_POINTS = (1, 2, 3, 4)
"""Points for a win in a qualifying group, for a win in a semifinal group, for the finalist and for the winner."""


@dataclass(frozen=True)
class Entrant:
    """A player on the participant list.

    typed     KIBA score from the sheet, used if the number of games, or the Elo of a player with games, is unknown
    withdrew  day on which the player left the event
    """

    player: str
    country: str = ""
    elo: int | None = None
    games: int | None = None
    typed: Fraction | None = None
    withdrew: date | None = None


@dataclass(frozen=True)
class Game:
    """A game. It is still open if no winner is given.

    A game in which one player is the dummy (-1) is a bye.
    """

    stage: str
    group: str
    south: str
    north: str
    winner: str = ""
    reason: str = ""
    round: int | None = None
    ended: date | None = None
    started: datetime | None = None
    moves: tuple[datetime, ...] = ()

    @property
    def sides(self) -> set[str]:
        return {self.south, self.north}

    @property
    def bye(self) -> bool:
        return BYE in self.sides


@dataclass(frozen=True)
class Bao:
    """A tournament with its entrants and games."""

    name: str
    entrants: tuple[Entrant, ...]
    games: tuple[Game, ...]
    groups: int | None = 1
    circuits: tuple[str, ...] = (CHAMPIONSHIP, OF_NATIONS)
    form: str = "tournament"

    def of(self, *stages: str) -> list[Game]:
        return [game for game in self.games if game.stage in stages and not game.bye]


@dataclass(frozen=True)
class Line:
    """A player's line in a group table."""

    stage: str
    group: str
    rank: int
    player: str
    points: int
    neustadtl: Fraction | None
    kiba: Fraction | None
    games: int
    level: bool
    """Whether another player has the same points."""
    shared: bool
    """Whether another player has the same rank."""
    complete: bool
    """Whether every game of the group is over."""
    goes_on: str = STAYS


# ---- Lista iniziale dei partecipanti, gironi e turni ------------------------------------------------------------


def kiba_score(entrant: Entrant) -> Fraction | None:
    """Return the KIBA score, a tenth of the Elo plus the number of games played on KIBA's site."""
    if entrant.games == 0:
        return Fraction(1800, 10)  # "viene assegnato un punteggio Elo di 1800"
    if entrant.games is None or entrant.elo is None:
        return entrant.typed  # Reading: the organiser's score
    return Fraction(entrant.elo, 10) + entrant.games


def printed(score: Fraction) -> int:
    """Return the number that is printed for a score.

    Halves are rounded down. This is our reading, since no other rounding gives all the printed scores.
    """
    return ceil(score - Fraction(1, 2))


def category(entrant: Entrant) -> int:
    if entrant.games is None:
        return 4  # Reading: unknown scores come after the others
    if entrant.games > 24:  # "più di 24 partite"
        return 1
    return 2 if entrant.games > 0 else 3


def entry_list(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Return the players sorted by category and, within a category, by decreasing KIBA score."""

    def order(entrant: Entrant) -> tuple[int, Fraction]:
        score = kiba_score(entrant)
        return category(entrant), Fraction(1) if score is None else -score

    return sorted(entrants, key=order)  # Reading: equal players stay in the order typed


def deal(players: Sequence[str], groups: int) -> list[list[str]]:
    """Deal the players in turn to the groups A, B and so on, and add the dummy to each group of odd size."""
    dealt: list[list[str]] = [[] for _ in range(groups)]
    for number, player in enumerate(players):
        dealt[number % groups].append(player)
    for group in dealt:
        if len(group) % 2:
            group.append(BYE)
    return dealt


def rounds(seats: Sequence[str]) -> list[list[tuple[str, str]]]:
    """Return the pairings of each round.

    The first half of the seats meets the second half in reverse order. After each round, the first player stays in
    place and the others move on by one seat.
    """
    circle, found = list(seats), []
    for _ in range(len(seats) - 1):
        found.append([(circle[number], circle[-1 - number]) for number in range(len(circle) // 2)])
        circle = [circle[0], *circle[2:], circle[1]]
    return found


def both_legs(seats: Sequence[str]) -> list[list[tuple[str, str]]]:
    """Return the pairings of every round, followed by the same rounds with South and North swapped."""
    first = rounds(seats)
    return first + [[(north, south) for south, north in pairs] for pairs in first]


# ---- Punteggio, classifica, spareggio ---------------------------------------------------------------------------


def signs(games: Iterable[Game], player: str, opponent: str) -> str:
    """Return the results of a pair as the crosstable shows them, such as `+-`, with a dot for an open game."""
    pair = [game for game in games if game.sides == {player, opponent}]
    return "".join("." if not game.winner else "+" if game.winner == player else "-" for game in pair)


def points_of(player: str, games: Iterable[Game]) -> int:
    """Return a player's points, one for each game won."""
    return sum(game.winner == player for game in games)


def neustadtl(player: str, games: Sequence[Game], points: dict[str, int]) -> Fraction:
    """Return a player's tie-break score, which KIBA's rules call "punteggio di spareggio".

    The score adds up the points of all opponents the player has beaten, and half the points of those with whom the
    player has drawn.
    """
    total, theirs = Fraction(0), [game for game in games if player in (game.south, game.north)]
    for opponent in points:
        result = signs(theirs, player, opponent)
        if result == "++":
            total += points[opponent]
        elif result in ("+-", "-+"):
            total += Fraction(points[opponent], 2)
    return total  # Reading: an incomplete pair does not count yet


def group_table(event: Bao, stage: str, group: str, cut: int) -> list[Line]:
    """Return the table of one group in a qualifying or semifinal stage, best first. The top `cut` players qualify."""
    games = [game for game in event.of(stage) if game.group == group]
    players = sorted({player for game in games for player in game.sides})
    points = {player: points_of(player, games) for player in players}
    broken = {player: neustadtl(player, games, points) for player in players}
    scores = scores_of(event)

    def before(one: str, other: str) -> bool:
        if points[one] != points[other]:
            return points[one] > points[other]
        if broken[one] != broken[other]:
            return broken[one] > broken[other]
        level = [p for p in players if (points[p], broken[p]) == (points[one], broken[one])]
        if any(scores.get(player) is None for player in level):  # Reading: if one score is unknown, all share a rank
            return False
        return scores[one] > scores[other]  # "se due o più giocatori sono ancora pari merito, ... punteggio KIBA"

    ranks = {player: 1 + sum(before(other, player) for other in players) for player in players}
    complete = all(game.winner for game in games)
    lines = []
    for player in sorted(players, key=lambda player: (ranks[player], player)):
        tied = [*ranks.values()].count(ranks[player])
        sure = ranks[player] + tied - 1 <= cut
        lines.append(
            Line(
                *(stage, group or "A"),  # Reading: a group without a name is the only one
                *(ranks[player], player, points[player], broken[player], scores.get(player)),
                games=finished(player, games),
                level=[*points.values()].count(points[player]) > 1,
                shared=tied > 1,
                complete=complete,
                goes_on=(GOES if sure else STAYS if ranks[player] > cut else UNDECIDED) if complete else UNDECIDED,
            )
        )
    return lines


def scores_of(event: Bao) -> dict[str, Fraction | None]:
    return {entrant.player: kiba_score(entrant) for entrant in event.entrants}


def finished(player: str, games: Iterable[Game]) -> int:
    return sum(player in game.sides and game.winner != "" for game in games)


def final_table(event: Bao) -> list[Line]:
    """Return the table of the final, in which only the games won separate the two players."""
    games, scores = event.of(FINAL, PLAYOFF), scores_of(event)
    points = {player: points_of(player, games) for player in players_of(event, FINAL, PLAYOFF)}
    ranks = {player: 1 + sum(other > mine for other in points.values()) for player, mine in points.items()}
    return [
        Line(
            *(FINAL, "", ranks[player], player, points[player], None, scores.get(player), finished(player, games)),
            level=len({*points.values()}) == 1,
            shared=len({*ranks.values()}) == 1,
            complete=2 in points.values(),
        )
        for player in sorted(points, key=lambda player: (ranks[player], player))
    ]


def nations_table(event: Bao) -> list[Line]:
    """Return the table of the nations match, with a point for each game won.

    By our reading, each player's line has the nation as its group and the nation's rank as its rank.
    """
    games, scores = event.of(NATIONS), scores_of(event)
    home = {entrant.player: entrant.country for entrant in event.entrants}
    points = {player: points_of(player, games) for player in players_of(event, NATIONS)}
    total = {home[player]: sum(points[other] for other in points if home[other] == home[player]) for player in points}
    ranks = {nation: 1 + sum(other > mine for other in total.values()) for nation, mine in total.items()}
    return [
        Line(
            *(NATIONS, home[player], ranks[home[player]], player, points[player], None, scores.get(player)),
            games=finished(player, games),
            level=len({*total.values()}) < len(total),
            shared=[*ranks.values()].count(ranks[home[player]]) > 1,
            complete=all(game.winner for game in games),
        )
        for player in sorted(points, key=lambda player: (ranks[home[player]], home[player], player))
    ]


def groups_of(event: Bao, stage: str) -> list[str]:
    return sorted({game.group for game in event.of(stage)})


def standings(event: Bao) -> list[Line]:
    """Return the lines of an event's tables for the groups, the semifinals, the final and the nations match."""
    qualifying, semifinal = groups_of(event, QUALIFYING), groups_of(event, SEMIFINAL)
    lines = [line for group in qualifying for line in group_table(event, QUALIFYING, group, 2)]
    lines = seated(lines, players_of(event, *([SEMIFINAL] if len(qualifying) > 1 else [FINAL, PLAYOFF])))
    of_semifinal = [line for group in semifinal for line in group_table(event, SEMIFINAL, group, 1)]
    lines += seated(of_semifinal, players_of(event, FINAL, PLAYOFF))
    return lines + final_table(event) + nations_table(event)


def seated(lines: list[Line], next_stage: set[str]) -> list[Line]:
    """Return the lines with the qualified players marked.

    By our reading, the players in the games of the next stage have qualified, even if the table left this undecided.
    """
    if not next_stage:
        return lines
    return [replace(line, goes_on=GOES if line.player in next_stage else STAYS) for line in lines]


def players_of(event: Bao, *stages: str) -> set[str]:
    return {player for game in event.of(*stages) for player in game.sides}


# ---- Come ritirarsi da un torneo --------------------------------------------------------------------------------


def withdrawn(event: Bao) -> Bao:
    """Return the event after every player who withdrew has resigned all open games.

    KIBA's rules let a player resign any game of the tournament ("con il pulsante Abbandona").

    By our reading, finished games stand, and a game that has no row is open too if its group is under way. If both
    opponents withdrew, the one who left first resigns, but neither does if they left on the same day.
    """
    days = {entrant.player: entrant.withdrew for entrant in event.entrants if entrant.withdrew}
    games = [*event.games, *(game for game in _untyped(event) if game.sides & {*days})]
    return replace(event, games=tuple(_given_up(game, days) for game in games))


def _untyped(event: Bao) -> list[Game]:
    """Return the games of the qualifying stage that have no row in the sheet."""
    letters = groups_of(event, QUALIFYING)
    dealt = deal([entrant.player for entrant in entry_list(event.entrants)], len(letters))
    typed = {(game.south, game.north) for game in event.of(QUALIFYING)}
    return [
        Game(QUALIFYING, letter, south, north)
        for letter, seats in zip(letters, dealt, strict=True)
        for pairs in both_legs(seats)
        for south, north in pairs
        if (south, north) not in typed and BYE not in (south, north)
    ]


def _given_up(game: Game, days: dict[str, date]) -> Game:
    gone = sorted((days[player], player) for player in game.sides if player in days)
    if game.winner or game.bye or not gone or len({day for day, _ in gone}) < len(gone):
        return game
    day, quitter = gone[0]
    return replace(game, winner=(game.sides - {quitter}).pop(), reason="resigned", ended=day)


# ---- Vincitori, campionato --------------------------------------------------------------------------------------


def finalists(event: Bao) -> set[str]:
    """Return the players in the final or, if it has no games yet, those who have qualified for it.

    By our reading, the player in a decided seat is a finalist even if the other seat is undecided.
    """
    before = SEMIFINAL if len(groups_of(event, QUALIFYING)) > 1 else QUALIFYING
    seats = {line.player for line in standings(event) if line.stage == before and line.goes_on == GOES}
    return players_of(event, FINAL, PLAYOFF) or seats


def winner(event: Bao) -> str:
    """Return the first player to win two games of the final, or "" if nobody has won two."""
    won = [line.player for line in standings(event) if line.stage == FINAL and line.points >= 2]
    return won[0] if won else ""


def participants(event: Bao) -> list[str]:
    """Return the participants. By our reading, they are all players on the list or in a game."""
    listed = [entrant.player for entrant in event.entrants]
    return listed + sorted(players_of(event, QUALIFYING, SEMIFINAL, FINAL, PLAYOFF, NATIONS) - {*listed})


def event_points(event: Bao, figures: Sequence[int | Fraction] = KIBA_POINTS) -> dict[str, tuple[Fraction, ...]]:
    """Return each player's championship points by criterion: qualifying group, semifinal, finalist and winner."""
    qualifying, semifinal, finalist, victory = map(Fraction, figures)
    in_final, first, points = finalists(event), winner(event), {}
    for player in participants(event):
        points[player] = (
            qualifying * points_of(player, event.of(QUALIFYING)),
            semifinal * points_of(player, event.of(SEMIFINAL)),
            finalist if player in in_final and player != first else Fraction(0),  # Reading: 4 replaces 3
            victory if player == first else Fraction(0),
        )
    return points


def counting(season: Iterable[Bao], circuit: str) -> list[Bao]:
    """Return the events that count towards a circuit.

    By our reading, Mabingwa adds no points, since only the best players of the championship take part.
    """
    return [
        event
        for event in season
        if circuit in event.circuits and event.form != "mabingwa" and {*event.games} != {*event.of(NATIONS)}
    ]


@dataclass(frozen=True)
class Score:
    """A player's row in the championship table, or a nation's row in the nations table.

    parts  points for each of the championship's four criteria
    """

    rank: int
    events: int
    score: Fraction
    parts: tuple[Fraction, ...] = ()


def ranked(scores: dict[str, tuple[int, Fraction, tuple[Fraction, ...]]]) -> dict[str, Score]:
    """Return the scores with their ranks. By our reading, equal scores share a rank."""
    return {
        name: Score(1 + sum(other > score for _, other, _ in scores.values()), events, score, parts)
        for name, (events, score, parts) in scores.items()
    }


def kiba_championship(season: Iterable[Bao], figures: Sequence[int | Fraction] = KIBA_POINTS) -> dict[str, Score]:
    scores: dict[str, tuple[int, Fraction, tuple[Fraction, ...]]] = {}
    for event in counting(season, CHAMPIONSHIP):
        for player, points in event_points(event, figures).items():
            events, score, parts = scores.get(player, (0, Fraction(0), (Fraction(0),) * 4))
            summed = tuple(part + more for part, more in zip(parts, points, strict=True))
            scores[player] = (events + 1, score + sum(points), summed)
    return ranked(scores)


def best_six(table: dict[str, Score]) -> dict[str, str]:
    """Return GOES, STAYS or UNDECIDED for each player.

    Only the best six players go to Mabingwa.
    """
    return {player: seat(line.rank, [*table.values()], 6) for player, line in table.items()}


def seat(rank: int, table: Sequence[Score], seats: int) -> str:
    tied = sum(other.rank == rank for other in table)
    return GOES if rank + tied - 1 <= seats else STAYS if rank > seats else UNDECIDED


def event_nations(event: Bao, figures: Sequence[int | Fraction] = KIBA_POINTS) -> dict[str, list[Fraction]]:
    """Return the scores that make up each nation's sum.

    These are the best four scores of the nation's players. Nations with fewer than two players are left out.
    """
    points = {player: sum(parts, Fraction(0)) for player, parts in event_points(event, figures).items()}
    teams: dict[str, list[Fraction]] = {}
    for entrant in event.entrants:
        if entrant.country:
            teams.setdefault(entrant.country, []).append(points[entrant.player])
    return {nation: sorted(team, reverse=True)[:4] for nation, team in teams.items() if len(team) >= 2}


def kiba_nations(season: Iterable[Bao], figures: Sequence[int | Fraction] = KIBA_POINTS) -> dict[str, Score]:
    scores: dict[str, tuple[int, Fraction, tuple[Fraction, ...]]] = {}
    for event in counting(season, OF_NATIONS):
        for nation, summed in event_nations(event, figures).items():
            events, score, _ = scores.get(nation, (0, Fraction(0), ()))
            scores[nation] = (events + 1, score + sum(summed), ())
    return ranked(scores)


def best_three(season: Sequence[Bao], figures: Sequence[int | Fraction] = KIBA_POINTS) -> dict[tuple[str, str], str]:
    """Return GOES, STAYS or UNDECIDED for each player of each nation, keyed by nation and player.

    Under KIBA's rules, the best three players of the top two nations play the nations match. By our reading, the best
    are those with the most championship points won for the nation, including points that the nation's sum leaves out.
    """
    teams: dict[str, dict[str, tuple[int, Fraction, tuple[Fraction, ...]]]] = {}
    for event in counting(season, OF_NATIONS):
        points = event_points(event, figures)
        for entrant in event.entrants:
            if entrant.country:
                team = teams.setdefault(entrant.country, {})
                events, score, _ = team.get(entrant.player, (0, Fraction(0), ()))
                team[entrant.player] = (events + 1, score + sum(points[entrant.player]), ())
    found, table = {}, kiba_nations(season, figures)
    for nation, line in table.items():
        of_nation, people = seat(line.rank, [*table.values()], 2), ranked(teams[nation])
        for player, own in people.items():
            seats = {of_nation, seat(own.rank, [*people.values()], 3)}
            found[nation, player] = STAYS if STAYS in seats else UNDECIDED if UNDECIDED in seats else GOES
    return found


# ---- Controllo del tempo ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Clock:
    """The time left after each move of a game and, if a side has lost on time, which side and when."""

    left: tuple[timedelta, ...]
    lost: str = ""
    at: datetime | None = None


def control(typed: str) -> tuple[timedelta, timedelta, timedelta]:
    """Return the three durations in a setting such as `T=(3+1)<=7`: initial time, increment per move, and maximum."""
    sum_, most = typed.replace(" ", "").removeprefix("T=").split("<=")
    start, increment = sum_.strip("()").split("+")
    return timedelta(days=float(start)), timedelta(days=float(increment)), timedelta(days=float(most))


def clock(started: datetime, moves: Sequence[datetime], now: datetime, typed: str = "T=(3+1)<=7") -> Clock:
    """Return the clocks of a game as they stand at `now`, after moves made by South and North in turn."""
    start, increment, most = control(typed)
    left, since, after = {"south": start, "north": start}, started, []
    for number, moment in enumerate([*moves, now]):
        side = ("south", "north")[number % 2]
        out_of_time = since + left[side]
        if moment >= out_of_time:  # Reading: at the instant of zero the time is used up
            return Clock(tuple(after), side, out_of_time)
        if number < len(moves):
            # "all'orologio si aggiunge l'incremento"; "non può superare il limite massimo"
            left[side] = min(left[side] - (moment - since) + increment, most)
            after.append(left[side])
            since = moment
    return Clock(tuple(after))


def waiting(event: Bao, first_day: datetime, now: datetime, typed: str = "T=(3+1)<=7") -> dict[Game, str]:
    """Return the open games that have a known start and no moves, each with the player who has lost on time.

    The player is "" if nobody has lost. Under KIBA's rules, South is told the deadline for the first move when the game
    starts. By our reading, a game of the first stage starts on the first day of the event if its row does not say when.
    """
    first_stage, found = event.games[0].stage, {}
    for game in event.games:
        begun = game.started or (first_day if game.stage == first_stage else None)
        if begun and not (game.moves or game.winner or game.bye):
            found[game] = game.south if clock(begun, (), now, typed).lost else ""
    return found


# ---- Random tournaments -------------------------------------------------------------------------------------------

HOSTILE = ("=1+1", "<b>", "&amp;", "@x", "a, b", "Ünal", "NaN", "None", "7", "O'Neil")
PEOPLE = (*HOSTILE, *(f"{first} {last}" for last in ("Rossi", "Dupont", "Mwangi") for first in (
    *("Ada", "Beatrice", "Cosimo", "Damiano", "Eugenio", "Fatuma", "Gaspare", "Hassan", "Ippolito", "Juma", "Kadija"),
    *("Leonardo", "Marisol", "Nerina"),
)))  # fmt: skip
COUNTRIES = ("Italia", "Tanzania", "France", "Kenya", "Nederland", "Côte d'Ivoire", "")
NEWCOMERS = 0.5  # they all have the score 180, so places are often shared


def field_of(rng: random.Random, number: int, home: dict[str, str] | None = None) -> list[Entrant]:
    """Return `number` players in random order, with countries, Elo ratings and game counts.

    Some nations may have only one player.
    """
    home = home or countries(rng)
    return [record(rng, player, home[player]) for player in rng.sample(sorted(home), number)]


def countries(rng: random.Random) -> dict[str, str]:
    return {player: rng.choice(COUNTRIES) for player in PEOPLE} | {PEOPLE[-1]: "Colombia"}


def record(rng: random.Random, player: str, country: str) -> Entrant:
    if rng.random() < NEWCOMERS:
        return Entrant(player, country, rng.choice((None, 1800, 2000)), 0)
    return Entrant(player, country, rng.randint(1500, 2150), rng.choice((1, 4, 24, 25, rng.randint(1, 1100))))


def tournament(
    rng: random.Random,
    entrants: Sequence[Entrant],
    groups: int,
    name: str = "Torneo",
    *,
    until: str = FINAL,
    still_open: float = 0.0,
    withdrawals: int = 0,
    byes: bool = False,
    form: str = "tournament",
    circuits: tuple[str, ...] = (CHAMPIONSHIP, OF_NATIONS),
) -> Bao:
    """Return an event with these entrants, played up to the stage `until`.

    Winners are random, so ties are frequent. If players share a rank, those who qualify are chosen at random too.

    until        the last stage that has begun
    still_open   the share of that stage's games that are not over
    withdrawals  how many players withdraw in the qualifying stage and resign all their open games, then and later
    byes         whether the sheet also has the games with the dummy
    """
    event = Bao(name, tuple(entrants), (), groups, circuits, form)
    listed = [entrant.player for entrant in entry_list(entrants)]
    gone: list[str] = []
    drawn = _Draw(rng, gone, byes, still_open if until == QUALIFYING else 0.0)
    dealt = deal(listed, groups)
    letters = "ABCDEFGHIJK"[:groups] if groups > 1 or rng.random() < 0.5 else [""]
    leaving = rng.sample(listed, withdrawals)
    for letter, seats in zip(letters, dealt, strict=True):
        quitters = [player for player in leaving if player in seats]
        event = replace(event, games=event.games + drawn.robin(QUALIFYING, letter, seats, quitters))
    if until == QUALIFYING:
        return event
    if groups > 1:
        drawn = _Draw(rng, gone, byes, still_open if until == SEMIFINAL else 0.0)
        firsts = [by_lot(rng, event, QUALIFYING, letter)[:2] for letter in letters]
        for letter, place in (("A", 0), ("B", 1)):
            seats = deal([first[place] for first in firsts], 1)[0]
            event = replace(event, games=event.games + drawn.robin(SEMIFINAL, letter, seats))
        if until == SEMIFINAL:
            return event
        pair = [by_lot(rng, event, SEMIFINAL, letter)[0] for letter in "AB"]
    else:
        pair = by_lot(rng, event, QUALIFYING, letters[0])[:2]
    drawn = _Draw(rng, gone, byes, still_open)
    return replace(event, games=event.games + drawn.final(pair, event))


def by_lot(rng: random.Random, event: Bao, stage: str, group: str) -> list[str]:
    """Return the players of a group by rank, with those who share a rank in random order."""
    lines = [line for line in standings(event) if (line.stage, line.group) == (stage, group or "A")]
    return [line.player for line in sorted(lines, key=lambda line: (line.rank, rng.random()))]


@dataclass
class _Draw:
    """Random results for the games of a stage. The players in `gone` resign all their open games."""

    rng: random.Random
    gone: list[str]
    byes: bool
    still_open: float
    day: date = date(2012, 3, 1)

    def robin(self, stage: str, group: str, seats: Sequence[str], quitters: Sequence[str] = ()) -> tuple[Game, ...]:
        """Return both legs of a round robin, with the games in round order or, half the time, shuffled."""
        games: list[Game] = []
        last = 2 * (len(seats) - 1)
        leave = {player: self.rng.randint(1, last) for player in quitters}
        for number, pairs in enumerate(both_legs(seats), 1):
            self.gone += [player for player, moment in leave.items() if moment == number]
            for south, north in pairs:
                game = Game(stage, group, south, north, round=number)
                if not game.bye:
                    games.append(self.played(game))
                elif self.byes:
                    games.append(game)
        left = {player for player in self.gone if player in seats}
        games = [self.played(game) if game.sides & left and not (game.winner or game.bye) else game for game in games]
        return tuple(games if self.rng.random() < 0.5 else self.rng.sample(games, len(games)))

    def played(self, game: Game) -> Game:
        first_gone = [player for player in self.gone if player in game.sides][:1]
        if not first_gone and self.rng.random() < self.still_open:
            return game
        loser = first_gone[0] if first_gone else self.rng.choice((game.south, game.north))
        reason = "resigned" if first_gone else self.rng.choice(("played", "played", "played", "resigned", "time", ""))
        ended = self.day + timedelta(days=7 * (game.round or 0)) if self.rng.random() < 0.8 else None
        return replace(game, winner=(game.sides - {loser}).pop(), reason=reason, ended=ended)

    def final(self, pair: Sequence[str], event: Bao) -> tuple[Game, ...]:
        """Return a best-of-three final.

        The player with the higher KIBA score is South in the first game, and the sides alternate after that.
        """
        scores = {entrant.player: kiba_score(entrant) or Fraction(0) for entrant in event.entrants}
        south, north = sorted(pair, key=lambda player: -scores[player])
        games: list[Game] = []
        for number in (1, 2, 3):
            stage = self.rng.choice((FINAL, PLAYOFF)) if number == 3 else FINAL
            games.append(self.played(Game(stage, "", south, north, round=number)))
            if not games[-1].winner or any(points_of(player, games) == 2 for player in pair):
                break
            south, north = north, south
        return tuple(games)


def round_robin(rng: random.Random, name: str) -> Bao:
    """Return an event with one group of three to twelve players and with random open games, withdrawals and byes."""
    number = rng.randint(3, 12)
    still_open = rng.choice((0.0, 0.0, 0.0, 0.1, 0.5, 1.0))
    return tournament(
        rng, field_of(rng, number), 1, name,
        until=QUALIFYING if still_open and rng.random() < 0.8 else rng.choice((QUALIFYING, FINAL, FINAL)),
        still_open=still_open,
        withdrawals=rng.choice((0, 0, 1, 2)),
        byes=rng.random() < 0.5,
    )  # fmt: skip


def season(rng: random.Random) -> list[Bao]:
    """Return four events, with 4, 3, 2 and 1 groups, and a Mabingwa of the best six."""
    home = countries(rng)
    sizes = {"Torneo di primavera": (34, 4), "Torneo d'estate": (16, 3), "Autunno": (13, 2), "Inverno": (7, 1)}
    events = [
        tournament(rng, field_of(rng, players, home), groups, name, withdrawals=groups // 2, byes=groups == 3)
        for name, (players, groups) in sizes.items()
    ]
    table = kiba_championship(events)
    six = sorted(table, key=lambda player: (table[player].rank, rng.random()))[:6]
    entrants = [record(rng, player, home[player]) for player in six]
    return [*events, tournament(rng, entrants, 1, "Mabingwa", form="mabingwa", circuits=(CHAMPIONSHIP,))]


def nations_match(rng: random.Random, events: Sequence[Bao]) -> Bao:
    """Return a match between three players from each of the two leading nations.

    Each player meets every opponent once.
    """
    of_nations, of_players = kiba_nations(events), kiba_championship(events)
    two = sorted(of_nations, key=lambda nation: (of_nations[nation].rank, rng.random()))[:2]
    home = {entrant.player: entrant for event in events for entrant in event.entrants}
    teams = [
        sorted((p for p in home if home[p].country == nation), key=lambda p: (of_players[p].rank, rng.random()))[:3]
        for nation in two
    ]
    drawn, games = _Draw(rng, [], False, 0.0), []
    for number, player in enumerate(teams[0]):
        for other, opponent in enumerate(teams[1]):
            sides = (player, opponent) if (number + other) % 2 else (opponent, player)
            games.append(drawn.played(Game(NATIONS, "", *sides)))
    entrants = tuple(home[player] for team in teams for player in team)
    return Bao("Nazioni", entrants, tuple(games), None, (CHAMPIONSHIP, OF_NATIONS))


def clocked(rng: random.Random, name: str) -> Bao:
    """Return a tournament with one group of twelve players and the moves of every game.

    Some players exceed their time, and entered results may contradict the clock.
    """
    event = tournament(rng, field_of(rng, 12), 1, name, until=QUALIFYING, still_open=0.2, circuits=())
    return replace(event, games=tuple(moved(rng, game) for game in event.games))


def moved(rng: random.Random, game: Game) -> Game:
    """Return a game with random moves.

    At most one move follows the first late move.
    """
    hour, second = timedelta(hours=1), timedelta(seconds=1)
    started, moves = datetime(2011, 3, 1, 14, 5), []
    since, left, (_, increment, most) = started, dict.fromkeys((0, 1), control("(3+1)<=7")[0]), control("(3+1)<=7")
    for number in range(rng.randint(0, 14)):
        rest = left[number % 2]
        used = rng.choice((hour, hour, hour, 30 * hour, rest - second, rest, rest + hour))
        since += used
        moves.append(since)
        if used >= rest:
            moves += [since + hour] * rng.randint(0, 1)  # or the game goes on regardless
            break
        left[number % 2] = min(rest - used + increment, most)
    return replace(game, started=started, moves=tuple(moves))


def at_odds(game: Game, now: datetime) -> bool:
    """Return whether the entered result contradicts the clock at the last move or, for an open game, at `now`."""
    if game.started is None or not game.moves:  # Reading: without moves the clocks are unknown
        return False
    shown = clock(game.started, game.moves, max((game.started, *game.moves)) if game.winner else now)
    names = {"south": game.south, "north": game.north}
    if shown.lost:  # "Quando un giocatore esaurisce il suo tempo, perde la partita"
        return game.winner in ("", names[shown.lost])
    to_move = names["north" if len(game.moves) % 2 else "south"]  # only a running clock can run out
    return game.reason == "time" and game.winner == to_move


# ---- Sheets -----------------------------------------------------------------------------------------------------

BYES: tuple[Cell, ...] = (-1, "-1", "bye", "Riposo", "exempt")


def sheets(event: Bao, rng: random.Random | None = None, aliases: dict[str, str] | None = None) -> Sheets:
    """Return an event's sheets as people might type them.

    Players who have an alias appear under that alias in some of their games.
    """
    rng, aliases = rng or random.Random(event.name), aliases or {}

    def name(player: str) -> Cell:
        if player == BYE:
            return rng.choice(BYES)
        return aliases[player] if player in aliases and rng.random() < 0.5 else player or None

    settings: dict[str, Cell] = {"name": event.name, "kind": "bao", "data": "generated", "groups": event.groups}
    settings |= {"format": event.form, "circuits": ", ".join(event.circuits) or None}
    players: Rows = [["player", "country", "elo", "games", "kiba score", "also known as"]]
    left = any(entrant.withdrew for entrant in event.entrants)
    players[0] = [*players[0], *(["withdrew"] if left else [])]
    for entrant in event.entrants:
        typed = (
            entrant.typed
            if entrant.typed is None
            else int(entrant.typed)
            if entrant.typed == int(entrant.typed)
            else float(entrant.typed)
        )
        alias = aliases.get(entrant.player)
        facts = (entrant.country or None, entrant.elo, entrant.games, typed, alias)
        players.append([entrant.player, *facts, *([entrant.withdrew] if left else [])])
    matches = [
        (
            *(game.stage, game.group or None, game.round, name(game.south), name(game.north), name(game.winner)),
            *(game.reason or None, game.ended, game.started and f"{game.started:%Y-%m-%d %H:%M}"),
        )
        for game in event.games
    ]
    moves = [
        (game.stage, game.group or None, game.south, game.north, number, f"{moment:%Y-%m-%d %H:%M:%S}")
        for game in event.games
        for number, moment in enumerate(game.moves, 1)
    ]
    return {
        "event": table("setting value", *(pair for pair in settings.items() if pair[1] is not None)),
        "players": players,
        "matches": table("stage group round south north winner reason ended started", *matches),
        **({"moves": table("stage group south north number time", *moves)} if moves else {}),
    }
