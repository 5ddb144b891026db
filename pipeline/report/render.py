"""Render the templates as HTML, and escape everything that comes from the sheets."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, lru_cache
from html import escape
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

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
    """Return the template `name` filled in with a view's data, in the language of `words`."""
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
        "bit": lambda bit: Markup(_bit(bit)),
        "bits": lambda bits: Markup(_bits(bits)),
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

    Results are cached, since many tables on a page have the same headers.
    """
    if not head.text:
        return "<td></td>"
    shown = _text(head.text)
    if head.long not in ("", head.text):
        shown = f'<abbr title="{_text(head.long)}">{shown}</abbr>'
    return f'<th scope="col"{_attribute("class", head.style)}>{shown}</th>'


def _rows(table: Table) -> Markup:
    people = table.people or [("", "")] * len(table.rows)
    styles = table.row_styles or [""] * len(table.rows)
    return Markup("".join(
        f"<tr{_attribute('id', id)}{_attribute('data-p', at)}{_attribute('class', of_row)}>"
        f"{''.join([_cell(tuple(bits), style, rows, value) for bits, style, rows, value in row])}</tr>\n"
        for row, (id, at), of_row in zip(table.rows, people, styles, strict=False)
    ))  # fmt: skip


@lru_cache(CELLS)
def _cell(bits: Sequence[Bit], style: str, rows: int, value: str) -> str:
    """Return a cell as HTML.

    Results are cached, since many cells on a page are identical, especially those with centres.
    """
    spans = f' rowspan="{rows}"' if rows > 1 else ""
    if style == "head":
        return f'<th scope="{"rowgroup" if rows > 1 else "row"}"{spans}>{_bits(bits)}</th>'
    return f"<td{spans}{_attribute('class', style)}{_attribute('data-v', value)}>{_bits(bits)}</td>"


def _lines(lines: Sequence[Line]) -> Markup:
    """Return the list of players beside a race chart, as HTML."""
    return Markup("".join(
        f'<li data-p="{_text(line.at)}"{_attribute("class", " ".join(filter(None, [line.style, line.level])))}>'
        f'<a href="#{_text(line.link)}"><i>{_text(line.rank)}</i>{_bit(line.name)}<em>{_text(line.score)}</em></a></li>'
        for line in lines
    ))  # fmt: skip


def _bits(bits: Sequence[Bit]) -> str:
    return "".join([_bit(bit) for bit in bits])


def _bit(bit: Bit) -> str:
    """Return a piece of text as HTML, with its style and link.

    A doubtful name is followed by a question that asks who is meant.
    """
    shown, style = _text(bit.text), bit.style
    if style == "break":
        html = "<br>"
    elif style == "dropped":
        html = f"<s>{shown}</s>" + (f'<span class="unseen"> {_text(bit.long)}</span>' if bit.long else "")
    elif bit.long:
        html = f' <abbr class="{_text(style)}" title="{_text(bit.long)}">{shown}</abbr>'
    elif bit.link.startswith("http"):
        html = f'<a href="{_text(bit.link)}" rel="noopener noreferrer">{shown}</a>'
    elif bit.link:
        inside = f"<bdi>{shown}</bdi>" if style == "name" else shown
        html = f'<a href="{"" if bit.link.startswith("../") else "#"}{_text(bit.link)}">{inside}</a>'
    elif style in TAGS:
        html = f"<{TAGS[style]}>{shown}</{TAGS[style]}>"
    elif style == "small":
        html = f" <small>{shown}</small>" if shown else ""
    elif style:
        html = f'{" " * style.startswith("st ")}<span class="{_text(style)}">{shown}</span>'
    else:
        html = shown
    return f'{html} <small class="doubt">{_text(bit.doubt)}</small>' if bit.doubt else html


def _attribute(name: str, value: str) -> str:
    """Return an HTML attribute, or "" if there is no value."""
    return f' {name}="{_text(value)}"' if value else ""


def _text(shown: object) -> str:
    """Return text as HTML, with quotes escaped as in the templates."""
    return escape(str(shown), quote=False).replace('"', "&#34;").replace("'", "&#39;")
