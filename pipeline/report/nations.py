"""Circuits that rank nations: the results of their people as results of the nations."""

import pandas as pd

from pipeline.pages.report import RESULT, with_columns
from pipeline.report.cells import Bit, Cell, Table, plain, points_shown
from pipeline.report.labels import Voice
from pipeline.rules.ties import EQUAL_DECIMALS
from schemas.messages import say

NO_BREAK = "\N{NO-BREAK SPACE}"


def of_nations(results: pd.DataFrame) -> pd.DataFrame:
    """The used results of people as results of their nations, with the places of the nations among themselves."""
    used = results[results["used"].astype(bool)]
    sums = used.groupby(["event", "nation"], sort=False, as_index=False)["points"].sum()
    sums["points"] = sums["points"].round(EQUAL_DECIMALS)
    place = sums.groupby("event")["points"].rank(method="min", ascending=False)
    sums = sums.rename(columns={"nation": "player"}).assign(place=place, used=True, why="")
    return with_columns(sums, [*RESULT, "why"])


def people_table(
    voice: Voice, title: str, standings: pd.DataFrame, results: pd.DataFrame, ranked: pd.DataFrame
) -> Table:
    """A row a nation and event: its people with their points, and what they add up to or why they do not count."""
    order = {name: number for number, name in enumerate(standings["player"])}
    people = results.assign(
        order=results["nation"].map(lambda name: order.get(name, len(order) + (name == ""))),
        shown=voice.figures(results["points"]),
    ).sort_values(["order", "nation"], kind="stable")
    keys = zip(ranked["player"], ranked["event"], strict=True)
    totals = dict(zip(keys, voice.figures(ranked["points"]), strict=True))
    rows = []
    for nation, members in people.groupby("nation", sort=False):
        first = [Cell([voice.nation(nation)], "head", members["event"].nunique())]
        for event, team in members.groupby("event", sort=False):
            total = totals.get((nation, event), "")
            why = [] if total else [voice.said(reason, "small") for reason in dict.fromkeys(team["why"])]
            names = [
                bit
                for number, one in enumerate(team.itertuples())
                for bit in (Bit(", " if number else ""), voice.player(one.player), Bit(NO_BREAK), points_shown(one))
            ]
            rows.append([
                *first, plain(voice.name(event)), Cell([Bit(total)], "figure score"), Cell([*names, *why], "names")
            ])  # fmt: skip
            first = []
    heads = voice.heads("nation", "event", "points:figure", "players")
    return Table(voice.w(say("Results: {name}", name=title)), heads, rows, look="people")
