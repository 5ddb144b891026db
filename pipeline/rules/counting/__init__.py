"""How the results of an event add up: a file a published rule. The folder is the registry.

A module has a docstring (the rule sheet), its numbers and functions, and `SYSTEM` if it is of one official system alone.
"""

from dataclasses import dataclass
from functools import cache

from pipeline.rules.rule_sheet import Rule, modules


@dataclass(frozen=True)
class Counting(Rule):
    """One published rule of counting."""

    @property
    def system(self) -> str:
        """The official system whose events it decides; empty for all."""
        return getattr(self.module, "SYSTEM", "")


@cache
def countings() -> dict[str, Counting]:
    """Every rule of counting by its id, in alphabetical order."""
    return {name: Counting(name, module) for name, module in modules(__name__).items()}


def countings_of(system: str) -> list[Counting]:
    """The rules that decide the events of an official system."""
    return [counting for counting in countings().values() if counting.system in ("", system)]
