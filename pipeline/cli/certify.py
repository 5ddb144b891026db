"""The command `certify`."""

from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.ends import in_one_line
from pipeline.cli.shared import RAW, OfSeason, Raw, system_called
from pipeline.cli.terminal import echo, tell
from schemas.messages import say


def certify(
    id: Annotated[str, typer.Argument(help="A system's id; `systems` lists them.")],
    season: OfSeason = None,
    raw: Raw = RAW,
    to: Annotated[Path | None, typer.Option("--to", help="A workbook to write it to as well.")] = None,
) -> None:
    """Tell over all 3,120 final positions what a system rewards, with its worst examples."""
    from functools import partial

    from pipeline.books.writer import write_book
    from pipeline.build.files import write_whole
    from pipeline.tools.compare.certificate import answer, certificate, certificate_book, heading_lines

    system = system_called(id, season, raw)
    lines = certificate(system)
    echo("\n".join([system.title_and_id, "", *heading_lines(system), ""]))
    for line in lines:
        echo(f"{answer(line):4} {line.statement}{': ' if line.figures else ''}{line.figures}")
        for example in line.example.split("\n") if line.example else ():
            echo(f"         {example}")
    if to:
        with in_one_line():
            write_whole(to, partial(write_book, book=certificate_book(system, lines)))
        tell(say("{file} is written.", file=str(to)))
