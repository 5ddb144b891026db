"""The laws of years and dates, which must be in order and close to their season.

The calendar of a postal game must list each adjudicated year once, in order.
"""

from functools import cached_property

import pandas as pd

from pipeline.check.boards import of_no_board
from pipeline.check.laws import Law, having
from pipeline.check.typed import Typed
from pipeline.events.circuit_inputs import IN_PROGRESS
from pipeline.events.days import counts_for, list_day
from pipeline.read.validate import canonical, day
from pipeline.rules.circuits import circuits
from pipeline.rules.standings import first_of
from pipeline.tidy.tables import Tables
from schemas.keys import BOARD, EVENT, among
from schemas.messages import NOTHING, Message, say

YOUNGEST, OLDEST = 5, 110  # of players, in years
YEARS_AWAY = 5  # from the season; a postal game takes years, but fewer than this
TOO_EARLY = Message("{found} is before the start, {start:%Y-%m-%d}.")
TOO_LATE = Message("{found} is after the end of the event, {end:%Y-%m-%d}.")
YEARS_BETWEEN = Message(
    "{found} is a long way from {before:%Y-%m-%d}, the date on which the previous year was adjudicated."
)
A_DAY = pd.Timedelta(days=1)  # the largest difference between time zones
YEARS_AFTER = dict.fromkeys(("calendar", "matches", "moves", "players"), 2)  # sheet -> most years after its season
LONGEST_YEAR = pd.Timedelta(days=550)  # the most time that a game year of a postal game takes


class Days(Typed):
    """The typed dates and years, prepared for the laws."""

    @cached_property
    def calendar(self) -> pd.DataFrame:
        """The adjudicated years of boards, with the first year of the game and the last year of its chart.

        twice   whether the board has the same year in an earlier row
        before  the date on which the previous year was adjudicated
        """
        rows = self.tables.calendar.dropna(subset=["round", "board"])
        rows = rows.assign(twice=rows.duplicated([*BOARD, "year"]) & rows["year"].notna())
        dated = rows[~rows["twice"]].dropna(subset=["year", "adjudicated"]).sort_values("year", kind="stable")
        rows["before"] = dated.groupby(BOARD)["adjudicated"].shift()
        return rows.merge(self.tables.boards[[*BOARD, "first_year", "last_recorded"]], on=BOARD, how="left")

    @cached_property
    def days(self) -> pd.DataFrame:
        """Start and end of each event, the `year` of its season, and whether it ends before it starts (`early`)."""
        events = self.events[[*EVENT, "file", "start", "end"]].replace({"start": {"": None}, "end": {"": None}})
        events = events.assign(start=day(events["start"]), end=day(events["end"]))
        lists = {season: list_day(season, self.tables) for season in events["season"].unique()}
        years = events["season"].map({season: listed.year for season, listed in lists.items() if listed})
        return events.assign(early=events["end"] < events["start"], year=years.astype(float))

    @cached_property
    def typed_ends(self) -> pd.DataFrame:
        """The events whose `end` is typed as a setting.

        The end of other events comes from a weekend typed in `start`, and is reported there.
        """
        typed = self.raw.tables["event"]
        return typed.origin.loc[canonical(typed.text["setting"], "setting").eq("end"), EVENT]

    @cached_property
    def births(self) -> pd.DataFrame:
        """The people with a date of birth.

        The column `age` is the age on the event's first day or, if that day is unknown, at the end of the season's
        year.
        """
        people = self.tables.people.dropna(subset=["born"]).merge(self.days[[*EVENT, "start", "year"]], on=EVENT)
        last_days = pd.to_datetime(people["year"].map("{:.0f}-12-31".format), format="%Y-%m-%d", errors="coerce")
        return people.assign(age=(people["start"].fillna(last_days) - people["born"]).dt.days / 365.25)

    @cached_property
    def of_games(self) -> pd.DataFrame:
        """One row per typed date of a game, move or withdrawal, with its `sheet`, `field` and `day`.

        start  start of the event or, if later, of the game
        early  whether the game ended before `start`, unless `start` itself is far from the season
        far    whether the date is years away from the season, before the event or, for a Bao game, after the event
        said   a message if the date is before or after the event, else NOTHING
        """
        typed = _days_of_games(self.tables)
        typed = typed.merge(self.days[[*EVENT, "start", "end", "year"]], on=EVENT, how="left")
        typed = typed.assign(**{name: pd.to_datetime(typed[name]) for name in ("day", "start", "started")})
        began = typed["started"].dt.normalize()
        typed["start"] = typed["start"].mask(began > typed["start"], began).fillna(began)
        after = typed["sheet"].map(YEARS_AFTER).fillna(YEARS_AWAY)
        away = typed["day"].dt.year - typed["year"]
        before = (
            typed["field"].isin(["started", "adjudicated"])
            & (typed["day"] < typed["start"] - A_DAY)
            & ~_is_far(typed, "start")
        )
        end_days = pd.to_datetime(typed["end"])
        over = (typed["sheet"] == "matches") & (typed["day"] > end_days + 2 * A_DAY) & ~(end_days < typed["start"])
        said = first_of({TOO_LATE: over, TOO_EARLY: before}, NOTHING)
        early = (typed["field"] == "ended") & (typed["day"] < typed["start"]) & ~_is_far(typed, "start")
        return typed.assign(
            early=early, far=before | over | ~away.between(-YEARS_AWAY, after) & away.notna(), said=said
        )


def _days_of_games(tables: Tables) -> pd.DataFrame:
    """Return every typed date of a game, move or withdrawal.

    The columns are EVENT, raw_row, sheet, field, day and `started`, the start of the game.
    """
    games, matches, moves = tables.games, tables.matches, tables.moves
    days = [
        games.assign(sheet="games", field="ended", day=day(games["ended"].replace("", None)), started=pd.NaT),
        matches.assign(sheet="matches", field="ended", day=day(matches["ended"].replace("", None))),
        matches.assign(sheet="matches", field="started", day=matches["started"], started=pd.NaT),
        moves.assign(sheet="moves", field="time", day=moves["time"]),
        tables.entries.assign(sheet="players", field="withdrew", day=tables.entries["withdrew"]),
        tables.calendar.assign(sheet="calendar", field="adjudicated", day=tables.calendar["adjudicated"]),
    ]
    columns = [*EVENT, "raw_row", "sheet", "field", "day", "started"]
    return pd.concat([rows.reindex(columns=columns).dropna(subset="day") for rows in days], ignore_index=True)


def _is_far(rows: pd.DataFrame, name: str) -> pd.Series:
    """Return whether the date in a column is more than YEARS_AWAY from the year of its season.

    The result is false for seasons without a year.
    """
    return (rows[name].dt.year - rows["year"]).abs() > YEARS_AWAY


def _long_years(t: Days) -> pd.DataFrame:
    """Return the years that were adjudicated long after the previous one.

    Dates far from the season are skipped, since another law reports them.
    """
    rows = t.calendar[t.calendar["adjudicated"] - t.calendar["before"] > LONGEST_YEAR]
    far = having(t.of_games, "far and sheet == 'calendar'")
    return rows[~rows["raw_row"].isin(far["raw_row"])]


def _far(rows: pd.DataFrame, name: str) -> pd.DataFrame:
    return rows[_is_far(rows, name) & ~rows["early"]]


def _ends_unknown(tables: Tables) -> pd.DataFrame:
    """Return the finished games that have no end date although they count for a circuit that needs end dates."""
    dated = [counts_for(name, tables) for name, circuit in circuits().items() if circuit.needs.years_back]
    boards = tables.boards.merge(pd.concat([tables.events[EVENT].iloc[:0], *dated]).drop_duplicates(), on=EVENT)
    silent = boards.loc[(boards["result"] != IN_PROGRESS) & (boards["ended"] == ""), BOARD]
    rows = [
        table[[*BOARD, "raw_row"]].drop_duplicates(BOARD).assign(sheet=sheet, field=field)
        for table, sheet, field in ((tables.games, "games", "ended"), (tables.seats, "boards", "board"))
    ]
    return silent.merge(pd.concat(rows).drop_duplicates(BOARD), on=BOARD)


# fmt: off
LAWS: tuple[Law[Days], ...] = (
    # a calendar lists existing boards, each year once, and later years on later dates
    Law("no_such_board", "calendar!board", lambda t: of_no_board(t.tables.calendar, t.tables, t.raw.tables)),
    Law("year_twice", "calendar!year", lambda t: having(t.calendar, "twice")),
    Law("year_outside", "calendar!year", lambda t: having(t.calendar, "year < first_year or year > last_recorded")),
    Law("adjudicated_early", "calendar!adjudicated", lambda t: having(t.calendar, "adjudicated < before")),
    # years and dates are in order; a date that is years away from its season may be a slip
    Law("before_first_year", "event!last year", lambda t: t.events[t.events["last_year"] < t.events["first_year"]]),
    Law("ends_early", "event!end", lambda t: t.days[t.days["early"]]),
    Law("ends_early", "{sheet}!ended", lambda t: having(t.of_games, "early")),
    Law("far_day", "event!start", lambda t: _far(t.days, "start")),
    Law("far_day", "event!end", lambda t: _far(t.days[among(t.days, t.typed_ends, EVENT)], "end")),
    Law("far_day", "calendar!adjudicated", _long_years,
        message=YEARS_BETWEEN),
    Law("far_day", "{sheet}!{field}", lambda t: having(t.of_games, "far and not early"), message="said"),
    Law("odd_age", "players!born", lambda t: t.births[~t.births["age"].between(YOUNGEST, OLDEST) & t.births["age"].notna()]),
    # a finished game needs an end date if a circuit does; reported on the games sheet, or at the board's first row
    Law("no_end", "{sheet}!{field}", lambda t: _ends_unknown(t.tables), found=say("no end date")),
)
# fmt: on
