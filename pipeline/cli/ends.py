"""How a command ends that cannot do what it is asked, or is stopped."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

import typer

ERROR_STREAM = 2
STOPS = ("SIGINT", "SIGTERM", "SIGHUP")  # Ctrl-C, the end of the session, the terminal closed
STOPPED = b"centre-years: stopped; every file is whole, and the next build does the rest\n"


def refuse(message: str) -> NoReturn:
    """Say why on the error stream, and end with exit status 1."""
    typer.echo(f"centre-years: {message}", err=True)
    raise typer.Exit(1)


@contextmanager
def in_one_line() -> Iterator[None]:
    """Refuse in one line what the system does not allow: a file, a full disk, a lock, the memory."""
    try:
        yield
    except OSError as fault:
        refuse(f"{fault.filename}: {fault.strerror}" if fault.filename else str(fault))
    except MemoryError:
        refuse("there is too little memory; nothing is lost: close other programs and run again")


def wait_for(text: str) -> None:
    """Say on the error stream what the command waits for."""
    typer.echo(f"centre-years: {text}", err=True)


def end_cleanly_when_stopped() -> None:
    """Signals end the program in order, with one line and exit status 128 + number; ignored ones stay ignored."""

    def stop(number: int, _: object) -> NoReturn:
        with suppress(OSError):  # the terminal may be gone
            os.write(ERROR_STREAM, STOPPED)
        sys.exit(128 + number)

    for name in STOPS:
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number and signal.getsignal(number) is not signal.SIG_IGN:  # `nohup` ignores it
            signal.signal(number, stop)
