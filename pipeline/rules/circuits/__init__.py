"""The circuits: one file a way in which many results become standings. The folder is the registry.

A module has a docstring (the rule sheet), `NEEDS` (what it takes of the seasons), its numbers, and `standings(...)`,
which answers an `CircuitResult`; those that are their numbers stand in `by_numbers`, a file a family. A paragraph that gives a figure names its column, in the results or in the standings. What
several circuits ask stands in `pipeline.rules.standings`. Nothing here needs pandas, so that the names are quick to list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pipeline.rules.circuit_totals import COMMON, OF_PLACES, Adding
from pipeline.rules.numbers import printed
from pipeline.rules.rule_sheet import Paragraph, Rule, ids_by_title, kept, letters_of, modules, names
from schemas.messages import Text
from schemas.words import circuit_id as circuit_id_of

if TYPE_CHECKING:
    import pandas as pd


BESIDES_THE_NAME = re.compile(r"\(.*?\)|\.|\b(?:the|diplomacy|[ivxl]+|\w*\d\w*)\b")
NAME = re.compile(r"\w+")
BY_NUMBERS, ADDED = f"{__name__}.by_numbers", "pipeline.rules.points_circuits"  # they import this module


class Needs(NamedTuple):
    """What a circuit takes of the seasons, and whom it ranks.

    takes        the `placings` of a season's events, the `scores` of its games under their official systems, the
                 `participants` of its Bao events, or the `games` of all seasons as they stood on the day of its list
    game         what is played at its events: diplomacy or bao
    ranked       who stands in the column `player` of the standings: player or nation
    system       the system that scores the games it takes: their scores stand in a column of that name
    years_back   how long before the day of the list a game may have ended, so that every finished one has to state the
                 day on which it ended; 0 if it looks into no other season
    invites      the format of the event to which it invites its best; the standings have a column of that name
    selects      the match for which it selects its best; standings and results have a column of that name
    accredited   the names of the events that its text counts; none where the text names none
    events       how many events a season of it has; 0 where the text does not say
    asks         the settings that an event has to state to give points, as `circuit points`
    open_events  it says what a player can reach in events that have no result yet
    shares_ties  tied placings share the points of the places they fill, and its text does not say so
    """

    takes: Literal["placings", "scores", "participants", "games"]
    game: Literal["diplomacy", "bao"] = "diplomacy"
    ranked: Literal["player", "nation"] = "player"
    system: str = ""
    years_back: int = 0
    invites: str = ""
    selects: str = ""
    accredited: tuple[str, ...] = ()
    events: int = 0
    asks: tuple[str, ...] = ()
    open_events: bool = False
    shares_ties: bool = True

    def accredits(self, event: str) -> bool:
        """Whether the text counts an event of this name, or names none; year and edition do not matter."""
        return not self.accredited or bare(event) in {*map(bare, self.accredited)}


def bare(event: str) -> str:
    """An event's name without what changes from year to year: `The Don Challenge Cup X` is `don challenge cup`."""
    return " ".join(NAME.findall(BESIDES_THE_NAME.sub("", event.casefold())))


class Notice(NamedTuple):
    """A remark on a result; `player` is empty where it holds for the event, `season` too where it holds for the circuit."""

    season: str
    event: str
    player: str
    text: Text


@dataclass(frozen=True, eq=False)
class CircuitResult:
    """What a circuit makes of the results.

    standings  one row a listed player: rank, player, events, score, the road to the score, best_1, best_2 ...,
               settled (how a tie was settled, or that it is shared, as a message; "" where there was none)
    results    one row a result, used or not: player, event, place, points, used, the road to the points,
               why (why it is not used, as a message; "" where it is)
    notices    remarks
    """

    standings: pd.DataFrame
    results: pd.DataFrame
    notices: list[Notice]


@dataclass(frozen=True)
class Circuit(Rule):
    """One published circuit, or a season's own.

    edition  its numbers, if it is one of those that are their numbers
    base     the published one whose formula a season's own takes; empty for a table of its own
    """

    edition: Any = None
    base: str = ""

    @property
    def needs(self) -> Needs:
        """What it takes of the seasons, and whom it ranks."""
        needs: Needs = self.module.NEEDS
        return needs

    @property
    def title(self) -> str:
        """The circuit's name."""
        return (self.edition and self.edition.title) or super().title

    @property
    def rules(self) -> list[Paragraph]:
        """The paragraphs of the rule sheet, with the numbers and how the results add up."""
        if not self.edition:
            return super().rules
        shown = printed(self.edition.numbers)
        sheet = [one._replace(text=one.text.format_map(shown)) for one in kept(super().rules, self.edition.numbers)]
        of_games = self.needs.takes == "scores"
        common = COMMON if of_games else f"{COMMON} {OF_PLACES}"
        *sheet, reading = [one for one in sheet if one.label != "Source" or not self.edition.source]
        source = [Paragraph("Source", "", self.edition.source)] if self.edition.source else []
        adding = self.edition.adding.paragraphs("game" if of_games else "event")
        return [*source, *sheet, *adding, reading._replace(text=f"{reading.text} {common}")]

    def standings(self, *results: Any) -> CircuitResult:
        """What it makes of what it takes: the rows, and for games the day of the list, for placings the open events."""
        if self.edition:
            results = (self, *results)
        outcome: CircuitResult = (import_module(ADDED) if self.edition else self.module).standings(*results)
        return outcome


def circuit_names() -> list[str]:
    """The id of every circuit, in alphabetical order; the modules of those that are not their numbers stay unread."""
    return sorted([*names(__name__), *_by_numbers()])


def circuit_id(typed: str) -> str:
    """The id of the circuit that is named by its id or its title; of another name, the id that it would be."""
    id = circuit_id_of(typed)
    return id if id in circuit_names() else _by_title().get(letters_of(typed), id)


@cache
def _by_title() -> dict[str, str]:
    return ids_by_title(circuits().values())


@cache
def circuits() -> dict[str, Circuit]:
    """Every circuit by its id, in alphabetical order."""
    by_id = {name: Circuit(name, module) for name, module in modules(__name__).items()}
    return dict(sorted((by_id | _by_numbers()).items()))


@cache
def _by_numbers() -> dict[str, Circuit]:
    """The circuits that are their numbers."""
    families = modules(BY_NUMBERS).values()
    return {id: Circuit(id, family, edition) for family in families for id, edition in family.EDITIONS.items()}


def season_circuit(id: str, title: str, points: str | tuple[float, ...], adding: Adding) -> Circuit:
    """A season's own circuit, with the formula of a published one or a table of points by place.

    Raises KeyError for a formula that there is not.
    """
    source = "The season's own circuit: the sheet `circuits` of season.xlsx."
    if isinstance(points, str):
        base = _by_numbers()[points]
        source = f"{source} Its points are those of {base.title}."
        return replace(
            base, id=id, base=points, edition=base.edition._replace(adding=adding, title=title, source=source)
        )
    family = modules(BY_NUMBERS)["table_by_place"]
    edition = import_module(BY_NUMBERS).Edition(family.Numbers(points), adding, title, source)
    return Circuit(id, family, edition)


def formulas() -> list[str]:
    """The published circuits whose formula a season's own may take."""
    return [*_by_numbers()]
