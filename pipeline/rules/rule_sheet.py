"""Rule sheets, which are read from the docstrings of the rules' modules.

A paragraph looks like `2.1      place points: 70, 34 and 16 ...`. It consists of a label, two or more spaces, and the
wording. If the paragraph gives points, the wording begins with a name for these points and a colon. Lines that begin
with spaces continue the paragraph. Placeholders such as `{places}` stand for numbers that an edition may change.

If a rule was published in another language, `ORIGINAL` holds its original wording, laid out in the same way, with the
same labels and the original names of the points. `LANGUAGE` names that language.
"""

import ast
import inspect
import pkgutil
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from pipeline.rules.numbers import worth_nothing
from schemas.messages import names as names_in
from schemas.messages import say
from schemas.words import fold

IN_ENGLISH = say(
    "Rule texts stay in English, keep their original terms, and give the rules as the program applies them."
)
PARAGRAPH = re.compile(r"(?P<label>\S+)\s{2,}(?:(?P<part>[a-zà-ÿ][A-Za-zà-ÿ'’ -]*): )?(?P<text>.+)", re.DOTALL)


class Original(NamedTuple):
    """The original wording of a paragraph that was published in another language.

    `part` is the original name of the paragraph's points, such as `piazzamento`. It is empty if the paragraph gives no
    points.
    """

    language: str
    part: str
    text: str


class Paragraph(NamedTuple):
    """A paragraph of a rule sheet.

    part      the name of the paragraph's points, such as `place points`, empty if the paragraph gives no points
    original  the paragraph's original wording, None if the source is in English
    """

    label: str
    part: str
    text: str
    original: Original | None = None

    def numbers(self) -> set[str]:
        """Return the names of the placeholders for numbers in the paragraph's text."""
        return {*names_in(self.text)}


@dataclass(frozen=True)
class Rule:
    """A published rule, with its id and the module that contains its text and code."""

    id: str
    module: ModuleType

    @property
    def title(self) -> str:
        """Return the rule's name."""
        return title(docstring(self.module))

    def title_in(self, language: str) -> str:
        """Return the source's name for the rule if the source is in this language, otherwise the rule's own name."""
        of_source = getattr(self.module, "LANGUAGE", "") == language
        return title(self.module.ORIGINAL) if of_source else self.title

    @property
    def rules(self) -> list[Paragraph]:
        """Return the paragraphs of the rule sheet."""
        return with_originals(paragraphs(docstring(self.module)), self.module)


def ids_by_title(rules: Iterable[Rule]) -> dict[str, str]:
    """Return the rules' ids, keyed by the letters and digits of their titles (`letters_of`).

    Each rule has two keys: its title alone, and its title with the id in brackets.
    """
    return {letters_of(text): rule.id for rule in rules for text in (rule.title, f"{rule.title} ({rule.id})")}


def letters_of(typed: str) -> str:
    """Return only the letters and digits of a name, in lower case and without accents."""
    return re.sub(r"[\W_]+", "", fold(typed))


def names(folder: str) -> list[str]:
    """Return the names of the modules in a package of rules, in alphabetical order, without importing them."""
    return sorted(module.name for module in pkgutil.iter_modules(import_module(folder).__path__) if not module.ispkg)


def modules(folder: str) -> dict[str, ModuleType]:
    """Return the modules in a package of rules in alphabetical order, keyed by name."""
    return {name: import_module(f"{folder}.{name}") for name in names(folder)}


@cache
def docstring(module: ModuleType) -> str:
    """Return a module's docstring, even under `python -OO`."""
    return module.__doc__ or ast.get_docstring(ast.parse(inspect.getsource(module))) or ""


@cache
def title(doc: str) -> str:
    """Return the name on the first line, without its full stop."""
    return inspect.cleandoc(doc).splitlines()[0].rstrip(".")


def paragraphs(doc: str) -> list[Paragraph]:
    """Return the paragraphs below the first line.

    Raises ValueError for a line that is neither a paragraph nor the continuation of one.
    """
    blocks = re.split(r"\n(?=\S)", "\n".join(inspect.cleandoc(doc).splitlines()[2:]))
    sheet = []
    for block in filter(None, blocks):
        match = PARAGRAPH.fullmatch(" ".join(block.split()).replace(" ", "  ", 1))
        if not match:
            raise ValueError(f"no paragraph of a rule sheet: {block!r}")
        sheet.append(Paragraph(match["label"], match["part"] or "", match["text"].strip()))
    return sheet


def originals(module: ModuleType) -> dict[str, Original]:
    """Return the original wording of the paragraphs, keyed by label.

    The result is empty for a rule published in English.
    """
    sheet = paragraphs(getattr(module, "ORIGINAL", ""))
    return {one.label: Original(module.LANGUAGE, one.part, one.text) for one in sheet}


def with_originals(sheet: Iterable[Paragraph], module: ModuleType) -> list[Paragraph]:
    """Return the paragraphs of a sheet, each with its original wording if the module gives one."""
    of_source = originals(module)
    return [one._replace(original=of_source.get(one.label)) for one in sheet]


def kept(sheet: list[Paragraph], numbers: Any) -> list[Paragraph]:
    """Return the paragraphs of a rule sheet, leaving out those in which no setting gives points.

    Paragraphs without settings are kept.
    """
    none = worth_nothing(numbers)
    return [one for one in sheet if not one.numbers() or one.numbers() - none]


def column(part: str) -> str:
    """Return a part's name as a column name, such as `survivors_bonus` for `survivors' bonus`."""
    return re.sub(r"\W+", "_", part.replace("'", ""))
