"""The circuits that turn many results into standings.

There is one file per circuit, and the folder is the registry.

A module has a docstring (the rule sheet), `NEEDS` (its input), its numeric settings, and `standings(...)`, which
returns a `CircuitResult`. Circuits that are defined by a formula and its numeric settings are in the folder
`by_numbers`, one file per formula. If a paragraph of a rule sheet gives a value, its text begins with the name of the
value's column in the results or the standings. Functions that several circuits share are in `pipeline.rules.standings`.
Nothing here imports pandas, so that listing the names is quick.
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
BY_NUMBERS, ADDED = f"{__name__}.by_numbers", "pipeline.rules.points_circuits"  # imported late: they import this module


class Needs(NamedTuple):
    """The input of a circuit, and whether it ranks players or nations.

    takes        the `placings` of a season's events, the `scores` of its games under their official systems, the
                 `participants` of its Bao events, or the `games` of all seasons as they stood on the date of the
                 circuit's ranking list
    game         the game played at its events: diplomacy or bao
    ranked       the meaning of the `player` column in the standings: player or nation
    system       the system that scores its games. The input has the scores in a column of that name
    years_back   how many years before the ranking list's date a game may have ended, or 0 if the circuit does not use
                 games from other seasons. If set, finished games must state their last day
    invites      the format of the event to which the circuit invites its best players. The standings show who is
                 invited in a column of the same name
    selects      the match for which the circuit selects its best players. The standings and the results show who is
                 selected in a column of the same name
    accredited   the names of the events that count according to the circuit's text, empty if the text names none
    events       the number of events in a season, 0 if the circuit's text does not say
    asks         the settings that an event must state in order to give points, such as `circuit points`
    open_events  whether the circuit shows what a player can reach in events without a result
    shares_ties  whether tied placings share the points of the places they fill, although the text does not mention ties
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
        """Return whether the circuit's text names this event, in any year or edition, or names no events at all."""
        return not self.accredited or bare(event) in {*map(bare, self.accredited)}


def bare(event: str) -> str:
    """Return an event's name in lower case, without its article, year and edition.

    The word `diplomacy` and text in brackets are left out too. `The Don Challenge Cup X` becomes `don challenge cup`.
    """
    return " ".join(NAME.findall(BESIDES_THE_NAME.sub("", event.casefold())))


class Notice(NamedTuple):
    """A remark on a circuit.

    `player` is empty if the remark concerns a whole event. `season` and `event` are empty too if the remark concerns
    the whole circuit.
    """

    season: str
    event: str
    player: str
    text: Text


@dataclass(frozen=True, eq=False)
class CircuitResult:
    """The result of a circuit.

    standings  one row per listed player: `rank`, `player`, `events`, `score`, the figures behind the score, `best_1`,
               `best_2` and so on, and `settled` (message that says how a tie was settled or that the rank is shared,
               "" without a tie)
    results    one row per result, whether used or not: `player`, `event`, `place`, `points`, `used`, the figures behind
               the points, and `why` (message that says why the result is not used, "" if used)
    notices    remarks
    """

    standings: pd.DataFrame
    results: pd.DataFrame
    notices: list[Notice]


@dataclass(frozen=True)
class Circuit(Rule):
    """A published circuit, or a season's own circuit.

    edition  settings of the circuit's formula in `by_numbers`, or None if the circuit has its own module
    base     id of the published circuit from which a season's own circuit takes its formula, or "" if there is none
    """

    edition: Any = None
    base: str = ""

    @property
    def needs(self) -> Needs:
        """Return what the circuit takes as input, and whether it ranks players or nations."""
        needs: Needs = self.module.NEEDS
        return needs

    @property
    def title(self) -> str:
        """Return the circuit's name."""
        return (self.edition and self.edition.title) or super().title

    @property
    def rules(self) -> list[Paragraph]:
        """Return the paragraphs of the rule sheet.

        The paragraphs of an edition give its numeric settings, and say how its results are added up.
        """
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
        """Return the result of the circuit.

        results  the input rows. They are followed by the ranking list's date if `NEEDS.takes` is `games`, or by the
                 open events if `NEEDS.open_events` is true
        """
        if self.edition:
            results = (self, *results)
        outcome: CircuitResult = (import_module(ADDED) if self.edition else self.module).standings(*results)
        return outcome


def circuit_names() -> list[str]:
    """Return the ids of all circuits in alphabetical order.

    Only the modules in `by_numbers` are imported.
    """
    return sorted([*names(__name__), *_by_numbers()])


def circuit_id(typed: str) -> str:
    """Return the id of the circuit that has the given id or title.

    If there is no such circuit, the id is made from the given text.
    """
    id = circuit_id_of(typed)
    return id if id in circuit_names() else _by_title().get(letters_of(typed), id)


@cache
def _by_title() -> dict[str, str]:
    return ids_by_title(circuits().values())


@cache
def circuits() -> dict[str, Circuit]:
    """Return the circuits in alphabetical order, keyed by id."""
    by_id = {name: Circuit(name, module) for name, module in modules(__name__).items()}
    return dict(sorted((by_id | _by_numbers()).items()))


@cache
def _by_numbers() -> dict[str, Circuit]:
    """Return the published circuits that are defined in the folder `by_numbers`, keyed by the circuit's id."""
    families = modules(BY_NUMBERS).values()
    return {id: Circuit(id, family, edition) for family in families for id, edition in family.EDITIONS.items()}


def season_circuit(id: str, title: str, points: str | tuple[float, ...], adding: Adding) -> Circuit:
    """Return a season's own circuit, which uses a published circuit's formula or a table of points by place.

    Raises KeyError for an unknown formula.
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
    """Return the ids of the published circuits whose formula a season's own circuit can use."""
    return [*_by_numbers()]
