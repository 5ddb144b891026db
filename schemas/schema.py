"""What a table and its columns may hold, as data, and the check of a frame.

Raw sheets are validated by Pandera in every build. Tables that the program itself makes are checked by arrays, which takes a
tenth of the time; where they say no, Pandera names what is wrong, cell by cell.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

if TYPE_CHECKING:  # archives of many boards are scored without Pandera, and start sooner
    import pandera.pandas as pa


@dataclass(frozen=True, eq=False)
class Column:
    """What the cells of a column are.

    kind      what they are, in words
    holds     whether cells that are filled are that, each or all of them; None if it is not asked
    dtype     the type of the whole column; None for any
    missing   a cell may be NaN, NaT or None
    required  a table has the column
    pattern   its name is a pattern, for several columns
    meaning   what a cell says
    """

    kind: str
    holds: Callable[[pd.Series], Any] | None = None
    dtype: type | None = None
    missing: bool = False
    required: bool = True
    pattern: bool = False
    meaning: str = ""

    def fits(self, cells: pd.Series) -> bool:
        """The cells are what the column says."""
        if self.dtype and cells.dtype != self.dtype:
            return False
        missing = cells.isna().to_numpy()
        if missing.any() and not self.missing:
            return False
        filled = cells[~missing] if missing.any() else cells
        return filled.empty or self.holds is None or bool(np.all(self.holds(filled)))

    def in_pandera(self) -> "pa.Column":
        """Return this column as one of Pandera's."""
        import pandera.pandas as pa

        holds = self.holds
        checks = [] if holds is None else [pa.Check(lambda cells: cells.empty or holds(cells), error=self.kind)]
        return pa.Column(
            self.dtype,
            checks,
            nullable=self.missing,
            required=self.required,
            regex=self.pattern,
            description=self.meaning,
        )


@dataclass(frozen=True, eq=False)
class Schema:
    """What a table is.

    columns  each by its name
    strict   it has no other columns
    rules    what is said of whole rows, and where it holds
    unique   columns of which no two rows are alike
    """

    columns: Mapping[Any, Column]
    name: str = ""
    strict: bool = False
    rules: Mapping[str, Callable[[pd.DataFrame], pd.Series]] = field(default_factory=dict)
    unique: Sequence[str] = ()

    def column(self, name: Any) -> Column | None:
        """What stands under a name, or under a pattern that it follows, as one stands for all years; None for what is not checked."""
        patterns = (column for key, column in self.columns.items() if column.pattern and re.match(key, name))
        return self.columns.get(name) or next(patterns, None)

    def with_columns(self, names: Iterable[Any], column: Column) -> "Schema":
        """The schema with more columns that are all alike: AUTUMN of each year, PART of each paragraph."""
        return replace(self, columns={**self.columns, **dict.fromkeys(names, column)})

    def fits(self, frame: pd.DataFrame) -> bool:
        """The frame is what the schema says; one without rows has no types, so only its columns are asked."""
        columns = self._columns_of(frame)
        return bool(columns) and (frame.empty or self._holds(frame, columns))

    def _columns_of(self, frame: pd.DataFrame) -> dict[str, Column]:
        """Each column of the frame that is defined; none if one is not there, there twice or too many."""
        found = {name: column for name in frame if (column := self.column(name))}
        lacks = {key for key, column in self.columns.items() if column.required} - {*frame}
        whole = frame.columns.is_unique and not lacks and (not self.strict or len(found) == len(frame.columns))
        return found if whole else {}

    def _holds(self, frame: pd.DataFrame, columns: Mapping[str, Column]) -> bool:
        return (
            all(column.fits(frame[name]) for name, column in columns.items())
            and all(np.all(rule(frame)) for rule in self.rules.values())
            and not (self.unique and frame.duplicated([*self.unique]).any())
        )

    def in_pandera(self) -> "pa.DataFrameSchema":
        """Return this schema as one of Pandera's."""
        import pandera.pandas as pa

        columns = {name: column.in_pandera() for name, column in self.columns.items()}
        checks = [pa.Check(holds, error=said) for said, holds in self.rules.items()]
        unique = [*self.unique] or None
        return pa.DataFrameSchema(columns, checks, strict=self.strict, unique=unique, name=self.name or None)


def check(frame: pd.DataFrame, schema: Schema) -> pd.DataFrame:
    """Return a table of our own if it is what its schema says.

    Raises pandera's SchemaErrors naming every column that is not.
    """
    return frame if schema.fits(frame) else schema.in_pandera().validate(frame, lazy=True)
