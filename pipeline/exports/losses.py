"""The facts that an export may lose, with functions that count and describe them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pandas as pd

from pipeline.events.standings import AT_THE_END, SAT_OUT
from pipeline.exports.event import IDS, Event
from pipeline.exports.format import Format
from pipeline.exports.wdd_names import person, together
from pipeline.rules.bao.tournaments import GROUP_STAGES
from schemas.keys import BOARD, SEAT, among
from schemas.messages import Message, Name, plural, say
from schemas.raw import COLUMNS_OF
from schemas.words import BYE, DATA_LABELS

WDD_YEARS = range(1901, 1921)  # years for which the World Diplomacy Database has columns
WDD_ROUNDS = 8
INVENTED = {*DATA_LABELS} - {"real"}
LONGEST_NAME = 33  # characters of a name in TRF16
AGREED = ("draw", "concession")  # results that all survivors share if nobody is named
FEDERATION = 3


@dataclass(frozen=True)
class Fact:
    """A kind of fact that an export may lose, with one function to count such facts, and one to describe the count."""

    count: Callable[[Event], float]
    text: Callable[[int], Message]


def _outside(event: Event) -> float:
    years = [year for year in event.years if year not in WDD_YEARS]
    return event.seats[years].notna().to_numpy().sum()


def _undated_ends(event: Event) -> float:
    """Return the number of boards that have neither a chart nor a known final year."""
    charted = (
        event.seats[event.years].notna().any(axis=1).groupby([event.seats[name] for name in BOARD], sort=False).any()
    )
    return (event.boards["last_year"].isna() & ~charted.to_numpy()).sum()


def _last_years(event: Event) -> float:
    """Return the number of boards whose final year is known but differs from the last year in their chart.

    Boards with a known final year but no chart are counted too.
    """
    last, recorded = event.boards["last_year"], event.boards["last_recorded"]
    return (last.notna() & last.ne(recorded)).sum()


def _ended(result: str) -> Callable[[Event], float]:
    return lambda event: event.boards["result"].eq(result).sum()


def _filled(table: str, *columns: str) -> Callable[[Event], float]:
    """Return a function that counts the rows of an event's table that have a value in any of these columns."""

    def count(event: Event) -> float:
        rows: pd.DataFrame = getattr(event, table)[[*columns]]
        return (rows.notna() & rows.ne("") & rows.ne(0)).any(axis=1).sum()

    return count


def _rows(table: str) -> Callable[[Event], float]:
    return lambda event: len(event.table(table))


def _ids(*ids: str) -> Callable[[Event], float]:
    def count(event: Event) -> float:
        players = {*event.seats["player"], *event.standings["player"], *event.tournament.entries["player"]}
        return sum(bool(event.id_of(player, id)) for player in players for id in ids)

    return count


def _written_otherwise(event: Event) -> float:
    """Return the number of names, such as `Rossi, Mario`, that change when split into first name and family name."""
    players = {*event.seats["player"], *event.standings["player"]}
    return sum(together(person(player)) != player for player in players)


def _beside_boards(event: Event) -> float:
    """Return the number of players with points that were not scored in a game, such as a handicap."""
    sat_out = event.results.loc[event.results["kind"] == SAT_OUT, "player"]
    given = event.standings.loc[event.standings[[*AT_THE_END, "top_table", "two_boards"]].ne(0).any(axis=1), "player"]
    return len({*sat_out, *given})


def _not_of_a_group(event: Event) -> float:
    """Return the number of games that do not belong to any exported group.

    These are the games of finals and nations matches, and of groups with a player who is not on the entry list.
    """
    games, schedule = event.tournament.matches, event.tournament.schedule
    return (~(games["stage"].isin(GROUP_STAGES) & among(games, schedule, ["stage", "group"]))).sum()


FACTS: dict[str, Fact] = {
    "data": Fact(
        lambda event: event.settings["data"] in INVENTED,
        lambda _: say("the label that marks the figures as invented"),
    ),
    "boards aside": Fact(
        lambda event: len(event.table("aside")),
        lambda n: plural("1 board set aside because of an error", "{n} boards set aside because of errors", n),
    ),
    "boards": Fact(
        lambda event: len(event.boards), lambda n: plural("the centres of 1 board", "the centres of {n} boards", n)
    ),
    "years": Fact(
        _outside,
        lambda n: plural(
            "1 centre count from a year before 1901 or after 1920",
            "{n} centre counts from years before 1901 or after 1920",
            n,
        ),
    ),
    "ends": Fact(
        _undated_ends,
        lambda n: plural(
            "the end of 1 game with an unknown last year", "the end of {n} games with an unknown last year", n
        ),
    ),
    "last years": Fact(
        _last_years,
        lambda n: plural("the last year of 1 game", "the last years of {n} games", n),
    ),
    "nobody": Fact(
        lambda event: event.seats["player"].eq("").sum(),
        lambda n: plural("the fact that 1 power had no player", "the fact that {n} powers had no player", n),
    ),
    "missed turns": Fact(
        lambda event: event.seats[["nmr_orders", "nmr_adjustments"]].to_numpy().sum(),
        lambda n: plural("1 missed turn", "{n} missed turns", n),
    ),
    "missed turns by year": Fact(
        _rows("nmrs"), lambda n: plural("the year of 1 missed turn", "the years of {n} missed turns", n)
    ),
    "penalties": Fact(_filled("seats", "penalty"), lambda n: plural("1 penalty", "{n} penalties", n)),
    "not scored": Fact(
        lambda event: (~event.seats["scored"]).sum(),
        lambda n: plural("the exclusion of 1 seat from the scoring", "the exclusion of {n} seats from the scoring", n),
    ),
    "draw votes": Fact(
        lambda event: _filled("seats", "draw_proposed")(event) + _filled("boards", "draw_accepted")(event),
        lambda n: plural("1 draw proposed or accepted", "{n} draws proposed or accepted", n),
    ),
    "proposed draws": Fact(
        _filled("seats", "draw_proposed"), lambda n: plural("1 draw proposed", "{n} draws proposed", n)
    ),
    "late orders": Fact(
        _filled("seats", "late_orders"),
        lambda n: plural("the late turns of 1 player", "the late turns of {n} players", n),
    ),
    "notes": Fact(_filled("seats", "note"), lambda n: plural("1 note", "{n} notes", n)),
    "typed scores": Fact(
        _filled("seats", "typed_score", "typed_place"),
        lambda n: plural("1 score or place entered by hand", "{n} scores or places entered by hand", n),
    ),
    "days": Fact(_filled("boards", "ended"), lambda n: plural("the date of 1 game", "the dates of {n} games", n)),
    "variants": Fact(
        _filled("boards", "variant"), lambda n: plural("the variant of 1 game", "the variants of {n} games", n)
    ),
    "divisions": Fact(
        _filled("boards", "division"), lambda n: plural("the division of 1 game", "the divisions of {n} games", n)
    ),
    "winners": Fact(
        lambda event: (event.boards["result"].isin(AGREED) | event.boards["winners"].ne("")).sum(),
        lambda n: plural("who won or drew 1 game by agreement", "who won or drew {n} games by agreement", n),
    ),
    "time limits": Fact(
        _ended("time limit"), lambda n: plural("the time limit of 1 game", "the time limits of {n} games", n)
    ),
    "concessions": Fact(
        _ended("concession"),
        lambda n: plural("the concession in 1 game", "the concessions in {n} games", n),
    ),
    "in progress": Fact(
        lambda event: event.boards["in_progress"].sum(),
        lambda n: plural("the status of 1 game in progress", "the status of {n} games in progress", n),
    ),
    "to be played": Fact(_rows("unplayed"), lambda n: plural("1 game to be played", "{n} games to be played", n)),
    "names of rounds": Fact(
        lambda event: sum(name != str(number) for name, number in event.rounds.items()),
        lambda n: plural(
            "the name of 1 round, which becomes a number", "the names of {n} rounds, which become numbers", n
        ),
    ),
    "later rounds": Fact(
        lambda event: sum(number > WDD_ROUNDS for number in event.rounds.values()),
        lambda n: plural("1 round after the eighth", "{n} rounds after the eighth", n),
    ),
    "points beside boards": Fact(
        _beside_boards,
        lambda n: plural(
            "the points that 1 player did not get from a game",
            "the points that {n} players did not get from a game",
            n,
        ),
    ),
    "results": Fact(_rows("results"), lambda n: plural("1 result without a board", "{n} results without a board", n)),
    "placings": Fact(
        _rows("placings"), lambda n: plural("1 placing entered by hand", "{n} placings entered by hand", n)
    ),
    "teams": Fact(
        lambda event: event.table("people")["team"].fillna("").ne("").sum(),
        lambda n: plural("the team of 1 player", "the teams of {n} players", n),
    ),
    "ids": Fact(_ids(*IDS[:3]), lambda n: plural("1 id of a player", "{n} ids of players", n)),
    "ids but of wdr": Fact(
        _ids("wdd_id", "backstabbr"),
        lambda n: plural(
            "1 player id that is not from the World Diplomacy Reference",
            "{n} player ids that are not from the World Diplomacy Reference",
            n,
        ),
    ),
    "names": Fact(
        _written_otherwise,
        lambda n: plural(
            "the spelling of 1 name, such as `Rossi, Mario`", "the spelling of {n} names, such as `Rossi, Mario`", n
        ),
    ),
    "countries": Fact(_ids("country"), lambda n: plural("the country of 1 player", "the countries of {n} players", n)),
    # Bao
    "games of no group": Fact(
        _not_of_a_group,
        lambda n: plural(
            "1 game from a final, a nations match, or a group with a player who is not on the entry list",
            "{n} games from finals, nations matches, or groups with a player who is not on the entry list",
            n,
        ),
    ),
    "byes": Fact(
        lambda event: event.table("matches")[["south", "north"]].eq(BYE).any(axis=1).sum(),
        lambda n: plural("1 bye entered by hand", "{n} byes entered by hand", n),
    ),
    "moves": Fact(_rows("moves"), lambda n: plural("1 move", "{n} moves", n)),
    "days of games": Fact(
        lambda event: (event.tournament.matches["ended"].notna() | event.tournament.matches["started"].notna()).sum(),
        lambda n: plural("the date of 1 game", "the dates of {n} games", n),
    ),
    "tie-breaks": Fact(
        lambda event: event.tournament.standings["sonneborn_berger"].notna().sum(),
        lambda n: plural("the tie-break of 1 player", "the tie-breaks of {n} players", n),
    ),
    "withdrawals": Fact(
        lambda event: event.tournament.entries["withdrew"].notna().sum(),
        lambda n: plural("the date on which 1 player withdrew", "the dates on which {n} players withdrew", n),
    ),
    "games played before": Fact(
        lambda event: (
            event.tournament.entries["games"].notna() | event.tournament.entries["kiba_score"].notna()
        ).sum(),
        lambda n: plural("the games and KIBA score of 1 player", "the games and KIBA scores of {n} players", n),
    ),
    "long names": Fact(
        lambda event: event.tournament.entries["player"].str.len().gt(LONGEST_NAME).sum(),
        lambda n: plural("the end of 1 name longer than 33 letters", "the ends of {n} names longer than 33 letters", n),
    ),
    "long countries": Fact(
        lambda event: (
            event.tournament.entries["country"].str.len().gt(0).sum()
            - event.tournament.entries["country"].str.len().eq(FEDERATION).sum()
        ),
        lambda n: plural(
            "the country of 1 player, which is not a three-letter federation code",
            "the countries of {n} players, which are not three-letter federation codes",
            n,
        ),
    ),
}


WITH_A_FACT = {  # columns that a fact above covers, that every format includes, or that do not describe the game
    *(*SEAT, "player", "final_centres", "eliminated", "nmr_orders", "nmr_adjustments", "penalty", "scored"),
    *("typed_score", "typed_place", "draw_proposed", "late_orders", "note", "imported_from"),
    *("result", "winners", "last_year", "ended", "variant", "division", "draw_accepted"),
}


def fact_of_a_column(kind: str, field: str) -> Fact:
    """Return the `Fact` that counts and describes the values in a column of the `boards` or `games` sheet.

    field  the column's name in the sheet
    """
    name, [column] = Name(kind, field), [column for column, of in COLUMNS_OF[kind].items() if of == field]
    if kind == "boards":
        return Fact(
            _filled("seats", column), lambda n: plural("`{field}` for 1 seat", "`{field}` for {n} seats", n, field=name)
        )
    return Fact(
        _filled("boards", column), lambda n: plural("`{field}` for 1 game", "`{field}` for {n} games", n, field=name)
    )


OTHER_COLUMNS = {
    field: fact_of_a_column(kind, field)
    for kind in ("boards", "games")
    for column, field in COLUMNS_OF[kind].items()
    if column not in WITH_A_FACT
}
FACTS |= OTHER_COLUMNS


def losses(event: Event, format: Format) -> Iterator[Message]:
    """Yield one message for each kind of fact that is lost when the event is exported, saying how many are lost."""
    for name in format.omits:
        if number := int(FACTS[name].count(event)):
            yield FACTS[name].text(number)
