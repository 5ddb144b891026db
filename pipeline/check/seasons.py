"""The laws beyond one board: placings, calendars, rounds sat out, draws, and what the circuits need to know."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from pipeline.check.boards import of_no_board
from pipeline.check.laws import Law, broken, having
from pipeline.events.circuit_inputs import IN_PROGRESS
from pipeline.events.days import counts_for, list_day
from pipeline.events.house_circuits import house_circuits
from pipeline.events.standings import AT_THE_END, beside_boards
from pipeline.problems.codes import Problem
from pipeline.problems.near import one_person
from pipeline.read.sheets import Raw
from pipeline.read.typed import canonical, day
from pipeline.rules.circuits import circuits
from pipeline.rules.counting import italia_2010 as italia
from pipeline.rules.counting import wdc_2025
from pipeline.rules.counting.sit_outs import rounds_of
from pipeline.rules.rank import in_standings
from pipeline.rules.systems import systems
from pipeline.score.shown import Shown
from pipeline.tidy.events import INHERITED, OF_SEASONS
from pipeline.tidy.people import LISTS, OF_AN_EVENT, one_name_each, tidy_people, under_one_name
from pipeline.tidy.rows import READ, column_of, field_of
from pipeline.tidy.tables import Tables
from schemas.fields import CLOCK, each, turn_of, weights
from schemas.keys import BOARD, EVENT, PLAYER, among, natural_ranks
from schemas.messages import Message, Text, listed, say
from schemas.words import ONCE, WDC, fold, round_number, split

TOP_TABLE_UNPLAYED = "top_table_unplayed"
DRAWS_FROM = 4  # "solo dopo il quarto anno": game years that have to be over before a draw (Italia-2010, 6)
YOUNGEST, OLDEST = 5, 110  # of players, in years
CUSTOM = 3  # where a third of the players of an event or more play two boards in a round, that is its custom
YEARS_AWAY = 5  # from its season: a postal game takes years, but not so many


OF_RESULTS = ("tie-breaks", "sit-out points", "sit-outs")
PRIZES = ("best country", "teams")
OF_ONE_GAME = {  # settings, and the game in which alone they act
    **dict.fromkeys(("groups", "most entrants", "clock", "format", "kiba points"), "bao"),
    **dict.fromkeys(
        (
            "rounds",
            "minimum games",
            "first year",
            "last year",
            "counting",
            "round score",
            "round weights",
            "boards",
            *OF_RESULTS,
            *PRIZES,
        ),
        "diplomacy",
    ),
}
OF_ONE_SYSTEM = {  # settings, and the official system under which alone they act
    "tie-break round": italia.SYSTEM,
    "variants": "pgp",
}
OF_SEASONS_ALONE = {"as of": "season.xlsx"}
ACTS_IN = OF_ONE_GAME | OF_ONE_SYSTEM | OF_SEASONS_ALONE
OF_SEASONS_TOO = ("name", "source", "as of", *INHERITED, *OF_SEASONS)  # settings that season.xlsx may have
COLUMNS_OF_EVENTS = [field.replace("_", " ") for field in (*OF_AN_EVENT, *AT_THE_END, "team") if field != "remark"]
NO_FACTS = ("player", "also known as", "remark", "note")  # of the sheet of players; nor are lists
SAT_OUT_COLUMN = ("players", "sat out")  # it acts elsewhere too, where a round sat out has points
COLUMNS_OF_ONE_SYSTEM = {  # sheet and column, and the system that alone reads them
    **{("players", field): italia.SYSTEM for field in ("sat out", "two boards")},
    ("boards", "draw proposed"): italia.SYSTEM,
    ("games", "draw accepted"): italia.SYSTEM,
    **{("boards", field): "pgp" for field in ("nmr orders", "nmr adjustments")},
    ("nmr", "turn"): "pgp",
}


@dataclass
class Typed:
    """What the laws of events are given."""

    tables: Tables
    raw: Raw
    seen: Shown

    @property
    def events(self) -> pd.DataFrame:
        """The events of the tables."""
        return self.tables.events

    @cached_property
    def calendar(self) -> pd.DataFrame:
        """The adjudicated years of boards, in order, with `twice`, the day `before`, and the years of the chart."""
        rows = self.tables.calendar.dropna(subset=["round", "board"])
        rows = rows.assign(twice=rows.duplicated([*BOARD, "year"]) & rows["year"].notna())
        dated = rows[~rows["twice"]].dropna(subset=["year", "adjudicated"]).sort_values("year", kind="stable")
        rows["before"] = dated.groupby(BOARD)["adjudicated"].shift()
        return rows.merge(self.tables.boards[[*BOARD, "first_year", "last_recorded"]], on=BOARD, how="left")

    @cached_property
    def in_a_team(self) -> pd.DataFrame:
        """Who is in a team, as the event's own sheet says, with the event's way of counting `teams`, "" for none."""
        people = self.tables.people
        people = people[people["here"] & (people["team"].fillna("") != "")]
        return people.merge(self.events[[*EVENT, "teams"]], on=EVENT)

    @cached_property
    def of_italia(self) -> pd.DataFrame:
        """One row a board under Italia-2010: its first and last year, and `draws_from`, the first year of a draw (6)."""
        events = self.events.loc[self.events["edition_of"] == italia.SYSTEM, EVENT]
        boards = self.tables.boards[[*BOARD, "first_year", "last_year"]].merge(events, on=EVENT)
        return boards.assign(draws_from=boards["first_year"] + DRAWS_FROM)

    @cached_property
    def of_top_tables(self) -> pd.DataFrame:
        """The events of Diplomacy that say something of a top table, with the `boards` of its round.

        played    that round has a board with centres
        laid_out  it has a board
        there     the board typed as the top table is one of its boards, or none is typed
        """
        events = self.events[self.events["kind"] != "bao"]
        events = events[[*EVENT, "file", "top_table_round", "top_table_board", "top_table_places"]]
        says = (
            (events["top_table_round"] != "") | (events["top_table_board"] != "") | events["top_table_places"].notna()
        )
        events = events[says]
        if events.empty:
            return events
        played = pd.concat([self.tables.boards[BOARD], self.tables.results[BOARD].dropna()]).drop_duplicates()
        every = pd.concat([played.assign(played=True), self.tables.unplayed[BOARD]])
        boards = events.merge(every, left_on=[*EVENT, "top_table_round"], right_on=[*EVENT, "round"], how="left")
        there = (boards["board"] == boards["top_table_board"]) | (boards["top_table_board"] == "")
        boards = boards.assign(there=there, played=boards["played"].eq(True), laid_out=boards["board"].notna())
        rounds = boards.groupby(EVENT).agg(
            played=("played", "any"),
            there=("there", "any"),
            laid_out=("laid_out", "any"),
            boards=("board", lambda names: listed([*names])),
        )
        return events.merge(rounds, on=EVENT)

    @cached_property
    def games(self) -> pd.DataFrame:
        """The games under Italia-2010, with the year in which a draw was accepted and the autumn finished before it.

        wrong  how an accepted draw breaks the law: `result`, `early` or `played`
        """
        games = self.tables.games.merge(self.of_italia, on=BOARD, suffixes=("_typed", ""))
        turns = [turn_of(turn) or ("", 0) for turn in games["draw_accepted"]]
        year = np.array([year for _, year in turns], int)
        finished = year - np.array([turn != "winter" for turn, _ in turns], int)
        wrongs = {
            "": games["draw_accepted"] == "",
            "result": ~games["result"].isin(["", "draw"]),
            "early": year < games["draws_from"],
            "played": games["last_year"].notna() & (games["last_year"] != finished),
        }
        return games.assign(finished=finished, wrong=np.select([*wrongs.values()], [*wrongs], default=""))

    @cached_property
    def proposals(self) -> pd.DataFrame:
        """The seats under Italia-2010 that proposed draws: how `many`, and the first `year`."""
        seats = self.tables.seats[self.tables.seats["draw_proposed"] != ""].merge(self.of_italia, on=BOARD)
        years = [split(typed) for typed in seats["draw_proposed"]]
        return seats.assign(many=[*map(len, years)], year=[int(first) for first, *_ in years])

    @cached_property
    def lines_of_people(self) -> pd.DataFrame:
        """PEOPLE, a row a typed line, so that a round is told at its own; nobody, where no rounds are typed."""
        people = self.tables.people
        if people[["sat_out", "two_boards"]].isna().all(axis=None):
            return people.iloc[:0]
        return tidy_people(self.raw.tables["players"], self.events, one_name_each(self.tables.aliases))

    @cached_property
    def sat_out(self) -> pd.DataFrame:
        """The players in the rounds that they sat out and played all the same."""
        rounds = self.lines_of_people.assign(round=self.lines_of_people["sat_out"].fillna("").map(split)).explode(
            "round"
        )
        in_round = [*EVENT, "round", "player"]
        played = pd.concat([self.tables.seats[in_round], self.tables.results[in_round]]).drop_duplicates()
        return rounds.merge(played, on=in_round)

    @cached_property
    def two_boards(self) -> pd.DataFrame:
        """The second seats in a round of Italia-2010 of players who are not typed as volunteers for it (8.6)."""
        seats = self.tables.seats.merge(self.of_italia[BOARD], on=BOARD)
        seats = seats[in_standings(seats["player"]) & seats.duplicated([*PLAYER, "round"])]
        volunteers = rounds_of(self.tables.people, "two_boards")
        return seats[~among(seats, volunteers, [*PLAYER, "round"])]

    @cached_property
    def seated_twice(self) -> pd.DataFrame:
        """The second seats in a round of players elsewhere, once each with what is `said`; not where that is the custom."""
        seats = self.tables.seats[in_standings(self.tables.seats["player"])]
        seats = seats[~among(seats, self.of_italia, EVENT)]
        boards = seats.drop_duplicates([*PLAYER, "round", "board"])
        again = boards[boards.duplicated([*PLAYER, "round"])].drop_duplicates([*PLAYER, "round"])
        rounds = again.groupby(PLAYER)["round"].agg(list).rename("rounds")
        players = again.drop_duplicates(PLAYER).merge(rounds, on=PLAYER)
        many, all_of_them = (rows.groupby(EVENT)["player"].nunique() for rows in (players, seats))
        custom = many[many * CUSTOM >= all_of_them.reindex(many.index)].index
        players = players[~pd.MultiIndex.from_frame(players[EVENT]).isin(custom)]
        said = [
            say("{player} on two boards of round {rounds}", player=player, rounds=rounds[0])
            if len(rounds) == 1
            else say("{player} on two boards of rounds {rounds}", player=player, rounds=listed(rounds))
            for player, rounds in zip(players["player"], players["rounds"], strict=True)
        ]
        return players.assign(said=said)

    @cached_property
    def placed(self) -> pd.DataFrame:
        """The first row of each event's placings that leaves places out, with the `rank` it has among those typed."""
        rows = self.tables.placings.dropna(subset=["place"])
        rows = rows.assign(rank=rows.groupby(EVENT)["place"].rank(method="min")).sort_values([*EVENT, "place"])
        dense = rows.groupby(EVENT)["place"].rank(method="dense")
        wrong = rows[(rows["place"] != rows["rank"]) & (rows["place"] != dense)]
        return wrong.drop_duplicates(EVENT)

    @cached_property
    def without_place(self) -> pd.DataFrame:
        """The players for whom no place is typed in the placings of an event of which somebody has one."""
        rows, unread = self.tables.placings, self.raw.tables["placings"].faulty["place"]
        blank = rows["place"].isna() & ~unread.to_numpy(dtype=bool)[rows["raw_row"]]
        players = rows[(rows["role"] == "player") & blank & in_standings(rows["player"])]
        return players[among(players, rows[rows["place"].notna()], EVENT)]

    @cached_property
    def scored_otherwise(self) -> pd.DataFrame:
        """The first row of each event's placings whose score is higher than one placed before, where lower is not better."""
        rows = self.tables.placings.dropna(subset=["place", "score"]).sort_values([*EVENT, "place", "score"])
        events = [rows[name] for name in EVENT]
        step = rows["score"].groupby(events).diff()
        parted = rows["place"].groupby(events).diff() > 0
        up, down = ((mask & parted).groupby(events).transform("any") for mask in (step > 0, step < 0))
        return rows[(step > 0) & parted & up & down].drop_duplicates(EVENT)

    @cached_property
    def rounds(self) -> pd.DataFrame:
        """The rounds of each event that has boards or results: season, event, round, and all of them as `every`."""
        of_round = [*EVENT, "round"]
        tables = (self.tables.boards, self.tables.unplayed, self.tables.results)
        rounds = pd.concat([table[of_round] for table in tables]).dropna().drop_duplicates()
        return rounds.merge(rounds.groupby(EVENT)["round"].agg(listed).rename("every"), on=EVENT)

    @cached_property
    def averages(self) -> pd.DataFrame:
        """The events that state an average number of boards in a round, and that of their sheet, `average`."""
        stated = self.events[[*EVENT, "file", "boards"]].dropna()
        if stated.empty:
            return stated
        typed = self.tables.results[BOARD].dropna()
        every = pd.concat([self.tables.boards[BOARD], self.tables.unplayed[BOARD], self.tables.aside[BOARD], typed])
        average = every.drop_duplicates().groupby([*EVENT, "round"]).size().groupby(EVENT).mean().rename("average")
        return stated.merge(average, on=EVENT)

    @cached_property
    def planned(self) -> pd.DataFrame:
        """The events that plan a number of rounds, with the `number` of those with boards, and `every` one of them."""
        stated = self.events[[*EVENT, "file", "planned_rounds"]].dropna()
        if stated.empty:
            return stated
        number = self.rounds.groupby(EVENT).agg(number=("round", "size"), every=("every", "first")).reset_index()
        return stated.merge(number, on=EVENT)

    @cached_property
    def all_rounds_there(self) -> pd.DataFrame:
        """The events without a planned round that is still to come."""
        return self.events[~among(self.events, having(self.planned, "number < planned_rounds"), EVENT)]

    def no_such_round(self, rows: pd.DataFrame, column: str) -> pd.DataFrame:
        """The rows that name a `wrong` round, of an event with boards in other rounds, `every` one of them."""
        rows = rows[rows[column].fillna("") != ""]
        if rows.empty:
            return rows.assign(wrong="", every="")
        of = (lambda typed: [*(weights(typed) or ())]) if column == "round_weights" else split
        named = rows.assign(wrong=rows[column].fillna("").map(of)).explode("wrong").dropna(subset=["wrong"])
        there = pd.MultiIndex.from_frame(self.rounds[[*EVENT, "round"]])
        named = named[~pd.MultiIndex.from_frame(named[[*EVENT, "wrong"]]).isin(there)]
        return named.merge(self.rounds.drop_duplicates(EVENT)[[*EVENT, "every"]], on=EVENT)

    @cached_property
    def without_sit_outs(self) -> pd.DataFrame:
        """The events elsewhere that say how often a round sat out has points, but not how many."""
        said = self.events["sit_outs"].eq(ONCE) & self.events["sit_out_points"].isna()
        return self.events[said & (self.events["edition_of"] != italia.SYSTEM)]

    @cached_property
    def weighed(self) -> pd.DataFrame:
        """The events without a planned round to come, with the rounds to which they give weights as `weighed`."""
        events = self.all_rounds_there
        return events.assign(weighed=[", ".join(weights(typed) or ()) for typed in events["round_weights"]])

    @cached_property
    def on_a_board(self) -> pd.DataFrame:
        """The typed results whose board is typed, with `names` and `powers`: how often each stands on it so far."""
        rows = self.tables.results[self.tables.results["board"].notna()].sort_values("raw_row")
        rows = rows[in_standings(rows["player"])]
        powers = rows["power"].notna() & rows.duplicated([*BOARD, "power"])
        return rows.assign(names=rows.duplicated([*BOARD, "player"]), powers=powers)

    @cached_property
    def results_beside_boards(self) -> pd.DataFrame:
        """The first typed result of each round that has boards under an official system."""
        return self.tables.results[beside_boards(self.tables)].drop_duplicates([*EVENT, "round"])

    @cached_property
    def odd_sit_outs(self) -> pd.DataFrame:
        """The events under Italia-2010 whose points for a round sat out are not those that it allows (8.7)."""
        events = self.events[self.events["edition_of"] == italia.SYSTEM].dropna(subset=["sit_out_points"])
        return events[~events["sit_out_points"].between(*italia.SIT_OUTS)]

    @cached_property
    def first_of_rounds(self) -> pd.DataFrame:
        """The first seat, or typed result, of each round, in the order of the sheets."""
        rows = [self.tables.seats.assign(sheet="boards"), self.tables.results.assign(sheet="results")]
        first = pd.concat([table[[*EVENT, "round", "raw_row", "sheet"]] for table in rows]).dropna(subset=["round"])
        return first.sort_values(["sheet", "raw_row"]).drop_duplicates([*EVENT, "round"])

    @cached_property
    def near_rounds(self) -> pd.DataFrame:
        """The first of each round that has the number of another one of its event, with that one, `other`."""
        first = self.first_of_rounds
        numbered = first.assign(number=each(first["round"], round_number)).dropna(subset=["number"])
        other = numbered.groupby([*EVENT, "number"])["round"].transform("first")
        return numbered.assign(other=other)[numbered["round"] != other]

    @cached_property
    def out_of_order(self) -> pd.DataFrame:
        """The first seat of a round that counts as an earlier one than it stands, where some round has no number."""
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
    def by_order(self) -> pd.DataFrame:
        """The first of each round above the four of WDC 2025, where others have their numbers: all count by their order."""
        first = self.first_of_rounds.merge(self.events.loc[self.events["how"] == WDC, EVENT], on=EVENT)
        number = each(first["round"], round_number).astype(float)
        numbered = (number <= wdc_2025.ROUNDS).groupby([first[name] for name in EVENT]).transform("any")
        return first[numbered & (number > wdc_2025.ROUNDS)]

    @cached_property
    def days(self) -> pd.DataFrame:
        """The start and end of each event, `early` if the end is before the start, and the year of its season's list."""
        events = self.events[[*EVENT, "file", "start", "end"]].replace({"start": {"": None}, "end": {"": None}})
        events = events.assign(start=day(events["start"]), end=day(events["end"]))
        lists = {season: list_day(season, self.tables) for season in events["season"].unique()}
        years = events["season"].map({season: listed.year for season, listed in lists.items() if listed})
        return events.assign(early=events["end"] < events["start"], year=years.astype(float))

    @cached_property
    def births(self) -> pd.DataFrame:
        """The people with a date of birth, whose age on the first day of their event, or at the end of its year, is known."""
        people = self.tables.people.dropna(subset=["born"]).merge(self.days[[*EVENT, "start", "year"]], on=EVENT)
        ends = pd.to_datetime(people["year"].map("{:.0f}-12-31".format), format="%Y-%m-%d", errors="coerce")
        return people.assign(age=(people["start"].fillna(ends) - people["born"]).dt.days / 365.25)

    @cached_property
    def ended(self) -> pd.DataFrame:
        """The games with the day on which each ended, `early` if that is before its event; start and year as in `days`."""
        games = self.tables.games.assign(ended=day(self.tables.games["ended"].replace("", None)))
        games = games.merge(self.days[[*EVENT, "start", "year"]], on=EVENT, how="left")
        return games.assign(early=(games["ended"] < games["start"]) & ~_is_far(games, "start"))


def season_breaches(tables: Tables, raw: Raw, seen: Shown) -> list[Problem]:
    """Every breach of every law beyond one board."""
    return broken(LAWS, Typed(tables, raw, seen), raw)


def near_teams(t: Typed) -> pd.DataFrame:
    """The first who is in the second of two teams of an event whose names look alike, with the first one, `other`."""
    teams = t.in_a_team.drop_duplicates([*EVENT, "team"])
    found = [teams[:0].assign(other="")]
    for _, names in teams.groupby(EVENT):
        pairs = [*one_person(names["team"].tolist())]
        others = names["team"].to_numpy()[[first for first, _ in pairs]]
        found.append(names.iloc[[second for _, second in pairs]].assign(other=others))
    return pd.concat(found)


def settings_without_effect(t: Typed) -> pd.DataFrame:
    """The settings of events that act in another game, under another system, or in season.xlsx: `where`."""
    typed = t.raw.tables["event"]
    rows = typed.origin[EVENT].assign(
        setting=canonical(typed.text["setting"], "setting"), typed=typed.text["value"].notna(), raw_row=typed.text.index
    )
    hours = (rows["setting"] == "clock") & ~typed.text["value"].map(lambda text: bool(CLOCK.fullmatch(text or "")))
    rows = rows[rows["typed"] & ~hours].merge(t.events[[*EVENT, "kind", "edition_of"]], on=EVENT)
    drawn = pd.MultiIndex.from_frame(pd.concat([t.raw.tables[kind].origin[EVENT] for kind in ("matches", "moves")]))
    rows = rows[(rows["kind"] == "bao") | ~pd.MultiIndex.from_frame(rows[EVENT]).isin(drawn)]  # the kind is wrong there
    needed = rows["setting"].map(ACTS_IN)
    rows = rows[needed.notna() & (needed != rows["kind"]) & (needed != rows["edition_of"])]
    return rows.assign(where=[_where(ACTS_IN, setting) for setting in rows["setting"]])


def settings_of_events(t: Typed) -> pd.DataFrame:
    """The settings of season.xlsx that are read from the workbooks of events alone."""
    typed = t.raw.tables["event"]
    rows = typed.origin[EVENT].assign(
        setting=canonical(typed.text["setting"], "setting"), raw_row=typed.text.index, value=typed.text["value"]
    )
    rows = rows[(rows["season"] != "") & (rows["event"] == "") & rows["value"].notna() & rows["setting"].notna()]
    return rows[~rows["setting"].isin(OF_SEASONS_TOO)]


def columns_of_events(t: Typed) -> pd.DataFrame:
    """The first cell of each `field` of the season's own sheet of players that is read from those of events alone."""
    typed = t.raw.tables["players"]
    cells = typed.text[COLUMNS_OF_EVENTS].assign(season=typed.origin["season"], raw_row=typed.text.index)
    rows = cells[typed.origin["event"] == ""].melt(["season", "raw_row"], var_name="field").dropna(subset=["value"])
    return rows.drop_duplicates(["season", "field"])


def columns_without_effect(t: Typed) -> pd.DataFrame:
    """The first cell of each `field` of an event that only another system reads, and none that its season shows."""
    read = {of: {one.published for one in seen} for of, seen in t.seen.items()}
    found = [t.events[EVENT].iloc[:0].assign(raw_row=0, sheet="", field="", where=None)]
    for (sheet, field), system in COLUMNS_OF_ONE_SYSTEM.items():
        typed = t.raw.tables[sheet]
        if not typed.text[field].notna().any():
            continue
        rows = typed.origin.loc[typed.text[field].notna(), EVENT].drop_duplicates().rename_axis("raw_row").reset_index()
        events = t.events[~t.events["edition_of"].isin(["", system])]
        if (sheet, field) == SAT_OUT_COLUMN:
            events = events[events["sit_out_points"].isna()]
        rows = rows.merge(events[EVENT], on=EVENT)
        elsewhere = [system not in {*read.get(season, ()), italia.SYSTEM} for season in rows["season"]]
        idle = [system == italia.SYSTEM or (other and system in systems()) for other in elsewhere]
        found.append(rows[idle].assign(sheet=sheet, field=field, where=_where(COLUMNS_OF_ONE_SYSTEM, (sheet, field))))
    return pd.concat(found)


def _where(needed: Mapping[Any, str], what: object) -> Text:
    """An event, or the file, in which something acts."""
    if what in OF_SEASONS_ALONE:
        return say("the season's own file, `season.xlsx`")
    if needed[what] in systems():
        elsewhere = Message("an event with `sit-out points`, or under {system}")
        where = elsewhere if what == SAT_OUT_COLUMN else Message("an event under {system}")
        return where.of({"system": systems()[needed[what]].title})
    return say("an event of {game}", game=needed[what].capitalize())


def other_facts(t: Typed) -> pd.DataFrame:
    """The cells of a sheet of players that mean something else of a person than an earlier row, by `field`, and `first`."""
    table, names = t.raw.tables["players"], one_name_each(t.tables.aliases)
    sheet = ["season", "event", "file", "sheet"]
    rows = table.origin[sheet].assign(player=table.text["player"], raw_row=table.text.index)
    rows = under_one_name(rows, ["player"], names)
    rows = rows[in_standings(rows["player"].fillna("")) & rows.duplicated([*sheet, "player"], keep=False)]
    rows = rows[~among(rows, t.events[t.events["kind"] == "bao"], EVENT)]  # an entry list has a law of its own
    if rows.empty:
        return rows
    texts = table.text.loc[rows.index].drop(columns=[*map(field_of, LISTS), *NO_FACTS])
    meant = {field: READ[column_of(field)](typed).where(typed.notna()) for field, typed in texts.items()}
    facts = (
        rows.join(pd.DataFrame(meant, dtype=object))
        .melt([*rows], texts.columns, "field", "meant")
        .dropna(subset="meant")
    )
    facts["meant"] = facts["meant"].astype(str).map(fold)
    first = facts.groupby([*sheet, "player", "field"])[["meant", "raw_row"]].transform("first")
    others = facts.assign(first=first["raw_row"])[facts["meant"] != first["meant"]]
    cells = others[["first", "field"]].itertuples(index=False)
    return others.assign(
        first=[
            say("{found}, as in {cell}", found=table.text.at[row, field], cell=table.cell(row, field))
            for row, field in cells
        ]
    )


def _twice(rows: pd.DataFrame) -> pd.DataFrame:
    """Rows of a player who has one already."""
    return rows[rows.duplicated(PLAYER) & in_standings(rows["player"])]


def _is_far(rows: pd.DataFrame, name: str) -> pd.Series:
    """Days of another time than the season's year (NaN where it has none)."""
    return (rows[name].dt.year - rows["year"]).abs() > YEARS_AWAY


def _far(rows: pd.DataFrame, name: str) -> pd.DataFrame:
    return rows[_is_far(rows, name) & ~rows["early"]]


def _ends_unknown(tables: Tables) -> pd.DataFrame:
    """The finished games without a day of end that count for a circuit that needs it."""
    dated = [counts_for(name, tables) for name, circuit in circuits().items() if circuit.needs.years_back]
    boards = tables.boards.merge(pd.concat([tables.events[EVENT].iloc[:0], *dated]).drop_duplicates(), on=EVENT)
    silent = boards.loc[(boards["result"] != IN_PROGRESS) & (boards["ended"] == ""), BOARD]
    rows = [
        table[[*BOARD, "raw_row"]].drop_duplicates(BOARD).assign(sheet=sheet, field=field)
        for table, sheet, field in ((tables.games, "games", "ended"), (tables.seats, "boards", "board"))
    ]
    return silent.merge(pd.concat(rows).drop_duplicates(BOARD), on=BOARD)


def _called_like_a_table(tables: Tables, seen: Shown) -> pd.DataFrame:
    """The events called like a system or a circuit of which their season writes tables."""
    ours = {(s, system.id) for s, systems in seen.items() for system in systems}
    ours |= {(season, name) for name in circuits() for season in counts_for(name, tables)["season"]}
    ours |= {*house_circuits(tables).circuits}
    names = zip(tables.events["season"], tables.events["event"].str.casefold(), strict=True)
    return tables.events.loc[[name in ours for name in names], [*EVENT, "file"]]


def _other_game(tables: Tables) -> pd.DataFrame:
    """The events, once for each circuit of another game that they say they count for."""
    events, house = tables.events[[*EVENT, "file", "kind", "circuits"]], house_circuits(tables)
    there = {season: circuits() | house.of(season) for season in events["season"].unique()}
    named = events[["season", "circuits"]].itertuples(index=False)
    events = events.assign(circuit=[sorted({*split(typed)} & {*there[season]}) for season, typed in named])
    events = events.explode("circuit").dropna(subset="circuit")
    of = events[["season", "circuit"]].itertuples(index=False)
    games = pd.Series([there[season][name].needs.game for season, name in of], events.index, dtype=object)
    return events.assign(game=games.astype(object).str.capitalize())[(games != events["kind"]).to_numpy(bool)]


# fmt: off
LAWS: tuple[Law[Typed], ...] = (
    Law("reserved_name", "event!", lambda t: _called_like_a_table(t.tables, t.seen), found="file"),
    Law("placed_twice", "placings!player", lambda t: _twice(t.tables.placings)),
    Law("fact_twice", "players!{field}", other_facts, expected="first"),
    # a calendar speaks of boards there are, of a year once, and of later years later
    Law("no_such_board", "calendar!board", lambda t: of_no_board(t.tables.calendar, t.tables, t.raw.tables)),
    Law("year_twice", "calendar!year", lambda t: having(t.calendar, "twice")),
    Law("year_outside", "calendar!year", lambda t: having(t.calendar, "year < first_year or year > last_recorded")),
    Law("adjudicated_early", "calendar!adjudicated", lambda t: having(t.calendar, "adjudicated < before")),
    Law("sat_out_and_played", "players!sat out", lambda t: t.sat_out, found=Message("round {round}")),
    Law("two_boards_asked", "boards!player", lambda t: t.two_boards, expected=Message("one seat in round {round}")),
    Law("seated_twice", "boards!player", lambda t: t.seated_twice, found="said"),
    Law("no_such_round", "players!sat out", lambda t: t.no_such_round(t.lines_of_people, "sat_out"), found=Message("round {wrong}"),
        expected=Message("a round of the event: {every}")),
    Law("no_such_round", "players!two boards", lambda t: t.no_such_round(t.lines_of_people, "two_boards"), found=Message("round {wrong}"),
        expected=Message("a round of the event: {every}")),
    Law("no_such_round", "event!tie-break round", lambda t: t.no_such_round(t.all_rounds_there, "tie_break_round"),
        expected=Message("a round of the event: {every}")),
    Law("no_such_round", "event!round weights", lambda t: t.no_such_round(t.weighed, "weighed"), found=Message("round {wrong}"),
        expected=Message("a round of the event: {every}")),
    Law("bad_value", "event!sit-out points", lambda t: t.odd_sit_outs,
        expected=say("a number of points from 12 to 34, the same for all (Italia-2010, 8.7)")),
    Law("no_effect", "event!sit-outs", lambda t: t.without_sit_outs, expected=say("points for a round sat out")),
    # results: a player and a power once on a board; a round that has boards has no other results
    Law("power_twice", "results!power", lambda t: having(t.on_a_board, "powers")),
    Law("player_twice", "results!player", lambda t: having(t.on_a_board, "names")),
    Law("result_beside_boards", "results!score", lambda t: t.results_beside_boards),
    Law("too_many_rounds", "event!rounds", lambda t: having(t.planned, "planned_rounds < number"),
        expected=Message("{number} or more: the sheet has boards in rounds {every}")),
    Law("round_order", "{sheet}!round", lambda t: t.out_of_order, expected=Message("another order than {rounds}")),
    Law("round_order", "{sheet}!round", lambda t: t.by_order,
        expected=say("no fifth round under WDC 2025; the rounds are taken in their order")),
    Law("near_round", "{sheet}!round", lambda t: t.near_rounds, expected=Message("one name for one round: {other} is there too")),
    Law("boards_differ", "event!boards", lambda t: having(t.averages, "boards.round(2) != average.round(2)"),
        expected=Message("{average:.4g} on average, by the sheet `boards`")),
    # placings: the first is first, nobody is left out, and the scores go along
    Law("no_place", "placings!place", lambda t: t.without_place),
    Law("places_skip", "placings!place", lambda t: having(t.placed, "place != rank"), expected=Message("place {rank}")),
    Law("scores_skip", "placings!score", lambda t: t.scored_otherwise, expected=Message("a score that goes with place {place}")),
    # draws under Italia-2010 (6): not before the fourth year is over; a player proposes one a game; the turn in which
    # one is accepted is not played, and the last finished autumn counts
    Law("early_draw", "games!result", lambda t: having(t.games, "result == 'draw' and last_year < draws_from - 1"),
        found=Message("a draw in {last_year}")),
    Law("proposed_twice", "boards!draw proposed", lambda t: having(t.proposals, "many > 1")),
    Law("early_draw", "boards!draw proposed", lambda t: having(t.proposals, "many == 1 and year < draws_from")),
    Law("draw_differs", "games!draw accepted", lambda t: having(t.games, "wrong == 'result'"),
        expected=say("the result `draw`")),
    Law("early_draw", "games!draw accepted", lambda t: having(t.games, "wrong == 'early'")),
    Law("draw_differs", "games!draw accepted", lambda t: having(t.games, "wrong == 'played'"),
        found=Message("{draw_accepted}, centres up to {last_year}"),
        expected=Message("centres up to the last autumn finished: {finished}")),
    # years and days in order; a day years away from its season is a slip, perhaps
    Law("before_first_year", "event!last year", lambda t: t.events[t.events["last_year"] < t.events["first_year"]],
        found=Message("the last year is {last_year}, the first {first_year}")),
    Law("ends_early", "event!end", lambda t: t.days[t.days["early"]], expected=Message("a day after {start:%Y-%m-%d}")),
    Law("far_day", "event!start", lambda t: _far(t.days, "start")),
    Law("far_day", "event!end", lambda t: _far(t.days, "end")),
    Law("ends_early", "games!ended", lambda t: t.ended[t.ended["early"]], expected=Message("a day after {start:%Y-%m-%d}")),
    Law("far_day", "games!ended", lambda t: _far(t.ended, "ended")),
    Law("odd_age", "players!born", lambda t: t.births[~t.births["age"].between(YOUNGEST, OLDEST) & t.births["age"].notna()]),
    # teams
    Law("no_effect", "players!team", lambda t: having(t.in_a_team, "teams == ''").drop_duplicates(EVENT), found="team",
        expected=say("an event with the setting `teams`")),
    Law("no_effect", "event!teams", lambda t: t.events[(t.events["teams"] != "") & ~among(t.events, t.in_a_team, EVENT)],
        expected=say("a column `team` in the sheet `players`")),
    Law("near_team", "players!team", near_teams, expected=Message("one spelling for one team, such as {other}")),
    # the round of the top table and that of the tie-break
    Law("setting_elsewhere", "event!setting", settings_of_events),
    Law("setting_elsewhere", "players!{field}", columns_of_events),
    Law("no_effect", "event!value", settings_without_effect, expected="where"),
    Law("no_effect", "{sheet}!{field}", columns_without_effect, found="field", expected="where"),
    Law("no_effect", "event!top table", lambda t: having(t.of_top_tables, "top_table_round == '' and top_table_board != ''"),
        expected=say("a round of the top table")),
    Law("no_effect", "event!top table places",
        lambda t: having(t.of_top_tables, "top_table_round == '' and top_table_places.notna()"),
        expected=say("a round of the top table")),
    Law(TOP_TABLE_UNPLAYED, "event!top table round",
        lambda t: having(t.of_top_tables, "top_table_round != '' and not played")),
    Law("no_such_board", "event!top table", lambda t: having(t.of_top_tables, "laid_out and not there"),
        expected=Message("a board of round {top_table_round}: {boards}")),
    # a finished game says when it ended, on the games sheet or where its board begins, if a circuit needs the day
    Law("no_end", "{sheet}!{field}", lambda t: _ends_unknown(t.tables), found=say("no day on which the game ended")),
    # a circuit takes events of Bao, or events of Diplomacy
    Law("no_effect", "event!circuits", lambda t: _other_game(t.tables), found="circuit",
        expected=Message("an event of {game}")),
)
# fmt: on
