"""The layout of an archive, which has one board per row. Each column's name and type say what it contains.

A power's column is named after the power and its content, in any of the program's languages, with spaces or `_`
between words: `Austria` (a list of autumn centres from the first year on), `Austria 1901` ..., `Austria final`,
`Austria eliminated`, `Austria nmr orders`, `Austria nmr adjustments`, `Austria penalty`, `Austria player`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pipeline.tools.archive.arrays import is_list, is_number, is_text
from schemas.messages import Message, Name, say
from schemas.words import POWERS, fold, vocabulary

CENTRES, FINAL, ELIMINATED, PENALTY, PLAYER = "centres", "final", "eliminated", "penalty", "player"
NMR = ("nmr orders", "nmr adjustments")
YEARLY = (CENTRES, *NMR)  # given as a list, or in one column per year
OF_A_POWER = (FINAL, ELIMINATED, PENALTY, PLAYER, *NMR)
OF_A_BOARD = ("result", "winners", "variant", "first year", "last year")
NAMES_A_BOARD = ("season", "event", "round", "board", "id")
EXPECTED = say(
    "An archive has one row per board. Each power has a list of centres (`Austria`), one column per year (`Austria "
    "1901`), or its final centres (`Austria final`)."
)


class NoArchive(ValueError):
    """Error for an unreadable archive, or an output folder that must not be replaced. The message fits on one line."""


@dataclass(frozen=True)
class Yearly:
    """The columns of yearly figures, in either of two forms. At most one of the two attributes is filled.

    lists    one column of lists per power, in the order of the powers
    columns  one column per power and calendar year, keyed by (power, year)
    """

    lists: tuple[str, ...] = ()
    columns: Mapping[tuple[int, int], str] = field(default_factory=dict)

    def __iter__(self) -> Iterator[str]:
        yield from self.lists or self.columns.values()

    @property
    def years(self) -> range:
        """The range of calendar years that have columns."""
        years = [year for _, year in self.columns]
        return range(min(years), max(years) + 1) if years else range(0)


@dataclass(frozen=True)
class Layout:
    """The columns of an archive, grouped by what they contain.

    yearly  columns of each yearly field: the centres and, if given by year, the missed turns
    single  for each field with one value per power and board, one column per power
    board   column of each field with one value per board
    named   columns that together identify a board
    kept    columns copied to the scores, including those in `named`
    unread  columns without a known meaning
    """

    yearly: Mapping[str, Yearly]
    single: Mapping[str, tuple[str, ...]]
    board: Mapping[str, str]
    named: tuple[str, ...]
    kept: tuple[str, ...]
    unread: tuple[str, ...]

    @property
    def columns(self) -> list[str]:
        """The columns to read, without duplicates."""
        read = [*self.kept, *self.board.values()]
        read += [column for yearly in self.yearly.values() for column in yearly]
        read += [column for columns in self.single.values() for column in columns]
        return [*dict.fromkeys(read)]

    @classmethod
    def of(cls, schema: Any, ids: Iterable[str] = (), keep: Iterable[str] = (), typed: bool = False) -> "Layout":
        """Return the layout of a pyarrow schema.

        ids    columns that together identify a board, instead of the columns with the usual names
        keep   further columns to copy
        typed  whether every column is text, as in a CSV file

        Raises NoArchive if the table does not have one row per board, or if a power lacks a column.
        """
        ids, keep = tuple(ids), tuple(keep)
        _check_names(schema.names, (*ids, *keep))
        meanings = {name: _meaning(name, schema.field(name).type, typed) for name in schema.names}
        places = _places(meanings)
        fields = {place.field for place in places if isinstance(place, PowerColumn)}
        if "power" in places and not fields:
            text = Message("This table has one row per power (column `{column}`). {expected}")
            raise NoArchive(text.of({"column": places["power"], "expected": EXPECTED}))
        columns = {field: _by_year(field, places) for field in (CENTRES, *OF_A_POWER) if field in fields}
        names = tuple(name for name, meaning in meanings.items() if meaning in NAMES_A_BOARD)
        named = ids or names
        if not ids and not any(meanings[name] in ("board", "id") for name in names):
            named = ()  # a season or a round alone does not identify a board
        unread = (name for name, meaning in meanings.items() if meaning in ("", "power"))
        layout = cls(
            yearly={field: _yearly(years) for field, years in columns.items() if NO_YEAR not in years},
            single={field: years[NO_YEAR] for field, years in columns.items() if NO_YEAR in years},
            board={name: places[name] for name in OF_A_BOARD if name in places},
            named=named,
            kept=tuple(dict.fromkeys((*ids, *names, *keep))),
            unread=tuple(name for name in unread if name not in (*ids, *keep)),
        )
        if CENTRES not in layout.yearly and FINAL not in layout.single:
            raise NoArchive(say("No column contains centres. {expected}", expected=EXPECTED))
        return layout


class PowerColumn(NamedTuple):
    """The meaning of a power's column.

    year  calendar year of the values, ALL_YEARS if each cell lists the values of all years, or NO_YEAR if each cell has
          a single value for the whole game
    """

    power: int
    field: str
    year: int


Meaning = PowerColumn | str
ALL_YEARS, NO_YEAR = 0, -1


def _check_names(names: list[str], wanted: Iterable[str]) -> None:
    """Raise NoArchive if a wanted column is missing, or if two columns have the same name."""
    if missing := [name for name in wanted if name not in names]:
        raise NoArchive(say("There is no column `{column}`.", column=missing[0]))
    if twice := [name for name in names if names.count(name) > 1]:
        raise NoArchive(say("Two columns are called `{column}`. Rename one of them.", column=twice[0]))


def _meaning(name: str, kind: Any, typed: bool) -> Meaning:
    """Return a column's meaning: a PowerColumn, the field of a board, or "" if the meaning is not known.

    Raises NoArchive if a column's name begins with a power and continues with an unknown word.
    """
    folded, powers = fold(name), vocabulary("power")
    for word in sorted(powers, key=len, reverse=True):
        if powers[word] in POWERS and re.match(rf"{re.escape(word)}( |$)", folded):
            return _power_column(name, POWERS.index(powers[word]), folded[len(word) :].strip(), kind, typed)
    facts = {"boards": ("round", "board", "power"), "games": OF_A_BOARD, "setting": OF_A_BOARD}
    for sheet, fields in facts.items():
        if (meaning := vocabulary(sheet).get(folded, "")) in fields:
            return meaning
    return folded if folded in NAMES_A_BOARD else ""


def _power_column(name: str, power: int, rest: str, kind: Any, typed: bool) -> PowerColumn:
    """Return the meaning of a power's column. Raises NoArchive if the name or the type does not fit.

    rest  the column's name after the power, such as `1901`, `nmr orders 1901` or ""
    """
    words, year = re.fullmatch(r"(.*?) ?((?:18|19|20)[0-9]{2})?", rest).groups()  # type: ignore[union-attr]
    field = vocabulary("boards").get(words, "") if words else CENTRES
    lists = is_list(kind) and (is_number(kind.value_type) or is_text(kind.value_type))
    if field == FINAL and (year or lists):  # `Austria centres 1901`
        field = CENTRES
    if field not in (CENTRES, *OF_A_POWER) or (year and field not in YEARLY):
        text = Message(
            "The column `{column}` begins with a power, but the rest of its name is not recognised. {expected}"
        )
        raise NoArchive(text.of({"column": name, "expected": EXPECTED}))
    if field == CENTRES and not (year or lists or typed):
        text = Message(
            "`{column}` contains only one number per cell. If these numbers are the final centres, rename the column `{column} final`."
        )
        raise NoArchive(text.of({"column": name}))
    if not (is_number(kind) or is_text(kind)) and (year or not lists or field not in YEARLY):
        raise NoArchive(say("`{column}` cannot contain values of the type {kind}.", column=name, kind=str(kind)))
    return PowerColumn(power, field, int(year) if year else ALL_YEARS if lists or field == CENTRES else NO_YEAR)


def _places(meanings: Mapping[str, Meaning]) -> dict[Meaning, str]:
    """Return the names of the columns with a known meaning, keyed by meaning.

    Raises NoArchive if two columns have the same meaning.
    """
    places: dict[Meaning, str] = {}
    for name, meaning in meanings.items():
        if meaning in places:
            raise NoArchive(
                say("`{one}` and `{other}` mean the same thing. Remove one of them.", one=places[meaning], other=name)
            )
        if meaning:
            places[meaning] = name
    return places


def _by_year(field: str, places: Mapping[Meaning, str]) -> dict[int, tuple[str, ...]]:
    """Return the columns of a field, one per power, keyed by year.

    The key is ALL_YEARS for lists and NO_YEAR for single figures. Raises NoArchive if figures are given in two ways, or
    if a power lacks a column.
    """
    years = sorted({place.year for place in places if isinstance(place, PowerColumn) and place.field == field})
    if ALL_YEARS in years and years[-1] != ALL_YEARS:
        text = Message(
            "`{field}` is given both in lists and in columns for each year. Keep either the lists or the columns."
        )
        raise NoArchive(text.of({"field": field}))
    if NO_YEAR in years and len(years) > 1:
        raise NoArchive(
            say(
                "`{field}` is given twice: by year and in a single column. Keep either the values by year or the single column.",
                field=field,
            )
        )
    by_year = {}
    for year in years:
        columns = [places.get(PowerColumn(power, field, year)) for power in range(len(POWERS))]
        by_year[year] = of_powers = tuple(column for column in columns if column is not None)
        if len(of_powers) < len(POWERS):
            power = Name("power", POWERS[columns.index(None)])
            raise NoArchive(
                say("There is no column like `{column}` for {power}. Add one.", power=power, column=of_powers[0])
            )
    return by_year


def _yearly(by_year: Mapping[int, tuple[str, ...]]) -> Yearly:
    if ALL_YEARS in by_year:
        return Yearly(lists=by_year[ALL_YEARS])
    return Yearly(columns={(power, year): name for year, names in by_year.items() for power, name in enumerate(names)})
