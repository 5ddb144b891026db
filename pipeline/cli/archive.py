"""The `archive` command. Modules that need pyarrow or Dask are imported inside functions."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.cli.ends import reason, refuse
from pipeline.cli.shared import files
from pipeline.cli.terminal import echo, tell, words
from pipeline.tools.extras import install
from schemas.messages import Message, Verbatim, listed, plural, say

if TYPE_CHECKING:
    from pipeline.tools.archive.stream import Archive

ENGINES = ("threads", "dask")


def archive(
    boards: Annotated[
        Path, typer.Argument(metavar="IN", help="A Parquet or CSV file, or a folder of them, with one row per board.")
    ],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The folder for the scores; an earlier one is replaced.")],
    system: Annotated[
        list[str] | None,
        typer.Option(help="Only this system; can be given more than once. Without it, the usual ones."),
    ] = None,
    places: Annotated[bool, typer.Option("--places", help="Also write the places.")] = False,
    id: Annotated[
        list[str] | None, typer.Option(help="A column that identifies a board; can be given more than once.")
    ] = None,
    keep: Annotated[
        list[str] | None, typer.Option(help="Another column to copy to the scores; can be given more than once.")
    ] = None,
    engine: Annotated[str, typer.Option(help="threads or dask.")] = ENGINES[0],
    scheduler: Annotated[
        str | None,
        typer.Option(help="Dask: the cluster's address; without one, a cluster is started on this computer."),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="The number of threads, or of Dask workers on this computer; by default, the number of processors.",
        ),
    ] = None,
) -> None:
    """Score millions of boards, one per row, in Parquet or CSV files, and write the scores to Parquet files."""
    try:
        import pyarrow as pa
    except ImportError:
        refuse(
            say("Archives need pyarrow, which is not installed. To install it: {command}", command=install("pyarrow"))
        )
    from pipeline.rules.systems import USUAL, systems
    from pipeline.tools.archive import cluster
    from pipeline.tools.archive.layout import NoArchive
    from pipeline.tools.archive.source import sources
    from pipeline.tools.archive.stream import plan_of, score_archive

    if unknown := [name for name in system or () if name not in systems()]:
        refuse(
            say("There is no system “{system}”. Choose from {systems}.", system=unknown[0], systems=listed(systems()))
        )
    if engine not in ENGINES:
        refuse(say("There is no engine “{engine}”. Choose {engines}.", engine=engine, engines=listed(ENGINES, "or")))
    if scheduler is not None and engine != "dask":
        refuse(say("A scheduler can be used only with `--engine dask`."))
    workers = jobs or os.cpu_count() or 1
    try:
        files = sources(boards)
        plan = plan_of(files, [*dict.fromkeys(system or USUAL)], ids=id or (), keep=keep or (), places=places)
        with cluster.dask(scheduler, workers) if engine == "dask" else cluster.threads(workers) as scored:
            done = score_archive(files, out, plan, scored, _tell)
    except NoArchive as fault:
        refuse(reason(fault))
    except (pa.ArrowException, OSError, UnicodeDecodeError, RuntimeError) as fault:
        why = reason(fault) if isinstance(fault, RuntimeError) else Verbatim(" ".join(str(fault).split()))
        text = Message("{archive} could not be scored: {why}. {folder} is unchanged.")
        refuse(text.of({"archive": str(boards), "why": why, "folder": str(out)}))
    if plan.layout.unread:
        tell(say("Columns that were not read: {columns}.", columns=listed(plan.layout.unread)), err=True)
    for line in _summary(done, plan.systems, out):
        tell(line)
    raise typer.Exit(1 if done.set_aside else 0)


def _tell(boards: int) -> None:
    """Print the number of boards scored so far, if the error stream is a terminal."""
    if sys.stderr.isatty():
        echo(words()(say("{boards:,} boards", boards=boards)), err=True, over=True)


def _summary(done: "Archive", systems: tuple[str, ...], out: Path) -> Iterator[Message]:
    """Yield the closing lines: how many boards were scored, how many were not and why, and where to find problems."""
    yield say(
        "{boards} scored under {systems}: {files} in {folder}.",
        boards=plural("{n:,} board", "{n:,} boards", done.boards),
        systems=plural("{n} system", "{n} systems", len(systems)),
        folder=str(out / "scores"),
        files=files(done.parts),
    )
    for (id, status), boards in sorted(done.statuses.items()):
        if status.startswith("unscorable"):
            yield say("{system}: {boards:,} {status}.", system=id, boards=boards, status=status)
    if done.set_aside:
        yield plural(
            "{n:,} board set aside: see {file}.",
            "{n:,} boards set aside: see {file}.",
            done.set_aside,
            file=str(out / "problems.csv"),
        )
