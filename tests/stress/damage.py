"""Trials that read and score damaged workbooks, and compare the results with those from the undamaged workbooks."""

import signal
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

from pipeline.pages.data_files import scores_csv
from pipeline.problems.codes import Problem
from pipeline.read.cells import RawSheet
from pipeline.read.find import Listing, Source
from pipeline.read.raw_tables import Raw, read
from pipeline.stages import Computed, compute
from tests.sheets import event, only_rules, write_ods, write_xlsx
from tests.stress.mutations import OF_BYTES, OF_XML, in_a_part
from tests.stress.share import shared
from tests.stress.strict import NotInOrder, typed
from tests.stress.tally import FAILURES, Tally, added

RAW = Path(__file__).resolve().parents[2] / "data" / "raw"
SHIPPED = (  # one of each shape: charts, only final centres, missed turns, Bao, placings, in three formats and languages
    "2001/Worked example Waikato Open.xlsx",
    "2002/Victorian Diplomacy Championships.xlsx",
    "2011/Worked example Italia-2010.xlsx",
    "2011/Worked example KIBA.xlsx",
    "2011/Worked example OMG.ods",
    "2011/Worked example PGP (in progress).xlsx",
    "2013/Windy City Weasels league.xlsx",
    "2025/Championnat de France 2025.xlsx",
)
RULES = ("pgp", "c_diplo", "campo_di_marte")
FIRST, TOGETHER = 1901, 100  # season of the first workbook, as each has its own; workbooks read at once
LONGEST = 120.0  # seconds for one workbook, which takes a tenth of a second if nothing hangs

HANGS = "it takes too long"

Result = TypeVar("Result")
Lines = frozenset[tuple[str, ...]]


class Hang(BaseException):
    """The error raised if a trial takes too long."""


class Good(NamedTuple):
    """An undamaged workbook with its sheets, the problems listed for it and the figures published from it."""

    name: str
    content: bytes
    sheets: list[RawSheet]
    read: Lines
    lines: Lines
    figures: tuple[str, ...]


class Spoilt(NamedTuple):
    """A damaged workbook that reads differently from the undamaged one."""

    number: int
    kind: str
    good: Good
    content: bytes
    label: str


def goods() -> tuple[Good, ...]:
    """Return the undamaged workbooks: some that are shipped, and two that are generated."""
    return _goods()


@cache
def _goods() -> tuple[Good, ...]:
    with tempfile.TemporaryDirectory() as folder:
        made = [write_xlsx(Path(folder) / "made.xlsx", event()), write_ods(Path(folder) / "made.ods", event())]
        contents = {path.name: path.read_bytes() for path in [*made, *(RAW / name for name in SHIPPED)]}
    for content in contents.values():
        typed(content)  # raises if the strict reader calls it damaged
    with warnings.catch_warnings(action="ignore"), _lying([*contents.items()]) as sources:
        raw, computed = read(sources), compute(_found(sources))
    return tuple(
        Good(name, content, *_read(raw, source), *_outcome(computed, source))
        for (name, content), source in zip(contents.items(), sources, strict=True)
    )


# -- trials ------------------------------------------------------------------------------------------------------------


def run_damage(of_bytes: int, of_xml: int, seed: int = 0, jobs: int = 1, keep: Path | None = None) -> list[Tally]:
    """Run trials on damaged workbooks, and return one tally per kind of damage.

    of_bytes  number of trials with damaged bytes
    of_xml    number of trials with damage in one of the workbook's XML parts
    """
    with only_rules(*RULES):
        goods()
        numbers = [("bytes", number) for number in range(of_bytes)] + [("XML", number) for number in range(of_xml)]
        tallies = added(shared(trials, numbers, jobs, size=400, seed=seed, keep=keep))
    order = [*OF_BYTES, *(f"XML: {kind}" for kind in OF_XML)]
    return sorted(tallies, key=lambda tally: order.index(tally.name) if tally.name in order else len(order))


def trials(numbers: Sequence[tuple[str, int]], seed: int = 0, keep: Path | None = None) -> list[Tally]:
    """Run the trials, and return one tally per kind of damage.

    numbers  group and number of each trial
    keep     folder for the damaged files of failed trials
    """
    tallies: dict[str, Tally] = {}
    for begin in range(0, len(numbers), TOGETHER):
        spoilt = [spoil(group, number, seed) for group, number in numbers[begin : begin + TOGETHER]]
        ends = [*_together(spoilt, read, _when_read)]
        otherwise = [each for each, end in ends if not end]
        ends += _together(otherwise, lambda sources: compute(_found(sources)), _when_scored)
        for each, end in ends:
            if end:
                tally = tallies.setdefault(each.kind, Tally(each.kind))
                tally.count(end, f"number {each.number}, {each.good.name}, {each.label}")
            if keep and end in FAILURES:
                keep.mkdir(parents=True, exist_ok=True)
                name = f"{end} {each.kind} {each.number} {each.good.name}".replace(":", "")
                (keep / name).write_bytes(each.content)
    return [*tallies.values()]


def spoil(group: str, number: int, seed: int) -> Spoilt:
    """Return a damaged workbook. The group, number and seed determine the workbook and the damage."""
    rng = Random(f"{seed} {group} {number}")
    good = rng.choice(goods())
    kinds = OF_BYTES if group == "bytes" else OF_XML
    kind = [*kinds][number % len(kinds)]
    if group == "bytes":
        return Spoilt(number, kind, good, kinds[kind](rng, good.content), "")
    content, part = in_a_part(rng, good.content, kinds[kind])
    return Spoilt(number, f"XML: {kind}", good, content, part)


def _together(
    spoilt: Sequence[Spoilt],
    action: Callable[[list[Source]], Result],
    verdict: Callable[[Spoilt, Result, Source], str],
) -> Iterator[tuple[Spoilt, str]]:
    """Yield each trial with its verdict.

    The action runs on all trials at once or, if that fails or takes too long, on one trial at a time.
    """
    if not spoilt:
        return
    with _lying([(each.good.name, each.content) for each in spoilt]) as sources:
        result, fault = _tried(lambda: action(sources), LONGEST if len(spoilt) == 1 else LONGEST + len(spoilt))
        if result is not None:
            for each, source in zip(spoilt, sources, strict=True):
                yield each, verdict(each, result, source)
            return
    if len(spoilt) == 1:
        label = f"{spoilt[0].label} {fault}"
        yield spoilt[0]._replace(label=label), "hangs" if fault == HANGS else "unclassified"
    else:
        for each in spoilt:
            yield from _together([each], action, verdict)


def _when_read(spoilt: Spoilt, raw: Raw, source: Source) -> str:
    """Return "answered" if an error is reported or the same is read as from the undamaged workbook, otherwise ""."""
    same = _read(raw, source) == (spoilt.good.sheets, spoilt.good.read)
    refused = any(p.severity == "error" and p.season == source.season for p in raw.problems)  # sets the event aside
    return "answered" if same or refused else ""


def _when_scored(spoilt: Spoilt, computed: Computed, source: Source) -> str:
    """Return "answered" if there is a new problem or no figure has changed, otherwise "other" or "wrong".

    The verdict is "other" if the strict reader (`tests.stress.strict`) finds an intact workbook with different content.
    """
    lines, figures = _outcome(computed, source)
    if lines - spoilt.good.lines or figures == spoilt.good.figures:
        return "answered"
    try:
        return "other" if typed(spoilt.content) != typed(spoilt.good.content) else "wrong"
    except NotInOrder:
        return "wrong"


# -- results -----------------------------------------------------------------------------------------------------------


def _read(raw: Raw, source: Source) -> tuple[list[RawSheet], Lines]:
    """Return the sheets of a season and the problems found while reading them."""
    sheets = [sheet for place, sheet in raw.sheets.items() if place.season == source.season]
    return sheets, _lines(problem for problem in raw.problems if problem.season == source.season)


def _outcome(computed: Computed, source: Source) -> tuple[Lines, tuple[str, ...]]:
    """Return the problems and the figures of a season.

    The figures are the scores under every system and the standings of the event.
    """
    scores = (scores_csv(system, system.season(source.season)) for system in computed.published.values())
    standings = computed.results.standings(source.season, source.event)
    lines = _lines(problem for problem in computed.problems if problem.season == source.season)
    return lines, tuple(frame.to_csv(index=False) for frame in (*scores, standings))


def _lines(problems: Iterable[Problem]) -> Lines:
    return frozenset((p.code, p.sheet, p.cell, p.found, p.message) for p in problems)


def _found(sources: list[Source]) -> Listing:
    return Listing(sources, [source.season for source in sources], [], RAW)


@contextmanager
def _lying(files: Sequence[tuple[str, bytes]]) -> Iterator[list[Source]]:
    """Write each file as the only event in a season of its own, and yield the sources of these events."""
    with tempfile.TemporaryDirectory(prefix="stress-") as folder:
        sources = []
        for number, (name, content) in enumerate(files):
            season, path = str(FIRST + number), Path(folder) / f"{number}{Path(name).suffix}"
            path.write_bytes(content)
            sources.append(Source(season, "event", path, f"{season}/event{path.suffix}", ""))
        yield sources


def _tried(action: Callable[[], Result], seconds: float) -> tuple[Result | None, str]:
    """Run an action for at most `seconds`, and return its result and the reason for a failure.

    The reason is "" if the action succeeds. Otherwise the result is None.
    """

    def stop(*_: object) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        with warnings.catch_warnings(action="ignore"), redirect_stdout(StringIO()):
            return action(), ""
    except Hang:
        return None, HANGS
    except Exception as fault:
        return None, f"{type(fault).__name__}: {fault} at {_where(fault)}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _where(fault: Exception) -> str:
    frames = [frame for frame in traceback.extract_tb(fault.__traceback__) if "pipeline" in frame.filename]
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
