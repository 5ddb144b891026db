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

from pipeline.build.lock import PATIENCE, alone
from pipeline.cli import desk
from pipeline.cli.archive import archive
from pipeline.cli.ends import end_cleanly_when_stopped, in_one_line, refuse, wait_for
from schemas.words import LANGUAGES, MOST_GROUPS

if TYPE_CHECKING:
    from pipeline.build.build import Outcome
    from pipeline.problems.codes import Problem

RAW, OUT = Path("data/raw"), Path("data/out")
LONGEST_NAME = 100  # of a file or folder that `new` makes
LISTED = 20  # problems shown on the terminal; all are in problems.xlsx

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)

Jobs = Annotated[int | None, typer.Option(min=1, help="Processes that write; as many as processors if not given.")]
Raw = Annotated[Path, typer.Option(help="The folder of the raw sheets.")]
Out = Annotated[Path, typer.Option(help="The folder of the outputs.")]
Wait = Annotated[float, typer.Option(min=0, help="Seconds to wait for another build to end, rather than give up.")]


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
    wait: Wait = PATIENCE,
) -> None:
    """Build what changed: ranked workbooks, tables and problems of every season."""
    from pipeline.build import build as stages
    from pipeline.cli.bars import Bars

    _must_exist(raw)
    _must_be_apart(raw, out)
    try:
        with in_one_line(), alone(out, wait, wait_for), Bars() as bars:
            outcome = stages.build(raw, out, seasons or [], jobs, bars, as_of.date() if as_of else None)
    except stages.NoSuchSeason as fault:
        refuse(str(fault))
    _tell(outcome.problems)
    typer.echo(_summary(outcome, out))
    if held := [told for files in outcome.held.values() for told in files]:
        refuse(held[0] + (f" ({_count(len(held) - 1, 'more file')} likewise)" if len(held) > 1 else ""))
    raise typer.Exit(1 if outcome.errors else 0)


@app.command()
def check(
    raw: Raw = RAW, seasons: Annotated[list[str] | None, typer.Argument(help="Only these seasons.")] = None
) -> None:
    """Validate the raw sheets; write nothing."""
    from pipeline.build.build import RESERVED
    from pipeline.problems.codes import ordered
    from pipeline.processes import PROCESSORS
    from pipeline.read.find import find
    from pipeline.stages import compute

    _must_exist(raw)
    found = find(raw, RESERVED, set(seasons or ()) or None)
    _must_be_found(seasons, found.seasons, raw)
    problems = ordered(compute(found, jobs=PROCESSORS).problems)
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
    from pipeline.build.build import RESERVED
    from pipeline.build.files import write_whole
    from pipeline.read.find import SEASON_FILE
    from pipeline.rules.systems import systems
    from pipeline.tools.new import write_bao, write_event

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
        with in_one_line():
            write_whole(path, lambda to: write_bao(to, named, players, games, groups=groups, language=language))
    else:
        known = [*systems()]
        with in_one_line():
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
    from pipeline.tools.new.draw import draw

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
    wait: Wait = PATIENCE,
) -> None:
    """Write compare.xlsx: a season's boards under every system, and what each system rewards."""
    from functools import partial

    from pipeline.build.build import RESERVED
    from pipeline.build.files import write_whole
    from pipeline.build.stamps import beside_the_build
    from pipeline.processes import PROCESSORS
    from pipeline.read.find import find
    from pipeline.stages import compute
    from pipeline.tools.compare.book import write_comparison
    from pipeline.tools.compare.comparison import comparison
    from pipeline.tools.compare.properties import properties

    _must_exist(raw)
    _must_be_apart(raw, out)
    found = find(raw, RESERVED, set(seasons or ()) or None)
    _must_be_found(seasons, found.seasons, raw)
    computed, table = compute(found, jobs=PROCESSORS), properties()
    with in_one_line(), alone(out, wait, wait_for), beside_the_build(out):
        for season in found.seasons:
            path = out / season / "compare.xlsx"
            write_whole(path, partial(write_comparison, comparison=comparison(computed, season), properties=table))
            typer.echo(f"{path} is written.")


@app.command("systems")
def list_systems() -> None:
    """List the systems: id, name and source."""
    from pipeline.rules.systems import systems

    for name, system in systems().items():
        source = next(paragraph.text for paragraph in system.rules if paragraph.label == "Source")
        typer.echo(f"{name:20} {system.title}\n{'':20} {source}")


@app.command()
def explain(
    word: Annotated[
        str | None, typer.Argument(help="A system's id, or the code of a problem; none: list them.")
    ] = None,
    player: Annotated[str | None, typer.Option(help="Only this player's seats.")] = None,
    season: Annotated[str | None, typer.Option(help="Only this season.")] = None,
    event: Annotated[str | None, typer.Option(help="Only this event.")] = None,
    round: Annotated[str | None, typer.Option(help="Only this round.")] = None,
    board: Annotated[str | None, typer.Option(help="Only this board.")] = None,
    power: Annotated[str | None, typer.Option(help="Only this power.")] = None,
    language: Annotated[str, typer.Option(help="en, it or fr: of what is said of a code.")] = "en",
    raw: Raw = RAW,
) -> None:
    """Print how a score came about, paragraph by paragraph; or what the code of a problem means."""
    from pipeline.problems.codes import CODES
    from pipeline.problems.near import nearest
    from pipeline.problems.phrases import explained, titles
    from pipeline.rules.systems import systems

    if language not in LANGUAGES:
        refuse(f"there is no language {language}; choose {', '.join(LANGUAGES)}")
    if not word:
        ids = [f"{name:24} {system.title}" for name, system in systems().items()]
        typer.echo("\n".join(["Systems", *ids, "", "Codes of problems", *titles(language)]))
    elif word in CODES:
        typer.echo(explained(word, language))
    elif word in systems():
        wanted = {"season": season, "event": event, "round": round, "board": board, "power": power, "player": player}
        _explain_scores(word, {name: value for name, value in wanted.items() if value}, raw)
    else:
        meant = ", ".join(nearest(word, [*systems(), *CODES]))
        perhaps = f"; perhaps {meant}" if meant else ""
        refuse(f"there is no system and no code {word[:40]!r}{perhaps}; `explain` alone lists them")


def _explain_scores(system: str, wanted: dict[str, str], raw: Path) -> None:
    from pipeline.cli.explain import explanations
    from pipeline.rules.systems import systems

    _must_exist(raw)
    if not wanted:
        refuse("say whose score: --player, --season, --event, --round, --board, --power, or several of them")
    texts = explanations(systems()[system], raw, wanted)
    typer.echo("\n\n".join(texts) if texts else "No seat is like that: check the spelling, and `check` for problems.")
    raise typer.Exit(0 if texts else 1)


for command in (desk.seat, desk.turkey, desk.orders, archive):
    app.command()(command)


@app.command()
def diff(out: Out = OUT) -> None:
    """Tell which published scores and ranks the last build changed."""
    from pipeline.build.diff import changes

    with in_one_line():
        lines = changes(out)
    typer.echo("\n".join(lines) if lines else "The last build changed no published score and no rank.")


def _must_exist(raw: Path) -> None:
    if not raw.is_dir():
        refuse(f"there is no folder {raw}")


def _must_be_apart(raw: Path, out: Path) -> None:
    """Nothing below the raw folder is ever written, and no output is ever read as a sheet."""
    real = [folder.resolve() for folder in (raw, out)]
    if real[0].is_relative_to(real[1]) or real[1].is_relative_to(real[0]):
        refuse(f"the raw sheets and the outputs need folders apart from each other, not {raw} and {out}")


def _must_be_found(asked: list[str] | None, found: list[str], raw: Path) -> None:
    if missing := set(asked or ()) - set(found):
        refuse(f"there is no season {', '.join(sorted(missing))} in {raw}")


def _tell(problems: "list[Problem]") -> None:
    """The errors and warnings on the error stream, the gravest first."""
    from pipeline.problems.codes import ordered

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
    end_cleanly_when_stopped()
    sys.exit(app(prog_name="python -m pipeline"))
