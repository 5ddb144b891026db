"""Words and names that somebody may have meant: suggested, never taken."""

import re
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from rapidfuzz import fuzz, process

from schemas.words import fold

MEANT = 65  # of 100: near enough to ask "did you mean", where something is missing or wrong: one letter of three
SLIP = 85  # near enough to be a slip, where nothing is missing
ONE_PERSON = 88  # two names near enough to be one person's
MOST = 3  # suggestions
SPARE = re.compile(r"[\s_-]+")


def nearest(typed: str, known: Iterable[str], least: int = MEANT) -> list[str]:
    """The known words like the one that was typed, the likeliest first; none that is less like it than `least` of 100."""
    found = process.extract(typed, [*known], scorer=fuzz.ratio, processor=_plain, limit=MOST, score_cutoff=least)
    return [name for name, _, _ in found]


def one_person(names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Positions of two names that may be one person's: some letters differ, or the first name stands last."""
    words = [_words(name) for name in names]
    as_typed, sorted_words = ([" ".join(order(own)) for own in words] for order in (list, sorted))
    alike = np.zeros((len(names), len(names)), bool)
    for spelt in (as_typed, sorted_words):
        alike |= process.cdist(spelt, spelt, scorer=fuzz.ratio, score_cutoff=ONE_PERSON, dtype=np.uint8) > 0
    for one, other in np.argwhere(np.triu(alike, 1)).tolist():
        if not _told_apart(names[one], names[other]):
            yield one, other


def _plain(word: str) -> str:
    """`C-Diplo Namur` and `c_diplo_namur` are one word."""
    return SPARE.sub(" ", fold(word))


def _told_apart(one: str, other: str) -> bool:
    """Two names that differ in numbers or initials alone: the organiser tells them apart."""
    differ = {*_words(one)} ^ {*_words(other)}
    return bool(differ) and all(len(word) == 1 or word.isdecimal() for word in differ)


def _words(name: str) -> list[str]:
    return re.findall(r"\w+", fold(name))
