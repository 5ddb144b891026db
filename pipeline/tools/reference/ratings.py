"""The reference page on ratings."""

from pipeline.rules.ratings import Rating, ratings
from pipeline.tools.reference.markdown import prose, rule_sheet, table

INTRODUCTION = """# All ratings

A rating is a figure for a player's strength over all seasons. It changes with each game or event. Ratings are part of
the [history](../explanation/history_and_ratings.md); real games, worked examples and generated ones have ratings of
their own.

The setting [`rating`](settings.md#league) of `league.xlsx` chooses the ratings that a league keeps; all four if it is
blank. A rating is *provisional* until a player has enough results.

`centre-years explain --rating ghost "Anna Rossi"` prints every change of a player's rating.
"""
CHANGED_BY = {"games": "each game under an official system", "events": "each event"}


def page() -> str:
    """Return the page: a table of all ratings, then their rule sheets."""
    columns = ("id", "name", "start", "provisional before", "changes with")
    return "\n".join([INTRODUCTION, table(columns, map(_row, ratings().values())), *map(_rating, ratings().values())])


def _row(rating: Rating) -> tuple[str, ...]:
    settled = f"{rating.settled} {rating.takes}"
    return f"[`{rating.id}`](#{rating.id})", rating.title, f"{rating.start:g}", settled, CHANGED_BY[rating.takes]


def _rating(rating: Rating) -> str:
    of = "one rating per power; the rating shown is their mean" if rating.by_power else "one rating"
    return f"## {rating.id}\n\n{prose(f'**{rating.title}**. A player has {of}.')}\n\n{rule_sheet(rating.rules)}"
