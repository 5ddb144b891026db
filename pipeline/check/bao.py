"""Checks of Bao round robins: entries, groups, pairs, winners, stages and clocks."""

from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import pandas as pd

from pipeline.check.laws import Law, broken, having
from pipeline.problems.codes import Problem, blocked, did_you_mean
from pipeline.problems.suggestions import nearest, one_nation
from pipeline.read.raw_tables import Raw
from pipeline.read.validate import day
from pipeline.rules.bao.clock import clocks, starts
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
from schemas.keys import EVENT, PLAYER, among
from schemas.messages import Message, listed, say
from schemas.words import BYE, FEWEST_ENTRANTS, MOST_ENTRANTS, SMALLEST_GROUP, split

SIDES = ("south", "north")
OF_MABINGWA = 6
OF_A_NATION, NATIONS_IN_A_MATCH = 3, 2
MOVE_GAME = [*EVENT, "stage", "group_of_game", *SIDES]
NOBODY = ("", BYE)
KINDS = {"diplomacy": say("a Diplomacy event"), "bao": say("a Bao event")}
ONE_GROUP = say("There is one qualifying group, so its top two play the final and there is no semifinal.")
SEVERAL_GROUPS = say("There are several qualifying groups, so semifinals come before the final.")
ONE_GAME = say("these two players meet once in this stage")
TWO_GAMES = say("these two players meet twice in this stage")
RANKS = {
    QUALIFYING: Message("{player} (rank {rank} in the qualifying group)"),
    SEMIFINAL: Message("{player} (rank {rank} in the semifinal group)"),
}


@dataclass
class Bao:
    """The tables and raw sheets that the Bao checks need, and tables derived from them."""

    tables: Tables
    raw: Raw

    @cached_property
    def played(self) -> Tournaments:
        """The tournaments described by the tables of events, entries and matches."""
        return tournaments(self.tables.events, self.tables.entries, self.tables.matches)

    def of_stage(self, *stages: str) -> pd.DataFrame:
        """Return the matches of the given stages."""
        return self.played.matches[self.played.matches["stage"].isin(stages)]

    @cached_property
    def sides(self) -> pd.DataFrame:
        """The players of all matches, as `players_at` returns them."""
        return players_at(self.played.matches)

    @cached_property
    def events(self) -> pd.DataFrame:
        """The Bao events."""
        return self.tables.events[self.tables.events["kind"] == "bao"]

    @cached_property
    def unread_names(self) -> pd.DataFrame:
        """The season and event of each entry without a readable name.

        The entry lists of these events may be incomplete.
        """
        table = self.raw.tables["players"]
        return table.origin.loc[table.faulty["player"] | table.text["player"].isna(), EVENT]

    @cached_property
    def entries(self) -> pd.DataFrame:
        """The entry lists with the computed KIBA score (`shown`), rounded if the entered score is a whole number."""
        rows = entry_list(self.tables.entries)
        computed = rows["kiba_score"].where(rows["category"] < 4)
        return rows.assign(shown=printed(computed).where(rows["typed_kiba"] % 1 == 0, computed))

    @cached_property
    def rows(self) -> pd.DataFrame:
        """The rows of all `matches` sheets, with additional columns.

        bye             whether one side has a bye
        both            whether both sides are filled in
        stranger        whether the winner is neither of the players. This is always false if one of the players is
                        missing from the event's entry list
        one_of_several  whether the stage has several groups
        """
        rows, listed = self.tables.matches, pd.MultiIndex.from_frame(self.tables.entries[PLAYER])
        stranger = (rows["winner"] != "") & (rows["winner"] != rows["south"]) & (rows["winner"] != rows["north"])
        for side in SIDES:  # another check reports players who are not on the list
            on_the_list = pd.MultiIndex.from_frame(rows[[*EVENT, side]]).isin(listed)
            stranger &= ~among(rows, self.tables.entries, EVENT) | on_the_list
        grouped = rows["stage"].isin(GROUP_STAGES)
        label = rows["group"].where(grouped & (rows["group"] != ""))
        groups = label.groupby([rows[name] for name in (*EVENT, "stage")]).transform("nunique")
        return rows.assign(
            bye=(rows[[*SIDES]] == BYE).any(axis=1),
            both=(rows[[*SIDES]] != "").all(axis=1),
            stranger=stranger,
            one_of_several=grouped & (groups > 1),
        )

    def read_rows(self, field: str, condition: str) -> pd.DataFrame:
        """Return the rows of `matches` that satisfy a condition and whose cell in `field` could be read."""
        unread = self.raw.tables["matches"].faulty[field].to_numpy(dtype=bool)
        return having(self.rows[~unread], condition)

    @cached_property
    def typed_moves(self) -> pd.DataFrame:
        """The moves, joined with the games that have the same South and North in the same stage.

        A move has one row per such game, or a single row if there is none. Events with errors are left out.

        group_of_game  group of the game
        begins         start of the game
        of_a_game      whether the move may belong to the game
        """
        rows = self.tables.moves.dropna(subset=["stage", "number", "time"])
        unread = pd.DataFrame([*blocked(self.raw.problems)], columns=EVENT)
        rows = rows[among(rows, self.events, EVENT) & ~among(rows, unread, EVENT)]
        games = self.tables.matches.drop_duplicates([*EVENT, "stage", "group", *SIDES])
        games = games[[*EVENT, "stage", *SIDES]].assign(group_of_game=games["group"], begins=games["started"])
        moves = rows.merge(games, on=[*EVENT, "stage", *SIDES], how="left")
        same = (moves["group"] == "") | (moves["group"] == moves["group_of_game"])
        return moves.assign(of_a_game=same & moves["group_of_game"].notna())

    @cached_property
    def moves(self) -> pd.DataFrame:
        """The moves of each game in order, with additional columns.

        mover        the player to move
        before       time of the previous move, or the start of the game
        first_wrong  whether this is the first wrong move number of the game
        numbered     whether all move numbers of the game are right
        """
        moves = self.typed_moves[self.typed_moves["of_a_game"]].drop_duplicates("raw_row")
        moves = moves.sort_values([*MOVE_GAME, "number", "raw_row"], kind="stable")
        game = [moves[name] for name in MOVE_GAME]
        wrong = moves["number"] != moves.groupby(game).cumcount() + 1
        return moves.assign(
            mover=moves["south"].where(moves["number"] % 2 == 1, moves["north"]),
            before=moves.groupby(game)["time"].shift().fillna(moves["begins"]),
            first_wrong=wrong & (wrong.groupby(game).cumsum() == 1),
            numbered=~wrong.groupby(game).transform("any"),
        )

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """The games of groups and nations matches, each with its pair of players.

        one, other  the pair in alphabetical order
        number      1 for the first game of the pair, 2 for the second, ...
        games       number of games that the pair has played
        allowed     number of games that the pair may play
        lawful      the allowed number, in words
        same_south  whether the pair has played an earlier game with the same South
        """
        rows = self.of_stage(*GROUP_STAGES, NATIONS)
        rows = rows.assign(one=rows[[*SIDES]].min(axis=1), other=rows[[*SIDES]].max(axis=1))
        pair, nations = rows.groupby([*GROUP, "one", "other"]), rows["stage"] == NATIONS
        return rows.assign(
            number=pair.cumcount() + 1,
            games=pair["raw_row"].transform("size"),
            allowed=np.where(nations, 1, GAMES_A_PAIR),
            lawful=nations.map({True: ONE_GAME, False: TWO_GAMES}),
            same_south=rows.duplicated([*GROUP, *SIDES]) & ~nations,
        )

    @cached_property
    def finals(self) -> pd.DataFrame:
        """The games of all finals, with the columns that `_final` adds."""
        games = self.of_stage(FINAL)
        kiba = self.played.entries.set_index(PLAYER)["kiba_score"]
        empty = games[:0].assign(astray=False, decided=False, lawful="")
        return pd.concat([empty, *(_final(of_event, kiba) for _, of_event in games.groupby(EVENT))])

    @cached_property
    def mabingwa(self) -> pd.DataFrame:
        """The Mabingwa events, each with its number of `players` and number of `groups`."""
        events = self.events[self.events["format"] == "mabingwa"]
        members = self.played.members[self.played.members["stage"] == QUALIFYING].groupby(EVENT)
        numbers = members.agg(players=("player", "nunique"), groups=("group", "nunique"))
        return events.drop(columns="groups").merge(numbers, left_on=EVENT, right_index=True, how="left")

    @cached_property
    def clocks(self) -> pd.DataFrame:
        """The games' clocks, as returned by `pipeline.rules.bao.clock.clocks`, with two additional columns.

        loser  the player who lost, if the game has a winner
        mover  the player whose turn it is
        """
        games = clocks(self.tables.events, self.played.matches, self.tables.moves)
        loser = games["south"].where(games["winner"] == games["north"], games["north"])
        mover = games["south"].where(games["made"].astype(float) % 2 == 0, games["north"])
        return games.assign(loser=loser, mover=mover)


def invited_by_its_circuit(b: Bao) -> pd.DataFrame:
    """Return the Mabingwa events whose `circuits` setting names a circuit that invites players to the Mabingwa."""
    inviting = {name for name, circuit in circuits().items() if circuit.needs.invites}
    return b.mabingwa[[bool(inviting & {*split(typed)}) for typed in b.mabingwa["circuits"]]]


def bao_breaches(tables: Tables, raw: Raw) -> list[Problem]:
    """Return the problems that the Bao checks find.

    Checks of an event as a whole are skipped if the event has other errors, so that one mistake is reported only once.
    """
    typed = Bao(tables, raw)
    if typed.events.empty and all(raw.tables[sheet].text.empty for sheet in ("matches", "moves")):
        return []
    breaches = broken(OF_ROWS, typed, raw)
    if typed.events.empty:
        return breaches
    breaches += broken(OF_GAMES, typed, raw)
    aside = blocked([*raw.problems, *breaches])
    sound = Bao(without(tables, aside), raw) if aside else typed
    return [*breaches, *broken(OF_EVENTS, sound, raw)]


def players_at(matches: pd.DataFrame) -> pd.DataFrame:
    """Return two rows per match, one for each player, in the order of the sheets.

    The columns `player` and `side` (`south` or `north`) are added.
    """
    both = pd.concat([matches.assign(player=matches[side], side=side) for side in SIDES])
    return both.sort_values([*EVENT, "raw_row"], kind="stable", ignore_index=True)


# -- sheets, rows, entries ---------------------------------------------------------------------------------------------


def wrong_kind(sheet: str, kind: str, b: Bao) -> pd.DataFrame:
    """Return the first row of each sheet that is in an event of the wrong kind.

    sheet  the kind of sheet, such as `matches`
    kind   the kind of event that must not have such a sheet
    """
    first = b.raw.tables[sheet].origin.drop_duplicates(EVENT)
    events = b.tables.events.loc[b.tables.events["kind"] == kind, EVENT]
    return first.assign(raw_row=first.index)[among(first, events, EVENT)]


def lost_moves(b: Bao) -> pd.DataFrame:
    """Return the moves that belong to no game."""
    moves = b.typed_moves
    return moves[~moves["raw_row"].isin(moves.loc[moves["of_a_game"], "raw_row"])].drop_duplicates("raw_row")


def kiba_differs(b: Bao) -> pd.DataFrame:
    """Return the entrants whose entered KIBA score differs from the computed one."""
    both = b.entries.dropna(subset=["shown", "typed_kiba"])
    return both[settled(both["shown"]) != settled(both["typed_kiba"])]


def too_few_or_many(b: Bao) -> pd.DataFrame:
    """Return the first row of each entry list with fewer than 6 players, or more than the event's maximum (default 34).

    Mabingwa events are not checked. A worked example has no minimum, and has a maximum only if it sets one.
    """
    open_to_all = b.tables.events.query("format != 'mabingwa' and (data != 'worked example' or most_entrants.notna())")
    listed = b.entries[~among(b.entries, b.unread_names, EVENT) & among(b.entries, open_to_all, EVENT)].groupby(EVENT)
    listed = listed.agg(entrants=("player", "nunique"), raw_row=("raw_row", "min"))
    events = open_to_all.set_index(EVENT).reindex(listed.index)
    listed["fewest"] = (events["data"] != "worked example").map({True: FEWEST_ENTRANTS, False: 1})
    listed["most"] = events["most_entrants"].fillna(MOST_ENTRANTS)
    return listed[~listed["entrants"].between(listed["fewest"], listed["most"])]


def without_a_start(b: Bao) -> pd.DataFrame:
    """Return, for each event and stage, the first move of a game whose start is unknown.

    Without a start, the game's clock cannot run.
    """
    keys = [*EVENT, "stage", *SIDES]
    games = b.played.matches.assign(begins=starts(b.tables.events, b.played.matches))
    games = games[games["begins"].isna() & games["in_sheet"]].drop(columns="stage")
    games = games.rename(columns={"typed_stage": "stage"})[keys].drop_duplicates()
    return b.moves.sort_values("raw_row").merge(games, on=keys).drop_duplicates([*EVENT, "stage"])


# -- groups, pairs, stages ---------------------------------------------------------------------------------------------


def not_entered(b: Bao) -> pd.DataFrame:
    """Return the first row of each player who is not on the entry list.

    The column `meant` is a hint that names the most similar player on the list.
    """
    whole = b.played.entries[~among(b.played.entries, b.unread_names, EVENT)]
    listed = whole.groupby(EVENT)["player"].agg(list)
    rows = players_at(b.tables.matches).drop_duplicates(PLAYER)
    rows = rows[~rows["player"].isin(NOBODY) & among(rows, whole, EVENT)]
    rows = rows[~among(rows, whole, PLAYER)]
    meant = [
        nearest(player, listed[season, event])[:1] for season, event, player in rows[PLAYER].itertuples(index=False)
    ]
    perhaps = [did_you_mean(*names) for names in meant]
    return rows.assign(meant=perhaps)


def two_groups(b: Bao) -> pd.DataFrame:
    """Return each player's first row in a second group of the same stage.

    The column `home` is the group in which the player has the most games.
    """
    rows = b.sides[b.sides["stage"].isin(GROUP_STAGES) & (b.sides["group"] != "")]
    sizes = rows.groupby([*PLAYER, "stage", "group"], sort=False).size().rename("games").reset_index()
    homes = sizes.sort_values("games", ascending=False, kind="stable").drop_duplicates([*PLAYER, "stage"])
    rows = rows.merge(homes.rename(columns={"group": "home"}), on=[*PLAYER, "stage"])
    astray = rows[rows["group"] != rows["home"]].drop_duplicates([*PLAYER, "stage", "group"])
    return astray.drop_duplicates("raw_row")


def dealt_otherwise(b: Bao) -> pd.DataFrame:
    """Return, for each event, the first row of a player who does not play in the group drawn for them."""
    qualifying = b.sides[b.sides["stage"] == QUALIFYING].drop_duplicates(PLAYER)
    dealt = qualifying.merge(b.played.entries[[*PLAYER, "dealt"]], on=PLAYER)
    return dealt[(dealt["dealt"] != "") & (dealt["dealt"] != dealt["group"])].drop_duplicates(EVENT)


def lone_games(b: Bao) -> pd.DataFrame:
    """Return the games of pairs that played only once although a later stage has begun."""
    latest = b.played.matches["stage"].map(STAGES).groupby([b.played.matches[key] for key in EVENT]).max()
    rows = b.pairs[(b.pairs["games"] == 1) & (b.pairs["stage"] != NATIONS)]
    return rows[latest.reindex(pd.MultiIndex.from_frame(rows[EVENT])).to_numpy() > rows["stage"].map(STAGES).to_numpy()]


def came_from(stage: str, before: str, b: Bao) -> pd.DataFrame:
    """Return the first row in `stage` of each player who came from a finished group of the `before` stage.

    The columns `rank` and `from_group` give the player's rank in the earlier group and the name of that group.
    Finalists come from the qualifying group if there is only one, and otherwise from the semifinals.
    """
    table = b.played.standings
    groups = table[table["stage"] == QUALIFYING].groupby(EVENT)["group"].nunique()
    earlier = table[(table["stage"] == before) & table["complete"].astype(bool)]
    if before == QUALIFYING:
        single = groups.reindex(pd.MultiIndex.from_frame(earlier[EVENT])).to_numpy() == 1
        earlier = earlier[single == (stage == FINAL)]
    rows = b.sides[b.sides["stage"] == stage].drop_duplicates(PLAYER)
    return rows.merge(earlier[[*PLAYER, "rank", "group"]].rename(columns={"group": "from_group"}), on=PLAYER)


def odd_stages(b: Bao) -> pd.DataFrame:
    """Return the events whose stages do not follow each other as they should, one row per event.

    These are events with one qualifying group that have semifinals, and events with several qualifying groups that have
    a final but no semifinals. The column `expected` says how the stages should follow each other.
    """
    qualifying = b.played.members[b.played.members["stage"] == QUALIFYING]
    groups = qualifying.groupby(EVENT)["group"].nunique().rename("number").reset_index()
    semifinals, finals = (
        b.of_stage(stage).drop_duplicates(EVENT).merge(groups, on=EVENT) for stage in (SEMIFINAL, FINAL)
    )
    needless = semifinals[semifinals["number"] == 1].assign(expected=ONE_GROUP)
    early = finals[(finals["number"] > 1) & ~among(finals, semifinals, EVENT)].assign(expected=SEVERAL_GROUPS)
    return pd.concat([needless, early])


def groups_that_differ(b: Bao) -> pd.DataFrame:
    """Return the events in which the `groups` setting differs from the number of qualifying groups that have played.

    An event in which fewer groups have played is included only once a later stage has begun.
    """
    qualifying = b.of_stage(QUALIFYING)
    number = qualifying.groupby(EVENT)["group"].nunique().rename("number").reset_index()
    events = b.events[[*EVENT, "file", "groups"]].merge(number, on=EVENT)
    later = among(events, b.of_stage(SEMIFINAL, FINAL), EVENT)
    return events[(events["number"] > events["groups"]) | later & (events["number"] < events["groups"])]


def won_later(b: Bao) -> pd.DataFrame:
    """Return the games that ended after their winner withdrew from the event."""
    games = b.tables.matches.assign(
        player=b.tables.matches["winner"], ended=day(b.tables.matches["ended"].replace("", None))
    )
    games = games.merge(b.tables.entries[[*PLAYER, "withdrew"]].dropna().drop_duplicates(PLAYER), on=PLAYER)
    return games[games["ended"] > games["withdrew"]]


def nations_alike(b: Bao) -> pd.DataFrame:
    """Return the nations whose names may be other spellings of names already used in the season.

    Each row is the first entrant of such a nation. The column `other` is the earlier spelling.
    """
    entries = b.tables.entries[b.tables.entries["country"] != ""].drop_duplicates(["season", "country"])
    frames = [entries[:0].assign(other="")]
    for _, names in entries.groupby("season"):
        pairs = [*one_nation(names["country"].tolist())]
        others = names["country"].to_numpy()[[first for first, _ in pairs]]
        frames.append(names.iloc[[second for _, second in pairs]].assign(other=others))
    return pd.concat(frames).drop_duplicates(["season", "country"])


def not_reached(stage: str, before: str, seats: int, b: Bao) -> pd.DataFrame:
    """Return the rows of `came_from` for players ranked outside the top `seats` of their earlier group."""
    return having(came_from(stage, before, b), f"rank > {seats}")


def wrong_semifinal(b: Bao) -> pd.DataFrame:
    """Return the semifinalists whose qualifying rank differs from that of the player listed first in their semifinal.

    A semifinal brings together players who had the same rank in their qualifying groups. Shared ranks are skipped,
    since a tie-break decides them.
    """
    came = came_from(SEMIFINAL, QUALIFYING, b)
    clear = came[came.groupby([*EVENT, "from_group", "rank"])["player"].transform("size") == 1].query("rank <= 2")
    return clear[clear["rank"] != clear.groupby(GROUP)["rank"].transform("first")]


def _final(games: pd.DataFrame, kiba: pd.Series) -> pd.DataFrame:
    """Return the games of one final, with additional columns.

    A final is the best of three games. The player with the higher KIBA score is South in the first game.

    first, second  the first two players named in the games
    astray         whether anybody else plays in this game
    side           that player's side, or `north` if nobody else plays
    decided        whether the final was over before this game, after two wins by one player or three games in all
    lawful         the player who should be South in this game, or "" if unknown
    """
    names = [*dict.fromkeys(name for pair in games[[*SIDES]].itertuples(index=False) for name in pair)][:2]
    astray = ~games[[*SIDES]].isin(names).all(axis=1)
    between = games[~astray]
    wins = pd.concat([(between["winner"] == name).cumsum().shift(fill_value=0) for name in names], axis=1)
    decided = (wins >= GAMES_TO_WIN).any(axis=1) | (np.arange(len(between)) >= GAMES_OF_FINAL)
    event = tuple(games[EVENT].iloc[0])
    scores = [kiba.get((*event, name), np.nan) for name in names]
    in_turn = [names[0], names[-1], names[0]] if scores[0] > scores[-1] else [names[-1], names[0], names[-1]]
    open_turn = scores[0] == scores[-1] or np.isnan(scores).any()
    turns = pd.Series(in_turn[: len(between)] if not open_turn else [], between.index[: 0 if open_turn else 3])
    pair = pd.Series([{*sides} == {*names} for sides in between[[*SIDES]].itertuples(index=False)], between.index)
    return games.assign(
        first=names[0],
        second=names[-1],
        side=np.where(games["south"].isin(names), "north", "south"),
        astray=astray,
        decided=decided.reindex(games.index, fill_value=False),
        lawful=turns.where(pair).reindex(games.index).fillna("") if len(turns) else "",
    )


def small_groups(b: Bao) -> pd.DataFrame:
    """Return the events with qualifying groups of fewer than three players, and the `sizes` of these groups."""
    qualifying = b.played.members[b.played.members["stage"] == QUALIFYING]
    sizes = qualifying.groupby([*EVENT, "group"]).size().rename("size").reset_index().query(f"size < {SMALLEST_GROUP}")
    sizes["sizes"] = [*map(Message("{size} in group {group}").of, sizes.to_dict("records"))]
    return b.tables.events[[*EVENT, "file"]].merge(
        sizes.groupby(EVENT)["sizes"].agg(listed), left_on=EVENT, right_index=True
    )


def not_dealt(b: Bao) -> pd.DataFrame:
    """Return the first row of each entry list whose players have no group because the number of groups is missing."""
    homeless = b.played.entries[
        (b.played.entries["group"] == "") & ~among(b.played.entries, b.of_stage(NATIONS), EVENT)
    ]
    return homeless.groupby(EVENT)[["raw_row"]].min()


def odd_nations(b: Bao) -> pd.DataFrame:
    """Return the first row of each nations match that is not three against three.

    The column `sizes` lists the nations, each with its number of players.
    """
    match = b.played.standings[b.played.standings["stage"] == NATIONS]
    rows = b.of_stage(NATIONS).drop_duplicates(EVENT)
    sizes = match.groupby([*EVENT, "group"]).size().rename("size").reset_index()
    odd = sizes.groupby(EVENT).filter(
        lambda sides: [*sides["size"]] != [OF_A_NATION] * NATIONS_IN_A_MATCH or "" in [*sides["group"]]
    )
    odd["sizes"] = [f"{nation or '?'} {size}" for nation, size in odd[["group", "size"]].itertuples(index=False)]
    return rows.merge(odd.groupby(EVENT)["sizes"].agg(", ".join), left_on=EVENT, right_index=True)


def same_nation(b: Bao) -> pd.DataFrame:
    """Return the games of nations matches in which both players are from the same nation."""
    games = b.of_stage(NATIONS)
    nation = b.played.entries.set_index(PLAYER)["country"]
    south, north = (nation.reindex(pd.MultiIndex.from_frame(games[[*EVENT, side]])).to_numpy() for side in SIDES)
    return games[south == north]


# fmt: off
OF_ROWS: tuple[Law[Bao], ...] = (
    # matches and moves belong to a Bao event; boards, placings and results belong to a Diplomacy event
    *(
        Law("wrong_kind", f"{sheet}!", partial(wrong_kind, sheet, kind), found=KINDS[kind])
        for sheet, kind in (("matches", "diplomacy"), ("moves", "diplomacy"), ("boards", "bao"), ("placings", "bao"), ("results", "bao"))
    ),
    # two different players; the winner is one of them, and is required if there is a reason; a bye has no result
    Law("plays_himself", "matches!north", lambda b: b.read_rows("north", "both and south == north")),
    Law("bye_played", "matches!winner", lambda b: b.read_rows("winner", "bye and winner != ''")),
    Law("winner_not_in_game", "matches!winner", lambda b: b.read_rows("winner", "both and stranger and not bye")),
    Law("winner_missing", "matches!winner", lambda b: b.read_rows("winner", "not bye and winner == '' and reason != ''")),
    Law("missing", "matches!group", lambda b: having(b.rows, "one_of_several and group == ''"),
        message=say("The group is missing; this stage has several groups.")),
    Law("won_later", "matches!winner", won_later),
    # moves belong to existing games, are numbered from 1 without a gap, alternate, and are in chronological order
    Law("no_such_match", "moves!south", lost_moves),
    Law("move_number", "moves!number", lambda b: having(b.moves, "first_wrong")),
    Law("not_to_move", "moves!player", lambda b: having(b.moves, "numbered and player != '' and player != mover")),
    Law("move_too_early", "moves!time", lambda b: having(b.moves, "numbered and time < before")),
    # each player once on the list, 6 to 34 players; the typed KIBA score is the computed one; newcomers have Elo 1800
    Law("entered_twice", "players!player", lambda b: b.tables.entries[b.tables.entries.duplicated(PLAYER)]),
    Law("dummy_entered", "players!player", lambda b: b.tables.entries[b.tables.entries["player"] == BYE]),
    Law("newcomer_elo", "players!elo", lambda b: having(b.entries, f"games == 0 and elo == elo != {NEWCOMER_ELO}")),
    Law("kiba_differs", "players!kiba score", kiba_differs),
    Law("near_nation", "players!country", nations_alike, found="country"),
    Law("entrants", "players!player", too_few_or_many, found=Message("players: {entrants}")),
)

OF_GAMES: tuple[Law[Bao], ...] = (
    Law("not_entered", "matches!{side}", not_entered, found="player", hint="meant"),
    Law("two_groups", "matches!group", two_groups, found="group"),
    # a pair plays twice in a group, each once as South; once in a match of nations
    Law("too_many_games", "matches!north", lambda b: having(b.pairs, "number > allowed")),
    Law("south_twice", "matches!south", lambda b: having(b.pairs, f"same_south and number == {GAMES_A_PAIR}")),
    Law("too_many_games", "matches!{side}", lambda b: having(b.finals, "astray"),
        message=Message("This final is between {first} and {second}.")),
    Law("too_many_games", "matches!north", lambda b: having(b.finals, "decided"),
        message=say("A final is over once one player has won two games; this game comes later.")),
    Law("south_of_final", "matches!south", lambda b: having(b.finals, "lawful != '' and lawful != south")),
    Law("same_nation", "matches!north", same_nation),
)

OF_EVENTS: tuple[Law[Bao], ...] = (
    Law("one_game", "matches!north", lone_games),
    Law("dealt_otherwise", "matches!group", dealt_otherwise),
    # players of a stage were first or second in a finished group, or share such a place until the tie is decided
    *(
        Law("not_reached", "matches!{side}", partial(not_reached, *way), found=RANKS[way[1]])
        for way in ((SEMIFINAL, QUALIFYING, 2), (FINAL, SEMIFINAL, 1), (FINAL, QUALIFYING, 2))
    ),
    Law("odd_stages", "matches!stage", odd_stages),
    Law("wrong_semifinal", "matches!{side}", wrong_semifinal, found=Message("{player} (rank {rank})")),
    Law("groups_differ", "event!groups", groups_that_differ),
    Law("group_too_small", "event!groups", small_groups, found="sizes"),
    Law("no_groups", "players!player", not_dealt, found=say("number of groups not given")),
    Law("nations_match", "matches!south", odd_nations, found="sizes"),
    # Mabingwa counts for no championship and has six players in one group
    Law("no_effect", "event!circuits", invited_by_its_circuit,
        message=say("The Mabingwa does not count towards any circuit, so `circuits` has no effect here.")),
    Law("mabingwa", "event!format",
        lambda b: having(b.mabingwa, f"players == players and (players != {OF_MABINGWA} or groups != 1)"),
        found=Message("players: {players}, groups: {groups}")),
    Law("no_start", "moves!time", without_a_start),
    # a player who ran out of time has lost, and nobody else has lost on time
    Law("clock_differs", "matches!winner", lambda b: having(b.clocks, "lost != '' and (winner == '' or winner == lost)"),
        message=Message("{lost} ran out of time at {zero:%Y-%m-%d %H:%M:%S}, but is not entered as the loser.")),
    Law("clock_differs", "matches!reason",
        lambda b: having(b.clocks, "reason == 'time' and winner != '' and lost == '' and loser != mover"),
        message=Message("{loser} is entered as having lost on time, but it was {mover}'s move.")),
)
# fmt: on
