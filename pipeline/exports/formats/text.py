"""The standings of an event as plain text for a mailing list.

Source: none; the text needs a font of one width.
Reading: the columns are aligned with blanks.
"""

from pipeline.exports.event import Event
from pipeline.exports.format import File, Format, file_name
from pipeline.exports.post import aligned, post
from pipeline.pages.report import without_mentions
from schemas.messages import say

FORMAT = Format(say("standings as plain text, for a mailing list"), kind="diplomacy", places=True, omits=())


def files(event: Event) -> list[File]:
    """Return one file with all players."""
    if not (made := post(event)):
        return []
    blocks = [[made.title, *made.lines], aligned(made.rows), made.notes]
    return [
        File(
            file_name(event.id, ".txt"),
            without_mentions("\n\n".join("\n".join(block) for block in blocks if block) + "\n"),
        )
    ]
