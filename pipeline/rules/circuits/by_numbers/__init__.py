"""Circuits defined by numbers, which set the points for each result and how results add up.

There is one file per family, and every file in this folder is registered automatically. Nothing here imports pandas.

A module has a docstring (the rule sheet, in which a name in braces such as `{most}` stands for a number) and these
names:

NEEDS     what the circuit takes as input
Numbers   the rule's numeric settings
EDITIONS  the editions, keyed by id
points    function that returns the points for each row. If the rows are placings, they have the columns `slot` (place)
          and `players` (number of ranked players)

It may also have the names below. Every function takes the rows (`most` takes the open events) and the numbers.

facts           function that returns additional columns for the rows, keyed by name
without_points  function that returns masks of the rows without points, keyed by reason
percent         function that returns what percentage of its points each result keeps. The rows have each player's best
                result first
most            function that returns the most points that each event can give
ROAD            the columns shown beside the points
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
