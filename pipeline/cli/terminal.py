"""Output of commands on the terminal, in the terminal's language."""

import errno
import os
import re
import sys
from pathlib import Path

import typer

from pipeline.language.language import ENGLISH, Language, language
from schemas.characters import escaped
from schemas.messages import Text
from schemas.words import LANGUAGES

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # in gettext's order of precedence
PLAIN = {"c": ENGLISH, "posix": ENGLISH}  # locales that name no language


def terminal_language() -> str:
    """Return the first of the environment's languages that the program supports, or English.

    A locale such as `de_AT.UTF-8` counts as German. On Windows, which does not set these environment variables, the
    language of the menus is considered last.
    """
    preferences = ":".join([*(os.environ.get(name, "") for name in VARIABLES), _of_windows()]).lower().split(":")
    codes = (re.split("[_.@-]", each)[0] for each in preferences)
    return next((code for code in (PLAIN.get(code, code) for code in codes) if code in LANGUAGES), ENGLISH)


def _of_windows() -> str:
    """Return the locale of the Windows menus, such as `it_IT`, or "" on other systems."""
    if sys.platform != "win32":
        return ""
    import ctypes
    from locale import windows_locale

    return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


def words() -> Language:
    """Return the language of the terminal."""
    return language(terminal_language())


def tell(said: Text, *, err: bool = False, speaker: str = "") -> None:
    """Print a message on a line of its own, prefixed with `speaker`.

    err  whether to print on the error stream
    """
    echo(escaped(speaker + words()(said), lines=True), err=err)


def echo(text: str, *, err: bool = False, over: bool = False) -> None:
    """Print lines, with control characters escaped, because cells and file names come from other people.

    If the stream cannot be written to, for example because the disk is full, the lines are dropped and the command
    continues.

    over  whether the line overwrites the previous one and is itself overwritten by the next output
    """
    try:
        harmless = "\n".join(escaped(line, lines=True) for line in text.split("\n"))
        typer.echo("\r" * over + harmless, err=err, nl=not over)
    except OSError as fault:
        if fault.errno == errno.EPIPE:  # the reader of the pipe has closed it
            raise
        lost.add("stderr" if err else "stdout")
        _to_nowhere("stderr" if err else "stdout")


lost: set[str] = set()  # streams to which a line could not be written


def open_streams() -> None:
    """Open closed standard streams on the null device, so that files opened later do not reuse their descriptors."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            _to_nowhere(name)


def _to_nowhere(name: str) -> None:
    setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - open until the end
