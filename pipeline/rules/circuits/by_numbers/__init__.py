"""Circuits that are their numbers: points for each result, and how they add up. A file a family; the folder is the registry.

A module has a docstring (the rule sheet, which prints the numbers by name, `{most}`), `NEEDS`, `Numbers`, `EDITIONS` (id ->
edition), and `points(rows, numbers)`: the points of every row, at the place `slot` among so many `players`. Where needed
also `facts` (further columns of the rows), `lacks` (rows that can have no points, by reason), `percent` (how much of its
points each result gives, the best of each player first), `most` (the most points of events that are still to come) and
`ROAD` (the columns shown beside the points). Nothing here needs pandas.
"""

from typing import Any, NamedTuple

from pipeline.rules.circuit_totals import Adding


class Edition(NamedTuple):
    """One row of a family: its numbers, how its results add up, its title and source where they are not the family's."""

    numbers: Any
    adding: Adding
    title: str = ""
    source: str = ""
