"""Optional libraries: what a user does where one is not there. Nothing here needs a library."""

import re
import shlex
import sys

from schemas.messages import Text, Typed, say

WINDOWS = "win32"
PLAIN = re.compile(r"[\w./:~-]+")  # a path that shells take as it stands


def python() -> str:
    r"""The Python that runs, as a command begins: in quotes, unless its path is letters, figures and `. / : _ ~ -` alone.

    On Windows `\` is plain too, and the quotes are those of `cmd`, which still replaces `%name%` within them; PowerShell
    still replaces `$name`. Elsewhere the quotes are those of `sh`, which replaces nothing.
    """
    path = sys.executable
    if PLAIN.fullmatch(path.replace("\\", "/") if sys.platform == WINDOWS else path):
        return path
    return f'"{path}"' if sys.platform == WINDOWS else shlex.quote(path)


def install(libraries: str) -> Text:
    """The command that adds libraries to the Python that runs. PowerShell calls a path in quotes only after `& `."""
    command = f"{python()} -m pip install {libraries}"
    if sys.platform != WINDOWS or python() == sys.executable:
        return Typed(command)
    return say("{command} (in PowerShell with `& ` before it)", command=command)
