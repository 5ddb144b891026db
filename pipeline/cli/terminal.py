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
PLAIN = {"c": ENGLISH, "posix": ENGLISH}  # locales of programs


def terminal_language() -> str:
    """Return the first language of the environment with a catalogue (`de_AT.UTF-8` is German), else English.

    Windows sets none of the variables; there the language of its menus comes after them.
    """
    preferences = ":".join([*(os.environ.get(name, "") for name in VARIABLES), _of_windows()]).lower().split(":")
    codes = (re.split("[_.@-]", each)[0] for each in preferences)
    return next((code for code in (PLAIN.get(code, code) for code in codes) if code in LANGUAGES), ENGLISH)


def _of_windows() -> str:
    """Return the locale of Windows' menus, such as `it_IT`; an empty text on other systems."""
    if sys.platform != "win32":
        return ""
    import ctypes
    from locale import windows_locale

    return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


def words() -> Language:
    """Return the language of the terminal."""
    return language(terminal_language())


def tell(said: Text, *, err: bool = False, speaker: str = "") -> None:
    """Print a message on a line of its own; to stderr unless it is a result."""
    echo(escaped(speaker + words()(said), lines=True), err=err)


def echo(text: str, *, err: bool = False, over: bool = False) -> None:
    """Print lines. Characters that would steer the terminal are escaped: cells and names of files come from outside.

    Lines for a stream that takes nothing, such as one on a full disk, are dropped; the command goes on.

    over  overwrite the line printed before; the next text overwrites this one
    """
    try:
        harmless = "\n".join(escaped(line, lines=True) for line in text.split("\n"))
        typer.echo("\r" * over + harmless, err=err, nl=not over)
    except OSError as fault:
        if fault.errno == errno.EPIPE:  # the reader of the pipe has closed it
            raise
        lost.add("stderr" if err else "stdout")
        _to_nowhere("stderr" if err else "stdout")


lost: set[str] = set()  # streams that failed to take a line


def open_streams() -> None:
    """Open each closed standard stream, so that no file opened later is taken for one."""
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
