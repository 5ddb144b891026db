"""The command `diff`."""

import typer

from pipeline.cli.ends import in_one_line
from pipeline.cli.shared import OUT, Out


def diff(out: Out = OUT) -> None:
    """Tell which published scores and ranks the last build changed."""
    from pipeline.build.diff import changes

    with in_one_line():
        lines = changes(out)
    typer.echo("\n".join(lines) if lines else "The last build changed no published score and no rank.")
