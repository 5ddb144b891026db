"""Events and games -> what the circuits are made of: placings of events, and games as they stood on a day."""

import re
from datetime import date
from typing import NamedTuple

import numpy as np
import pandas as pd

from pipeline.events.standings import Events
from pipeline.rules.bao.tournaments import FINAL, QUALIFYING, SECOND, SEMIFINAL, WINNER, Tournaments, players
from pipeline.rules.systems import systems
from pipeline.score.facts import derive
from pipeline.score.published import Published, publish
from pipeline.tidy.tables import Tables
from schemas.fields import each
from schemas.keys import BOARD, EVENT, PLAYER, SEAT
from schemas.words import split

CAMPO_DI_MARTE = "campo_di_marte"
KIBA_NATIONS = "kiba_nations"
KIBA_CIRCUITS = ("kiba_championship", KIBA_NATIONS)
LIST_DAY = (12, 15)  # month and day of a season's list, unless its sheet or the command line says otherwise
FORGOTTEN = pd.DateOffset(years=2)  # the list of the year before said that the game counts no longer
IN_PROGRESS = "in progress"
WORTH = ["worth_qualifying", "worth_semifinal", "worth_finalist", "worth_winner"]
NO_GAMES = pd.DataFrame({name: [] for name in (*SEAT, "player", "variant")}, dtype=object).assign(
    place=pd.array([], "Int64"),
    pgp=np.zeros(0),
    ended=pd.to_datetime([]),
    in_progress=np.zeros(0, bool),
    known=np.zeros(0, bool),
    reached=np.zeros(0, bool),
)


def list_day(season: str, tables: Tables, as_of: date | None = None) -> date | None:
    """The day of a season's list: the one asked for, the one its sheet states, or 15 December of its later year.

    None for a season whose label holds no year and whose sheet states no day.
    """
    stated = tables.events.loc[tables.events["season"] == season, "as_of"].dropna()
    if as_of or len(stated):
        return as_of or stated.iloc[0].date()
    years = re.search(
        r"(?<![0-9])(?P<century>[0-9]{2})(?P<first>[0-9]{2})(?:[-/–](?:[0-9]{2})?(?P<later>[0-9]{2}))?(?![0-9])", season
    )
    if not years:
        return None
    first = int(years["century"] + years["first"])
    later = int(years["century"] + years["later"]) if years["later"] else first
    return date(later if later >= first else later + 100, *LIST_DAY)


def counts_for(circuit: str, tables: Tables) -> pd.DataFrame:
    """season, event: the events that count for a circuit."""
    lists = each(tables.events["circuits"], lambda circuits: circuit in split(circuits))
    return tables.events.loc[lists.astype(bool), EVENT]


class Reach(NamedTuple):
    """How far the list of a season looks, and how far its own games are seen; days as texts.

    day    of its list; "" if it has none
    first  the day on which its first event began; "" if that is not known of every event
    last   the day on which its last game ended; "" if that is not known of every game
    """

    day: str
    first: str
    last: str

    def sees(self, other: "Reach", on: date | None = None) -> bool:
        """The list, of this day or of another, may take games of the other season: see `games`."""
        day = on.isoformat() if on else self.day
        return day != "" and other.first <= day and not "" < other.last < f"{pd.Timestamp(day) - FORGOTTEN:%Y-%m-%d}"


def reaches(tables: Tables) -> dict[str, Reach]:
    """The reach of every season of which an event counts for Campo di Marte."""
    counted = counts_for(CAMPO_DI_MARTE, tables)
    starts = tables.events[[*EVENT, "start"]].merge(counted, on=EVENT)
    ends = tables.boards[[*EVENT, "ended"]].merge(counted, on=EVENT)
    found = {}
    for season in counted["season"].unique():
        first = starts.loc[starts["season"] == season, "start"].fillna("").astype(str).min()
        ended = ends.loc[ends["season"] == season, "ended"].fillna("").astype(str)
        day = list_day(season, tables)
        found[season] = Reach(
            day.isoformat() if day else "", first, ended.max() if len(ended) and (ended != "").all() else ""
        )
    return found


def placings(circuit: str, season: str, events: Events, tables: Tables) -> pd.DataFrame:
    """One row a player of each event of a season that counts for a circuit: place, games, role, level, boards.

    An event played on boards gives its standings; one known by its result gives its sheet.
    """
    counted = counts_for(circuit, tables)
    counted = counted[counted["season"] == season]
    settings = tables.events[[*EVENT, "level", "boards", "directors"]].merge(counted, on=EVENT)
    ranked, typed = (rows[rows["season"] == season] for rows in (events.standings, tables.placings))
    ranked = ranked[[*EVENT, "player", "rank", "games"]].rename(columns={"rank": "place"}).assign(role="player")
    typed = typed[[*EVENT, "player", "place", "games", "role"]]
    ranked = ranked[~pd.MultiIndex.from_frame(ranked[EVENT]).isin(pd.MultiIndex.from_frame(typed[EVENT]))]
    rows = pd.concat([ranked, typed], ignore_index=True).merge(settings, on=EVENT)
    directed = [player in split(names) for player, names in zip(rows["player"], rows["directors"], strict=True)]
    average = _boards_a_round(tables.boards[tables.boards["season"] == season]).rename("average")
    rows = rows.merge(average, on=EVENT, how="left")
    return rows.assign(
        role=rows["role"].mask(np.array(directed, bool), "director"), boards=rows["boards"].fillna(rows["average"])
    )[[*EVENT, "player", "place", "games", "role", "level", "boards"]]


def tournament_results(circuit: str, rows: pd.DataFrame, tables: Tables) -> pd.DataFrame:
    """Those of the participants whose tournament counts for a circuit; Mabingwa adds no points."""
    counted = counts_for(circuit, tables).merge(
        tables.events.loc[tables.events["format"] != "mabingwa", EVENT], on=EVENT
    )
    return rows.merge(counted, on=EVENT)


def participants(played: Tournaments, tables: Tables) -> pd.DataFrame:
    """One row a player of each Bao event: nation, games won, how far, and what the season gives for it.

    Who took part is on the entry list or in a match.
    """
    there = pd.concat([played.entries[PLAYER], players(played.matches)[PLAYER]]).drop_duplicates()
    rows = there.merge(tables.events[[*EVENT, "kiba_points"]], on=EVENT).merge(
        played.entries[[*PLAYER, "country"]].rename(columns={"country": "nation"}), on=PLAYER, how="left"
    )
    rows["nation"] = rows["nation"].astype(object).fillna("")
    table = played.standings
    at = pd.MultiIndex.from_frame(rows[PLAYER])
    for stage in (QUALIFYING, SEMIFINAL):
        wins = table[table["stage"] == stage].drop_duplicates(PLAYER).set_index(PLAYER)["points"]
        rows[f"{stage}_wins"] = wins.reindex(at).fillna(0).to_numpy(dtype=int)
    for column, ends in (("winner", [WINNER]), ("finalist", [WINNER, SECOND, FINAL])):
        reached = table[table["goes_on"].isin(ends) | ((column == "finalist") & (table["stage"] == FINAL))]
        rows[column] = at.isin(pd.MultiIndex.from_frame(reached[PLAYER]))
    decided = at.isin(pd.MultiIndex.from_frame(table.loc[table["goes_on"] == SECOND, PLAYER]))
    rows["place"] = pd.array(np.select([rows["winner"], decided], [1.0, 2.0], default=np.nan), "Int64")
    worth = pd.DataFrame(rows["kiba_points"].tolist(), rows.index, WORTH, dtype=float)
    return rows.drop(columns="kiba_points").join(worth)


def _boards_a_round(boards: pd.DataFrame) -> pd.Series:
    """The average number of boards in a round of each event."""
    rounds = boards.groupby([*EVENT, "round"]).size()
    return rounds.groupby(EVENT).mean()


def games(on: date, published: dict[str, Published], tables: Tables) -> pd.DataFrame:
    """One row a seat of every game that counts for Campo di Marte, as it stood on a day.

    A game that was over by then has its PGP, one in progress its provisional one: after the last autumn that the
    `calendar` sheet says was adjudicated by then; without that sheet as typed, from its own season's list day on. Else
    its state is not known. Games of events that started later are left out, and those that no longer counted a year
    before either.
    """
    boards = tables.boards.merge(counts_for(CAMPO_DI_MARTE, tables), on=EVENT)
    boards["ended"] = pd.to_datetime(boards["ended"].replace("", None), format="%Y-%m-%d")
    day = pd.Timestamp(on)
    started = pd.to_datetime(boards[EVENT].merge(tables.events[[*EVENT, "start"]], on=EVENT, how="left")["start"])
    boards = boards[~(started > day) & ~(boards["ended"] < day - FORGOTTEN)].reset_index(drop=True)
    going_on = (boards["result"] == IN_PROGRESS).to_numpy()
    over = (boards["ended"] <= day).to_numpy()
    own_day = pd.to_datetime(boards["season"].map({s: list_day(s, tables) for s in boards["season"].unique()}))
    in_calendar = pd.MultiIndex.from_frame(boards[BOARD]).isin(pd.MultiIndex.from_frame(tables.calendar[BOARD]))
    as_typed = over | (going_on & ~in_calendar & (own_day <= day).to_numpy())
    by_then = tables.calendar[tables.calendar["adjudicated"] <= day].groupby(BOARD)["year"].max().rename("cut")
    boards = boards.merge(by_then, on=BOARD, how="left")
    by_calendar = ~over & in_calendar & (going_on | boards["ended"].notna().to_numpy())
    reached = boards["cut"].notna().to_numpy()
    boards["in_progress"] = going_on | (boards["ended"] > day).to_numpy()
    boards["known"] = as_typed | by_calendar
    boards["reached"] = ~by_calendar | reached
    state = ["ended", "variant", "in_progress", "known", "reached"]
    typed = _pgp(published["pgp"].scores, boards[as_typed])
    stood = _as_it_stood(boards[by_calendar & reached], tables) if (by_calendar & reached).any() else typed[:0]
    unknown = _seats_of(tables.seats, boards[~as_typed & ~(by_calendar & reached)])
    unknown = unknown[[*SEAT, "player"]].assign(place=pd.NA, pgp=np.nan)
    rows = pd.concat([typed, stood, unknown], ignore_index=True)
    return rows.merge(boards[[*BOARD, *state]], on=BOARD, how="left", validate="many_to_one")


def _pgp(scores: pd.DataFrame, boards: pd.DataFrame) -> pd.DataFrame:
    rows = _seats_of(scores, boards)
    return rows.rename(columns={"score": "pgp"})[[*SEAT, "player", "place", "pgp"]]


def _seats_of(rows: pd.DataFrame, boards: pd.DataFrame) -> pd.DataFrame:
    """The rows of some boards; most seasons have none of them."""
    return rows[rows["season"].isin(boards["season"].unique())].merge(boards[BOARD], on=BOARD, validate="many_to_one")


def _as_it_stood(boards: pd.DataFrame, tables: Tables) -> pd.DataFrame:
    """Provisional PGP of games cut after the year `cut`."""
    kept = tables.boards.merge(boards[[*BOARD, "cut"]], on=BOARD, validate="one_to_one")
    seats = tables.seats.merge(kept[[*BOARD, "cut"]], on=BOARD, validate="many_to_one")
    chart = seats[tables.years].to_numpy(dtype=float, copy=True)
    calendar, cut = np.array(tables.years, dtype=float), seats[["cut"]].to_numpy(dtype=float)
    seats["final_centres"] = np.nansum(np.where(calendar == cut, chart, 0.0), axis=1)
    chart[np.broadcast_to(calendar > cut, chart.shape)] = np.nan
    seats[tables.years] = chart
    seats["eliminated"] = seats["eliminated"].where(seats["eliminated"] <= seats["cut"])
    listed = pd.MultiIndex.from_frame(seats[BOARD]).isin(pd.MultiIndex.from_frame(tables.nmrs[BOARD]))
    numbers = seats[["nmr_orders", "nmr_adjustments"]]
    undated = seats.loc[~listed & (numbers.fillna(0) > 0).any(axis=1), BOARD]  # missed turns, nobody knows when
    seats[["nmr_orders", "nmr_adjustments"]] = numbers.mask(np.column_stack([listed, listed]))
    kept = kept.assign(last_year=kept["cut"], last_recorded=kept["cut"], result=IN_PROGRESS, winners="")
    cut_tables = Tables(**(vars(tables) | {"boards": kept.drop(columns="cut"), "seats": seats.drop(columns="cut")}))
    rows = _pgp(publish(systems()["pgp"], derive(cut_tables), cut_tables).scores, kept)
    unknown = pd.MultiIndex.from_frame(rows[BOARD]).isin(pd.MultiIndex.from_frame(undated))
    return rows.assign(pgp=rows["pgp"].mask(unknown))
