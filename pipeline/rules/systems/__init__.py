"""The systems that score boards.

Each scoring method has its own file, and the folder serves as the registry.

A module has a docstring (the rule sheet), `Numbers` (the settings that an edition may change), `EDITIONS` (the
editions, keyed by id), and `score(boards, numbers)`. It may also have the functions `unscorable` (unscorable boards,
keyed by reason) and `notices` (scored boards, keyed by remark), which take the same arguments, and `LIMITS` (the lowest
and the highest score, if a score is a share of the board's total). If `Numbers` inherits from `SoloRules`, the
paragraphs on solos, defeats and eliminations are added to the rule sheet. A paragraph whose settings are all zero is
not printed and adds no part to the score.
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

# The systems that a season shows in addition to its official ones if it lists none.
USUAL = (
    *("boucher", "c_diplo", "c_diplo_100", "c_diplo_namur", "diplo_ligue", "italia_2010", "omg", "open_tribute", "pgp"),
    *("sum_of_squares", "tribute", "win_namur", "win_namur_survival"),
)
Typed = tuple[tuple[str, str], ...]  # pairs of a setting's name and its typed value


@dataclass(frozen=True)
class System(Rule):
    """A published system, one of its editions, or a season's own system.

    season  the season that defines the system, empty for a published system
    base    the published system on which a season's own system is based
    typed   the settings that the season changes, sorted
    """

    edition: Edition
    season: str = ""
    base: str = ""
    typed: Typed = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the id and the changed settings, since other processes can import the module themselves."""
        return (season_system, (self.season, self.id, self.base, self.typed)) if self.season else (_system, (self.id,))

    @property
    def key(self) -> str:
        """Return a key that is unique across all seasons.

        The key of a published system is its id.
        """
        return f"{self.season}/{self.id}" if self.season else self.id

    @property
    def published(self) -> str:
        """Return the id of the system, or of the published system on which a season's own system is based."""
        return self.base or self.id

    @property
    def title(self) -> str:
        """Return the system's name."""
        return self.edition.title or super().title

    def title_in(self, language: str) -> str:
        """Return the source's name for the system if the source is in this language, otherwise the system's own name.

        For an edition that has its own title, return that title.
        """
        return self.title if self.edition.title else super().title_in(language)

    @property
    def title_and_id(self) -> str:
        """Return the system's name with its id.

        The name of a season's own system already includes the id.
        """
        return self.title if self.season else f"{self.title} ({self.id})"

    @property
    def numbers(self) -> Any:
        """Return the edition's settings, which appear in the rule sheet and are used to compute scores."""
        return self.edition.numbers

    @cached_property
    def rules(self) -> list[Paragraph]:
        """Return the paragraphs of the rule sheet, with the values of this edition's settings."""
        shown, kept = printed(self.numbers), self._kept
        sheet = [one._replace(text=one.text.format_map(shown)) for one in kept if one.label != "Source"]
        if not self.edition.source:  # editions with other numbers differ from the source's text
            sheet = with_originals(sheet, self.module)
        source = self.edition.source or next(one.text for one in kept if one.label == "Source")
        if self.edition.reading:
            before = [one.text for one in sheet if one.label == "Reading"]
            sheet = [one for one in sheet if one.label != "Reading"]
            sheet.append(Paragraph("Reading", "", " ".join([*before, self.edition.reading])))
        return [Paragraph("Source", "", source), *sheet]

    @property
    def in_force(self) -> set[str]:
        """Return the names of the settings whose values appear in the rule sheet."""
        return {name for paragraph in self._kept for name in paragraph.numbers()}

    @cached_property
    def _kept(self) -> list[Paragraph]:
        """Return the paragraphs of the rule sheet, with placeholders for the values of settings.

        Paragraphs whose settings are all zero are left out.
        """
        around = paragraphs(sheet_of_outcomes(self.numbers)) if isinstance(self.numbers, SoloRules) else []
        return kept([*around, *_template(self.module)], self.numbers)

    @cached_property
    def parts(self) -> list[str]:
        """Return the names of a score's parts, in the rule's order."""
        return [paragraph.part for paragraph in self.rules if paragraph.part]

    @property
    def bulletin(self) -> Mapping[str, tuple[str, str]]:
        """Return the columns of a bulletin, as a mapping from each header to its figure and paragraph.

        The mapping is empty if the system has no bulletin.
        """
        return getattr(self.module, "BULLETIN", {})

    @property
    def scores_games_in_progress(self) -> bool:
        """Return whether the system gives a game in progress a provisional score."""
        return getattr(self.module, "SCORES_GAMES_IN_PROGRESS", False)

    def score(self, boards: Boards) -> Result:
        """Return the parts of every power's score, as (power, board) arrays."""
        result = self.module.score(boards, self.numbers)
        first, *others = ((part, result.parts[part]) for part in self.parts)
        return replace(result, parts={first[0]: np.broadcast_to(first[1], boards.centres.shape), **dict(others)})

    def unscorable(self, boards: Boards) -> dict[Message, Bools]:
        """Return masks of the boards that cannot be scored, keyed by reason."""
        unscorable = self._asked("unscorable", boards)
        if self.scores_games_in_progress:
            return unscorable
        over = ~boards.in_progress
        return {say("the game is in progress"): ~over} | {reason: mask & over for reason, mask in unscorable.items()}

    def notices(self, boards: Boards) -> dict[Message, Bools]:
        """Return masks of the boards that have a remark, keyed by remark."""
        return self._asked("notices", boards)

    def _asked(self, question: str, boards: Boards) -> dict[Message, Bools]:
        answer = getattr(self.module, question, None)
        return answer(boards, self.numbers) if answer else {}


@cache
def _template(module: ModuleType) -> list[Paragraph]:
    """Return the paragraphs of a module's rule sheet, with placeholders for the values of settings."""
    return paragraphs(docstring(module))


def _system(id: str) -> System:
    return systems()[id]


def system_id(typed: str) -> str:
    """Return the id of the published system whose id or title was entered.

    If there is no such system, an id is made from the entered text.
    """
    id = id_of(typed)
    return id if id in systems() else _by_title().get(letters_of(typed), id)


@cache
def _by_title() -> dict[str, str]:
    return ids_by_title(systems().values())


@cache
def systems() -> dict[str, System]:
    """Return the published systems in alphabetical order, keyed by id."""
    by_id = {
        id: System(id, module, edition)
        for module in modules(__name__).values()
        for id, edition in module.EDITIONS.items()
    }
    return dict(sorted(by_id.items()))


def season_system(season: str, id: str, base: str, typed: Typed) -> System:
    """Return a season's own edition of a published system, with some settings replaced by the season's values.

    Raises KeyError for an unknown base or setting, and ValueError for an invalid value.
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
    """Return the other published readings of a system's rule."""
    name = system.edition.reads
    return [one for one in systems().values() if name and one.edition.reads == name and one.id != system.id]


def module_title(module: ModuleType) -> str:
    """Return the name of the system family that a module defines."""
    return title(docstring(module))


def by_module(chosen: Iterable[System]) -> dict[str, list[System]]:
    """Group systems by module title, in alphabetical order."""
    by_title: dict[str, list[System]] = {}
    for system in chosen:
        by_title.setdefault(module_title(system.module), []).append(system)
    return dict(sorted(by_title.items()))
