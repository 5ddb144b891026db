"""Checks on rounds, for example that settings name only existing rounds."""

from functools import cached_property

import pandas as pd

from pipeline.check.laws import Law, having
from pipeline.check.typed import Typed
from pipeline.events.standings import NTH, nth_rounds
from pipeline.rules.counting import italia_2010 as italia
from pipeline.rules.counting import wdc_2025
from pipeline.rules.counting.sit_outs import rounds_of
from pipeline.rules.rank import in_standings
from pipeline.tidy.people import tidy_people
from schemas.fields import each, weights
from schemas.keys import BOARD, EVENT, PLAYER, among, natural_ranks
from schemas.messages import Message, Name, listed, say
from schemas.tables import PLACE
from schemas.words import ONCE, WDC, round_number, split

CUSTOM = 3  # if at least a third of an event's players play two boards in a round, that is its custom


class Rounds(Typed):
    """The input to the checks on rounds."""

    @cached_property
    def seated(self) -> pd.DataFrame:
        """The seats, followed by the entered results. The column `sheet` is the kind of sheet that a row comes from."""
        columns, seats, results = [*PLAYER, "round", "board", "raw_row"], self.tables.seats, self.tables.results
        return pd.concat([seats[columns].assign(sheet="boards"), results[columns].assign(sheet="results")])

    @cached_property
    def rounds(self) -> pd.DataFrame:
        """The rounds that have boards or results.

        The column `every` lists all rounds of the event.
        """
        of_round = [*EVENT, "round"]
        tables = (self.tables.boards, self.tables.unplayed, self.tables.results)
        rounds = pd.concat([table[of_round] for table in tables]).dropna().drop_duplicates()
        return rounds.merge(rounds.groupby(EVENT)["round"].agg(listed).rename("every"), on=EVENT)

    @cached_property
    def planned(self) -> pd.DataFrame:
        """The events that have a planned number of rounds and at least one round so far.

        number  number of rounds so far
        every   list of the rounds so far
        """
        stated = self.events[[*EVENT, "file", "planned_rounds"]].dropna()
        if stated.empty:
            return stated
        number = self.rounds.groupby(EVENT).agg(number=("round", "size"), every=("every", "first")).reset_index()
        return stated.merge(number, on=EVENT)

    @cached_property
    def all_rounds_there(self) -> pd.DataFrame:
        """All events except those that have fewer rounds so far than planned.

        An event that has no rounds yet is included.
        """
        return self.events[~among(self.events, having(self.planned, "number < planned_rounds"), EVENT)]

    def no_such_round(self, rows: pd.DataFrame, column: str) -> pd.DataFrame:
        """Return one row for each round that `column` names but the event does not have.

        Events without any rounds are skipped. The result has two additional columns:

        wrong  the unknown round
        every  list of the event's rounds
        """
        rows = rows[rows[column].fillna("") != ""]
        if rows.empty:
            return rows
        named = rows.assign(wrong=rows[column].map(split)).explode("wrong")
        named = named[~among(named.assign(round=named["wrong"]), self.rounds, [*EVENT, "round"])]
        return named.merge(self.rounds.drop_duplicates(EVENT)[[*EVENT, "every"]], on=EVENT)

    @cached_property
    def averages(self) -> pd.DataFrame:
        """The events that state an average number of boards per round, with the actual average in `average`."""
        stated = self.events[[*EVENT, "file", "boards"]].dropna()
        if stated.empty:
            return stated
        typed = self.tables.results[BOARD].dropna()
        every = pd.concat([self.tables.boards[BOARD], self.tables.unplayed[BOARD], self.tables.aside[BOARD], typed])
        average = every.drop_duplicates().groupby([*EVENT, "round"]).size().groupby(EVENT).mean().rename("average")
        return stated.merge(average, on=EVENT)

    @cached_property
    def weighed_without_a_round(self) -> pd.DataFrame:
        """One row per round that has a weight, but has not been played and is not planned.

        The column `wrong` names the round.
        """
        events = self.events[self.events["round_weights"] != ""]
        if events.empty:
            return events
        rounds = self.rounds.groupby(EVENT).agg(
            number=("round", "size"), names=("round", set), every=("every", "first")
        )
        events = events.merge(rounds.reset_index(), on=EVENT)
        events["wrong"] = [
            [name for name in weights(typed) or () if name not in names]
            for typed, names in events[["round_weights", "names"]].itertuples(index=False)
        ]
        to_come = events["planned_rounds"] - events["number"]
        more = ~(events["wrong"].map(len) <= to_come)
        named = events.assign(more=more).explode("wrong").dropna(subset=["wrong"])
        beyond = each(named["wrong"], round_number).astype(float) > named["planned_rounds"]
        named = named[named["more"] | beyond]
        return named.assign(rounds=[Name("setting", "rounds")] * len(named))

    @cached_property
    def lines_of_people(self) -> pd.DataFrame:
        """The tidy table of people, before rows about the same person are merged.

        This makes it possible to report each problem at the row that causes it. The table is empty if nobody has an
        entry in `sat out` or `two boards`.
        """
        people = self.tables.people
        if people[["sat_out", "two_boards"]].isna().all(axis=None):
            return people.iloc[:0]
        return tidy_people(self.raw.tables["players"], self.events)

    @cached_property
    def sat_out(self) -> pd.DataFrame:
        """The players listed as sitting out a round in which they played."""
        people = self.lines_of_people
        if people.empty:
            return people
        rounds = rounds_of(people, "sat_out")
        return rounds[among(rounds, self.seated, [*PLAYER, "round"])]

    @cached_property
    def without_sit_outs(self) -> pd.DataFrame:
        """The events that give a player points for at most one round sat out, but do not say how many points.

        Events under Italia-2010 are left out, since its rules set the points.
        """
        said = self.events["sit_outs"].eq(ONCE) & self.events["sit_out_points"].isna()
        return self.events[said & (self.events["edition_of"] != italia.SYSTEM)]

    @cached_property
    def odd_sit_outs(self) -> pd.DataFrame:
        """The events under Italia-2010 whose points for sitting out a round are not allowed by section 8.7."""
        points = self.events["sit_out_points"]
        odd = points.notna() & ~points.between(*italia.SIT_OUTS)
        return self.events[odd & (self.events["edition_of"] == italia.SYSTEM)]

    @cached_property
    def two_boards(self) -> pd.DataFrame:
        """The second seats of players who did not volunteer for two boards in the round (Italia-2010, section 8.6)."""
        if self.under_italia.empty:
            return self.under_italia
        seats = self.tables.seats.merge(self.under_italia, on=EVENT).drop_duplicates([*PLAYER, "round", "board"])
        seats = seats[in_standings(seats["player"]) & seats.duplicated([*PLAYER, "round"])]
        volunteers = rounds_of(self.tables.people, "two_boards")
        return seats[~among(seats, volunteers, [*PLAYER, "round"])]

    @cached_property
    def seated_twice(self) -> pd.DataFrame:
        """Each player's first row on a second board in the same round, whether a seat or a result.

        The column `said` is a message that names the player and the rounds. Events under Italia-2010, and events in
        which many people play two boards per round, are skipped. A result that names no board counts as a board of its
        own. Identical results are skipped, since another check reports them.
        """
        results = self.tables.results.drop_duplicates(
            [*PLAYER, "round", "board", "score", "power", "place", "final_centres"]
        )
        results = results[~among(results, self.tables.seats, [*EVENT, "round"])]
        seats = self.seated[(self.seated["sheet"] == "boards") | self.seated["raw_row"].isin(results["raw_row"])]
        seats = seats[in_standings(seats["player"]) & ~among(seats, self.under_italia, EVENT)]
        seats["board"] = seats["board"].fillna(seats["raw_row"])
        boards = seats.drop_duplicates([*PLAYER, "round", "board"])
        repeated = boards[boards.duplicated([*PLAYER, "round"])].drop_duplicates([*PLAYER, "round"])
        if repeated.empty:
            return repeated
        rounds = repeated.groupby(PLAYER)["round"].agg(list).rename("rounds")
        players = repeated.drop_duplicates(PLAYER).merge(rounds, on=PLAYER)
        many, all_of_them = (rows.groupby(EVENT)["player"].nunique() for rows in (players, seats))
        custom = many[many * CUSTOM >= all_of_them.reindex(many.index)].index
        players = players[~pd.MultiIndex.from_frame(players[EVENT]).isin(custom)]
        said = [
            say("{player} is on two boards in round {rounds}.", player=player, rounds=rounds[0])
            if len(rounds) == 1
            else say(
                "{player} is on two boards in each of these rounds: {rounds}.", player=player, rounds=listed(rounds)
            )
            for player, rounds in zip(players["player"], players["rounds"], strict=True)
        ]
        return players.assign(said=said)

    @cached_property
    def first_of_rounds(self) -> pd.DataFrame:
        """The first seat or result of each round, in the order of the sheets."""
        rows = self.seated[self.seated["round"].notna()]
        return rows.sort_values(["sheet", "raw_row"]).drop_duplicates([*EVENT, "round"])

    @cached_property
    def near_rounds(self) -> pd.DataFrame:
        """The first row of each round that has the same number as an earlier round of its event.

        The column `other` is the name of the earlier round.
        """
        first = self.first_of_rounds
        first = first.assign(number=each(first["round"], round_number))
        other = first.groupby([*EVENT, "number"])["round"].transform("first")
        return first.assign(other=other)[first["number"].notna() & (first["round"] != other)]

    @cached_property
    def out_of_order(self) -> pd.DataFrame:
        """For each event with unnumbered rounds, the first row that is out of order.

        The row begins a round that counts as earlier than a round entered above it. The column `rounds` lists the
        event's rounds in the order in which they count.
        """
        first = self.first_of_rounds
        unnumbered = ~first["round"].str.contains(r"\d").astype(bool)
        if not unnumbered.any():
            return first.iloc[:0]
        first = first.assign(order=first["round"].map(natural_ranks(first["round"])))
        first = first[unnumbered.groupby([first[name] for name in EVENT]).transform("any")]
        orders = first.sort_values("order").groupby(EVENT)["round"].agg(listed).rename("rounds")
        late = first[first["order"] < first.groupby(EVENT)["order"].cummax()].drop_duplicates(EVENT)
        return late.merge(orders, on=EVENT)

    @cached_property
    def beyond_four(self) -> pd.DataFrame:
        """The first row of each round that, under the WDC 2025 rules, counts as a different round or not at all.

        Only four rounds count. The column `counts_as` is a message such as: Round “2” counts as round 3.
        """
        events = self.events.loc[self.events["how"] == WDC, EVENT]
        if events.empty:
            return events
        first = self.first_of_rounds.merge(events, on=EVENT).merge(nth_rounds(self.rounds), on=[*EVENT, "round"])
        nth, number = first[NTH] + 1, each(first["round"], round_number).astype(float)
        numbered = (number <= wdc_2025.ROUNDS).groupby([first[name] for name in EVENT]).transform("any")
        late = nth > wdc_2025.ROUNDS
        says = [
            say("WDC 2025 has four rounds; round “{round}” does not count.", round=round)
            if n > wdc_2025.ROUNDS
            else say("Round “{round}” counts as round {n}.", round=round, n=int(n))
            for round, n in zip(first["round"], nth, strict=True)
        ]
        return first.assign(counts_as=says)[late | (numbered & (number != nth) & number.notna())]

    @cached_property
    def all_planned_there(self) -> pd.DataFrame:
        """The events that have at least as many rounds as planned, so that no round is still to come."""
        return self.events[among(self.events, having(self.planned, "number >= planned_rounds"), EVENT)]

    @cached_property
    def of_top_tables(self) -> pd.DataFrame:
        """The Diplomacy events with settings for a top table.

        boards    list of the boards in the top-table round
        laid_out  whether that round has a board
        exists    whether that round has the board named as the top table. This is always true if no board is named
        """
        events = self.events[[*EVENT, "file", "kind", "top_table_round", "top_table_board", "top_table_places"]]
        says = (
            (events["top_table_round"] != "") | (events["top_table_board"] != "") | events["top_table_places"].notna()
        )
        events = events[says & (events["kind"] != "bao")]
        if events.empty:
            return events
        tables = (self.tables.boards, self.tables.results.dropna(subset=PLACE), self.tables.unplayed)
        every = pd.concat([table[BOARD] for table in tables]).drop_duplicates()
        boards = events.merge(every, left_on=[*EVENT, "top_table_round"], right_on=[*EVENT, "round"], how="left")
        exists = (boards["board"] == boards["top_table_board"]) | (boards["top_table_board"] == "")
        boards = boards.assign(exists=exists, laid_out=boards["board"].notna())
        rounds = boards.groupby(EVENT).agg(
            exists=("exists", "any"), laid_out=("laid_out", "any"), boards=("board", listed)
        )
        return events.merge(rounds, on=EVENT)


# fmt: off
LAWS: tuple[Law[Rounds], ...] = (
    Law("sat_out_and_played", "players!sat out", lambda t: t.sat_out),
    Law("two_boards_asked", "boards!player", lambda t: t.two_boards),
    Law("seated_twice", "{sheet}!player", lambda t: t.seated_twice, ("boards", "results"), message="said"),
    Law("no_such_round", "players!sat out", lambda t: t.no_such_round(t.lines_of_people, "sat_out")),
    Law("no_such_round", "players!two boards", lambda t: t.no_such_round(t.lines_of_people, "two_boards")),
    Law("no_such_round", "event!tie-break round", lambda t: t.no_such_round(t.all_rounds_there, "tie_break_round")),
    Law("bad_value", "event!round weights", lambda t: t.weighed_without_a_round,
        message=Message("There is no round “{wrong}” in this event (its rounds: {every})."),
        hint=Message("Correct the round, or fill in `{rounds}` if more rounds are planned.")),
    Law("sit_out_points", "event!sit-out points", lambda t: t.odd_sit_outs),
    Law("no_effect", "event!sit-outs", lambda t: t.without_sit_outs, message=say("`sit-outs` has no effect without `sit-out points`.")),
    Law("too_many_rounds", "event!rounds", lambda t: having(t.planned, "planned_rounds < number")),
    Law("round_order", "{sheet}!round", lambda t: t.out_of_order),
    Law("wdc_round", "{sheet}!round", lambda t: t.beyond_four, message="counts_as"),
    Law("near_round", "{sheet}!round", lambda t: t.near_rounds),
    Law("boards_differ", "event!boards", lambda t: having(t.averages, "boards.round(2) != average.round(2)")),
    Law("no_effect", "event!top table", lambda t: having(t.of_top_tables, "top_table_round == '' and top_table_board != ''"),
        message=say("`top table` has no effect without `top table round`.")),
    Law("no_such_board", "event!top table", lambda t: having(t.of_top_tables, "laid_out and not exists"),
        message=Message("Round {top_table_round} has no board “{found}”. Its boards: {boards}.")),
    Law("no_effect", "event!top table places",
        lambda t: having(t.of_top_tables, "top_table_round == '' and top_table_places.notna()"),
        message=say("`top table places` has no effect without `top table round`.")),
    Law("no_such_round", "event!top table round", lambda t: t.no_such_round(t.all_planned_there, "top_table_round")),
)
# fmt: on
