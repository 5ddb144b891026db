"""The standings of an event as BBCode for a forum.

Source: the BBCode guide of phpBB, [b] and [code], https://www.phpbb.com/community/help/bbcode.
Reading: few forums have tables, so the standings are aligned text in a code block. Square brackets in names become round.
"""

from pipeline.exports.event import Event
from pipeline.exports.format import File, Format, file_name
from pipeline.exports.post import aligned, post
from pipeline.pages.report import without_mentions
from schemas.messages import say

FORMAT = Format(say("standings in BBCode, to be posted"), kind="diplomacy", places=True, omits=())
ROUND = str.maketrans("[]", "()")


def files(event: Event) -> list[File]:
    """Return one file with all players."""
    if not (made := post(event)):
        return []
    table = "\n".join(aligned(made.rows)).translate(ROUND)
    title, *lines = (line.translate(ROUND) for line in (made.title, *made.lines, *made.notes))
    said, notes = lines[: len(made.lines)], lines[len(made.lines) :]
    return [
        File(
            file_name(event.id, ".txt"),
            without_mentions("\n".join([f"[b]{title}[/b]", *said, f"[code]\n{table}\n[/code]", *notes]) + "\n"),
        )
    ]
