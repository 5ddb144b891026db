"""The `watch` command."""

import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from io import StringIO
from pathlib import Path
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.build.lock import PATIENCE, alone
from pipeline.cli.ends import reason, refuse, remark
from pipeline.cli.shared import OUT, RAW, Out, Raw, Wait, must_be_apart, must_exist, show_problems
from pipeline.cli.terminal import echo, tell, words
from pipeline.problems.words import counted
from schemas.messages import Message, listed, plural, say

if TYPE_CHECKING:
    from pipeline.build.build import BuildResult
    from pipeline.problems.codes import Problem
    from pipeline.tools.watch.page import Page

LISTED = 5  # problems shown after a save
FIGURE = ".1f"  # format of seconds
PROBLEMS = say("To be corrected")
WAITING = say("No results yet. Fill in the workbook and save it: the standings will appear here.")


def watch(
    raw: Raw = RAW,
    out: Out = OUT,
    show: Annotated[
        bool, typer.Option("--open", help="Show the outputs in the browser; the page refreshes itself.")
    ] = False,
    share: Annotated[
        bool, typer.Option("--share", help="Share the outputs on the hall's network, with a QR code.")
    ] = False,
    wait: Wait = PATIENCE,
) -> None:
    """Build now and whenever a sheet is saved, and show the changes. Press Ctrl-C to stop."""
    from pipeline.tools.watch.page import served
    from pipeline.tools.watch.saves import saves

    must_exist(raw)
    must_be_apart(raw, out)
    problems: dict[str, list[Problem]] = {}  # season -> problems of its last build
    hall = _shared(out) if share else nullcontext()
    with suppress(KeyboardInterrupt), served(out) if show else nullcontext() as page, hall:
        for turn, _ in enumerate(saves(raw, Event())):
            outcome = rebuild(raw, out, wait)
            if page and outcome:
                _show(page, outcome, problems, raw)
            if not turn:
                _welcome(raw, page)


@contextmanager
def _shared(out: Path) -> Iterator[None]:
    """Serve the published files on the network, and print the address with its QR code.

    The command stops with an error message if the computer is not on a network.
    """
    import segno

    from pipeline.tools.watch.page import shared

    with ExitStack() as serving:
        try:
            address = serving.enter_context(shared(out))
        except OSError:
            refuse(say("this computer is not on a network; join the hall's network and run the program again"))
        code = StringIO()
        segno.make(address, micro=False).terminal(code, compact=True)
        echo(code.getvalue())
        tell(say("Everybody on this network can read the results at {address}", address=address))
        yield


def _show(page: "Page", outcome: "BuildResult", problems: "dict[str, list[Problem]]", raw: Path) -> None:
    """Update the page with the outcome of a build. Seasons that were not built keep their problems."""
    from pipeline.tools.watch.problems import drawn_problems

    for season in ["", *outcome.built, *outcome.removed]:
        problems[season] = [problem for problem in outcome.problems if problem.season == season]
    page.words = {"language": words().code, "problems": words()(PROBLEMS), "waiting": words()(WAITING)}
    page.problems = drawn_problems([problem for each in problems.values() for problem in each], raw, words())
    page.rebuilt += bool(outcome.built or outcome.removed)


def _welcome(raw: Path, page: "Page | None") -> None:
    tell(
        say("Watching {folder}: results are rebuilt whenever a sheet is saved. Press Ctrl-C to stop.", folder=str(raw))
    )
    if page:
        tell(say("Open: {address}", address=page.address))
        webbrowser.open(page.address)


def rebuild(raw: Path, out: Path, wait: float) -> "BuildResult | None":
    """Build, print one line about the changes, and return the result.

    If no season exists or a file cannot be read or written, print the reason and return None. The next time a sheet is
    saved, another build is started.
    """
    from pipeline.build.build import NoSuchSeason, build
    from pipeline.build.diff import changes

    begun = perf_counter()
    try:
        with alone(out, wait, remark):
            outcome = build(raw, out, jobs=1)  # writing one season is faster than starting processes
            try:
                moved = changes(out) if outcome.built else []
            except Exception as fault:  # keep watching, whatever happens
                remark(say("the changes made by this build cannot be listed: {why}", why=reason(fault)))
                moved = []
    except (OSError, NoSuchSeason) as fault:
        remark(reason(fault))
        return None
    for message in outcome.ignored:
        remark(message)
    show_problems(outcome.problems, LISTED)
    for messages in outcome.locked.values():
        remark(messages[0])
    if outcome.built or outcome.removed:
        tell(_line(outcome, moved, perf_counter() - begun))
    return outcome


def _line(outcome: "BuildResult", moved: list[Message], seconds: float) -> Message:
    """Return a line with the duration, the number of errors and the first change."""
    first: Message | None = moved[0] if moved else None
    what = first or say(
        "{seasons}; no scores or ranks have changed", seasons=listed([*outcome.built, *outcome.removed])
    )
    if len(moved) > 1:
        what = plural(
            "{first}; to see 1 more change, run `make diff`",
            "{first}; to see {n} more changes, run `make diff`",
            len(moved) - 1,
            first=first,
        )
    if outcome.errors:
        what = say("{errors}; {what}", errors=counted("error", outcome.errors), what=what)
    return say("Built in {seconds} s: {what}", seconds=format(seconds, FIGURE), what=what)
