"""The race: each player's rank, or points behind the leader, after each round or event.

The lines are drawn as an SVG that stretches to the width of the page. Names, headings and ranks are HTML, so that they
keep their size.
"""

import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from pipeline.pages.report import CircuitReport, rows_of
from pipeline.report.drawings import scale_step, short
from pipeline.report.elements import Bit, Course, Grid, Line, Plot, Race, decimals, rank_shown, text
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
    labels: Labels, rounds: pd.DataFrame, standings: pd.DataFrame, table: Mapping[str, str], results: pd.DataFrame
) -> Race | None:
    """Return the race of an event, round by round.

    The result is None if there are fewer than two rounds or two players.

    table  identifier of each player's row in the standings
    """
    steps = rounds.assign(long=rounds["after"].map(labels.round), short=rounds["after"].map(labels.short_round))
    played = {*rows_of(results[results["kind"] == "game"], ["player", "round"])} if len(results) else set()
    return _race(labels, OF_ROUNDS, steps, standings, table, played)


def circuit_race(
    labels: Labels,
    circuit: CircuitReport,
    standings: pd.DataFrame,
    table: Mapping[str, str],
    results: pd.DataFrame,
    heads: Mapping[str, str],
) -> Race | None:
    """Return the race of a circuit: the ranks in `circuit.race` or, if it is empty, ranks by the points so far.

    The result is None if there are fewer than two events or two players, or if ranks by points would contradict the
    standings.

    table  identifier of each player's row in the standings
    heads  header of each event's column, in the order of the columns
    """
    if len(circuit.race):
        steps = circuit.race.assign(long=circuit.race["after"], short=circuit.race["after"])
        return _race(labels, OF_EVENTS, steps, standings, table)
    counted = results[results["used"].astype(bool)]
    if len(heads) < 2 or not len(counted):
        return None
    points = counted.pivot_table(index="player", columns="event", values="points", aggfunc="sum")[
        [key for key in heads if key in {*counted["event"]}]
    ]
    collected = points.fillna(0).cumsum(axis=1).where(points.notna().cummax(axis=1)).round(EQUAL_DECIMALS)
    ranks = collected.rank(ascending=False, method="min")
    if not ranks.iloc[:, -1].reindex(standings["player"]).dropna().is_monotonic_increasing:
        return None  # more than the sum of points decides, so the race would contradict the standings
    long = {
        name: frame.reset_index().melt("player", value_name=name)
        for name, frame in (("rank", ranks), ("score", collected))
    }
    steps = long["rank"].assign(score=long["score"]["score"]).dropna()
    number = steps["event"].map([*heads].index) + 1
    steps = steps.assign(
        round_no=number, after=steps["event"], long=steps["event"].map(labels.name), short=steps["event"].map(heads)
    )
    played = {*rows_of(counted, ["player", "event"])}
    return _race(labels, OF_EVENTS, steps, standings, table, played)


def _race(
    labels: Labels,
    said: Steps,
    rounds: pd.DataFrame,
    standings: pd.DataFrame,
    table: Mapping[str, str],
    played: Iterable[tuple[Any, Any]] = (),
) -> Race | None:
    """Return the race of the leading players, at most SHOWN of them.

    The result is None if there are fewer than two steps or two players.
    """
    there = {*rounds["player"]} - {UNKNOWN_PLAYER}
    order = [player for player in standings["player"] if player in there]
    players, numbers = order[:SHOWN], sorted({*rounds["round_no"]})
    if len(numbers) < 2 or len(players) < 2:
        return None
    steps = {number: [*map(text, names)] for number, *names in rows_of(rounds, ["round_no", "short", "long", "after"])}
    heads = [(short, long) for short, long, _ in map(steps.__getitem__, numbers)]
    ranks, scores = (_grid(rounds, name, players, numbers) for name in ("rank", "score"))
    after = {steps[number][-1]: at for at, number in enumerate(numbers)}
    index = {player: at for at, player in enumerate(players)}
    dots = np.zeros(ranks.shape)
    for player, name in played:
        if player in index and text(name) in after:
            dots[index[player], after[text(name)]] = 1
    style, row = ("many", LOW_ROW) if len(players) >= MANY else ("", ROW)
    lines = _lines(labels, standings, players, table)
    level = np.array([*map(dict(rows_of(standings, ["player", "rank"])).get, players)], float)
    plots = [_ranks(labels, said, ranks, dots, heads, lines, row, len(order))]
    behind = (
        np.nanmax(scores, axis=0) - scores if not np.isnan(scores).all(axis=0).any() else np.full(ranks.shape, np.nan)
    )
    leads = np.isclose(np.where(ranks == 1, behind, 0.0), 0.0) | np.isnan(behind)
    if leads.all() and np.nan_to_num(behind).max() > 0:
        plots.append(_behind(labels, said, behind, dots, heads, _middle(level), row))
    return Race(plots, lines, style, labels.w(said.title.of({"n": len(numbers)})))


def _grid(rounds: pd.DataFrame, name: str, players: list[Any], numbers: list[int]) -> Grid:
    """Return one figure per player and step, or NaN before the player's first result.

    If a player has several figures for a step, the lowest is returned. The axes of the array are (player, step), in the
    order of `players` and `numbers`.
    """
    figures: Grid = np.full((len(players), len(numbers)), np.nan)
    if name in rounds:
        values = pd.to_numeric(rounds[name]).to_numpy(float, na_value=np.nan)
        row, column = pd.Index(players).get_indexer(rounds["player"]), pd.Index(numbers).get_indexer(rounds["round_no"])
        shown = row >= 0
        np.fmin.at(figures, (row[shown], column[shown]), values[shown])
    return figures


def _lines(labels: Labels, standings: pd.DataFrame, players: list[Any], table: Mapping[str, str]) -> list[Line]:
    """Return each player's line in a race, with the name, rank and score shown at its end."""
    shown = labels.figures(standings["score"])
    shared = standings["rank"].duplicated(keep=False)
    of = {
        player: (rank, rank_shown(rank, level), score)
        for (player, rank), level, score in zip(rows_of(standings, ["player", "rank"]), shared, shown, strict=True)
    }
    before = [*standings["rank"].rank(method="max")]
    coloured = {
        rank for rank, last in zip(standings["rank"], before, strict=True) if rank <= FIRST and last <= MOST_FIRST
    }
    ranks = [of[player][0] for player in players]
    return [
        Line(labels.players.get(text(player), ""), table.get(text(player), ""), int(rank) if rank in coloured else 0,
             of[player][1], Bit(text(player), "name"), of[player][2], _ends(ranks[at - 1 : at] == [rank], ranks[at + 1 : at + 2] == [rank]))
        for at, (player, rank) in enumerate(zip(players, ranks, strict=True))
    ]  # fmt: skip


def _ends(above: bool, below: bool) -> str:
    """Return the styles of a name that shares its rank with the name above or below.

    The result is "" if the name shares its rank with neither.
    """
    return " ".join(["level"] * (above or below) + ["from"] * (below and not above) + ["to"] * (above and not below))


def _middle(ranks: Grid) -> Grid:
    """Return each player's row, counted from 0.

    Players who are tied get the mean of their rows, and players without a rank get NaN.
    """
    ranked = ~np.isnan(ranks)
    rows = np.full(ranks.shape, np.nan)
    rows[ranked] = pd.Series(ranks[ranked]).rank(method="average").to_numpy() - 1
    return rows


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
    """Return the plot of ranks, in which tied players are drawn in the middle of the rows that they fill."""
    down = row * (np.apply_along_axis(_middle, 0, ranks) + 0.5)
    across = np.linspace(0, WIDTH, ranks.shape[1])
    first = [(line, *of_line) for line, *of_line in zip(lines, down, ranks, strict=True) if line.style]
    discs = {
        (x, y): (f"{x / WIDTH:.2%}", f"{y:.0f}", line.style, f"{rank:.0f}")
        for line, height, of_player in reversed(first)
        for x, y, rank in zip(across, height, of_player, strict=True)
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
    """Return the plot of points behind the leader, in which each line runs on to the player's name.

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
    grid = "".join(f"M{short(x)} 0V{course.high:.0f}" for x in course.across)
    groups = []
    for line, heights, of_player in reversed([*zip(lines, course.down, course.dots, strict=True)]):
        points = [
            (short(x), short(y), dot) for x, y, dot in zip(course.across, heights, of_player, strict=True) if y == y
        ]
        marks = "".join(f"M{x} {y}h0" for x, y, dot in points if dot)
        style = f' class="{line.style}"' if line.style else ""
        marked = f'<path class="d" d="{marks}"/>' if marks else ""
        path = "L".join(f"{x} {y}" for x, y, _ in points)
        groups.append(f'<g data-p="{line.at}"{style}><path d="M{path}"/>{marked}</g>')
    return f'<path class="gr" d="{grid}"/>{"".join(groups)}'
