"""How one score came about: every paragraph of the rule, with the points it gave."""

from pathlib import Path
from textwrap import fill

import pandas as pd

from pipeline.build.build import RESERVED
from pipeline.read.find import find
from pipeline.rules.rule_sheet import Paragraph, column
from pipeline.rules.systems import System
from pipeline.score.published import Published
from pipeline.stages import compute
from schemas.keys import BOARD
from schemas.words import POWERS, fold

WIDTH = 110
POINTS = 14  # columns of the figures


def explanations(system: System, raw: Path, wanted: dict[str, str]) -> list[str]:
    """One text a seat; `wanted` says which seats: season, event, round, board, power, player."""
    seasons = {wanted["season"]} if "season" in wanted else None
    published = compute(find(raw, RESERVED, seasons)).published[system.id]
    rows = published.scores
    for name, value in wanted.items():
        rows = rows[rows[name].map(fold) == fold(value)]
    boards = published.scores.groupby(BOARD)["final_centres"].agg(list)
    return [_explanation(published, seat, boards) for _, seat in rows.iterrows()]


def _explanation(published: Published, seat: pd.Series, boards: pd.Series) -> str:
    title = f"{published.system.title}: {seat['player'] or 'nobody'}, {seat['power']}"
    where = f"{seat['season']}, {seat['event']}, round {seat['round']}, board {seat['board']}"
    centres = zip(POWERS, boards[tuple(seat[BOARD])], strict=True)
    lines = [title, where, "Final centres: " + ", ".join(f"{power} {held}" for power, held in centres), ""]
    if pd.isna(seat["score"]):
        return "\n".join([*lines, f"No score: {seat['status']}."])
    lines += [_paragraph(paragraph, seat) for paragraph in published.system.rules]
    lines += [f"{' ' * POINTS}  ({name.replace('_', ' ')}: {seat[name]:.9g})" for name in published.working]
    same = [*BOARD, "place"]
    level = (published.scores[same] == seat[same]).all(axis=1).sum()
    place = f"{seat['place']}{'=' if level > 1 else ''}"
    return "\n".join([*lines, "", f"{seat['score']:{POINTS}.6f}  score, place {place} ({seat['status']})"])


def _paragraph(paragraph: Paragraph, seat: pd.Series) -> str:
    """A paragraph's points, its label, and its text beside them."""
    points = f"{seat[column(paragraph.part)]:.6f}" if paragraph.part else ""
    name = f"{paragraph.part}: " if paragraph.part else ""
    beside = f"{points:>{POINTS}}  {paragraph.label:8} "
    return fill(name + paragraph.text, WIDTH, initial_indent=beside, subsequent_indent=" " * len(beside))
