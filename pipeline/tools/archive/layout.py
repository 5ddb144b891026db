"""Which column of an archive holds what: one row a board, recognised by the columns' names and types.

A power's column is called after the power and what it tells, in English, Italian or French, with blanks or `_` between:
`Austria` (a list of autumn centres, the first year first), `Austria 1901` ..., `Austria final`, `Austria eliminated`,
`Austria nmr orders`, `Austria nmr adjustments`, `Austria penalty`, `Austria player`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from pipeline.tools.archive.columns import is_list, is_number, is_text
from schemas.words import POWERS, fold, vocabulary

CENTRES, FINAL, ELIMINATED, PENALTY, PLAYER = "centres", "final", "eliminated", "penalty", "player"
NMR = ("nmr orders", "nmr adjustments")
YEARLY = (CENTRES, *NMR)  # told as a list or in a column a year
OF_A_POWER = (FINAL, ELIMINATED, PENALTY, PLAYER, *NMR)
OF_A_BOARD = ("result", "winners", "variant", "first year", "last year")
NAMES_A_BOARD = ("season", "event", "round", "board", "id")
EXPECTED = (
    "an archive has one row a board: for each power a list of its centres by year (`Austria`), or a column for each year "
    "(`Austria 1901` ...), or its final centres (`Austria final`)"
)


class NoArchive(ValueError):
    """What cannot be read as an archive, in one line."""


@dataclass(frozen=True)
class Yearly:
    """Where the figures of years stand: `lists`, a column a power, or `columns`, (power, calendar year) -> column."""

    lists: tuple[str, ...] = ()
    columns: Mapping[tuple[int, int], str] = field(default_factory=dict)

    def __iter__(self) -> Iterator[str]:
        yield from self.lists or self.columns.values()

    @property
    def years(self) -> range:
        """The calendar years that have columns."""
        years = [year for _, year in self.columns]
        return range(min(years), max(years) + 1) if years else range(0)


@dataclass(frozen=True)
class Layout:
    """The columns by what they tell.

    yearly  centres and, where told by year, missed turns
    single  field -> a column for each power: one figure a board, or one text
    board   field -> column
    named   the columns that together name a board
    kept    the columns handed on to the scores, `named` among them
    unread  columns that mean nothing here
    """

    yearly: Mapping[str, Yearly]
    single: Mapping[str, tuple[str, ...]]
    board: Mapping[str, str]
    named: tuple[str, ...]
    kept: tuple[str, ...]
    unread: tuple[str, ...]

    @property
    def columns(self) -> list[str]:
        """All columns to be read, each once."""
        read = [*self.kept, *self.board.values()]
        read += [column for yearly in self.yearly.values() for column in yearly]
        read += [column for columns in self.single.values() for column in columns]
        return [*dict.fromkeys(read)]

    @classmethod
    def of(cls, schema: Any, ids: Iterable[str] = (), keep: Iterable[str] = (), typed: bool = False) -> "Layout":
        """The layout of a pyarrow schema.

        ids    columns that together name a board, instead of those that are called so
        keep   more columns to hand on
        typed  every column is text, as in a CSV file

        Raises NoArchive, in one line, for a table that is not one row a board, or lacks a power's columns.
        """
        ids, keep = tuple(ids), tuple(keep)
        _known(schema.names, (*ids, *keep))
        meanings = {name: _meaning(name, schema.field(name).type, typed) for name in schema.names}
        places = _places(meanings)
        if "power" in places and not any(isinstance(place, Seat) for place in places):
            raise NoArchive(f"a table with a row a power (column {places['power']}) is not read: {EXPECTED}")
        told = {place.told for place in places if isinstance(place, Seat)}
        yearly = {name: _yearly(name, places) for name in YEARLY if name in told}
        single = {name: _single(name, places) for name in OF_A_POWER if name in told}
        layout = cls(
            yearly={name: columns for name, columns in yearly.items() if [*columns]},
            single={name: columns for name, columns in single.items() if columns},
            board={name: places[name] for name in OF_A_BOARD if name in places},
            named=ids or tuple(name for name, meant in meanings.items() if meant in NAMES_A_BOARD),
            kept=tuple(dict.fromkeys((*ids, *(n for n, meant in meanings.items() if meant in NAMES_A_BOARD), *keep))),
            unread=tuple(
                name for name, meant in meanings.items() if meant in ("", "power") and name not in (*ids, *keep)
            ),
        )
        if CENTRES not in layout.yearly and FINAL not in layout.single:
            raise NoArchive(f"no column holds centres: {EXPECTED}")
        enough = bool(ids) or any(meanings[name] in ("board", "id") for name in layout.named)
        return layout if enough else replace(layout, named=())  # a season or a round alone names no board


class Seat(NamedTuple):
    """What a column tells of a power: `year` is a calendar year, ALL_YEARS for a list, NO_YEAR for a single figure."""

    power: int
    told: str
    year: int


ALL_YEARS, NO_YEAR = 0, -1


def _known(names: list[str], asked: Iterable[str]) -> None:
    if missing := [name for name in asked if name not in names]:
        raise NoArchive(f"there is no column {missing[0]}")
    if twice := [name for name in names if names.count(name) > 1]:
        raise NoArchive(f"two columns are called {twice[0]}")


def _meaning(name: str, kind: Any, typed: bool) -> Seat | str:
    """What a column tells of a power, or which fact of the board; "" if nothing that is known here.

    Raises NoArchive for a column that begins with a power and goes on with what nobody knows.
    """
    folded, powers = fold(name), vocabulary("power")
    for word in sorted(powers, key=len, reverse=True):
        if powers[word] in POWERS and re.match(rf"{re.escape(word)}( |$)", folded):
            return _seat(name, POWERS.index(powers[word]), folded[len(word) :].strip(), kind, typed)
    for vocabulary_of, known in (
        ("boards", ("round", "board", "power")),
        ("games", OF_A_BOARD),
        ("setting", OF_A_BOARD),
    ):
        if (meant := vocabulary(vocabulary_of).get(folded, "")) in known:
            return meant
    return folded if folded in NAMES_A_BOARD else ""


def _seat(name: str, power: int, rest: str, kind: Any, typed: bool) -> Seat:
    """`1901`, `nmr orders 1901`, `final`, or nothing -> what the column tells of the power."""
    field, year = re.fullmatch(r"(.*?) ?((?:18|19|20)[0-9]{2})?", rest).groups()  # type: ignore[union-attr]
    told = vocabulary("boards").get(field, "") if field else CENTRES
    lists = is_list(kind) and (is_number(kind.value_type) or is_text(kind.value_type))
    if told == FINAL and (year or lists):  # `Austria centres 1901`
        told = CENTRES
    if told not in (CENTRES, *OF_A_POWER) or (year and told not in YEARLY):
        raise NoArchive(f"the column {name} begins with a power, but what it tells is not known: {EXPECTED}")
    if told == CENTRES and not (year or lists or typed):
        raise NoArchive(f"{name} holds single numbers: call it `{name} final` if these are the final centres")
    if not (is_number(kind) or is_text(kind)) and (year or not lists or told not in YEARLY):
        raise NoArchive(f"{name} holds {kind}, which is not understood there")
    return Seat(power, told, int(year) if year else ALL_YEARS if lists or told == CENTRES else NO_YEAR)


def _places(meanings: Mapping[str, Seat | str]) -> dict[Seat | str, str]:
    """Meaning -> column, each once."""
    places: dict[Seat | str, str] = {}
    for name, meant in meanings.items():
        if meant in places:
            raise NoArchive(f"{places[meant]} and {name} tell the same")
        if meant:
            places[meant] = name
    return places


def _yearly(told: str, places: Mapping[Seat | str, str]) -> Yearly:
    """Lists or a column a year, not both; every power in every year."""
    years = sorted({place.year for place in places if isinstance(place, Seat) and place.told == told} - {NO_YEAR})
    if ALL_YEARS in years and len(years) > 1:
        raise NoArchive(f"{told} stand in lists and in columns for each year: one of the two is expected")
    columns = {year: _of_all(told, year, places) for year in years}
    if years == [ALL_YEARS]:
        return Yearly(lists=columns[ALL_YEARS])
    return Yearly(columns={(power, year): columns[year][power] for year in years for power in range(len(POWERS))})


def _single(told: str, places: Mapping[Seat | str, str]) -> tuple[str, ...]:
    """A column for each power, or nothing if it is told by year."""
    years = {place.year for place in places if isinstance(place, Seat) and place.told == told}
    if NO_YEAR in years and len(years) > 1:
        raise NoArchive(f"{told} stand by year and in one column: one of the two is expected")
    return _of_all(told, NO_YEAR, places) if NO_YEAR in years else ()


def _of_all(told: str, year: int, places: Mapping[Seat | str, str]) -> tuple[str, ...]:
    """A column for each of the seven powers."""
    columns = [places.get(Seat(power, told, year)) for power in range(len(POWERS))]
    there = [column for column in columns if column is not None]
    if len(there) < len(POWERS):
        raise NoArchive(f"{POWERS[columns.index(None)]} has no column like {there[0]}")
    return tuple(there)
