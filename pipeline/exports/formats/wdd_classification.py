"""An event's standings for the World Diplomacy Database as CSV.

Source: the columns that the database imports. They are FIRST NAME, NAME, HOMONYME, RANK (999 if unranked), EXAEQUO, and
    optionally LOCATION, NATIONALITY, SCORE, R1 to R8. For each power there are columns that begin with RK_, PT_, CT_,
    HEAT_ and BOARD_ and end with the power's code, such as 0AU. There are also RK_AWA_1 to 12, then NAME_, HEAT_,
    BOARD_, RK_, CT_ and COUNTRY_TOPBOARD, and finally TEAM, TEAM_SCORE and TEAM_RANK.
Reading: one line per player in order of rank, with unranked players last. A power's columns, such as RK_0AU, give the
    best result with that power, if the event awards the `best country` prize. R1 is the sum of the player's points in
    the first round. Columns without any value are left out. The columns for the players' countries are also left out,
    because they need codes that sheets do not have.
"""

from collections.abc import Callable

import pandas as pd

from pipeline.exports.event import LEVEL, Event
from pipeline.exports.format import File, Format, file_name, whole_columns
from pipeline.exports.losses import OTHER_COLUMNS, WDD_ROUNDS
from pipeline.exports.wdd_names import person
from pipeline.rules.rank import in_standings, total
from schemas.keys import BOARD
from schemas.messages import say
from schemas.words import WDD_CODES

FORMAT = Format(
    say("standings in the CSV format of the World Diplomacy Database"),
    kind="diplomacy",
    places=True,
    omits=(
        *(
            "data",
            "boards aside",
            "boards",
            "missed turns",
            "penalties",
            "not scored",
            "draw votes",
            "late orders",
            "notes",
            "typed scores",
        ),
        *("days", "variants", "divisions", "winners", "time limits", "in progress", "to be played", "names of rounds"),
        *("later rounds", "ids", "countries", "names"),
        *OTHER_COLUMNS,
    ),
)
UNRANKED = 999
TOP_BOARD = "A"  # the name of the only top board
WHOLE = ("HOMONYME", "RANK", "EXAEQUO", "TEAM_RANK", "RK_", "CT_")


def files(event: Event) -> list[File]:
    """Return a list that contains one file with all players, or an empty list if there are no players."""
    ranked = event.standings[["player", "rank", LEVEL, "score"]]
    seated = event.seats.loc[in_standings(event.seats["player"]), "player"].drop_duplicates()
    others = seated[~seated.isin(ranked["player"])].sort_values()
    unranked = pd.DataFrame({"player": others, "rank": UNRANKED, LEVEL: len(others), "score": float("nan")})
    rows = pd.concat([part for part in (ranked, unranked) if len(part)] or [ranked], ignore_index=True)
    if rows.empty:
        return []
    people = pd.DataFrame([*map(person, rows["player"])])
    table = pd.DataFrame(
        {
            "FIRST NAME": people["first_name"],
            "NAME": people["name"],
            "HOMONYME": people["homonyme"],
            "RANK": rows["rank"],
            "EXAEQUO": rows[LEVEL],
            "SCORE": rows["score"],
        }
    )
    parts: tuple[Callable[[Event], pd.DataFrame], ...] = (_rounds, _best_countries, _top_board, _teams)
    for more in (part(event) for part in parts):
        more = more.reindex(rows["player"]).dropna(axis="columns", how="all").reset_index(drop=True)
        table = pd.concat([table, more], axis=1)
    whole = [name for name in table if name.startswith(WHOLE)]
    return [File(file_name(event.id, ".csv"), whole_columns(table, whole))]


def _rounds(event: Event) -> pd.DataFrame:
    """Return the sum of each player's points in each round, one row per player."""
    results = event.results.assign(number=event.results["round"].map(event.rounds))
    results = results[results["number"].notna() & (results["number"] <= WDD_ROUNDS)].astype({"number": int})
    if results.empty:
        return pd.DataFrame(index=results["player"])
    worth = total(results["points"], [results["player"], results["number"]]).unstack()
    return worth.rename(columns=lambda number: f"R{number}")


def _best_countries(event: Event) -> pd.DataFrame:
    """Return the awards for the best result with each power, with one row per player and five columns per power."""
    columns_of: dict[str, dict[str, object]] = {}
    for best in event.prizes.countries.itertuples():
        code = WDD_CODES[best.power]
        columns_of.setdefault(best.player, {}).update(
            {
                f"RK_{code}": 1,
                f"PT_{code}": best.score,
                f"CT_{code}": best.final_centres,
                f"HEAT_{code}": best.round,
                f"BOARD_{code}": best.board,
            }
        )
    names = [f"{part}{code}" for code in WDD_CODES.values() for part in ("RK_", "PT_", "CT_", "HEAT_", "BOARD_")]
    return pd.DataFrame.from_dict(columns_of, orient="index").reindex(columns=names)


def _top_board(event: Event) -> pd.DataFrame:
    """Return the seats of the top table, one row per player."""
    seats = event.seats.merge(event.top_tables[BOARD].drop_duplicates(), on=BOARD)
    seats = seats[in_standings(seats["player"])].drop_duplicates("player")
    columns = {
        "NAME_TOPBOARD": TOP_BOARD,
        "HEAT_TOPBOARD": seats["round"],
        "BOARD_TOPBOARD": seats["board"],
        "RK_TOPBOARD": seats["rank"],
        "CT_TOPBOARD": seats["final_centres"],
        "COUNTRY_TOPBOARD": seats["power"].map(WDD_CODES),
    }
    return pd.DataFrame(columns).set_index(seats["player"])


def _teams(event: Event) -> pd.DataFrame:
    """Return each player's team with the team's score and rank, one row per player."""
    people = event.table("people")
    people = people.loc[people["team"].fillna("") != "", ["player", "team"]]
    rows = people.merge(event.prizes.teams[["team", "score", "rank"]], on="team", how="left").set_index("player")
    return rows.rename(columns={"team": "TEAM", "score": "TEAM_SCORE", "rank": "TEAM_RANK"})
