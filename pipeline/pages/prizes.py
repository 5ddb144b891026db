"""The tables of what an event gives beside its standings: the winners of divisions, the best with each power, and the teams."""

from dataclasses import replace

import pandas as pd

from pipeline.events.prizes import Prizes
from pipeline.pages.book import Table
from pipeline.pages.columns import (
    dropped,
    medals,
    number_column,
    rank_column,
    strong_column,
    text_column,
    used_column,
)
from schemas.messages import say


def prize_tables(prizes: Prizes, number: int) -> list[Table]:
    """The tables of one event, those that have a row; `number` is the event's in the workbook."""
    made = {
        "Divisions": (prizes.divisions, _divisions),
        "Countries": (prizes.countries, _countries),
        "Teams": (prizes.teams, _teams),
        "Team_results": (prizes.team_results, _team_results),
    }
    return [table(rows, f"{name}_{number}") for name, (rows, table) in made.items() if len(rows)]


def _divisions(rows: pd.DataFrame, name: str) -> Table:
    columns = [
        number_column("division", rows["division"]),
        strong_column("player", rows["player"], least=0),
        number_column("rank", rows["rank"]),
        number_column("score", rows["score"]),
    ]
    return Table(name, columns, title=say("Winners of the divisions"))


def _countries(rows: pd.DataFrame, name: str) -> Table:
    columns = [
        text_column("power", rows["power"]),
        strong_column("player", rows["player"], least=0),
        text_column("round", rows["round"]),
        text_column("board", rows["board"]),
        number_column("score", rows["score"]),
        number_column("centres", rows["final_centres"]),
    ]
    return Table(name, columns, title=say("Best countries: the best game with each power"))


def _teams(rows: pd.DataFrame, name: str) -> Table:
    columns = [
        rank_column("rank", rows["rank"], ["rank"], rows),
        strong_column("team", rows["team"], least=0),
        number_column("players", rows["players"]),
        number_column("games", rows["games"]),
        number_column("score", rows["score"]),
    ]
    return Table(name, columns, medals(rows["rank"]), title=say("Teams"))


def _team_results(rows: pd.DataFrame, name: str) -> Table:
    columns = [
        text_column("team", rows["team"]),
        text_column("player", rows["player"]),
        text_column("round", rows["round"]),
        text_column("board", rows["board"]),
        number_column("points", rows["points"]),
        used_column("used", rows["used"]),
        *([replace(text_column("why", rows["why"]), spills=True)] if rows["why"].ne("").any() else []),
    ]
    return Table(
        name,
        columns,
        dropped(rows["used"]),
        title=say("Games of the teams: used ones count, dropped ones are struck out"),
    )
