"""The templates, filled in: what a page shows becomes HTML, every text of a sheet escaped."""

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from pipeline.language.language import Language
from pipeline.report.css import TEMPLATES
from pipeline.report.elements import Cell
from schemas import messages

COMPILED = Path(__file__).parent / "__pycache__"  # exists already; a new folder would change the installed program
CELLS = 2**14  # cells kept as HTML


class Compiled(FileSystemBytecodeCache):
    """Keeps compiled templates as Python keeps bytecode: if the folder is writable and bytecode is wanted."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a compiled template."""
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                super().dump_bytecode(bucket)


def filled(name: str, view: object, words: Language, css: str) -> str:
    """Return a template filled in with a view, in a language."""
    says = {"_": lambda text, **values: words(messages.say(text, **values))}
    return _environment().get_template(name).render(says, view=view, w=words, css=Markup(css))


@cache
def _environment() -> Environment:
    """Return the environment of the templates, made once per process."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        bytecode_cache=Compiled(str(COMPILED)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["drawn"] = Markup  # a finished picture, whose texts are escaped
    macros: Any = environment.get_template("cells.html.j2").module
    environment.filters["cells"] = _written_once(macros.cell)
    return environment


def _written_once(write: Callable[[Cell], str]) -> Callable[[Sequence[Cell]], str]:
    """Return a function that writes cells as HTML, each equal cell once: a page repeats many, above all centres."""
    alike = lru_cache(CELLS)(lambda *cell: write(Cell(*cell)))
    return lambda row: Markup("".join([alike(tuple(cell.bits), *cell[1:]) for cell in row]))
