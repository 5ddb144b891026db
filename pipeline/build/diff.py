"""Changes in published scores and ranks between the last build that had no errors and the latest build."""

from collections.abc import Collection, Iterator
from io import BytesIO
from pathlib import Path, PurePosixPath

import pandas as pd

from pipeline.build.manifest import Manifest
from pipeline.build.published import TABLES, scores_and_standings
from pipeline.store.folder import Folder
from schemas.messages import Listed, Message, in_context, listed, plural, say

PREVIOUS = ".previous"  # the scores and standings that the last build replaced, with their manifest
# Columns that identify a row, if the table has them.
KEY = ["event", "round", "board", "power", "stage", "group", "team", "player"]
AGAIN = "again"  # number of earlier rows with the same key
FIGURES = {
    **{"rank": say("rank"), "events": say("events"), "games": say("games"), "score": say("score")},
    **{"points": say("points"), "place": say("place"), "status": say("status")},
}
CIRCUIT, EVENT, OFFICIAL, OTHER = range(4)  # in the order of the output


def changes(place: Path, everything: bool = False) -> list[Message]:
    """Return one line for each row of scores or standings that was added, changed or removed, season by season.

    Circuits come first, then events, then official systems.

    everything  whether to include unofficial systems, and the individual results behind circuit standings
    """
    lines: list[Message] = []
    out = Folder(place)
    for season in (out / PREVIOUS).folders():
        kept, now = out / PREVIOUS / season, out / season
        tables = figures_of(Manifest.read(kept).files) | figures_of(Manifest.read(now).files)
        for file in sorted(tables, key=lambda file: (tables[file], not file.endswith(".standings.csv"), file)):
            if everything or tables[file] != OTHER:
                lines += _changed(kept.read(file), now.read(file), f"{season} {PurePosixPath(file).stem}")
    return lines


def figures_of(files: Collection[str]) -> dict[str, int]:
    """Return the kind (such as CIRCUIT) of each table of scores or standings in a season, keyed by the table's path.

    files  names of the season's files
    """
    kinds = {"circuit_standings": CIRCUIT, "circuit_results": OTHER, "standings": EVENT, "prizes": EVENT}
    return {
        f"{TABLES}/{name}.csv": kinds.get(kind, OFFICIAL if f"{whose}.xlsx" in files else OTHER)
        for name, kind, whose in scores_and_standings(files)
    }


def _changed(before: bytes | None, after: bytes | None, title: str) -> Iterator[Message]:
    """Yield the changes in one table, or a single line if the whole table was added or removed."""
    text = Message("{table}: {change}")
    if after is None:
        yield text.of({"table": title, "change": say("removed")})
    elif before is None:
        yield text.of({"table": title, "change": plural("new, 1 row", "new, {n} rows", len(_read(after)))})
    elif before != after:
        old, new = _read(before), _read(after)
        if key := [name for name in KEY if name in old and name in new]:
            yield from _rows_changed(old, new, key, title)
        else:
            yield text.of({"table": title, "change": say("changed")})


def _read(content: bytes) -> pd.DataFrame:
    """Return a CSV table with its cells as strings, or an empty frame if it cannot be parsed."""
    try:
        return pd.read_csv(BytesIO(content), dtype=str, keep_default_na=False, encoding="utf-8-sig")
    except ValueError:
        return pd.DataFrame()


def _rows_changed(before: pd.DataFrame, after: pd.DataFrame, key: list[str], title: str) -> Iterator[Message]:
    figures = [name for name in FIGURES if name in before and name in after]
    old, new = (rows[key + figures].assign(**{AGAIN: rows.groupby(key).cumcount()}) for rows in (before, after))
    both = old.merge(new, on=[*key, AGAIN], how="outer", suffixes=("_old", "_new"), indicator="where")
    for _, row in both.astype({"where": str}).fillna("").iterrows():
        was, now = ([_short(row[f"{figure}_{side}"]) for figure in figures] for side in ("old", "new"))
        if row["where"] == "left_only":
            what: Message | Listed = say("removed")
        elif row["where"] == "right_only":
            stand = zip(figures, now, strict=True)
            what = say("new, {figures}", figures=listed(_is(FIGURES[figure], value) for figure, value in stand))
        else:
            moves = zip(figures, was, now, strict=True)
            what = listed(_moved(FIGURES[figure], old, new) for figure, old, new in moves if old != new)
        if what != listed([]):
            text = Message("{table}: {row}: {change}")
            yield text.of({"table": title, "row": listed(row[key]), "change": what})


def _is(figure: Message, value: str | Message) -> Message:
    return say("{figure} {value}", figure=figure, value=value)


def _moved(figure: Message, old: str | Message, new: str | Message) -> Message:
    return say("{figure} {old} -> {new}", figure=figure, old=old, new=new)


def _short(figure: str) -> str | Message:
    """Return a figure without trailing zeros, or "none" if it is empty."""
    return figure.rstrip("0").rstrip(".") if "." in figure else figure or in_context("a figure", "none")
