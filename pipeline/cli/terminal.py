"""What a command says on the terminal, in the terminal's language."""

import os
import re

import typer

from pipeline.language.language import ENGLISH, Language, language
from schemas.messages import Text
from schemas.words import LANGUAGES

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # as gettext asks them, the first before the others
PLAIN = {"c": ENGLISH, "posix": ENGLISH}  # locales of programs


def terminal_language() -> str:
    """The first language of the environment that has words: `de_AT.UTF-8` is German; else English."""
    asked = ":".join(os.environ.get(name, "") for name in VARIABLES).lower().split(":")
    codes = (re.split("[_.@-]", each)[0] for each in asked)
    return next((code for code in (PLAIN.get(code, code) for code in codes) if code in LANGUAGES), ENGLISH)


def words() -> Language:
    """The terminal's language."""
    return language(terminal_language())


def tell(said: Text, *, err: bool = False) -> None:
    """Print a line, on the error stream if it is none of the results."""
    typer.echo(words()(said), err=err)
