"""How one score came about: every paragraph of the rule, with the points it gave."""

from pathlib import Path
from textwrap import fill

import pandas as pd

from pipeline.language.language import Language
from pipeline.read.find import find
from pipeline.rules.rule_sheet import IN_ENGLISH, Paragraph, column
from pipeline.rules.systems import System
from pipeline.score.published import Published, publish
from pipeline.stages import compute
from schemas.keys import BOARD
from schemas.messages import Message, Name, listed, say
from schemas.words import POWERS, RESERVED, fold

WIDTH = 110
POINTS = 14  # columns of the figures


def systems_of_seasons(raw: Path, season: str | None) -> list[System]:
    """The seasons' own systems, or those of one season."""
    found = find(raw, RESERVED, {season} if season else None)
    files_of_seasons = [source for source in found.sources if not source.event]
    return [*compute(found._replace(sources=files_of_seasons)).house.systems.values()]


def explanations(system: System, raw: Path, wanted: dict[str, str], words: Language) -> list[str]:
    """One text a seat; `wanted` says which seats: season, event, round, board, power, player.

    The paragraphs are English, what stands around them in the reader's language.
    """
    season = system.season or wanted.get("season")
    computed = compute(find(raw, RESERVED, {season} if season else None))
    published = publish(system, computed.facts, computed.tables)  # also one that the season does not show
    rows = published.scores
    for name, value in wanted.items():
        rows = rows[rows[name].map(fold) == fold(value)]
    boards = published.scores.groupby(BOARD)["final_centres"].agg(list)
    return [_explanation(published, seat, boards, words) for _, seat in rows.iterrows()]


def _explanation(published: Published, seat: pd.Series, boards: pd.Series, words: Language) -> str:
    named = seat.to_dict() | {"system": published.system.title, "power": Name("power", seat["power"])}
    named["status"] = published.status(seat.name, seat["status"])
    title = Message("{system}: {player}, {power}") if seat["player"] else Message("{system}: nobody, {power}")
    where = Message("{season}, {event}, round {round}, board {board}")
    held = zip(POWERS, boards[tuple(seat[BOARD])], strict=True)
    centres = listed(say("{power} {centres}", power=Name("power", power), centres=n) for power, n in held)
    heads = title.of(named), where.of(named), say("Final centres: {powers}", powers=centres)
    lines = [*map(words, heads), ""]
    if pd.isna(seat["score"]):
        return "\n".join([*lines, words(Message("No score: {status}.").of(named))])
    lines += [words(IN_ENGLISH), ""] if words.code != "en" else []
    lines += [_paragraph(paragraph, seat) for paragraph in published.system.rules]
    lines += [f"{' ' * POINTS}  ({name.replace('_', ' ')}: {seat[name]:.9g})" for name in published.working]
    same = [*BOARD, "place"]
    level = (published.scores[same] == seat[same]).all(axis=1).sum()
    place = f"{seat['place']}{'=' if level > 1 else ''}"
    total = words(Message("score, place {place} ({status})").of(named | {"place": place}))
    return "\n".join([*lines, "", f"{seat['score']:{POINTS}.6f}  {total}"])


def _paragraph(paragraph: Paragraph, seat: pd.Series) -> str:
    """A paragraph's points, its label, and its text beside them."""
    points = f"{seat[column(paragraph.part)]:.6f}" if paragraph.part else ""
    name = f"{paragraph.part}: " if paragraph.part else ""
    beside = f"{points:>{POINTS}}  {paragraph.label:8} "
    return fill(name + paragraph.text, WIDTH, initial_indent=beside, subsequent_indent=" " * len(beside))
