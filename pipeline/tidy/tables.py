"""Raw tables -> tidy tables: the words of three languages become one, texts become numbers, a blank year its zero."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.problems.codes import Problem
from pipeline.read.find import Source
from pipeline.read.headers import meant
from pipeline.read.sheets import Raw, RawTable
from pipeline.read.typed import canonical, day, moment, number, one_name, variant
from pipeline.read.validate import failures
from pipeline.rules.charts import after_zero
from schemas.fields import clock_days, counted, each, figures
from schemas.keys import BOARD, EVENT, SEAT, SOURCE
from schemas.raw import SETTINGS
from schemas.words import BAO_CLOCK, FIRST_YEAR, POWERS, TOTAL, UNKNOWN_PLAYER, fold, natural, split, vocabulary

NAMED = {  # cells with a player
    **{"boards": ["player"], "placings": ["player"]},
    **{"matches": ["south", "north", "winner"], "moves": ["south", "north", "player"]},
}
NOT_STATED = "not stated"
SUM, MEAN = "sum", "mean of best"
TO_BE_PLAYED = "to be played"  # with centres it is over, as any game that is not said to be in progress
BYE = "-1"  # KIBA's name for the player that there is not
KIBA_POINTS = "1, 2, 3, 4"  # a win in a qualifying group, in a semifinal; the finalist; the winner instead


@dataclass
class Tables:
    """The tidy tables. Rows are in canonical order; `raw_row` is a row's number in its raw table.

    events   one row an event: name, kind, system, data, first_year, last_year ... (empty text or NaN where not typed)
    boards   one row a board: result, winners, last_year, ended, variant, first_recorded, last_recorded
    seats    one row a seat: power, player, final_centres, eliminated ..., and a column a year (float, NaN unknown)
    totals   the control totals, shaped like the seats
    nmrs     one row a missed turn
    aliases  one row a name that a player is also known as
    people   one row a player of an event: sex, born (used for ties, printed nowhere); for the seating sat_out, rounds,
             two_boards (rounds), apart (names), top_table; here (on the event's own sheet)
    placings one row a player of an event known by its result: place, games, role
    calendar one row an adjudicated year of a board, with its date
    entries  one row a player on the entry list of a Bao event: country, elo, games, typed_kiba
    matches  one row a Bao game: stage, group, round, south, north, winner ("" not played yet), reason, ended, started
    moves    one row a move of a Bao game: stage, group, south, north, number, player, time (UTC)
    unplayed one row a board that is laid out but has no autumn yet; it is in none of the others
    years    the year columns of seats and totals, in order, without a gap
    """

    events: pd.DataFrame
    boards: pd.DataFrame
    seats: pd.DataFrame
    totals: pd.DataFrame
    nmrs: pd.DataFrame
    games: pd.DataFrame
    aliases: pd.DataFrame
    people: pd.DataFrame
    placings: pd.DataFrame
    calendar: pd.DataFrame
    entries: pd.DataFrame
    matches: pd.DataFrame
    moves: pd.DataFrame
    unplayed: pd.DataFrame
    years: list[int]


def tidy(raw: Raw, sources: list[Source], problems: list[Problem]) -> Tables:
    """Everything typed, in one language and with types."""
    events = _events(raw.tables["event"], sources, problems)
    aliases = _aliases(raw.tables["players"], problems)
    people = _people(raw.tables["players"], events)
    placings = _placings(raw.tables["placings"])
    rows, years = _board_rows(raw.tables["boards"])
    names = _names(aliases)
    problems += _other_names(raw, names)
    entered = entries(raw.tables["players"], events.loc[events["kind"] == "bao", EVENT])
    matches, moves = _matches(raw.tables["matches"]), _moves(raw.tables["moves"])
    for table, *columns in (
        (rows, "player"),
        (people, "player"),
        (placings, "player"),
        (entered, "player"),
        (matches, "south", "north", "winner"),
        (moves, "south", "north", "player"),
    ):
        for column in columns:
            table[column] = one_name(table, column, names)
    people = people.groupby(
        [*EVENT, "player"], as_index=False, sort=False
    ).first()  # of each fact the first that is known
    events["directors"] = _directors(events, names)
    is_total = rows["power"] == TOTAL
    games = _games(raw.tables["games"])
    unplayed = _unplayed(rows[~is_total], games, raw.tables["boards"], years, problems)
    laid_out = _among(rows, unplayed)
    seats, totals = _ordered(rows[~is_total & ~laid_out]), rows[is_total & ~laid_out].reset_index(drop=True)
    boards = _boards(seats, games, events, years)
    seats = _filled(seats, boards, years)
    nmrs, calendar = _nmrs(raw.tables["nmr"]), _calendar(raw.tables["calendar"])
    return Tables(
        **{"events": events, "boards": boards, "seats": seats, "totals": totals, "nmrs": nmrs, "games": games},
        **{"aliases": aliases, "people": people, "placings": placings, "calendar": calendar},
        **{"entries": entered, "matches": matches, "moves": moves, "unplayed": unplayed, "years": years},
    )


# -- events ------------------------------------------------------------------------------------------------------------


def _events(table: RawTable, sources: list[Source], problems: list[Problem]) -> pd.DataFrame:
    """One row an event, its settings as columns; what a season states holds for its events too."""
    settings = _settings(table, problems)
    first = table.origin.drop_duplicates(EVENT)[[*EVENT, "sheet", "row"]]
    places = pd.DataFrame(
        [(s.season, s.event, s.file, s.digest) for s in sources if s.event], columns=[*EVENT, "file", "digest"]
    )
    events = places.merge(settings, on=EVENT, how="left", validate="one_to_one")
    events = events.merge(first, on=EVENT, how="left", validate="one_to_one").astype(dict.fromkeys(settings, object))
    seasons = settings[settings["event"] == ""].set_index("season")
    for inherited in ("data", "language", "kiba points"):
        events[inherited] = events[inherited].fillna(events["season"].map(seasons[inherited]))
    events["as of"] = events["season"].map(seasons["as of"])
    counting = [counted(typed) or (SUM, 0) for typed in events["counting"].fillna(SUM)]
    return pd.DataFrame(
        {
            **{column: events[column] for column in (*EVENT, "file", "digest")},
            "name": events["name"].fillna(events["event"]),
            "kind": canonical(events["kind"], "event kind").fillna("diplomacy"),
            "system": events["system"].map(_system_id, na_action="ignore").astype(object).fillna(""),
            "data": canonical(events["data"], "data label").fillna(NOT_STATED),
            "language": canonical(events["language"], "language").fillna("en"),
            "first_year": number(events["first year"]).fillna(FIRST_YEAR),
            "last_year": number(events["last year"]),
            "top_table_round": events["top table round"].fillna(""),
            "tie_break_round": events["tie-break round"].fillna(""),
            "sit_out_points": number(events["sit-out points"]),
            "level": canonical(events["level"], "level").fillna(""),
            "boards": number(events["boards"]),
            "as_of": day(events["as of"]),
            "directors": events["directors"].fillna(""),
            "circuits": events["circuits"].map(_ids, na_action="ignore").astype(object).fillna(""),
            "groups": number(events["groups"]),
            "clock": events["clock"].fillna(BAO_CLOCK).map(clock_days),
            "format": canonical(events["format"], "format").fillna("tournament"),
            "kiba_points": events["kiba points"].fillna(KIBA_POINTS).map(figures),
            "best": [most or np.nan for _, most in counting],
            "mean": [how == MEAN for how, _ in counting],
            "source": events["source"].fillna(""),
            **{name: events[name].fillna("") for name in ("start", "end", "place", "counting")},
            "sheet": events["sheet"].astype(object).fillna(""),
            "row": events["row"].astype("Int64"),
        }
    )


def _unknown_setting(table: RawTable, row: int) -> Problem:
    perhaps = meant("setting", table.text.at[row, "setting"])
    code, expected = ("misspelt", f"perhaps `{perhaps}`") if perhaps else ("unknown_setting", "")
    return table.problem(code, row, "setting", expected=expected)


def _settings(table: RawTable, problems: list[Problem]) -> pd.DataFrame:
    """One row an event (and one a season, with an empty event), one column a setting, texts as typed."""
    known = vocabulary("setting")
    typed = pd.concat([table.origin, table.text], axis=1)
    typed = typed[typed["setting"].notna()]
    name = typed["setting"].map(lambda setting: known.get(fold(setting)))
    problems += [_unknown_setting(table, row) for row in typed.index[name.isna()]]
    typed = typed.assign(name=name, raw_row=typed.index)[name.notna() & typed["value"].notna()]
    twice = typed.duplicated([*EVENT, "name"]) & (typed["name"] != "source")
    problems += [table.problem("setting_twice", row, "setting") for row in typed.index[twice]]
    values = typed[~twice].groupby([*EVENT, "name"])["value"].agg("\n".join).unstack("name")
    rows = typed[~twice].groupby([*EVENT, "name"])["raw_row"].first().unstack("name")
    settings = (
        values.reindex(columns=sorted(set(known.values()))).astype(object).where(lambda cells: cells.notna(), None)
    )
    settings = settings.reset_index()
    for row, setting, expected in failures(SETTINGS, settings):
        raw_row = int(rows.reset_index().at[row, setting])
        problems.append(table.problem("bad_value", raw_row, "value", expected=expected))
        settings.at[row, setting] = None
    return settings


def _ids(typed: str) -> str:
    """`Some Cup 2001; Lega` -> `some_cup_2001, lega`."""
    return ", ".join(_system_id(name) for name in split(typed))


def _system_id(typed: str) -> str:
    """`C-Diplo Namur` and `c_diplo_namur` are one id."""
    return fold(typed).replace("-", "_").replace(" ", "_")


# -- boards, seats and control totals ----------------------------------------------------------------------------------


def _board_rows(table: RawTable) -> tuple[pd.DataFrame, list[int]]:
    """Every row of the boards sheets with types, and the years from the first column to the last."""
    text = table.text
    typed_years = [int(name) for name in text.columns if name.isdecimal()]
    years = list(range(min(typed_years), max(typed_years) + 1)) if typed_years else []
    rows = pd.DataFrame(
        {
            **{name: table.origin[name] for name in (*EVENT, *SOURCE)},
            "raw_row": text.index,
            "round": text["round"],
            "board": text["board"],
            "power": canonical(text["power"], "power"),
            "player": text["player"].fillna(""),
            "final_centres": number(text["final"]),
            "eliminated": number(text["eliminated"]),
            "nmr_orders": number(text["nmr orders"]),
            "nmr_adjustments": number(text["nmr adjustments"]),
            "penalty": number(text["penalty"]).fillna(0.0),
            "scored": canonical(text["scored"], "answer").fillna("yes") == "yes",
            "typed_score": number(text["score"]),
            "typed_decimals": text["score"].fillna("").astype(str).str.extract(r"\.(\d+)$")[0].str.len().fillna(0),
            "typed_place": number(text["place"].str.rstrip("=")),
            "draw_proposed": text["draw proposed"].fillna(""),
            "note": text["note"].fillna(""),
        }
    )
    chart = {year: number(text[str(year)]) if str(year) in text else np.nan for year in years}
    return pd.concat([rows, pd.DataFrame(chart, index=rows.index, dtype=float)], axis=1), years


def _unplayed(
    rows: pd.DataFrame, games: pd.DataFrame, table: RawTable, years: list[int], problems: list[Problem]
) -> pd.DataFrame:
    """Boards without any centres and without players, in progress or to be played: their first autumn is to come."""
    typed = rows[[*years, "final_centres", "eliminated"]].notna().any(axis=1)
    typed |= table.faulty.any(axis=1).to_numpy()[rows["raw_row"].to_numpy(dtype=int)]
    going_on = _among(rows, games[games["result"].isin(["in progress", TO_BE_PLAYED])])
    boards = rows.assign(typed=typed, there=(rows["player"] != "") & ~going_on).groupby(BOARD)
    empty = (
        boards[["typed", "there", "raw_row"]].agg({"typed": "any", "there": "any", "raw_row": "first"}).reset_index()
    )
    empty = empty[~empty["typed"] & ~empty["there"]]
    problems += [table.problem("not_played", int(row), "board", "no centres") for row in empty["raw_row"]]
    return empty[BOARD]


def _among(rows: pd.DataFrame, boards: pd.DataFrame) -> pd.Series:
    """Rows whose board is one of these."""
    return pd.Series(pd.MultiIndex.from_frame(rows[BOARD]).isin(pd.MultiIndex.from_frame(boards[BOARD])), rows.index)


def _ordered(rows: pd.DataFrame) -> pd.DataFrame:
    """Rows in canonical order: season, event, round, board (by number where they hold one), power."""
    keys = {
        **{name: rows[name].map(natural_ranks(rows[name])) for name in BOARD},
        "power": rows["power"].map({power: i for i, power in enumerate(POWERS)}),
    }
    order = pd.DataFrame(keys).sort_values(SEAT, kind="stable").index
    return rows.loc[order].reset_index(drop=True)


def natural_ranks(names: pd.Series) -> dict[str, int]:
    """The position of each name in the order in which `Game 9` comes before `Game 10`."""
    return {
        name: rank for rank, name in enumerate(sorted(names.dropna().unique(), key=lambda name: (natural(name), name)))
    }


def _boards(seats: pd.DataFrame, games: pd.DataFrame, events: pd.DataFrame, years: list[int]) -> pd.DataFrame:
    """One row a board, in the order of the seats: its game's settings and the years its chart covers."""
    boards = seats[BOARD].drop_duplicates().dropna(subset=["round", "board"]).reset_index(drop=True)
    once = games.drop_duplicates(BOARD).drop(columns=[*SOURCE, "raw_row"]).replace({"result": {TO_BE_PLAYED: ""}})
    boards = boards.merge(once, on=BOARD, how="left", validate="one_to_one")
    boards = boards.merge(events[[*EVENT, "first_year", "last_year"]], on=EVENT, how="left", suffixes=("", "_of_event"))
    typed = seats[years].notna().groupby([seats[name] for name in BOARD], sort=False).any()
    typed = typed.reindex(pd.MultiIndex.from_frame(boards[BOARD]), fill_value=False)
    recorded = np.where(typed.to_numpy(dtype=bool), np.array(years, dtype=float), np.nan)
    charted = typed.any(axis=1).to_numpy(dtype=bool) if years else np.zeros(len(boards), bool)
    boards["first_recorded"] = _extreme(np.fmin, recorded, charted)
    boards["last_recorded"] = _extreme(np.fmax, recorded, charted)
    boards["last_year_of_game"] = boards["last_year"]
    boards["last_year"] = boards["last_year"].fillna(boards["last_recorded"]).fillna(boards["last_year_of_event"])
    for name in ("result", "winners", "ended", "variant", "draw_accepted"):
        boards[name] = boards[name].fillna("")
    return boards


def _extreme(pick: np.ufunc, recorded: NDArray[np.float64], charted: NDArray[np.bool_]) -> NDArray[np.float64]:
    extreme = np.full(len(recorded), np.nan)
    if charted.any():
        extreme[charted] = pick.reduce(recorded[charted], axis=1)
    return extreme


def _filled(seats: pd.DataFrame, boards: pd.DataFrame, years: list[int]) -> pd.DataFrame:
    """After a typed 0, and from `eliminated` on, a blank year is 0; the final centres are those of the last year."""
    of_board = seats[BOARD].merge(boards, on=BOARD, how="left", validate="many_to_one")
    chart, calendar = seats[years].to_numpy(dtype=float, copy=True), np.array(years, dtype=float)
    first, last = of_board[["first_recorded"]].to_numpy(), of_board[["last_recorded"]].to_numpy()
    out = after_zero(chart.T).T | (calendar >= seats[["eliminated"]].to_numpy())
    chart[np.isnan(chart) & out & (calendar >= first) & (calendar <= last)] = 0
    at_the_end = np.where(calendar == last, chart, np.nan)
    known = ~np.isnan(at_the_end)
    final = pd.Series(np.where(known, at_the_end, 0).sum(axis=1), seats.index).where(known.any(axis=1))
    no_centres = seats["eliminated"].where(seats["eliminated"].isna(), 0.0)
    told = seats.drop(columns=years).assign(
        typed_final=seats["final_centres"], final_centres=final.fillna(seats["final_centres"]).fillna(no_centres)
    )
    return pd.concat([told, pd.DataFrame(chart, seats.index, years)], axis=1)


# -- games, missed turns, names ----------------------------------------------------------------------------------------


def _games(table: RawTable) -> pd.DataFrame:
    """One row a line of the games sheets."""
    powers = vocabulary("power")
    return pd.DataFrame(
        {
            **{name: table.origin[name] for name in (*EVENT, *SOURCE)},
            "raw_row": table.text.index,
            "round": table.text["round"],
            "board": table.text["board"],
            "result": canonical(table.text["result"], "result").fillna(""),
            "winners": each(
                table.text["winners"], lambda typed: ", ".join(sorted({powers[fold(name)] for name in split(typed)}))
            ).fillna(""),
            "last_year": number(table.text["last year"]),
            "ended": table.text["ended"].fillna(""),
            "variant": variant(table.text["variant"]),
            "draw_accepted": table.text["draw accepted"].fillna(""),
        }
    )


def _nmrs(table: RawTable) -> pd.DataFrame:
    """One row a missed turn."""
    return pd.DataFrame(
        {
            **{name: table.origin[name] for name in (*EVENT, *SOURCE)},
            "raw_row": table.text.index,
            "round": table.text["round"],
            "board": table.text["board"],
            "power": canonical(table.text["power"], "power"),
            "year": number(table.text["year"]),
            "turn": canonical(table.text["turn"], "turn"),
        }
    )


def _people(table: RawTable, events: pd.DataFrame) -> pd.DataFrame:
    """What a tie may need to know of a player, for each event; the event's sheet before the season's."""
    typed = pd.DataFrame(
        {
            **{name: table.origin[name] for name in (*EVENT, *SOURCE)},
            "raw_row": table.text.index,
            "player": table.text["player"],
            "sex": canonical(table.text["sex"], "sex"),
            "born": day(table.text["born"]),
            "sat_out": each(table.text["sat out"], _rounds),
            "rounds": each(table.text["rounds"], _rounds),
            "two_boards": each(table.text["two boards"], _rounds),
            "apart": table.text["apart from"],
            "top_table": canonical(table.text["top table"], "answer"),
        }
    ).dropna(subset=["player"])
    of_season = typed[typed["event"] == ""].drop(columns="event").merge(events[EVENT], on="season")
    of_season = of_season.assign(here=False, **dict.fromkeys(("sat_out", "rounds", "two_boards"), None))
    return pd.concat([typed[typed["event"] != ""].assign(here=True), of_season], ignore_index=True)


def _rounds(typed: str) -> str:
    """Each round once: `2; 3, 2` -> `2, 3`."""
    return ", ".join(dict.fromkeys(split(typed)))


def _placings(table: RawTable) -> pd.DataFrame:
    """One row a player of an event known by its result."""
    return pd.DataFrame(
        {
            **{name: table.origin[name] for name in (*EVENT, *SOURCE)},
            "raw_row": table.text.index,
            "player": table.text["player"].fillna(""),
            "place": number(table.text["place"].str.rstrip("=")),
            "games": number(table.text["games"]),
            "role": canonical(table.text["role"], "role").fillna("player"),
            "score": number(table.text["score"]),
        }
    )


def entries(table: RawTable, bao: pd.DataFrame) -> pd.DataFrame:
    """One row a player of the `players` sheet of a Bao event, in the order typed; the season's sheet knows countries.

    bao  season, event: the events whose players are an entry list
    """
    typed = pd.DataFrame(
        {
            **{name: table.origin[name] for name in (*EVENT, *SOURCE)},
            "raw_row": table.text.index,
            "player": _dummy(table.text["player"]),
            "country": table.text["country"],
            "elo": number(table.text["elo"]),
            "games": number(table.text["games"]),
            "typed_kiba": number(table.text["kiba score"]),
        }
    ).dropna(subset=["player"])
    listed = typed.merge(bao, on=EVENT)
    of_season = typed[typed["event"] == ""].drop_duplicates(["season", "player"]).set_index(["season", "player"])
    known = of_season["country"].reindex(pd.MultiIndex.from_frame(listed[["season", "player"]])).to_numpy()
    listed["country"] = listed["country"].where(listed["country"].notna(), known).astype(object).fillna("")
    return listed


def _dummy(names: pd.Series) -> pd.Series:
    """Names, the dummy of a bye under one of its own."""
    byes = vocabulary("bye")
    return each(names, lambda typed: BYE if fold(typed) in byes else typed)


def _matches(table: RawTable) -> pd.DataFrame:
    """One row a line of the matches sheets."""
    return pd.DataFrame(
        {
            **{name: table.origin[name] for name in (*EVENT, *SOURCE)},
            "raw_row": table.text.index,
            "stage": canonical(table.text["stage"], "stage"),
            **{name: _dummy(table.text[name]).fillna("") for name in ("group", "round", "south", "north", "winner")},
            "reason": canonical(table.text["reason"], "reason").fillna(""),
            "ended": table.text["ended"].fillna(""),
            "started": moment(table.text["started"]),
        }
    )


def _moves(table: RawTable) -> pd.DataFrame:
    """One row a move, with its moment in UTC."""
    return pd.DataFrame(
        {
            **{name: table.origin[name] for name in (*EVENT, *SOURCE)},
            "raw_row": table.text.index,
            "stage": canonical(table.text["stage"], "stage"),
            **{name: table.text[name].fillna("") for name in ("group", "south", "north", "player")},
            "number": number(table.text["number"]),
            "time": moment(table.text["time"]),
        }
    )


def _calendar(table: RawTable) -> pd.DataFrame:
    """One row an adjudicated year."""
    return pd.DataFrame(
        {
            **{name: table.origin[name] for name in (*EVENT, *SOURCE)},
            "raw_row": table.text.index,
            "round": table.text["round"],
            "board": table.text["board"],
            "year": number(table.text["year"]),
            "adjudicated": day(table.text["adjudicated"]),
        }
    )


def _aliases(table: RawTable, problems: list[Problem]) -> pd.DataFrame:
    """season, alias, player: one row for each other name; one name for two aliases is an error."""
    names = table.text["also known as"].map(split, na_action="ignore")
    aliases = pd.DataFrame(
        {"season": table.origin["season"], "player": table.text["player"], "alias": names, "raw_row": table.text.index}
    )
    persons = pd.MultiIndex.from_frame(aliases[["season", "player"]].dropna())
    aliases = aliases.dropna(subset=["player", "alias"]).explode("alias")
    aliases = aliases[aliases["alias"] != aliases["player"]].drop_duplicates(["season", "alias", "player"])
    is_somebody = pd.MultiIndex.from_frame(aliases[["season", "alias"]]).isin(persons)
    twice = aliases.duplicated(["season", "alias"], keep=False) | is_somebody
    problems += [
        table.problem("alias_twice", int(row), "also known as", found=alias)
        for row, alias in aliases.loc[twice, ["raw_row", "alias"]].itertuples(index=False)
    ]
    return aliases[~twice]


def _directors(events: pd.DataFrame, names: Mapping[tuple[str, str], str]) -> pd.Series:
    """The directors of each event, each under one name."""
    typed = zip(events["season"], events["directors"], strict=True)
    told = [", ".join(names.get((season, name), name) for name in split(directors)) for season, directors in typed]
    return pd.Series(told, events.index, dtype=object)


def _names(aliases: pd.DataFrame) -> Mapping[tuple[str, str], str]:
    """(season, alias) -> the player's name."""
    names: Mapping[tuple[str, str], str] = aliases.set_index(["season", "alias"])["player"].to_dict()
    return names


def _other_names(raw: Raw, names: Mapping[tuple[str, str], str]) -> Iterator[Problem]:
    """Every cell whose player is read under another name."""
    for kind, columns in NAMED.items() if names else ():
        table = raw.tables[kind]
        for column in columns:
            for row, key in enumerate(zip(table.origin["season"], table.text[column], strict=True)):
                if key in names:
                    yield table.problem("other_name", row, column, expected=f"read as {names[key]}")


def in_standings(player: pd.Series) -> pd.Series:
    """Seats whose player is ranked: somebody played, and the name is known."""
    return (player != "") & (player != UNKNOWN_PLAYER)
