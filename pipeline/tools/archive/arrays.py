"""Convert the columns of a table to arrays, with masks of the unreadable cells.

Whole columns are converted at once, without loops over rows.
"""

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from pipeline.rules.boards import Bools, Floats, Ints

BLANK = -1  # a cell that nobody filled in
WHOLE = r"^\s*[0-9]{1,9}(\.0+)?\s*$"
NUMBER = r"^\s*[-+]?[0-9]{1,15}(\.[0-9]+)?\s*$"
BRACKETS, BETWEEN = r"^\s*\[\s*|\s*\]\s*$|^\s+|\s+$", r"\s*[,;]\s*|\s+"


def is_list(kind: pa.DataType) -> bool:
    """Return whether the type is a list of values."""
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind))


def is_text(kind: pa.DataType) -> bool:
    """Return whether the type is a text type, either plain or dictionary-encoded."""
    if pa.types.is_dictionary(kind):
        return is_text(kind.value_type)
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def is_number(kind: pa.DataType) -> bool:
    """Return whether the type is numeric or null."""
    return bool(
        pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind) or pa.types.is_null(kind)
    )


def whole(column: Any, least: int, most: int, dtype: type[np.integer]) -> tuple[Ints, Bools | None]:
    """Return a column as whole numbers, with BLANK for blank or faulty cells, and a mask of the faulty cells.

    Valid numbers are those from `least` (0 or more) to `most`. Numbers stored as text and floats without a fraction are
    accepted. The mask is None if no cell is faulty.
    """
    if is_text(column.type):
        return _typed(column, WHOLE, lambda numbers: whole(numbers, least, most, dtype))
    if pa.types.is_integer(column.type):
        if pa.types.is_unsigned_integer(column.type):
            column = column.cast(pa.int64())
        figures = pc.fill_null(column, pa.scalar(BLANK, column.type)).to_numpy(zero_copy_only=False)
        outside = (figures < least) | (figures > most)
        if np.count_nonzero(outside) == column.null_count:
            return figures.astype(dtype, copy=False), None
        faulty = outside & column.is_valid().to_numpy(zero_copy_only=False)
    else:
        figures = pc.fill_null(column.cast(pa.float64()), np.nan).to_numpy(zero_copy_only=False)
        outside = ~((figures >= least) & (figures <= most) & (figures == np.floor(figures)))
        faulty = outside & ~np.isnan(figures)
    return np.where(outside, BLANK, np.where(outside, 0, figures)).astype(dtype), faulty if faulty.any() else None


def number(column: Any) -> tuple[Floats, Bools | None]:
    """Return a column as finite numbers, with NaN for blank or faulty cells, and a mask of the faulty cells.

    The mask is None if no cell is faulty.
    """
    if is_text(column.type):
        return _typed(column, NUMBER, number)
    figures = column.cast(pa.float64()).to_numpy(zero_copy_only=False)
    faulty = np.isinf(figures)
    return np.where(faulty, np.nan, figures), faulty if faulty.any() else None


def _typed(column: Any, pattern: str, read: Any) -> tuple[NDArray, Bools | None]:
    """Return a column of text as numbers, and a mask of the faulty cells.

    The mask is None if no cell is faulty.

    pattern  regular expression that numbers match
    read     function that reads a column of numbers. It is either `number`, which returns NaN for blank and faulty
             cells, or a function that calls `whole`, which returns BLANK for them
    """
    text = column.cast(pa.string())
    try:
        return read(text.cast(pa.int64()))
    except pa.ArrowInvalid:  # some cell is blank, has a decimal point, or is not a number
        pass
    text = pc.if_else(pc.match_substring_regex(text, r"^\s*$"), None, text)
    is_one = pc.fill_null(pc.match_substring_regex(text, pattern), True).to_numpy(zero_copy_only=False)
    numbers, faulty = read(pc.utf8_trim_whitespace(pc.if_else(pa.array(is_one), text, None)).cast(pa.float64()))
    if is_one.all():
        return numbers, faulty
    return numbers, ~is_one if faulty is None else faulty | ~is_one


def words(column: Any) -> tuple[list[str], Ints]:
    """Return the distinct strings in a column, with "" for blank cells, and each row's index into them."""
    if pa.types.is_null(column.type):
        return [""], np.zeros(len(column), np.int64)
    text = pc.binary_join(column, ",") if is_list(column.type) else column.cast(pa.string())
    listed = pc.dictionary_encode(pc.fill_null(text, ""))
    return listed.dictionary.to_pylist(), listed.indices.to_numpy(zero_copy_only=False).astype(np.int64)


def of_lists(column: Any) -> tuple[Any, NDArray[np.int64]]:
    """Return the values of a column of lists in one array, and an array with the length of each list.

    A missing list has length 0.
    """
    if is_text(column.type):
        column = _lists(column)
    lengths = pc.fill_null(pc.list_value_length(column), 0).to_numpy(zero_copy_only=False).astype(np.int64)
    return column.flatten(), lengths


def _lists(column: Any) -> Any:
    """Return a text column as lists of values, split at spaces, commas or semicolons."""
    text = pc.replace_substring_regex(column.cast(pa.string()), BRACKETS, "")
    text = pc.if_else(pc.equal(text, ""), None, text)
    return pc.split_pattern(pc.replace_substring_regex(text, BETWEEN, ","), ",")


def side_by_side(values: Ints, lengths: NDArray[np.int64], chart: Ints) -> None:
    """Write each board's list of values into its column of an int8 (year, board) chart, starting with the first year.

    A list with more years than the chart is cut off.

    values   the lists of all boards, one after another
    lengths  length of each board's list
    """
    position = lengths.cumsum() - lengths
    for year in range(len(chart) if len(values) else 0):
        values.take(position + year, mode="clip", out=chart[year])
        chart[year] |= -(lengths <= year).view(np.int8)  # sets all bits, which is BLANK, where the list has ended
