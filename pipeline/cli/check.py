"""The command `check`."""

import typer

from pipeline.cli.shared import RAW, Raw, Seasons, counted, counts, found_in, show_problems


def check(raw: Raw = RAW, seasons: Seasons = None) -> None:
    """Validate the raw sheets; write nothing."""
    from pipeline.problems.codes import ordered
    from pipeline.processes import PROCESSORS
    from pipeline.stages import compute

    found = found_in(raw, seasons)
    problems = ordered(compute(found, jobs=PROCESSORS).problems)
    show_problems(problems)
    events = sum(bool(source.event) for source in found.sources)
    typer.echo(f"{counted(events, 'event')} of {counted(len(found.seasons), 'season')} checked: {counts(problems)}.")
    raise typer.Exit(1 if any(problem.severity == "error" for problem in problems) else 0)
