"""Optional libraries: what a user does where one is not there."""

import sys


def install(libraries: str) -> str:
    """The command that adds libraries to the Python that runs."""
    return f'"{sys.executable}" -m pip install {libraries}'
