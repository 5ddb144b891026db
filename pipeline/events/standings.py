"""The standings of events, computed from scores by each event's official system and way of counting.

A way of counting (`pipeline.rules.counting`) decides which share of each result counts. Results are games and rounds
sat out, or whole rounds if the event says so. Dropped results are shown as dropped, with the reason. Equal scores share
a rank unless the event's tie-breaks, or those of its official system, separate them. The results of an event may also
be typed. If an event has only placings, these are its ranks.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from pipeline.rules.counting import italia_2010 as italia
from pipeline.rules.counting import ways
from pipeline.rules.counting.divisions import divisions
from pipeline.rules.counting.few_games import short
from pipeline.rules.counting.sit_outs import ONLY_ONCE, sit_outs
from pipeline.rules.counting.tie_breaks import CRITERIA, settle, shared
from pipeline.rules.counting.top_table import lifted, seated, top_tables
from pipeline.rules.counting.wdc_2025 import ROUNDS
from pipeline.rules.rank import EXACT_DECIMALS, dense, in_standings, total
from pipeline.rules.ties import settled
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
SETTINGS = ["how", "counting_number", "round_score", "sit_outs"]
NTH = "nth_round"  # number of the round from 0, counting rounds without a result
FIRST = ["division", "top_place"]  # columns that take precedence over the score in the ranking
SHORT = "games_short"
STANDING = [*PLAYER, "rank", "games", "score", *ROAD, *FIRST, SHORT, "remark", "settled"]
NOBODY = pd.DataFrame(columns=[*PLAYER, *FIRST])


@dataclass
class Events:
    """The events of all seasons, with the columns of `schemas.results.EVENTS`.

    results     one row per result, which is a game or a round sat out
    standings   one row per player
    rounds      the standings after each round
    top_tables  one row per board that may be a top table

    In `results`, `points` is the sum of `score` and `two_boards`, multiplied by the weight of the round. `worth` is the
    figure that is added up, either the points or a rank, and `share` is the part of that figure that counts. If the
    lowest sum of ranks wins, `missing_results` is the number of results that the player lacks.

    In `standings`, `top_place` is the place at the top table if that place decides the rank, `games_short` is the
    number of games missing from the minimum, `remark` is the reason for an adjustment, and `settled` is a message about
    how a tie was settled.

    In `rounds`, `after` and `round_no` are the name and the number of the round. The standings after the last round are
    final.

    In `top_tables`, `player` is the leader before the round among those who did not decline. The player is empty if the
    board is typed or everybody declined. `declined` names the players at the board who declined the top table. Only top
    tables that are `known` decide places.
    """

    results: pd.DataFrame
    standings: pd.DataFrame
    rounds: pd.DataFrame
    top_tables: pd.DataFrame


def event_standings(published: dict[str, Published], tables: Tables) -> Events:
    """Return the standings of every event that has an official system, typed results or placings."""
    return standings_of(official_scores(published), tables)


def standings_of(games: pd.DataFrame, tables: Tables, every_round: bool = True) -> Events:
    """Return the standings of events from scored games.

    games        one row per seat, as `official_scores` returns them
    every_round  whether to rank after every round, or only at the end for events without a top table
    """
    results = _results(games, tables)
    people = _people(results, tables)
    last = results.groupby(EVENT)["round_no"].max()
    last_ranked = (
        last if every_round else last[last.index.isin(pd.MultiIndex.from_frame(_with_top_table(tables)[EVENT]))]
    )
    before = _before_the_end(results, people, last_ranked, tables.events)
    used = _used(results, tables.events)
    tops = _top_tables(results, before, tables)
    seats = seated(of_kind(results, GAME), tops)
    of_italia = among(seats, tables.events[tables.events["edition_of"] == italia.SYSTEM], EVENT)
    places = tables.events[[*EVENT, "top_table_places"]]
    in_divisions = divisions(of_kind(results, GAME), tables.games)
    placed_first = in_divisions.merge(lifted(seats[~of_italia], places), on=PLAYER, how="outer")
    standings = _ranked(used, people, italia.top_table_winners(seats[of_italia]), placed_first)
    at_the_end = standings.merge(last.reset_index(), on=EVENT)
    rounds = pd.concat([before, at_the_end]) if len(before) else at_the_end
    names = results[[*EVENT, "round_no", "round"]].drop_duplicates().rename(columns={"round": "after"})
    rounds = rounds.merge(names, on=[*EVENT, "round_no"], how="left", validate="many_to_one")
    placed = _placed(tables)
    placed = placed[~among(placed, standings, EVENT)]
    return Events(used, pd.concat([standings, placed], ignore_index=True), rounds, tops)


def _before_the_end(results: pd.DataFrame, people: pd.DataFrame, last: pd.Series, events: pd.DataFrame) -> pd.DataFrame:
    """Return the standings after each round except the last.

    All rounds are ranked at once, each with its own copy of the event.

    last  number of each event's last round, indexed by EVENT
    """
    stood = last.index.to_frame(index=False).loc[np.repeat(np.arange(len(last)), last)]
    stood = stood.assign(round_no=stood.groupby(EVENT).cumcount()).sort_values(["round_no", *EVENT], ignore_index=True)
    if stood.empty:
        return without_rows(EVENTS["rounds"]).drop(columns="after")
    stood["number"] = stood.index

    def as_of_then(rows: pd.DataFrame) -> pd.DataFrame:
        rows = rows.merge(stood.rename(columns={"round_no": "after_no"}), on=EVENT)
        return rows.assign(event=rows["number"]).drop(columns="number")

    so_far, by_then = as_of_then(results), as_of_then(people)
    so_far = so_far[so_far["round_no"] <= so_far["after_no"]].drop(columns="after_no")
    missed = by_then["missed_tie_break"] & (by_then["tie_break_no"] <= by_then.pop("after_no"))
    by_then = by_then.assign(missed_tie_break=missed, remark="", **dict.fromkeys(AT_THE_END, 0.0))
    ranked = _ranked(_used(so_far, as_of_then(events)), by_then, NOBODY, NOBODY)
    of_events = stood.set_index("number").loc[ranked["event"].astype(int)]
    ranked = ranked.assign(**{name: of_events[name].to_numpy() for name in ("event", "round_no")})
    return ranked.sort_values("round_no", kind="stable")


# -- results -----------------------------------------------------------------------------------------------------------


def official_scores(published: dict[str, Published]) -> pd.DataFrame:
    """Return every seat with its score under the official system of its event."""
    official = [computed.scores[computed.scores["official"]] for computed in published.values()]
    official = [scores for scores in official if len(scores)]
    if not official:
        nobody = pd.DataFrame(columns=COLUMNS)
        return nobody.astype({"score": float, "place": "Int64", "final_centres": int})
    return pd.concat(official, ignore_index=True)


def of_kind(results: pd.DataFrame, kind: str) -> pd.DataFrame:
    """Return the results of one kind: games, or rounds sat out."""
    return results[results["kind"] == kind]


def _results(games: pd.DataFrame, tables: Tables) -> pd.DataFrame:
    """Return all officially scored games, all typed results, and all rounds sat out that earn points."""
    rounds_without_results = [rows[[*EVENT, "round"]] for rows in (games, tables.unplayed, tables.aside)]
    most = games.groupby(BOARD)["final_centres"].transform("max")
    won, topped = games["final_centres"] >= SOLO_CENTRES, games["final_centres"] == most
    games = games.assign(won=won.astype(float), topped=topped.astype(float))
    games = games[games["score"].notna() & in_standings(games["player"])]
    games = games.assign(kind=GAME, two_boards=0.0)
    at_home = tables.events[tables.events["edition_of"] == italia.SYSTEM]
    if (two := among(games, at_home, EVENT)).any():
        games.loc[two, "two_boards"] = italia.two_boards(games[two], tables.people)
    points = tables.events["sit_out_points"].mask(
        among(tables.events, at_home, EVENT) & tables.events["sit_out_points"].isna(), italia.SIT_OUT
    )
    sat_out = sit_outs(tables.people, tables.events.assign(sit_out_points=points))
    sat_out = sat_out.assign(kind=SAT_OUT, two_boards=0.0, board="", power="")
    results = pd.concat([rows for rows in (games[COLUMNS], _typed(tables), sat_out) if len(rows)] or [games[COLUMNS]])
    results = results.reindex(columns=COLUMNS).astype({"final_centres": float})
    weights = [
        (season, event, round, weight)
        for season, event, typed in tables.events[[*EVENT, "round_weights"]].itertuples(index=False)
        for round, weight in (weights_of(typed) or {}).items()
    ]
    weighed = pd.DataFrame(weights, columns=[*EVENT, "round", "weight"]).astype({"weight": float})
    results = results.merge(weighed, on=[*EVENT, "round"], how="left", validate="many_to_one").fillna({"weight": 1.0})
    points = results["score"] + results["two_boards"]
    results["points"] = points.where(results["weight"].eq(1), (points * results["weight"]).round(EXACT_DECIMALS))
    for numbers in (_round_numbers(results), nth_rounds(pd.concat([*rounds_without_results, results]))):
        results = results.merge(numbers, on=[*EVENT, "round"], how="left", validate="many_to_one")
    results["board_no"] = results["board"].map(natural_ranks(results["board"]))
    order = [*EVENT, "round_no", "board_no", "power", "player"]
    return results.sort_values(order, kind="stable").drop(columns="board_no")


def beside_boards(tables: Tables) -> pd.Series:
    """Return whether each typed result belongs to a round with officially scored boards, which take precedence."""
    scored = tables.events.loc[tables.events["system"] != "", EVENT]
    rounds = [*EVENT, "round"]
    boards = pd.concat([tables.seats[rounds], tables.aside[rounds]])
    return among(tables.results, scored, EVENT) & among(tables.results, boards, rounds)


def _typed(tables: Tables) -> pd.DataFrame:
    """Return the typed results that count, as games with missing values for everything that was not typed."""
    typed = tables.results[~beside_boards(tables) & in_standings(tables.results["player"])]
    placed, first = typed["place"].notna(), typed["place"].eq(1)
    won = (typed["final_centres"] >= SOLO_CENTRES).astype(float).mask(typed["final_centres"].isna() & (first | ~placed))
    typed = typed.assign(kind=GAME, two_boards=0.0, won=won, topped=first.astype(float).where(placed))
    return typed.fillna({"board": "", "power": ""}).astype({"place": "Int64"})[COLUMNS]


def _round_numbers(results: pd.DataFrame) -> pd.DataFrame:
    """Return the rounds of each event, numbered in order from 0 in the column `round_no`."""
    rounds = results[[*EVENT, "round"]].drop_duplicates()
    order = rounds.assign(order=rounds["round"].map(natural_ranks(rounds["round"])))
    order = order.sort_values([*EVENT, "order"], kind="stable")
    return order.assign(round_no=order.groupby(EVENT).cumcount()).drop(columns="order")


def nth_rounds(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rounds of each event, numbered in order from 0 in the column `nth_round`.

    A round called 4 counts as the fourth even if round 3 is missing, unless the event has a round above 4 (`wdc_2025`).
    """
    rounds = _round_numbers(rows).rename(columns={"round_no": NTH})
    called = rounds["round"].map(round_number).astype(float) - 1
    called = called.where(called.groupby([rounds[key] for key in EVENT]).transform("max") < ROUNDS)
    ahead = (np.fmax(called, rounds[NTH]) - rounds[NTH]).groupby([rounds[key] for key in EVENT]).cummax()
    return rounds.assign(**{NTH: (rounds[NTH] + ahead).astype(int)})


def _used(results: pd.DataFrame, events: pd.DataFrame) -> pd.DataFrame:
    """Return the results with the columns `worth`, `share`, `divisor`, `missing_results`, `used` and `why` added."""
    results, units, unit, why = _counted(results, events)
    for (how, number), rows in units.groupby(["how", "counting_number"]).groups.items():
        way = ways()[how]
        if way.worth:
            units.loc[rows, "worth"] = way.worth(units.loc[rows])
            units.loc[rows, "missing_results"] = number
    why = why.mask(unit.map(units["worth"].isna()).eq(True) & why.eq(""), NO_RANK)
    units = units[units["worth"].notna()]
    lowest = _of_ways(units["how"], "lowest")
    worst = pd.Series(settled(units["worth"]), units.index)
    units = units.assign(worst=worst.where(lowest, -worst)).sort_values([*PLAYER, "worst"], kind="stable")
    units["place"], units["size"] = units.groupby(PLAYER).cumcount(), units.groupby(PLAYER)["worth"].transform("size")
    units["missing_results"] = (units["missing_results"] - units["size"]).clip(lower=0)
    for (how, number), rows in units.groupby(["how", "counting_number"]).groups.items():
        units.loc[rows, "share"], units.loc[rows, "divisor"] = ways()[how].counts(number, units.loc[rows])
    share = units["share"].reindex(unit).set_axis(results.index).where(why.eq(""), 0.0)
    reasons = [
        words or ("" if part == 1 else (ways()[how].in_part if part else ways()[how].dropped).of({"n": number}))
        for words, part, how, number in zip(why, share, results["how"], results["counting_number"], strict=True)
    ]
    of_players = results[PLAYER].merge(
        units.drop_duplicates(PLAYER)[[*PLAYER, "divisor", "missing_results"]], how="left"
    )
    by_rank = _of_ways(results["how"], "worth")
    return results.drop(columns=[*SETTINGS, NTH]).assign(
        worth=results["points"].where(~by_rank, units["worth"].reindex(results.index)),
        share=share,
        divisor=of_players["divisor"].fillna(1.0).to_numpy(),
        missing_results=of_players["missing_results"].to_numpy(),
        used=share > 0,
        why=pd.Series(reasons, results.index, dtype=object),
    )


def units_of(results: pd.DataFrame, events: pd.DataFrame) -> pd.DataFrame:
    """Return the units of counting (see `_units`), with the columns season, event, player, round and points."""
    return _counted(results, events)[1]


def _counted(results: pd.DataFrame, events: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame, pd.Series, pd.Series]:
    """Return the results with the settings of their events, the two values of `_units`, and a series of reasons.

    The reasons say why a result is not in a unit, and are empty for results in a unit.
    """
    results = results.merge(events[[*EVENT, *SETTINGS]], on=EVENT, how="left", validate="many_to_one")
    repeated = results["kind"].eq(SAT_OUT) & results["sit_outs"].eq(ONCE) & results.duplicated([*PLAYER, "kind"])
    why = pd.Series("", results.index, dtype=object).mask(repeated, ONLY_ONCE)
    return results, *_units(results, why), why


def _of_ways(how: pd.Series, name: str) -> pd.Series:
    """Return whether each row's way of counting sets an attribute.

    name  the attribute, which is `lowest` or `worth`
    """
    return how.map({id: bool(getattr(way, name)) for id, way in ways().items()}).astype(bool)


def _units(results: pd.DataFrame, why: pd.Series) -> tuple[pd.DataFrame, pd.Series]:
    """Return the units of counting, and for each result the position of its unit's first row.

    A unit is a game or a round sat out, or a player's whole round if the event counts rounds.

    why  reason why each result is not in a unit, changed in place for games beaten by a better game of the round
    """
    row, rounds = pd.Series(range(len(results)), results.index), [*PLAYER, "round"]
    in_order = results[why.eq("")].assign(worst=-settled(results.loc[why.eq(""), "points"]))
    in_order = in_order.sort_values("worst", kind="stable")
    behind = (in_order.groupby(rounds).cumcount() > 0).reindex(results.index, fill_value=False)
    why[results["round_score"].eq(BEST) & behind] = BETTER_GAME
    first = results[why.eq("") & results["round_score"].eq(SUM)].assign(row=row).groupby(rounds)["row"].transform("min")
    unit = first.reindex(results.index).fillna(row).astype(int)
    units = results.assign(points=total(results["points"], unit).reindex(unit).to_numpy())
    units = units[why.eq("") & (unit == row)]
    return units.assign(worth=units["points"], **dict.fromkeys(("missing_results", "share", "divisor"), 0.0)), unit


# -- ranks -------------------------------------------------------------------------------------------------------------


def _ranked(
    results: pd.DataFrame, people: pd.DataFrame, winners: pd.DataFrame, placed_first: pd.DataFrame
) -> pd.DataFrame:
    """Return the standings of all events at once.

    winners       players who get the points of Italia-2010 for winning a top table
    placed_first  division of each player, and place at the top table if that place decides the rank
    """
    table = results.groupby(PLAYER).agg(divisor=("divisor", "first"), missing_results=("missing_results", "first"))
    table["games"] = of_kind(results, GAME).groupby(PLAYER).size().reindex(table.index, fill_value=0).astype("Int64")
    used = results[results["used"]]
    used = used.assign(two_boards=used["two_boards"] * used["weight"])
    sat_out = of_kind(used, SAT_OUT)
    for name, rows, figure in (
        ("score", used.fillna({"worth": 0.0}), "worth"),
        ("two_boards", used, "two_boards"),
        ("sat_out", sat_out, "points"),
    ):
        of_players = total(rows[figure] * rows["share"], pd.MultiIndex.from_frame(rows[PLAYER]))
        table[name] = of_players.reindex(table.index, fill_value=0.0)
    table["score"] /= table["divisor"]
    table = table[table["games"] > 0].reset_index().merge(people, on=PLAYER, how="left", validate="one_to_one")
    won = table[PLAYER].merge(winners.assign(won=True), on=PLAYER, how="left")["won"].notna().to_numpy()
    table["top_table"] = np.where(won, float(italia.TOP_TABLE), 0.0)
    table = table.merge(placed_first, on=PLAYER, how="left", validate="one_to_one").astype(
        dict.fromkeys(FIRST, "Int64")
    )
    table[SHORT] = short(table["games"], table["least_games"])
    table["score"] += table["top_table"] + table["handicap"] + table["adjustment"]
    return _in_order(table, results)


def _in_order(table: pd.DataFrame, results: pd.DataFrame) -> pd.DataFrame:
    """Return the table ranked by division, top table, missing results, score and tie-breaks.

    In each division, players who are short of the minimum number of games come last. Players who are still tied share
    a rank.
    """
    lowest = _of_ways(table["how"], "lowest")
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
        for typed, system in table[["tie_breaks", "edition_of"]].itertuples(index=False)
    ]
    chains = [chain if whole else () for chain, whole in zip(chains, table["whole"], strict=True)]
    chain = pd.Series(chains, table.index, dtype=object)
    standing, settled_by = settle(table.assign(standing=first, chain=chain), results)
    rank = standing.groupby([table[name] for name in EVENT]).rank(method="min").astype(int)
    table = table.assign(rank=rank)
    level = table.duplicated([*EVENT, "rank"], keep=False)
    messages = [shared(words) if tied else words for words, tied in zip(settled_by, level, strict=True)]
    table = table.assign(settled=pd.Series(messages, table.index, dtype=object))[STANDING]
    return table.sort_values([*EVENT, "rank", "player"], kind="stable")


def _top_tables(results: pd.DataFrame, rounds: pd.DataFrame, tables: Tables) -> pd.DataFrame:
    """Return the boards that may be top tables.

    The event's settings name the round, and may name the board. If a board of the event is missing, the leader is
    unknown, so only a board named in the settings is returned.
    """
    declared = _with_top_table(tables)
    declared = declared[[*EVENT, "top_table_round", "top_table_board"]].rename(columns={"top_table_round": "round"})
    seats = pd.concat([tables.seats[[*BOARD, "player"]], tables.results[[*BOARD, "player"]].dropna()]).merge(
        declared, on=[*EVENT, "round"]
    )
    games = of_kind(results, GAME).merge(declared, on=[*EVENT, "round"])
    before = rounds.merge(games[[*EVENT, "round_no"]].drop_duplicates(), on=EVENT, suffixes=("", "_top"))
    before = before[before["round_no"] == before["round_no_top"] - 1]
    tops = top_tables(seats, before, tables.people[tables.people["top_table"] == "no"])
    return tops[tops["typed"].astype(bool) | ~among(tops, tables.aside, EVENT)]


def _with_top_table(tables: Tables) -> pd.DataFrame:
    """Return the events whose settings declare the round of a top table."""
    return tables.events[tables.events["top_table_round"] != ""]


def _people(results: pd.DataFrame, tables: Tables) -> pd.DataFrame:
    """Return each player's tie-break values and the points added at the end.

    how, edition_of, tie_breaks, least_games  settings of the event
    missed_tie_break                          whether the player missed the tie-break round
    whole                                     whether all games are known, that is, no board of the event is excluded
    """
    people = (
        results[PLAYER]
        .drop_duplicates()
        .merge(tables.events[[*EVENT, "how", "edition_of", "tie_break_round", "tie_breaks", "least_games"]], on=EVENT)
    )
    facts = [*PLAYER, "sex", "born", *AT_THE_END, "remark"]
    people = people.merge(tables.people[facts], on=PLAYER, how="left", validate="one_to_one")
    people = people.astype(dict.fromkeys(AT_THE_END, float)).fillna({"remark": "", **dict.fromkeys(AT_THE_END, 0.0)})
    games = of_kind(results, GAME)
    rounds = games[[*EVENT, "round", "round_no"]].drop_duplicates()
    rounds = rounds.rename(columns={"round": "tie_break_round", "round_no": "tie_break_no"})
    people = people.merge(rounds, on=[*EVENT, "tie_break_round"], how="left", validate="many_to_one")
    played = pd.MultiIndex.from_frame(games[[*PLAYER, "round"]])
    took_part = pd.MultiIndex.from_frame(people[[*PLAYER, "tie_break_round"]]).isin(played)
    whole = ~among(people, tables.aside, EVENT)
    return people.assign(missed_tie_break=people["tie_break_no"].notna() & ~took_part, whole=whole)


def _placed(tables: Tables) -> pd.DataFrame:
    """Return the typed placings of players as standings, ranked as typed."""
    placed = tables.placings[(tables.placings["role"] == "player") & tables.placings["place"].notna()]
    placed = placed[in_standings(placed["player"])]
    whole = {"rank": placed["place"].astype(int), "games": placed["games"].astype("Int64")}
    placed = placed.assign(**whole, settled="", remark="", **dict.fromkeys(FIRST), **dict.fromkeys(ROAD, 0.0))
    placed = placed.assign(**{SHORT: pd.NA}).astype(dict.fromkeys([*FIRST, SHORT], "Int64"))
    return placed.sort_values([*EVENT, "rank", "player"], kind="stable")[STANDING]
