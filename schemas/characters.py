"""Patterns that match invisible characters, and a function that escapes such characters."""

import re

# Zero-width characters, characters without an effect, and characters that change the writing direction.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Control characters other than white space, surrogates, and code points that Unicode reserves as non-characters.
CONTROL = re.compile("[\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
LINE_BREAK = re.compile("[\n\v\f\r\x85\u2028\u2029]")


def escaped(text: str, *, lines: bool = False) -> str:
    r"""Return a string with its invisible and control characters escaped, as in `An\u200bna`.

    lines  whether to escape line breaks too, so that the string stays on one line
    """
    for unseen in (INVISIBLE, CONTROL, *([LINE_BREAK] if lines else [])):
        text = unseen.sub(_escape, text)
    return text


def _escape(character: re.Match[str]) -> str:
    return character[0].encode("unicode_escape").decode("ascii")
