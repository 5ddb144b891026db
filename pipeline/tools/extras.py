"""The command that installs missing optional libraries.

This module itself needs none of them.
"""

import re
import shlex
import sys
from pathlib import Path

from schemas.messages import Text, Verbatim, say

WINDOWS = "win32"
UV_TOOL = "uv-receipt.toml"  # a file in each environment created by `uv tool`
PLAIN = re.compile(r"[\w./:~-]+")  # a path that needs no quotes in any shell


def python() -> str:
    """Return the path of the running Python interpreter for use in a command, quoted if necessary."""
    return quoted(sys.executable)


def quoted(word: str) -> str:
    r"""Return a path or the name of a library, quoted if a shell may require quotes.

    In `sh`, a library with extras such as `dask[distributed]` needs quotes, since the shell reads unquoted brackets as
    a pattern. It expands nothing inside the quotes.

    On Windows, `\` needs no quotes. Words are quoted for `cmd`, which still expands `%name%` inside quotes.
    """
    if PLAIN.fullmatch(word.replace("\\", "/") if sys.platform == WINDOWS else word):
        return word
    return f'"{word}"' if sys.platform == WINDOWS else shlex.quote(word)


def install(*libraries: str) -> Text:
    """Return the command that installs libraries for the running Python interpreter.

    On Windows, PowerShell's command is added if it differs. PowerShell runs a quoted path only after `& `, and takes
    text between single quotes literally, except that two single quotes stand for one. An environment created by
    `uv tool` has no pip, so `uv` installs the libraries there. The single-file program cannot install any libraries.
    """
    if getattr(sys, "frozen", False):
        return say("the single-file program cannot add libraries; install centre-years with Python instead")
    if Path(sys.prefix, UV_TOOL).is_file():
        return Verbatim(" ".join(["uv pip install --python", python(), *map(quoted, libraries)]))
    command = " ".join([python(), "-m pip install", *map(quoted, libraries)])
    if sys.platform != WINDOWS or python() == sys.executable:
        return Verbatim(command)
    path, *names = ("'" + word.replace("'", "''") + "'" for word in (sys.executable, *libraries))
    return say(
        "{command} (in PowerShell: {other})", command=command, other=" ".join(["&", path, "-m pip install", *names])
    )
