"""The standings of an event as Markdown for a forum, a chat or a README.

Source: "GitHub Flavored Markdown Spec", section 4.10, tables, https://github.github.com/gfm/.
Reading: characters with a meaning in Markdown are escaped with a backslash.
"""

import re

from pipeline.exports.event import Event
from pipeline.exports.format import File, Format, file_name
from pipeline.exports.post import NAMES, post
from pipeline.pages.report import without_mentions
from schemas.messages import say

FORMAT = Format(say("standings in Markdown, to be posted"), kind="diplomacy", places=True, omits=())
SIGN = re.compile(r"([\\`*_{}\[\]<>#|~])")
TO_THE_LEFT, TO_THE_RIGHT = "---", "---:"


def files(event: Event) -> list[File]:
    """Return one file with all players."""
    if not (made := post(event)):
        return []
    heads, *rows = ([*map(_plain, row)] for row in made.rows)
    looks = [TO_THE_LEFT if at == NAMES else TO_THE_RIGHT for at in range(len(heads))]
    table = "\n".join(f"| {' | '.join(row)} |" for row in (heads, looks, *rows))
    blocks = [f"## {_plain(made.title)}", *map(_plain, made.lines), table]
    blocks += ["\n".join(f"- {_plain(note)}" for note in made.notes)] * bool(made.notes)
    return [File(file_name(event.id, ".md"), without_mentions("\n\n".join(blocks) + "\n"))]


def _plain(text: str) -> str:
    return SIGN.sub(r"\\\1", text)
