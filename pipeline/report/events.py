"""The report's list of events, and the part about each event with standings, chances, race, boards and prizes."""

from collections.abc import Mapping
from operator import itemgetter
from typing import Any

import pandas as pd

from pipeline.events.prizes import Prizes
from pipeline.pages.events import CAN_BE, CAN_CHANGE, DIVISIONS, TEAMS
from pipeline.pages.report import RESULT, Columns, by_event, columns_of, rows_of, with_columns
from pipeline.pages.season import OVER
from pipeline.report.boards import Board, Scores, board_folds, boards_of
from pipeline.report.circuits import NO_BREAK
from pipeline.report.elements import (
    Bit,
    Cell,
    Chances,
    Head,
    Part,
    Table,
    figure,
    plain,
    points_shown,
    rank_shown,
    repeated,
    text,
    whole,
    with_between,
    without_empty,
)
from pipeline.report.labels import Labels
from pipeline.report.race import event_race
from pipeline.report.standings import lead, marks_of, notes_of, podium, post, standings_table
from pipeline.report.tournaments import kind_of, winners_of
from schemas.messages import Message, listed, plural, say
from schemas.words import SUM, natural

WINNERS = 4  # most winners named; others are only counted
CONTENDERS = 6  # most players named who can still come first
ONLY_THE_LIST = say(
    "Under the system's own rules, players are ranked only by the circuit's list, not by the sum of their games."
)
SEAT = (
    "event",
    "round",
    "board",
    "place",
    "power",
    "player",
)  # columns of a game in a bulletin; all others are figures
POINTS_AND_POWER = say("Points for each round, with the letter of the power played.")
WEIGHTED = say("A round marked × shows its points after weighting; the boards show them before weighting.")
NO_SYSTEM = say("No standings: the event does not name an official system.")
COMPARED = say("The event’s boards are scored for comparison in the season’s workbooks.")


def event_list(labels: Labels, standings: pd.DataFrame) -> Table | None:
    """Return a table of the events with their size and winner, or None if there is only one event."""
    winners: dict[str, list[Bit]] = {}
    for event, rank, name in rows_of(standings, ["event", "rank", "player"]):
        if rank == 1 and event not in labels.report.added_up:
            winners.setdefault(event, []).append(labels.player(name))
    winners |= {page.event: [labels.nation(name) for name in winners_of(page)] for page in labels.report.tournaments}
    played = [(row.event, row.venue, row.system_title, row.boards, row.players) for row in labels.events]
    bao = [(page.event, page.place, kind_of(labels, page), "", page.players) for page in labels.report.tournaments]
    rows = [
        [
            Cell([Bit(labels.name(event), link=labels.anchors[event]), *labels.event_chips(event)], "head"),
            *(plain(shown) for shown in (labels.dates(*labels.days[event]), text(place), text(system))),
            *(figure(whole(size) if size else "") for size in (boards, players)),
            Cell(_first(labels, event, winners.get(event, []))),
        ]
        for event, place, system, boards, players in [*played, *bao]
    ]
    heads = labels.heads("event", "dates", "where", "system", "boards:figure", "players:figure", "winner")
    return without_empty(Table(labels.w(say("Events in the season")), heads, rows)) if len(rows) > 1 else None


def _first(labels: Labels, event: str, names: list[Bit]) -> list[Bit]:
    """Return the winners of an event, or its leaders so far."""
    so_far = [Bit(labels.w(say("so far")), "small")] * bool(names and event in labels.report.open)
    return [*with_between(labels.few(names, WINNERS), ", "), *so_far]


def event_parts(
    labels: Labels, standings: pd.DataFrame, charts: pd.DataFrame, scores: Mapping[str, Scores]
) -> list[Part]:
    """Return one part of the report for each Diplomacy event."""
    frames = (
        standings,
        _as_added(with_columns(labels.report.results, RESULT)),
        with_columns(labels.report.rounds, ["event", "round_no"]),
    )
    tables, boards = [(by_event(frame), columns_of(frame[:0])) for frame in frames], boards_of(charts)
    return [
        _event(
            labels,
            event,
            [rows.get(event.event, none) for rows, none in tables],
            boards.get(event.event, []),
            scores.get(event.event, {}),
        )
        for event in labels.events
    ]


def _as_added(results: pd.DataFrame) -> pd.DataFrame:
    """Return the results with `points` replaced by the figure that each result adds to the score, such as a rank."""
    return results.assign(points=results["worth"].fillna(results["points"])) if "worth" in results else results


def _event(
    labels: Labels,
    event: Any,
    tables: list[Columns],
    played: list[Board],
    scores: Scores,
) -> Part:
    """Return the part about one event, with standings that have one column of results per round.

    tables  standings, results and rounds of the event
    """
    standings, results, rounds = tables
    system, title, anchor = labels.systems[event.event], labels.name(event.event), labels.anchors[event.event]
    ranks_nobody, final = event.event in labels.report.added_up, event.event not in labels.report.open
    standings = standings.at([]) if ranks_nobody else standings
    keys = _rounds_of(results, rounds) if len(results) else []
    weights = _weights(labels, results)
    heads = [
        Head(
            labels.short_round(key) + weights.get(key, ""),
            "figure",
            ", ".join(filter(None, [labels.round(key), labels.night(event.event, key)])),
        )
        for key in keys
    ]
    marks = marks_of(labels, results, "round", system)
    powers = bool(keys) and any(map(text, results["power"]))
    table = standings_table(labels, anchor, title, standings, keys, heads, marks, system)
    unscored = say(
        "No standings: none of the event’s boards could be scored under {system}.", system=labels.titles[system]
    )
    shown = labels.figures(standings["score"], system)
    boards, players = (int(whole(number) or 0) for number in (event.boards, event.players))
    instead = [unscored] if system else [NO_SYSTEM, COMPARED] if boards and labels.report.compared else [NO_SYSTEM]
    lack = "" if table or ranks_nobody else " ".join(map(labels.w, instead))
    _, reasons = labels.report.open.get(event.event, OVER)
    rows = dict(zip(map(text, standings["player"]), (row for row, _ in table.people), strict=True)) if table else {}
    notes = [[Bit(labels.w(ONLY_THE_LIST))]] if ranks_nobody else notes_of(labels, standings, marks)
    notes = [[Bit(labels.w(POINTS_AND_POWER))], *notes] if powers and table else notes
    notes += [[Bit(labels.w(WEIGHTED))]] if weights and table else []
    notes += [] if system else _typed_ranks(labels, standings)
    aside = labels.report.unscored.get(event.event, [])
    countings = [counting for counting in labels.report.counting if event.event in counting.events]
    facts = [
        Bit(labels.dates(event.start, event.end)),
        Bit(text(event.venue)),
        Bit(labels.w(plural("{n} round", "{n} rounds", len(keys))) if len(keys) > 1 else ""),
        Bit(labels.w(plural("{n} board", "{n} boards", boards)) if boards else ""),
        Bit(labels.w(_players(players, len({player for player, *_ in aside} - {*rows}))) if players else ""),
        Bit(labels.titles[system] if system else "", link=labels.rule_anchor(labels.titles[system]) if system else ""),
        _counting(labels, event.counting) if system or keys else Bit(""),
        *(Bit(labels.w(counting.words), link=labels.rule_anchor(counting.title)) for counting in countings[:1]),
    ]
    return Part(
        anchor=anchor,
        title=title,
        chips=labels.event_chips(event.event),
        final=final,
        lack=f"{lack} {labels.sentences(reasons)}".strip(),
        lead=lead(labels, standings, shown, final, system),
        podium=podium(labels, standings, shown, system, marks),
        post=post(labels, standings, shown),
        standings=table,
        notes=[*notes, *([_unscored(labels, aside)] if aside else [])],
        race=event_race(labels, rounds, standings, rows, results) if len(rounds) and table else None,
        chances=None if ranks_nobody else chances_of(labels, event.event, system),
        details=[*game_tables(labels, event.event, system), *prize_tables(labels, event.event)],
        facts=[fact for fact in facts if fact.text],
        source=labels.linked(event.source),
        boards=board_folds(labels, played, scores, system),
    )


def _typed_ranks(labels: Labels, standings: Columns) -> list[list[Bit]]:
    """Return the note on players with equal scores whose ranks come from the sheet."""
    scored = [(rank, score) for rank, score in standings.rows("rank", "score") if text(score)]
    level = repeated([score for _, score in scored])
    ranks = [rank for (rank, _), shared in zip(scored, level, strict=True) if shared]
    apart = [rank_shown(rank, False) for rank, shared in zip(ranks, repeated(ranks), strict=True) if not shared]
    said = say("{ranks}: equal scores; the places are taken from the sheet.", ranks=listed(apart, "and"))
    return [[Bit(labels.w(said))]] if apart else []


def _counting(labels: Labels, counting: object) -> Bit:
    """Return a description of how an event's results are counted."""
    return labels.said(say("every result counts") if text(counting) == SUM else counting)


def _players(players: int, more: int) -> Message:
    """Return a message with the number of players and, if there are any, the number of others who are not scored."""
    counted = plural("{n} player", "{n} players", players)
    return say("{players}, plus {n} not scored", players=counted, n=more) if more else counted


def _unscored(labels: Labels, aside: list[tuple[str, str, str]]) -> list[Bit]:
    """Return the sentence that lists the unscored seats and the notes entered beside them."""
    sentence = labels.sentence()
    seats = [
        say("{player} ({round})", player=sentence(labels.player(player)), round=labels.w.colon.join(filter(None, [labels.round(name), note])))
        for player, name, note in aside
    ]  # fmt: skip
    return sentence.said(say("Not scored: {players}.", players=listed(seats, "and")))


def game_tables(labels: Labels, event: str, system: str) -> list[Table]:
    """Return the games of an event as a bulletin prints them, with one table per game."""
    tables = []
    for called, frame in labels.report.bulletins.get(event, []):
        seats = columns_of(frame)
        headers = [name for name in seats if name not in SEAT]
        shown = {name: labels.figures(seats[name], system) for name in headers}
        shared = repeated(seats["place"])
        rows = [
            [
                figure(rank_shown(place, level) if whole(place) else ""),
                plain(labels.power(power)),
                Cell([labels.player(player)], "head"),
                *(figure(shown[name][number]) for name in headers),
            ]
            for number, ((place, power, player), level) in enumerate(
                zip(seats.rows("place", "power", "player"), shared, strict=True)
            )
        ]
        heads = [*labels.heads("place:figure", "power", "player"), *(Head(name, "figure") for name in headers)]
        tables.append(Table(labels.w(called), heads, rows))
    return tables


def _weights(labels: Labels, results: Columns) -> dict[str, str]:
    """Return the weights other than 1 as strings, keyed by round."""
    if "weight" not in results:
        return {}
    weights: dict[str, float] = {}
    for name, weight in results.rows("round", "weight"):
        weights.setdefault(text(name), weight)
    others = {name: weight for name, weight in weights.items() if weight != 1}
    return {name: f" (× {shown})" for name, shown in zip(others, labels.figures(others.values()), strict=True)}


def _rounds_of(results: Columns, rounds: Columns) -> list[str]:
    """Return the rounds that have standings, in order, followed by the other rounds that have results."""
    played = dict.fromkeys(rounds.rows("round_no", "after")) if len(rounds) else {}
    after = [name for _, name in sorted(played, key=itemgetter(0))]
    others = sorted({text(name) for name in results["round"]}, key=natural)
    return [*dict.fromkeys([*map(text, after), *others])]


def chances_of(labels: Labels, event: str, system: str) -> Chances | None:
    """Return the ranks and scores that the players of an event can still reach.

    The result is None if every player can still come first, or if no player can.
    """
    chances = labels.report.chances
    if chances is None or event not in chances.players["event"].to_numpy(object):
        return None
    players = chances.players[chances.players["event"] == event]
    first = players["best_rank"].eq(1)
    if first.all() or not first.any():
        return None
    level = players["rank"].duplicated(keep=False)
    ranks = [
        rank_shown(rank, shared) if text(rank) else "" for rank, shared in zip(players["rank"], level, strict=True)
    ]
    shown = zip(*(labels.figures(players[name], system) for name in ("score", *CAN_BE)), strict=True)
    rows = [
        [figure(rank), Cell([labels.player(player)], "head"), *map(figure, figures)]
        for rank, player, figures in zip(ranks, players["player"], shown, strict=True)
    ]
    heads = labels.heads("rank:figure", "player", "score:figure", *(f"{name}:figure" for name in CAN_BE))
    basis = chances.events.loc[chances.events["event"] == event, "said"]
    return Chances(
        _contenders(labels, [*players.loc[first, "player"]]),
        " ".join(map(labels.w, basis)),
        without_empty(Table(labels.w(CAN_CHANGE), heads, rows)),
    )


def _contenders(labels: Labels, players: list[object]) -> list[Bit]:
    """Return the sentence that says who can still come first."""
    sentence = labels.sentence()
    names = listed([sentence(labels.player(name)._replace(style="used")) for name in players[:CONTENDERS]], "and")
    if len(players) == 1:
        return sentence.said(say("{player} can no longer be caught.", player=names))
    if len(players) > CONTENDERS:
        return sentence.said(say("{n} players can still come first; the others are out of contention.", n=len(players)))
    return sentence.said(say("{players} can still come first; the others are out of contention.", players=names))


def prize_tables(labels: Labels, event: str) -> list[Table]:
    """Return an event's prize tables, leaving out empty ones."""
    prizes = labels.report.prizes
    if prizes is None:
        return []
    of_event = Prizes(*(rows[rows["event"] == event] if len(rows) else rows for rows in vars(prizes).values()))
    tables = [_divisions(labels, of_event)] if len(of_event.divisions) else []
    tables += [_countries(labels, of_event)] if len(of_event.countries) else []
    return tables + ([_teams(labels, of_event)] if len(of_event.teams) else [])


def _divisions(labels: Labels, prizes: Prizes) -> Table:
    """Return a table of the division winners, with one row per winner."""
    first = prizes.divisions
    first = first.assign(shown=labels.figures(first["score"]))
    rows = [
        [
            figure(whole(one.division)),
            Cell([labels.player(one.player)], "head"),
            figure(whole(one.rank)),
            figure(one.shown),
        ]
        for one in first.itertuples()
    ]
    heads = labels.heads("division:figure", "player", "rank:figure", "score:figure")
    return Table(labels.w(DIVISIONS), heads, rows)


def _countries(labels: Labels, prizes: Prizes) -> Table:
    """Return a table of the best game with each power. Games that are equally good each have a row."""
    best = prizes.countries
    best = best.assign(shown=labels.figures(best["score"]))
    rows = [
        [
            Cell([Bit(labels.power(game.power))], "head"),
            Cell([labels.player(game.player)]),
            Cell([Bit(game.shown)], "figure score"),
            figure(whole(game.final_centres)),
            Cell([Bit(labels.place(game, several=False))], "small"),
        ]
        for game in best.itertuples()
    ]
    heads = labels.heads("power", "player", "score:figure", "centres:figure", "where")
    return Table(labels.w(say("Best game with each power")), heads, rows)


def _teams(labels: Labels, prizes: Prizes) -> Table:
    """Return a table with one row per team, showing its rank, score and games.

    Games that count are bold, and the others are struck out.
    """
    teams = prizes.teams
    teams = teams.assign(shown=labels.figures(teams["score"]), level=teams["rank"].duplicated(keep=False))
    results = prizes.team_results.assign(shown=labels.figures(prizes.team_results["points"]))
    rows = []
    for team in teams.itertuples():
        games = results[results["team"] == team.team]
        members = [
            bit
            for number, (player, of_player) in enumerate(games.groupby("player", sort=False))
            for bit in (
                Bit(", " if number else ""),
                labels.player(player),
                *(bit for one in of_player.itertuples() for bit in (Bit(NO_BREAK), points_shown(one))),
            )
        ]
        rows.append([
            figure(rank_shown(team.rank, team.level)),
            Cell([Bit(team.team, "name")], "head"),
            Cell([Bit(team.shown)], "figure score"),
            figure(whole(team.games)),
            Cell(members, "names"),
        ])  # fmt: skip
    heads = labels.heads("rank:figure", "team", "score:figure", "games:figure", "players")
    return Table(labels.w(TEAMS), heads, rows, style="people")
