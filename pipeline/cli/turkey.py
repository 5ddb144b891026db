"""The `turkey` command."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.ends import reason, refuse, remark
from pipeline.cli.shared import Seed, drawn_seed
from pipeline.cli.terminal import echo, tell, words
from schemas.messages import Message, Name, say


def turkey(
    sheet: Annotated[
        Path | None, typer.Argument(help="A sheet (.csv, .xlsx or .ods) with the columns board, year, turn and units.")
    ] = None,
    units: Annotated[str, typer.Option(help="The units of one board instead: A BUL, F CON.")] = "",
    year: Annotated[int | None, typer.Option(help="The game year.")] = None,
    turn: Annotated[str, typer.Option(help="The turn: spring, autumn or winter.")] = "spring",
    board: Annotated[str, typer.Option(help="The board, on which the lots depend.")] = "1",
    centres: Annotated[str, typer.Option(help="In winter: the centres that Turkey owns, such as ANK, CON, SMY.")] = "",
    seed: Seed = None,
) -> None:
    """Print the orders of the automatic Turkey (Italia-2010, paragraph 8.5 and appendix B)."""
    from pipeline.tools.desk import turkey as rules
    from pipeline.tools.desk.syntax import units as standing

    drawn = drawn_seed(seed)
    if sheet is not None:
        sets, faults = rules.order_sets(_rows(sheet), seed=drawn)
    elif year is None:
        refuse(say("give --units and --year, or a sheet"))
    else:
        try:
            owned = rules.owned(centres) or None
            sets, faults = [rules.orders(standing(units), year, turn, seed=drawn, board=board, centres=owned)], []
        except ValueError as fault:
            refuse(reason(fault))
    for given in sets:
        head = Message("Board {board}, {turn} {year}")
        tell(head.of({"board": given.board, "turn": Name("turn", given.turn), "year": given.year}))
        for line in (*map(str, given.orders), *(f"  {words()(each.text)}" for each in given.remarks), ""):
            echo(line)
    if any(each.kind == "lot" for given in sets for each in given.remarks):
        tell(say("Lots drawn with seed {seed}.", seed=drawn))
    for fault_of_sheet in faults:
        remark(fault_of_sheet)
    raise typer.Exit(1 if faults else 0)


def _rows(path: Path) -> Iterable[dict[str, str]]:
    """Return the rows below a sheet's header row, each as a mapping from column header to text."""
    from pipeline.read.cells import Unreadable
    from pipeline.read.file import opened

    try:
        pages = opened(path).sheets
    except (Unreadable, OSError) as fault:
        refuse(say("{file} cannot be read: {fault}", file=str(path), fault=reason(fault)))
    if not pages or not pages[0].rows:
        refuse(say("{file} is empty", file=str(path)))
    head, *rows = pages[0].rows
    names = [cell.text for cell in head]
    return [dict(zip(names, (cell.text for cell in row), strict=False)) for row in rows if row]
