"""The `check` command."""

import typer

from pipeline.cli import shared
from pipeline.cli.shared import RAW, Raw, Seasons, counts, listing_of, show_problems
from pipeline.cli.terminal import tell
from schemas.messages import plural, say


def check(raw: Raw = RAW, seasons: Seasons = None) -> None:
    """Validate the raw sheets without writing anything."""
    from pipeline.check.duplicate_games import games_in_two_seasons, marks
    from pipeline.check.register import names_typed, others_of_nobody
    from pipeline.problems.codes import ordered
    from pipeline.processes import PROCESSORS
    from pipeline.stages import compute

    listing = listing_of(raw, seasons)
    computed = compute(listing, jobs=PROCESSORS)
    beyond = games_in_two_seasons(marks(computed.tables), listing)
    names = [] if seasons else others_of_nobody(names_typed(computed.raw), computed.raw)
    problems = ordered([*computed.problems, *beyond, *names])
    show_problems(problems)
    tell(
        say(
            "{events} in {seasons} checked: {problems}.",
            events=plural("1 event", "{n} events", sum(bool(source.event) for source in listing.sources)),
            seasons=shared.seasons(len(listing.seasons)),
            problems=counts(problems),
        )
    )
    raise typer.Exit(1 if any(problem.severity == "error" for problem in problems) else 0)
