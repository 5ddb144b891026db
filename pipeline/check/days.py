"""Checks that years and dates are in order and close to the season's year.

The calendar of a postal game must list each adjudicated year once, in order.
"""

from functools import cached_property

import pandas as pd

from pipeline.check.boards import of_no_board
from pipeline.check.laws import Law, having
from pipeline.check.typed import Typed
from pipeline.events.circuit_inputs import IN_PROGRESS
from pipeline.events.days import list_day, years_back
from pipeline.read.validate import canonical, day
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
    """The input to the checks on years and dates."""

    @cached_property
    def calendar(self) -> pd.DataFrame:
        """The adjudicated years of each board, with the first year of its game and the last year of its chart.

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
        """The dates and game years of each event, with additional columns.

        year   the year of the event's season, NaN if unknown
        early  whether the event ends before it starts
        """
        events = self.events[[*EVENT, "file", "start", "end", "first_year", "last_year"]]
        start, end = day(events["start"]), day(events["end"])
        lists = {season: list_day(season, self.tables) for season in events["season"].unique()}
        years = events["season"].map({season: listed.year for season, listed in lists.items() if listed})
        return events.assign(start=start, end=end, early=end < start, year=years.astype(float))

    @cached_property
    def odd_ages(self) -> pd.DataFrame:
        """The people whose date of birth makes them younger than YOUNGEST or older than OLDEST.

        Ages are calculated for the event's first day or, if that day is unknown, for the end of the season's year.
        """
        people = self.tables.people[[*EVENT, "raw_row", "born"]]
        people = people[people["born"].notna()]
        if people.empty:
            return people
        people = people.merge(self.days[[*EVENT, "start", "year"]], on=EVENT)
        last_days = pd.to_datetime(people["year"].map("{:.0f}-12-31".format), format="%Y-%m-%d", errors="coerce")
        age = (people["start"].fillna(last_days) - people["born"]).dt.days / 365.25
        return people[~age.between(YOUNGEST, OLDEST) & age.notna()]

    @cached_property
    def of_games(self) -> pd.DataFrame:
        """One row per date entered for a game, move or withdrawal, with its `sheet`, `field` and `day`.

        start  start of the event, or of the game if that is later
        early  whether the game ended before `start`. This is always false if `start` itself is far from the season
        far    whether the date is years away from the season, too early (a game starts or a year is adjudicated before
               `start`) or too late (a Bao game takes place after the event)
        said   a message if the date is too early or too late, otherwise NOTHING
        """
        dated = _days_of_games(self.tables)
        if not dated:
            return pd.DataFrame(columns=["raw_row", "sheet", "early", "far"], dtype=bool)
        typed = pd.concat(dated).merge(self.days[[*EVENT, "start", "end", "year"]], on=EVENT, how="left")
        began = typed["started"].dt.normalize()
        typed["start"] = typed["start"].mask(began > typed["start"], began).fillna(began)
        after = typed["sheet"].map(YEARS_AFTER).fillna(YEARS_AWAY)
        away = typed["day"].dt.year - typed["year"]
        certain = ~_is_far(typed, "start")  # otherwise `start` itself may be wrong
        begins = typed["field"].isin(["started", "adjudicated"])
        before = begins & (typed["day"] < typed["start"] - A_DAY) & certain
        over = (typed["sheet"] == "matches") & (typed["day"] > typed["end"] + 2 * A_DAY)  # Bao games only
        over &= ~(typed["end"] < typed["start"])
        return typed.assign(
            early=(typed["field"] == "ended") & (typed["day"] < typed["start"]) & certain,
            far=before | over | ~away.between(-YEARS_AWAY, after) & away.notna(),
            said=first_of({TOO_LATE: over, TOO_EARLY: before}, NOTHING),
        )


def _days_of_games(tables: Tables) -> list[pd.DataFrame]:
    """Return the dates entered for games, moves and withdrawals, as one frame for each column that contains dates.

    The columns are EVENT, `raw_row`, `sheet`, `field`, `day` and `started` (the start of the game).
    """
    matches = tables.matches
    dates = [
        ("games", "ended", tables.games, day(tables.games["ended"]), pd.NaT),
        ("matches", "ended", matches, day(matches["ended"]), matches["started"]),
        ("matches", "started", matches, matches["started"], pd.NaT),
        ("moves", "time", tables.moves, tables.moves["time"], pd.NaT),
        ("players", "withdrew", tables.entries, tables.entries["withdrew"], pd.NaT),
        ("calendar", "adjudicated", tables.calendar, tables.calendar["adjudicated"], pd.NaT),
    ]
    return [
        table[[*EVENT, "raw_row"]].assign(sheet=sheet, field=field, day=days, started=started)[days.notna()]
        for sheet, field, table, days, started in dates
        if days.notna().any()
    ]


def _is_far(rows: pd.DataFrame, name: str) -> pd.Series:
    """Return, for each row, whether the date in the column `name` is more than YEARS_AWAY years from the season's year.

    The result is false if the season has no year.
    """
    return (rows[name].dt.year - rows["year"]).abs() > YEARS_AWAY


def _long_years(t: Days) -> pd.DataFrame:
    """Return each game year that was adjudicated long after the previous one.

    Dates far from the season are skipped, since another check reports them.
    """
    rows = t.calendar[t.calendar["adjudicated"] - t.calendar["before"] > LONGEST_YEAR]
    far = t.of_games[t.of_games["far"] & (t.of_games["sheet"] == "calendar")]
    return rows[~rows["raw_row"].isin(far["raw_row"])]


def _far(rows: pd.DataFrame, name: str) -> pd.DataFrame:
    return rows[_is_far(rows, name) & ~rows["early"]]


def _far_ends(t: Days) -> pd.DataFrame:
    """Return the events with an `end` setting whose date is far from the season.

    The end of other events comes from a weekend entered in `start`, so any error is reported there.
    """
    rows, typed = _far(t.days, "end"), t.raw.tables["event"]
    if rows.empty:
        return rows
    return rows[among(rows, typed.origin[canonical(typed.text["setting"], "setting").eq("end")], EVENT)]


def _ends_unknown(tables: Tables) -> pd.DataFrame:
    """Return the finished games that have no end date although they count towards a circuit that needs end dates."""
    dated, boards = [tables.counting[name] for name in years_back() if name in tables.counting], tables.boards
    if not dated:
        return boards.iloc[:0]
    boards = boards.loc[(boards["result"] != IN_PROGRESS) & (boards["ended"] == ""), BOARD]
    silent = boards[among(boards, pd.concat(dated), EVENT)]
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
    Law("before_first_year", "event!last year", lambda t: t.days[t.days["last_year"] < t.days["first_year"]]),
    Law("ends_early", "event!end", lambda t: t.days[t.days["early"]]),
    Law("ends_early", "{sheet}!ended", lambda t: t.of_games[t.of_games["early"]]),
    Law("far_day", "event!start", lambda t: _far(t.days, "start")),
    Law("far_day", "event!end", _far_ends),
    Law("far_day", "calendar!adjudicated", _long_years,
        message=YEARS_BETWEEN),
    Law("far_day", "{sheet}!{field}", lambda t: t.of_games[t.of_games["far"] & ~t.of_games["early"]], message="said"),
    Law("odd_age", "players!born", lambda t: t.odd_ages),
    # a finished game needs an end date if a circuit does; reported on the games sheet, or at the board's first row
    Law("no_end", "{sheet}!{field}", lambda t: _ends_unknown(t.tables), found=say("no end date")),
)
# fmt: on
