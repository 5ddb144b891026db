"""A pure function that turns a table of boards into a table of scores.

The scores have one row per board, in the order of the boards. The first columns are those copied from the boards, and
`row` (number of the input row, counted from 1). They are followed, for each system, by `<system>_status` and one
float64 column `<system>_<Power>` per power, which is null if there is no score. Any Parquet reader can read these plain
columns.
"""

import io
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from pipeline.rules.boards import PIECE, Floats, Ints
from pipeline.rules.systems import System, systems
from pipeline.score.score import UNSCORABLE, judge, statuses
from pipeline.tools.archive.board_rows import Games
from pipeline.tools.archive.layout import Layout, NoArchive
from schemas.messages import Message, say
from schemas.words import POWERS

SET_ASIDE = "set aside: see the problems"
UNPLAYED = f"{UNSCORABLE}no autumn is known yet"
DECIMALS = 12  # as in the workbooks
FEW_VALUES = 64 * 1024  # maximum bytes of a column's dictionary; columns with more distinct scores have none
PROBLEMS = ("row", "code", "column", "found", "message", "hint")
HOME = Path(__file__).resolve().parents[2]
EDITION = ("rules", "score", "tools/archive")  # folders with the rules and everything that applies them to an archive


@cache
def edition() -> str:
    """Return a digest of the scoring code. Scores from two editions must not be mixed."""
    files = sorted(path for folder in EDITION for path in (HOME / folder).rglob("*.py"))
    return sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()


@dataclass(frozen=True)
class Plan:
    """The settings for scoring boards, the same for every partition.

    layout   the columns
    systems  ids, in the order of the columns
    places   whether places are written too, as int8 `<system>_<Power>_place`
    edition  edition of the rules that every worker must have
    """

    layout: Layout
    systems: tuple[str, ...]
    places: bool = False
    edition: str = field(default_factory=edition)

    def __post_init__(self) -> None:
        """Raise NoArchive if a copied column has the same name as a column of scores."""
        ours = {"row", *(name for id in self.systems for name in names(id, self.places))}
        if doubled := [name for name in self.layout.kept if name in ours]:
            text = Message(
                "The scores already have a column called `{column}`. Rename the column in the archive, or do not copy that column to the scores."
            )
            raise NoArchive(text.of({"column": doubled[0]}))


def names(system: str, places: bool) -> list[str]:
    """Return the names of a system's columns, including the columns for places if `places` is true."""
    columns = [f"{system}_status", *(f"{system}_{power}" for power in POWERS)]
    return columns + [f"{system}_{power}_place" for power in POWERS] if places else columns


class Scored(NamedTuple):
    """The scores and problems of one piece of an archive.

    scores    the table of scores
    problems  one row for each check that a board fails, in the order of the boards. The columns are those in PROBLEMS,
              with the columns that identify the board inserted after `row`
    statuses  number of boards for each pair of system and status
    """

    scores: Any
    problems: list[dict[str, object]]
    statuses: Counter[tuple[str, str]]


def score_table(table: Any, plan: Plan, first_row: int = 1, twice: NDArray[np.bool_] | None = None) -> Scored:
    """Score each board of a pyarrow table by itself, so that the scores do not depend on how an archive is split.

    table      one row per board, with the columns of `plan.layout`
    first_row  number of the table's first row in the archive
    twice      for each board, whether it appears in the archive more than once
    """
    figures = {id: _Figures.empty(table.num_rows, plan.places) for id in plan.systems}
    problems: list[dict[str, object]] = []
    for start in range(0, table.num_rows, PIECE):
        here = slice(start, start + PIECE)
        games = Games(table.slice(start, PIECE), plan.layout)
        if twice is not None and twice[here].any():
            games.board_twice(twice[here])
        for id in plan.systems:
            figures[id].put(here, systems()[id], games)
        problems += _problems(games, plan, first_row + start)
    columns = {name: table[name] for name in plan.layout.kept}
    columns["row"] = np.arange(first_row, first_row + table.num_rows, dtype=np.int64)
    counts: Counter[tuple[str, str]] = Counter()
    for id in plan.systems:
        columns |= dict(zip(names(id, plan.places), figures[id].columns(), strict=True))
        counts.update({(id, status): boards for status, boards in figures[id].counts().items()})
    return Scored(pa.table(columns), problems, counts)


@dataclass
class _Figures:
    """One system's scores, places and statuses for the boards of a table.

    score    scores as a float64 (power, board) array, with NaN where there is no score
    place    places as an int8 (power, board) array, or None if no places are wanted
    words    the distinct statuses so far
    status   index of each board's status in `words`, as an int16 array
    """

    score: Floats
    place: Ints | None
    words: list[str]
    status: NDArray[np.int16]

    @classmethod
    def empty(cls, boards: int, places: bool) -> "_Figures":
        """Return blank figures for `boards` boards, to be filled in as the boards are scored."""
        seats = (len(POWERS), boards)
        return cls(np.empty(seats), np.zeros(seats, np.int8) if places else None, [], np.zeros(boards, np.int16))

    def put(self, piece: slice, system: System, games: Games) -> None:
        """Score a slice of the boards and store their figures."""
        judged = judge(system, games.boards)
        score = self.score[:, piece]
        np.round(judged.score, DECIMALS, out=score)
        score += 0.0  # turns -0 into 0
        blank = judged.blank | games.set_aside | games.unplayed
        if blank.any():
            score[:, blank] = np.nan
        if self.place is not None:
            self.place[:, piece] = judged.place()
        words, status = statuses(judged.unscorable, games.boards.in_progress)
        for word, mask in ((UNPLAYED, games.unplayed), (SET_ASIDE, games.set_aside)):
            status[mask] = len(words)
            words.append(word)
        self.words += [word for word in words if word not in self.words]
        self.status[piece] = np.array([self.words.index(word) for word in words], np.int16)[status]

    def counts(self) -> dict[str, int]:
        """Return the number of boards, keyed by status."""
        boards = np.bincount(self.status, minlength=len(self.words)).tolist()
        return {word: number for word, number in zip(self.words, boards, strict=True) if number}

    def columns(self) -> list[Any]:
        """Return the status column, then one column per power and figure, with null for boards without a score."""
        unscored = np.isnan(self.score[0])
        mask = unscored if unscored.any() else None
        status = pa.DictionaryArray.from_arrays(pa.array(self.status), pa.array(self.words, pa.string()))
        figures = [*self.score, *(() if self.place is None else self.place)]
        return [status, *(pa.array(column, mask=mask) for column in figures)]


def _problems(games: Games, plan: Plan, first_row: int) -> list[dict[str, object]]:
    """Return one row for each check that a board fails, in the order of the boards."""
    lines = []
    for breach in games.breaches:
        for board in np.flatnonzero(breach.boards).tolist():
            named = {name: games.table[name][board].as_py() for name in plan.layout.named}
            problem = breach.problem(board)
            texts = {name: str(getattr(problem, name)) for name in ("found", "message", "hint")}
            line = {"code": breach.code, "column": breach.column(board)} | texts
            lines.append({"row": first_row + board} | named | line)
    return sorted(lines, key=lambda line: line["row"])


class Part(NamedTuple):
    """A scored partition, with the bytes of its Parquet file, its number of rows, its problems and its statuses."""

    content: bytes
    rows: int
    problems: list[dict[str, object]]
    statuses: Counter[tuple[str, str]]


def score_part(table: Any, plan: Plan, first_row: int, twice: NDArray[np.bool_] | None) -> Part:
    """Score a partition and encode its scores.

    Every engine runs this function, on this machine or another. Raises RuntimeError if the installed rules differ from
    the plan's.
    """
    if edition() != plan.edition:
        raise RuntimeError(say("a worker has a different edition of the rules installed"))
    scored = score_table(table, plan, first_row, twice)
    return Part(encode(scored.scores), table.num_rows, scored.problems, scored.statuses)


def encode(scores: Any) -> bytes:
    """Return a table as a Parquet file with one row group. Equal tables give identical bytes."""
    written = io.BytesIO()
    pq.write_table(
        scores,
        written,
        row_group_size=max(scores.num_rows, 1),
        compression="snappy",
        dictionary_pagesize_limit=FEW_VALUES,
        write_statistics=[field.name for field in scores.schema if field.type != pa.float64()],  # none for scores
        write_page_checksum=True,
        store_schema=True,
    )
    return written.getvalue()
