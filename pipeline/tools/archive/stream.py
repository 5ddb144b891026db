"""Score an archive from end to end in bounded memory: read pieces, let an engine score them, and write them in order.

Each output file contains PARTITION boards, however the input is split, so the same boards give the same files.
"""

import csv
import json
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Protocol

from pipeline.store.folder import Folder, whole_folder
from pipeline.tools.archive.layout import Layout, NoArchive
from pipeline.tools.archive.repeated_boards import Repeated, repeated
from pipeline.tools.archive.score import PROBLEMS, Part, Plan, score_part
from pipeline.tools.archive.source import Source, tables
from schemas.messages import Message

RISKY_START = ("=", "+", "-", "@", "\t", "\r", "\0")
MANIFEST, SCORES, PROBLEMS_FILE = "manifest.json", "scores", "problems.csv"
KIND = "centre-years archive"


class Waiting(Protocol):
    """A partition that has been submitted for scoring."""

    def result(self) -> Part:
        """Wait until the partition is scored, and return the result."""


@dataclass(frozen=True)
class Engine:
    """The threads of this process, or the workers of a cluster, that score partitions.

    submit   function that starts scoring a partition, given `score_part` and its arguments
    waiting  maximum number of partitions submitted but not yet written
    """

    submit: Callable[..., Waiting]
    waiting: int


@dataclass(frozen=True)
class Archive:
    """The result of scoring an archive.

    boards     number of boards read
    set_aside  number of boards set aside
    statuses   number of boards for each pair of system and status
    parts      number of files with scores
    """

    boards: int
    set_aside: int
    statuses: Counter[tuple[str, str]]
    parts: int


def plan_of(
    files: Sequence[Source], systems: Sequence[str], *, ids: Sequence[str], keep: Sequence[str], places: bool
) -> Plan:
    """Return the plan for scoring the files. Raises NoArchive if their columns differ."""
    layouts = [Layout.of(source.schema(), ids, keep, source.typed) for source in files]
    for source, layout in zip(files, layouts, strict=True):
        if replace(layout, unread=()) != replace(layouts[0], unread=()):
            text = Message("The columns of {file} differ from those of {first}. All files need the same columns.")
            raise NoArchive(text.of({"file": str(source.path), "first": str(files[0].path)}))
    return Plan(layouts[0], tuple(systems), places)


def score_archive(
    files: Sequence[Source], out: Path, plan: Plan, engine: Engine, step: Callable[[int], None] = lambda boards: None
) -> Archive:
    """Score the files and write the scores to the folder `out`, which is replaced only once everything is written.

    Raises NoArchive if an input is unreadable, or if the folder contains anything but an archive's scores.
    """
    _may_be_replaced(out)
    twice = repeated(files, plan.layout.named)
    with whole_folder(out) as folder:
        scores, done = folder / SCORES, Archive(0, 0, Counter(), 0)
        scores.make()
        with folder.new(PROBLEMS_FILE) as file, TextIOWrapper(file, encoding="utf-8-sig", newline="") as written:
            problems = csv.DictWriter(written, ("row", *plan.layout.named, *PROBLEMS[1:]), lineterminator="\n")
            problems.writeheader()
            for part in _in_order(files, plan, engine, twice):
                scores.add(f"part-{done.parts:05}.parquet", part.content)
                problems.writerows({name: _safe(cell) for name, cell in line.items()} for line in part.problems)
                aside = done.set_aside + len({line["row"] for line in part.problems})
                done = Archive(done.boards + part.rows, aside, done.statuses + part.statuses, done.parts + 1)
                step(done.boards)
        if not done.set_aside:
            folder.remove(PROBLEMS_FILE)
        folder.add(MANIFEST, _manifest(files, plan, done).encode())
    return done


def _in_order(files: Sequence[Source], plan: Plan, engine: Engine, twice: Repeated) -> Iterator[Part]:
    """Yield the scored partitions in the order of their boards, with at most `engine.waiting` in memory at a time."""
    waiting: deque[Waiting] = deque()
    row = 0
    for table in tables(files, plan.layout.columns):
        waiting.append(engine.submit(score_part, table, plan, row + 1, twice.among(row, table.num_rows)))
        row += table.num_rows
        del table
        if len(waiting) >= engine.waiting:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _safe(cell: object) -> object:
    """Return a cell with `'` before it if a spreadsheet would read it as a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(RISKY_START) else cell


def _is_manifest(stored: Any) -> bool:
    return isinstance(stored, dict) and stored.get("kind") == KIND


def _may_be_replaced(out: Path) -> None:
    """Raise NoArchive unless the folder is missing, empty, or an output of this program."""
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return
    if Folder(out).record(MANIFEST, _is_manifest):
        return
    text = Message("{folder} already exists, but it does not contain the scores of an archive. Choose another folder.")
    raise NoArchive(text.of({"folder": str(out)}))


def _manifest(files: Sequence[Source], plan: Plan, done: Archive) -> str:
    """Return the inputs, the rules and the counts as JSON. The engine, the machine and the time are left out."""
    counts: dict[str, dict[str, int]] = {id: {} for id in plan.systems}
    for (id, status), boards in sorted(done.statuses.items()):
        counts[id][status] = boards
    facts = {
        "kind": KIND,
        "rules": plan.edition,
        "inputs": [{"file": source.path.name, "bytes": source.path.stat().st_size} for source in files],
        "columns handed on": [*plan.layout.kept],
        "columns not read": [*plan.layout.unread],
        "boards": done.boards,
        "set aside": done.set_aside,
        "parts": done.parts,
        "systems": counts,
    }
    return json.dumps(facts, ensure_ascii=False, indent=1) + "\n"
