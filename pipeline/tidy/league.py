"""The content of the league's file, `league.xlsx`: people with all their names, and the chosen ratings."""

from typing import NamedTuple

import pandas as pd

from pipeline.read.headers import kind_of_sheet
from pipeline.read.raw_tables import Raw
from pipeline.read.sheet_rows import rows_of_sheet
from schemas.words import RATING, aliases_of, fold, ratings_of


class League(NamedTuple):
    """The content of the league's file.

    people   one row for each name of every player, including the main name, with the columns player and alias
    ratings  ids of the chosen ratings. If there are none, all ratings are used
    """

    people: pd.DataFrame
    ratings: list[str]


def tidy_league(raw: Raw) -> League:
    """Return the content of the league's file, which may be missing or blank."""
    people = [texts for texts in _rows(raw, "players", "players") if texts.get("player")]
    names = {str(texts["player"]) for texts in people}
    pairs = [
        (texts["player"], alias)
        for texts in people
        for alias in [texts["player"], *aliases_of(texts.get("also known as") or "", names)]
    ]
    settings = _rows(raw, "league", "event")
    ratings = [texts.get("value") or "" for texts in settings if fold(texts.get("setting") or "") == RATING]
    identities = pd.DataFrame(pairs, columns=["player", "alias"], dtype=object).drop_duplicates(ignore_index=True)
    return League(identities, [id for typed in ratings for id in ratings_of(typed)])


def _rows(raw: Raw, kind: str, read_as: str) -> list[dict[str, str]]:
    """Return the rows of one kind of sheet in the league's file, each as a mapping from field to text."""
    sheets = [(place, sheet) for place, sheet in raw.sheets.items() if not place.season and sheet.rows]
    tables = [
        rows_of_sheet(read_as, sheet, place._asdict()) for place, sheet in sheets if kind_of_sheet(place.sheet) == kind
    ]
    return [
        {name: cell.text for name, cell in zip(sheet.fields, cells, strict=True) if cell}
        for sheet in tables
        for _, cells, _ in sheet.rows
    ]
