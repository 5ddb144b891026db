"""The command line with all its commands.

Modules that need pandas are imported inside the commands, so that `--help` and `systems` start quickly.
"""

import os

os.environ.setdefault(
    "OPENBLAS_NUM_THREADS", "1"
)  # the program uses processes instead; must be set before numpy is imported
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # otherwise pydantic searches all installed packages

import gc
import sys
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from pipeline import __version__
from pipeline.cli.archive import archive
from pipeline.cli.build import build
from pipeline.cli.certify import certify
from pipeline.cli.check import check
from pipeline.cli.compare import compare
from pipeline.cli.diff import diff
from pipeline.cli.ends import end_cleanly_when_stopped, in_one_line
from pipeline.cli.explain import explain
from pipeline.cli.export import export
from pipeline.cli.import_ import import_
from pipeline.cli.new import new
from pipeline.cli.orders import orders
from pipeline.cli.seat import seat
from pipeline.cli.start import start
from pipeline.cli.systems import systems
from pipeline.cli.terminal import echo, lost, open_streams
from pipeline.cli.turkey import turkey
from pipeline.cli.watch import watch

BEGIN = """Begin with `centre-years new "Club night" --season 2026`, fill in the workbook, then `centre-years build`.
The documents begin with docs/README.md in the project's folder."""
PAGES = {  # command -> the page that explains what it is for
    "new": "docs/reference/sheets.md",
    "check": "docs/howto/mend_a_sheet.md",
    "systems": "docs/howto/own_system.md",
    "explain": "docs/explanation/how_a_score_comes_about.md",
    "seat": "docs/howto/seat_a_round.md",
    "archive": "docs/howto/score_a_million_boards.md",
    "export": "docs/howto/export.md",
    "import": "docs/howto/import.md",
}
OBJECTS_BETWEEN_LOOKS = 500_000  # garbage collection threshold: a build makes many objects, but hardly any cycles


class Commands(TyperGroup):
    """The group of all commands, which reports operating system errors on one line."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command given on the command line."""
        with in_one_line():
            return super().invoke(ctx)


app = typer.Typer(cls=Commands, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)


def _print_version(requested: bool) -> None:
    if requested:
        echo(f"centre-years {__version__}")
        raise typer.Exit


@app.callback(epilog=BEGIN, invoke_without_command=True)
def options(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="The edition.")
    ] = False,
) -> None:
    """Score board-game Diplomacy leagues and Bao round robins from raw result sheets.

    Without a command, build the sheets in this folder whenever one is saved, and show the results in the browser.
    """
    if context.invoked_subcommand is None:
        start()


for command in (
    build,
    watch,
    check,
    new,
    compare,
    systems,
    certify,
    explain,
    seat,
    turkey,
    orders,
    archive,
    diff,
    export,
    import_,
):
    name = command.__name__.rstrip("_")
    app.command(name, epilog=f"In the project's folder: {PAGES[name]}" if name in PAGES else None)(command)


def main(name: str = "centre-years") -> NoReturn:
    """Run the command given on the command line, then exit.

    name  the program's name, as shown in the help
    """
    os.environ["PYTHONSAFEPATH"] = "1"  # child processes must not import from the working folder either
    gc.set_threshold(OBJECTS_BETWEEN_LOOKS)
    open_streams()
    end_cleanly_when_stopped()
    try:
        app(prog_name=name)
    except SystemExit as end:
        sys.exit(end.code or int("stdout" in lost))
    finally:
        gc.freeze()  # skip the last garbage collection at exit
    sys.exit(0)
