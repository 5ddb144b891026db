"""The events: a list, and each with its standings, its results and its race."""

from typing import Any

import pandas as pd

from pipeline.pages.report import RESULT, by_event, with_columns
from pipeline.pages.season import OVER
from pipeline.report.cells import Bit, Cell, Head, Table, figure, plain, with_between, without_empty
from pipeline.report.chances import chances_notes, chances_tables
from pipeline.report.figures import rank_shown, text, whole
from pipeline.report.labels import Voice
from pipeline.report.prizes import prize_tables
from pipeline.report.race import event_race
from pipeline.report.standings import Marks, marks_of, notes_of, standings_table
from pipeline.report.tournaments import kind_of, winners_of
from pipeline.report.view_models import Part
from schemas.messages import plural, say
from schemas.words import natural

WINNERS = 4  # by name; of the others only the number
RANK_AFTER = say("→ 2 is the rank after that round.")
ONLY_THE_LIST = say("The text of the system ranks nobody by games added up, only by the list.")
SEAT = ("event", "round", "board", "place", "power", "player")  # of a game in a bulletin; what follows are figures
NO_SYSTEM = say("No standings: the event names no official system.")
COMPARED = say("Its boards are scored for comparison, in the season’s workbooks.")


def event_list(voice: Voice, standings: pd.DataFrame) -> Table | None:
    """The events with their size and winner; a single event needs no list."""
    winners = {
        event: [voice.player(name) for name in rows.loc[rows["rank"] == 1, "player"]]
        for event, rows in by_event(standings)
        if event not in voice.report.added_up
    }
    winners |= {page.event: [voice.nation(name) for name in winners_of(page)] for page in voice.report.tournaments}
    played = voice.events[["event", "venue", "system_title", "boards", "players"]].itertuples(index=False, name=None)
    bao = [(page.event, page.place, kind_of(voice, page), "", page.players) for page in voice.report.tournaments]
    rows = [
        [
            Cell([Bit(voice.name(event), link=voice.anchors[event]), *voice.event_chips(event)], "head"),
            *(plain(shown) for shown in (voice.dates(*voice.days[event]), text(place), text(system))),
            *(figure(whole(size) if size else "") for size in (boards, players)),
            Cell(_first(voice, event, winners.get(event, []))),
        ]
        for event, place, system, boards, players in [*played, *bao]
    ]
    heads = voice.heads("event", "dates", "where", "system", "boards:figure", "players:figure", "winner")
    return without_empty(Table(voice.w(say("Events of the season")), heads, rows)) if len(rows) > 1 else None


def _first(voice: Voice, event: str, names: list[Bit]) -> list[Bit]:
    """Who won an event, or is first so far."""
    so_far = [Bit(voice.w(say("so far")), "small")] * bool(names and event in voice.report.open)
    return [*with_between(voice.few(names, WINNERS), ", "), *so_far]


def event_parts(voice: Voice, standings: pd.DataFrame, charts: pd.DataFrame) -> list[Part]:
    """Each event with its standings, its results and its race."""
    frames = (
        standings,
        _as_added(with_columns(voice.report.results, RESULT)),
        with_columns(voice.report.rounds, ["event", "round_no"]),
    )
    of_events = [(dict(by_event(frame)), frame[:0]) for frame in frames]
    return [
        _event(voice, event, charts, *(rows.get(event.event, none) for rows, none in of_events))
        for event in voice.events.itertuples()
    ]


def _as_added(results: pd.DataFrame) -> pd.DataFrame:
    """The results with what is added of each as `points`: a rank, where ranks are added."""
    return results.assign(points=results["worth"].fillna(results["points"])) if "worth" in results else results


def _event(
    voice: Voice,
    event: Any,
    charts: pd.DataFrame,
    standings: pd.DataFrame,
    results: pd.DataFrame,
    rounds: pd.DataFrame,
) -> Part:
    """One event: its results stand in the standings, a round a column."""
    system, title, anchor = voice.systems[event.event], voice.name(event.event), voice.anchors[event.event]
    keys = _rounds_of(voice, results, rounds) if len(results) else []
    nights = {key: voice.night(event.event, key) for key in keys}
    weights = _weights(voice, results)
    heads = [
        Head(", ".join(filter(None, [voice.round(key) + weights.get(key, ""), nights[key]])), "figure") for key in keys
    ]
    earlier = rounds[rounds["round_no"] < rounds["round_no"].max()]  # after the last round the ranks are the final ones
    marks = _with_ranks(marks_of(voice, results, "round", system), earlier)
    table = standings_table(voice, title, standings.drop(columns="event"), keys, heads, marks, system)
    unscored = say("No standings: no board of the event could be scored under {system}.", system=voice.titles[system])
    boards, players = (int(whole(number) or 0) for number in (event.boards, event.players))
    instead = [unscored] if system else [NO_SYSTEM, COMPARED] if boards and voice.report.compared else [NO_SYSTEM]
    lack = "" if table else " ".join(map(voice.w, instead))
    links = {
        say("Boards of this event"): f"{anchor}-boards" if event.event in {*charts["event"]} else "",
        say("Rules of the system"): voice.rule_anchors.get(voice.titles[system], "") if system else "",
        **{
            counting.words: voice.rule_anchors[counting.title]
            for counting in voice.report.counting
            if event.event in counting.events
        },
    }
    _, reasons = voice.report.open.get(event.event, OVER)
    ranks_nobody = event.event in voice.report.added_up
    facts = [
        Bit(voice.dates(event.start, event.end)),
        Bit(text(event.venue)),
        Bit(voice.titles[system] if system else ""),
        voice.said(event.counting if boards or keys else ""),
        Bit(voice.w(plural("{n} board", "{n} boards", boards)) if boards else ""),
        Bit(voice.w(plural("{n} player", "{n} players", players)) if players else ""),
    ]
    return Part(
        anchor=anchor,
        title=title,
        chips=voice.event_chips(event.event),
        lack=f"{lack} {voice.sentences(reasons)}".strip(),
        standings=None if ranks_nobody else table,
        notes=[voice.w(ONLY_THE_LIST)]
        if ranks_nobody
        else [
            *notes_of(voice, standings, marks),
            *([voice.w(RANK_AFTER)] if len(earlier) else []),
            *chances_notes(voice, event.event),
        ],
        race=None if ranks_nobody else event_race(voice, title, rounds, standings),
        details=[
            *game_tables(voice, event.event, system),
            *([] if ranks_nobody else chances_tables(voice, event.event, system)),
            *prize_tables(voice, event.event),
        ],
        facts=[fact for fact in facts if fact.text],
        source=voice.linked(event.source),
        links=[Bit(voice.w(words), link=link) for words, link in links.items() if link],
    )


def game_tables(voice: Voice, event: str, system: str) -> list[Table]:
    """The games of an event as a bulletin prints them, a table each."""
    tables = []
    for called, seats in voice.report.bulletins.get(event, []):
        headers = [name for name in seats if name not in SEAT]
        shown = {name: voice.figures(seats[name], system) for name in headers}
        shared = seats.duplicated("place", keep=False)
        rows = [
            [
                figure(rank_shown(seat.place, level) if whole(seat.place) else ""),
                plain(voice.power(seat.power)),
                Cell([voice.player(seat.player)], "head"),
                *(figure(shown[name][number]) for name in headers),
            ]
            for number, (seat, level) in enumerate(zip(seats.itertuples(), shared, strict=True))
        ]
        heads = [*voice.heads("place:figure", "power", "player"), *(Head(name, "figure") for name in headers)]
        tables.append(Table(voice.w(called), heads, rows))
    return tables


def _weights(voice: Voice, results: pd.DataFrame) -> dict[str, str]:
    """What the rounds weigh that weigh more or less than others."""
    rounds = results.drop_duplicates("round")
    rounds = rounds[rounds["weight"].ne(1)] if "weight" in rounds else rounds[:0]
    shown = voice.figures(rounds["weight"]) if len(rounds) else []
    return {text(name): f" (× {weight})" for name, weight in zip(rounds["round"], shown, strict=True)}


def _with_ranks(marks: Marks, rounds: pd.DataFrame) -> Marks:
    """The same with everybody's rank after each of these rounds, whoever played in it or not."""
    shared = rounds.duplicated(["round_no", "rank"], keep=False)
    for player, after, rank, level in zip(rounds["player"], rounds["after"], rounds["rank"], shared, strict=True):
        *bits, last = marks.get((text(player), text(after))) or [Bit("", "small")]
        shown = f"{last.text} → {rank_shown(rank, level)}".lstrip()
        marks[text(player), text(after)] = [*bits, last._replace(text=shown)]
    return marks


def _rounds_of(voice: Voice, results: pd.DataFrame, rounds: pd.DataFrame) -> list[str]:
    """The rounds of an event in their order."""
    after = rounds.sort_values("round_no", kind="stable")["after"] if len(rounds) else []
    others = sorted({text(name) for name in results["round"]}, key=natural)
    return [*dict.fromkeys([*map(text, after), *others])]
