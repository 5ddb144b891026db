"""How one score came about: every paragraph of the rule, with the points it gave."""

from pathlib import Path
from textwrap import fill

import pandas as pd

from pipeline.build import RESERVED, compute
from pipeline.publish import Published
from pipeline.read.find import find
from pipeline.rules import Paragraph, column
from pipeline.systems import System
from schemas.words import POWERS, fold

WIDTH = 100
POINTS = 14  # columns of the figures


def explanations(system: System, raw: Path, wanted: dict[str, str]) -> list[str]:
    """One text a seat; `wanted` says which seats: season, event, round, board, power, player."""
    seasons = {wanted["season"]} if "season" in wanted else None
    published = compute(find(raw, RESERVED, seasons)).published[system.id]
    rows = published.scores
    for name, value in wanted.items():
        rows = rows[rows[name].map(fold) == fold(value)]
    boards = published.scores.groupby(["season", "event", "round", "board"])["final_centres"].agg(list)
    return [_explanation(published, seat, boards) for _, seat in rows.iterrows()]


def _explanation(published: Published, seat: pd.Series, boards: pd.Series) -> str:
    title = f"{published.system.title}: {seat['player'] or 'nobody'}, {seat['power']}"
    where = f"{seat['season']}, {seat['event']}, round {seat['round']}, board {seat['board']}"
    centres = zip(POWERS, boards[tuple(seat[["season", "event", "round", "board"]])], strict=True)
    lines = [title, where, "Final centres: " + ", ".join(f"{power} {held}" for power, held in centres), ""]
    if pd.isna(seat["score"]):
        return "\n".join([*lines, f"No score: {seat['status']}."])
    for paragraph in published.system.rules:
        lines.append(_paragraph(paragraph, seat))
    for name in published.working:
        lines.append(f"{'':{POINTS}}  ({name.replace('_', ' ')}: {seat[name]:.9g})")
    shared = (
        published.scores[["season", "event", "round", "board", "place"]]
        == seat[["season", "event", "round", "board", "place"]]
    ).all(axis=1)
    place = f"{seat['place']}{'=' if shared.sum() > 1 else ''}"
    return "\n".join([*lines, "", f"{seat['score']:{POINTS}.6f}  score, place {place} ({seat['status']})"])


def _paragraph(paragraph: Paragraph, seat: pd.Series) -> str:
    points = f"{seat[column(paragraph.part)]:{POINTS}.6f}" if paragraph.part else " " * POINTS
    name = f"{paragraph.part}: " if paragraph.part else ""
    text = fill(f"{paragraph.label:8} {name}{paragraph.text}", WIDTH, subsequent_indent=" " * (POINTS + 11))
    return f"{points}  {text}"
