"""The systems: one file a way to score one board. The folder is the registry.

A module has a docstring (the rule sheet), `Numbers` (what an edition may change), `EDITIONS` (id -> edition), and
`score(boards, numbers)`. Where needed it also has `lacks` (boards that cannot be scored, by reason) and `notices` (boards
scored with a remark), called like `score`, and `LIMITS` (the lowest and the highest score, where a score is a part of the
board). Numbers that are `SoloRules` bring their paragraphs with them; a paragraph all of whose numbers are nought is not
printed, and gives no part.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from types import ModuleType
from typing import Any

import numpy as np

from pipeline.rules.boards import Boards, Bools, Result
from pipeline.rules.numbers import Edition, printed, with_typed
from pipeline.rules.rule_sheet import (
    Paragraph,
    Rule,
    docstring,
    ids_by_title,
    kept,
    letters_of,
    modules,
    paragraphs,
    title,
    with_originals,
)
from pipeline.rules.solo_rules import SoloRules, sheet_of_outcomes
from schemas.messages import Message, say
from schemas.words import id_of

# What every season shows that says nothing of it, beside its official systems.
USUAL = (
    *("boucher", "c_diplo", "c_diplo_100", "c_diplo_namur", "diplo_ligue", "italia_2010", "omg", "open_tribute", "pgp"),
    *("sum_of_squares", "tribute", "win_namur", "win_namur_survival"),
)
Typed = tuple[tuple[str, str], ...]  # names of numbers, and their values as typed


@dataclass(frozen=True)
class System(Rule):
    """One published system, one edition of it, or a season's own.

    season  whose own it is; empty for what is published
    base    the published one that it is made from
    typed   the numbers that it changes, in one order whatever the order of the rows
    """

    edition: Edition
    season: str = ""
    base: str = ""
    typed: Typed = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its id and what was typed: another process has the module already."""
        return (season_system, (self.season, self.id, self.base, self.typed)) if self.season else (_system, (self.id,))

    @property
    def key(self) -> str:
        """Tells it apart from every other system of all seasons; the id of a published one."""
        return f"{self.season}/{self.id}" if self.season else self.id

    @property
    def published(self) -> str:
        """The published system of which it is an edition: itself, or what it is made from."""
        return self.base or self.id

    @property
    def title(self) -> str:
        """The system's name."""
        return self.edition.title or super().title

    def title_in(self, language: str) -> str:
        """The name that its source gives it; another edition has a name of its own."""
        return self.title if self.edition.title else super().title_in(language)

    @property
    def title_and_id(self) -> str:
        """Its name and its id, which the name of a season's own has already."""
        return self.title if self.season else f"{self.title} ({self.id})"

    @property
    def numbers(self) -> Any:
        """What its rule sheet prints and its module scores by."""
        return self.edition.numbers

    @cached_property
    def rules(self) -> list[Paragraph]:
        """The paragraphs of the rule sheet, with this edition's numbers."""
        shown, kept = printed(self.numbers), self._kept
        sheet = [one._replace(text=one.text.format_map(shown)) for one in kept if one.label != "Source"]
        if not self.edition.source:  # other editions have other numbers than the text
            sheet = with_originals(sheet, self.module)
        source = self.edition.source or next(one.text for one in kept if one.label == "Source")
        if self.edition.reading:
            before = [one.text for one in sheet if one.label == "Reading"]
            sheet = [one for one in sheet if one.label != "Reading"]
            sheet.append(Paragraph("Reading", "", " ".join([*before, self.edition.reading])))
        return [Paragraph("Source", "", source), *sheet]

    @property
    def in_force(self) -> set[str]:
        """The numbers that its rule sheet prints."""
        return {name for paragraph in self._kept for name in paragraph.numbers()}

    @cached_property
    def _kept(self) -> list[Paragraph]:
        """The paragraphs with names for the numbers, but for those all of whose numbers are nought."""
        around = paragraphs(sheet_of_outcomes(self.numbers)) if isinstance(self.numbers, SoloRules) else []
        return kept([*around, *_template(self.module)], self.numbers)

    @cached_property
    def parts(self) -> list[str]:
        """The parts of a score, in the rule's order."""
        return [paragraph.part for paragraph in self.rules if paragraph.part]

    @property
    def bulletin(self) -> Mapping[str, tuple[str, str]]:
        """What a bulletin of its games prints: header -> the figure, its paragraph; nothing where events have standings."""
        return getattr(self.module, "BULLETIN", {})

    @property
    def scores_games_in_progress(self) -> bool:
        """A game in progress has a provisional score."""
        return getattr(self.module, "SCORES_GAMES_IN_PROGRESS", False)

    def score(self, boards: Boards) -> Result:
        """Parts of every power's score. (power, board)"""
        result = self.module.score(boards, self.numbers)
        first, *others = ((part, result.parts[part]) for part in self.parts)
        return replace(result, parts={first[0]: np.broadcast_to(first[1], boards.centres.shape), **dict(others)})

    def lacks(self, boards: Boards) -> dict[Message, Bools]:
        """Boards that cannot be scored, by reason. (board)"""
        lacks = self._asked("lacks", boards)
        if self.scores_games_in_progress:
            return lacks
        over = ~boards.in_progress
        return {say("the game is in progress"): ~over} | {reason: mask & over for reason, mask in lacks.items()}

    def notices(self, boards: Boards) -> dict[Message, Bools]:
        """Boards scored with a remark, by remark. (board)"""
        return self._asked("notices", boards)

    def _asked(self, question: str, boards: Boards) -> dict[Message, Bools]:
        answer = getattr(self.module, question, None)
        return answer(boards, self.numbers) if answer else {}


@cache
def _template(module: ModuleType) -> list[Paragraph]:
    """The paragraphs of a module, with names for its numbers."""
    return paragraphs(docstring(module))


def _system(id: str) -> System:
    return systems()[id]


def system_id(typed: str) -> str:
    """The id of the published system that is named by its id or its title; of another name, the id that it would be."""
    id = id_of(typed)
    return id if id in systems() else _by_title().get(letters_of(typed), id)


@cache
def _by_title() -> dict[str, str]:
    return ids_by_title(systems().values())


@cache
def systems() -> dict[str, System]:
    """Every published system by its id, in alphabetical order."""
    by_id = {
        id: System(id, module, edition)
        for module in modules(__name__).values()
        for id, edition in module.EDITIONS.items()
    }
    return dict(sorted(by_id.items()))


def season_system(season: str, id: str, base: str, typed: Typed) -> System:
    """A season's own edition of a published system, with some of its numbers as typed.

    Raises KeyError for a base or a number that there is not, ValueError for a value that a number may not have.
    """
    published = systems()[base]
    changed = ", ".join(f"{name} {value}" for name, value in typed)
    edition = Edition(
        with_typed(published.numbers, dict(typed)),
        title=f"{id} ({published.title})",
        source=f"The season's own edition of {published.title} ({base}), with {changed}. {published.rules[0].text}",
        reading=published.edition.reading,
    )
    return System(id, published.module, edition, season, base, typed)


def readings_of(system: System) -> list[System]:
    """The other published readings of the same rule."""
    name = system.edition.reads
    return [one for one in systems().values() if name and one.edition.reads == name and one.id != system.id]


def module_title(module: ModuleType) -> str:
    """The name of a family of systems."""
    return title(docstring(module))


def by_module(chosen: Iterable[System]) -> dict[str, list[System]]:
    """Systems under the title of their module, in order."""
    by_title: dict[str, list[System]] = {}
    for system in chosen:
        by_title.setdefault(module_title(system.module), []).append(system)
    return dict(sorted(by_title.items()))
