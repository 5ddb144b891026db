"""The command line: `python -m pipeline build | check | new | systems | explain | compare | diff | ...`.

What needs pandas is imported inside its command, so that `--help` and `systems` stay quick.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one process a core does the work; must stand before numpy

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.archive.commands import archive
from pipeline.desk import commands as desk
from pipeline.refuse import refuse
from schemas.words import MOST_GROUPS

if TYPE_CHECKING:
    from pipeline.build import Outcome
    from pipeline.problems import Problem

RAW, OUT = Path("data/raw"), Path("data/out")
LONGEST_NAME = 100  # of a file or folder that `new` makes
LISTED = 20  # problems shown on the terminal; all are in problems.xlsx

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)

Jobs = Annotated[int | None, typer.Option(min=1, help="Processes that write; as many as processors if not given.")]
Raw = Annotated[Path, typer.Option(help="The folder of the raw sheets.")]
Out = Annotated[Path, typer.Option(help="The folder of the outputs.")]


@app.command()
def build(
    seasons: Annotated[list[str] | None, typer.Argument(help="Only these seasons.")] = None,
    raw: Raw = RAW,
    out: Out = OUT,
    jobs: Jobs = None,
    as_of: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], help="The day of Campo di Marte's list, if not the season's own."),
    ] = None,
) -> None:
    """Build what changed: ranked workbooks, tables and problems of every season."""
    from pipeline import build as stages
    from pipeline.terminal import Bars

    _must_exist(raw)
    try:
        with Bars() as bars:
            outcome = stages.build(raw, out, seasons or [], jobs, bars, as_of.date() if as_of else None)
    except (OSError, stages.NoSuchSeason) as fault:
        refuse(str(fault))
    _tell(outcome.problems)
    typer.echo(_summary(outcome, out))
    raise typer.Exit(1 if outcome.errors else 0)


@app.command()
def check(
    raw: Raw = RAW, seasons: Annotated[list[str] | None, typer.Argument(help="Only these seasons.")] = None
) -> None:
    """Validate the raw sheets; write nothing."""
    from pipeline.build import RESERVED
    from pipeline.compute import compute
    from pipeline.problem_book import ordered
    from pipeline.read.find import find

    _must_exist(raw)
    found = find(raw, RESERVED, set(seasons or ()) or None)
    _must_be_found(seasons, found.seasons, raw)
    problems = ordered(compute(found).problems)
    _tell(problems)
    errors = sum(problem.severity == "error" for problem in problems)
    events = sum(bool(source.event) for source in found.sources)
    typer.echo(f"{_count(events, 'event')} of {_count(len(found.seasons), 'season')} checked: {_counts(problems)}.")
    raise typer.Exit(1 if errors else 0)


@app.command()
def new(
    event: Annotated[str, typer.Argument(help="The event's name; it becomes the file's name.")],
    season: Annotated[str, typer.Option(help="The season's folder, such as 2013 or 2013-14.")],
    raw: Raw = RAW,
    boards: Annotated[int, typer.Option(min=1, max=500, help="How many empty boards.")] = 3,
    last_year: Annotated[int, typer.Option(min=1901, max=1950, help="The last year to have a column.")] = 1908,
    language: Annotated[str, typer.Option(help="en, it or fr.")] = "en",
    kind: Annotated[str, typer.Option(help="diplomacy or bao.")] = "diplomacy",
    entries: Annotated[Path | None, typer.Option(help="Bao: the entry list, a workbook or players.csv.")] = None,
    groups: Annotated[int | None, typer.Option(min=1, max=MOST_GROUPS, help="Bao: how many qualifying groups.")] = None,
) -> None:
    """Write a workbook for an event to fill in: blank, or a Bao event's with the games of its draw."""
    from pipeline.build import RESERVED
    from pipeline.files import write_whole
    from pipeline.read.find import SEASON_FILE
    from pipeline.systems import systems
    from pipeline.template import LANGUAGES, write_bao, write_event

    if kind not in ("diplomacy", "bao"):
        refuse(f"there is no game {kind}; choose diplomacy or bao")
    if language not in LANGUAGES:
        refuse(f"there is no language {language}; choose {', '.join(LANGUAGES)}")
    for name in (event, season):
        if not name.strip() or "/" in name or name.startswith((".", "~$")) or len(name) > LONGEST_NAME:
            refuse(f"{name[:40]!r} cannot be the name of a file or folder here")
    if event.casefold() in {SEASON_FILE, *RESERVED}:
        refuse(f"no event may be called {event}: a system, a circuit or the season's own file has that name")
    path = raw / season / f"{event}.xlsx"
    if any(path.with_suffix(suffix).exists() for suffix in ("", ".ods")) or path.exists():
        refuse(f"{path} is there already; nothing was written")
    if kind == "bao":
        settings, players, games = _drawn(entries, groups)
        named = settings | {"name": event}
        write_whole(path, lambda to: write_bao(to, named, players, games, groups=groups, language=language))
    else:
        known = [*systems()]
        write_whole(
            path,
            lambda to: write_event(
                to, {"name": event}, systems=known, boards=boards, last_year=last_year, language=language
            ),
        )
    typer.echo(f"{path} is ready to be filled in.")


def _drawn(
    entries: Path | None, groups: int | None
) -> "tuple[dict[str, str], list[dict[str, object]], list[tuple[str, int, int, str, str]]]":
    """Settings, players and games of the draw of an entry list; nothing without one."""
    if entries is None:
        return {}, [], []
    from pipeline.bao.draw import draw

    if not entries.exists():
        refuse(f"there is no file {entries}")
    drawn = draw(entries, groups)
    _tell(drawn.problems)
    if not drawn.players:
        refuse(f"{entries} holds no entry list that can be read; nothing was written")
    return drawn.settings, drawn.players, drawn.games


@app.command()
def compare(
    seasons: Annotated[list[str] | None, typer.Argument(help="Only these seasons.")] = None,
    raw: Raw = RAW,
    out: Out = OUT,
) -> None:
    """Write compare.xlsx: a season's boards under every system, and what each system rewards."""
    from functools import partial

    from pipeline.build import DONE, RESERVED
    from pipeline.compare import comparison
    from pipeline.compare_book import write_comparison
    from pipeline.compute import compute
    from pipeline.files import write_whole
    from pipeline.properties import properties
    from pipeline.read.find import find

    _must_exist(raw)
    found = find(raw, RESERVED, set(seasons or ()) or None)
    _must_be_found(seasons, found.seasons, raw)
    computed, table = compute(found), properties()
    for season in found.seasons:
        path = out / season / "compare.xlsx"
        write_whole(path, partial(write_comparison, comparison=comparison(computed, season), properties=table))
        typer.echo(f"{path} is written.")
    if (out / DONE).exists():  # what was built is as the build left it
        (out / DONE).touch()


@app.command("systems")
def list_systems() -> None:
    """List the systems: id, name and source."""
    from pipeline.systems import systems

    for name, system in systems().items():
        source = next(paragraph.text for paragraph in system.rules if paragraph.label == "Source")
        typer.echo(f"{name:20} {system.title}\n{'':20} {source}")


@app.command()
def explain(
    system: Annotated[str, typer.Argument(help="A system's id: see `systems`.")],
    player: Annotated[str | None, typer.Option(help="Only this player's seats.")] = None,
    season: Annotated[str | None, typer.Option(help="Only this season.")] = None,
    event: Annotated[str | None, typer.Option(help="Only this event.")] = None,
    round: Annotated[str | None, typer.Option(help="Only this round.")] = None,
    board: Annotated[str | None, typer.Option(help="Only this board.")] = None,
    power: Annotated[str | None, typer.Option(help="Only this power.")] = None,
    raw: Raw = RAW,
) -> None:
    """Print how a score came about, paragraph by paragraph."""
    from pipeline.explain import explanations
    from pipeline.systems import systems

    _must_exist(raw)
    if system not in systems():
        refuse(f"there is no system {system}; choose {', '.join(systems())}")
    wanted = {"season": season, "event": event, "round": round, "board": board, "power": power, "player": player}
    if not any(wanted.values()):
        refuse("say whose score: --player, --season, --event, --round, --board, --power, or several of them")
    texts = explanations(systems()[system], raw, {name: value for name, value in wanted.items() if value})
    typer.echo("\n\n".join(texts) if texts else "No seat is like that: check the spelling, and `check` for problems.")
    raise typer.Exit(0 if texts else 1)


for command in (desk.seat, desk.turkey, desk.orders, archive):
    app.command()(command)


@app.command()
def diff(out: Out = OUT) -> None:
    """Tell which published scores and ranks the last build changed."""
    from pipeline.diff import changes

    lines = changes(out)
    typer.echo("\n".join(lines) if lines else "The last build changed no published score and no rank.")


def _must_exist(raw: Path) -> None:
    if not raw.is_dir():
        refuse(f"there is no folder {raw}")


def _must_be_found(asked: list[str] | None, found: list[str], raw: Path) -> None:
    if missing := set(asked or ()) - set(found):
        refuse(f"there is no season {', '.join(sorted(missing))} in {raw}")


def _tell(problems: "list[Problem]") -> None:
    """The errors and warnings on the error stream, the gravest first."""
    from pipeline.problem_book import ordered

    grave = [p for p in ordered(problems) if p.severity in ("error", "warning")]
    for problem in grave[:LISTED]:
        place = " ".join(part for part in (problem.file, problem.sheet, problem.cell) if part)
        found = f"found {problem.found}, " if problem.found else ""
        typer.echo(f"{problem.severity}: {place}: {found}expected {problem.expected}; {problem.hint}", err=True)
    if len(grave) > LISTED:
        typer.echo(f"... and {len(grave) - LISTED} more in problems.xlsx", err=True)


def _summary(outcome: "Outcome", out: Path) -> str:
    """The last lines: what was built, what was set aside, where the problems are."""
    files = sum(outcome.built.values())
    seasons = len(outcome.built) + len(outcome.fresh)
    lines = [f"{_count(len(outcome.built), 'season')} of {seasons} built, {_count(files, 'file')} written to {out}."]
    if outcome.removed:
        lines.append(f"Removed: {', '.join(outcome.removed)}.")
    aside = sorted({p.file for p in outcome.problems if p.severity == "error"})
    if aside:
        lines.append(f"{_count(len(aside), 'file')} set aside: {', '.join(aside)}.")
    if outcome.problems:
        where = sorted(
            {str(out / p.season / "problems.xlsx") if p.season else str(out / "problems.csv") for p in outcome.problems}
        )
        lines.append(f"{_counts(outcome.problems)}: see {', '.join(where[:3])}{' ...' if len(where) > 3 else ''}.")
    return "\n".join(lines)


def _counts(problems: "list[Problem]") -> str:
    told = {"error": "error", "warning": "warning", "fix": "fix", "notice": "notice"}
    counts = {name: sum(p.severity == name for p in problems) for name in told}
    return ", ".join(_count(n, told[name]) for name, n in counts.items() if n) or "no problems"


def _count(number: int, noun: str) -> str:
    plural = noun + ("es" if noun.endswith("x") else "s")
    return f"{number} {noun if number == 1 else plural}"


if __name__ == "__main__":
    sys.exit(app(prog_name="python -m pipeline"))
