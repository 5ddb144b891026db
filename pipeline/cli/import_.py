"""The `import` command. Modules that need pandas are imported inside functions."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.cli.ends import reason, refuse
from pipeline.cli.shared import RAW, Raw, place_of
from pipeline.cli.terminal import tell
from schemas.messages import Message, Text, Verbatim, listed, plural, say

if TYPE_CHECKING:
    from pipeline.tools.imports.imported import Imported
    from pipeline.tools.imports.merge import Event
    from pipeline.tools.imports.problems import ImportProblem

MOST_LINES, MOST_FIELDS, MOST_PLACES = 40, 20, 5  # shown at most: problems, ignored fields, places of one problem
LONGEST_ROUND = 40


def import_(
    files: Annotated[list[Path], typer.Argument(help="Files saved from a site or a program, or existing sheets.")],
    season: Annotated[str, typer.Option("--season", "-s", help="The season's folder, such as 2013 or 2013-14.")],
    event: Annotated[str, typer.Option("--event", "-e", help="The event's name, which becomes the file's name.")],
    round: Annotated[str, typer.Option(help="The round, for games whose files do not name one.")] = "",
    raw: Raw = RAW,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print how everything is understood, and write nothing.")
    ] = False,
    merge: Annotated[
        bool, typer.Option("--merge", help="Add what an existing event lacks; the old file is kept as .bak.")
    ] = False,
) -> None:
    """Write an event's workbook from files saved elsewhere. Nothing is downloaded, guessed or overwritten."""
    from pipeline.tools.imports.collect import collected
    from pipeline.tools.imports.merge import event_with

    place_of(raw, season, event)
    if len(round) > LONGEST_ROUND or not round.isprintable():
        refuse(say("{round} cannot be the name of a round", round=repr(round[:LONGEST_ROUND])))
    imported = collected(files, round.strip())
    _say_what_was_read(imported, columns=dry_run)
    after = event_with(imported, raw, season, event)
    _say_what_is_new(after)
    if after.new and after.faults:
        refuse(say("{faults}; nothing was written", faults=listed(after.faults, "; ")))
    if dry_run:
        tell(say("Nothing was written, because this was a dry run."))
    elif not after.new:
        tell(_why_nothing(after, failed=imported.failed))
    elif after.exists and not merge:
        tell(say("Nothing was written: the event already exists. Use `--merge` to add what is new."))
    else:
        _write(after)
    if imported.failed:
        raise typer.Exit(1)


def _why_nothing(event: "Event", *, failed: bool) -> Message:
    if event.exists:
        return say("There is nothing new, so nothing was written.")
    nothing = say("Nothing was written: the files contain no games or results, only the names of players.")
    return say("Nothing was written.") if failed else nothing


def _write(event: "Event") -> None:
    """Write the workbooks that have new rows, and report each of them."""
    from pipeline.tools.imports.merge import write

    try:
        for path in write(event):
            tell(say("{file} was written.", file=str(path)))
    except ValueError as fault:  # content that Excel does not allow
        refuse(reason(fault))


def _say_what_was_read(imported: "Imported", *, columns: bool) -> None:
    """Print what was read, what was left out or is missing, and which problems were found.

    columns  whether to list the columns that were read
    """
    from pipeline.tools.imports.problems import printable

    for format, number in imported.files.items():
        tell(plural("Read: {format}, 1 file", "Read: {format}, {n} files", number, format=format))
    if columns:
        for place, header, meaning in imported.columns:
            header = printable(header)
            tell(say("{place}: {header} is read as {meaning}", place=place, header=Verbatim(header), meaning=meaning))
    if imported.aside:
        tell(say("Left out: {fields}", fields=_shortened(sorted(map(printable, imported.aside)), MOST_FIELDS)))
    if missing := [*_missing(imported)]:
        tell(say("Missing: {facts}", facts=listed(missing)))
    _say_problems(imported.problems)


def _shortened(texts: Sequence[str | Text], most: int) -> Text:
    """Return a phrase that lists the first `most` items and, if there are more, says how many."""
    rest = len(texts[most:])
    return listed([*texts[:most], *([plural("and 1 more", "and {n} more", rest)] if rest else [])])


def _missing(imported: "Imported") -> list[Message]:
    """Return messages that say how many player names and charts are missing from the files."""
    unnamed = sum(row["player"] == "?" for board in imported.boards for row in board.rows())
    no_chart = sum(not board.chart for board in imported.boards)
    counted = [
        (unnamed, plural("the name of 1 player", "the names of {n} players", unnamed)),
        (no_chart, plural("the year-by-year centres of 1 board", "the year-by-year centres of {n} boards", no_chart)),
    ]
    return [said for number, said in counted if number]


def _say_what_is_new(event: "Event") -> None:
    """Print what the import adds to the event, what is not carried over into new workbooks, and what differs."""
    for part in event.new:
        facts = [
            (len(part.boards), plural("1 board", "{n} boards", len(part.boards))),
            (len(part.results), plural("1 result", "{n} results", len(part.results))),
            (len(part.players), plural("1 player", "{n} players", len(part.players))),
        ]
        new = listed(said for number, said in facts if number)
        text = Message("New in {event}: {facts}") if part.source else Message("New: {event}, with {facts}")
        tell(text.of({"event": part.name, "facts": new}))
        for place in part.not_carried:
            tell(say("Not carried over: {place}.", place=place))
    _say_problems(event.differing)


def _say_problems(problems: "list[ImportProblem]") -> None:
    """Print one line per problem, with the locations where it occurs."""
    places: dict[ImportProblem, list[str | Text]] = {}
    for problem in problems:
        places.setdefault(problem._replace(place=""), []).append(problem.place)
    lines = [problem._replace(place=_shortened(of, MOST_PLACES)).full_line for problem, of in places.items()]
    for line in lines[:MOST_LINES]:
        tell(line, err=True)
    if more := len(lines[MOST_LINES:]):
        tell(plural("... and 1 more", "... and {n} more", more), err=True)
