"""The `export` command."""

from collections.abc import Iterable
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from pipeline.cli.ends import refuse
from pipeline.cli.shared import OUT, RAW, Raw, listing_of, must_exist
from pipeline.cli.terminal import tell
from pipeline.store.folder import LINKED, is_link
from schemas.messages import Message, Name, listed, say

if TYPE_CHECKING:
    from types import ModuleType

    from pipeline.exports.event import Event
    from pipeline.exports.format import File
    from pipeline.store.folder import Folder

EXPORTS = Path("exports")
WRITTEN = Message("{file} was written.")
THE_SAME = Message("{file} is unchanged.")
REPLACED = Message("{file} was rewritten: its content had changed.")


def export(
    format: Annotated[str | None, typer.Argument(help="The format; without one, all formats are listed.")] = None,
    season: Annotated[str | None, typer.Argument(help="The season.")] = None,
    event: Annotated[
        str | None, typer.Argument(help="Only this event; without it, every event that the format can hold.")
    ] = None,
    to: Annotated[
        Path, typer.Option(help="The folder to write to; files go into <season>/<format>/ inside it.")
    ] = EXPORTS,
    raw: Raw = RAW,
) -> None:
    """Write a season's results in the formats of other programs, and say what a format cannot hold."""
    from pipeline.exports.format import ANY
    from pipeline.exports.formats import formats
    from pipeline.store.folder import Folder

    if not format:
        for name, module in formats().items():
            tell(say("{format}: {title}", format=name, title=module.FORMAT.title))
        raise typer.Exit
    if format not in formats():
        _refuse_word(say("there is no format called {word}", word=repr(format[:40])), format, formats())
    if not season:
        refuse(say("give the season: export {format} SEASON", format=format))
    _must_lie_apart(to, raw)
    events = _events(formats()[format], raw, season, event)
    folder = Folder(to) / season / format
    written = [_write(formats()[format], each, folder) for each in events]
    if formats()[format].FORMAT.kind == ANY and not event:
        written.append(_tell_written(formats()[format].files_of_season(events[0].season), folder))
    if not any(written):
        raise typer.Exit(1)


def _refuse_word(why: Message, word: str, valid: Iterable[str]) -> NoReturn:
    """Stop the command because of an unknown word.

    The message suggests similar words, or all valid words if none is similar.
    """
    from pipeline.problems.suggestions import nearest

    valid = [*valid]
    near = nearest(word, valid)
    text = Message("{why}; did you mean {words}?") if near else Message("{why}; choose {words}")
    refuse(text.of({"why": why, "words": listed(near or valid, "or")}) if valid else why)


def _must_lie_apart(to: Path, raw: Path) -> None:
    """Stop the command with an error message if `to` is inside the raw folder or the output folder.

    A build reads everything in the raw folder, and manages the contents of the output folder.
    """
    if to == EXPORTS and is_link(to):  # the default was not typed, so a link may have come with the league's folder
        refuse(LINKED.of({"file": str(to), "target": realpath(to)}))
    for folder in (raw, OUT):
        if Path(realpath(to)).is_relative_to(realpath(folder)):
            refuse(say("exports cannot be written to {folder}; choose another folder with --to", folder=str(folder)))


def _events(module: "ModuleType", raw: Path, season: str, event: str | None) -> "list[Event]":
    """Return the requested events that the format supports.

    The command stops with an error message if there are no such events.
    """
    from pipeline.exports.event import Event
    from pipeline.exports.format import ANY
    from pipeline.pages.season import Season
    from pipeline.stages import compute

    must_exist(raw)
    folders = sorted(path.name for path in raw.iterdir() if path.is_dir() and not path.name.startswith("."))
    if season not in folders:
        _refuse_word(say("there is no season called {word}", word=repr(season[:40])), season, folders)
    listing = listing_of(raw, [season])
    of = Season(compute(listing), season)
    computed = [*of.events["event"]]
    typed = [source.event for source in listing.of(season) if source.event]
    if event and event not in typed:
        _refuse_word(
            say("there is no event called {word} in {season}", word=repr(event[:40]), season=season), event, typed
        )
    if aside := [name for name in typed if name not in computed and event in (None, name)]:
        why = say("{events}: set aside because of errors; `check` lists the errors", events=listed(aside))
        if event:
            refuse(why)
        tell(why)
    events = [Event(of, name) for name in computed if event in (None, name)]
    supported = [each for each in events if module.FORMAT.kind in (each.kind, ANY)]
    if not supported:
        kind = Name("event kind", module.FORMAT.kind)
        refuse(
            say("this format is only for {kind} events, and {event} is not one", event=event, kind=kind)
            if event
            else say("this format is only for {kind} events, and {season} has none", season=season, kind=kind)
        )
    return supported


def _write(module: "ModuleType", event: "Event", folder: "Folder") -> bool:
    """Write an event's files, print what the format leaves out, and return whether there are any files."""
    from pipeline.exports.losses import losses

    if module.FORMAT.places and event.system is None and len(event.boards):
        text = Message("{event} has no official system, so there are no scores or ranks to write.")
        tell(text.of({"event": event.id}))
        return False
    files = module.files(event)
    if not _tell_written(files, folder):
        tell(say("Nothing in {event} can be written in this format.", event=event.id))
    elif lost := [*losses(event, module.FORMAT)]:
        tell(say("{event}: this format leaves out {facts}.", event=event.id, facts=listed(lost, "; ")))
    return bool(files)


def _tell_written(files: "Iterable[File]", folder: "Folder") -> bool:
    """Write the files, print a line about each, and return whether there are any."""
    from pipeline.exports.format import with_distinct_names

    named = with_distinct_names(files)
    for file in named:
        tell(_whole(folder, file).of({"file": str(folder.place / file.name)}))
    return bool(named)


def _whole(folder: "Folder", file: "File") -> Message:
    """Write a file, and return a message that says whether it is new, unchanged or replaced."""
    from pipeline.build.files import write_csv, write_whole

    before = folder.digest(file.name)
    if isinstance(file.content, str):
        write_whole(folder, file.name, file.content)
    else:
        write_csv(folder, file.name, file.content)
    return WRITTEN if not before else THE_SAME if before == folder.digest(file.name) else REPLACED
