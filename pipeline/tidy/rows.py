"""Turn the rows of a sheet into rows of a table.

The cells of a column are converted in the same way in every table.
"""

from collections.abc import Callable
from functools import cache, partial

import pandas as pd

from pipeline.read.raw_tables import RawTable
from pipeline.read.validate import canonical, day, moment, variant
from pipeline.rules.systems import system_id
from schemas.columns import COLUMNS
from schemas.fields import Field, each
from schemas.keys import EVENT, SOURCE
from schemas.kinds import FLAG, MOMENT, NUMBER, WHOLE
from schemas.raw import COLUMNS_OF, TYPED
from schemas.schema import Schema
from schemas.words import circuit_id, conjoined, fold, id_of, split, vocabulary

Read = Callable[[pd.Series], pd.Series]
EMPTY = pd.Series([""], dtype=object)


def _place(texts: pd.Series) -> pd.Series:
    """Return places as numbers, such as 2 for `2=`."""
    return texts.str.rstrip("=").astype(float)


def _decimals(texts: pd.Series) -> pd.Series:
    """Return the number of decimal places typed in each cell."""
    return texts.fillna("").astype(str).str.extract(r"\.(\d+)$")[0].str.len().fillna(0)


def _powers(typed: str) -> str:
    """Return the canonical names of the powers in a cell, such as `Russia, Turkey` for `Turquie / Russie`."""
    return ", ".join(sorted({vocabulary("power")[fold(name)] for name in conjoined(typed)}))


def _rounds(typed: str) -> str:
    """Return a list of rounds without duplicates, such as `2, 3` for `2, 3, 2`."""
    return ", ".join(dict.fromkeys(split(typed)))


ALSO_READ = {  # kind of sheet -> column -> field it is read from, which also has a column of its own
    "boards": {"typed_decimals": "score"},
    "circuits": {"circuit": "name"},
}
OTHERWISE: dict[str, Read] = {  # columns that are not converted by kind (`_by_kind`)
    **dict.fromkeys(("round", "board", "country"), lambda texts: texts),
    **dict.fromkeys(("sat_out", "rounds", "two_boards"), partial(each, read=_rounds)),
    **dict.fromkeys(("system", "changed"), lambda texts: each(texts, id_of).fillna("")),
    **dict.fromkeys(("place", "typed_place"), _place),
    **dict.fromkeys(("started", "time"), moment),
    "typed_decimals": _decimals,
    "penalty": lambda texts: texts.astype(float).fillna(0.0),
    "role": lambda texts: canonical(texts, "role").fillna("player"),
    "scored": lambda texts: canonical(texts, "answer") != "no",
    "variant": variant,
    "winners": lambda texts: each(texts, _powers).fillna(""),
    "based_on": lambda texts: each(texts, system_id).fillna(""),
    "circuit": lambda texts: each(texts, circuit_id).fillna(""),
}


def tidy_rows(table: RawTable, kind: str, schema: Schema) -> pd.DataFrame:
    """Return a table of all rows in the sheets of one kind.

    The columns are the keys, the source, `raw_row`, and every schema column that this kind of sheet has.
    """
    origin, rows = {name: table.origin[name] for name in (*EVENT, *SOURCE)}, table.text.index
    fields = COLUMNS_OF[kind] | ALSO_READ.get(kind, {})
    typed = {name: read(kind, name, table.text[fields[name]]) for name in schema.columns if name in fields}
    return pd.DataFrame({**origin, "raw_row": rows, **typed}, rows)


def read(kind: str, name: str, texts: pd.Series) -> pd.Series:
    """Return the values of a column, converted from the strings in its cells.

    kind  the kind of sheet that has the column
    name  the column's name in the table
    """
    if name in OTHERWISE:
        return OTHERWISE[name](texts)
    return _by_kind(texts, name, TYPED[kind][COLUMNS_OF[kind][name]])


def _by_kind(texts: pd.Series, name: str, field: Field) -> pd.Series:
    """Return cells converted to their column's kind: numbers, dates, booleans, canonical words or plain strings.

    A blank is False in a boolean column, an empty string where the column allows it, and missing in any other column.
    """
    kind = COLUMNS[name].kind
    if kind in (WHOLE, NUMBER):
        return texts.astype(float)
    if kind == MOMENT:
        return day(texts)
    if kind == FLAG:
        return canonical(texts, field.words) == "yes"
    words = canonical(texts, field.words) if field.words else texts
    return words.fillna("") if _may_be_empty(name) else words


@cache
def _may_be_empty(name: str) -> bool:
    """Return whether a column allows empty strings but no missing values."""
    column = COLUMNS[name]
    return not column.missing and column.fits(EMPTY)
