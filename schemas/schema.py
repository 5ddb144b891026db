"""Schemas of tables and columns, against which frames are checked.

Pandera validates raw sheets in every build. Tables that the program makes are checked with NumPy, which takes a tenth
of the time. Pandera runs only if that check fails, to name every wrong cell.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

if TYPE_CHECKING:  # archives are scored without Pandera, which is slow to import
    import pandera.pandas as pa


@dataclass(frozen=True, eq=False)
class Column:
    """The schema of a column.

    kind      a description of the valid values
    holds     function that returns whether the filled cells are valid, as one bool per cell or one for all. None if any
              value is valid
    dtype     the type of the whole column, None for any
    missing   whether a cell may be NaN, NaT or None
    required  whether a table must have the column
    pattern   whether its name is a regular expression that several columns may match
    meaning   the meaning of a cell
    """

    kind: str
    holds: Callable[[pd.Series], Any] | None = None
    dtype: type | None = None
    missing: bool = False
    required: bool = True
    pattern: bool = False
    meaning: str = ""

    def fits(self, cells: pd.Series) -> bool:
        """Return whether all cells are valid in this column."""
        if self.dtype and cells.dtype != self.dtype:
            return False
        missing = pd.isna(cells.to_numpy())
        if missing.any() and not self.missing:
            return False
        filled = cells[~missing] if missing.any() else cells
        return filled.empty or self.holds is None or bool(np.all(self.holds(filled)))

    def in_pandera(self) -> "pa.Column":
        """Return this column as a Pandera column."""
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
    """The schema of a table.

    columns  the columns, keyed by name or pattern
    strict   whether other columns are forbidden
    rules    functions that return whether each row obeys a rule, keyed by a description of the rule
    unique   columns whose values together identify a row
    """

    columns: Mapping[Any, Column]
    name: str = ""
    strict: bool = False
    rules: Mapping[str, Callable[[pd.DataFrame], pd.Series]] = field(default_factory=dict)
    unique: Sequence[str] = ()

    def column(self, name: Any) -> Column | None:
        """Return the column whose name or pattern matches `name`, or None if there is no such column.

        A pattern covers several columns, such as those for years.
        """
        patterns = (column for key, column in self.columns.items() if column.pattern and re.match(key, name))
        return self.columns.get(name) or next(patterns, None)

    def with_columns(self, names: Iterable[Any], column: Column) -> "Schema":
        """Return the schema with one more column for each name, all defined by `column`."""
        return replace(self, columns={**self.columns, **dict.fromkeys(names, column)})

    def fits(self, frame: pd.DataFrame) -> bool:
        """Return whether a frame fits the schema.

        If the frame has no rows, only column names are checked, since an empty frame has no types.
        """
        columns = self._columns_of(frame)
        return bool(columns) and (frame.empty or self._holds(frame, columns))

    def _columns_of(self, frame: pd.DataFrame) -> dict[str, Column]:
        """Return the definitions of the frame's columns, keyed by name.

        The result is empty if a column is missing, duplicated, or not allowed.
        """
        defined = {name: column for name in frame if (column := self.column(name))}
        missing = {key for key, column in self.columns.items() if column.required} - {*frame}
        whole = frame.columns.is_unique and not missing and (not self.strict or len(defined) == len(frame.columns))
        return defined if whole else {}

    def _holds(self, frame: pd.DataFrame, columns: Mapping[str, Column]) -> bool:
        return (
            all(columns[name].fits(cells) for name, cells in frame.items() if name in columns)
            and all(np.all(rule(frame)) for rule in self.rules.values())
            and not (self.unique and frame.duplicated([*self.unique]).any())
        )

    @cached_property
    def in_pandera(self) -> "pa.DataFrameSchema":
        """Return this schema as a Pandera schema."""
        import pandera.pandas as pa

        columns = {name: column.in_pandera() for name, column in self.columns.items()}
        checks = [pa.Check(holds, error=said) for said, holds in self.rules.items()]
        unique = [*self.unique] or None
        return pa.DataFrameSchema(columns, checks, strict=self.strict, unique=unique, name=self.name or None)


def check(frame: pd.DataFrame, schema: Schema) -> pd.DataFrame:
    """Check that a table made by the program fits its schema, and return the table.

    Raises pandera's SchemaErrors, which name every column that does not fit.
    """
    return frame if schema.fits(frame) else schema.in_pandera.validate(frame, lazy=True)
