"""The standings, results and race of each circuit in the report.

Circuits of nations also list the results of their players.
"""

from collections import Counter
from datetime import date
from typing import Any

import pandas as pd

from pipeline.pages.heading import FINAL
from pipeline.pages.report import RESULT, CircuitReport, Columns, columns_of, events_of, named, with_columns
from pipeline.report.elements import (
    Bit,
    Cell,
    Head,
    Part,
    Table,
    as_day,
    figure,
    plain,
    points_shown,
    text,
    without_empty,
)
from pipeline.report.labels import Labels
from pipeline.report.race import circuit_race
from pipeline.report.standings import STRUCK_OUT, lead, marks_of, notes_of, podium, post, standings_table
from pipeline.rules.ties import EQUAL_DECIMALS
from schemas.messages import say
from schemas.words import natural

# columns that describe an event in the results of a circuit
EVENT_FACTS = ("rating", "players", "modifier", "boards", "table_boards", "all_boards", "circuit_points")
NUMBERED = 5  # a circuit with at least this many events has numbered columns, explained below the table
NUMBERED_BESIDE_COUNTRIES = 3
REASONS_NAMED = 30  # most results named for each reason; others are only counted
NO_BREAK = "\N{NO-BREAK SPACE}"


def circuit_parts(labels: Labels) -> list[Part]:
    """Return one part of the report for each circuit, with its standings, results and race."""
    return [_circuit(labels, labels.circuit_anchors[circuit.id], circuit) for circuit in labels.report.circuits]


def _circuit(labels: Labels, anchor: str, circuit: CircuitReport) -> Part:
    """Return the section of the report about one circuit.

    Its results are columns of the standings or, if each result is a single game, rows of a table. A circuit of nations
    also has a table of its players' results.
    """
    standings, results = columns_of(named(circuit)), _by_day(labels, with_columns(circuit.results, [*RESULT, "why"]))
    games, nations = "board" in circuit.results, "nation" in circuit.results
    keys = [] if games else [*dict.fromkeys(results["event"])]
    ranked = of_nations(results) if nations else results
    few = NUMBERED_BESIDE_COUNTRIES if "country" in standings else NUMBERED
    heads = {key: str(number) if len(keys) >= few else labels.name(key) for number, key in enumerate(keys, 1)}
    listed = ranked[ranked["player"].isin({*standings["player"]})]
    marks = marks_of(labels, columns_of(listed), "event") if keys else {}
    columns = [Head(head, "figure", labels.name(key)) for key, head in heads.items()]
    table = standings_table(labels, anchor, circuit.title, standings, keys, columns, marks, circuit.system)
    if games:
        details = [_games_table(labels, circuit, standings, results)]
    else:
        people = [people_table(labels, circuit.title, standings, results, ranked)] if nations else []
        details = [*([_circuit_events(labels, circuit.title, results)] if len(keys) > 1 else []), *people]
    legend = [[Bit(labels.w(STRUCK_OUT))]] if nations and not results["used"].astype(bool).all() else []
    lack = "" if table else labels.w(say("This circuit’s standings are empty."))
    rows = dict(zip(map(text, standings["player"]), (row for row, _ in table.people), strict=True)) if table else {}
    final, shown = circuit.status.word == FINAL, labels.figures(standings["score"], circuit.system)
    return Part(
        anchor=anchor,
        title=circuit.title,
        chips=[*labels.status_chip(circuit.status), *labels.chips(events_of(circuit))],
        final=final,
        lack=f"{lack} {labels.sentences(circuit.status.reasons)}".strip(),
        lead=lead(labels, standings, shown, final, circuit.system),
        podium=podium(labels, standings, shown, circuit.system, marks),
        post=post(labels, standings, shown),
        standings=table,
        notes=[*legend, *notes_of(labels, standings, marks)],
        race=circuit_race(labels, circuit, standings, rows, ranked, heads) if table else None,
        headline=_title(labels, circuit),
        facts=[Bit(labels.w(say("Rules")), link=labels.rule_anchor(circuit.title))] if circuit.rules else [],
        details=details if len(results) else [],
        left_out=[] if games or nations else _left_out(labels, results, {*standings["player"]}),
    )


def _title(labels: Labels, circuit: CircuitReport) -> list[Bit]:
    """Return the title that the winner of a circuit receives, such as Emperor of Europe."""
    line = labels.said(circuit.headline)
    return [line._replace(text=line.text[:1].upper() + line.text[1:])] if line.text else []


def _by_day(labels: Labels, results: pd.DataFrame) -> pd.DataFrame:
    """Return the results sorted by the end date of their event. Events without a date come last."""
    last_days = {event: as_day(end) or as_day(start) for event, (start, end) in labels.days.items()}
    in_order = sorted({*results["event"]}, key=lambda event: (last_days.get(event) or date.max, natural(event)))
    order = {event: number for number, event in enumerate(in_order)}
    return results.iloc[results["event"].map(order).argsort(kind="stable")].reset_index(drop=True)


def _circuit_events(labels: Labels, title: str, results: pd.DataFrame) -> Table:
    """Return a table of a circuit's events and their sizes, in the same order as the columns of the standings."""
    counted = results[results["used"].astype(bool)].groupby("event").size()
    first = results.drop_duplicates("event").set_index("event")
    first["counted"] = counted.reindex(first.index, fill_value=0)
    facts = [name for name in EVENT_FACTS if name in results]
    same = results.groupby("event")[facts].nunique().le(1).all()
    facts = [name for name in facts if same[name] and first[name].notna().any()]
    facts += [] if "players" in facts else ["counted"]
    figures = [labels.figures(first[name]) for name in facts]
    rows = [
        [
            figure(str(number + 1)),
            Cell([Bit(labels.name(event), link=labels.anchors.get(event, ""))], "head"),
            plain(labels.dates(*labels.days.get(event, ("", "")))),
            *(figure(column[number]) for column in figures),
        ]
        for number, event in enumerate(first.index)
    ]
    heads = [Head("", "figure"), *labels.heads("event", "dates", *(f"{name}:figure" for name in facts))]
    return without_empty(Table(labels.w(say("Events in the circuit: {name}", name=title)), heads, rows))


def _games_table(labels: Labels, circuit: CircuitReport, standings: Columns, results: pd.DataFrame) -> Table:
    """Return a table with one row per game, grouped by player in the order of the standings."""
    order = {name: number for number, name in enumerate(standings["player"])}
    games = results.assign(
        player=results["player"].map(text),
        order=results["player"].map(lambda name: order.get(name, len(order))),
        shown=labels.figures(results["points"], circuit.system),
    ).sort_values(["order", "player"], kind="stable")
    state = "state" in games
    played, begins = Counter(games["player"]), ~games["player"].duplicated()
    rows = [
        [
            *([Cell([labels.player(game.player)], "head", played[game.player])] if first else []),
            *_game_cells(labels, game, state),
        ]
        for game, first in zip(games.itertuples(), begins, strict=True)
    ]
    names = ("player", "event", "round", "board", "power", *(["state"] if state else []), "points:figure", "counts")
    return without_empty(Table(labels.w(say("Results: {name}", name=circuit.title)), labels.heads(*names), rows))


def _game_cells(labels: Labels, game: Any, state: bool) -> list[Cell]:
    """Return the cells of one game: event, round, board, power, state, points, and whether the game counts.

    If the game does not count, the last cell gives the reason.

    state  whether to include the state of the game
    """
    season = text(getattr(game, "season", ""))
    event = labels.name(game.event) + (f" ({season})" if season not in ("", labels.report.season) else "")
    counts = labels.said(game.why if text(game.why) else say("yes") if game.used else say("dropped"))
    return [
        *(plain(shown) for shown in (event, text(game.round), text(game.board), labels.power(game.power))),
        *([Cell([labels.said(game.state)])] if state else []),
        Cell([points_shown(game)], "figure"),
        Cell([counts]),
    ]


def _left_out(labels: Labels, results: pd.DataFrame, listed: set[object]) -> list[list[Bit]]:
    """Return the results that do not count, grouped by reason, with players outside the standings first."""
    reasons = []
    for why, rows in results[results["why"].map(text) != ""].groupby("why", sort=False):
        absent = ~rows["player"].isin(listed) | rows["points"].isna()
        bits = [labels.said(why), Bit(labels.w.colon)]
        for number, row in enumerate(pd.concat([rows[absent], rows[~absent]]).head(REASONS_NAMED).itertuples()):
            bits += [Bit("; " if number else ""), labels.player(row.player), Bit(f" ({labels.name(row.event)})")]
        if (more := len(rows) - REASONS_NAMED) > 0:
            above = say("and {n} more, struck out above", n=more)
            others = above if absent.sum() <= REASONS_NAMED else say("and {n} more", n=more)
            bits.append(Bit("; " + labels.w(others)))
        reasons.append(bits)
    return reasons


def of_nations(results: pd.DataFrame) -> pd.DataFrame:
    """Return, for each nation and event, the sum of the results that count, and the nation's place in the event."""
    used = results[results["used"].astype(bool)]
    sums = used.groupby(["event", "nation"], sort=False, as_index=False)["points"].sum()
    sums["points"] = sums["points"].round(EQUAL_DECIMALS)
    place = sums.groupby("event")["points"].rank(method="min", ascending=False)
    sums = sums.rename(columns={"nation": "player"}).assign(place=place, used=True, why="")
    return with_columns(sums, [*RESULT, "why"])


def people_table(labels: Labels, title: str, standings: Columns, results: pd.DataFrame, ranked: pd.DataFrame) -> Table:
    """Return a table with one row per nation and event.

    A row shows the nation's players with their points, and either the sum that counts or the reason why nothing counts.
    """
    order = {name: number for number, name in enumerate(standings["player"])}
    people = results.assign(
        order=results["nation"].map(lambda name: order.get(name, len(order) + (name == ""))),
        shown=labels.figures(results["points"]),
    ).sort_values(["order", "nation"], kind="stable")
    keys = zip(ranked["player"], ranked["event"], strict=True)
    totals = dict(zip(keys, labels.figures(ranked["points"]), strict=True))
    rows = []
    for nation, members in people.groupby("nation", sort=False):
        first = [Cell([labels.nation(nation)], "head", members["event"].nunique())]
        for event, team in members.groupby("event", sort=False):
            total = totals.get((nation, event), "")
            why = [] if total else [labels.said(reason, "small") for reason in dict.fromkeys(team["why"])]
            names = [
                bit
                for number, one in enumerate(team.itertuples())
                for bit in (Bit(", " if number else ""), labels.player(one.player), Bit(NO_BREAK), points_shown(one))
            ]
            rows.append([
                *first, plain(labels.name(event)), Cell([Bit(total)], "figure score"), Cell([*names, *why], "names")
            ])  # fmt: skip
            first = []
    heads = labels.heads("nation", "event", "points:figure", "players")
    return Table(labels.w(say("Results: {name}", name=title)), heads, rows, style="people")
