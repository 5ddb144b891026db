"""The standings of events, computed from scores by each event's official system and counting method.

A counting method (`pipeline.rules.counting`) decides how much of each result counts. A result is a game, a round sat
out or, if the event's settings say so, a whole round. Dropped results are marked as such, with the reason. Equal scores
share a rank unless the event's tie-breaks, or those of its official system, separate them. An event's results may also
be entered directly. If only placings have been entered, they are used as the ranks.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from pipeline.rules.counting import Way, ways
from pipeline.rules.counting import italia_2010 as italia
from pipeline.rules.counting.divisions import divisions
from pipeline.rules.counting.few_games import short
from pipeline.rules.counting.sit_outs import ONLY_ONCE, sit_outs
from pipeline.rules.counting.tie_breaks import CRITERIA, settle, shared
from pipeline.rules.counting.top_table import lifted, seated, top_tables
from pipeline.rules.counting.wdc_2025 import ROUNDS
from pipeline.rules.rank import EXACT_DECIMALS, dense, in_standings, total
from pipeline.rules.ties import EQUAL_DECIMALS, settled
from pipeline.score.published import Published
from pipeline.tidy.tables import Tables
from schemas.columns import without_rows
from schemas.fields import weights as weights_of
from schemas.keys import BOARD, EVENT, PLAYER, among, natural_ranks
from schemas.messages import say
from schemas.results import EVENTS
from schemas.words import BEST, ONCE, SOLO_CENTRES, SUM, round_number, split

GAME, SAT_OUT = "game", "sat out"
AT_THE_END = ["handicap", "adjustment"]
ROAD = ["two_boards", "sat_out", *AT_THE_END, "top_table"]  # points added to the scores of the boards
OF_A_GAME = [*EVENT, "round", "board", "power", "player", "place", "score", "final_centres", "won", "topped"]
COLUMNS = [*OF_A_GAME, "kind", "two_boards"]
BETTER_GAME, NO_RANK = say("the player has a better game in this round"), say("sitting out a round gives no rank")
OF_PLAYERS = ["how", "edition_of", "tie_break_round", "tie_breaks", "least_games"]
SETTINGS = [*OF_PLAYERS, "counting_number", "round_score", "sit_outs"]
RESULT = [*COLUMNS, "weight", "points", "round_no", "worth", "share", "divisor", "missing_results", "used", "why"]
NTH = "nth_round"  # number of the round from 0, counting rounds without a result
FIRST = ["division", "top_place"]  # columns that take precedence over the score in the ranking
SHORT = "games_short"
STANDING = [*PLAYER, "rank", "games", "score", *ROAD, *FIRST, SHORT, "remark", "settled"]
NO_ROUNDS, NO_TOP_TABLES = without_rows(EVENTS["rounds"]), without_rows(EVENTS["top_tables"])


@dataclass
class Events:
    """The results and standings of all events. `schemas.results.EVENTS` describes the columns.

    results     one row per result, which is a game or a round that the player sat out. `points` is the sum of `score`
                and `two_boards`, multiplied by the round's weight
    standings   one row per player and event
    rounds      the standings after each round, including the last. `after` and `round_no` are the name and the number
                of the round
    top_tables  one row per board that may be a top table (see `top_table.top_tables`). The board decides places only if
                `known` is true
    """

    results: pd.DataFrame
    standings: pd.DataFrame
    rounds: pd.DataFrame
    top_tables: pd.DataFrame


def event_standings(published: dict[str, Published], tables: Tables) -> Events:
    """Return the standings of every event that has an official system or for which results or placings were entered."""
    return standings_of(official_scores(published), tables)


def standings_of(games: pd.DataFrame, tables: Tables, every_round: bool = True) -> Events:
    """Return the standings of events from scored games.

    games        one row per seat, as `official_scores` returns them
    every_round  whether to rank every event after each of its rounds. If false, only events with a top table are
                 ranked after each round, and all others only at the end
    """
    results = _results(games, tables)
    people = _people(results, tables)
    stood = results[[*EVENT, "round_no"]].assign(after=results["round"]).drop_duplicates()
    is_last = ~stood.duplicated(EVENT, keep="last")
    stood, last = stood[~is_last], stood[is_last]
    if not every_round:
        stood = stood[among(stood, tables.events[tables.events["top_table_round"] != ""], EVENT)]
    before = _before_the_end(results, people, stood)
    tops = _top_tables(results, before, tables)
    used = _used(results)
    standings = _ranked(used, _placed_first(people, results, tops, tables))
    rounds = standings.merge(last, on=EVENT)
    if len(before):
        rounds = pd.concat([before, rounds], ignore_index=True)
    if len(placings := tables.placings[~among(tables.placings, standings, EVENT)]):
        standings = pd.concat([standings, _placed(placings)])
    return Events(used[RESULT], standings.reset_index(drop=True), rounds, tops)


def _before_the_end(results: pd.DataFrame, people: pd.DataFrame, stood: pd.DataFrame) -> pd.DataFrame:
    """Return the standings after each of the given rounds.

    The standings of all rounds are computed together, from one copy of the event for each round.

    stood  one row per round, with the columns `season`, `event`, `round_no` and `after` (the name of the round). The
           last round of each event is left out
    """
    if stood.empty:
        return NO_ROUNDS
    stood = stood.sort_values(["round_no", *EVENT], ignore_index=True)
    copies = stood[EVENT].assign(after_no=stood["round_no"], number=stood.index)

    def as_of_then(rows: pd.DataFrame) -> pd.DataFrame:
        rows = rows.merge(copies, on=EVENT)
        return rows.assign(event=rows["number"], who=rows["number"] * len(people) + rows["who"])

    so_far, by_then = as_of_then(results), as_of_then(people)
    so_far = so_far[so_far["round_no"] <= so_far["after_no"]].reset_index(drop=True)
    missed = by_then["missed_tie_break"] & (by_then["tie_break_no"] <= by_then["after_no"])
    by_then = by_then.assign(missed_tie_break=missed, remark="", **dict.fromkeys(AT_THE_END, 0.0))
    ranked = _ranked(_used(so_far), by_then)
    of_events = stood.loc[ranked["event"]]
    ranked = ranked.assign(**{name: of_events[name].to_numpy() for name in ("event", "round_no", "after")})
    return ranked.sort_values("round_no", kind="stable")


# -- results -----------------------------------------------------------------------------------------------------------


def official_scores(published: dict[str, Published]) -> pd.DataFrame:
    """Return every seat with its score under its event's official system."""
    official = [computed.scores[computed.scores["official"]] for computed in published.values()]
    official = [scores for scores in official if len(scores)]
    if not official:
        nobody = pd.DataFrame(columns=COLUMNS)
        return nobody.astype({"score": float, "place": "Int64", "final_centres": int})
    return pd.concat(official, ignore_index=True)


def of_kind(results: pd.DataFrame, kind: str) -> pd.DataFrame:
    """Return the results of one kind, either games or rounds sat out."""
    return results[results["kind"] == kind]


def _results(games: pd.DataFrame, tables: Tables) -> pd.DataFrame:
    """Return the officially scored games, the entered results that count, and the points for rounds sat out."""
    most = games.groupby(BOARD)["final_centres"].transform("max")
    won, topped = games["final_centres"] >= SOLO_CENTRES, games["final_centres"] == most
    scored = games.assign(won=won.astype(float), topped=topped.astype(float), kind=GAME, two_boards=0.0)
    scored = scored.assign(final_centres=games["final_centres"].astype(float))
    scored = scored[games["score"].notna() & in_standings(games["player"])]
    at_home = tables.events["edition_of"] == italia.SYSTEM
    if (two := among(scored, tables.events.loc[at_home, EVENT], EVENT)).any():
        scored.loc[two, "two_boards"] = italia.two_boards(scored[two], tables.people)
    earned = tables.events["sit_out_points"]
    earned = earned.mask(at_home & earned.isna(), italia.SIT_OUT)
    parts = [scored[COLUMNS], _typed(tables)]
    if earned.notna().any():
        sat_out = sit_outs(tables.people, tables.events[EVENT].assign(sit_out_points=earned))
        parts.append(sat_out.assign(kind=SAT_OUT, two_boards=0.0, board="", power=""))
    results = pd.concat([rows for rows in parts if len(rows)] or parts[:1], ignore_index=True).reindex(columns=COLUMNS)
    with_rounds = (games, tables.unplayed, tables.aside, results)
    rounds = nth_rounds(pd.concat([rows[[*EVENT, "round"]] for rows in with_rounds]))
    weights = {
        (season, event, round): weight
        for season, event, typed in zip(*(tables.events[name] for name in (*EVENT, "round_weights")), strict=True)
        for round, weight in (weights_of(typed) or {}).items()
    }
    of_rounds = zip(*(rounds[name] for name in (*EVENT, "round")), strict=True)
    rounds["weight"] = np.array([weights.get(of_round, 1.0) for of_round in of_rounds], float)
    results = results.merge(rounds, on=[*EVENT, "round"], how="left")
    points = results["score"] + results["two_boards"]
    results["points"] = points.where(results["weight"] == 1, (points * results["weight"]).round(EXACT_DECIMALS))
    results["round_no"] = results.groupby(EVENT)[NTH].rank(method="dense").astype(int) - 1
    results["board_no"] = results["board"].map(natural_ranks(results["board"]))
    results = results.sort_values([*EVENT, "round_no", "board_no", "power", "player"], kind="stable")
    return _with_settings(results, tables.events)


def _with_settings(results: pd.DataFrame, events: pd.DataFrame) -> pd.DataFrame:
    """Return the results with the settings of their events added, and a column `who` with the player's number.

    A player has a separate number in each event. The numbers follow the order of seasons, events and names.
    """
    results = results.merge(events[[*EVENT, *SETTINGS]], on=EVENT, how="left")
    return results.assign(who=results.groupby(PLAYER).ngroup())


def beside_boards(tables: Tables) -> pd.Series:
    """Return a mask of the entered results in rounds that have officially scored boards.

    In these rounds, the boards count instead of the entered results.
    """
    if tables.results.empty:
        return pd.Series(index=tables.results.index, dtype=bool)
    scored = tables.events.loc[tables.events["system"] != "", EVENT]
    rounds = [*EVENT, "round"]
    boards = pd.concat([tables.seats[rounds], tables.aside[rounds]])
    return among(tables.results, scored, EVENT) & among(tables.results, boards, rounds)


def _typed(tables: Tables) -> pd.DataFrame:
    """Return the results in the `results` sheets that count, as games. Whatever was not entered is missing."""
    if tables.results.empty:
        return tables.results
    typed = tables.results[~beside_boards(tables) & in_standings(tables.results["player"])]
    placed, first = typed["place"].notna(), typed["place"].eq(1)
    won = (typed["final_centres"] >= SOLO_CENTRES).astype(float).mask(typed["final_centres"].isna() & (first | ~placed))
    typed = typed.assign(kind=GAME, two_boards=0.0, won=won, topped=first.astype(float).where(placed))
    return typed.fillna({"board": "", "power": ""}).astype({"place": "Int64"})[COLUMNS]


def nth_rounds(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rounds of each event, numbered in order from 0 in the column `nth_round`.

    A missing number leaves a gap: a round called 4 counts as the fourth even if round 3 is missing. If the event has a
    round with a number above 4, there are no gaps, since the numbers may stand for tables, days or years (see
    `wdc_2025`).
    """
    rounds = rows[[*EVENT, "round"]].drop_duplicates()
    rounds = rounds.sort_values("round", key=lambda names: names.map(natural_ranks(names)), kind="stable")
    of_event = rounds.groupby(EVENT)
    number, event = of_event.cumcount(), of_event.ngroup()
    called = rounds["round"].map(round_number).astype(float) - 1
    called = called.where(called.groupby(event).transform("max") < ROUNDS)
    ahead = (np.fmax(called, number) - number).groupby(event).cummax()
    return rounds.assign(**{NTH: (number + ahead).astype(int)})


def _used(results: pd.DataFrame) -> pd.DataFrame:
    """Return the results with the columns `worth`, `share`, `divisor`, `missing_results`, `used` and `why` added."""
    units, unit, why = _units(results)
    counted = [_counted(ways()[how], number, rows) for (how, number), rows in units.groupby(["how", "counting_number"])]
    units = pd.concat(counted or [units.assign(share=0.0, divisor=1.0, missing_results=0.0)])
    why = why.mask((why == "") & ~unit.isin(units.index), NO_RANK)
    share = np.where(why == "", units["share"].reindex(unit), 0.0)
    reasons = [
        words or ("" if part == 1 else (ways()[how].in_part if part else ways()[how].dropped).of({"n": number}))
        for words, part, how, number in zip(why, share, results["how"], results["counting_number"], strict=True)
    ]
    of_players = units.drop_duplicates("who").set_index("who")[["divisor", "missing_results"]].reindex(results["who"])
    by_rank = results["how"].isin([id for id, way in ways().items() if way.worth])
    return results.assign(
        worth=results["points"].mask(by_rank, units["worth"]),
        share=share,
        divisor=of_players["divisor"].fillna(1.0).to_numpy(),
        missing_results=of_players["missing_results"].to_numpy(),
        used=share > 0,
        why=pd.Series(reasons, results.index, dtype=object),
    )


def _counted(way: Way, number: float, units: pd.DataFrame) -> pd.DataFrame:
    """Return the units (see `_units`) that can be added up, each player's best first.

    If the event adds up ranks, for example, rounds sat out are left out, since they have no rank. The columns `place`,
    `size`, `share`, `divisor` and `missing_results` are added.
    """
    if way.worth:
        units = units.assign(worth=way.worth(units)).dropna(subset="worth")
    worst = settled(units["worth"])
    units = units.assign(worst=worst if way.lowest else -worst).sort_values("worst", kind="stable")
    of_players = units.groupby("who")
    units["place"], units["size"] = of_players.cumcount(), of_players["worth"].transform("size")
    units["share"], units["divisor"] = way.counts(number, units)
    return units.assign(missing_results=(number - units["size"]).clip(lower=0.0) if way.worth else 0.0)


def units_of(results: pd.DataFrame, events: pd.DataFrame) -> pd.DataFrame:
    """Return the results as their event counts them, with one row per game or per round (see `_units`).

    The columns include `season`, `event`, `player`, `round` and `points`.
    """
    return _units(_with_settings(results, events))[0]


def _units(results: pd.DataFrame) -> tuple[pd.DataFrame, pd.Series, pd.Series]:
    """Return the units in which results are counted, each result's unit, and the reason why a result has no unit.

    A unit is usually one result: a game, or a round that the player sat out. If the event adds up the scores of each
    round, all of a player's results in a round are one unit. A result's unit is given as the position of the unit's
    first row. The reason is empty for a result that belongs to a unit.
    """
    row, points = results.index.to_series(), results["points"].round(EQUAL_DECIMALS)
    repeated = (results["kind"] == SAT_OUT) & (results["sit_outs"] == ONCE) & results.duplicated(["who", "kind"])
    why, unit = pd.Series("", results.index, dtype=object).mask(repeated, ONLY_ONCE), row
    if (results["round_score"] != "").any():
        in_order = results[why == ""].sort_values("points", ascending=False, key=settled, kind="stable")
        behind = in_order.duplicated(["who", "round"]) & (in_order["round_score"] == BEST)
        why[behind.index[behind]] = BETTER_GAME
        added = row[(why == "") & (results["round_score"] == SUM)]
        first = added.groupby([results["who"], results["round"]]).transform("min")
        unit = first.reindex(row).fillna(row).astype(int)
        points = total(results["points"], unit).reindex(unit).to_numpy()
    return results.assign(points=points, worth=points)[(why == "") & (unit == row)], unit, why


# -- ranks -------------------------------------------------------------------------------------------------------------


def _ranked(results: pd.DataFrame, people: pd.DataFrame) -> pd.DataFrame:
    """Return the standings of all events at once."""
    figures = {
        "games": (results["kind"] == GAME).astype(float),
        "score": results["worth"].fillna(0.0) * results["share"],
        "two_boards": results["two_boards"] * results["weight"] * results["share"],
        "sat_out": results["points"].where(results["kind"] == SAT_OUT, 0.0) * results["share"],
    }
    table = total(pd.DataFrame(figures), results["who"])
    table[["divisor", "missing_results"]] = results.groupby("who")[["divisor", "missing_results"]].first()
    table = table[table["games"] > 0].join(people.set_index("who"))
    table["games"] = table["games"].astype("Int64")
    table[SHORT] = short(table["games"], table["least_games"])
    table["score"] = table["score"] / table["divisor"] + (table["top_table"] + table["handicap"] + table["adjustment"])
    return _in_order(table, results)


def _in_order(table: pd.DataFrame, results: pd.DataFrame) -> pd.DataFrame:
    """Return the table ranked by division, top table, missing results, score and tie-breaks.

    In each division, players who are short of the minimum number of games come last. Players who are still tied share
    a rank.
    """
    lowest = table["how"].isin([id for id, way in ways().items() if way.lowest])
    score = pd.Series(settled(table["score"]), table.index)
    division, top_place = (table[name].astype(float).fillna(np.inf) for name in FIRST)
    few = table[SHORT].gt(0).fillna(False).astype(bool)
    first = dense(
        table[EVENT],
        division,
        few,
        top_place,
        -table["top_table"],
        table["missing_results"],
        score.where(lowest, -score),
    )
    chains = [
        tuple(CRITERIA[name] for name in split(typed)) if typed else italia.CHAIN if system == italia.SYSTEM else ()
        for typed, system in zip(table["tie_breaks"], table["edition_of"], strict=True)
    ]
    chains = [chain if whole else () for chain, whole in zip(chains, table["whole"], strict=True)]
    chain = pd.Series(chains, table.index, dtype=object)
    standing, settled_by = settle(table.assign(standing=first, chain=chain), results)
    rank = standing.groupby([table[name] for name in EVENT]).rank(method="min").astype(int)
    level = standing.duplicated(keep=False)
    messages = [shared(words) if tied else words for words, tied in zip(settled_by, level, strict=True)]
    table = table.assign(rank=rank, settled=pd.Series(messages, table.index, dtype=object))[STANDING]
    return table.loc[standing.sort_values(kind="stable").index]


def _placed_first(people: pd.DataFrame, results: pd.DataFrame, tops: pd.DataFrame, tables: Tables) -> pd.DataFrame:
    """Return the people with their divisions, their places at top tables, and the points for winning a top table."""
    if tops.empty and tables.games["division"].isna().all():
        return people
    games = of_kind(results, GAME)
    seats = seated(games, tops)
    of_italia = among(seats, tables.events[tables.events["edition_of"] == italia.SYSTEM], EVENT)
    won = among(people, italia.top_table_winners(seats[of_italia]), PLAYER)
    at_the_top = lifted(seats[~of_italia], tables.events[[*EVENT, "top_table_places"]])
    placed = divisions(games, tables.games).merge(at_the_top, on=PLAYER, how="outer")
    people = people.assign(top_table=np.where(won, float(italia.TOP_TABLE), 0.0)).drop(columns=FIRST)
    people = people.merge(placed, on=PLAYER, how="left", validate="one_to_one")
    return people.astype(dict.fromkeys(FIRST, "Int64"))


def _top_tables(results: pd.DataFrame, rounds: pd.DataFrame, tables: Tables) -> pd.DataFrame:
    """Return the boards that may be top tables.

    The event's settings name the round, and may name the board. Otherwise the board depends on the standings before the
    round. These are unreliable if an error excludes a board of the event, so in that case only a board named in the
    settings is returned.
    """
    declared = tables.events[tables.events["top_table_round"] != ""]
    if declared.empty:
        return NO_TOP_TABLES
    declared = declared[[*EVENT, "top_table_round", "top_table_board"]].rename(columns={"top_table_round": "round"})
    seats = pd.concat([tables.seats[[*BOARD, "player"]], tables.results[[*BOARD, "player"]].dropna()]).merge(
        declared, on=[*EVENT, "round"]
    )
    games = of_kind(results, GAME).merge(declared, on=[*EVENT, "round"])
    before = rounds.merge(games[[*EVENT, "round_no"]].drop_duplicates(), on=EVENT, suffixes=("", "_top"))
    before = before[before["round_no"] == before["round_no_top"] - 1]
    tops = top_tables(seats, before, tables.people[tables.people["top_table"] == "no"])
    return tops[tops["typed"].astype(bool) | ~among(tops, tables.aside, EVENT)]


def _people(results: pd.DataFrame, tables: Tables) -> pd.DataFrame:
    """Return one row per player of each event, with everything that affects the ranking except the results.

    handicap, adjustment                      points that are added once the last round has been played
    remark                                    reason for the adjustment
    sex, born                                 compared by some tie-breaks
    how, edition_of, tie_breaks, least_games  settings of the event
    missed_tie_break                          whether the player missed the tie-break round
    whole                                     whether all games are known, that is, no board of the event is excluded
    top_table, division, top_place            set by `_placed_first`
    """
    people = results.drop_duplicates("who")[["who", *PLAYER, *OF_PLAYERS]]
    facts = [*PLAYER, "sex", "born", *AT_THE_END, "remark"]
    people = people.merge(tables.people[facts], on=PLAYER, how="left", validate="one_to_one")
    people = people.assign(
        **{name: people[name].astype(float).fillna(0.0) for name in AT_THE_END},
        **dict.fromkeys(FIRST, pd.Series(pd.NA, people.index, dtype="Int64")),
        remark=people["remark"].fillna(""),
        whole=~among(people, tables.aside, EVENT),
        top_table=0.0,
        tie_break_no=np.nan,
        missed_tie_break=False,
    )
    if (people["tie_break_round"] == "").all():
        return people
    games = of_kind(results, GAME).assign(tie_break_round=results["round"], tie_break_no=results["round_no"])
    rounds = games[[*EVENT, "tie_break_round", "tie_break_no"]].drop_duplicates()
    people = people.drop(columns="tie_break_no").merge(rounds, on=[*EVENT, "tie_break_round"], how="left")
    took_part = among(people, games, [*PLAYER, "tie_break_round"])
    return people.assign(missed_tie_break=people["tie_break_no"].notna() & ~took_part)


def _placed(placings: pd.DataFrame) -> pd.DataFrame:
    """Return the players' placings as standings, with the ranks as entered."""
    placed = placings[(placings["role"] == "player") & placings["place"].notna() & in_standings(placings["player"])]
    placed = placed.assign(
        rank=placed["place"].astype(int),
        games=placed["games"].astype("Int64"),
        **dict.fromkeys([*FIRST, SHORT], pd.Series(pd.NA, placed.index, dtype="Int64")),
        **dict.fromkeys(ROAD, 0.0),
        **dict.fromkeys(["settled", "remark"], ""),
    )
    return placed.sort_values([*EVENT, "rank", "player"], kind="stable")[STANDING]
