"""How the results of an event add up: a file a published rule. The folder is the registry.

A module has a docstring (the rule sheet), its numbers and functions, and `SYSTEM` if it is of one official system alone.
"""

import pkgutil
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType

from pipeline.rules.rule_sheet import Paragraph, paragraphs, title


@dataclass(frozen=True)
class Counting:
    """One published rule of counting."""

    id: str
    module: ModuleType

    @property
    def title(self) -> str:
        """The rule's name."""
        return title(self.module.__doc__ or "")

    @property
    def rules(self) -> list[Paragraph]:
        """The paragraphs of the rule sheet."""
        return paragraphs(self.module.__doc__ or "")

    @property
    def system(self) -> str:
        """The official system whose events it decides; empty for all."""
        return getattr(self.module, "SYSTEM", "")


@cache
def countings() -> dict[str, Counting]:
    """Every rule of counting by its id, in alphabetical order."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name: Counting(name, import_module(f"{__name__}.{name}")) for name in names}


def countings_of(system: str) -> list[Counting]:
    """The rules that decide the events of an official system."""
    return [counting for counting in countings().values() if counting.system in ("", system)]
