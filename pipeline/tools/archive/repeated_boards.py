"""Find boards that appear in an archive more than once, using eight bytes per board.

Their identifying columns are hashed, and only boards with equal hashes are compared by value.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from pipeline.rules.boards import Bools
from pipeline.store.folder import scratch
from pipeline.tools.archive.layout import NoArchive
from pipeline.tools.archive.source import Source, tables
from schemas.messages import Message, listed

AT_ONCE = 2**22  # hashes compared at a time
MOST = 10_000  # maximum number of repeated rows; if there are more, the columns do not identify boards
SEED = 1901
Hashes = NDArray[np.uint64]


class Repeated(NamedTuple):
    """The row numbers of boards that appear more than once, counted from 0 and in ascending order."""

    rows: NDArray[np.int64]

    def among(self, first: int, count: int) -> Bools | None:
        """Return a mask of the repeated boards among `count` rows starting at `first`, or None if there are none."""
        repeated = self.rows[np.searchsorted(self.rows, first) : np.searchsorted(self.rows, first + count)]
        if not len(repeated):
            return None
        boards = np.zeros(count, bool)
        boards[repeated - first] = True
        return boards


def repeated(files: Sequence[Source], named: Sequence[str]) -> Repeated:
    """Return the rows whose identifying columns match those of another row.

    Rows whose identifying columns are all blank are ignored. Raises NoArchive if so many rows match that the
    columns cannot identify boards.
    """
    if not named:
        return Repeated(np.zeros(0, np.int64))
    with scratch() as written:
        count = 0
        for table in tables(files, named):
            hashes(table).tofile(written)
            count += table.num_rows
        rows = _alike(written, count)
    if len(rows) > MOST or 2 * len(rows) > count > 2:
        text = Message(
            "{columns} do not identify a board: {shared:,} of {rows:,} rows have the same values as another. Use "
            "`--id` to name the columns that do."
        )
        raise NoArchive(text.of({"columns": listed(named), "shared": len(rows), "rows": count}))
    return Repeated(_same(files, named, rows) if len(rows) else rows)


def hashes(table: Any) -> Hashes:
    """Return, for each row, a hash of its identifying columns, or 0 if all are blank."""
    mixed, nameless = np.zeros(table.num_rows, np.uint64), np.ones(table.num_rows, bool)
    for column in (column.combine_chunks() for column in table.columns):
        nameless &= column.is_null().to_numpy(zero_copy_only=False)
        if pa.types.is_signed_integer(column.type):
            mixed = _mixed(mixed + pc.fill_null(column.cast(pa.int64()), 0).to_numpy().view(np.uint64))
            continue
        listed = pc.dictionary_encode(column.cast(pa.string()), null_encoding="encode")
        texts = pc.fill_null(listed.dictionary, "").cast(pa.large_string())
        mixed = _mixed(mixed + _of_texts(texts)[listed.indices.to_numpy()])
    return np.where(nameless, np.uint64(0), mixed | np.uint64(1))


def _of_texts(texts: Any) -> Hashes:
    """Return a hash of each string.

    Each byte is multiplied by a weight for its position. The hash is the sum of the products, plus a weight for the
    string's length, modulo 2^64.
    """
    _, offsets, letters = texts.buffers()
    offsets = np.frombuffer(offsets, np.int64)[texts.offset : texts.offset + len(texts) + 1]
    first, lengths = offsets[:-1], np.diff(offsets)
    weights = np.random.default_rng(SEED).integers(2**63, size=int(lengths.max(initial=0)) + 1, dtype=np.uint64)
    weights = weights * np.uint64(2) + np.uint64(1)
    place = np.arange(offsets[0], offsets[-1]) - np.repeat(first, lengths)
    bytes_of = (
        np.frombuffer(letters, np.uint8)[offsets[0] : offsets[-1]]
        if offsets[-1] > offsets[0]
        else np.zeros(0, np.uint8)
    )
    summed = np.concatenate(
        [np.zeros(1, np.uint64), (bytes_of.astype(np.uint64) * weights[place]).cumsum(dtype=np.uint64)]
    )
    return summed[offsets[1:] - offsets[0]] - summed[first - offsets[0]] + weights[lengths]


def _mixed(numbers: Hashes) -> Hashes:
    """Return the numbers with their bits mixed (the finalizer of SplitMix64)."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


def _alike(written: BinaryIO, count: int) -> NDArray[np.int64]:
    """Return the rows whose hash is not unique.

    Only some of the hashes are compared at a time, to save memory.
    """
    shares = np.uint64(count // AT_ONCE + 1)
    shared_rows = [np.zeros(0, np.int64)]
    for share in range(int(shares)):
        written.seek(0)
        rows, kept = [], []
        for first in range(0, count, AT_ONCE):
            numbers = np.frombuffer(written.read(AT_ONCE * 8), np.uint64)
            here = np.flatnonzero((numbers % shares == share) & (numbers != 0))
            rows.append(here + first)
            kept.append(numbers[here])
        numbers = np.concatenate(kept) if kept else np.zeros(0, np.uint64)
        in_order = np.sort(numbers)
        several = in_order[1:][in_order[1:] == in_order[:-1]]
        if len(several):
            shared_rows.append(np.concatenate(rows)[np.isin(numbers, several)])
    return np.sort(np.concatenate(shared_rows))


def _same(files: Sequence[Source], named: Sequence[str], rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the rows whose identifying columns have the same values as another row's, and not just the same hash."""
    names: list[tuple[object, ...]] = []
    first = 0
    for table in tables(files, named):
        here = rows[np.searchsorted(rows, first) : np.searchsorted(rows, first + table.num_rows)] - first
        picked = table.take(pa.array(here))
        names += zip(*(column.to_pylist() for column in picked.columns), strict=True)
        first += table.num_rows
    times = Counter(names)
    return rows[np.array([times[name] > 1 for name in names], bool)]
