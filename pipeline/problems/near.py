"""Words and names that somebody may have meant: suggested, never taken."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from schemas.words import fold

MEANT = 65  # of 100: near enough to ask "did you mean", where something is missing or wrong: one letter of three
SLIP = 85  # near enough to be a slip, where nothing is missing
ONE_PERSON = 88  # two names near enough to be one person's
MOST = 3  # suggestions
AT_ONCE = 1_000  # names that are compared with all others in one step
SPARE = re.compile(r"[\s_-]+")


def nearest(typed: str, words: Iterable[str], least: int = MEANT) -> list[str]:
    """The words like the one that was typed, the likeliest first; none that is less like it than `least` of 100."""
    found = process.extract(typed, [*words], scorer=fuzz.ratio, processor=_plain, limit=MOST, score_cutoff=least)
    return [name for name, _, _ in found]


def one_person(names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Positions of two names that may be one person's: some letters differ, or the first name stands last."""
    words = [_words(name) for name in names]
    as_typed, sorted_words = ([" ".join(order(parts)) for parts in words] for order in (list, sorted))
    for pairs in _of_like_letters(as_typed):
        alike = np.zeros(len(pairs), bool)
        for spelt in (as_typed, sorted_words):
            ones, others = ([spelt[position] for position in positions] for positions in pairs.T)
            alike |= process.cpdist(ones, others, scorer=fuzz.ratio, score_cutoff=ONE_PERSON, dtype=np.uint8) > 0
        for one, other in pairs[alike].tolist():
            if not _differ_in_numbers(words[one], words[other]):
                yield one, other


def _of_like_letters(names: Sequence[str]) -> Iterator[NDArray]:
    """Pairs of positions, in order, whose names have enough letters in common, wherever these stand. (pair, 2)

    Twice the letters in common, of 100 letters in both, is the most that `fuzz.ratio` may give.
    """
    counted = [{(sign, i) for sign, times in Counter(name).items() for i in range(times)} for name in names]
    letters = {letter: column for column, letter in enumerate(sorted(set().union(*counted)))}
    has = np.zeros((len(names), len(letters)), np.float32)  # the first a, the second a, the first b ...
    for row, signs in enumerate(counted):
        has[row, [letters[letter] for letter in signs]] = 1
    length = has.sum(axis=1)
    for first in range(0, len(names), AT_ONCE):
        rows = slice(first, first + AT_ONCE)
        common = has[rows] @ has[first:].T
        enough = 200 * common >= ONE_PERSON * (length[rows, np.newaxis] + length[first:])
        yield np.argwhere(np.triu(enough, 1)) + first


def _plain(word: str) -> str:
    """`C-Diplo Namur` and `c_diplo_namur` are one word."""
    return SPARE.sub(" ", fold(word))


def _differ_in_numbers(one: Iterable[str], other: Iterable[str]) -> bool:
    """Two names differ in numbers or initials alone: so the organiser keeps two people apart."""
    differ = {*one} ^ {*other}
    return bool(differ) and all(len(word) == 1 or word.isdecimal() for word in differ)


def _words(name: str) -> list[str]:
    return re.findall(r"\w+", fold(name))
