"""The content of an import, in the same form for all file formats: boards, results, placings and players."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache, lru_cache
from typing import Any

import pandas as pd

from pipeline.tools.imports.problems import ImportProblem, Refused, missing, printable, shown, wrong
from schemas.fields import LONGEST_TEXT, NO_VALUE, centres_meant, day_meant
from schemas.messages import Message, Name, Text, say
from schemas.raw import TYPED
from schemas.words import CENTRES_ON_THE_MAP, FIRST_YEAR, POWERS, fold, tidy_text, vocabulary

Row = dict[str, object]  # field -> cell
Counts = tuple[int | None, ...]  # centres of each power, in the order of POWERS; None where the file has none

LAST_YEAR = 2050  # latest year that is accepted, since a sheet has one column per year
ALSO = "imported from"  # the column with the file and the place in it
LONGEST_NAME, LONGEST_NOTE, MOST_SIGNS = LONGEST_TEXT, 5000, 20_000
SHORT = 20  # maximum length of a number
MOST_PLACE = 999
SHORT_NAME = say("a name of at most {most} characters", most=LONGEST_NAME)
SHORT_TEXT = say("text of at most {most} characters", most=LONGEST_TEXT)
DAY = say("a date from 1850 to 2150")
DECIMAL_COMMA = re.compile(r"-?\d+,\d+")


@dataclass
class Board:
    """One game.

    place     file with the game's rows, and their location in the file
    key       key shared by all files of the game, or () if the game has only one file
    players   name of each power's player, `?` if the file gives no name
    chart     centres after each year's autumn
    seats     further cells of each power: final, eliminated, score, place, note
    game      cells of the `games` sheet
    perhaps   centres by year, used only if no other file of the game has that year
    places    location of each power's row, if each power has a row of its own
    going_on  whether the file stops before the game is over
    """

    place: str
    board: str
    round: str = ""
    key: tuple[str, ...] = ()
    players: dict[str, str] = field(default_factory=dict)
    chart: dict[int, Counts] = field(default_factory=dict)
    perhaps: dict[int, Counts] = field(default_factory=dict)
    seats: dict[str, Row] = field(default_factory=dict)
    game: Row = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    going_on: bool = False

    @property
    def name(self) -> tuple[str, str]:
        """The round and the board, which together identify the game."""
        return self.round, self.board

    @property
    def gaps(self) -> list[int]:
        """The missing years between the first and the last year of the chart."""
        return [
            year for year in range(min(self.chart, default=0), max(self.chart, default=0)) if year not in self.chart
        ]

    def rows(self) -> list[Row]:
        """Return the board's seven rows for the `boards` sheet."""
        rows = []
        for number, power in enumerate(POWERS):
            cells = {str(year): counts[number] for year, counts in sorted(self.chart.items())}
            player, place = self.players.get(power, "?"), self.places.get(power, self.place)
            seat = {"round": typed(self.round), "board": typed(self.board), "power": power, "player": player}
            rows.append(seat | cells | self.seats.get(power, {}) | {ALSO: place})
        return rows


@dataclass
class Imported:
    """The combined content of the documents in an import.

    results, placings, players  rows of these sheets
    files                       number of files by format
    aside                       how often each field, header or location in a file was left out
    columns                     the location, the header or text, and the meaning of each column or line that was
                                understood
    """

    boards: list[Board] = field(default_factory=list)
    results: list[Row] = field(default_factory=list)
    placings: list[Row] = field(default_factory=list)
    players: list[Row] = field(default_factory=list)
    problems: list[ImportProblem] = field(default_factory=list)
    files: Counter[Message] = field(default_factory=Counter)
    aside: Counter[str] = field(default_factory=Counter)
    columns: list[tuple[str, str, Text]] = field(default_factory=list)

    def add(self, other: "Imported") -> None:
        """Add the content of another document."""
        for name in ("boards", "results", "placings", "players", "problems", "columns"):
            getattr(self, name).extend(getattr(other, name))
        self.aside.update(other.aside)

    @property
    def failed(self) -> bool:
        """Whether any part could not be read."""
        return any(problem.severity == "error" for problem in self.problems)


def typed(label: str) -> object:
    """Return a round or board as a person would type it: `2` as a number, and any other label as text."""
    return int(label) if label.isascii() and label.isdecimal() and str(int(label)) == label else label


# -- checked cells of a file -------------------------------------------------------------------------------------------


def power_of(name: object) -> str:
    """Return the power with this name in any language, ignoring case. Raises Refused if there is no such power."""
    power = _power(name) if isinstance(name, str) else None
    if power not in POWERS:
        raise Refused("other_map", say("“{power}” is not a power on the standard map.", power=shown(name)))
    return power


@cache
def _power(name: str) -> str | None:
    return vocabulary("power").get(fold(name)) if len(name) <= LONGEST_NAME else None


def name_of(value: object) -> str:
    """Return a person's name, or `?` if the value is None or blank.

    Raises Refused if the value is not text or is too long.
    """
    if value is None:
        return "?"
    if not isinstance(value, str):
        raise wrong(value, say("a name"))
    name = tidy_text(printable(value[:MOST_SIGNS]))
    if len(name) > LONGEST_NAME:
        raise wrong(name, SHORT_NAME)
    return name or "?"


@lru_cache(maxsize=2048)  # rounds and countries are repeated often
def cell_of_a_sheet(sheet: str, name: str, text: str) -> str:
    """Return a cell in a form that the sheet accepts, or "" if the text is blank or means that there is no value.

    Raises Refused if the sheet does not accept the text.
    """
    field, plain = TYPED[sheet][name], tidy_text(printable(text[:MOST_SIGNS]))
    meant = field.meant(plain)
    if not plain or meant == NO_VALUE:
        return ""
    if field.fits(pd.Series([plain if meant is None else meant], dtype=object)):
        return plain
    too_long = field.fits(pd.Series([plain[:LONGEST_TEXT]], dtype=object))
    raise wrong(plain, SHORT_TEXT if too_long else field.expected, Name(sheet, name))


def fact_of(text: str, name: str, place: str, imported: "Imported") -> str:
    """Return the text for a column of the `players` sheet, or "" if the text is blank or invalid.

    Invalid text is recorded as a problem.
    """
    try:
        return cell_of_a_sheet("players", name, text)
    except Refused as fault:
        imported.problems.append(fault.at(place))
        return ""


def whole(value: object, what: str, least: int, most: int) -> int:
    """Return a whole number that is given as a number or as text.

    Raises Refused if the value is not a whole number from `least` to `most`.
    """
    number = value
    if isinstance(value, str) and value.isascii() and value.strip().isdecimal() and len(value) < SHORT:
        number = int(value)
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise wrong(value, say("a whole number from {least} to {most}", least=least, most=most), shown(what))
    return number


def centres(value: object, what: str) -> int:
    """Return a power's number of centres, which may also be given as `out` or `12 SC`.

    Raises Refused if the value is not a possible number of centres.
    """
    number = centres_meant(value.strip()) or value if isinstance(value, str) else value
    return whole(number, what, 0, CENTRES_ON_THE_MAP)


def year(value: object, what: str) -> int:
    """Return a game year. Raises Refused if the value is not a game year."""
    return whole(value, what, FIRST_YEAR, LAST_YEAR)


def figure(value: object, what: str) -> float:
    """Return a score, given as a number or as text. Raises Refused if the score is missing or invalid."""
    if value is None:
        raise missing(shown(what))
    number = value
    if isinstance(value, str) and len(value) < SHORT:
        try:
            number = float(value.replace(",", ".") if DECIMAL_COMMA.fullmatch(value) else value)
        except ValueError:
            number = None
    if isinstance(number, bool) or not isinstance(number, int | float) or not abs(number) < 1_000_000:
        raise wrong(value, say("a number"), shown(what))
    return int(number) if float(number).is_integer() else number


def day_of(text: str, what: str) -> date:
    """Return a date, given in any format that raw sheets may use. Raises Refused for anything else."""
    try:
        return date.fromisoformat(day_meant(text) or text)
    except ValueError as fault:
        raise wrong(text, DAY, what) from fault


def remark(value: object) -> str:
    """Return a value as the text of a note, cut to the maximum length of a note."""
    return tidy_text(printable(str(value or "")[:MOST_SIGNS]))[:LONGEST_NOTE]


def by_power(of: Mapping[str, Any], read: Callable[[Any, str], Any]) -> dict[str, Any]:
    """Return each power's value, converted by `read`. Raises Refused if a power is unknown or appears twice."""
    pairs = [(power_of(name), read(value, name)) for name, value in of.items()]
    names = [power for power, _ in pairs]
    if repeated := [power for power in names if names.count(power) > 1]:
        raise Refused("twice", say("{power} appears twice here.", power=Name("power", repeated[0])))
    return dict(pairs)


def counts(owned: Mapping[str, int], missing: int | None = None) -> Counts:
    """Return one year of a chart, with `missing` for a power that is not in `owned`.

    Raises Refused if there are more than 34 centres.
    """
    year = tuple(owned.get(power, missing) for power in POWERS)
    if (total := sum(number or 0 for number in year)) > CENTRES_ON_THE_MAP:
        raise Refused("too_many", say("One year has {centres} centres, but the map has only 34.", centres=total))
    return year


def owners(centres_of: Mapping[str, Iterable[object]]) -> Counts:
    """Return the number of centres in each power's list, or 0 for a power without a list.

    Raises Refused if a list is invalid or repeats a centre.
    """
    owned: dict[str, int] = {}
    centres_so_far: set[object] = set()
    for name, listed in centres_of.items():
        power = power_of(name)
        if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
            raise wrong(listed, say("the list of centres owned by {power}", power=shown(name)))
        if power in owned or len({*listed}) < len(listed) or centres_so_far & {*listed}:
            repeated = next((each for each in listed if each in centres_so_far or listed.count(each) > 1), name)
            raise Refused("twice", say("“{name}” appears more than once.", name=shown(repeated)))
        owned[power] = len(listed)
        centres_so_far |= {*listed}
    return counts(owned, missing=0)


# -- parts of a JSON document ------------------------------------------------------------------------------------------


def part(of: object, name: str, kind: type, *, optional: bool = False) -> Any:
    """Return a field of a JSON object, or None if it is optional and missing.

    Raises Refused if `of` is not an object, if a required field is missing, or if the field is not of the type `kind`.
    """
    if not isinstance(of, dict):
        raise wrong(of, say("an object with the field `{field}`", field=name))
    value = of.get(name)
    if value is None and optional:
        return None
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise wrong(value, KINDS_OF_VALUES[kind], name) if name in of else missing(name)
    return value


def holds(listed: object, name: str) -> bool:
    """Return whether a value is a list whose first element is an object with this field."""
    return isinstance(listed, list) and bool(listed) and isinstance(listed[0], dict) and name in listed[0]


def number(of: object, name: str, least: int, most: int) -> int:
    """Return the whole number in a field of a JSON object, whether it is given as a number or as text.

    Raises Refused if the field has no whole number from `least` to `most`.
    """
    value = of.get(name) if isinstance(of, dict) else None
    return whole(value, name, least, most) if isinstance(value, str) else whole(part(of, name, int), name, least, most)


def named(of: object, what: str, *names: str) -> Iterator[tuple[str, Any]]:
    """Yield (name, value) for each field of an object, or each element of a list.

    names  fields that may hold an element's name. An element without any of them is named by its number, from 1.

    Raises Refused for anything but an object, a list or None.
    """
    if isinstance(of, dict):
        yield from ((str(name), each) for name, each in of.items())
    elif isinstance(of, list):
        for number, each in enumerate(of, 1):
            name = next((each[name] for name in names if isinstance(each, dict) and name in each), number)
            yield str(name), each
    elif of is not None:
        raise wrong(of, KINDS_OF_VALUES[dict], what)


KINDS_OF_VALUES: dict[type, Message] = {
    dict: say("an object"),
    list: say("a list"),
    str: say("text"),
    int: say("a whole number"),
    bool: say("true or false"),
}
