"""Scores -> event standings: each event under its official system and counting, after every round.

How results add up is a way of counting (`pipeline.rules.counting`), over games (and rounds sat out), or over rounds where
the event says so: of each result a share counts, and what is dropped is shown as dropped, with the reason. Equal scores
share a rank, unless the official system says how ties are broken. An event known by its placings alone has them as ranks.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from pipeline.rules.counting import italia_2010 as italia
from pipeline.rules.counting import ways
from pipeline.rules.rank import EXACT_DECIMALS, dense, in_standings, total
from pipeline.rules.ties import settled
from pipeline.score.published import Published
from pipeline.tidy.tables import Tables
from schemas.columns import without_rows
from schemas.fields import weights as weights_of
from schemas.keys import BOARD, EVENT, PLAYER, among, natural_ranks
from schemas.messages import Message, listed, say
from schemas.results import EVENTS
from schemas.words import BEST, SUM

GAME, SAT_OUT = "game", "sat out"
ROAD = ["two_boards", "sat_out", "top_table"]  # what is added to the scores of the boards
COLUMNS = [*EVENT, "round", "board", "power", "player", "place", "kind", "score", "two_boards"]
BETTER_GAME = say("another game of the round is better")
DROPPED, IN_PART = Message("not among the best {n}"), Message("in part: beyond the best {n}")
STANDING = [*PLAYER, "rank", "games", "score", *ROAD, "settled"]


@dataclass
class Events:
    """Events of all seasons read; `schemas.results.EVENTS` has their columns.

    results    one row a result: season, event, round, round_no, board, power, player, place, kind (game or sat out),
               score (of the board), two_boards, points (score + two_boards, times weight), weight (of the round), used, share (of it that counts),
               divisor (of the player's sum), why (it is dropped, or counts in part)
    standings  one row a player: season, event, player, rank, games, score, two_boards, sat_out, top_table, settled (how
               a tie was settled, as a message)
    rounds     the same after each round, with `after` (the round) and `round_no`; after the last, as they are at the end
    top_tables season, event, round, board, player (who was first, where nobody named the board), typed: the top tables
    """

    results: pd.DataFrame
    standings: pd.DataFrame
    rounds: pd.DataFrame
    top_tables: pd.DataFrame


def event_standings(published: dict[str, Published], tables: Tables) -> Events:
    """Standings of every event that has an official system, or placings."""
    return standings_of(official_scores(published), tables)


def standings_of(games: pd.DataFrame, tables: Tables, every_round: bool = True) -> Events:
    """The same of games whose scores are known.

    games        as `official_scores` gives them
    every_round  the standings after each round; else of rounds before the last only those that top tables are made by
    """
    results = _results(games, tables)
    people = _people(results, tables)
    last = results.groupby(EVENT)["round_no"].max()
    asked = last if every_round else last[last.index.isin(pd.MultiIndex.from_frame(_with_top_table(tables)[EVENT]))]
    before, nobody = [], people[PLAYER].iloc[:0]  # standings before the end
    for number in range(int(asked.max()) if len(asked) else 0):
        going = results.merge(asked[asked > number].rename("last"), on=EVENT)
        so_far = _used(going[going["round_no"] <= number], tables)
        by_then = people.assign(missed_tie_break=people["missed_tie_break"] & (people["tie_break_no"] <= number))
        before.append(_ranked(so_far, by_then, nobody).assign(round_no=number))
    used = _used(results, tables)
    top_tables = _top_tables(results, pd.concat([without_rows(EVENTS["rounds"]), *before]), tables)
    standings = _ranked(used, people, italia.top_table_winners(of_kind(results, GAME), top_tables))
    rounds = pd.concat([*before, standings.merge(last.reset_index(), on=EVENT)])
    names = results[[*EVENT, "round_no", "round"]].drop_duplicates().rename(columns={"round": "after"})
    rounds = rounds.merge(names, on=[*EVENT, "round_no"], how="left", validate="many_to_one")
    placed = _placed(tables)
    placed = placed[~among(placed, standings, EVENT)]
    return Events(used, pd.concat([standings, placed], ignore_index=True), rounds, top_tables)


# -- results -----------------------------------------------------------------------------------------------------------


def official_scores(published: dict[str, Published]) -> pd.DataFrame:
    """Every seat with its score under its event's own system."""
    official = [computed.scores[computed.scores["official"]] for computed in published.values()]
    official = [scores for scores in official if len(scores)] or official
    if not official:
        nobody = pd.DataFrame(columns=[*COLUMNS, "final_centres"])
        return nobody.astype({"score": float, "place": "Int64", "final_centres": int})
    return pd.concat(official, ignore_index=True)


def of_kind(results: pd.DataFrame, kind: str) -> pd.DataFrame:
    """The results of one kind: games, or rounds sat out."""
    return results[results["kind"] == kind]


def _results(games: pd.DataFrame, tables: Tables) -> pd.DataFrame:
    """Every scored game under its event's own system, and every round sat out under Italia-2010."""
    games = games[games["score"].notna() & in_standings(games["player"])]
    games = games.assign(kind=GAME, two_boards=0.0)
    system = games.merge(tables.events[[*EVENT, "edition_of"]], on=EVENT, how="left")["edition_of"].to_numpy()
    two = system == italia.SYSTEM
    games.loc[two, "two_boards"] = italia.two_boards(games[two], tables.people)
    at_home = tables.events[tables.events["edition_of"] == italia.SYSTEM]
    sat_out = italia.sit_outs(tables.people, at_home).assign(kind=SAT_OUT, two_boards=0.0, board="", power="")
    results = pd.concat([games[COLUMNS], sat_out])[COLUMNS]
    weights = [
        (season, event, round, weight)
        for season, event, typed in tables.events[[*EVENT, "round_weights"]].itertuples(index=False)
        for round, weight in (weights_of(typed) or {}).items()
    ]
    weighed = pd.DataFrame(weights, columns=[*EVENT, "round", "weight"]).astype({"weight": float})
    results = results.merge(weighed, on=[*EVENT, "round"], how="left", validate="many_to_one").fillna({"weight": 1.0})
    points = results["score"] + results["two_boards"]
    results["points"] = points.where(results["weight"].eq(1), (points * results["weight"]).round(EXACT_DECIMALS))
    results = results.merge(_round_numbers(results), on=[*EVENT, "round"], how="left", validate="many_to_one")
    results["board_no"] = results["board"].map(natural_ranks(results["board"]))
    order = [*EVENT, "round_no", "board_no", "power", "player"]
    return results.sort_values(order, kind="stable").drop(columns="board_no")


def _round_numbers(results: pd.DataFrame) -> pd.DataFrame:
    """season, event, round, round_no: the rounds of each event in order, 0 the first."""
    rounds = results[[*EVENT, "round"]].drop_duplicates()
    order = rounds.assign(order=rounds["round"].map(natural_ranks(rounds["round"])))
    order = order.sort_values([*EVENT, "order"], kind="stable")
    return order.assign(round_no=order.groupby(EVENT).cumcount()).drop(columns="order")


def _used(results: pd.DataFrame, tables: Tables) -> pd.DataFrame:
    """The results with what counts of each: `share`, `divisor`, `used` and `why`."""
    settings = ["how", "counting_number", "round_score"]
    results = results.merge(tables.events[[*EVENT, *settings]], on=EVENT, how="left", validate="many_to_one")
    row = pd.Series(range(len(results)), results.index)
    rounds = [*PLAYER, "round"]
    in_order = results.assign(worst=-settled(results["points"])).sort_values("worst", kind="stable")
    beaten = results["round_score"].eq(BEST) & (in_order.groupby(rounds).cumcount().reindex(results.index) > 0)
    unit = row.where(~results["round_score"].eq(SUM), results.assign(row=row).groupby(rounds)["row"].transform("min"))
    units = results.assign(points=total(results["points"], unit).reindex(unit).to_numpy())[~beaten & (unit == row)]
    units = units.assign(worst=-settled(units["points"])).sort_values([*PLAYER, "worst"], kind="stable")
    place, size = units.groupby(PLAYER).cumcount(), units.groupby(PLAYER)["points"].transform("size")
    units = units.assign(share=0.0, divisor=1.0)
    for (way, number), rows in units.groupby(["how", "counting_number"]).groups.items():
        shares = ways()[way].counts(number, place[rows].to_numpy(), size[rows].to_numpy())
        units.loc[rows, "share"], units.loc[rows, "divisor"] = shares
    share = units["share"].reindex(unit).set_axis(results.index).where(~beaten, 0.0)
    divisor = results[PLAYER].merge(units.drop_duplicates(PLAYER)[[*PLAYER, "divisor"]], on=PLAYER, how="left")[
        "divisor"
    ]
    why = [
        BETTER_GAME if lost else "" if part == 1 else (DROPPED if part == 0 else IN_PART).of({"n": number})
        for lost, part, number in zip(beaten, share, results["counting_number"], strict=True)
    ]
    counts = {
        "share": share,
        "divisor": divisor.to_numpy(),
        "used": share > 0,
        "why": pd.Series(why, results.index, dtype=object),
    }
    return results.drop(columns=settings).assign(**counts)


# -- ranks -------------------------------------------------------------------------------------------------------------


def _ranked(results: pd.DataFrame, people: pd.DataFrame, winners: pd.DataFrame) -> pd.DataFrame:
    """Standings of all events at once: the results as they count, and the bonus of the top table's winner."""
    table = results.groupby(PLAYER).agg(divisor=("divisor", "first"))
    table["games"] = of_kind(results, GAME).groupby(PLAYER).size().reindex(table.index, fill_value=0).astype("Int64")
    used = results[results["used"]]
    used = used.assign(two_boards=used["two_boards"] * used["weight"])
    sat_out = of_kind(used, SAT_OUT)
    for name, rows, figure in (
        ("score", used, "points"),
        ("two_boards", used, "two_boards"),
        ("sat_out", sat_out, "points"),
    ):
        of_players = total(rows[figure] * rows["share"], pd.MultiIndex.from_frame(rows[PLAYER]))
        table[name] = of_players.reindex(table.index, fill_value=0.0)
    table["score"] /= table["divisor"]
    table = table[table["games"] > 0].reset_index().merge(people, on=PLAYER, how="left", validate="one_to_one")
    won = table[PLAYER].merge(winners.assign(won=True), on=PLAYER, how="left")["won"].notna().to_numpy()
    table["top_table"] = np.where(won, float(italia.TOP_TABLE), 0.0)
    table["score"] += table["top_table"]
    return _in_order(table)


def _in_order(table: pd.DataFrame) -> pd.DataFrame:
    """Rank by the top table, then by score, then by the criteria of the official system; the rest is shared."""
    standing = dense(table[EVENT], -table["top_table"], -settled(table["score"]))
    settled_by = np.full(len(table), "", object)
    open_tie = (table["whole"] & (table["edition_of"] == italia.SYSTEM)).to_numpy(dtype=bool)
    for criterion, figure in italia.criteria(table).items():
        of_everybody = figure.notna().groupby(standing).transform("all").to_numpy()
        open_tie = open_tie & of_everybody  # a fact that somebody lacks leaves the rank shared
        finer = dense(standing, figure.where(open_tie, standing))  # else level as before
        parted = open_tie & (figure.groupby(standing).transform("nunique").to_numpy() > 1)
        settled_by[parted] = [
            say("{criteria}, then {criterion}", criteria=before, criterion=criterion) if before else criterion
            for before in settled_by[parted]
        ]
        standing = finer
    event = [table[name] for name in EVENT]
    rank = standing.groupby(event).rank(method="min").astype(int)
    table = table.assign(rank=rank)
    shared = table.duplicated([*EVENT, "rank"], keep=False).to_numpy()
    settled_by[shared] = [
        listed([criteria, say("still level: shared")], "; ") if criteria else say("level: shared")
        for criteria in settled_by[shared]
    ]
    table = table.assign(settled=pd.Series(settled_by, table.index, dtype=object))[STANDING]
    return table.sort_values([*EVENT, "rank", "player"], kind="stable")


def _top_tables(results: pd.DataFrame, rounds: pd.DataFrame, tables: Tables) -> pd.DataFrame:
    """The top tables, whose round is declared in the settings of the event, and perhaps the board.

    Who was first before it is not known of an event that lacks a board.
    """
    declared = _with_top_table(tables)
    declared = declared[[*EVENT, "top_table_round", "top_table_board"]].rename(columns={"top_table_round": "round"})
    seats = tables.seats[[*BOARD, "player"]].merge(declared, on=[*EVENT, "round"])
    games = of_kind(results, GAME).merge(declared, on=[*EVENT, "round"])
    before = rounds.merge(games[[*EVENT, "round_no"]].drop_duplicates(), on=EVENT, suffixes=("", "_top"))
    before = before[before["round_no"] == before["round_no_top"] - 1]
    found = italia.top_tables(seats, before, tables.people[tables.people["top_table"] == "no"])
    return found[found["typed"].astype(bool) | ~among(found, tables.aside, EVENT)]


def _with_top_table(tables: Tables) -> pd.DataFrame:
    """The events whose settings declare the round of a top table."""
    return tables.events[(tables.events["edition_of"] == italia.SYSTEM) & (tables.events["top_table_round"] != "")]


def _people(results: pd.DataFrame, tables: Tables) -> pd.DataFrame:
    """What breaks ties, for each player: system of the event, sex, born, whether the tie-break round was missed.

    whole  no board of the event is set aside, so that the rounds and games of everybody are known
    """
    people = results[PLAYER].drop_duplicates().merge(tables.events[[*EVENT, "edition_of", "tie_break_round"]], on=EVENT)
    people = people.merge(tables.people[[*PLAYER, "sex", "born"]], on=PLAYER, how="left", validate="one_to_one")
    games = of_kind(results, GAME)
    rounds = games[[*EVENT, "round", "round_no"]].drop_duplicates()
    rounds = rounds.rename(columns={"round": "tie_break_round", "round_no": "tie_break_no"})
    people = people.merge(rounds, on=[*EVENT, "tie_break_round"], how="left", validate="many_to_one")
    played = pd.MultiIndex.from_frame(games[[*PLAYER, "round"]])
    there = pd.MultiIndex.from_frame(people[[*PLAYER, "tie_break_round"]]).isin(played)
    whole = ~among(people, tables.aside, EVENT)
    return people.assign(missed_tie_break=people["tie_break_no"].notna() & ~there, whole=whole)


def _placed(tables: Tables) -> pd.DataFrame:
    """Standings of the events known by their placings: as typed, players only."""
    placed = tables.placings[(tables.placings["role"] == "player") & tables.placings["place"].notna()]
    placed = placed[in_standings(placed["player"])]
    whole = {"rank": placed["place"].astype(int), "games": placed["games"].astype("Int64")}
    placed = placed.assign(**whole, settled="", **dict.fromkeys(ROAD, 0.0))
    return placed.sort_values([*EVENT, "rank", "player"], kind="stable")[STANDING]
