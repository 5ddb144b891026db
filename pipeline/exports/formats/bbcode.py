"""The standings of an event or a circuit as BBCode for a forum.

Source: the BBCode guide of phpBB, [b] and [code], https://www.phpbb.com/community/help/bbcode.
Reading: few forums support tables, so the standings are aligned text in a code block. Square brackets become round
    ones.
"""

from pipeline.exports.event import Event
from pipeline.exports.format import ANY, File, Format
from pipeline.exports.post import Post, Table, circuit_post, one_file, post
from pipeline.pages.season import Season
from schemas.messages import say

FORMAT = Format(say("standings in BBCode, ready to post"), kind=ANY, places=True, omits=())
SUFFIX = ".txt"
ROUND = str.maketrans("[]", "()")


def files(event: Event) -> list[File]:
    """Return the post about the event as one file, in a list. The list is empty if the event has no standings."""
    return one_file(event.id, SUFFIX, post(event), written)


def files_of_season(season: Season) -> list[File]:
    """Return one file for each circuit that has standings."""
    posts = ((circuit.id, circuit_post(season, circuit)) for circuit in season.circuits)
    return [file for id, made in posts for file in one_file(id, SUFFIX, made, written)]


def written(made: Post) -> str:
    """Return a post as BBCode."""
    tables = [line for table in made.tables for line in _table(table)]
    lines = [f"[b]{made.title.translate(ROUND)}[/b]", *(line.translate(ROUND) for line in made.lines), *tables]
    return "\n".join([*lines, *(note.translate(ROUND) for note in made.notes)]) + "\n"


def _table(table: Table) -> list[str]:
    title = [f"[b]{table.title.translate(ROUND)}[/b]"] if table.title else []
    return [*title, "[code]", *(line.translate(ROUND) for line in table.aligned), "[/code]"]
