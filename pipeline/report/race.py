"""The race: the ranks of the first after each round or event."""

import pandas as pd

from pipeline.charts import race_chart
from pipeline.report.figures import text
from pipeline.report.frames import CircuitReport
from pipeline.report.parts import Race
from pipeline.report.voice import Voice
from pipeline.ties import EQUAL_DECIMALS

RACERS = 8


def event_race(voice: Voice, title: str, rounds: pd.DataFrame, standings: pd.DataFrame) -> Race | None:
    """The ranks after each round."""
    if not len(rounds):
        return None
    long = rounds["after"].map(lambda name: voice.numbered("round", name))
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
    ranks = collected.rank(ascending=False, method="min").reset_index()
    ranks = ranks.melt("player", var_name="event", value_name="rank").dropna()
    number = ranks["event"].map(keys.index) + 1
    steps = ranks.assign(round_no=number, after=ranks["event"].map(voice.name), short=number)
    return _race(voice, circuit.title, steps, standings, voice.w("race_collected"))


def _race(voice: Voice, name: str, rounds: pd.DataFrame, standings: pd.DataFrame, note: str = "") -> Race | None:
    """The ranks of the first after each step, if there are two steps or more."""
    steps = rounds.drop_duplicates("round_no").sort_values("round_no", kind="stable")
    first = [player for player in standings["player"] if player in {*rounds["player"]}][:RACERS]
    if len(steps) < 2 or not first:
        return None
    ranks = rounds.pivot_table(index="player", columns="round_no", values="rank", aggfunc="min")
    ranks = ranks.reindex(index=first, columns=steps["round_no"]).astype(float)
    after = [text(step) for step in steps["after"]]
    told = " ".join(
        voice.w("race_step", step=step, ranks=voice.w.listed([f"{rank:.0f} {player}" for player, rank in own.items()]))
        for step, number in zip(after, ranks, strict=True)
        for own in [ranks[number].dropna().sort_values(kind="stable")]
    )
    short = [text(step) for step in steps["short" if "short" in steps else "after"]]
    picture = race_chart(ranks, after, short, voice.w("race_of", name=name, steps=told), voice.prefix())
    of = voice.w("race_first", n=len(first), all=len(standings)) if len(first) < len(standings) else ""
    return Race(picture, [line for line in (note, voice.w("race_ranks"), of) if line])
