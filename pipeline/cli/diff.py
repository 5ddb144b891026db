"""The command `diff`."""

from pipeline.cli.ends import in_one_line
from pipeline.cli.shared import OUT, Out
from pipeline.cli.terminal import tell
from schemas.messages import say


def diff(out: Out = OUT) -> None:
    """Tell which published scores and ranks the last build changed."""
    from pipeline.build.diff import changes

    with in_one_line():
        lines = changes(out)
    for line in lines or [say("The last build changed no published score and no rank.")]:
        tell(line)
