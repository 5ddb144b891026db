"""The formats: one file each. The folder is the registry.

A module has a docstring (the format, and how it is filled), `FORMAT` (its properties, and what it cannot hold), and
`files(event)`, which gives the files of one event.
"""

from functools import cache
from types import ModuleType

from pipeline.rules.rule_sheet import modules


@cache
def formats() -> dict[str, ModuleType]:
    """Every format by its name, in alphabetical order."""
    return modules(__name__)
