"""The export formats, one per module in this folder.

Each module's docstring describes the format and how its fields are filled in. `FORMAT` holds the format's properties
and names the facts that it omits, and `files(event)` returns the files for one event.
"""

from functools import cache
from types import ModuleType

from pipeline.rules.rule_sheet import modules


@cache
def formats() -> dict[str, ModuleType]:
    """Return the modules of the formats in alphabetical order, keyed by name."""
    return modules(__name__)
