"""Optional libraries: what a user does where one is not there."""

import sys

from schemas.messages import Text, Typed, say


def install(libraries: str) -> Text:
    """The command that adds libraries to the Python that runs, for `cmd`, `sh` and PowerShell.

    A path with a blank is in quotes, which PowerShell calls only after `& `.
    """
    if " " not in sys.executable:
        return Typed(f"{sys.executable} -m pip install {libraries}")
    command = f'"{sys.executable}" -m pip install {libraries}'
    return (
        say("{command} (in PowerShell with `& ` before it)", command=command)
        if sys.platform == "win32"
        else Typed(command)
    )
