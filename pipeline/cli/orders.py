"""The `orders` command."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.ends import refuse
from pipeline.cli.terminal import tell
from schemas.messages import Verbatim, say


def orders(
    sheets: Annotated[
        list[Path], typer.Argument(help="Text files, each with the orders of one power; - reads standard input.")
    ],
) -> None:
    """Check how orders are written (Italia-2010, paragraph 9 and appendix A), and print the orders that count."""
    from pipeline.tools.desk.orders import check

    errors = 0
    for path in sheets:
        try:
            text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as fault:
            refuse(say("{file} cannot be read: {fault}", file=str(path), fault=str(fault)))
        sheet = check(text)
        if len(sheets) > 1:
            tell(Verbatim(f"{path}:"))
        for order in sheet.orders:
            tell(Verbatim(str(order)))
        for problem in sheet.problems:
            tell(problem.full_line, err=True)
        errors += sum(problem.severity == "error" for problem in sheet.problems)
    raise typer.Exit(1 if errors else 0)
