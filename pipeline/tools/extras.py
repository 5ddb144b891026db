"""Optional libraries: what a user does where one is not there. Nothing here needs a library."""

import re
import shlex
import sys

from schemas.messages import Text, Verbatim, say

WINDOWS = "win32"
PLAIN = re.compile(r"[\w./:~-]+")  # a path that shells take as it stands


def python() -> str:
    """Return the Python that runs, as a command begins: in quotes, unless its path is letters, figures and `. / : _ ~ -` alone."""
    return quoted(sys.executable)


def quoted(word: str) -> str:
    r"""Return a path, or a library with its extras such as `dask[distributed]`, as a word of a command.

    On Windows `\` is plain too, and the quotes are those of `cmd`, which still replaces `%name%` within them. Elsewhere
    they are those of `sh`, which replaces nothing, but takes brackets without quotes for a pattern.
    """
    if PLAIN.fullmatch(word.replace("\\", "/") if sys.platform == WINDOWS else word):
        return word
    return f'"{word}"' if sys.platform == WINDOWS else shlex.quote(word)


def install(*libraries: str) -> Text:
    """Return the command that adds libraries to the Python that runs; on Windows that of PowerShell too, if it is another.

    PowerShell calls a path in quotes only after `& `, and replaces nothing between single quotes, which are typed twice
    within them.
    """
    command = " ".join([python(), "-m pip install", *map(quoted, libraries)])
    if sys.platform != WINDOWS or python() == sys.executable:
        return Verbatim(command)
    path, *names = ("'" + word.replace("'", "''") + "'" for word in (sys.executable, *libraries))
    return say(
        "{command} (in PowerShell: {other})", command=command, other=" ".join(["&", path, "-m pip install", *names])
    )
