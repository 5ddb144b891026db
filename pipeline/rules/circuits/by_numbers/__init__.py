"""Circuits defined by numbers: points for each result, and how they add up.

There is one file per family, and every file in this folder is registered automatically.

A module has a docstring (the rule sheet, in which a name in braces such as `{most}` stands for a number), `NEEDS`,
`Numbers`, `EDITIONS` (the editions, keyed by id), and `points(rows, numbers)`, which returns the points of each row,
given its place (`slot`) and the number of `players`. It may also have `facts` (additional columns for the rows),
`without_points` (rows without points, keyed by reason), `percent` (the percentage of its points that each result
keeps, where the results are given with each player's best first), `most` (the most points that future events can give)
and `ROAD` (the columns shown beside the points). Nothing here imports pandas.
"""

from typing import Any, NamedTuple

from pipeline.rules.circuit_totals import Adding


class Edition(NamedTuple):
    """An edition of a family, with its numbers, its way of adding up results, its title and its source.

    An empty title or source means that the family's is used.
    """

    numbers: Any
    adding: Adding
    title: str = ""
    source: str = ""
