"""The export formats: each module in this folder is one.

A module has a docstring (what the format is and how it is filled), `FORMAT` (its properties, and what it cannot hold),
and `files(event)`, which returns the files of one event.
"""

from functools import cache
from types import ModuleType

from pipeline.rules.rule_sheet import modules


@cache
def formats() -> dict[str, ModuleType]:
    """Return name of a format -> its module, in alphabetical order."""
    return modules(__name__)
