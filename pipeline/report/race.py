"""The race chart, which shows each player's rank or points behind the leader after each round or event.

The lines are drawn as an SVG that stretches to the width of the page. Names, headings and ranks are HTML, so that they
keep their size.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from pipeline.pages.report import CircuitReport, Columns, columns_of
from pipeline.report.drawings import scale_step, short
from pipeline.report.elements import Bit, Course, Grid, Line, Plot, Race, decimals, floats, rank_shown, repeated, text
from pipeline.report.labels import Labels
from pipeline.rules.ties import EQUAL_DECIMALS
from schemas.messages import Message, listed, plural, say
from schemas.words import UNKNOWN_PLAYER

WIDTH = 1000  # of the SVG, which is stretched
SHOWN, MANY = 60, 41  # most players shown; with MANY or more the rows are low
ROW, LOW_ROW = 20, 12  # pixels
HEADS = 8  # most heads above a plot
LONGEST_HEAD = 6  # letters
TURN = 940  # where the lines of points behind the leader turn towards the names
TICKS = 5  # approximate number of lines of the scale
FIRST, MOST_FIRST = 3, 6  # ranks drawn in colour, and most players drawn in colour


class Step(NamedTuple):
    """A round or event in a race, with its short name, its long name and its name in the data."""

    short: str
    long: str
    after: str


class Steps(NamedTuple):
    """The wording of a race, which depends on whether its steps are rounds or events."""

    title: Message
    all_players: Message
    first_players: Message
    behind: Message
    played: Message


OF_ROUNDS = Steps(
    plural("Rank after {n} round", "Ranks after each of {n} rounds", 0),
    Message("Ranks of all {n} players after each round, with the leader at the top."),
    Message("The top {n} of {all} players, in rank order after each round."),
    Message("Points behind the leader after each round; the leader is at the top."),
    Message(
        "Each dot marks a round that was played. Point to a player in this list or in the standings to see that player’s line."
    ),
)
OF_EVENTS = Steps(
    plural("Rank after {n} event", "Ranks after each of {n} events", 0),
    Message("Ranks of all {n} players after each event, with the leader at the top."),
    Message("The top {n} of {all} players, in rank order after each event."),
    Message("Points behind the leader after each event; the leader is at the top."),
    Message(
        "Each dot marks an event that was played. Point to a player in this list or in the standings to see that player’s line."
    ),
)


def event_race(
    labels: Labels, rounds: Columns, standings: Columns, table: Mapping[str, str], results: Columns
) -> Race | None:
    """Return the race chart of an event, with one step per round.

    The result is None if there are fewer than two rounds or two players.

    table  identifier of each player's row in the standings
    """
    after = dict(rounds.rows("round_no", "after"))
    steps = {number: Step(labels.short_round(name), labels.round(name), text(name)) for number, name in after.items()}
    played = {(player, name) for player, name, kind in results.rows("player", "round", "kind") if kind == "game"}
    return _race(labels, OF_ROUNDS, rounds, steps, standings, table, played)


def circuit_race(
    labels: Labels,
    circuit: CircuitReport,
    standings: Columns,
    table: Mapping[str, str],
    results: pd.DataFrame,
    heads: Mapping[str, str],
) -> Race | None:
    """Return the race chart of a circuit, with one step per event.

    The ranks are those in `circuit.race`. If it is empty, players are ranked by their points so far.

    The result is None if there are fewer than two events or two players, or if ranks by points would contradict the
    standings.

    table  identifier of each player's row in the standings
    heads  header of each event's column, in the order of the columns
    """
    if len(circuit.race):
        race = columns_of(circuit.race)
        steps = {number: Step(*[text(name)] * 3) for number, name in race.rows("round_no", "after")}
        return _race(labels, OF_EVENTS, race, steps, standings, table)
    counted = columns_of(results[results["used"].astype(bool)])
    if len(heads) < 2 or not len(counted):
        return None
    worth = dict.fromkeys(counted.rows("event", "player"), 0.0)
    for event, player, points in zip(counted["event"], counted["player"], floats(counted["points"]), strict=True):
        worth[event, player] += 0.0 if math.isnan(points) else points
    race, ranks = _by_points(worth, [*heads])
    order = [ranks[player] for player in standings["player"] if player in ranks]
    if order != sorted(order):
        return None  # more than the sum of points decides, so the race would contradict the standings
    steps = {
        number: Step(head, labels.name(event), text(event)) for number, (event, head) in enumerate(heads.items(), 1)
    }
    played = [(player, event) for event, player in worth]
    return _race(labels, OF_EVENTS, race, steps, standings, table, played)


def _by_points(worth: Mapping[tuple[str, Any], float], events: Sequence[str]) -> tuple[Columns, dict[Any, int]]:
    """Return the rows of a race that ranks players by their points so far, and the ranks at the end of the race.

    worth  points of each player in each event
    """
    names = ("player", "round_no", "rank", "score")
    race, ranks, collected = Columns({name: [] for name in names}, {*names[1:]}), dict[Any, int](), dict[Any, float]()
    of_events: dict[str, dict[Any, float]] = {event: {} for event in events}
    for (event, player), points in worth.items():
        of_events[event][player] = points
    for number, of_event in enumerate(of_events.values(), 1):
        if of_event:
            collected |= {player: collected.get(player, 0.0) + points for player, points in of_event.items()}
            figures = np.round([*collected.values()], EQUAL_DECIMALS)
            better = len(figures) - np.sort(figures).searchsorted(figures, side="right")
            ranks = dict(zip(collected, (better + 1).tolist(), strict=True))
            race["player"].extend(collected)
            race["round_no"].extend([number] * len(collected))
            race["rank"].extend(ranks.values())
            race["score"].extend(figures.tolist())
    return race, ranks


def _race(
    labels: Labels,
    said: Steps,
    rounds: Columns,
    steps: Mapping[int, Step],
    standings: Columns,
    table: Mapping[str, str],
    played: Iterable[tuple[Any, Any]] = (),
) -> Race | None:
    """Return a race chart that shows the first SHOWN players in the standings.

    Ranks are always plotted. Points behind the leader are plotted too if the scores differ and whoever ranks first
    always has the highest score. The result is None if there are fewer than two steps or two players.

    steps  the names of each step, keyed by its number (`round_no` in `rounds`)
    """
    there = {*rounds["player"]} - {UNKNOWN_PLAYER}
    order = [player for player in standings["player"] if player in there]
    players, numbers = order[:SHOWN], sorted({*rounds["round_no"]})
    if len(numbers) < 2 or len(players) < 2:
        return None
    heads = [(steps[number].short, steps[number].long) for number in numbers]
    index, columns = ({key: at for at, key in enumerate(keys)} for keys in (players, numbers))
    ranks, scores = (_grid(rounds, name, index, columns) for name in ("rank", "score"))
    after = {steps[number].after: at for number, at in columns.items()}
    dots = np.zeros(ranks.shape)
    for player, name in played:
        if player in index and (step := text(name)) in after:
            dots[index[player], after[step]] = 1
    style, row = ("many", LOW_ROW) if len(players) >= MANY else ("", ROW)
    lines = _lines(labels, standings, players, table)
    level = np.array([*map(dict(standings.rows("player", "rank")).get, players)], float)
    plots = [_ranks(labels, said, ranks, dots, heads, lines, row, len(order))]
    behind = (
        np.nanmax(scores, axis=0) - scores if not np.isnan(scores).all(axis=0).any() else np.full(ranks.shape, np.nan)
    )
    leads = np.isclose(np.where(ranks == 1, behind, 0.0), 0.0) | np.isnan(behind)
    if leads.all() and np.nan_to_num(behind).max() > 0:
        plots.append(_behind(labels, said, behind, dots, heads, _middle(level), row))
    return Race(plots, lines, style, labels.w(said.title.of({"n": len(numbers)})))


def _grid(rounds: Columns, name: str, players: Mapping[Any, int], numbers: Mapping[int, int]) -> Grid:
    """Return a (player, step) array of figures, with NaN before a player's first result.

    If a player has several figures for a step, the lowest is used. `players` and `numbers` give the positions on the
    two axes.
    """
    figures = [[math.nan] * len(numbers) for _ in players]
    if name in rounds:
        for player, number, value in zip(rounds["player"], rounds["round_no"], floats(rounds[name]), strict=True):
            if player in players:
                of_player, at = figures[players[player]], numbers[number]
                if math.isnan(of_player[at]) or value < of_player[at]:
                    of_player[at] = value
    return np.array(figures, float)


def _lines(labels: Labels, standings: Columns, players: list[Any], table: Mapping[str, str]) -> list[Line]:
    """Return each player's line in a race, with the name, rank and score shown at its end."""
    shown = labels.figures(standings["score"])
    every = standings["rank"]
    of = {
        player: (rank, rank_shown(rank, level), score)
        for player, rank, level, score in zip(standings["player"], every, repeated(every), shown, strict=True)
    }
    first = {rank for rank in every if rank <= FIRST}
    coloured = {rank for rank in first if sum(other <= rank for other in every) <= MOST_FIRST}
    ranks = [of[player][0] for player in players]
    return [
        Line(labels.players.get(text(player), ""), table.get(text(player), ""), int(rank) if rank in coloured else 0,
             of[player][1], Bit(text(player), "name"), of[player][2], _ends(ranks[at - 1 : at] == [rank], ranks[at + 1 : at + 2] == [rank]))
        for at, (player, rank) in enumerate(zip(players, ranks, strict=True))
    ]  # fmt: skip


def _ends(above: bool, below: bool) -> str:
    """Return the styles for a name, given whether it shares its rank with the names above and below.

    The result is "" if it shares its rank with neither.
    """
    return " ".join(["level"] * (above or below) + ["from"] * (below and not above) + ["to"] * (above and not below))


def _middle(ranks: Grid) -> Grid:
    """Return each player's position in order of rank, counted from 0, as an array shaped like `ranks`.

    Players who are tied get the mean of their positions, and players without a rank get NaN.

    ranks  (player, step) array, or (player) array for a single step
    """
    each = ranks[:, np.newaxis]
    above, level = (each > ranks).sum(axis=1), (each == ranks).sum(axis=1)
    return np.where(np.isnan(ranks), np.nan, above + (level - 1) / 2)


def _ranks(
    labels: Labels,
    said: Steps,
    ranks: Grid,
    dots: Grid,
    heads: list[tuple[str, str]],
    lines: list[Line],
    row: int,
    of: int,
) -> Plot:
    """Return the plot of ranks.

    Tied players are drawn at the same height, halfway between the first and the last of the rows they occupy together.
    """
    down = row * (_middle(ranks) + 0.5)
    across = np.linspace(0, WIDTH, ranks.shape[1])
    first = [(line, *at) for line, *at in zip(lines, down.tolist(), ranks.tolist(), strict=True) if line.style]
    discs = {
        (x, y): (f"{x / WIDTH:.2%}", f"{y:.0f}", line.style, f"{rank:.0f}")
        for line, height, of_player in reversed(first)
        for x, y, rank in zip(across.tolist(), height, of_player, strict=True)
        if not math.isnan(y)
    }
    sentences = []
    for line, _, of_player in first:
        steps = zip(heads, of_player, strict=True)
        at = [say("{step} rank {rank}", step=long, rank=rank) for (_, long), rank in steps if not math.isnan(rank)]
        sentences.append(f"{line.name.text}{labels.w.colon}{labels.w(listed(at))}")
    shown = len(lines)
    note = (said.all_players if of == shown else said.first_players).of({"n": shown, "all": of})
    label = " ".join([f"{labels.w(said.title.of({'n': len(heads)}))}.", *(f"{one}." for one in sentences)])
    course = Course(across, down, dots, row * shown)
    notes = f"{labels.w(note)} {labels.w(said.played)}"
    return Plot(labels.w(say("Ranks")), label, _heads(heads, across), [], [*discs.values()], course, notes)


def _behind(
    labels: Labels, said: Steps, behind: Grid, dots: Grid, heads: list[tuple[str, str]], ends: Grid, row: int
) -> Plot:
    """Return the plot that shows how many points each player is behind the leader.

    Each line continues to the player's name.

    ends  row of each player's name
    """
    most, high = np.nanmax(behind), row * len(ends)
    scale = (high - row) / most
    across = np.linspace(0, TURN, behind.shape[1])
    down = np.column_stack([row / 2 + behind * scale, row * (ends + 0.5)])
    step = scale_step(most, TICKS)
    places = decimals([step])
    at = [step * number for number in range(1, int(most / step) + 1)]
    ticks = [(f"{row / 2 + value * scale:.0f}", f"−{labels.w.number(value, places)}") for value in at]
    course = Course(np.append(across, WIDTH), down, np.column_stack([dots, np.zeros(len(ends))]), high)
    note = labels.w(said.behind)
    notes = f"{note} {labels.w(said.played)}"
    return Plot(labels.w(say("Points behind")), note, _heads(heads, across), ticks, [], course, notes)


def _heads(heads: list[tuple[str, str]], across: Grid) -> list[tuple[str, str, str]]:
    """Return the headings above a plot, one for each step.

    If there are more than HEADS, some are left out, but never the last.
    """
    every = math.ceil(len(heads) / HEADS)
    cut = [(short if len(short) <= LONGEST_HEAD else f"{short[: LONGEST_HEAD - 1]}…", long) for short, long in heads]
    return [(f"{across[at] / WIDTH:.2%}", *cut[at]) for at in range(len(heads) - 1, -1, -every)][::-1]


def drawn(course: Course, lines: list[Line]) -> str:
    """Return the lines of a race as SVG, from the last player to the first, so that the leaders are drawn on top."""
    across = [*map(short, course.across.tolist())]
    grid = "".join(f"M{x} 0V{course.high:.0f}" for x in across)
    groups = []
    for line, heights, of_player in reversed([*zip(lines, course.down.tolist(), course.dots.tolist(), strict=True)]):
        points = [(x, short(y), dot) for x, y, dot in zip(across, heights, of_player, strict=True) if y == y]
        marks = "".join(f"M{x} {y}h0" for x, y, dot in points if dot)
        style = f' class="{line.style}"' if line.style else ""
        marked = f'<path class="d" d="{marks}"/>' if marks else ""
        path = "L".join(f"{x} {y}" for x, y, _ in points)
        groups.append(f'<g data-p="{line.at}"{style}><path d="M{path}"/>{marked}</g>')
    return f'<path class="gr" d="{grid}"/>{"".join(groups)}'
