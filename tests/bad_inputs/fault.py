"""The rows of the table of faults, each with a valid event, a way to spoil it, and the lines that must be reported."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from openpyxl import Workbook, load_workbook

from tests.bad_inputs.spoil import Spoil, round_robin, surname, tournament
from tests.sheets import Sheets, event, write_xlsx

SHEETS = ("boards", "event", "games", "nmr")  # sheets of a good event


class Line(NamedTuple):
    """An expected line of problems.csv.

    words  texts that must appear in the value, the message or the hint
    aside  what the problem sets aside: `event`, the number of a board, or "" for nothing
    """

    severity: str
    code: str
    place: str  # sheet!cell
    words: tuple[str, ...]
    aside: str = ""


def error(code: str, place: str, *words: str) -> Line:
    return Line("error", code, place, words, "event")


def one(code: str, place: str, *words: str) -> Line:
    """Return an error that sets board 1 aside."""
    return Line("error", code, place, words, "1")


def two(code: str, place: str, *words: str) -> Line:
    """Return an error that sets board 2 aside."""
    return Line("error", code, place, words, "2")


def warning(code: str, place: str, *words: str) -> Line:
    return Line("warning", code, place, words)


def fix(code: str, place: str, *words: str) -> Line:
    return Line("fix", code, place, words)


def notice(code: str, place: str, *words: str) -> Line:
    return Line("notice", code, place, words)


def each_sheet(code: str, *words: str) -> tuple[Line, ...]:
    """Return the lines expected if the build reports a fix with this code in each sheet of a valid event."""
    return tuple(fix(code, f"{sheet}!", *words) for sheet in SHEETS)


@dataclass(frozen=True)
class Fault:
    """A fault and its expected effect on the build.

    write    function that writes the event, given the path of its workbook in a season's folder
    lines    problems that must be reported. Any further problem must be a notice
    season   season of the event, or "" for the raw folder itself
    stem     file name without suffix
    suffix   what follows `stem` in the names of files with problems, such as `.xlsx`. Alternatives are separated by |
    scored   whether the event must have scores or standings
    notices  whether unexpected notices are forbidden too
    slip     `event` or the number of a board, if the fault must cause exactly one error. The error sets this event or
             board aside, and may be in any cell. `slip` is "" for any other fault
    """

    sentence: str
    write: Callable[[Path], object]
    lines: tuple[Line, ...]
    season: str
    stem: str
    suffix: str = ".xlsx"
    scored: bool = True
    notices: bool = False
    slip: str = ""

    @property
    def path(self) -> str:
        """The event's path below the raw folder."""
        return f"{self.season}/{self.stem}.xlsx".removeprefix("/")

    @property
    def aside(self) -> set[str]:
        """What is left out because of errors: board numbers, or `event` for the whole event."""
        return _aside(self.lines, self.slip)

    @property
    def files(self) -> set[str]:
        """The files to which the problems may refer."""
        return {f"{self.season}/{self.stem}{suffix}".removeprefix("/") for suffix in self.suffix.split("|")}


BOARDS = ("1", "2")  # boards of a good event

# The season for events with an error, and the season for events without one.
BLOCKED, SCORED = "2013", "2014"
BAO_BLOCKED, BAO_SCORED = "2012", "2011"
FILES, COPIES = "2010", "2009"
HEALTHY_SEASON = "2015"


def _aside(lines: Iterable[Line], slip: str = "") -> set[str]:
    """Return what the expected problems set aside: board numbers, or `event` for the whole event.

    slip  what else is set aside, as in `Fault.slip`
    """
    return {*(line.aside for line in lines), slip} - {""}


def _lost(aside: set[str]) -> bool:
    """Return whether the whole event or every one of its boards is set aside."""
    return "event" in aside or {*BOARDS} <= aside


def _spoilt(good: Callable[[], Sheets], spoil: Spoil, shape: Callable[[Workbook], object] | None, path: Path) -> Path:
    """Write a spoilt event and return its path.

    spoil  changes the values of the sheets
    shape  changes other features of the workbook
    """
    sheets = good()
    spoil(sheets)
    write_xlsx(path, sheets)
    if shape:
        book = load_workbook(path)
        shape(book)
        book.save(path)
    return path


def board(
    sentence: str,
    spoil: Spoil,
    *lines: Line,
    system: str | None = "c_diplo",
    good: Callable[[str], Sheets] | None = None,
    shape: Callable[[Workbook], object] | None = None,
    scored: bool = True,
    slip: str = "",
) -> Fault:
    """Return a fault that `spoil` makes in an event from `good`, described by `sentence`.

    By default `good` makes a Diplomacy event whose players appear in no other event.
    """
    own = good or (lambda name: event(name, system, family=surname(name)))
    aside = _aside(lines, slip)
    return Fault(
        sentence,
        lambda path: _spoilt(lambda: own(sentence), spoil, shape, path),
        lines,
        BLOCKED if aside else SCORED,
        re.sub(r"[^\w ]", "", sentence),
        scored=scored and not _lost(aside),
        slip=slip,
    )


def robin(sentence: str, spoil: Spoil, *lines: Line, shape: Callable[[Workbook], object] | None = None) -> Fault:
    """Return a fault that `spoil` makes in a Bao event of six players in one group, described by `sentence`.

    The event has no boards, so no scores are expected.
    """
    return board(sentence, spoil, *lines, good=round_robin, shape=shape, scored=False)


def bao(sentence: str, spoil: Spoil, *lines: Line, scored: bool = True, slip: str = "") -> Fault:
    """Return a fault that `spoil` makes in a finished Bao tournament, described by `sentence`."""
    aside = _aside(lines, slip)
    return Fault(
        sentence,
        lambda path: _spoilt(lambda: tournament(sentence), spoil, None, path),
        lines,
        BAO_BLOCKED if aside else BAO_SCORED,
        re.sub(r"[^\w ]", "", sentence),
        scored=scored and not aside,
        notices=True,
        slip=slip,
    )


def file(
    sentence: str,
    write: Callable[[Path], object],
    *lines: Line,
    suffix: str = ".xlsx",
    scored: bool = True,
    stem: str = "",
    season: str = FILES,
) -> Fault:
    """Return a fault in one or more bad files that `write` creates, described by `sentence`."""
    return Fault(sentence, write, lines, season, stem or sentence, suffix, scored and not _lost(_aside(lines)))


def copy(sentence: str, write: Callable[[Path], object], *lines: Line) -> Fault:
    """Return a fault that consists of an event and an apparent copy, created by `write` and described by `sentence`."""
    return file(sentence, write, *lines, season=COPIES)
