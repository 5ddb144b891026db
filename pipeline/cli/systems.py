"""The `systems` command."""

from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.cli.shared import RAW, OfSeason, Raw, listing_of, system_called
from pipeline.cli.terminal import echo

if TYPE_CHECKING:
    from pipeline.rules.systems import System

WIDTH = 110
COLUMN = 28  # width of the first column, in characters


def systems(
    id: Annotated[
        str | None,
        typer.Argument(
            help="A system's id, to print its rule sheet and its numbers; without one, all systems are listed."
        ),
    ] = None,
    season: OfSeason = None,
    raw: Raw = RAW,
) -> None:
    """List the systems by family, or print one system's rule sheet and the numbers in it that a season may change.

    The list says what each system needs besides final centres.
    """
    from pipeline.rules.systems import by_module, systems

    if id:
        _print(system_called(id, season, raw))
        return
    listed = by_module(systems().values())
    if season:
        from pipeline.tools.explain import of_seasons

        listing_of(raw, [season])
        listed |= {f"Of the season {season}": of_seasons(raw, season).systems}
    for family, members in listed.items():
        echo(family)
        for system in members:
            needed = _needed(system)
            echo(_beside(f"  {system.id}", f"{system.title}; needs {needed}" if needed else system.title))


def _print(system: "System") -> None:
    """Print a system's rule sheet, the data it needs besides final centres, and the settings a season may change."""
    from pipeline.rules.numbers import kinds, printed

    echo(f"{system.title_and_id}\n")
    for label, part, text, _ in system.rules:
        echo(_beside(label, f"{part}: {text}" if part else text, 9))
    if needed := _needed(system):
        echo(_beside("Needs", needed, 9))
    echo("\nNumbers, which a sheet `systems` in season.xlsx may change:")
    values = printed(system.numbers)
    for name, kind in kinds(system.numbers).items():
        value = f"{getattr(system.numbers, name)}" if kind.words else values[name]
        echo(_beside(f"  {name}", f"{value}: {kind.meaning} ({kind.expected()})"))


def _needed(system: "System") -> str:
    """Return the data that a system needs besides final centres, or "" if it needs nothing else."""
    from pipeline.score.needs import needs

    return ", ".join(map(str, needs(system)))


def _beside(name: str, text: str, column: int = COLUMN) -> str:
    """Return a name with its description beside it, wrapped to fit a second column."""
    start = f"{name:{column}}" if len(name) < column else f"{name}\n{'':{column}}"
    return fill(text, WIDTH, initial_indent=start, subsequent_indent=" " * column, replace_whitespace=False)
