"""Standings with every result that they are made of, their podium, and the race: the ranks after each round or event."""

from typing import Any

import numpy as np
import pandas as pd

from pipeline.pages.events import ADDED
from pipeline.pages.report import STANDING, CircuitReport, rows_of
from pipeline.report.drawings import race_chart
from pipeline.report.elements import (
    CROWDED,
    WIDEST_GRID,
    Bit,
    Cell,
    Head,
    Race,
    Step,
    Table,
    figure,
    plain,
    rank_shown,
    result_cells,
    text,
)
from pipeline.report.labels import Labels
from pipeline.rules.ties import EQUAL_DECIMALS
from schemas.messages import listed, say

COUNTS = ("events", "games")
PODIUM = 3  # steps
STANDING_ON_A_STEP = 6  # most players named; others are only counted
BOLD_COUNT = say("Bold results count; those struck out are dropped.")
SHARED_RANK = say("2= is a rank shared by equal scores.")

Marks = dict[tuple[str, str], list[Bit]]  # (player, column) -> the results in that cell
RACERS = 8
RANKS = say("The rank after each step, in the circle; the lines are in the order of these players among themselves.")


def marks_of(labels: Labels, results: pd.DataFrame, key: str, system: str = "") -> Marks:
    """Return each player's results by round or event: points (struck out if dropped), power or place, and the share that counts."""
    everything = bool(results["used"].astype(bool).all())
    marks: Marks = {}
    rows = rows_of(results, ["player", key, "used", "kind", "power", "place"])
    shares = results["share"] if "share" in results else results["used"].astype(float)
    parts = [
        f" × {part}" if share not in (0, 1) else "" for share, part in zip(shares, labels.figures(shares), strict=True)
    ]
    for shown, part, (player, column, used, kind, power, place) in zip(
        labels.figures(results["points"], system), parts, rows, strict=True
    ):
        style = "" if everything else "used" if used else "dropped"
        placed = f"{int(place)}." if key == "event" and text(place) else ""
        detail = labels.w(say("sat out")) if kind == "sat out" else placed or labels.power(power)
        bits = marks.setdefault((text(player), text(column)), [])
        bits += [Bit(shown or "–", style), Bit(f"{detail}{part}", "small")]
    return marks


def standings_table(
    labels: Labels,
    title: str,
    standings: pd.DataFrame,
    keys: list[str],
    heads: list[Head],
    marks: Marks,
    system: str = "",
) -> Table | None:
    """Return the standings with every result of each player; None without players."""
    if not len(standings):
        return None
    filled = [name for name in standings if any(map(text, standings[name].to_numpy(object)))]
    first = [name for name in COUNTS if name in filled]
    country = ["country"] if "country" in filled else []
    shown_before = {*STANDING, *country, *COUNTS}
    others = [name for name in filled if name not in shown_before and not (marks and name.startswith("best_"))]
    last = [name for name in others if name not in ADDED or standings[name].any()]
    numbers = {*standings.select_dtypes("number")}
    shown = {name: labels.figures(standings[name], system) for name in ("score", *first, *last)}
    shared = standings.duplicated("rank", keep=False)
    rows = []
    for i, (rank, player, settled, level) in enumerate(
        zip(standings["rank"], standings["player"], standings["settled"], shared, strict=True)
    ):
        results = [(key, marks.get((text(player), key), [])) for key in keys]
        rows.append([
            Cell([Bit(rank_shown(rank, level), "rank")], "figure"),
            Cell([labels.player(player), *([labels.said(settled, "small")] if text(settled) else [])], "head"),
            *(Cell([Bit(standings[name].iloc[i], "name")]) for name in country),
            Cell([Bit(shown["score"][i])], "figure score"),
            *(figure(shown[name][i]) for name in first),
            *result_cells(results),
            *(figure(shown[name][i]) if name in numbers else plain(shown[name][i]) for name in last),
        ])  # fmt: skip
    row_styles = [f"medal{rank:.0f}" if rank <= PODIUM else "" for rank in standings["rank"]]
    columns = [
        *labels.heads("rank:figure", standings.attrs.get("who", "player"), *country, "score:figure"),
        *labels.heads(*(f"{name}:figure" for name in first)),
        *(heads if len(keys) <= WIDEST_GRID else labels.heads("results")),
        *labels.heads(*(f"{name}:figure" if name in numbers else name for name in last)),
    ]
    style = "crowded" if CROWDED < len(keys) <= WIDEST_GRID else ""
    return Table(labels.w(say("Standings: {name}", name=title)), columns, rows, row_styles, style)


def notes_of(labels: Labels, standings: pd.DataFrame, marks: Marks) -> list[str]:
    """Return the notes on how to read the standings."""
    dropped = any(bit.style == "dropped" for bits in marks.values() for bit in bits)
    shared = standings.duplicated("rank").any()
    legends = ((BOLD_COUNT, dropped), (SHARED_RANK, shared))
    return [labels.w(legend) for legend, needed in legends if needed]


def steps(labels: Labels, standings: pd.DataFrame, system: str = "") -> list[Step]:
    """Return one podium step per rank up to the third."""
    first = standings.assign(shown=labels.figures(standings["score"], system))
    steps = []
    for rank, rows in first[first["rank"] <= PODIUM].groupby("rank", sort=True):
        names = labels.few([labels.player(name) for name in rows["player"]], STANDING_ON_A_STEP)
        steps.append(Step(int(rank), rank_shown(rank, len(rows) > 1), names, rows["shown"].iloc[0]))
    return steps


def event_race(labels: Labels, title: str, rounds: pd.DataFrame, standings: pd.DataFrame) -> Race | None:
    """Return the race of an event: ranks after each round."""
    if not len(rounds):
        return None
    long = rounds["after"].map(lambda name: labels.round(name))
    return _race(labels, title, rounds.assign(after=long, short=rounds["after"]), standings)


def circuit_race(
    labels: Labels, circuit: CircuitReport, standings: pd.DataFrame, results: pd.DataFrame, keys: list[str]
) -> Race | None:
    """Return the race of a circuit: ranks after each event, as given or by points collected."""
    if len(circuit.race):
        return _race(labels, circuit.title, circuit.race, standings)
    counted = results[results["used"].astype(bool)]
    if len(keys) < 2 or not len(counted):
        return None
    points = counted.pivot_table(index="player", columns="event", values="points", aggfunc="sum")[
        [key for key in keys if key in {*counted["event"]}]
    ]
    collected = points.fillna(0).cumsum(axis=1).where(points.notna().cummax(axis=1)).round(EQUAL_DECIMALS)
    ranks = collected.rank(ascending=False, method="min")
    if not ranks.iloc[:, -1].reindex(standings["player"]).dropna().is_monotonic_increasing:
        return None  # other rules than the sum of points decide, so the race would contradict the standings
    ranks = ranks.reset_index().melt("player", var_name="event", value_name="rank").dropna()
    number = ranks["event"].map(keys.index) + 1
    steps = ranks.assign(round_no=number, after=ranks["event"].map(labels.name), short=number)
    return _race(
        labels, circuit.title, steps, standings, labels.w(say("Ranks by the counted points collected so far."))
    )


def _race(labels: Labels, name: str, rounds: pd.DataFrame, standings: pd.DataFrame, note: str = "") -> Race | None:
    """Return the chart of the leaders' ranks after each step; None with fewer than two steps."""
    short = "short" if "short" in rounds else "after"
    steps: dict[int, tuple[str, str]] = {}
    rank_after: dict[tuple[Any, int], float] = {}  # the rank of a player after a step, the best if there are several
    for number, after, brief, player, rank in rows_of(rounds, ["round_no", "after", short, "player", "rank"]):
        steps.setdefault(number, (text(after), text(brief)))
        if text(rank):
            rank_after[player, number] = min(rank, rank_after.get((player, number), rank))
    numbers, ranked = sorted(steps), {player for player, _ in rank_after}
    first = [player for player in standings["player"] if player in ranked][:RACERS]
    if len(steps) < 2 or not first:
        return None
    sentences = []
    for number in numbers:
        in_order = sorted(
            (rank_after[player, number], n) for n, player in enumerate(first) if (player, number) in rank_after
        )
        names = [f"{rank:.0f} {first[n]}" for rank, n in in_order]
        after = say("After {step}: {ranks}.", step=steps[number][0], ranks=listed(names, "and"))
        sentences.append(labels.w(after))
    ranks = pd.DataFrame(
        [[rank_after.get((player, n), np.nan) for n in numbers] for player in first], first, numbers, float
    )
    full, brief = ([steps[number][form] for number in numbers] for form in (0, 1))
    title = labels.w(say("The race, {name}. {steps}", name=name, steps=" ".join(sentences)))
    picture = race_chart(ranks, full, brief, title, labels.prefix())
    of = say("The first {n} of {all}.", n=len(first), all=len(standings))
    return Race(
        picture, [*([note] if note else []), labels.w(RANKS), *([labels.w(of)] if len(first) < len(standings) else [])]
    )
