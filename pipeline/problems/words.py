"""The wording that all problems share, such as severities, counts and explanations of codes."""

from textwrap import wrap

from pipeline.language.language import Language
from pipeline.problems.codes import CODES, Kind
from schemas.messages import Message, plural, say

SEVERITIES = {
    "error": say("error"),
    "warning": say("warning"),
    "fix": say("fix"),
    "notice": say("notice"),
}
SETS_ASIDE = {
    "board": say(
        "The board in this row is left out. If the row does not name a known board, the whole event is left out."
    ),
    "event": say("The event is left out."),
}
BEFORE, AFTER = Message("Instead of: {typed}"), Message("Use this: {typed}")
WIDTH = 110


def counted(severity: str, number: int) -> Message:
    """Return a message that counts the problems of one severity, such as `3 errors`."""
    match severity:
        case "error":
            return plural("1 error", "{n} errors", number)
        case "warning":
            return plural("1 warning", "{n} warnings", number)
        case "fix":
            return plural("1 fix", "{n} fixes", number)
        case _:
            return plural("1 notice", "{n} notices", number)


def heading(kind: Kind) -> Message:
    """Return the severity and the title of a problem."""
    return say("{severity}: {title}", severity=SEVERITIES[kind.severity], title=kind.title)


def explained(code: str, words: Language) -> str:
    """Return the explanation of a code.

    The explanation gives the severity and the title of the problem, why the problem matters, what to do, an example,
    and which data the problem excludes.
    """
    kind = CODES[code]
    lines = [
        code,
        words(heading(kind)),
        "",
        *wrap(words(kind.explanation), WIDTH, break_on_hyphens=False),
        "",
        words(kind.hint),
        *([words(BEFORE.of({"typed": kind.before})), words(AFTER.of({"typed": kind.after}))] if kind.before else []),
        *([words(SETS_ASIDE[kind.sets_aside])] if kind.sets_aside else []),
    ]
    return "\n".join(lines)


def titles(words: Language) -> list[str]:
    """Return a line for each code, with its severity and title, in the order of CODES."""
    return [f"{code:24} {words(SEVERITIES[kind.severity]):14} {words(kind.title)}" for code, kind in CODES.items()]
