"""How a command ends that cannot do what it is asked."""

from typing import NoReturn

import typer


def refuse(message: str) -> NoReturn:
    """Say why on the error stream, and end with exit status 1."""
    typer.echo(f"centre-years: {message}", err=True)
    raise typer.Exit(1)
