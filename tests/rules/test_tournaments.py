"""Tests of Bao tournaments computed directly from tables, without sheets.

Every stage is compared with the independent implementation in `tests.reference.bao`. The expected values of edge cases
are worked out by hand.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from pipeline.events.circuit_inputs import participants
from pipeline.rules.bao.tournaments import Tournaments, of_stage, playable, tournaments
from pipeline.rules.circuits import kiba_nations
from schemas.keys import of_season
from tests import THOROUGH
from tests.reference.bao import (
    FINAL,
    GOES,
    KIBA_POINTS,
    NATIONS,
    PLAYOFF,
    QUALIFYING,
    SEMIFINAL,
    STAYS,
    UNDECIDED,
    Bao,
    Entrant,
    Game,
    Line,
    best_three,
    both_legs,
    deal,
    entry_list,
    field_of,
    finalists,
    nations_match,
    season,
    standings,
    tournament,
    winner,
    withdrawn,
)

SEASON = "2013"
EVENT = {"season": SEASON}
MATCH = ["stage", "group", "south", "north", "winner", "reason", "ended"]


def tables(*events: Bao, seasons: Sequence[str] = ()) -> dict[str, pd.DataFrame]:
    """Return tidy tables in the form that `tournaments` expects.

    All events are in one season unless `seasons` names a season for each.
    """
    named = zip(seasons or [SEASON] * len(events), events, strict=True)
    here = [{"season": season, "event": event.name} for season, event in named]
    settings = [
        own | {"kind": "bao", "groups": np.nan if event.groups is None else event.groups, "format": event.form}
        for own, event in zip(here, events, strict=True)
    ]
    entries = [
        own
        | {
            "player": e.player,
            "country": e.country,
            "elo": e.elo,
            "games": e.games,
            "typed_kiba": e.typed,
            "withdrew": e.withdrew,
        }
        for own, event in zip(here, events, strict=True)
        for e in event.entrants
    ]
    matches = [
        own | {name: getattr(game, name) for name in MATCH}
        for own, event in zip(here, events, strict=True)
        for game in event.games
    ]
    columns = ["season", "event", "player", "country", "elo", "games", "typed_kiba", "withdrew"]
    listed = pd.DataFrame(entries, columns=columns).astype({"elo": float, "games": float, "typed_kiba": float})
    played = pd.DataFrame(matches, columns=["season", "event", *MATCH], dtype=object)
    listed["withdrew"] = pd.to_datetime(listed["withdrew"]).astype("datetime64[us]")
    return {
        "events": pd.DataFrame(settings).astype({"groups": float}),
        "entries": listed.assign(raw_row=range(len(listed))),
        "matches": played.assign(raw_row=range(len(played))),
    }


def played(*events: Bao) -> Tournaments:
    return tournaments(**tables(*events))


WORKED_OUT: dict[Bao, Tournaments] = {}


def each(*events: Bao) -> list[Tournaments]:
    """Return the result of each event, as if it were the only event of its season.

    Events not yet in the cache are computed together, each in a season of its own.
    """
    new = {event: f"{SEASON} {number}" for number, event in enumerate(events) if event not in WORKED_OUT}
    if new:
        found = tournaments(**tables(*new, seasons=[*new.values()]))
        WORKED_OUT.update({event: found.of(season, event.name) for event, season in new.items()})
    return [WORKED_OUT[event] for event in events]


def alone(event: Bao) -> Tournaments:
    return each(event)[0]


# -- the second reading ------------------------------------------------------------------------------------------------


def drawn() -> list[Bao]:
    """Return random events: a whole season of events, a nations match, and events that stop midway."""
    rng = random.Random(2010)
    four = season(rng)
    unfinished = [
        tournament(rng, field_of(rng, players), groups, f"{players} in {groups}, {until} {left}", until=until, still_open=left)
        for players, groups in ((6, 2), (9, 3), (5, 1))
        for until, left in ((QUALIFYING, 0.0), (QUALIFYING, 0.3), (SEMIFINAL, 0.0), (SEMIFINAL, 0.3), (FINAL, 0.5), (FINAL, 0.0))
    ]  # fmt: skip
    return [*four, nations_match(rng, four), *unfinished]


DRAWN = drawn()


@pytest.fixture(scope="module")
def everything() -> Tournaments:
    return played(*DRAWN)


@pytest.mark.parametrize("event", DRAWN, ids=lambda event: event.name)
def test_every_table_agrees_with_the_second_readings(event: Bao, everything: Tournaments) -> None:
    is_the_same(everything.of(SEASON, event.name).standings, standings(event))


def is_the_same(found: pd.DataFrame, lines: list[Line]) -> None:
    """Assert that the program's standings of an event equal those computed independently in `tests.reference.bao`."""
    names = ["stage", "group", "player", "rank", "points", "games", "complete"]
    assert found[names].to_numpy().tolist() == [
        [line.stage, line.group, line.player, line.rank, line.points, line.games, line.complete] for line in lines
    ]
    for name, figures in (
        ("sonneborn_berger", [line.neustadtl for line in lines]),
        ("kiba_score", [line.kiba for line in lines]),
    ):
        told = [np.nan if figure is None else float(figure) for figure in figures]
        np.testing.assert_allclose(found[name].to_numpy(dtype=float), told, atol=1e-9)


def pairings(matches: pd.DataFrame) -> list[tuple[str, str, str, str]]:
    """Return the group, South, North and winner of each game, in sorted order."""
    return sorted(matches[["group", "south", "north", "winner"]].itertuples(index=False, name=None))


def test_withdrawals_agree_with_the_second_readings() -> None:
    """The expected values come from the independent implementation in `tests.reference.bao`.

    One to three players withdraw from events in progress, on the same day or on different days. About half of their
    open games have no row in the sheet.
    """
    rng, resigned, both_open = random.Random(2024), 0, 0
    typed = {}
    for number in range(30):
        groups = rng.choice((1, 2, 3))
        event = tournament(rng, field_of(rng, rng.randint(3, 5) * groups), groups, until=QUALIFYING, still_open=0.5)
        days = {one.player: date(2012, 5, rng.randint(1, 3)) for one in rng.sample(event.entrants, rng.randint(1, 3))}
        entrants = tuple(replace(one, withdrew=days.get(one.player)) for one in event.entrants)
        kept = [game for game in event.games if game.winner or not game.sides & {*days} or rng.random() < 0.5]
        if {game.group for game in kept} != {game.group for game in event.games}:
            continue  # a group without typed games has no letter
        event = replace(event, name=f"Torneo {number}", entrants=entrants, games=tuple(kept))
        typed[event] = days
    season = played(*typed)
    for event, days in typed.items():
        left, found = withdrawn(event), season.of(SEASON, event.name)
        is_the_same(found.standings, standings(left))
        given_up = [game for game in left.games if game not in event.games and game.winner]
        over = found.matches
        over = over[over["ended"].isin([str(day) for day in days.values()]) & (over["reason"] == "resigned")]
        assert {*over[["south", "north", "winner", "ended"]].itertuples(index=False, name=None)} >= {
            (game.south, game.north, game.winner, str(game.ended)) for game in given_up
        }
        assert pairings(found.matches) == sorted(
            (game.group or "A", game.south, game.north, game.winner) for game in left.of(QUALIFYING)
        )
        resigned += len(given_up)
        both_open += sum(not game.winner and len(game.sides & {*days}) == 2 for game in left.games)
    assert resigned > 100 and both_open > 3


def of_three_nations(rng: random.Random) -> list[Bao]:
    """Return a season of one to five small tournaments among three nations.

    Some players may have no nation.
    """
    home = {f"P{number}": rng.choice(("Italia", "Kenya", "France", "")) for number in range(14)}
    until = rng.choice((QUALIFYING, FINAL))
    return [
        tournament(rng, field_of(rng, rng.randint(4, 6), home), 1, f"T{number}", until=until)
        for number in range(rng.randint(1, 5))
    ]


def participants_of(seasons: dict[str, list[Bao]]) -> pd.DataFrame:
    events = [(year, event) for year, held in seasons.items() for event in held]
    frames = tables(*(event for _, event in events), seasons=[year for year, _ in events])
    settings = frames["events"].assign(kiba_points=[KIBA_POINTS] * len(events))
    return participants(tournaments(**frames), SimpleNamespace(events=settings))


def test_the_selection_for_the_nations_match_agrees_with_the_second_readings() -> None:
    """The seasons are random, with one to five small tournaments among three nations and many ties at the cut."""
    rng, seen = random.Random(2025), Counter[str]()
    seasons = {f"{SEASON} {number}": of_three_nations(rng) for number in range(60 if THOROUGH else 20)}
    took_part = participants_of(seasons)
    for year, events in seasons.items():
        rows = kiba_nations.standings(of_season(took_part, year)).results
        over = len(events) >= 4 and all(map(winner, events))
        word = {"": STAYS, "undecided": UNDECIDED, "invited" if over else "so far": GOES}
        best = best_three(events)
        assert {
            (nation, player): word[str(chosen)]
            for nation, player, chosen in rows[["nation", "player", "nations_match"]].itertuples(index=False)
            if nation and (nation, player) in best
        } == best
        seen.update(map(str, rows["nations_match"]))
    assert min(seen[word] for word in ("invited", "so far", "undecided", "")) > (5 if THOROUGH else 1), seen


@pytest.mark.parametrize("event", DRAWN, ids=lambda event: event.name)
def test_qualified_players_agree_with_the_second_readings(event: Bao, everything: Tournaments) -> None:
    told = everything.of(SEASON, event.name).standings["goes_on"]
    last = len({game.group for game in event.of(QUALIFYING)}) == 1
    for line, goes_on in zip(standings(event), told, strict=True):
        ahead = {QUALIFYING: FINAL if last else SEMIFINAL, SEMIFINAL: FINAL}.get(line.stage)
        if ahead is None or (line.goes_on == UNDECIDED and not line.complete):
            continue
        if line.goes_on == GOES and goes_on == "undecided":
            assert line.rank == 1 and line.shared and not last  # both qualify, for one semifinal each
        else:
            expected = {GOES: ahead, STAYS: "", UNDECIDED: "undecided"}[line.goes_on]
            assert goes_on.split(" ")[0] == expected, (line, goes_on)


@pytest.mark.parametrize("event", DRAWN, ids=lambda event: event.name)
def test_the_winner_of_an_event_agrees_with_the_second_readings(event: Bao, everything: Tournaments) -> None:
    (outcome,) = everything.of(SEASON, event.name).outcomes.to_dict("records")
    first = winner(event)
    assert outcome["first"] == first
    assert {outcome["first"], outcome["second"]} == (finalists(event) if first else {""})
    assert outcome["finished"] == (outcome["left_to_play"] == "")
    assert outcome["finished"] == (bool(first) or event.name == "Nazioni")


@pytest.mark.parametrize("event", [event for event in DRAWN if event.groups], ids=lambda event: event.name)
def test_the_groups_are_dealt_and_drawn_as_in_the_second_reading(event: Bao, everything: Tournaments) -> None:
    own = everything.of(SEASON, event.name)
    listed = [entrant.player for entrant in entry_list(event.entrants)]
    groups = deal(listed, event.groups or 1)
    assert own.entries["player"].tolist() == listed
    assert own.entries["group"].tolist() == ["ABCDEFGHIJ"[place % len(groups)] for place in range(len(listed))]
    for letter, seats in zip("ABCDEFGHIJ", groups, strict=False):
        members = own.members[(own.members["stage"] == QUALIFYING) & (own.members["group"] == letter)]
        assert members[["player", "seat"]].to_numpy().tolist() == [
            [player, seat] for seat, player in enumerate([player for player in seats if player != "-1"], 1)
        ]
        games = own.schedule[(own.schedule["stage"] == QUALIFYING) & (own.schedule["group"] == letter)]
        turns = both_legs(seats)
        half = len(turns) // 2
        assert games[["leg", "round", "south", "north"]].to_numpy().tolist() == [
            [1 + (turn >= half), turn % half + 1, *pair] for turn, pairs in enumerate(turns) for pair in pairs
        ]
        results = {(game.south, game.north): game.winner for game in event.of(QUALIFYING)}
        found = zip(games["south"], games["north"], games["winner"], strict=True)
        assert all(won == results.get((south, north), "") for south, north, won in found)


def test_a_pair_typed_twice_with_the_same_south_has_no_further_game_when_one_withdraws() -> None:
    """Worked out by hand: Ada resigns her second game against Ben and both games against Cleo.

    The two games entered count as both of Ada and Ben's games, so no game with Ben as South is added.
    """
    gone = (replace(THREE[0], withdrew=date(2013, 5, 1)), *THREE[1:])
    typed = (Game(QUALIFYING, "A", "Ada", "Ben", "Ada"), Game(QUALIFYING, "A", "Ada", "Ben", ""))
    assert pairings(alone(Bao("Twice", gone, typed, 1)).matches) == [
        ("A", "Ada", "Ben", "Ada"), ("A", "Ada", "Ben", "Ben"), ("A", "Ada", "Cleo", "Cleo"), ("A", "Cleo", "Ada", "Cleo"),
    ]  # fmt: skip


# -- which games can be read -------------------------------------------------------------------------------------------


def readable(*games: tuple[str | None, str, str, str, str]) -> list[tuple[str, str, str, str]]:
    """Return, for each readable game, the stage as read, the stage as typed, the group and the players.

    games  stage, group, South, North and winner of each game
    """
    rows = pd.DataFrame(games, columns=["stage", "group", "south", "north", "winner"], dtype=object)
    rows = rows.assign(season=SEASON, event="Torneo", raw_row=range(len(rows)))
    found = playable(rows, pd.DataFrame([{"season": SEASON, "event": "Torneo"}]))
    assert [*found.index] == [*range(len(found))]
    return [
        (stage, typed, group, f"{south}-{north}")
        for stage, typed, group, south, north in found[["stage", "typed_stage", "group", "south", "north"]].itertuples(
            index=False, name=None
        )
    ]


def test_an_untyped_group_is_the_only_one_of_its_stage() -> None:
    """The expected groups are worked out by hand."""
    told = readable((QUALIFYING, "C", "Ada", "Ben", "Ada"), (QUALIFYING, "", "Ben", "Ada", ""))
    assert [group for _, _, group, _ in told] == ["C", "C"]


def test_a_game_without_a_group_is_not_read_if_the_stage_has_several() -> None:
    """The expected groups are worked out by hand."""
    told = readable(
        (QUALIFYING, "A", "Ada", "Ben", ""), (QUALIFYING, "B", "Cleo", "Dan", ""), (QUALIFYING, "", "Ben", "Ada", "")
    )
    assert [group for _, _, group, _ in told] == ["A", "B", ""]


def test_a_stage_without_any_group_is_group_a_and_the_final_and_its_play_off_have_none() -> None:
    """The expected stages and groups are worked out by hand."""
    told = readable(
        (QUALIFYING, "", "Ada", "Ben", "Ada"),
        (SEMIFINAL, "", "Ada", "Ben", "Ben"),
        (FINAL, "A", "Ada", "Ben", "Ada"),
        (PLAYOFF, "", "Ben", "Ada", ""),
        (NATIONS, "B", "Ada", "Ben", ""),
    )
    assert told == [
        (QUALIFYING, QUALIFYING, "A", "Ada-Ben"),
        (SEMIFINAL, SEMIFINAL, "A", "Ada-Ben"),
        (FINAL, FINAL, "", "Ada-Ben"),
        (FINAL, PLAYOFF, "", "Ben-Ada"),
        (NATIONS, NATIONS, "", "Ada-Ben"),
    ]


def test_a_game_needs_a_stage_two_players_and_a_winner_who_is_one_of_them() -> None:
    """The expected games are worked out by hand."""
    assert readable(
        (None, "A", "Ada", "Ben", "Ada"),
        (QUALIFYING, "A", "Ada", "Ada", "Ada"),
        (QUALIFYING, "A", "Ada", "", ""),
        (QUALIFYING, "A", "", "Ada", ""),
        (QUALIFYING, "A", "Ada", "-1", ""),
        (QUALIFYING, "A", "-1", "Ada", ""),
        (QUALIFYING, "A", "Ben", "Dan", "Cleo"),
        (QUALIFYING, "A", "Ben", "Dan", "Ada"),
        (QUALIFYING, "A", "Ben", "Dan", "Fay"),
        (QUALIFYING, "A", "Ada", "Ben", ""),
        (QUALIFYING, "A", "Ada", "Cleo", "Ada"),
        (QUALIFYING, "A", "Ada", "Dan", "Dan"),
    ) == [(QUALIFYING, QUALIFYING, "A", f"Ada-{north}") for north in ("Ben", "Cleo", "Dan")]


def test_games_of_an_event_of_another_kind_are_ignored() -> None:
    rows = tables(ROBIN)
    events = pd.concat([rows["events"], rows["events"].assign(event="Diplomacy", kind="diplomacy")])
    matches = pd.concat([rows["matches"], rows["matches"].assign(event="Diplomacy")], ignore_index=True)
    found = tournaments(events, rows["entries"], matches)
    assert set(found.matches["event"]) == set(found.outcomes["event"]) == {"Robin"}


# -- by hand -----------------------------------------------------------------------------------------------------------


def listed(*rows: tuple[str, int], country: str = "Italia") -> tuple[Entrant, ...]:
    """Return players with the given KIBA scores.

    Each has an Elo of 1000 and the number of games that gives the score.
    """
    return tuple(Entrant(player, country, 1000, score - 100) for player, score in rows)


def twice(stage: str, group: str, *told: str) -> tuple[Game, ...]:
    """Return games from strings such as `Ada Ben Ada .`, in which Ada and Ben meet twice, first with Ada as South.

    The winners of the two games follow the names, with `.` for an open game.
    """
    rows = [pair.split() for pair in told]
    return tuple(
        Game(stage, group, *sides, won.replace(".", ""))
        for one, other, *winners in rows
        for sides, won in zip([(one, other), (other, one)], winners, strict=True)
    )


THREE = listed(("Ada", 300), ("Ben", 280), ("Cleo", 260))
ROBIN = Bao("Robin", THREE, twice(QUALIFYING, "", "Ada Ben Ada Ada", "Ada Cleo Ada Ada", "Ben Cleo Ben Ben"), 1)
SIX = (*THREE, *listed(("Dan", 240), ("Eva", 220), ("Fay", 200)))
GROUPS = twice(QUALIFYING, "A", "Ada Cleo Ada Ada", "Ada Eva Ada Ada", "Cleo Eva Cleo Cleo")
GROUPS += twice(QUALIFYING, "B", "Ben Dan Ben Ben", "Ben Fay Ben Ben", "Dan Fay Dan Dan")
TWO_GROUPS = Bao("Two groups", SIX, GROUPS, 2)
SEMIFINALS = twice(SEMIFINAL, "A", "Ada Ben Ada Ada") + twice(SEMIFINAL, "B", "Cleo Dan Cleo Cleo")


def going_on(*events: Bao, stage: str = QUALIFYING) -> list[dict[str, str]]:
    """Return, for each event, a mapping from the players of a stage to the stage they qualify for."""
    tables = [of_stage(event.standings, stage) for event in each(*events)]
    return [dict(zip(table["player"], table["goes_on"], strict=True)) for table in tables]


def schedule(event: Bao, stage: str) -> list[str]:
    games = of_stage(alone(event).schedule, stage)
    rows = games[["group", "leg", "round", "south", "north", "winner"]].itertuples(index=False, name=None)
    return [
        f"{group}{leg}.{number} {south}-{north} {winner}".strip() for group, leg, number, south, north, winner in rows
    ]


def left(*events: Bao) -> list[str]:
    """Return what is left to play in each event, as English text."""
    return [str(message) for event in each(*events) for message in event.outcomes["left_to_play"]]


def seats(*events: Bao, stage: str = SEMIFINAL) -> list[list[tuple[str, str, int]]]:
    """Return, for each event, a list of the seats in a stage as tuples of group, player and number."""
    rows = [of_stage(event.members, stage)[["group", "player", "seat"]] for event in each(*events)]
    return [[*seated.itertuples(index=False, name=None)] for seated in rows]


def test_the_semifinals_are_seated_in_the_order_of_the_groups_drawn_or_typed() -> None:
    """KIBA's rules put the winners of all groups into one semifinal and the players in second place into the other.

    Within a semifinal, our reading seats the players in the order of their groups, however its games are entered.
    """
    expected = [("A", "Ada", 1), ("A", "Ben", 2), ("B", "Cleo", 1), ("B", "Dan", 2)]
    typed = tuple(replace(game, south=game.north, north=game.south) for game in SEMIFINALS[::-1])
    all_typed, one_typed = (replace(TWO_GROUPS, games=GROUPS + games) for games in (typed, SEMIFINALS[:2]))
    assert seats(TWO_GROUPS, all_typed, one_typed) == [expected] * 3


def test_two_groups_are_followed_by_a_final_and_a_winner() -> None:
    """Under KIBA's rules, the winners of both semifinals meet in the final.

    The first to win two games ("2 partite") wins the final.
    """
    first = {
        "Ada": "semifinal A",
        "Cleo": "semifinal B",
        "Eva": "",
        "Ben": "semifinal A",
        "Dan": "semifinal B",
        "Fay": "",
    }
    semifinals = replace(TWO_GROUPS, games=GROUPS + SEMIFINALS)
    final = replace(semifinals, games=semifinals.games + twice(FINAL, "", "Ada Cleo Cleo Cleo"))
    assert going_on(TWO_GROUPS, semifinals, final) == [first] * 3
    assert going_on(semifinals, final, stage=SEMIFINAL) == [{"Ada": "final", "Ben": "", "Cleo": "final", "Dan": ""}] * 2
    assert going_on(final, stage=FINAL) == [{"Cleo": "winner", "Ada": "second"}]
    assert left(TWO_GROUPS, semifinals, final) == [
        "the semifinals are not over", "the final is not over", "",
    ]  # fmt: skip
    assert schedule(semifinals, SEMIFINAL) == [
        "A1.1 Ada-Ben Ada", "B1.1 Cleo-Dan Cleo", "A2.1 Ben-Ada Ada", "B2.1 Dan-Cleo Cleo",
    ]  # fmt: skip
    assert schedule(semifinals, FINAL) == ["1.1 Ada-Cleo", "1.2 Cleo-Ada"]
    assert schedule(final, FINAL) == ["1.1 Ada-Cleo Cleo", "1.2 Cleo-Ada Cleo"]


def test_the_games_left_to_play_before_the_final() -> None:
    open_group = replace(ROBIN, games=(*ROBIN.games[:-1], replace(ROBIN.games[-1], winner="")))
    one_all = replace(ROBIN, games=ROBIN.games + twice(FINAL, "", "Ada Ben Ada Ada")[:1])
    begun = twice(SEMIFINAL, "A", "Ada Ben Ada .") + SEMIFINALS[2:]
    semifinals = [replace(TWO_GROUPS, games=GROUPS + games) for games in (begun, SEMIFINALS[:2])]
    assert left(replace(ROBIN, games=()), open_group, ROBIN, one_all, *semifinals) == [
        "no matches have been entered",
        "the qualifying groups are not finished",
        *["the final is not over"] * 2,
        *["the semifinals are not over"] * 2,
    ]


TO_COME: dict[tuple[str, ...], list[str]] = {  # the typed games of a final -> its next games
    (): ["Ada-Ben", "Ben-Ada"],
    ("Ada Ben Ben",): ["Ada-Ben Ben", "Ben-Ada"],
    ("Ada Ben Ben", "Ben Ada Ada"): ["Ada-Ben Ben", "Ben-Ada Ada", "Ada-Ben"],
    ("Ada Ben Ben", "Ben Ada Ben"): ["Ada-Ben Ben", "Ben-Ada Ben"],
    ("Ada Ben Ben", "Ben Ada Ada", "Ada Ben Ada"): ["Ada-Ben Ben", "Ben-Ada Ada", "Ada-Ben Ada"],
    ("Ben Ada Ben",): ["Ben-Ada Ben", "Ada-Ben"],  # continued as it began; a law reports it
    ("Ben Ada Ben", "Ada Ben Ada"): ["Ben-Ada Ben", "Ada-Ben Ada", "Ben-Ada"],
    ("Ada Ben .",): ["Ada-Ben", "Ben-Ada"],
}


def with_a_final(typed: Sequence[str]) -> Bao:
    """Return the event ROBIN with the given games added as its final."""
    rows = [row.split() for row in typed]
    games = tuple(Game(FINAL, "", south, north, won.replace(".", "")) for south, north, won in rows)
    return replace(ROBIN, games=ROBIN.games + games)


@pytest.mark.parametrize("typed", TO_COME)
def test_the_higher_kiba_score_begins_as_south_and_a_third_game_is_played_at_one_all(typed: Sequence[str]) -> None:
    """Under KIBA's rules, the player with the higher KIBA score has the first move of the first game."""
    each(*map(with_a_final, TO_COME))
    told = schedule(with_a_final(typed), FINAL)
    assert told == [f"1.{number} {game}" for number, game in enumerate(TO_COME[typed], 1)]


def finals(*winners: Sequence[str]) -> list[list[tuple[Any, ...]]]:
    """Return the standings of finals, given the winners of each final's games."""
    sides = "Ada Ben", "Ben Ada", "Ada Ben"
    typed = [[f"{pair} {won or '.'}" for pair, won in zip(sides, final, strict=False)] for final in winners]
    columns = ["player", "rank", "points", "games", "complete", "settled", "goes_on"]
    tables = [of_stage(event.standings, FINAL)[columns] for event in each(*map(with_a_final, typed))]
    return [[*table.astype({"settled": str}).itertuples(index=False, name=None)] for table in tables]


def test_the_table_of_the_final_has_its_points_and_ranks() -> None:
    """Under KIBA's rules, finalists who are level meet in a play-off ("partita di spareggio").

    The table includes the play-off. At 1-1, both finalists have rank 1 until the play-off is won.
    """
    decides = "1-1: the play-off game decides"
    by_winners = {
        ("",): [("Ada", 1, 0, 0, False, "", ""), ("Ben", 1, 0, 0, False, "", "")],
        ("Ben",): [("Ben", 1, 1, 1, False, "", ""), ("Ada", 2, 0, 1, False, "", "")],
        ("Ben", "Ada"): [("Ada", 1, 1, 2, False, decides, ""), ("Ben", 1, 1, 2, False, decides, "")],
        ("Ben", "Ben"): [("Ben", 1, 2, 2, True, "", "winner"), ("Ada", 2, 0, 2, True, "", "second")],
        ("Ben", "Ada", "Ben"): [("Ben", 1, 2, 3, True, "", "winner"), ("Ada", 2, 1, 3, True, "", "second")],
        # an unnecessary game
        ("Ben", "Ben", "Ben"): [("Ben", 1, 3, 3, True, "", "winner"), ("Ada", 2, 0, 3, True, "", "second")],
    }
    assert dict(zip(by_winners, finals(*by_winners), strict=True)) == by_winners


def test_a_semifinal_lacks_a_group_winner_until_all_have_played_in_it() -> None:
    """Worked out by hand: P1, P2 and P3 have won the three groups.

    Until all three have played in the semifinal, nobody qualifies from it.
    """
    players = listed(*((f"P{number}", 300 - number) for number in range(1, 10)))
    games = tuple(
        game
        for group, (one, two, three) in {"A": "147", "B": "258", "C": "369"}.items()
        for game in twice(
            QUALIFYING,
            group,
            *(f"P{own} P{other} P{own} P{own}" for own, other in ((one, two), (one, three), (two, three))),
        )
    )
    groups = Bao("Three groups", players, games, 3)
    begun = replace(groups, games=games + twice(SEMIFINAL, "A", "P1 P2 P1 P1"))
    over = replace(groups, games=games + twice(SEMIFINAL, "A", "P1 P2 P1 P1", "P1 P3 P1 P1", "P2 P3 P2 P2"))
    of_begun, of_over = going_on(begun, over, stage=SEMIFINAL)
    assert {*of_begun.values()} == {""}
    assert not of_stage(alone(begun).standings, SEMIFINAL)["complete"].any()
    assert of_over == {"P1": "final", "P2": "", "P3": ""}


def test_a_qualifying_group_is_over_however_many_groups_there_are() -> None:
    """Worked out by hand: only the first of four groups has played its six games, and its top two players qualify."""
    players = listed(*((f"P{number:02}", 300 - number) for number in range(12)))
    first = twice(QUALIFYING, "A", "P00 P04 P00 P00", "P00 P08 P00 P00", "P04 P08 P04 P04")
    begun = Bao("Four groups", players, first + twice(QUALIFYING, "B", "P01 P05 P01 ."), 4)
    told = {"P00": "semifinal A", "P04": "semifinal B"}
    (ahead,) = going_on(begun)
    assert {player: stage for player, stage in ahead.items() if stage} == told


def test_no_further_game_of_a_final_among_three_is_drawn() -> None:
    """Worked out by hand: Ada and Ben have qualified, but Cleo has a game in the final.

    The two finalists are therefore unknown.
    """
    game = Game(FINAL, "", "Cleo", "Ada", "")
    assert schedule(replace(ROBIN, games=(*ROBIN.games, game)), FINAL) == ["1.1 Cleo-Ada"]


def test_a_final_continues_as_it_began_whatever_the_names() -> None:
    games = twice(QUALIFYING, "", "Zoe Ada Zoe Zoe", "Zoe Ben Zoe Zoe", "Ada Ben Ada Ada")
    event = Bao("Zoe", listed(("Zoe", 300), ("Ada", 280), ("Ben", 260)), games, 1)
    begun = replace(event, games=(*games, Game(FINAL, "", "Zoe", "Ada", "Zoe")))
    each(event, begun)
    assert schedule(event, FINAL) == ["1.1 Zoe-Ada", "1.2 Ada-Zoe"]
    assert schedule(begun, FINAL) == ["1.1 Zoe-Ada Zoe", "1.2 Ada-Zoe"]


def test_later_stages_without_a_qualifying_group_are_read_as_typed() -> None:
    """Without qualifying games, semifinals and a final are still read as they were entered.

    Worked out by hand: Ada and Cleo win both games of their semifinals, so they go on to the final.
    """
    semifinals = Bao("Semifinals alone", SIX, SEMIFINALS, None)
    final = Bao("Final alone", THREE, (Game(FINAL, "", "Ada", "Ben", "Ada"),), None)
    assert left(semifinals, final) == ["the final is not over"] * 2
    assert going_on(semifinals, stage=SEMIFINAL) == [{"Ada": "final", "Ben": "", "Cleo": "final", "Dan": ""}]


NEW = tuple(Entrant(player, "Kenya", 1800, 0) for player in "GHIJKL")
LEVEL = twice(QUALIFYING, "A", "G H G G", "G I G G", "H I H I")  # H and I one all, both newcomers
CLEAR = twice(QUALIFYING, "B", "J K J J", "J L J J", "K L K K")


def test_a_seat_between_two_level_players_is_undecided_until_others_have_taken_it() -> None:
    """The expected stages and seats are worked out by hand."""
    event = Bao("Open seat", NEW, LEVEL + CLEAR, None)
    told = {"G": "semifinal A", "J": "semifinal A", "K": "semifinal B", "L": ""}
    begun = replace(event, games=event.games + twice(SEMIFINAL, "A", "G J G G"))
    taken = replace(begun, games=begun.games + twice(SEMIFINAL, "B", "I K I I"))
    level = told | {"H": "undecided", "I": "undecided"}
    assert going_on(event, begun, taken) == [level, level, told | {"H": "", "I": "semifinal B"}]
    assert seats(event) == [[("A", "G", 1), ("A", "J", 2)]]


def test_nobody_is_undecided_once_others_have_taken_all_seats() -> None:
    """Worked out by hand: G, H and I have all played in the final, so J is out.

    The final is for two players, so a check reports the third player.
    """
    games = twice(
        QUALIFYING, "", *(f"G {other} G G" for other in "HIJ"), *(f"{pair} {pair}" for pair in ("H I", "H J", "I J"))
    )
    level = Bao("Four", NEW[:4], games, 1)
    final = replace(level, games=(*games, Game(FINAL, "", "G", "H", ""), Game(FINAL, "", "I", "G", "")))
    assert going_on(level, final) == [
        {"G": "final", **dict.fromkeys("HIJ", "undecided")},
        {**dict.fromkeys("GHI", "final"), "J": ""},
    ]


def test_two_players_level_at_the_top_of_the_only_group_both_play_the_final() -> None:
    """Worked out by hand: G and H, both newcomers, have beaten each other once.

    If player I is also level with them, the finalists are unknown until a game of the final has been entered.
    """
    top = Bao("Top", NEW[:3], twice(QUALIFYING, "", "G H G H", "G I G G", "H I H H"), 1)
    level = Bao("Level", NEW[:3], twice(QUALIFYING, "", "G H G H", "G I G I", "H I H I"), 1)
    final = replace(level, games=(*level.games, Game(FINAL, "", "G", "H", "")))
    both = {"G": "final", "H": "final", "I": ""}
    assert going_on(top, level, final) == [both, dict.fromkeys("GHI", "undecided"), both]


# -- untyped groups ----------------------------------------------------------------------------------------------------


def test_without_a_number_of_groups_only_one_group_or_a_mabingwa_is_dealt() -> None:
    """Worked out by hand: Dan, who has not played, has a group only in a Mabingwa or if all games are in one group."""
    four = (*THREE, Entrant("Dan", "Italia", 1000, 0))

    two = twice(QUALIFYING, "A", "Ada Ben Ada Ada") + twice(QUALIFYING, "B", "Cleo Eva Cleo Cleo")
    one = replace(ROBIN, entrants=four, groups=None)
    blank, of_two = replace(one, games=()), replace(one, games=two)
    mabingwa = [replace(event, form="mabingwa") for event in (blank, one)]
    lists = [event.entries for event in each(one, blank, *mabingwa, of_two)]
    everybody = dict.fromkeys(("Ada", "Ben", "Cleo", "Dan"), "A")
    nobody = dict.fromkeys(everybody, "")
    assert [dict(zip(entries["player"], entries["group"], strict=True)) for entries in lists] == [
        everybody,
        nobody,
        *[everybody] * 2,
        nobody | {"Ada": "A", "Ben": "A", "Cleo": "B"},
    ]


def test_players_are_dealt_in_turn_by_their_numbers_on_the_list_before_a_game_is_typed() -> None:
    """Worked out by hand: player k goes into group (k - 1) modulo 4."""
    entries = alone(Bao("Dealt", SIX, (), 4)).entries
    assert dict(zip(entries["number"], entries["group"], strict=True)) == dict(enumerate("ABCDAB", 1))


def test_a_group_with_an_unlisted_player_is_not_drawn() -> None:
    unlisted = replace(ROBIN, entrants=THREE[:2], groups=None)
    each(unlisted, ROBIN)
    assert schedule(unlisted, QUALIFYING) == []
    assert len(schedule(ROBIN, QUALIFYING)) == 2 * 3 * 2


# -- the nations match -------------------------------------------------------------------------------------------------


def match(*winners: str, teams: Sequence[str] = ("ABC", "XYZ")) -> Bao:
    """Return a nations match with the given winners, in the order of the pairings. A dot stands for an open game."""
    entrants = [
        Entrant(player, nation, 1000, 50)
        for nation, team in zip(("Italia", "Kenya"), teams, strict=True)
        for player in team
    ]
    pairs = [(one, other) for one in teams[0] for other in teams[1]]
    games = [Game(NATIONS, "", *pair, won.replace(".", "")) for pair, won in zip(pairs, "".join(winners), strict=False)]
    return Bao("Nations", tuple(entrants), tuple(games), None, ())


def nations(*matches: Bao) -> list[dict[str, tuple[Any, ...]]]:
    """Return one dictionary per match, keyed by nation.

    Each value holds the nation's rank, its players' points, its note, and whether the match is over.
    """
    tables = [event.standings.groupby("group", sort=False) for event in each(*matches)]
    for table in tables:
        assert table[["rank", "settled", "complete"]].nunique().eq(1).all(axis=None)
    return [
        {
            nation: (of["rank"].iloc[0], of["points"].tolist(), str(of["settled"].iloc[0]), bool(of["complete"].all()))
            for nation, of in table
        }
        for table in tables
    ]


def test_the_nations_are_ranked_by_the_sum_of_their_points() -> None:
    """Under KIBA's rules, a game won is worth a point, and the nation with more points wins ("vince chi fa più punti").

    Two teams of three play nine games.
    """
    assert nations(match("AAA", "BBB", "CCZ"), match("XYZ", "XYZ", "XYC"), match("AAA", "BBB", "CC.")) == [
        {
            "Italia": (1, [3, 3, 2], "nation: 8 points", True),
            "Kenya": (2, [0, 0, 1], "nation: 1 point", True),
        },
        {
            "Kenya": (1, [3, 3, 2], "nation: 8 points", True),
            "Italia": (2, [0, 0, 1], "nation: 1 point", True),
        },
        {
            "Italia": (1, [3, 3, 2], "nation: 8 points", False),
            "Kenya": (2, [0, 0, 0], "nation: 0 points", False),
        },
    ]


def test_level_nations_share_their_rank() -> None:
    assert nations(match("AAA", "XY."), match("AY.")) == [
        {
            "Italia": (1, [3, 0], "nation: 3 points", False),
            "Kenya": (2, [1, 1, 0], "nation: 2 points", False),
        },
        {
            "Italia": (1, [1], "nation: 1 point, level, so the place is shared", False),
            "Kenya": (1, [0, 1, 0], "nation: 1 point, level, so the place is shared", False),
        },
    ]


def test_each_nations_match_has_ranks_of_its_own() -> None:
    """Worked out by hand: in two matches of one game each, different nations come first."""
    teams = (Entrant("A", "Italia", 1000, 50), Entrant("X", "Kenya", 1000, 50))
    matches = [Bao(name, teams, (Game(NATIONS, "", "A", "X", name),), None, ()) for name in "AX"]
    found = played(*matches).standings
    assert found[["event", "group", "rank"]].to_numpy().tolist() == [
        ["A", "Italia", 1], ["A", "Kenya", 2], ["X", "Kenya", 1], ["X", "Italia", 2],
    ]  # fmt: skip


def test_a_nations_match_is_over_after_nine_games_or_after_all_of_larger_teams() -> None:
    """Worked out by hand: a match is over only after at least nine games.

    Two players against two play only four games, and two against four only eight, which is not enough. A match of four
    against three is over only after all twelve games.
    """
    small = match("AA", "BB", teams=("AB", "XY")), match("AAAA", "BBBB", teams=("AB", "WXYZ"))
    large = [match("AAABBBCCCDDD"[:games], teams=("ABCD", "XYZ")) for games in (12, 10)]
    four, eight, twelve, ten = (points["Italia"] for points in nations(*small, *large))
    assert four == (1, [2, 2], "nation: 4 points", False)
    assert eight == (1, [4, 4], "nation: 8 points", False)
    assert twelve[3] and not ten[3]


def test_the_games_left_of_a_nations_match_are_listed() -> None:
    teams = tuple(
        Entrant(player, nation, 1000, 50)
        for player, nation in zip("ABCXYZ", ["Italia"] * 3 + ["Kenya"] * 3, strict=True)
    )
    games = tuple(Game(NATIONS, "", one, other, one) for one in "ABC" for other in "XYZ")
    one_more = (*games, games[0])  # one game more than a match has
    matches = [Bao("Nations", teams, typed, None, ()) for typed in (games, one_more, games[:8])]
    assert left(*matches) == ["", "", "the nations match is not over"]


# -- the tables --------------------------------------------------------------------------------------------------------


def test_the_tables_number_their_rows_from_the_first_and_have_the_declared_columns() -> None:
    gone = (replace(THREE[0], withdrew=date(2013, 5, 1)), *THREE[1:])
    found = played(
        TWO_GROUPS,
        replace(ROBIN, games=ROBIN.games + twice(FINAL, "", "Ada Ben Ada Ada")),
        replace(ROBIN, name="Withdrawn", entrants=gone, games=ROBIN.games[:1]),
    )
    for rows in (found.entries, found.matches, found.members, found.standings, found.schedule, found.outcomes):
        assert [*rows.index] == [*range(len(rows))]
    group = ["season", "event", "stage", "group"]
    assert [*found.members] == [*group, "player", "seat"]
    assert [*found.standings] == [
        *(*group, "rank", "player", "country", "points", "sonneborn_berger", "kiba_score"),
        *("games", "settled", "goes_on"),
        "complete",
    ]
    assert [*found.schedule] == [*group, "leg", "round", "south", "north", "winner", "reason"]
    assert [*found.outcomes] == ["season", "event", "first", "second", "left_to_play", "finished"]
    assert found.outcomes["event"].tolist() == ["Two groups", "Robin", "Withdrawn"]


def test_a_player_listed_twice_plays_once_and_the_dummy_is_no_entrant() -> None:
    entrants = (*THREE, THREE[0], Entrant("-1"))
    assert alone(replace(ROBIN, entrants=entrants)).entries["player"].tolist() == ["Ada", "Ben", "Cleo"]
