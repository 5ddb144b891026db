"""Parse the `counting` setting as people type it, such as `best 3` or `somma dei 2 migliori turni`.

Each word, in any of the four languages, becomes a mark, such as `B` for `best` or `#` for a number. The counting method
is the one whose pattern matches the marks. For example, the marks are `B#+Hn` for `best 2 + half the 3rd` and `#BG` for
`les trois meilleurs scores`.
"""

import re
from collections.abc import Mapping
from functools import cache

from schemas.words import (
    BEST,
    BEST_ROUNDS,
    BY_GAMES,
    HALF_MEAN,
    HALF_NEXT,
    MEAN,
    SUM,
    SUM_OF_RANKS,
    THIRD_OF_REST,
    THIRD_OF_TWO,
    WAYS,
    WDC,
    WDC_YEAR,
    fold,
    vocabulary,
)

MOST_COUNTED = 999  # results of one event
MARKS = {  # word of counting -> its mark in a pattern; articles have none
    **{"best": "B", "sum": "S", "mean": "M", "half": "H", "a third": "T", "rest": "R", "game": "G", "round": "U"},
    **{"rank": "K", "rank sum": "SK", "plus": "+", "and": "A", "or": "O", "divided by": "/", "of": "", "wdc": "W"},
}
NUMBER, NTH, UNKNOWN = "#", "n", "?"  # marks for a number (`three`), an ordinal (`third`) and an unknown word
N = "(?:B#G?|#BG?|#GB|GB#)"  # `best game of 3` and `third best` do not match
NEXT, REST = "[#n]B?G?", "RG?"
PATTERNS: Mapping[str, str] = {
    SUM: "S+G?",
    BEST: f"S?{N}",
    MEAN: f"M{N}",
    BEST_ROUNDS: "S?(?:B#U|#BU|#UB|UB#)",
    SUM_OF_RANKS: "SK(?:B#|#B)|S?(?:B#K|#BK|#KB|KB#)",
    HALF_MEAN: rf"S?{N}\+HM{REST}",
    HALF_NEXT: rf"S?{N}\+H{NEXT}",
    THIRD_OF_REST: rf"S?{N}\+H{NEXT}OT{REST}",
    THIRD_OF_TWO: rf"S?{N}\+H{NEXT}OT[#n]A{NEXT}",
    BY_GAMES: r"SG?/G\+#",
    WDC: "W#",
}
ENDINGS = r"st|nd|rd|th|°|\.(?=\s*\w)|o|a|e|er|ere|eme|te|ten|ter|tes"
FIGURE = rf"(?P<figure>[0-9]+(?:[.,][0-9]+)?)(?P<nth>{ENDINGS})?(?![\w])"
FRACTIONS = r"(?P<half>(?:1\s*[/⁄]\s*2|50\s*%|0[.,]50?\s*[x×*])(?![0-9]))|(?P<third>1\s*[/⁄]\s*3(?![0-9]))"
SEPARATORS = r"[\s,.;:()°'’]|(?<=[^\W\d_])-"


def counted(typed: str) -> tuple[str, float] | None:
    """Return the counting method and its number (0 if it has none), or None if the text is not recognised."""
    marks, numbers, _ = _read(typed)
    number = numbers[0] if numbers else 0.0
    for how, pattern in PATTERNS.items():
        if not re.fullmatch(pattern, marks):
            continue
        if how == WDC:
            return (how, number) if number == WDC_YEAR else None
        lawful = how == BY_GAMES or (number.is_integer() and number >= (how != SUM))
        fits = numbers == _read(counting_typed(how, number))[1]  # `half the 4th` is only valid after `best 3`
        return (how, number) if lawful and fits and number <= MOST_COUNTED else None
    return None


def team_counted(typed: str) -> tuple[str, float] | None:
    """Return a team's counting method and its number, as read by `counted`.

    The result is None if the text is not recognised, or if the method is neither SUM nor BEST.
    """
    read = counted(typed)
    return read if read and read[0] in (SUM, BEST) else None


@cache
def words_of_counting() -> Mapping[str, str]:
    """Return the words that the name of a counting method may contain, mapped to their marks in `PATTERNS`.

    For example, `best` is mapped to `B`.
    """
    spelt = dict.fromkeys(vocabulary("ordinal"), NTH) | dict.fromkeys(vocabulary("number"), NUMBER)
    return spelt | {word: MARKS[name] for word, name in vocabulary("counting word").items()}


def unknown_words(typed: str) -> list[str]:
    """Return the words in `typed` that are not in `words_of_counting`, in the form given by `fold`."""
    return _read(typed)[2]


def counting_typed(how: str, number: float) -> str:
    """Return the English text that people type for a counting method, such as `best 3`."""
    return WAYS[how].format(n=f"{number:g}", next=_ordinal(number + 1), after=_ordinal(number + 2))


def _ordinal(number: float) -> str:
    """Return a number as an ordinal, such as `2nd`, `3rd` or `12th`."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(int(number) % 10, "th") if number % 100 // 10 != 1 else "th"
    return f"{number:g}{ending}"


def _read(typed: str) -> tuple[str, list[float], list[str]]:
    """Split the name of a counting method into marks, numbers and unknown words.

    For example, `best 3` gives `("B#", [3.0], [])`. `B` is the mark of `best`, and `#` is the mark of any number.
    """
    marks, numbers, unknown = "", list[float](), list[str]()
    spelt = vocabulary("ordinal") | vocabulary("number")
    for token in _tokens().finditer(fold(typed)):
        if token["between"]:
            continue
        if word := "half" if token["half"] else "a third" if token["third"] else token["word"]:
            marks += words_of_counting()[word]
            numbers += [float(spelt[word])] if word in spelt else []
        elif token["figure"]:
            marks += NTH if token["nth"] else NUMBER
            numbers.append(float(token["figure"].replace(",", ".")))
        elif token["sign"]:
            marks += token["sign"]
        else:
            marks += UNKNOWN
            unknown.append(token["other"])
    return re.sub("A(?=H)", "+", marks), numbers, unknown


@cache
def _tokens() -> re.Pattern[str]:
    """Return the pattern that matches one token.

    A token is a fraction, a figure, a known word (the longest that fits), a sign, a separator or anything else.
    """
    words = "|".join(map(re.escape, sorted(words_of_counting(), key=len, reverse=True)))
    return re.compile(
        rf"{FRACTIONS}|{FIGURE}|\b(?P<word>{words})\b(?![0-9])|(?P<sign>[+/])|(?P<between>{SEPARATORS})|(?P<other>[^\W\d_]+|.)"
    )
