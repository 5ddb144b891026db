"""What the template shows of a section: podiums, circuits and events, groups of tables."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from pipeline.report.cells import Bit, Table


class Step(NamedTuple):
    """A step of a podium."""

    rank: int
    shown: str
    names: list[Bit]
    score: str


class Podium(NamedTuple):
    """Who stood first, second and third."""

    title: Bit
    chips: list[Bit]
    headline: list[Bit]
    steps: list[Step]


class Race(NamedTuple):
    """A chart of ranks, and what it shows."""

    picture: str
    notes: list[str]


class Part(NamedTuple):
    """A circuit or an event; `lack` says why there are no standings, or that they are not the last ones."""

    anchor: str
    title: str
    chips: list[Bit]
    lack: str
    standings: Table | None
    notes: list[str]
    race: Race | None
    headline: Sequence[Bit] = ()
    facts: Sequence[Bit] = ()
    details: Sequence[Table] = ()
    left_out: Sequence[list[Bit]] = ()
    source: Sequence[Bit] = ()
    links: Sequence[Bit] = ()
    stages: Sequence["Group"] = ()


class BoardCard(NamedTuple):
    """One board; `picture` is empty where there is only the table."""

    title: str
    result: list[Bit]
    picture: str
    table: Table


class Group(NamedTuple):
    """Some tables or cards below a title."""

    title: str
    chips: list[Bit]
    members: list[Any]
    anchor: str = ""
    note: str = ""
