"""The standings of an event or a circuit as plain text for a mailing list.

Source: none.
Reading: the columns are aligned with spaces, so the text needs a fixed-width font.
"""

from pipeline.exports.event import Event
from pipeline.exports.format import ANY, File, Format
from pipeline.exports.post import Post, circuit_post, one_file, post
from pipeline.pages.season import Season
from schemas.messages import say

FORMAT = Format(say("standings as plain text, for a mailing list"), kind=ANY, places=True, omits=())
SUFFIX = ".txt"


def files(event: Event) -> list[File]:
    """Return the post about the event as one file, in a list. The list is empty if the event has no standings."""
    return one_file(event.id, SUFFIX, post(event), written)


def files_of_season(season: Season) -> list[File]:
    """Return one file for each circuit that has standings."""
    posts = ((circuit.id, circuit_post(season, circuit)) for circuit in season.circuits)
    return [file for id, made in posts for file in one_file(id, SUFFIX, made, written)]


def written(made: Post) -> str:
    """Return a post as plain text."""
    tables = [[*[table.title] * bool(table.title), *table.aligned] for table in made.tables]
    blocks = [[made.title, *made.lines], *tables, made.notes]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"
