"""The Checks sheet, with the result of each check, the reasons for the status, and the files that were read."""

from collections.abc import Iterable, Sequence

import pandas as pd

from pipeline.check.cell_coverage import INFORMATION
from pipeline.pages.book import Column, Sheet, Styles, Table
from pipeline.pages.heading import REASONS_SHOWN, Heading, label_shown
from pipeline.pages.shared_columns import cells
from pipeline.pages.words import STATUS
from schemas.messages import Message, Text, few, plural, say

COMPARED = ("found", "expected")
HOLDS, FAILS = say("holds"), say("FAILS")


def control_figures(figures: Sequence[tuple[Text, object, object]]) -> pd.DataFrame:
    """Return one row per figure, with the columns `check`, `found`, `expected` and `holds`.

    A check that expects INFORMATION always holds.
    """
    rows = [
        (check, found, expected, expected == INFORMATION or found == expected) for check, found, expected in figures
    ]
    return pd.DataFrame(rows, columns=["check", *COMPARED, "holds"])


def checks_sheet(heading: Heading, checks: pd.DataFrame, further: Sequence[Table], lines: Iterable[Text] = ()) -> Sheet:
    """Return the Checks sheet, with the result of each check and the tables in `further`.

    If the heading has no room for all the reasons for its status, the sheet lists the reasons too.
    """
    reasons = [*heading.reasons] if len(heading.reasons) > REASONS_SHOWN else []
    reason = Column("reason", reasons, ("wrapped", "top"), width=54)
    return Sheet(
        "Checks",
        [
            Table("Checks", check_columns(checks), trusted=True),
            Table("Reasons", [reason], title=say("Why it is {status}", status=STATUS[heading.status]), filters=False),
            *further,
        ],
        lines=[*lines, *check_lines(checks)],
        warnings=failure_lines(checks),
        frozen=True,
    )


def check_columns(checks: pd.DataFrame) -> list[Column]:
    """Return the columns `check`, `found`, `expected` and `result`."""
    results = [HOLDS if holds else FAILS for holds in checks["holds"]]
    colours: list[Styles] = [(str(result),) for result in results]
    return [
        Column("check", cells(checks["check"]), ("wrapped", "top"), width=54, least=54),
        *(
            Column(name, cells(checks[name]), ("text", "right", "top"), header_style="header right")
            for name in COMPARED
        ),
        Column("result", results, ("text", "middle", "top"), cell_styles=colours, header_style="header centre"),
    ]


def files_table(columns: Sequence[Column]) -> Table:
    """Return the table of events and their files."""
    return Table("Files", columns, title=say("Events and their files"), filters=False)


def source_columns(events: pd.DataFrame) -> list[Column]:
    """Return the columns `data`, `file in data/raw`, `sha256` and `source`, with one row per event.

    The digest `sha256` identifies the file that was read.
    """
    return [
        Column("data", [label_shown(label) for label in events["data"]], ("text", "top")),
        Column("file in data/raw", cells(events["file"]), ("wrapped", "top"), width=34),
        Column("sha256", cells(events["digest"]), ("wrapped", "top", "digest"), width=34),
        Column("source", cells(events["source"]), ("wrapped", "top"), width=34),
    ]


def failure_lines(checks: pd.DataFrame) -> list[Message]:
    """Return a list with a warning that names the failed checks, or an empty list if no check failed."""
    failed = [check for check, holds in zip(checks["check"], checks["holds"], strict=True) if not holds]
    return (
        [say("{n} of {checks} checks failed: {failed}", n=len(failed), checks=len(checks), failed=few(failed))]
        if failed
        else []
    )


def check_lines(checks: pd.DataFrame) -> list[Message]:
    """Return a list with a line saying that all checks passed, or an empty list if a check failed.

    The list is also empty if there are no checks.
    """
    return (
        [plural("There was one check, and it passed.", "All {n} checks passed.", len(checks))]
        if len(checks) and checks["holds"].all()
        else []
    )
