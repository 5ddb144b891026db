"""The `certify` command."""

from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.shared import RAW, OfSeason, Raw, system_called
from pipeline.cli.terminal import echo, tell, words
from schemas.messages import say


def certify(
    id: Annotated[str, typer.Argument(help="A system's id; `systems` lists them.")],
    season: OfSeason = None,
    raw: Raw = RAW,
    to: Annotated[Path | None, typer.Option("--to", help="A workbook to write the result to as well.")] = None,
) -> None:
    """Show what a system rewards across all 3,120 final positions, with example positions."""
    from pipeline.books.writer import as_workbook
    from pipeline.build.files import write_whole
    from pipeline.store.folder import Folder
    from pipeline.tools.compare.certificate import certificate, certificate_book, heading_lines
    from pipeline.tools.compare.properties import ANSWERS

    system = system_called(id, season, raw)
    lines, said = certificate(system), words()
    echo("\n".join([system.title_and_id, "", *map(said, heading_lines(system)), ""]))
    for line in lines:
        holds = said(ANSWERS.get(line.holds, ""))
        echo(f"{holds:4} {said(line.statement)}{said.colon if line.figures else ''}{said(line.figures)}")
        for example in said(line.example).split("\n") if line.example else ():
            echo(f"         {example}")
    if to:
        write_whole(Folder(to.parent), to.name, as_workbook(certificate_book(system, lines, said)))
        tell(say("{file} was written.", file=str(to)))
