"""The export formats, one per module of this folder.

Each module has a docstring (what the format is and how it is filled in), `FORMAT` (its properties, and the facts that
it omits), and `files(event)`, which returns the files of one event.
"""

from functools import cache
from types import ModuleType

from pipeline.rules.rule_sheet import modules


@cache
def formats() -> dict[str, ModuleType]:
    """Return the modules of the formats in alphabetical order, keyed by name."""
    return modules(__name__)
