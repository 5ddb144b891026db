"""What commands share: their options, what they refuse, and problems in words."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.cli.ends import refuse
from schemas.words import LANGUAGES

if TYPE_CHECKING:
    from pipeline.problems.codes import Problem
    from pipeline.read.find import Found

RAW, OUT = Path("data/raw"), Path("data/out")
LISTED = 20  # problems shown on the terminal; all are in problems.xlsx
SEVERITIES = ("error", "warning", "fix", "notice")
SEEDS = 1_000_000

Raw = Annotated[Path, typer.Option(help="The folder of the raw sheets.")]
Out = Annotated[Path, typer.Option(help="The folder of the outputs.")]
Seasons = Annotated[list[str] | None, typer.Argument(help="Only these seasons.")]
Wait = Annotated[float, typer.Option(min=0, help="Seconds to wait for another build to end, rather than give up.")]
Seed = Annotated[
    int | None, typer.Option(min=0, help="Of all lots: the same seed draws the same. None: drawn, and told.")
]


# -- refusals ----------------------------------------------------------------------------------------------------------


def must_exist(raw: Path) -> None:
    """Refuse raw sheets that are no folder."""
    if not raw.is_dir():
        refuse(f"there is no folder {raw}")


def must_be_apart(raw: Path, out: Path) -> None:
    """Refuse folders of which one holds the other: no command writes among the raw sheets or reads an output."""
    real = [folder.resolve() for folder in (raw, out)]
    if real[0].is_relative_to(real[1]) or real[1].is_relative_to(real[0]):
        refuse(f"the raw sheets and the outputs need folders apart from each other, not {raw} and {out}")


def must_be_a_language(language: str) -> None:
    """Refuse a language without words."""
    if language not in LANGUAGES:
        refuse(f"there is no language {language}; choose {', '.join(LANGUAGES)}")


def found_in(raw: Path, seasons: list[str] | None) -> "Found":
    """The sheets of the seasons asked for, or of all; refuse a season without a folder."""
    from pipeline.build.build import RESERVED
    from pipeline.read.find import find

    must_exist(raw)
    found = find(raw, RESERVED, set(seasons or ()) or None)
    if missing := set(seasons or ()) - set(found.seasons):
        refuse(f"there is no season {', '.join(sorted(missing))} in {raw}")
    return found


# -- words -------------------------------------------------------------------------------------------------------------


def show_problems(problems: "list[Problem]") -> None:
    """The errors and warnings on the error stream, the gravest first."""
    from pipeline.problems.codes import ordered

    grave = [p for p in ordered(problems) if p.severity in ("error", "warning")]
    for problem in grave[:LISTED]:
        place = " ".join(part for part in (problem.file, problem.sheet, problem.cell) if part)
        found = f"found {problem.found}, " if problem.found else ""
        typer.echo(f"{problem.severity}: {place}: {found}expected {problem.expected}; {problem.hint}", err=True)
    if len(grave) > LISTED:
        typer.echo(f"... and {len(grave) - LISTED} more in problems.xlsx", err=True)


def counts(problems: "list[Problem]") -> str:
    """How many problems of each severity."""
    numbers = {severity: sum(p.severity == severity for p in problems) for severity in SEVERITIES}
    return ", ".join(counted(number, severity) for severity, number in numbers.items() if number) or "no problems"


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 season, 2 seasons, 2 fixes."""
    plural = noun + ("es" if noun.endswith("x") else "s")
    return f"{number} {noun if number == 1 else plural}"


def drawn_seed(seed: int | None) -> int:
    """The seed of all lots: as given, or drawn."""
    return secrets.randbelow(SEEDS) if seed is None else seed
