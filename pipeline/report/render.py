"""Fill in the templates as HTML, and escape everything that comes from the sheets."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup, escape

from pipeline.language.language import Language
from pipeline.report.css import TEMPLATES
from pipeline.report.elements import Bit, Head, Line, Table
from pipeline.report.race import drawn as course
from schemas import messages

COMPILED = Path(__file__).parent / "__pycache__"  # exists already; a new folder would change the installed program
CELLS = 2**14  # most cells and headers cached as HTML
TAGS = {"name": "bdi", "used": "b"}  # of styles that have a tag of their own


class Compiled(FileSystemBytecodeCache):
    """A cache of compiled templates.

    The cache is written only if Python may write bytecode and the folder is writable.
    """

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write a compiled template to the cache, if Python may write bytecode and the folder is writable."""
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                super().dump_bytecode(bucket)


def filled(name: str, view: object, words: Language, css: str) -> str:
    """Return a template filled in with a view, in the language `words`."""
    says = {"_": lambda text, **values: words(messages.say(text, **values))}
    return _environment().get_template(name).render(says, view=view, w=words, css=Markup(css))


@cache
def _environment() -> Environment:
    """Return the Jinja environment that renders the templates. It is created once per process."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        bytecode_cache=Compiled(str(COMPILED)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "drawn": Markup,
        "bit": _bit,
        "bits": _bits,
        "heads": _heads,
        "lines": _lines,
        "rows": _rows,
        "course": course,
    }  # drawn: a finished picture
    return environment


# -- what a page repeats most is put together here: a macro for each piece of text would take ten times as long


def _heads(table: Table) -> Markup:
    return Markup("".join([_head(head) for head in table.heads]))


@lru_cache(CELLS)
def _head(head: Head) -> str:
    """Return the header of a column as HTML.

    Results are cached, since many tables of a page have the same headers.
    """
    if not head.text:
        return "<td></td>"
    shown = escape(head.text)
    if head.long not in ("", head.text):
        shown = Markup(f'<abbr title="{escape(head.long)}">{shown}</abbr>')
    return f'<th scope="col"{_attribute("class", head.style)}>{shown}</th>'


def _rows(table: Table) -> Markup:
    people = table.people or [("", "")] * len(table.rows)
    styles = table.row_styles or [""] * len(table.rows)
    return Markup("".join(
        f"<tr{_attribute('id', id)}{_attribute('data-p', at)}{_attribute('class', style)}>"
        f"{''.join([_cell(tuple(cell.bits), *cell[1:]) for cell in row])}</tr>\n"
        for row, (id, at), style in zip(table.rows, people, styles, strict=False)
    ))  # fmt: skip


@lru_cache(CELLS)
def _cell(bits: Sequence[Bit], style: str, rows: int, value: str) -> str:
    """Return a cell as HTML.

    Results are cached, since many cells of a page are identical, especially those with centres.
    """
    spans = f' rowspan="{rows}"' if rows > 1 else ""
    if style == "head":
        return f'<th scope="{"rowgroup" if rows > 1 else "row"}"{spans}>{_bits(bits)}</th>'
    return f"<td{spans}{_attribute('class', style)}{_attribute('data-v', value)}>{_bits(bits)}</td>"


def _lines(lines: Sequence[Line]) -> Markup:
    """Return the names beside a race as HTML."""
    return Markup("".join(
        f'<li data-p="{escape(line.at)}"{_attribute("class", " ".join(filter(None, [line.style, line.level])))}>'
        f'<a href="#{escape(line.link)}"><i>{escape(line.rank)}</i>{_bit(line.name)}<em>{escape(line.score)}</em></a></li>'
        for line in lines
    ))  # fmt: skip


def _bits(bits: Sequence[Bit]) -> Markup:
    return Markup("".join([_bit(bit) for bit in bits]))


def _bit(bit: Bit) -> Markup:
    """Return a piece of text as HTML, with its style and link.

    A doubtful name is followed by the question about that name.
    """
    shown, style = escape(bit.text), bit.style
    if style == "break":
        html = "<br>"
    elif style == "dropped":
        html = f"<s>{shown}</s>" + (f'<span class="unseen"> {escape(bit.long)}</span>' if bit.long else "")
    elif bit.long:
        html = f' <abbr class="{escape(style)}" title="{escape(bit.long)}">{shown}</abbr>'
    elif bit.link.startswith("http"):
        html = f'<a href="{escape(bit.link)}" rel="noopener noreferrer">{shown}</a>'
    elif bit.link:
        inside = f"<bdi>{shown}</bdi>" if style == "name" else shown
        html = f'<a href="{"" if bit.link.startswith("../") else "#"}{escape(bit.link)}">{inside}</a>'
    elif style in TAGS:
        html = f"<{TAGS[style]}>{shown}</{TAGS[style]}>"
    elif style == "small":
        html = f" <small>{shown}</small>" if shown else ""
    elif style:
        html = f'{" " * style.startswith("st ")}<span class="{escape(style)}">{shown}</span>'
    else:
        html = shown
    return Markup(html + (f' <small class="doubt">{escape(bit.doubt)}</small>' if bit.doubt else ""))


def _attribute(name: str, value: str) -> str:
    """Return an HTML attribute, or "" if there is no value."""
    return f' {name}="{escape(value)}"' if value else ""
