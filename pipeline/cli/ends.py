"""How a command ends that cannot do what it is asked, or is stopped."""

import atexit
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

import typer

ERROR_STREAM = 2
A_MOMENT = 1e-4  # seconds
STOPS = ("SIGINT", "SIGTERM", "SIGHUP")  # Ctrl-C, the end of the session, the terminal closed
STOPPED = b"centre-years: stopped; every file is whole, and the next build does the rest\n"


def refuse(message: str) -> NoReturn:
    """Say why on the error stream, and end with exit status 1."""
    typer.echo(f"centre-years: {message}", err=True)
    raise typer.Exit(1)


@contextmanager
def in_one_line() -> Iterator[None]:
    """A file that cannot be read or written, a full disk, a lock: refused in one line."""
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
    """Signals end the program the orderly way, with exit status 128 and their number: what is open is put away."""

    def stop(number: int, _: object) -> NoReturn:
        with suppress(OSError):  # the terminal may be gone
            os.write(ERROR_STREAM, STOPPED)
        sys.exit(128 + number)

    def once_more(lost: Any) -> None:
        """What is raised where nothing can be raised (while a process is copied, a lock put away) comes a moment later."""
        if lost.exc_type is not SystemExit:
            sys.__unraisablehook__(lost)
            return
        status = lost.exc_value.code
        signal.signal(signal.SIGALRM, lambda *_: sys.exit(status))
        signal.setitimer(signal.ITIMER_REAL, A_MOMENT)

    if hasattr(signal, "setitimer"):
        sys.unraisablehook = once_more
        atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)  # too late: it has ended by itself
    for name in STOPS:
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is not signal.SIG_IGN:
            signal.signal(getattr(signal, name), stop)
