"""The `diff` command."""

from typing import Annotated

import typer

from pipeline.cli.shared import OUT, Out
from pipeline.cli.terminal import tell
from schemas.messages import say


def diff(
    out: Out = OUT,
    everything: Annotated[
        bool, typer.Option("--all", help="Show the other systems too, and the results behind the circuits.")
    ] = False,
) -> None:
    """Show which published scores and ranks the last build changed in circuits, events and official systems."""
    from pipeline.build.diff import changes

    lines = changes(out, everything)
    nothing = say("The last build did not change any published scores or ranks.")
    if not lines and changes(out, everything=True):
        nothing = say(
            "The last build did not change any circuits, events or official scores; use --all to see the other changes."
        )
    for line in lines or [nothing]:
        tell(line)
