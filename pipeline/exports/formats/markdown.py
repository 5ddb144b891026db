"""The standings of an event or a circuit as Markdown for a forum, a chat or a README.

Source: "GitHub Flavored Markdown Spec", section 4.10, tables, https://github.github.com/gfm/.
Reading: characters with a special meaning in Markdown are escaped with a backslash.
"""

import re

from pipeline.exports.event import Event
from pipeline.exports.format import ANY, File, Format
from pipeline.exports.post import Post, circuit_post, one_file, post
from pipeline.pages.season import Season
from schemas.messages import say

FORMAT = Format(say("standings in Markdown, ready to post"), kind=ANY, places=True, omits=())
SUFFIX = ".md"
SIGN = re.compile(r"([\\`*_{}\[\]<>#|~])")
TO_THE_LEFT, TO_THE_RIGHT = "---", "---:"


def files(event: Event) -> list[File]:
    """Return the post about the event as one file, in a list. The list is empty if the event has no standings."""
    return one_file(event.id, SUFFIX, post(event), written)


def files_of_season(season: Season) -> list[File]:
    """Return one file for each circuit that has standings."""
    posts = ((circuit.id, circuit_post(season, circuit)) for circuit in season.circuits)
    return [file for id, made in posts for file in one_file(id, SUFFIX, made, written)]


def written(made: Post) -> str:
    """Return a post as Markdown."""
    blocks = [f"## {_plain(made.title)}", *map(_plain, made.lines)]
    for table in made.tables:
        heads, *rows = ([*map(_plain, row)] for row in table.rows)
        looks = [TO_THE_LEFT if at in table.names else TO_THE_RIGHT for at in range(len(heads))]
        blocks += [f"### {_plain(table.title)}"] * bool(table.title)
        blocks.append("\n".join(f"| {' | '.join(row)} |" for row in (heads, looks, *rows)))
    blocks += ["\n".join(f"- {_plain(note)}" for note in made.notes)] * bool(made.notes)
    return "\n\n".join(blocks) + "\n"


def _plain(text: str) -> str:
    return SIGN.sub(r"\\\1", text)
