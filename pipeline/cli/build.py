"""The command `build`."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.build.lock import PATIENCE, alone
from pipeline.cli.ends import in_one_line, refuse, wait_for
from pipeline.cli.shared import (
    OUT,
    RAW,
    Out,
    Raw,
    Seasons,
    Wait,
    counted,
    counts,
    must_be_apart,
    must_exist,
    show_problems,
)

if TYPE_CHECKING:
    from pipeline.build.build import Outcome


def build(
    seasons: Seasons = None,
    raw: Raw = RAW,
    out: Out = OUT,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes that write; as many as processors if not given.")
    ] = None,
    as_of: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], help="The day of Campo di Marte's list, if not the season's own."),
    ] = None,
    wait: Wait = PATIENCE,
) -> None:
    """Build what changed: ranked workbooks, tables and problems of every season."""
    from pipeline.build import build as work
    from pipeline.cli.bars import Bars

    must_exist(raw)
    must_be_apart(raw, out)
    try:
        with in_one_line(), alone(out, wait, wait_for), Bars() as bars:
            outcome = work.build(raw, out, seasons or [], jobs, bars, as_of.date() if as_of else None)
    except work.NoSuchSeason as fault:
        refuse(str(fault))
    show_problems(outcome.problems)
    typer.echo(_summary(outcome, out))
    if held := [message for messages in outcome.held.values() for message in messages]:
        refuse(held[0] + (f" ({counted(len(held) - 1, 'more file')} likewise)" if len(held) > 1 else ""))
    raise typer.Exit(1 if outcome.errors else 0)


def _summary(outcome: "Outcome", out: Path) -> str:
    """The last lines: what was built, what was set aside, where the problems are."""
    files, seasons = sum(outcome.built.values()), len(outcome.built) + len(outcome.fresh)
    lines = [f"{counted(len(outcome.built), 'season')} of {seasons} built, {counted(files, 'file')} written to {out}."]
    if outcome.removed:
        lines.append(f"Removed: {', '.join(outcome.removed)}.")
    if aside := sorted({p.file for p in outcome.problems if p.severity == "error"}):
        lines.append(f"{counted(len(aside), 'file')} set aside: {', '.join(aside)}.")
    if outcome.problems:
        lists = (out / p.season / "problems.xlsx" if p.season else out / "problems.csv" for p in outcome.problems)
        where = sorted({str(path) for path in lists})
        lines.append(f"{counts(outcome.problems)}: see {', '.join(where[:3])}{' ...' if len(where) > 3 else ''}.")
    return "\n".join(lines)
