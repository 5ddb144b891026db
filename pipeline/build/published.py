"""What the seasons have published, read again: their tables, and who has won what."""

import csv
from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from pipeline.build.files import RISKY
from pipeline.build.manifest import Manifest
from pipeline.history.league import READ, League
from schemas.columns import COLUMNS, WHOLE
from schemas.keys import EVENT
from schemas.tables import PUBLISHED, PUBLISHED_AS

INSIDE = {published: inside for inside, published in PUBLISHED_AS.items()}
TABLES = "tables"


class Season:
    """One published season."""

    def __init__(self, folder: Path) -> None:
        """The folder of its outputs."""
        self.name, self.folder, self.manifest = folder.name, folder, Manifest.read(folder)

    def table(self, name: str) -> pd.DataFrame:
        """`tables/<name>.csv` with its texts; without rows if the season has none."""
        if f"{TABLES}/{name}.csv" not in self.manifest.files():
            return pd.DataFrame()
        with (self.folder / TABLES / f"{name}.csv").open(encoding="utf-8-sig", newline="") as lines:
            header, *rows = csv.reader(lines)
        columns = zip(*rows, strict=True) if rows else [()] * len(header)
        frame = pd.DataFrame(dict(zip(header, map(list, columns), strict=True)), dtype=object)
        return frame.assign(season=self.name)

    @property
    def champions(self) -> pd.DataFrame:
        """Who is first in which circuit and event: season, event, title, player, final."""
        rows = [
            (self.name, event, title, player, final)
            for title, players, final, event in self.manifest.front.get("won", [])
            for player in players
        ]
        return pd.DataFrame(rows, columns=READ["champions"])


def league(seasons: Iterable[Season], people: pd.DataFrame, ratings: Iterable[str]) -> League:
    """All seasons as the history takes them."""
    found: dict[str, list[pd.DataFrame]] = {name: [] for name in READ}
    for season in seasons:
        events, seats = season.table("events"), season.table("seats")
        if events.empty:
            continue
        diplomacy = events[events["kind"] != "bao"]
        for name, rows in (("events", events), ("boards", season.table("boards")), ("seats", seats)):
            found[name].append(inside(rows, name))
        for system in sorted({*events["system"]} - {""}):
            of_system = events.loc[events["system"] == system, "event"]
            scores = season.table(f"{system}.scores")
            found["scores"] += [scores[scores["event"].isin(of_system)]] if len(scores) else []
        for event in diplomacy["event"]:
            found["standings"].append(season.table(f"{event}.standings").assign(event=event))
        played = pd.concat([seats, season.table("results")])
        found["rounds"] += [_rounds(played)] if len(played) else []
        found["champions"].append(season.champions)
    tables = {name: _typed(pd.concat(rows or [pd.DataFrame()]), READ[name]) for name, rows in found.items()}
    return League(tables, people, (*ratings,))


def inside(rows: pd.DataFrame, name: str) -> pd.DataFrame:
    """A published table under the names that its columns have inside."""
    return rows.rename(columns={was: INSIDE[was] for was in INSIDE if INSIDE[was] in PUBLISHED[name]})


def _rounds(seats: pd.DataFrame) -> pd.DataFrame:
    return seats.groupby(EVENT)["round"].nunique().rename("rounds").reset_index()


def _typed(frame: pd.DataFrame, columns: list[str]) -> pd.DataFrame:
    """These columns with the types that they had."""
    frame = frame.reindex(columns=columns).reset_index(drop=True)
    return frame.assign(**{name: typed(frame[name], name) for name in columns})


def typed(texts: pd.Series, name: str) -> pd.Series:
    """A column of texts as what its name says; a text that was marked as no formula without the mark."""
    kind = COLUMNS[name].metadata["kind"] if name in COLUMNS and name != "rounds" else ""
    if kind in (WHOLE, "a number") or name == "rounds":
        return pd.to_numeric(texts.replace("", None)).astype(float)
    if kind == "true or false" or name == "final":
        return texts.isin(["True", True])
    return texts.fillna("").map(lambda text: text.replace("'", "", 1) if RISKY.match(text[1:]) else text).astype(object)
