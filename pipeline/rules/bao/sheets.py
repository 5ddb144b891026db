"""The rule sheets of Bao events: tournaments, Mabingwa and nations matches."""

from collections.abc import Collection
from types import ModuleType
from typing import NamedTuple

import pipeline.rules.bao as tournament
from pipeline.rules.bao import mabingwa, nations_match
from pipeline.rules.bao.tournaments import NATIONS
from pipeline.rules.rule_sheet import Paragraph, Rule, docstring, title

READING = "Reading"  # the label of the last paragraph


class RuleSheet(NamedTuple):
    """The rule sheet of an event."""

    id: str
    title: str
    rules: list[Paragraph]


def _sheet(id: str, module: ModuleType, *shared: str) -> RuleSheet:
    """Return the rule sheet of a module, with some paragraphs of the Bao tournament's rule sheet added.

    The added paragraphs are those whose labels are in `shared`. They stand before the last paragraph, `Reading`.
    """
    rules = Rule(id, module).rules
    others = [one for one in Rule("", tournament).rules if one.label in shared]
    reading = [one.label for one in rules].index(READING)
    return RuleSheet(id, title(docstring(module)), [*rules[:reading], *others, *rules[reading:]])


TOURNAMENT = _sheet("bao", tournament)
MABINGWA = _sheet("mabingwa", mabingwa, "Turni", "Punti", "Spareggio", "Tempo", "Abbandono")
NATIONS_MATCH = _sheet("nations", nations_match, "Tempo", "Abbandono")


def rule_sheets(stages: Collection[str], *, of_mabingwa: bool) -> list[RuleSheet]:
    """Return the rule sheets of an event with these stages."""
    match = [NATIONS_MATCH] * (NATIONS in stages)
    return [MABINGWA if of_mabingwa else TOURNAMENT, *match] if {*stages} != {NATIONS} else match
