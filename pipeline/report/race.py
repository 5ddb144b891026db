"""The race: the ranks of the first after each round or event."""

from typing import Any

import numpy as np
import pandas as pd

from pipeline.pages.report import CircuitReport, rows_of
from pipeline.report.drawings import race_chart
from pipeline.report.figures import text
from pipeline.report.labels import Voice
from pipeline.report.view_models import Race
from pipeline.rules.ties import EQUAL_DECIMALS
from schemas.messages import listed, say

RACERS = 8
RANKS = say("The rank after each step, in the circle; the lines are in the order of these players among themselves.")


def event_race(voice: Voice, title: str, rounds: pd.DataFrame, standings: pd.DataFrame) -> Race | None:
    """The ranks after each round."""
    if not len(rounds):
        return None
    long = rounds["after"].map(lambda name: voice.round(name))
    return _race(voice, title, rounds.assign(after=long, short=rounds["after"]), standings)


def circuit_race(
    voice: Voice, circuit: CircuitReport, standings: pd.DataFrame, results: pd.DataFrame, keys: list[str]
) -> Race | None:
    """The ranks after each event, as given or by the points collected."""
    if len(circuit.race):
        return _race(voice, circuit.title, circuit.race, standings)
    counted = results[results["used"].astype(bool)]
    if len(keys) < 2 or not len(counted):
        return None
    points = counted.pivot_table(index="player", columns="event", values="points", aggfunc="sum")[
        [key for key in keys if key in {*counted["event"]}]
    ]
    collected = points.fillna(0).cumsum(axis=1).where(points.notna().cummax(axis=1)).round(EQUAL_DECIMALS)
    ranks = collected.rank(ascending=False, method="min")
    if not ranks.iloc[:, -1].reindex(standings["player"]).dropna().is_monotonic_increasing:
        return None  # more than the sum of points decides: the race would tell another story than the standings
    ranks = ranks.reset_index().melt("player", var_name="event", value_name="rank").dropna()
    number = ranks["event"].map(keys.index) + 1
    steps = ranks.assign(round_no=number, after=ranks["event"].map(voice.name), short=number)
    return _race(voice, circuit.title, steps, standings, voice.w(say("Ranks by the counted points collected so far.")))


def _race(voice: Voice, name: str, rounds: pd.DataFrame, standings: pd.DataFrame, note: str = "") -> Race | None:
    """The ranks of the first after each step, if there are two steps or more."""
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
        sentences.append(voice.w(after))
    ranks = pd.DataFrame(
        [[rank_after.get((player, n), np.nan) for n in numbers] for player in first], first, numbers, float
    )
    full, brief = ([steps[number][form] for number in numbers] for form in (0, 1))
    title = voice.w(say("The race, {name}. {steps}", name=name, steps=" ".join(sentences)))
    picture = race_chart(ranks, full, brief, title, voice.prefix())
    of = say("The first {n} of {all}.", n=len(first), all=len(standings))
    return Race(
        picture, [*([note] if note else []), voice.w(RANKS), *([voice.w(of)] if len(first) < len(standings) else [])]
    )
