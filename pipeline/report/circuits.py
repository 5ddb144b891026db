"""The circuits: each with its standings, its results and its race."""

from datetime import date
from typing import Any

import pandas as pd

from pipeline.pages.report import RESULT, CircuitReport, events_of, named, with_columns
from pipeline.report.cells import Bit, Cell, Head, Table, figure, plain, points_shown, without_empty
from pipeline.report.figures import as_day, text
from pipeline.report.labels import Voice
from pipeline.report.nations import of_nations, people_table
from pipeline.report.race import circuit_race
from pipeline.report.standings import BOLD_COUNT, marks_of, notes_of, standings_table
from pipeline.report.view_models import Part
from schemas.messages import say
from schemas.words import natural

# of an event, in the results of a circuit
EVENT_FACTS = ("rating", "players", "modifier", "boards", "table_boards", "all_boards", "circuit_points")
NUMBERED = 5  # so many events of a circuit and more are columns with a number, explained below the table
NUMBERED_BESIDE_COUNTRIES = 3
REASONS_NAMED = 30  # of the others only the number


def circuit_parts(voice: Voice) -> list[Part]:
    """Each circuit with its standings, its results and its race."""
    return [_circuit(voice, f"circuit-{number}", circuit) for number, circuit in enumerate(voice.report.circuits, 1)]


def _circuit(voice: Voice, anchor: str, circuit: CircuitReport) -> Part:
    """One circuit: its results stand in the standings, an event a column, or below, a game or a person a row."""
    standings, results = named(circuit), _by_day(voice, with_columns(circuit.results, [*RESULT, "why"]))
    games, nations = "board" in circuit.results, "nation" in circuit.results
    keys = [] if games else [*dict.fromkeys(results["event"])]
    ranked = of_nations(results) if nations else results
    few = NUMBERED_BESIDE_COUNTRIES if "country" in standings else NUMBERED
    heads = [
        Head(str(number) if len(keys) >= few else voice.name(key), "figure", voice.name(key))
        for number, key in enumerate(keys, 1)
    ]
    marks = marks_of(voice, ranked[ranked["player"].isin(standings["player"])], "event") if keys else {}
    table = standings_table(voice, circuit.title, standings, keys, heads, marks, circuit.system)
    if games:
        details = [_games_table(voice, circuit, standings, results)]
    else:
        people = [people_table(voice, circuit.title, standings, results, ranked)] if nations else []
        details = [_circuit_events(voice, circuit.title, results), *people]
    legend = [voice.w(BOLD_COUNT)] if nations and not results["used"].astype(bool).all() else []
    lack = "" if table else voice.w(say("Nobody is in the standings of this circuit."))
    return Part(
        anchor=anchor,
        title=circuit.title,
        chips=[*voice.status_chip(circuit.status), *voice.chips(events_of(circuit))],
        lack=f"{lack} {voice.sentences(circuit.status.reasons)}".strip(),
        standings=table,
        notes=[*legend, *notes_of(voice, standings, marks)],
        race=circuit_race(voice, circuit, standings, ranked, keys),
        headline=headline(voice, circuit),
        details=details if len(results) else [],
        left_out=[] if games or nations else _left_out(voice, results, {*standings["player"]}),
        links=[Bit(voice.w(say("Rules of this circuit")), link=f"{anchor}-rules")] if circuit.rules else [],
    )


def headline(voice: Voice, circuit: CircuitReport) -> list[Bit]:
    """Who won a circuit, in words."""
    line, table = voice.said(circuit.headline), named(circuit)
    asked = filter(None, (voice.doubt(text(name)) for name in table.loc[table["rank"] == 1, "player"]))
    said = line.text[:1].upper() + line.text[1:]
    return [line._replace(text=said, doubt=" ".join(asked))] if line.text else []


def _by_day(voice: Voice, results: pd.DataFrame) -> pd.DataFrame:
    """The results with their events in the order of the season: by the day they ended, those without a day last."""
    ends = {event: as_day(end) or as_day(start) for event, (start, end) in voice.days.items()}
    in_order = sorted({*results["event"]}, key=lambda event: (ends.get(event) or date.max, natural(event)))
    order = {event: number for number, event in enumerate(in_order)}
    return results.iloc[results["event"].map(order).argsort(kind="stable")].reset_index(drop=True)


def _circuit_events(voice: Voice, title: str, results: pd.DataFrame) -> Table:
    """The events of a circuit with their size, in the order of the columns of the standings."""
    counted = results[results["used"].astype(bool)].groupby("event").size()
    first = results.drop_duplicates("event").set_index("event")
    first["counted"] = counted.reindex(first.index, fill_value=0)
    same = results.groupby("event").nunique().le(1).all()
    facts = [name for name in EVENT_FACTS if name in same and same[name] and first[name].notna().any()]
    facts += [] if "players" in facts else ["counted"]
    figures = [voice.figures(first[name]) for name in facts]
    rows = [
        [
            figure(str(number + 1)),
            Cell([Bit(voice.name(event), link=voice.anchors.get(event, ""))], "head"),
            plain(voice.dates(*voice.days.get(event, ("", "")))),
            *(figure(column[number]) for column in figures),
        ]
        for number, event in enumerate(first.index)
    ]
    heads = [Head("", "figure"), *voice.heads("event", "dates", *(f"{name}:figure" for name in facts))]
    return without_empty(Table(voice.w(say("Events of the circuit: {name}", name=title)), heads, rows))


def _games_table(voice: Voice, circuit: CircuitReport, standings: pd.DataFrame, results: pd.DataFrame) -> Table:
    """A row a game, the games of a player together, the players in their order in the standings."""
    order = {name: number for number, name in enumerate(standings["player"])}
    games = results.assign(
        player=results["player"].map(text),
        order=results["player"].map(lambda name: order.get(name, len(order))),
        shown=voice.figures(results["points"], circuit.system),
    ).sort_values(["order", "player"], kind="stable")
    state = "state" in games
    rows = []
    for player, played in games.groupby("player", sort=False):
        first = [Cell([voice.player(player)], "head", len(played))]
        for game in played.itertuples():
            rows.append([*first, *_game_cells(voice, game, state)])
            first = []
    names = ("player", "event", "round", "board", "power", *(["state"] if state else []), "points:figure", "counts")
    return without_empty(Table(voice.w(say("Results: {name}", name=circuit.title)), voice.heads(*names), rows))


def _game_cells(voice: Voice, game: Any, state: bool) -> list[Cell]:
    """One game of a player: where, what it gave, whether and why it counts."""
    season = text(getattr(game, "season", ""))
    event = voice.name(game.event) + (f" ({season})" if season not in ("", voice.report.season) else "")
    counts = voice.said(game.why if text(game.why) else say("yes") if game.used else say("dropped"))
    return [
        *(plain(shown) for shown in (event, text(game.round), text(game.board), voice.power(game.power))),
        *([Cell([voice.said(game.state)])] if state else []),
        Cell([points_shown(game)], "figure"),
        Cell([counts]),
    ]


def _left_out(voice: Voice, results: pd.DataFrame, listed: set[object]) -> list[list[Bit]]:
    """The results that do not count, by the reason; whoever is not in the standings is named first."""
    reasons = []
    for why, rows in results[results["why"].map(text) != ""].groupby("why", sort=False):
        absent = ~rows["player"].isin(listed) | rows["points"].isna()
        bits = [voice.said(why), Bit(voice.w.colon)]
        for number, row in enumerate(pd.concat([rows[absent], rows[~absent]]).head(REASONS_NAMED).itertuples()):
            bits += [Bit("; " if number else ""), voice.player(row.player), Bit(f" ({voice.name(row.event)})")]
        if (more := len(rows) - REASONS_NAMED) > 0:
            above = say("and {n} more, struck out above", n=more)
            others = above if absent.sum() <= REASONS_NAMED else say("and {n} more", n=more)
            bits.append(Bit("; " + voice.w(others)))
        reasons.append(bits)
    return reasons
