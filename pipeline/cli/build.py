"""The `build` command."""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.build.lock import PATIENCE, alone
from pipeline.cli import shared
from pipeline.cli.ends import reason, refuse, remark
from pipeline.cli.shared import OUT, RAW, Out, Raw, Seasons, Wait, counts, must_be_apart, must_exist, show_problems
from pipeline.cli.terminal import tell
from schemas.messages import Message, listed, plural, say

if TYPE_CHECKING:
    from pipeline.build.build import BuildResult
    from pipeline.stages import Progress

BOARD_IN_FILE = Message("{file}, round {round}, board {board}")
LISTED = 20  # problems shown on the terminal; all are in problems.xlsx
NAMED = 3  # most problem files to name; there may be one per season


def build(
    seasons: Seasons = None,
    raw: Raw = RAW,
    out: Out = OUT,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="The number of processes that write; by default, the number of processors."),
    ] = None,
    as_of: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], help="The day of Campo di Marte's list, if not the season's own."),
    ] = None,
    wait: Wait = PATIENCE,
) -> None:
    """Build the workbooks, tables and problem lists of every season that has changed."""
    from pipeline.build import build as work
    from schemas.fields import DATES

    must_exist(raw)
    must_be_apart(raw, out)
    if as_of and not DATES[0] <= as_of.year <= DATES[1]:
        refuse(
            say(
                "the date of Campo di Marte's list must fall in the years {first} to {last}, but it is {day}",
                first=DATES[0],
                last=DATES[1],
                day=as_of.date(),
            )
        )
    try:
        with alone(out, wait, remark), _bars() as bars:
            outcome = work.build(raw, out, seasons or [], jobs, bars, as_of.date() if as_of else None)
    except work.NoSuchSeason as fault:
        refuse(reason(fault))
    for message in outcome.ignored:
        remark(message)
    show_problems(outcome.problems, LISTED)
    for line in _summary(outcome, out):
        tell(line)
    if locked := [message for messages in outcome.locked.values() for message in messages]:
        refuse(_likewise(locked[0], len(locked) - 1) if len(locked) > 1 else locked[0])
    raise typer.Exit(1 if outcome.errors else 0)


def _bars() -> AbstractContextManager["Progress | None"]:
    """Return a context manager that yields progress bars, or that yields None if the error stream is not a terminal."""
    if not sys.stderr.isatty():
        return nullcontext()
    from pipeline.cli.bars import Bars

    return Bars()


def _likewise(first: Message, more: int) -> Message:
    return plural("{message} (and 1 more file)", "{message} (and {n} more files)", more, message=first)


def _summary(outcome: "BuildResult", out: Path) -> Iterator[Message]:
    """Yield the closing lines: what was built, what to open, what was left out and where to find the problems."""
    from pipeline.read.find import FRONT_DOOR

    yield plural(
        "{built} of 1 season built, {files} written to {folder}.",
        "{built} of {n} seasons built, {files} written to {folder}.",
        len(outcome.built) + len(outcome.fresh),
        built=len(outcome.built),
        files=shared.files(sum(outcome.built.values())),
        folder=str(out),
    )
    seasons = [*outcome.built, *outcome.fresh]
    opened = out / seasons[0] / "report.html" if len(seasons) == 1 else out / FRONT_DOOR
    if opened.is_file():
        yield say("Open: {file}", file=str(opened))
    if outcome.removed:
        yield say("Removed: {seasons}.", seasons=listed(outcome.removed))
    if outcome.files:
        yield say("{files} set aside: {names}.", files=shared.files(len(outcome.files)), names=listed(outcome.files))
    if len(outcome.boards):
        boards = listed(map(BOARD_IN_FILE.of, outcome.boards.to_dict("records")), "; ")
        yield plural(
            "1 board set aside: {boards}.", "{n} boards set aside: {boards}.", len(outcome.boards), boards=boards
        )
    if outcome.problems:
        lists = (out / p.season / "problems.xlsx" if p.season else out / "problems.csv" for p in outcome.problems)
        where = sorted({str(path) for path in lists if path.is_file()})
        text = (
            Message("{problems}: see {files}.")
            if len(where) <= NAMED
            else Message("{problems}: see {files} and other files.")
        )
        if where:
            yield text.of({"problems": counts(outcome.problems), "files": listed(where[:NAMED])})
