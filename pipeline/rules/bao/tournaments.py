"""The groups, standings, schedules and winners of Bao tournaments, and the players who advance to each stage."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.rules.bao.entries import deal, entry_list
from pipeline.rules.bao.groups import standings, tally
from pipeline.rules.bao.pairing import rounds
from pipeline.rules.rank import dense
from pipeline.rules.standings import first_of
from schemas.columns import without_rows
from schemas.keys import EVENT, PLAYER, of_event
from schemas.messages import NOTHING, Text, listed, plural, say
from schemas.tables import ENTRIES, EVENTS, MATCHES
from schemas.words import BYE

GROUP = [*EVENT, "stage", "group"]
PAIRING = ["leg", "round", "south", "north"]
QUALIFYING, SEMIFINAL, FINAL, PLAYOFF, NATIONS = "qualifying", "semifinal", "final", "playoff", "nations"
STAGES = {stage: number for number, stage in enumerate((QUALIFYING, SEMIFINAL, FINAL, NATIONS))}  # in order of play
GROUP_STAGES = (QUALIFYING, SEMIFINAL)
WINNERS, RUNNERS_UP = "A", "B"  # the semifinal groups
GAMES_TO_WIN, GAMES_OF_FINAL = 2, 3  # "al meglio di 3 (2-su-3)"
GAMES_OF_NATIONS = 9  # three players against three
NOT_OVER = {
    QUALIFYING: say("the qualifying groups are not finished"),
    SEMIFINAL: say("the semifinals are not over"),
}
PLAY_OFF = say("1-1: the play-off game decides")
UNDECIDED, WINNER, SECOND = "undecided", "winner", "second"
STANDING = ["rank", "player", "country", "points", "sonneborn_berger", "kiba_score", "games", "settled", "goes_on"]


@dataclass(frozen=True, eq=False)
class Tournaments:
    """The Bao events of all seasons that were read.

    Each frame has the columns `season` and `event` besides those given below.

    entries    one row per player on an entry list, with `number`, `player`, `country`, `elo`, `games`, `kiba_score`,
               `category` and `group` (the qualifying group, "" if unknown)
    matches    one row per valid game, without byes, with `stage` (`final` includes the play-off), `group`, `south`,
               `north`, `winner` ("" if not played), `reason`, `in_sheet` and others. The games in the sheet come
               first, in order. They are followed by withdrawn players' games that are missing from the sheet, for which
               `in_sheet` is False
    members    one row per player in a group, with `stage`, `group`, `player` and `seat` (from 1)
    standings  one row per player in a stage that has begun, with `stage`, `group`, `complete` and the columns of
               STANDING
    schedule   one row per scheduled game, with `stage`, `group`, `leg`, `round`, `south`, `north` (BYE for none),
               `winner` and `reason`
    outcomes   one row per event, with `first`, `second` (both "" if unknown), `finished` and `left_to_play` (a message
               about what is left)
    """

    entries: pd.DataFrame
    matches: pd.DataFrame
    members: pd.DataFrame
    standings: pd.DataFrame
    schedule: pd.DataFrame
    outcomes: pd.DataFrame

    def of(self, season: str, event: str) -> "Tournaments":
        """Return the tables of one event."""
        return Tournaments(**{name: of_event(frame, season, event) for name, frame in vars(self).items()})


def tournaments(events: pd.DataFrame, entries: pd.DataFrame, matches: pd.DataFrame) -> Tournaments:
    """Return the Bao events in the `events`, `entries` and `matches` tables.

    Invalid rows, which the checks report, are skipped.
    """
    events = events[events["kind"] == "bao"]
    return _tournaments(events, entries, matches) if len(events) else _no_tournaments()


@cache
def _no_tournaments() -> Tournaments:
    """Return the result for seasons without a Bao event, cached since most seasons have none."""
    return _tournaments(*map(without_rows, (EVENTS, ENTRIES, MATCHES)))


def _tournaments(events: pd.DataFrame, entries: pd.DataFrame, matches: pd.DataFrame) -> Tournaments:
    matches = playable(matches, events).assign(in_sheet=True)
    listed = entries[entries["player"] != BYE].drop_duplicates(PLAYER)
    entries = _dealt(entry_list(listed), matches, events)
    members = _members(entries, matches)
    matches = _resigned(matches, members, entries)
    table = _group_standings(members, matches, entries)
    stages = [table, _final_standings(matches, entries), _nation_standings(matches, entries)]
    table = pd.concat(stages, ignore_index=True)
    table = table.merge(entries[[*PLAYER, "country"]], on=PLAYER, how="left").fillna({"country": ""})
    table["goes_on"] = _going_on(table)
    table = _in_order(table)
    members = pd.concat([members, _drawn_semifinals(table)], ignore_index=True)
    return Tournaments(
        entries, matches, members, table, _schedule(members, entries, matches, table), _outcomes(events, table)
    )


def playable(matches: pd.DataFrame, events: pd.DataFrame) -> pd.DataFrame:
    """Return the valid games of Bao events.

    A game is valid if it has a stage and two players, and its winner is one of the two or not entered yet. A
    blank group becomes the only group entered for the stage, or A if none is entered. The final has no group and
    includes the play-off game.
    """
    readable = (matches[["south", "north"]] != "").all(axis=1) & matches["stage"].notna()
    games = matches[
        readable & (matches["south"] != matches["north"]) & (matches[["south", "north"]] != BYE).all(axis=1)
    ]
    games = games[games[["south", "north"]].assign(nobody="").eq(games["winner"], axis=0).any(axis=1)]
    games = games.merge(events[EVENT], on=EVENT).sort_values([*EVENT, "raw_row"])
    games["typed_stage"] = games["stage"]
    games["stage"] = games["stage"].replace(PLAYOFF, FINAL)
    stage = [games[name] for name in (*EVENT, "stage")]
    typed = games["group"].where(games["group"] != "")
    only = typed.groupby(stage).transform("first").where(typed.groupby(stage).transform("nunique") == 1)
    somebody = typed.notna().groupby(stage).transform("any")
    games["group"] = typed.fillna(only).where(somebody, WINNERS).astype(object).fillna("")
    return games.assign(group=games["group"].where(games["stage"].isin(GROUP_STAGES), ""))


def of_stage(frame: pd.DataFrame, stage: str) -> pd.DataFrame:
    """Return the rows of one stage."""
    return frame[frame["stage"] == stage]


def players(matches: pd.DataFrame) -> pd.DataFrame:
    """Return the players in the matches, once per group and in the order entered.

    The columns are `season`, `event`, `stage`, `group` and `player`.
    """
    both = [matches.assign(player=matches[side], side=n) for n, side in enumerate(("south", "north"))]
    rows = pd.concat(both).sort_values([*EVENT, "raw_row", "side"], kind="stable")
    return rows[[*GROUP, "player"]].drop_duplicates()


# -- entries and groups ------------------------------------------------------------------------------------------------


def _dealt(entries: pd.DataFrame, matches: pd.DataFrame, events: pd.DataFrame) -> pd.DataFrame:
    """Return the entry lists with each player's qualifying group.

    This is the group of the player's matches. For a player without a match, it follows from the order of the list.
    """
    played = players(of_stage(matches, QUALIFYING))
    groups = events[[*EVENT, "groups", "format"]].merge(
        played.groupby(EVENT)["group"].nunique().rename("played"), on=EVENT, how="left"
    )
    single = (groups["played"] == 1) | (groups["format"] == "mabingwa")
    groups["number_of_groups"] = groups["groups"].fillna(pd.Series(np.where(single, 1.0, np.nan), groups.index))
    entries = entries.merge(groups[[*EVENT, "number_of_groups"]], on=EVENT, how="left", validate="many_to_one")
    dealt = entries[entries["number_of_groups"].notna()]
    group, _ = deal(dealt["number"], dealt["number_of_groups"])
    entries["dealt"] = pd.Series(group, dealt.index, dtype=str).reindex(entries.index, fill_value="")
    once = played.drop_duplicates(PLAYER)[[*PLAYER, "group"]]
    entries = entries.merge(once, on=PLAYER, how="left", validate="many_to_one")
    return entries.assign(group=entries["group"].fillna(entries["dealt"]))


def _members(entries: pd.DataFrame, matches: pd.DataFrame) -> pd.DataFrame:
    """Return the members of all groups: players with a match in the group, and those placed in it by the entry list."""
    dealt = entries.loc[entries["group"] != "", [*EVENT, "group", "player"]].assign(stage=QUALIFYING)
    of_groups = matches[matches["stage"].isin(GROUP_STAGES)]
    members = pd.concat([dealt, players(of_groups)]).drop_duplicates([*GROUP, "player"])
    members = members.merge(
        entries[[*PLAYER, "number", "group"]].rename(columns={"group": "origin"}), on=PLAYER, how="left"
    )
    members = members.assign(stage_no=members["stage"].map(STAGES))
    order = [*EVENT, "stage_no", "group", "origin", "number"]
    return _seated(members.sort_values(order, kind="stable")[[*GROUP, "player"]])


def _seated(members: pd.DataFrame) -> pd.DataFrame:
    return members.assign(seat=members.groupby(GROUP).cumcount() + 1)


def _drawn_semifinals(table: pd.DataFrame) -> pd.DataFrame:
    """Return the members of semifinal groups in which all seats are decided but no matches have been entered."""
    qualifying = of_stage(table, QUALIFYING)
    drawn = qualifying[qualifying["goes_on"].str.startswith(SEMIFINAL)]
    groups = qualifying.groupby(EVENT)["group"].nunique().rename("seats")
    drawn = drawn.assign(origin=drawn["group"], group=drawn["goes_on"].str[-1], stage=SEMIFINAL)
    begun = pd.MultiIndex.from_frame(drawn[GROUP]).isin(pd.MultiIndex.from_frame(table[GROUP]))
    drawn = drawn[~begun].merge(groups, on=EVENT, how="left")
    full = drawn.groupby(GROUP)["player"].transform("size") == drawn["seats"]
    return _seated(drawn[full].sort_values([*GROUP, "origin"])[[*GROUP, "player"]].reset_index(drop=True))


# -- withdrawals -------------------------------------------------------------------------------------------------------


def _resigned(matches: pd.DataFrame, members: pd.DataFrame, entries: pd.DataFrame) -> pd.DataFrame:
    """Return the matches, with withdrawn players' open games resigned on the day of withdrawal.

    Finished games stand. If both players have withdrawn, the first to withdraw resigns.
    """
    days = entries.dropna(subset=["withdrew"]).set_index(PLAYER)["withdrew"]
    if days.empty:
        return matches
    open_games = _open_games(matches, members, pd.MultiIndex.from_tuples(days.index, names=PLAYER))
    matches = pd.concat([matches, open_games], ignore_index=True)
    south, north = (
        pd.Series(days.reindex(pd.MultiIndex.from_frame(matches[[*EVENT, side]])).to_numpy(), matches.index)
        for side in ("south", "north")
    )
    still_open = matches["winner"] == ""
    by_south, by_north = (still_open & one.notna() & ~(other <= one) for one, other in ((south, north), (north, south)))
    day = south.where(by_south, north).dt.strftime("%Y-%m-%d")
    winner = matches["winner"].mask(by_south, matches["north"]).mask(by_north, matches["south"])
    given_up = by_south | by_north
    reason, ended = matches["reason"].mask(given_up, "resigned"), matches["ended"].mask(given_up, day)
    return matches.assign(winner=winner, reason=reason, ended=ended)


def _open_games(matches: pd.DataFrame, members: pd.DataFrame, withdrawn: pd.MultiIndex) -> pd.DataFrame:
    """Return withdrawn players' group games that the sheet does not list, in stages that have begun."""
    first = matches.drop_duplicates([*EVENT, "stage"])[[*EVENT, "stage", "raw_row"]]
    begun = members[[*GROUP, "player"]].merge(first, on=[*EVENT, "stage"])
    games = begun.rename(columns={"player": "south"}).merge(
        begun.drop(columns="raw_row").rename(columns={"player": "north"}), on=GROUP
    )
    leaves = [pd.MultiIndex.from_frame(games[[*EVENT, side]]).isin(withdrawn) for side in ("south", "north")]
    games = games[(games["south"] != games["north"]) & (leaves[0] | leaves[1])]
    sides = [*GROUP, "south", "north"]
    typed = [*matches[sides].itertuples(index=False, name=None)]
    twice = matches[sides].assign(south=matches["north"], north=matches["south"])[matches.duplicated(sides)]
    # the same sides typed twice, which a check reports, count as both games of the pair
    typed += [*twice.itertuples(index=False, name=None)]
    games = games[~pd.MultiIndex.from_frame(games[sides]).isin(pd.MultiIndex.from_tuples(typed, names=sides))]
    return games.assign(winner="", reason="", ended="", in_sheet=False)


# -- standings ---------------------------------------------------------------------------------------------------------


def _group_standings(members: pd.DataFrame, matches: pd.DataFrame, entries: pd.DataFrame) -> pd.DataFrame:
    """Return the standings of all groups in the stages that have begun."""
    begun = matches[[*EVENT, "stage"]].drop_duplicates()
    members = members.merge(begun, on=[*EVENT, "stage"]).merge(entries[[*PLAYER, "kiba_score"]], on=PLAYER, how="left")
    members["group_no"] = members.groupby(GROUP).ngroup()
    seats, groups = (int(of.max()) if len(members) else 0 for of in (members["seat"], members["group_no"] + 1))
    seat = members.set_index([*GROUP, "player"])["seat"] - 1
    games = matches[(matches["winner"] != "") & matches["stage"].isin(GROUP_STAGES)]
    loser = games["south"].where(games["winner"] == games["north"], games["north"])
    winner_at, loser_at = (
        seat.loc[pd.MultiIndex.from_frame(games[GROUP].assign(player=who))].to_numpy()
        for who in (games["winner"], loser)
    )
    group_no = members.drop_duplicates(GROUP).set_index(GROUP)["group_no"]
    group_at = group_no.loc[pd.MultiIndex.from_frame(games[GROUP])].to_numpy()
    won = tally(winner_at, loser_at, group_at, seats, groups)
    seated, kiba = np.zeros((seats, groups), bool), np.full((seats, groups), np.nan)
    at = members["seat"].to_numpy() - 1, members["group_no"].to_numpy()
    seated[at], kiba[at] = True, members["kiba_score"]
    table = standings(won, seated, kiba, _whole(members, seated)).drop(columns=["group", "seat"])
    return pd.concat([members[[*GROUP, "player"]], table], axis=1)  # both are in the order of groups and seats


def _whole(members: pd.DataFrame, seated: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a mask of the groups whose players are all known.

    A semifinal group needs one player from each qualifying group. The players of other groups are always known.
    """
    groups = members.drop_duplicates("group_no").sort_values("group_no")
    qualifying = of_stage(members, QUALIFYING).groupby(EVENT)["group"].nunique()
    wanted = qualifying.reindex(pd.MultiIndex.from_frame(groups[EVENT])).to_numpy()  # NaN if none is known
    return np.asarray((groups["stage"] != SEMIFINAL).to_numpy() | ~(seated.sum(axis=0) < wanted), bool)


def _series(matches: pd.DataFrame, entries: pd.DataFrame, stage: str) -> pd.DataFrame:
    """Return every player's points and number of games in a stage without groups."""
    games = of_stage(matches, stage)
    table = players(games)
    won = games[games["winner"] != ""].groupby([*EVENT, "winner"]).size().rename("points").rename_axis(PLAYER)
    over = pd.concat([games[games["winner"] != ""].assign(player=games[side]) for side in ("south", "north")])
    played = over.groupby(PLAYER).size().rename("games")
    table = table.merge(won, on=PLAYER, how="left").merge(played, on=PLAYER, how="left")
    table = table.fillna({"points": 0, "games": 0}).astype({"points": int, "games": int})
    table = table.merge(entries[[*PLAYER, "kiba_score", "country"]], on=PLAYER, how="left")
    return table.assign(sonneborn_berger=np.nan)


def _final_standings(matches: pd.DataFrame, entries: pd.DataFrame) -> pd.DataFrame:
    """Return the standings of the final, including the play-off.

    Players with equal points share a rank.
    """
    table = _series(matches, entries, FINAL).drop(columns="country")
    most = table.groupby(EVENT)["points"].transform("max")
    rank = table.groupby(EVENT)["points"].rank(method="min", ascending=False).astype(int)
    level = table.duplicated([*EVENT, "points"], keep=False)
    one_all = level & (table["points"] > 0)
    return table.assign(rank=rank, complete=most >= GAMES_TO_WIN, settled=first_of({PLAY_OFF: one_all}))


def _nation_standings(matches: pd.DataFrame, entries: pd.DataFrame) -> pd.DataFrame:
    """Return the standings of the nations match.

    The `group` column contains the player's nation. Nations are ranked by the sum of their players' points.
    """
    table = _series(matches, entries, NATIONS)
    table["group"] = table["country"].fillna("")
    total = table.groupby([*EVENT, "group"])["points"].transform("sum")
    order = dense(table[EVENT], -total)
    # everybody plays everybody from the other nation
    to_play = table.groupby([*EVENT, "group"]).size().groupby(EVENT).prod()
    played = of_stage(matches[matches["winner"] != ""], NATIONS).groupby(EVENT).size()
    over = (played.reindex(to_play.index) >= to_play.clip(lower=GAMES_OF_NATIONS)).rename("over")
    over = table[EVENT].merge(over, left_on=EVENT, right_index=True, how="left")["over"].to_numpy()
    nations = table[[*EVENT, "group"]].assign(order=order).drop_duplicates().groupby([*EVENT, "order"]).size()
    sharing = nations.reindex(pd.MultiIndex.from_frame(table[EVENT].assign(order=order))).to_numpy()
    return table.drop(columns="country").assign(
        rank=order.groupby([table[key] for key in EVENT]).rank(method="dense").astype(int),
        complete=over,
        settled=[_of_nation(points, level) for points, level in zip(total, sharing > 1, strict=True)],
    )


def _of_nation(points: int, level: bool) -> Text:
    """Return a message that states a nation's points and, if `level`, says that the place is shared."""
    of_nation = plural("nation: 1 point", "nation: {n} points", points)
    return listed([of_nation, say("level, so the place is shared")]) if level else of_nation


def _going_on(table: pd.DataFrame) -> pd.Series:
    """Return where each player advances to, according to the player's matches in the next stage.

    For a player without such matches the rank decides, but only once the group is complete.
    """
    rank, complete = table["rank"], table["complete"].astype(bool)
    qualifying, semifinal, final = (table["stage"] == stage for stage in (QUALIFYING, SEMIFINAL, FINAL))
    straight = qualifying & (table.groupby([*EVENT, "stage"])["group"].transform("nunique") == 1)
    last = straight | semifinal  # the last stage before the final
    seats = np.where(qualifying, 2, 1)  # players who advance from a group
    sharing = table.groupby([*GROUP, "rank"])["player"].transform("size")
    alone = ~table.duplicated([*GROUP, "rank"], keep=False)
    clear = np.where(straight, rank + sharing - 1 <= seats, alone)
    going = complete & table["stage"].isin(GROUP_STAGES) & (rank <= seats)
    first = rank == 1
    ahead = np.where(first, f"{SEMIFINAL} {WINNERS}", f"{SEMIFINAL} {RUNNERS_UP}")
    ahead = np.where(last, FINAL, ahead)

    after = np.where(last, FINAL, np.where(qualifying, SEMIFINAL, ""))
    began = pd.MultiIndex.from_frame(table[EVENT].assign(after=after)).isin(
        pd.MultiIndex.from_frame(table[[*EVENT, "stage"]])
    )
    next_group = (
        table[[*PLAYER, "stage", "group"]].drop_duplicates([*PLAYER, "stage"]).set_index([*PLAYER, "stage"])["group"]
    )
    next_group = next_group.reindex(pd.MultiIndex.from_frame(table[PLAYER].assign(after=after)))
    is_seated = next_group.notna().to_numpy()
    as_typed = after + " " + next_group.fillna("").astype(str).to_numpy().astype(object)
    full = pd.Series(is_seated, table.index).groupby([table[key] for key in GROUP]).transform("sum").to_numpy() >= seats
    undecided = np.where(began & full, "", UNDECIDED)  # once others have all the seats, the player is out
    ahead = np.where(going, np.where(clear, ahead, undecided), "")
    over = np.where(first, WINNER, SECOND)
    goes_on = np.where(is_seated, [typed.strip() for typed in as_typed], np.where(final & complete, over, ahead))
    return pd.Series(goes_on, table.index, dtype=str)


def _in_order(table: pd.DataFrame) -> pd.DataFrame:
    """Return the standings sorted by event, stage, group, rank and name.

    Stages are in order of play. In the nations match, the nations are in order of rank.
    """
    by_group = table["stage"].isin(GROUP_STAGES)
    table = table.assign(stage_no=table["stage"].map(STAGES), by_rank=table["rank"].mask(by_group), by=table["player"])
    order = [*EVENT, "stage_no", "by_rank", "group", "rank", "by"]
    return table.sort_values(order, ignore_index=True)[[*GROUP, *STANDING, "complete"]]


# -- the schedule, and how it ended ------------------------------------------------------------------------------------


def _schedule(members: pd.DataFrame, entries: pd.DataFrame, matches: pd.DataFrame, table: pd.DataFrame) -> pd.DataFrame:
    """Return the schedule of every event, with the results so far.

    The schedule covers the finals, and the groups whose players are all on the entry list.
    """
    listed = pd.MultiIndex.from_frame(members[PLAYER]).isin(pd.MultiIndex.from_frame(entries[PLAYER]))
    whole = pd.Series(listed, members.index).groupby([members[key] for key in GROUP]).transform("all")
    groups = members[whole].groupby(GROUP)["player"]
    drawn = [(*group, *game) for group, players in groups for game in both_legs(players.tolist())]
    games = pd.DataFrame(drawn, columns=[*GROUP, *PAIRING])
    keys = [*GROUP, "south", "north"]
    results = matches.loc[matches["stage"].isin(GROUP_STAGES), [*keys, "winner", "reason"]].drop_duplicates(keys)
    games = games.merge(results, on=keys, how="left", validate="one_to_one")
    played = of_stage(matches, FINAL).groupby(EVENT)[["south", "north", "winner", "reason"]]
    typed = {event: [*games_of.itertuples(index=False, name=None)] for event, games_of in played}
    finals = [
        (*event, FINAL, "", 1, number, *game)
        for event, rows in table.groupby(EVENT)
        for number, game in enumerate(_final(rows, typed.get(event, [])), 1)
    ]
    games = pd.concat([games, pd.DataFrame(finals, columns=[*GROUP, *PAIRING, "winner", "reason"])])
    games = games.fillna({"winner": "", "reason": ""}).assign(stage_no=games["stage"].map(STAGES))
    order = [*EVENT, "stage_no", "leg", "round", "group"]
    return games.sort_values(order, kind="stable", ignore_index=True).drop(columns="stage_no")


def both_legs(players: list[str]) -> Iterator[tuple[int, int, str, str]]:
    """Yield the games of one group, each as a tuple with one value for each column in PAIRING.

    The second leg repeats the first with South and North swapped.
    """
    seats = [*players, BYE]
    for leg in (1, 2):
        for number, tables in enumerate(rounds(len(players)).tolist(), 1):
            for pair in tables:
                south, north = pair if leg == 1 else reversed(pair)
                yield leg, number, seats[south - 1], seats[north - 1]


def _final(table: pd.DataFrame, typed: list[tuple]) -> list[tuple]:
    """Return the games of one event's final: those entered, followed by those to come.

    The finalist with the higher KIBA score plays South in the first game.
    """
    finalists = table[(table[["goes_on", "stage"]] == FINAL).any(axis=1)].drop_duplicates("player")
    finalists = finalists.sort_values("kiba_score", ascending=False, kind="stable")["player"].tolist()
    if len(finalists) != 2:  # a finalist is not known yet
        return typed
    if [south for south, *_ in typed[:1]] == finalists[1:]:
        finalists.reverse()  # the first game was played the other way round, which a check reports
    colours = [finalists, finalists[::-1], finalists]
    return typed + [(*colours[number], "", "") for number in range(len(typed), _games_needed(typed))]


def _games_needed(games: list[tuple]) -> int:
    """Return the number of games in a final: two, or three once each player has won one."""
    winners = {winner for *_, winner, _ in games[:GAMES_TO_WIN]} - {""}
    return GAMES_OF_FINAL if len(winners) > 1 else GAMES_TO_WIN


def _outcomes(events: pd.DataFrame, table: pd.DataFrame) -> pd.DataFrame:
    """Return one row per event, with its winner, its runner-up, whether it is finished, and what is left to play."""
    ended = table[table["goes_on"].isin([WINNER, SECOND])].drop_duplicates([*EVENT, "goes_on"])
    names = ended.pivot(index=EVENT, columns="goes_on", values="player").reindex(columns=[WINNER, SECOND])
    outcomes = events[EVENT].merge(names.rename(columns={WINNER: "first", SECOND: "second"}), on=EVENT, how="left")
    outcomes[["first", "second"]] = outcomes[["first", "second"]].astype(object).fillna("")
    stages = {key: _left(of) for key, of in table.groupby(EVENT)}
    outcomes["left_to_play"] = [
        stages.get(key, say("no matches have been entered"))
        for key in outcomes[EVENT].itertuples(index=False, name=None)
    ]
    return outcomes.assign(finished=outcomes["left_to_play"] == "")


def _left(table: pd.DataFrame) -> Text:
    """Return a message about what is left to play in one event, or NOTHING if the event is over."""
    stages = table.groupby("stage")["complete"].all()
    if NATIONS in stages.index:
        return NOTHING if stages[NATIONS] else say("the nations match is not over")
    if stages.get(FINAL, False):
        return NOTHING
    for stage, not_over in NOT_OVER.items():
        if not stages.get(stage, True):
            return not_over
    groups, semifinals = ({*of_stage(table, stage)["group"]} for stage in GROUP_STAGES)
    missing = len(groups) > 1 and len(semifinals) < len((WINNERS, RUNNERS_UP))
    return NOT_OVER[SEMIFINAL] if missing else say("the final is not over")
