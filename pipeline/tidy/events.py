"""The settings of each event, with its season's settings as defaults."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice, product

import numpy as np
import pandas as pd

from pipeline.problems.codes import Problem, did_you_mean
from pipeline.problems.suggestions import slips
from pipeline.read.find import Source
from pipeline.read.headers import meant
from pipeline.read.raw_tables import RawTable
from pipeline.read.validate import OF_NUMBERS, canonical, day, failures
from pipeline.rules.circuits import circuit_id
from pipeline.rules.counting import counting_words
from pipeline.rules.systems import system_id, systems
from schemas.counting import counted, team_counted, unknown_words, words_of_counting
from schemas.days import days_meant
from schemas.fields import (
    CLOCK,
    UNCLEAR,
    clock_days,
    day_meant,
    each,
    figures,
    tie_breaks,
)
from schemas.keys import EVENT
from schemas.messages import NOTHING, Listed, Message, Name, Text, Verbatim, listed, say
from schemas.raw import SETTINGS
from schemas.words import (
    BAO_CLOCK,
    BEST,
    BEST_ROUNDS,
    EACH,
    FIRST_YEAR,
    KIBA_POINTS,
    NOT_STATED,
    RATING,
    RATINGS,
    SUM,
    SUM_OF_RANKS,
    WDC,
    fold,
    in_order,
    people_of,
    ratings_of,
    split,
    vocabulary,
)

OF_THE_LEAGUE = ("name", "language", "site")  # settings of league.xlsx; `name` is its title
OF_SEASONS = {"systems": "system"}  # setting of season.xlsx only -> what it means in an event's file
OF_SEASONS_ALONE = ("events", "site")  # settings that only take effect in season.xlsx
FIRST_AND_LAST = ("start", "end")
DAYS = (*FIRST_AND_LAST, "as of")
IS_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}([ T].*)?")
HOURS = {"time", "tempo", "zeit", "uhr", "cadence"}  # when play begins, unless the value is a Bao clock
BY_ROUNDS = (BEST_ROUNDS, SUM_OF_RANKS, WDC)  # counting methods by rounds; a round's default score is its best game
MOST_MENDED = 100  # the most corrections of misspelt words that are tried
INHERITED = ("data", "language", "kiba points")  # settings whose default is the season's


def tidy_events(
    table: RawTable, sources: list[Source], problems: list[Problem], season_circuits: Mapping[str, set[str]]
) -> pd.DataFrame:
    """Return the EVENTS table with additional columns about the season.

    The additional columns are title, league, season_language, season_state, planned_events and site. Directors'
    aliases have not been replaced yet.

    season_circuits  the ids of each season's own circuits, whose names may contain a comma
    """
    events = _with_settings(table, sources, problems)
    how, number_of = zip(
        *[counted(typed) or (SUM, 0.0) for typed in ["", *events["counting"].fillna(SUM)]], strict=True
    )
    teams = [(team_counted(typed) or ("", 0.0)) for typed in ["", *events["teams"].fillna("")]]
    numbers = events[OF_NUMBERS].astype(float)
    in_seasons = [*zip(events["season"], events["circuits"].fillna(""), strict=True)]
    ids = {(season, typed): _ids(typed, season_circuits.get(season, set())) for season, typed in {*in_seasons}}
    by_rounds = pd.Series([BEST if way in BY_ROUNDS else "" for way in how[1:]], events.index, dtype=object)
    return pd.DataFrame(
        {
            **{column: events[column] for column in (*EVENT, "file", "digest")},
            "name": events["name"].fillna(events["event"]),
            "kind": canonical(events["kind"], "event kind").fillna("diplomacy"),
            "system": each(events["system"], system_id).fillna(""),
            "data": canonical(events["data"], "data label").fillna(NOT_STATED),
            "language": (language := canonical(events["language"], "language").fillna("en")),
            "season_language": canonical(events["season_language"], "language").fillna(language),
            "first_year": numbers["first year"].fillna(FIRST_YEAR),
            "last_year": numbers["last year"],
            "top_table_round": events["top table round"].fillna(""),
            "top_table_board": events["top table"].fillna(""),
            "top_table_places": numbers["top table places"],
            "tie_break_round": events["tie-break round"].fillna(""),
            "sit_out_points": numbers["sit-out points"],
            "level": canonical(events["level"], "level").fillna(""),
            "circuit_points": numbers["circuit points"],
            "variants": canonical(events["variants"], "variants").fillna(""),
            "boards": numbers["boards"],
            "planned_rounds": numbers["rounds"],
            "state": canonical(events["state"], "state").fillna(""),
            "season_state": canonical(events["season_state"], "state").fillna(""),
            "planned_events": numbers["events"],
            "site": events["site"].fillna(""),
            "least_games": numbers["minimum games"],
            "as_of": day(events["as of"]),
            "circuits": [ids[named] for named in in_seasons],
            "systems": each(events["systems"], _chosen).fillna(""),
            "groups": numbers["groups"],
            "most_entrants": numbers["most entrants"],
            "clock": events["clock"].fillna(BAO_CLOCK).map(clock_days),
            "format": canonical(events["format"], "format").fillna("tournament"),
            "kiba_points": events["kiba points"].fillna(KIBA_POINTS).map(figures),
            "how": how[1:],
            "counting_number": number_of[1:],
            "round_score": canonical(events["round score"], "round score").fillna(by_rounds),
            "round_weights": events["round weights"].fillna(""),
            "best_country": canonical(events["best country"], "best country").fillna(""),
            "teams": [way for way, _ in teams[1:]],
            "teams_number": [number for _, number in teams[1:]],
            "tie_breaks": each(events["tie-breaks"], _tie_breaks).fillna(""),
            "sit_outs": canonical(events["sit-outs"], "sit-outs").fillna(EACH),
            "venue": events["place"].fillna(""),
            **{name: events[name].fillna("") for name in ("directors", "source", "start", "end", "counting")},
            **{name: events[name].astype(object).fillna("") for name in ("title", "league")},
            "sheet": events["sheet"].astype(object).fillna(""),
            "row": events["row"].astype("Int64"),
        },
        events.index,
    )


def editions_of(events: pd.DataFrame, systems: pd.DataFrame) -> pd.Series:
    """Return the published system of each event.

    If the event's system is the season's own, the result is the published system that it is based on.
    """
    if systems.empty:
        return events["system"]
    bases = systems[systems["based_on"] != ""].drop_duplicates(["season", "system"])
    based = events[["season", "system"]].merge(bases[["season", "system", "based_on"]], how="left")
    return based["based_on"].fillna(based["system"])


def _with_settings(table: RawTable, sources: list[Source], problems: list[Problem]) -> pd.DataFrame:
    """Return the settings entered, with one row per event and one column per setting.

    A setting that the event does not state is None, unless it is inherited from the season or the league.
    """
    settings = _settings(table, problems)
    files = [(source.season, source.event, source.file, source.digest) for source in sources if source.event]
    events = pd.DataFrame(files, columns=[*EVENT, "file", "digest"]).astype(dict.fromkeys(EVENT, object))
    of_events = pd.MultiIndex.from_frame(events[EVENT])
    first = table.origin.groupby(EVENT)[["sheet", "row"]].first()
    parts = [events, *(rows.reindex(of_events).set_axis(events.index) for rows in (settings, first))]
    events = pd.concat(parts, axis=1)
    seasons = settings[settings.index.get_level_values("event") == ""].droplevel("event")
    of_season, league = seasons.reindex(events["season"]).set_axis(events.index), seasons.reindex([""]).iloc[0]
    for name in INHERITED:
        events[name] = events[name].fillna(of_season[name])
    is_bao = canonical(events["kind"], "event kind").eq("bao").to_numpy()
    events["as of"] = events["as of"].where(is_bao).fillna(of_season["as of"])
    for name in (*OF_SEASONS_ALONE, *OF_SEASONS):
        events[name] = of_season[name]
    if isinstance(language := league["language"], str):
        events["language"] = events["language"].fillna(language)
    events["site"] = events["site"].fillna(league["site"])
    of_season = of_season[["name", "language", "state"]].set_axis(["title", "season_language", "season_state"], axis=1)
    return events.assign(**of_season, league=league["name"])


def _settings(table: RawTable, problems: list[Problem]) -> pd.DataFrame:
    """Return the settings entered, with one row per event or season, keyed by EVENT, and one column per setting.

    A season's row has an empty event.
    """
    names, no_value = vocabulary("setting"), vocabulary("no value")
    typed = pd.concat([table.origin, table.text], axis=1)
    typed = typed[typed["setting"].notna()]
    folded = typed["setting"].map(fold)
    name, of_league = folded.map(names.get), typed["season"] == ""
    elsewhere = name.isin([*OF_SEASONS]) & (typed["event"] != "") | of_league & ~name.isin(OF_THE_LEAGUE)
    typed = typed.assign(name=name.mask(elsewhere, None), raw_row=typed.index)
    typed["name"] = _by_value(table, typed, problems)
    rating = of_league & (folded == RATING)  # read by the history
    problems += [_unknown_setting(table, row) for row in typed.index[typed["name"].isna() & ~rating]]
    some_ratings = say("a list of ratings, separated by commas ({ids})", ids=listed(RATINGS))
    problems += [
        table.problem("bad_value", int(row), "value", values={"expected": some_ratings})
        for row, value in typed.loc[rating, "value"].dropna().items()
        if {*ratings_of(value)} - {*RATINGS}
    ]
    typed = typed.dropna(subset=["name", "value"])
    nothing = np.array([no_value.get(fold(value)) == "nothing" for value in typed["value"]], bool)
    blank = {"value": say("a blank cell")}
    problems += [table.problem("otherwise", int(row), "value", values=blank) for row in typed.index[nothing]]
    typed = typed[~nothing]
    directors = typed["name"] == "directors"
    for row, value in typed.loc[directors, "value"].items():
        if (people := ", ".join(people_of(value))) != ", ".join(split(value)):
            problems.append(table.problem("and_between", int(row), "value", values={"value": people}))
            typed.at[row, "value"] = people
    typed = _with_both_days(table, typed, problems)
    typed["value"] = [
        _day_read(table, row, value, problems) if name in DAYS else value
        for row, name, value in zip(typed["raw_row"], typed["name"], typed["value"], strict=True)
    ]
    typed = typed[typed["value"].notna()]
    twice = typed.duplicated([*EVENT, "name"]) & (typed["name"] != "source")
    problems += [table.problem("setting_twice", row, "setting") for row in typed.index[twice]]
    once = typed[~twice].groupby([*EVENT, "name"])
    settings = once["value"].agg("\n".join).unstack("name").reindex(columns=sorted({*names.values()}))
    settings = settings.astype(object).replace({np.nan: None})
    rows = once["raw_row"].first()
    for place, setting, expected in failures(SETTINGS, settings.reset_index(drop=True)):
        event = settings.index[place]
        hint = MEANT[setting](settings.at[event, setting]) if setting in MEANT else NOTHING
        at, values = int(rows[*event, setting]), {"expected": expected}
        problems.append(table.problem("bad_value", at, "value", hint=hint, values=values))
        settings.at[event, setting] = None
    return settings


def _counting_meant(takes: Callable[[str], tuple[str, float] | None], typed: str) -> Text:
    """Try corrections of misspelt words, and return a hint with the first one that gives a valid counting method.

    The result is NOTHING if no correction is valid.
    """
    words, vocabulary_words = unknown_words(typed), [*words_of_counting()]
    for mended in islice(product(*(slips(word, vocabulary_words) for word in words)), MOST_MENDED):
        text = fold(typed)
        for word, instead in zip(words, mended, strict=True):
            text = re.sub(rf"\b{re.escape(word)}\b", instead, text)
        if read := takes(text):
            return did_you_mean(_counting_shown(*read))
    return NOTHING


def _counting_shown(how: str, number: float) -> Listed | Message:
    """Return a counting method as readers would type it in their language, such as `media dei migliori 3`."""
    if how in (SUM, BEST):
        return listed([Name("counting word", how), *([number] if number else [])], " ")
    return counting_words(how, number)


def _tie_breaks_meant(typed: str) -> Text:
    """Return a hint with the tie-breaks that the unknown words probably mean."""
    words = [word for word in in_order("tie-break", typed) if fold(word) not in vocabulary("tie-break")]
    near = [Name("tie-break", name) for word in words if (name := meant("tie-break", word))]
    return did_you_mean(listed(near)) if near else NOTHING


def _word_meant(kind: str, typed: str) -> Text:
    """Return a hint with the nearest word, or NOTHING if none is similar."""
    name = meant(kind, typed)
    return did_you_mean(Name(kind, name)) if name else NOTHING


MEANT: dict[str, Callable[[str], Text]] = {
    **{"counting": partial(_counting_meant, counted), "teams": partial(_counting_meant, team_counted)},
    "tie-breaks": _tie_breaks_meant,
    **{name: partial(_word_meant, name) for name in ("level", "best country")},
    **{"kind": partial(_word_meant, "event kind"), "data": partial(_word_meant, "data label")},
}


def _tie_breaks(typed: str) -> str:
    """Return the canonical names of the tie-breaks in a cell, separated by commas."""
    return ", ".join(tie_breaks(typed) or ())


def _by_value(table: RawTable, typed: pd.DataFrame, problems: list[Problem]) -> list[str | None]:
    """Return the name of each row's setting. If a word has two meanings, the value decides between them.

    `data` is read as the Italian word for date if its value is a date. Outside Bao events, `time` is the Bao clock only
    if its value looks like a clock setting. The name is None for a setting that is not read.
    """
    columns = ("season", "event", "name", "setting", "value")
    rows = [*zip(*(typed[column] for column in columns), strict=True)]
    started = {(season, event) for season, event, name, *_ in rows if name == "start"}
    bao = {(season, event) for season, event, name, _, value in rows if name == "kind" and fold(value or "") == "bao"}
    read: list[str | None] = []
    for row, (season, event, name, setting, value) in zip(typed.index, rows, strict=True):
        is_day = name == "data" and value and (IS_DAY.fullmatch(value) or day_meant(value) or days_meant(value))
        is_hour = name == "clock" and (season, event) not in bao and fold(setting) in HOURS
        if is_day and (season, event) not in started:
            start = say("`{name}`", name=Name("setting", "start"))
            problems.append(table.problem("otherwise", row, "setting", values={"value": start}))
            name = "start"
        elif is_day or (is_hour and not CLOCK.fullmatch(value or "")):
            name = None
        read.append(name)
    return read


def _with_both_days(table: RawTable, typed: pd.DataFrame, problems: list[Problem]) -> pd.DataFrame:
    """Split each range of dates entered in one cell into a row for the start and one for the end, and report the range.

    The range may be entered as the start or as the end. If the other setting already has the right date, no row is
    added for it. If it has a different date, the added row will be reported as a duplicate.
    """
    several = {row: days_meant(value) for row, value in typed.loc[typed["name"].isin(FIRST_AND_LAST), "value"].items()}
    more = []
    for row, both in several.items():
        if not both or day_meant(typed.at[row, "value"]):
            continue
        read = dict(zip(FIRST_AND_LAST, both, strict=True))
        this, other = sorted(FIRST_AND_LAST, key=lambda name: name != typed.at[row, "name"])
        other_rows = typed[typed["name"].eq(other) & (typed[EVENT] == typed.loc[row, EVENT]).all(axis=1)]
        if not {*other_rows["value"]} & {read[other]} and read[other] not in {*map(day_meant, other_rows["value"])}:
            more.append(typed.loc[[row]].assign(name=other, value=read[other]))
        typed.at[row, "value"] = read[this]
        days = say("{first} to {last}", first=Verbatim(both[0]), last=Verbatim(both[1]))
        problems.append(table.problem("otherwise", row, "value", values={"value": days}))
    return pd.concat([typed, *more])


def _day_read(table: RawTable, row: int, typed: str, problems: list[Problem]) -> str | None:
    """Return a date rewritten as year-month-day, or None if the date is ambiguous.

    A rewritten or ambiguous date is reported. A value that is not a date, or that already has this form, is returned
    unchanged.
    """
    meant = day_meant(typed)
    if meant == UNCLEAR:
        problems.append(table.problem("unclear_date", row, "value"))
        return None
    if meant:
        problems.append(table.problem("otherwise", row, "value", values={"value": meant}))
    return meant or typed


def _unknown_setting(table: RawTable, row: int) -> Problem:
    if not table.origin.at[row, "season"]:
        message = say("Only the settings `title`, `language` and `rating` are read in this file.")
        return table.problem("unknown_setting", row, "setting", message=message)
    perhaps = meant("setting", table.text.at[row, "setting"])
    settled = fold(table.text.at[row, "setting"]) in vocabulary("setting") and perhaps not in OF_SEASONS
    if not perhaps or settled:
        return table.problem("unknown_setting", row, "setting")
    perhaps = OF_SEASONS.get(perhaps, perhaps)
    message = say(
        "The setting “{name}” was ignored, because its name is not recognised here.", name=table.text.at[row, "setting"]
    )
    return table.problem("misspelt", row, "setting", message=message, hint=did_you_mean(Name("setting", perhaps)))


def _ids(typed: str, of_season: set[str]) -> str:
    """Return the ids of the circuits on a list, such as `some_cup_2001, lega` for `Some Cup 2001, Lega`.

    If the name of a season's own circuit contains a comma, as in `Coppa, Nord`, the name is not split.
    """
    parts, ids = split(typed), list[str]()
    while parts:
        joined = (n for n in range(len(parts), 1, -1) if circuit_id(" ".join(parts[:n])) in of_season)
        number = 1 if circuit_id(parts[0]) in of_season else next(joined, 1)
        ids.append(circuit_id(" ".join(parts[:number])))
        parts = parts[number:]
    return ", ".join(ids)


def _chosen(typed: str) -> str:
    """Return the ids of the systems in a list entered in any language, such as `all, c_diplo` for `tutti, C-Diplo`."""
    words, names = vocabulary("chosen systems"), split(typed)
    if system_id(typed) in systems():  # a title with a comma
        names = [typed]
    return ", ".join(words.get(fold(name), system_id(name)) for name in names)
