"""Messages and exit statuses of commands that are refused or stopped."""

import errno
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

import typer

from pipeline.cli.terminal import tell, words
from schemas.messages import Listed, Message, Text, Verbatim, say

ERROR_STREAM = 2
STOPS = ("SIGINT", "SIGTERM", "SIGHUP")  # Ctrl-C, the end of the session, the terminal closed
PROGRAM = "centre-years: "  # before each message on the error stream


def refuse(why: Text) -> NoReturn:
    """Print a message to standard error, and exit with status 1."""
    remark(why)
    raise typer.Exit(1)


def remark(said: Text) -> None:
    """Print a message to standard error, for example to say why the command is waiting."""
    tell(said, err=True, speaker=PROGRAM)


def clash(folder: str) -> Text:
    """Return the message to show if another installed package also has a folder called `folder`."""
    return say(
        "another installed package also has a folder {folder}, so one of the two is damaged; install them separately, with pipx or uv tool",
        folder=folder,
    )


def reason(fault: Exception) -> Text:
    """Return the message that an exception carries, or the exception as text if it carries none."""
    if isinstance(fault, OSError) and fault.filename:
        return Verbatim(f"{fault.filename}: {fault.strerror}")
    said = fault.args[-1] if fault.args else ""
    return said if isinstance(said, Message | Listed) else Verbatim(str(fault))


@contextmanager
def in_one_line() -> Iterator[None]:
    """Report an operating system error or an out-of-memory error on one line, and exit with status 1."""
    try:
        yield
    except OSError as fault:
        if fault.errno == errno.EPIPE:  # the reader of the pipe has closed it
            raise
        refuse(reason(fault))
    except MemoryError:
        refuse(say("there is not enough memory; nothing was lost. Close other programs and run this one again"))


def end_cleanly_when_stopped() -> None:
    """Install handlers that end the program cleanly on a signal, with exit status 128 plus the signal's number.

    Signals that are already ignored stay ignored.
    """
    said = words()(say("stopped; no files are damaged, and the next build will do the rest"))
    line = f"{PROGRAM}{said}\n".encode()  # prepared, since a signal may arrive at any point

    def stop(number: int, _: object) -> NoReturn:
        with suppress(OSError):  # the terminal may be gone
            os.write(ERROR_STREAM, line)
        sys.exit(128 + number)

    for name in STOPS:
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number and signal.getsignal(number) is not signal.SIG_IGN:  # `nohup` ignores it
            signal.signal(number, stop)
