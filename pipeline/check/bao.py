"""The laws of a round robin: entries, groups, pairs, winners, stages and clocks; each yields problems at their cells."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.problems.codes import Problem, blocked
from pipeline.problems.near import nearest
from pipeline.read.sheets import Raw
from pipeline.rules.bao.clock import clocks
from pipeline.rules.bao.entries import NEWCOMER_ELO, entry_list, printed
from pipeline.rules.bao.groups import GAMES_A_PAIR
from pipeline.rules.bao.tournaments import (
    FINAL,
    GAMES_OF_FINAL,
    GAMES_TO_WIN,
    GROUP,
    GROUP_STAGES,
    NATIONS,
    QUALIFYING,
    SEMIFINAL,
    STAGES,
    Tournaments,
    tournaments,
)
from pipeline.rules.circuits import circuits
from pipeline.rules.ties import settled
from pipeline.score.facts import without
from pipeline.tidy.tables import Tables
from schemas.keys import EVENT, PLAYER
from schemas.words import BYE, FEWEST_ENTRANTS, MOST_ENTRANTS, SMALLEST_GROUP, split

SIDES = ("south", "north")
OF_MABINGWA = 6
OF_A_NATION, NATIONS_IN_A_MATCH = 3, 2
MOVE_GAME = [*EVENT, "stage", "group_of_game", *SIDES]


def bao_breaches(tables: Tables, raw: Raw) -> list[Problem]:
    """Every breach of every law of the Bao events.

    What is concluded from an event as a whole is asked only where nothing else is wrong: one slip is one line.
    """
    laws = (kinds_of_sheets, rows_of_matches, rows_of_moves, entries)
    found = [problem for law in laws for problem in law(tables, raw)]
    if not (tables.events["kind"] == "bao").any():
        return found
    played = tournaments(tables.events, tables.entries, tables.matches)
    found += [p for law in (on_the_list, one_group, pairs, finals, same_nation) for p in law(played, tables, raw)]
    sound = without(tables, blocked([*raw.problems, *found]))
    played = tournaments(sound.events, sound.entries, sound.matches)
    concluded = (lone_games, as_dealt, reached, group_sizes, nations_match, mabingwa, clocks_and_results)
    return [*found, *(p for law in concluded for p in law(played, sound, raw))]


# -- sheets, rows, entries ---------------------------------------------------------------------------------------------


def kinds_of_sheets(tables: Tables, raw: Raw) -> Iterator[Problem]:
    """Matches and moves belong to a Bao event, boards and placings to one of Diplomacy."""
    kinds = tables.events.set_index(EVENT)["kind"]
    for sheet, wrong in (("matches", "diplomacy"), ("moves", "diplomacy"), ("boards", "bao"), ("placings", "bao")):
        table = raw.tables[sheet]
        first = table.origin.drop_duplicates(EVENT)
        for row, *event in first[EVENT].itertuples(name=None):
            if kinds.get(tuple(event)) == wrong:
                yield table.problem("wrong_kind", row, "", f"the kind {wrong}")


def rows_of_matches(tables: Tables, raw: Raw) -> Iterator[Problem]:
    """Two different players, a winner who is one of them, and one whenever there is a reason; a bye has no result."""
    rows, table = tables.matches, raw.tables["matches"]
    bye = (rows[["south", "north"]] == BYE).any(axis=1)
    stranger = (rows["winner"] != "") & (rows["winner"] != rows["south"]) & (rows["winner"] != rows["north"])
    both = (rows[["south", "north"]] != "").all(axis=1)
    listed = pd.MultiIndex.from_frame(tables.entries[PLAYER])
    with_list = _in(rows, tables.entries[EVENT])
    for side in SIDES:  # who is not on the list is told of as such
        stranger &= ~with_list | pd.MultiIndex.from_frame(rows[[*EVENT, side]]).isin(listed)
    checks = (
        ("plays_himself", "north", both & (rows["south"] == rows["north"])),
        ("bye_played", "winner", bye & (rows["winner"] != "")),
        ("winner_not_in_game", "winner", both & stranger & ~bye),
        ("winner_missing", "winner", ~bye & (rows["winner"] == "") & (rows["reason"] != "")),
    )
    for code, field, mask in checks:
        unread = table.faulty[field].to_numpy(dtype=bool)
        yield from (table.problem(code, row, field) for row in rows.loc[mask & ~unread, "raw_row"])
    grouped = rows[rows["stage"].isin(GROUP_STAGES)]
    label = grouped["group"].where(grouped["group"] != "")
    named = label.groupby([grouped[name] for name in (*EVENT, "stage")]).transform("nunique")
    unnamed = (grouped["group"] == "") & (named > 1)
    yield from (
        table.problem("missing", row, "group", expected="a group: the stage has several")
        for row in grouped.loc[unnamed, "raw_row"]
    )


def rows_of_moves(tables: Tables, raw: Raw) -> Iterator[Problem]:
    """Moves of games there are, numbered from 1 without a gap, each by who is to move, none before the one before."""
    table, rows = raw.tables["moves"], tables.moves.dropna(subset=["stage", "number", "time"])
    unread = pd.DataFrame([*blocked(raw.problems)], columns=EVENT)
    rows = rows[_in(rows, tables.events.loc[tables.events["kind"] == "bao", EVENT]) & ~_in(rows, unread)]
    games = _games_started(tables)
    found = rows.merge(games, on=[*EVENT, "stage", *SIDES], how="left")
    found = found[
        found["group_of_game"].notna() & ((found["group"] == "") | (found["group"] == found["group_of_game"]))
    ]
    lost = rows[~rows["raw_row"].isin(found["raw_row"])]
    yield from (table.problem("no_such_match", row, "south") for row in lost["raw_row"])
    found = found.drop_duplicates("raw_row").sort_values([*MOVE_GAME, "number", "raw_row"], kind="stable")
    game = [found[name] for name in MOVE_GAME]
    mover = found["south"].where(found["number"] % 2 == 1, found["north"])
    before = found.groupby(game)["time"].shift().fillna(found["begins"])
    wrong = found["number"] != found.groupby(game).cumcount() + 1
    first_wrong = wrong & (wrong.groupby(game).cumsum() == 1)
    numbered = ~wrong.groupby(game).transform("any")
    checks = (
        ("move_number", "number", first_wrong),
        ("not_to_move", "player", numbered & (found["player"] != "") & (found["player"] != mover)),
        ("move_too_early", "time", numbered & (found["time"] < before)),
    )
    for code, field, mask in checks:
        yield from (table.problem(code, row, field) for row in found.loc[mask, "raw_row"])


def _games_started(tables: Tables) -> pd.DataFrame:
    """The games of the matches sheets with their group and the moment they begin, where it is typed."""
    games = tables.matches.drop_duplicates([*EVENT, "stage", "group", *SIDES])
    return games[[*EVENT, "stage", *SIDES]].assign(group_of_game=games["group"], begins=games["started"])


def entries(tables: Tables, raw: Raw) -> Iterator[Problem]:
    """Everybody once on the list, 6 to 34 of them; the typed KIBA score is the computed one, a newcomer's Elo 1800."""
    table, rows = raw.tables["players"], entry_list(tables.entries)
    twice = tables.entries.duplicated(PLAYER)
    yield from (table.problem("entered_twice", row, "player") for row in tables.entries.loc[twice, "raw_row"])
    dummy = tables.entries.loc[tables.entries["player"] == BYE, "raw_row"]
    yield from (table.problem("dummy_entered", row, "player") for row in dummy)
    newcomer = (rows["games"] == 0) & rows["elo"].notna() & (rows["elo"] != NEWCOMER_ELO)
    yield from (table.problem("newcomer_elo", row, "elo") for row in rows.loc[newcomer, "raw_row"])
    computed = rows["kiba_score"].where(rows["category"] < 4)
    whole = rows["typed_kiba"] % 1 == 0
    shown = printed(computed).where(whole, computed)
    differs = (
        shown.notna() & rows["typed_kiba"].notna() & (settled(shown.fillna(0)) != settled(rows["typed_kiba"].fillna(0)))
    )
    for row, exact in rows.loc[differs, ["raw_row"]].assign(shown=shown[differs]).itertuples(index=False, name=None):
        yield table.problem("kiba_differs", int(row), "kiba score", expected=f"{exact:g}: Elo/10 + games played")
    listed = (
        rows[~_in(rows, _unread_names(raw))]
        .groupby(EVENT)
        .agg(entrants=("player", "nunique"), raw_row=("raw_row", "min"))
    )
    outside = listed[(listed["entrants"] < FEWEST_ENTRANTS) | (listed["entrants"] > MOST_ENTRANTS)]
    open_to_all = tables.events.loc[tables.events["format"] != "mabingwa", EVENT]
    for number, row in outside[outside.index.isin(pd.MultiIndex.from_frame(open_to_all))].itertuples(index=False):
        yield table.problem("entrants", int(row), "player", f"{number} players")


# -- groups, pairs, stages ---------------------------------------------------------------------------------------------


def on_the_list(played: Tournaments, tables: Tables, raw: Raw) -> Iterator[Problem]:
    """Where there is an entry list, whoever plays is on it; the nearest name of the list is suggested."""
    whole = played.entries[~_in(played.entries, _unread_names(raw))]
    listed = whole.groupby(EVENT)["player"].agg(list)
    rows = players_at(tables.matches).drop_duplicates(PLAYER)
    rows = rows[(rows["player"] != "") & (rows["player"] != BYE)]
    for row in rows[pd.MultiIndex.from_frame(rows[EVENT]).isin(listed.index)].itertuples():
        names = listed[row.season, row.event]
        if row.player in names:
            continue
        meant = nearest(row.player, names)
        expected = f"a player of the entry list, perhaps {meant[0]}" if meant else ""
        side = "south" if row.player == row.south else "north"
        yield raw.tables["matches"].problem("not_entered", int(row.raw_row), side, row.player, expected)


def _unread_names(raw: Raw) -> pd.DataFrame:
    """Events with a row of players whose name cannot be read: somebody may be missing on the list."""
    table = raw.tables["players"]
    return table.origin.loc[table.faulty["player"] | table.text["player"].isna(), EVENT]


def _in(rows: pd.DataFrame, events: pd.DataFrame) -> NDArray[np.bool_]:
    """Rows of one of the events."""
    return np.asarray(pd.MultiIndex.from_frame(rows[EVENT]).isin(pd.MultiIndex.from_frame(events)), bool)


def one_group(played: Tournaments, tables: Tables, raw: Raw) -> Iterator[Problem]:
    """Nobody plays in two groups of a stage."""
    rows = players_at(played.matches[played.matches["stage"].isin(GROUP_STAGES) & (played.matches["group"] != "")])
    sizes = rows.groupby([*PLAYER, "stage", "group"], sort=False).size().rename("games").reset_index()
    homes = sizes.sort_values("games", ascending=False, kind="stable").drop_duplicates([*PLAYER, "stage"])
    rows = rows.merge(homes.rename(columns={"group": "home"}), on=[*PLAYER, "stage"])
    astray = rows[rows["group"] != rows["home"]].drop_duplicates([*PLAYER, "stage", "group"]).drop_duplicates("raw_row")
    for row, group in astray[["raw_row", "group"]].itertuples(index=False, name=None):
        yield raw.tables["matches"].problem("two_groups", int(row), "group", group)


def as_dealt(played: Tournaments, tables: Tables, raw: Raw) -> Iterator[Problem]:
    """Groups that differ from the deal are told once an event."""
    rows = players_at(played.matches[played.matches["stage"] == QUALIFYING])
    qualifying = rows.drop_duplicates(PLAYER)
    dealt = qualifying.merge(played.entries[[*PLAYER, "dealt"]], on=PLAYER)
    otherwise = dealt[(dealt["dealt"] != "") & (dealt["dealt"] != dealt["group"])].drop_duplicates(EVENT)
    for row, player, group in otherwise[["raw_row", "player", "dealt"]].itertuples(index=False, name=None):
        yield raw.tables["matches"].problem("dealt_otherwise", int(row), "group", expected=f"{player} in group {group}")


def players_at(matches: pd.DataFrame) -> pd.DataFrame:
    """Everybody in every match, with the row, in the order typed."""
    both = pd.concat([matches.assign(player=matches[side]) for side in SIDES])
    return both.sort_values([*EVENT, "raw_row"], kind="stable", ignore_index=True)


def pairs(played: Tournaments, tables: Tables, raw: Raw) -> Iterator[Problem]:
    """A pair plays twice in a group, each once as South; once in a match of nations."""
    table, rows = raw.tables["matches"], _paired(played.matches[played.matches["stage"].isin((*GROUP_STAGES, NATIONS))])
    pair = [*GROUP, "one", "other"]
    number, most = rows.groupby(pair).cumcount() + 1, np.where(rows["stage"] == NATIONS, 1, GAMES_A_PAIR)
    for row, allowed in rows.assign(most=most).loc[number > most, ["raw_row", "most"]].itertuples(index=False):
        told = "one game" if allowed == 1 else "two games"
        yield table.problem("too_many_games", int(row), "north", expected=f"{told} between the two in a stage")
    again = rows.duplicated([*GROUP, *SIDES]) & (number == GAMES_A_PAIR) & (rows["stage"] != NATIONS)
    yield from (table.problem("south_twice", row, "south") for row in rows.loc[again, "raw_row"])


def lone_games(played: Tournaments, tables: Tables, raw: Raw) -> Iterator[Problem]:
    """One game of a pair without the other, once a later stage has begun."""
    rows = _paired(played.matches[played.matches["stage"].isin(GROUP_STAGES)])
    latest = played.matches["stage"].map(STAGES).groupby([played.matches[key] for key in EVENT]).max()
    later = latest.reindex(pd.MultiIndex.from_frame(rows[EVENT])).to_numpy() > rows["stage"].map(STAGES).to_numpy()
    games = rows.groupby([*GROUP, "one", "other"])["raw_row"].transform("size")
    single = later & (games == 1)
    yield from (raw.tables["matches"].problem("one_game", row, "north") for row in rows.loc[single, "raw_row"])


def _paired(rows: pd.DataFrame) -> pd.DataFrame:
    """The games with their pair, `one` and `other`, whoever was South."""
    return rows.assign(one=rows[[*SIDES]].min(axis=1), other=rows[[*SIDES]].max(axis=1))


def reached(played: Tournaments, tables: Tables, raw: Raw) -> Iterator[Problem]:
    """Who plays in a stage came first or second in a group that is over, or may have: a shared place is open."""
    table = played.standings
    groups = table[table["stage"] == QUALIFYING].groupby(EVENT)["group"].nunique()
    for stage, before in ((SEMIFINAL, QUALIFYING), (FINAL, SEMIFINAL), (FINAL, QUALIFYING)):
        earlier = table[(table["stage"] == before) & table["complete"].astype(bool)]
        single = groups.reindex(pd.MultiIndex.from_frame(earlier[EVENT])).to_numpy() == 1
        if before == QUALIFYING:
            earlier = earlier[single == (stage == FINAL)]
        seats = 1 if before == SEMIFINAL else 2
        rows = players_at(played.matches[played.matches["stage"] == stage]).drop_duplicates(PLAYER)
        came = rows.merge(earlier[[*PLAYER, "rank", "group"]].rename(columns={"group": "from_group"}), on=PLAYER)
        for row, player, rank, side in _sides(came[came["rank"] > seats]):
            found = f"{player}, rank {rank} of the {before} group"
            yield raw.tables["matches"].problem("not_reached", row, side, found)
        if stage == SEMIFINAL:
            clear = came[came.groupby([*EVENT, "from_group", "rank"])["player"].transform("size") == 1]
            clear = clear[clear["rank"] <= seats]
            like = clear.groupby(GROUP)["rank"].transform("first")
            for row, player, rank, side in _sides(clear[clear["rank"] != like]):
                yield raw.tables["matches"].problem("wrong_semifinal", row, side, f"{player}, rank {rank}")


def _sides(rows: pd.DataFrame) -> Iterator[tuple[int, str, int, str]]:
    for row in rows.itertuples():
        yield int(row.raw_row), row.player, int(row.rank), "south" if row.player == row.south else "north"


def finals(played: Tournaments, tables: Tables, raw: Raw) -> Iterator[Problem]:
    """Best of three between two: no game after the second win; the higher KIBA score is South first, then in turn."""
    table = raw.tables["matches"]
    kiba = played.entries.set_index(PLAYER)["kiba_score"]
    for (season, event), games in played.matches[played.matches["stage"] == FINAL].groupby(EVENT):
        names = [*dict.fromkeys(name for pair in games[[*SIDES]].itertuples(index=False) for name in pair)]
        strangers = games[~games[[*SIDES]].isin(names[:2]).all(axis=1)]
        for row, south in strangers[["raw_row", "south"]].itertuples(index=False):
            side = "north" if south in names[:2] else "south"
            yield table.problem("too_many_games", row, side, expected=f"a final between {names[0]} and {names[1]}")
        games = games.drop(strangers.index)
        wins = pd.concat([(games["winner"] == name).cumsum().shift(fill_value=0) for name in names[:2]], axis=1)
        decided = (wins >= GAMES_TO_WIN).any(axis=1) | (np.arange(len(games)) >= GAMES_OF_FINAL)
        for row in games.loc[decided, "raw_row"]:
            yield table.problem("too_many_games", row, "north", expected="no game after two wins: best of three")
        higher = [kiba.get((season, event, name), np.nan) for name in names[:2]]
        if higher[0] == higher[1] or np.isnan(higher).any():
            continue
        first, second = names[:2] if higher[0] > higher[1] else names[1::-1]
        expected = [(first, second), (second, first), (first, second)]
        for (row, *typed), lawful in zip(games[["raw_row", *SIDES]].itertuples(index=False), expected, strict=False):
            if tuple(typed) != lawful and {*typed} == {first, second}:
                yield table.problem("south_of_final", int(row), "south", expected=f"{lawful[0]} as South")


def group_sizes(played: Tournaments, tables: Tables, raw: Raw) -> Iterator[Problem]:
    """A qualifying group has three players or more; without a number of groups nothing can be dealt."""
    qualifying = played.members[played.members["stage"] == QUALIFYING]
    sizes = qualifying.groupby([*EVENT, "group"]).size().rename("size").reset_index()
    files = tables.events.set_index(EVENT)["file"]
    for (season, event), small in sizes[sizes["size"] < SMALLEST_GROUP].groupby(EVENT):
        where = {"season": season, "event": event, "file": files[season, event]}
        found = ", ".join(
            f"{size} in group {group}" for group, size in small[["group", "size"]].itertuples(index=False)
        )
        yield raw.at_setting("group_too_small", "groups", **where, found=found)
    match_of_nations = played.matches.loc[played.matches["stage"] == NATIONS, EVENT]
    homeless = played.entries[(played.entries["group"] == "") & ~_in(played.entries, match_of_nations)]
    for row in homeless.groupby(EVENT)["raw_row"].min():
        yield raw.tables["players"].problem("no_groups", row, "player", "no number of groups")


def nations_match(played: Tournaments, tables: Tables, raw: Raw) -> Iterator[Problem]:
    """Three players of each of two nations, everyone against the three others."""
    match = played.standings[played.standings["stage"] == NATIONS]
    rows = played.matches[played.matches["stage"] == NATIONS].drop_duplicates(EVENT).set_index(EVENT)["raw_row"]
    for (season, event), of in match.groupby(EVENT):
        sizes = of.groupby("group").size()
        if len(sizes) != NATIONS_IN_A_MATCH or (sizes != OF_A_NATION).any() or "" in sizes.index:
            found = ", ".join(f"{nation or '?'} {number}" for nation, number in sizes.items())
            yield raw.tables["matches"].problem("nations_match", int(rows[season, event]), "south", found)


def same_nation(played: Tournaments, tables: Tables, raw: Raw) -> Iterator[Problem]:
    """In a match of nations nobody plays against a compatriot."""
    games = played.matches[played.matches["stage"] == NATIONS]
    nation = played.entries.set_index(PLAYER)["country"]
    sides = [nation.reindex(pd.MultiIndex.from_frame(games[[*EVENT, side]])).to_numpy() for side in SIDES]
    same = games[sides[0] == sides[1]]
    yield from (raw.tables["matches"].problem("same_nation", row, "north") for row in same["raw_row"])


def mabingwa(played: Tournaments, tables: Tables, raw: Raw) -> Iterator[Problem]:
    """Mabingwa counts for no championship, and six play in it, in one group."""
    events = tables.events[(tables.events["format"] == "mabingwa") & (tables.events["kind"] == "bao")]
    for event in events.itertuples():
        where = {"season": event.season, "event": event.event, "file": event.file}
        inviting = {name for name, circuit in circuits().items() if circuit.needs.invites == event.format}
        if inviting & {*split(event.circuits)}:
            yield raw.at_setting("no_effect", "circuits", **where, expected="no circuit: Mabingwa adds no points")
        there = played.members[(played.members["season"] == event.season) & (played.members["event"] == event.event)]
        qualifying = there[there["stage"] == QUALIFYING]
        number, groups = qualifying["player"].nunique(), set(qualifying["group"])
        if number and (number != OF_MABINGWA or len(groups) != 1):
            yield raw.at_setting("mabingwa", "format", **where, found=f"{number} players in {len(groups)} groups")


def clocks_and_results(played: Tournaments, tables: Tables, raw: Raw) -> Iterator[Problem]:
    """The clocks and the results agree: who ran out of time has lost, and nobody else on time."""
    table = raw.tables["matches"]
    games = clocks(tables.events, played.matches, tables.moves)
    for game in games[
        (games["lost"] != "") & ((games["winner"] == "") | (games["winner"] == games["lost"]))
    ].itertuples():
        found = f"{game.lost} without time at {game.zero:%Y-%m-%d %H:%M:%S}"
        yield table.problem("clock_differs", int(game.raw_row), "winner", found)
    loser = games["south"].where(games["winner"] == games["north"], games["north"])
    on_time = (games["reason"] == "time") & (games["winner"] != "") & (games["lost"] == "")
    mover = games["south"].where(games["made"].astype(float) % 2 == 0, games["north"])
    for game in games[on_time & (loser != mover)].itertuples():
        yield table.problem("clock_differs", int(game.raw_row), "reason", "lost on time by who was not to move")
