"""What the last build changed in the published scores and ranks."""

from pathlib import Path

import pandas as pd

from schemas.messages import Listed, Message, listed, say, within

PREVIOUS = ".previous"  # the scores and standings that the last build replaced
SEAT = ["event", "round", "board", "power"]  # of one season
FIGURES = {
    ".scores.csv": ([*SEAT, "player"], ["score", "place", "status"]),
    ".standings.csv": (["player"], ["rank", "games", "score"]),
}


FIGURE = {
    **{"score": say("score"), "place": say("place"), "status": say("status")},
    **{"rank": say("rank"), "games": say("games")},
}


def changes(out: Path) -> list[Message]:
    """One line for each score, place or rank that moved, appeared or went, by season and system."""
    lines: list[Message] = []
    for before in sorted((out / PREVIOUS).rglob("*.csv")):
        after = out / before.relative_to(out / PREVIOUS)
        season = before.relative_to(out / PREVIOUS).parts[0]
        for ending, (key, figures) in FIGURES.items():
            if before.name.endswith(ending) and after.is_file() and before.read_bytes() != after.read_bytes():
                lines += _changes(before, after, key, figures, f"{season} {after.name.removesuffix('.csv')}")
    return lines


def _changes(before: Path, after: Path, key: list[str], figures: list[str], title: str) -> list[Message]:
    before_rows, after_rows = (
        pd.read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8-sig") for path in (before, after)
    )
    both = before_rows[key + figures].merge(
        after_rows[key + figures], on=key, how="outer", suffixes=("_old", "_new"), indicator="where"
    )
    both = both.astype({"where": str}).fillna("")
    lines = []
    for _, row in both.iterrows():
        was, now = ([_short(row[f"{figure}_{side}"]) for figure in figures] for side in ("old", "new"))
        if row["where"] == "left_only":
            what: Message | Listed = say("gone")
        elif row["where"] == "right_only":
            stand = zip(figures, now, strict=True)
            what = say("new, {figures}", figures=listed(_is(FIGURE[figure], value) for figure, value in stand))
        else:
            moves = zip(figures, was, now, strict=True)
            what = listed(_moved(FIGURE[figure], old, new) for figure, old, new in moves if old != new)
        if what != listed([]):
            text = Message("{table}: {row}: {change}")
            lines.append(text.of({"table": title, "row": listed(row[key]), "change": what}))
    return lines


def _is(figure: Message, value: str | Message) -> Message:
    return say("{figure} {value}", figure=figure, value=value)


def _moved(figure: Message, old: str | Message, new: str | Message) -> Message:
    return say("{figure} {old} -> {new}", figure=figure, old=old, new=new)


def _short(figure: str) -> str | Message:
    """A figure without the zeros at its end."""
    return figure.rstrip("0").rstrip(".") if "." in figure else figure or within("a figure", "none")
