"""The rule sheets of Bao events: of a tournament, of Mabingwa, of a nations match."""

from collections.abc import Collection
from typing import NamedTuple

import pipeline.rules.bao as tournament
from pipeline.rules.bao import mabingwa, nations_match
from pipeline.rules.bao.tournaments import NATIONS
from pipeline.rules.rule_sheet import Paragraph, docstring, paragraphs, title

READING = "Reading"  # the label of the last paragraph


class RuleSheet(NamedTuple):
    """What an event is played by; `id` tells the sheets apart."""

    id: str
    title: str
    rules: list[Paragraph]


def _with(sheet: str, *labels: str) -> list[Paragraph]:
    """The paragraphs of a sheet, with those of the tournament's that hold for it as well before its reading."""
    shared = [one for one in paragraphs(docstring(tournament)) if one.label in labels]
    rules = paragraphs(sheet)
    return [*(one for one in rules if one.label != READING), *shared, *(one for one in rules if one.label == READING)]


TOURNAMENT = RuleSheet("bao", title(docstring(tournament)), paragraphs(docstring(tournament)))
MABINGWA = RuleSheet(
    "mabingwa",
    title(docstring(mabingwa)),
    _with(docstring(mabingwa), "Turni", "Punti", "Spareggio", "Tempo", "Abbandono"),
)
NATIONS_MATCH = RuleSheet(
    "nations", title(docstring(nations_match)), _with(docstring(nations_match), "Tempo", "Abbandono")
)


def rule_sheets(stages: Collection[str], *, of_mabingwa: bool) -> list[RuleSheet]:
    """The sheets of an event of which some stages are played."""
    match = [NATIONS_MATCH] * (NATIONS in stages)
    return [MABINGWA if of_mabingwa else TOURNAMENT, *match] if {*stages} != {NATIONS} else match
