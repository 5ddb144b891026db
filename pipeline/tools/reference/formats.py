"""The reference page on import and export formats."""

from collections.abc import Iterable
from inspect import cleandoc
from types import ModuleType

from pipeline.exports.formats import formats
from pipeline.exports.losses import FACTS
from pipeline.rules.rule_sheet import docstring
from pipeline.tools.imports.collect import FORMATS
from pipeline.tools.reference.markdown import items, prose

READ = """# All formats

[Import and export](../howto/import.md) shows how to use them.

## Formats that are imported

`centre-years import` recognises a format by its contents. Each is one file in `pipeline/tools/imports`.
"""
WRITTEN = """## Formats that are exported

`centre-years export` writes one format, and says what was lost. Each is one file in `pipeline/exports/formats`.
"""


def page() -> str:
    """Return the page on the formats.

    Each format is described by the first line of its module's docstring.
    """
    read = (f"`{_name(module)}`: {_first_line(module)}" for module in FORMATS)
    written = (_written(name, module) for name, module in formats().items())
    return "\n".join([READ, items(read), WRITTEN, *written])


def _written(name: str, module: ModuleType) -> str:
    lost = _lost(module.FORMAT.omits)
    said = [prose(_first_line(module)), *([prose(f"*Cannot hold*: {lost}.")] if lost else [])]
    return f"### {name}\n\n" + "\n\n".join(said) + "\n"


def _name(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2]


def _first_line(module: ModuleType) -> str:
    return cleandoc(docstring(module)).splitlines()[0]


def _lost(facts: Iterable[str]) -> str:
    """Return a phrase that lists what a format cannot store, worded as in the export report but without numbers."""
    return "; ".join(str(FACTS[fact].text(2)).replace("2 ", "") for fact in facts)
