"""Options, refusals and messages that several commands share."""

import secrets
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.cli.ends import refuse
from pipeline.cli.terminal import tell
from schemas.messages import Listed, Message, listed, plural, say
from schemas.words import LANGUAGES

if TYPE_CHECKING:
    from pipeline.problems.codes import Problem
    from pipeline.read.find import Listing
    from pipeline.rules.systems import System

RAW, OUT = Path("data/raw"), Path("data/out")
SEEDS = 1_000_000
LONGEST_NAME = 100  # characters in the name of a file or folder

Raw = Annotated[Path, typer.Option(help="The folder with the raw sheets.")]
Out = Annotated[Path, typer.Option(help="The folder with the outputs.")]
Seasons = Annotated[list[str] | None, typer.Argument(help="Only these seasons.")]
OfSeason = Annotated[str | None, typer.Option("--season", help="Also accept the systems that this season defines.")]
Wait = Annotated[float, typer.Option(min=0, help="Seconds to wait for another build to end before giving up.")]
Seed = Annotated[
    int | None,
    typer.Option(
        min=0,
        help="The seed of all lots; the same seed gives the same result. Without one, a seed is drawn and printed.",
    ),
]


# -- refusals ----------------------------------------------------------------------------------------------------------


def must_exist(raw: Path) -> None:
    """Stop the command with an error message if the raw path is not a folder."""
    if not raw.is_dir():
        refuse(say("there is no folder {folder}", folder=str(raw)))


def must_be_apart(raw: Path, out: Path) -> None:
    """Stop the command with an error message if one folder contains the other.

    Outputs and raw sheets have to stay separate.
    """
    real = [Path(realpath(folder)) for folder in (raw, out)]  # unlike resolve(), does not fail on a link to itself
    if real[0].is_relative_to(real[1]) or real[1].is_relative_to(real[0]):
        text = Message("the raw sheets and the outputs need separate folders, but {raw} and {out} overlap")
        refuse(text.of({"raw": str(raw), "out": str(out)}))


def place_of(raw: Path, season: str, event: str, *, of_season: bool = False) -> Path:
    """Return the path of an event's or a season's workbook.

    The command stops with an error message if a build would not read a file of that name.
    """
    from pipeline.read.find import SEASON_FILE
    from pipeline.rules.circuits import circuit_names
    from pipeline.rules.systems import USUAL
    from pipeline.store.names import is_plain
    from schemas.words import RESERVED

    if not season.strip():
        refuse(say("give the season, such as 2026: --season 2026, or SEASON=2026 with make"))
    for name, of_file in ((event, f"{event}.xlsx"), (season, season)):
        leads = "/" in name or name.startswith((".", "~$")) or not is_plain(of_file)
        if not name.strip() or leads or not name.isprintable() or len(name) > LONGEST_NAME:
            refuse(say("{name} cannot be the name of a file or folder here", name=repr(name[:40])))
    if not of_season and event.casefold() in {SEASON_FILE, *RESERVED, *USUAL, *circuit_names()}:
        text = Message("an event cannot be called {event}: a system, a circuit or the season's own file has that name")
        refuse(text.of({"event": event}))
    return raw / season / f"{event}.xlsx"


def must_be_a_language(language: str) -> None:
    """Stop the command with an error message if there is no catalogue for the language."""
    if language not in LANGUAGES:
        text = Message("the language {language} is not available; choose {languages}")
        refuse(text.of({"language": language, "languages": listed(LANGUAGES, "or")}))


def listing_of(raw: Path, seasons: list[str] | None) -> "Listing":
    """Return the listing of the requested seasons' files, or of all files if no season is requested.

    The command stops with an error message if a requested season has no folder.
    """
    from pipeline.read.find import find
    from schemas.words import RESERVED

    must_exist(raw)
    listing = find(raw, RESERVED, set(seasons or ()) or None)
    if missing := set(seasons or ()) - set(listing.seasons):
        refuse(say("there is no season {seasons} in {folder}", seasons=listed(sorted(missing)), folder=str(raw)))
    return listing


def system_called(id: str, season: str | None, raw: Path) -> "System":
    """Return the system with this id, either a published one or one that a season defines.

    If `season` is None, a system that a season defines is returned only if no other season has a system with this id.
    The command stops with an error message if the id is unknown.
    """
    from pipeline.problems.suggestions import editions_meant
    from pipeline.rules.systems import system_id, systems
    from pipeline.tools.explain import of_seasons

    id, available = system_id(id), {**systems()}
    if season:
        listing_of(raw, [season])
    if season or (id not in available and raw.is_dir()):
        house_systems = of_seasons(raw, season).systems
        have_it = [system.season for system in house_systems if system.id == id]
        if len(have_it) > 1:
            refuse(
                say(
                    "{system} belongs to seasons {seasons}: choose one with --season",
                    system=id,
                    seasons=listed(have_it),
                )
            )
        available |= {system.id: system for system in house_systems if season or system.id == id}
    if id not in available:
        near = listed(editions_meant(id, available) or available, "or")
        refuse(say("there is no system called {system}; choose {systems}", system=id[:40], systems=near))
    return available[id]


# -- words -------------------------------------------------------------------------------------------------------------


def show_problems(problems: "list[Problem]", most: int | None = None) -> None:
    """Print errors and warnings to standard error, the most serious first.

    With a limit, only the first of several warnings of the same kind in a sheet is printed, followed by a count of
    the rest. Problems that are not printed are in problems.xlsx.

    most  maximum number of problems to print, or None for no limit
    """
    from pipeline.problems.codes import ordered
    from pipeline.problems.words import SEVERITIES

    kinds: dict[object, list[Problem]] = {}
    for p in ordered(problems):
        if p.severity in ("error", "warning"):
            kinds.setdefault((p.code, p.file, p.sheet) if most and p.severity == "warning" else p, []).append(p)
    shown = [*kinds.values()][:most]
    for problem, *others in shown:
        line = Message("{severity}: {place}: {message} {hint}")
        place = " ".join(part for part in (problem.file, problem.sheet, problem.cell) if part)
        said = {"severity": SEVERITIES[problem.severity], "place": place}
        tell(line.of({**problem._asdict(), **said}), err=True)
        if others:
            text = plural(
                "... and 1 more of this kind in this sheet", "... and {n} more of this kind in this sheet", len(others)
            )
            tell(text, err=True)
    if more := sum(map(len, kinds.values())) - sum(map(len, shown)):
        tell(say("... and {problems} more in problems.xlsx", problems=more), err=True)


def counts(problems: "list[Problem]") -> Listed | Message:
    """Return a phrase that counts the problems of each severity, such as `2 errors, 1 warning`."""
    from pipeline.problems.codes import ORDER
    from pipeline.problems.words import counted

    numbers = {severity: sum(p.severity == severity for p in problems) for severity in ORDER}
    return listed(counted(*each) for each in numbers.items() if each[1]) if problems else say("no problems")


def files(number: int) -> Message:
    """Return the number of files as a phrase, such as `3 files`."""
    return plural("1 file", "{n} files", number)


def seasons(number: int) -> Message:
    """Return the number of seasons as a phrase, such as `3 seasons`."""
    return plural("1 season", "{n} seasons", number)


def drawn_seed(seed: int | None) -> int:
    """Return the given seed, or a random one if it is None."""
    return secrets.randbelow(SEEDS) if seed is None else seed
