"""Suggestions of words and names that somebody may have meant.

No word or name is ever replaced.
"""

import csv
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from schemas.words import fold, no_name, vocabulary

MEANT = 65  # minimum similarity (0 to 100) for a "did you mean" if something is wrong: one letter in three differs
SLIP = 85  # minimum similarity at which an unknown word is probably a slip, even if nothing is missing
ONE_PERSON = 88  # minimum similarity of two names that may be one person's
MOST = 3  # maximum number of suggestions
NICKNAMES = Path(__file__).with_name("nicknames.csv")
WORD = re.compile(r"\d+|[^\W\d_]+")
SPARE = re.compile(r"[\s_-]+")

SHORTEST = 5  # letters; if one letter of a shorter name differs, it is a different name
TWO_SLIPS = range(9, 25)  # lengths of names in which two slips are searched for
AT_ONE_KEY = 30  # maximum number of names compared under one key; if more share it, it is a pattern, not a slip
LEFT_SHORT = 3  # minimum number of letters of a shortened first name
BASE = np.uint64(0x9E3779B97F4A7C15)  # odd, so that it has an inverse modulo 2^64
INVERSE = np.uint64(pow(int(BASE), -1, 2**64))
FIGURE = "\0"
FIGURES = re.compile(r"(?<![^\W\d])\d|\d(?![^\W\d])")  # a digit with no letter next to it
OF_A_NAMESAKE = {"jr", "sr", "junior", "senior", "ii", "iii", "iv", "fils", "pere", "figlio", "padre", "sohn", "vater"}
IN_BRACKETS = re.compile(r"[(\[]([^)\]]*)[)\]]")
REMARKS = ("remark", "result", "nought")  # kinds of words that may follow a name in brackets
LISTED = re.compile(r"^(?:#\d+|\d+[.)])\s+")  # the number in a list, as in `3. Anna Rossi`
WHOLE = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})
CODE = re.compile("[A-Z]{2,3}")  # of a country, such as ITA
SPOKEN = ("it", "fr", "de", "es", "pt", "nl")  # languages besides English in which players may type their country
OF_SPORT = {  # codes of sports federations that differ from ISO 3166, and names missing from the CLDR
    **{"GER": "DE", "SUI": "CH", "NED": "NL", "DEN": "DK", "POR": "PT", "CRO": "HR", "GRE": "GR", "BUL": "BG"},
    **{"LAT": "LV", "SLO": "SI", "RSA": "ZA", "CHI": "CL", "URU": "UY", "PAR": "PY", "PHI": "PH", "MAS": "MY"},
    **{"INA": "ID", "VIE": "VN", "IRI": "IR", "UAE": "AE", "TPE": "TW", "CRC": "CR", "GUA": "GT", "ALG": "DZ"},
    **{"D": "DE", "I": "IT", "F": "FR", "A": "AT", "E": "ES", "B": "BE", "P": "PT", "S": "SE", "N": "NO"},
    **{"Great Britain": "GB", "Holland": "NL", "America": "US", "Czech Republic": "CZ", "Olanda": "NL"},
}
SOUNDS = [  # interchangeable spellings in names
    (re.compile(pattern), letters)
    for pattern, letters in (
        *(("ph", "f"), ("chr", "kr"), ("ck|c(?=[aoulr]|$)", "k"), (r"(?<=\w)(?<![cs])h", "")),
        *(("(?:ie|ey)$", "i"), ("[yj]", "i"), ("w", "v"), ("z", "s"), ("x", "ks")),
        *((r"([^\W\d])\1e$", r"\1"), (r"([^\W\d])\1+", r"\1")),
    )
]
FOOTNOTES = re.compile(
    "[\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089]+"
)  # superscript and subscript digits after a name


def nearest(typed: str, words: Iterable[str], least: int = MEANT) -> list[str]:
    """Return the words most similar to the typed one, likeliest first.

    least  minimum similarity, from 0 to 100
    """
    matches = process.extract(typed, [*words], scorer=fuzz.ratio, processor=_plain, limit=None, score_cutoff=least)
    return [name for name, _, _ in matches if not _other_numbers(typed, name)][:MOST]


def editions_meant(typed: str, ids: Iterable[str]) -> list[str]:
    """Return the ids of systems or circuits that a typed name may mean.

    An id fits if it contains the typed name. If none does, the most similar ids fit. Both are compared without their
    editions, so `cup` fits `cup_2001` and `cup_pre_2000`. If the typed name contains numbers, an id fits only if it
    contains the same numbers.
    """
    names = {id: _without_edition(id) for id in ids}
    name, numbers = _without_edition(typed), _numbers(typed)
    fitting = {of for of in names.values() if name and name in of} or {
        *nearest(name, dict.fromkeys(names.values()))[:1]
    }
    return [id for id, of in names.items() if of in fitting and (not numbers or _numbers(id) == numbers)]


def _numbers(text: str) -> list[str]:
    """Return the numbers in a string, whether written in figures or in words."""
    spelt = vocabulary("ordinal") | vocabulary("number")
    return [spelt.get(word, word) for word in WORD.findall(_plain(text)) if word.isdecimal() or word in spelt]


def _other_numbers(typed: str, word: str) -> bool:
    """Return whether both strings contain numbers and the numbers differ."""
    numbers = _numbers(typed)
    return bool(numbers) and _numbers(word) not in ([], numbers)


def _without_edition(id: str) -> str:
    """Return an id without its edition, such as `cup` for both `cup_2001` and `cup_pre_2000`."""
    return " ".join(word for word in WORD.findall(_plain(id)) if not word.isdecimal() and word != "pre")


def slips(typed: str, words: Iterable[str]) -> list[str]:
    """Return the words that are a single slip away from the typed word, likeliest first.

    A slip is a changed, missing or extra letter, or two letters that are swapped.
    """
    one_slip = [word for word in words if OSA.distance(typed, word, score_cutoff=1) <= 1]
    return nearest(typed, one_slip, 0)


def one_person(names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield, in order, the positions of each pair of names that may belong to one person.

    The running time is sub-quadratic in the number of names.
    """
    words = [words_of(name) for name in names]
    pairs = {pair for order in (list, sorted) for pair in _of_like_letters([" ".join(order(of)) for of in words])}
    pairs |= (
        {*_with_fewer_words(words, [_marks(name) for name in names])}
        | {*_by_nickname(words)}
        | {*_of_like_sound(words)}
    )
    yield from sorted(pair for pair in pairs if not _differ_in_numbers(*(words[position] for position in pair)))


def one_nation(names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield, in order, the positions of each pair of names that may belong to one nation.

    A pair may be one name in two languages, a name and its code (`Italy`, `ITA`), or two similar names that are not
    both known countries.
    """
    codes = [territories().get(fold(name).replace(".", "")) for name in names] if len(names) > 1 else []
    alike = {*one_person(names)}
    for pair in combinations(range(len(names)), 2):
        one, other = (codes[position] for position in pair)
        if one == other if one and other else pair in alike:
            yield pair


@cache
def territories() -> dict[str, str]:
    """Return the two-letter codes of countries, keyed by folded name (in several languages) and by code."""
    from babel import Locale  # slow to import, and only needed if nations are typed
    from babel.core import get_global

    by_name = {fold(name): code for code, name in Locale("en").territories.items() if code.isalpha()}
    for language in SPOKEN:
        names = Locale(language).territories.items()
        by_name |= {fold(name): code for code, name in names if code.isalpha() and fold(name) not in by_name}
    by_name |= {code.lower(): code for code in [*by_name.values()]}
    aliases = get_global("territory_aliases").items()
    by_name |= {alias.lower(): codes[0] for alias, codes in aliases if alias.isalpha() and len(codes) == 1}
    return by_name | {fold(name): code for name, code in OF_SPORT.items()}


def _of_like_letters(names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the positions of each pair of names that are identical or similar.

    Names are similar if they differ by one slip, or if their similarity is at least ONE_PERSON. Two names that both
    have fewer than SHORTEST letters must be identical. Only names that share a key (see `_keys`) are compared.
    """
    keys, owners = _keys(names)
    order = np.argsort(keys)
    other = np.append(np.flatnonzero(np.diff(keys[order])), len(keys) - 1)  # the last in each run of equal keys
    shared = np.diff(other, prepend=-1)
    several = np.repeat((shared > 1) & (shared <= AT_ONE_KEY), shared)
    keys, owners = keys[order[several]], owners[order[several]]
    chunks = [np.empty((0, 2), np.int32)]
    for away in range(1, AT_ONE_KEY):
        same = keys[away:] == keys[:-away]
        chunks.append(np.column_stack([owners[:-away][same], owners[away:][same]]))
    pairs = np.unique(np.sort(np.concatenate(chunks), axis=1), axis=0)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    ones, others = ([names[position] for position in positions] for positions in pairs.T)
    slips = process.cpdist(ones, others, scorer=OSA.distance, dtype=np.int64)
    like = process.cpdist(ones, others, scorer=fuzz.ratio, score_cutoff=ONE_PERSON, dtype=np.uint8) > 0
    long_enough = np.array([max(map(len, pair)) >= SHORTEST for pair in zip(ones, others, strict=True)], bool)
    yield from map(tuple, pairs[(slips == 0) | long_enough & ((slips == 1) | like)].tolist())


def _keys(names: Sequence[str]) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """Return the keys of the names, and the position of the name that each key belongs to.

    A key is a number computed from the whole name, or from the name without one or two of its letters.
    """
    lengths = np.array([*map(len, names)], np.int32)
    without_figures = [FIGURES.sub(FIGURE, name) for name in names]
    keys, owners = [np.empty(0, np.uint64)], [np.empty(0, np.int32)]
    bands = np.where(
        lengths > 0, (lengths - 1) // TWO_SLIPS[-1], -1
    )  # names of similar length are processed together, padded with NUL
    for band in np.unique(bands[bands >= 0]):
        rows = np.flatnonzero(bands == band).astype(np.int32)
        width = int(lengths[rows].max())
        signs, marked = (
            np.frombuffer("".join(of[row].ljust(width, "\0") for row in rows.tolist()).encode("utf-32-le"), np.uint32)
            .reshape(len(rows), width)
            .astype(np.uint64)
            for of in (names, without_figures)
        )
        letter = marked != ord(FIGURE)
        letter[:, :-1] &= signs[:, :-1] != signs[:, 1:]  # removing either of two equal letters gives the same name
        for_two = np.isin(lengths[rows], TWO_SLIPS)
        before = np.zeros((len(rows), width + 1), np.uint64)  # the number for the letters before each letter
        np.cumsum(signs * np.cumprod(np.full(width, BASE)), axis=1, out=before[:, 1:])
        whole = before[:, -1]
        keys.append(whole)
        owners.append(rows)
        for one in range(width):
            kept = letter[:, one]
            after = (whole - before[:, one + 1]) * INVERSE
            keys.append((before[:, one] + after)[kept])
            owners.append(rows[kept])
            of_two = kept & for_two
            for two in range(one + 1, width) if of_two.any() else ():
                both = of_two & letter[:, two]
                between = (before[:, two] - before[:, one + 1]) * INVERSE
                rest = before[:, one] + between + (whole - before[:, two + 1]) * INVERSE * INVERSE
                keys.append(rest[both])
                owners.append(rows[both])
    return np.concatenate(keys), np.concatenate(owners)


def _with_fewer_words(words: Sequence[list[str]], marks: Sequence[set[str]]) -> Iterator[tuple[int, int]]:
    """Yield the positions of each pair of names that are the same except for one extra or shortened word."""
    whole: dict[tuple[str, ...], list[int]] = defaultdict(list)
    but_one: dict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
    for position, of in enumerate(words):
        whole[(*sorted(of),)].append(position)
        for place, word in enumerate(of if len(of) > 1 else ()):
            rest = (*sorted(of[:place] + of[place + 1 :]),)
            cut_short = len(word) >= LEFT_SHORT or place == 0 or len(word) == 1  # `Ann L.` of `Ann Lee`
            if word.isalpha() and cut_short and word not in marks[position]:
                but_one[rest].append((word, position))
    for position, of in enumerate(words):
        for place, word in enumerate(of if len(of) > 2 else ()):
            at_the_end = len(word) == 1 and place == len(of) - 1
            if word.isalpha() and not at_the_end and word not in marks[position]:
                for other in whole.get((*sorted(of[:place] + of[place + 1 :]),), ())[:MOST]:
                    yield min(position, other), max(position, other)
    for same in but_one.values():
        ordered = sorted(same)
        for (short, one), (long, other) in pairwise(ordered):
            if long.startswith(short) and one != other:
                yield min(one, other), max(one, other)


def _by_nickname(words: Sequence[list[str]]) -> Iterator[tuple[int, int]]:
    """Yield the positions of each pair of names that differ only in one short form, such as Bob for Robert."""
    same: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for position, of in enumerate(words):
        for place, word in enumerate(of if len(of) > 1 else ()):
            for whole in nicknames().get(word, ()):
                same[whole, *sorted(of[:place] + of[place + 1 :])].append(position)
    for positions in same.values():
        yield from combinations(dict.fromkeys(positions), 2) if len(positions) <= AT_ONE_KEY else ()


def _of_like_sound(words: Sequence[list[str]]) -> Iterator[tuple[int, int]]:
    """Yield the positions of each pair of names that sound alike, such as Sara and Sarah.

    The names may be of any length.
    """
    same: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for position, of in enumerate(words):
        same[(*sorted(map(_sound, of)),)].append(position)
    for positions in same.values():
        yield from combinations(positions, 2) if len(positions) <= AT_ONE_KEY else ()


@lru_cache(maxsize=4096)
def _sound(word: str) -> str:
    """Return a phonetic spelling of a word, which is the same for words that sound alike."""
    for pattern, letters in SOUNDS:
        word = pattern.sub(letters, word)
    return word


@cache
def nicknames() -> dict[str, set[str]]:
    """Return a mapping from each first name or short form to the full first names that it may stand for."""
    by_name: dict[str, set[str]] = defaultdict(set)
    with NICKNAMES.open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            for name in (row["name"], *row["short"].split()):
                by_name[fold(name)].add(fold(row["name"]))
    return by_name


def _marks(name: str) -> set[str]:
    """Return the words that may distinguish people with the same name.

    These are the words in OF_A_NAMESAKE, such as `junior`, and any bracketed words in the name, except country
    codes and powers.
    """
    marks = {*OF_A_NAMESAKE}
    for typed in IN_BRACKETS.findall(name):
        if not CODE.fullmatch(typed) and fold(typed) not in vocabulary("power"):
            marks |= {*words_of(typed)}
    return marks


def _plain(word: str) -> str:
    """Return a word folded for comparison, so that `C-Diplo Namur` and `c_diplo_namur` are equal."""
    return SPARE.sub(" ", fold(word))


def _differ_in_numbers(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two names differ only in numbers or initials, and therefore belong to two people.

    A middle initial that only one of the names has is not treated as such a difference.
    """
    differ = {*one} ^ {*other}
    numbered = all(len(word) == 1 or any(map(str.isdecimal, word)) for word in differ)
    middle = len(one) != len(other) and all(word.isalpha() for word in differ) and not differ & {one[-1], other[-1]}
    return bool(differ) and numbered and not middle


def words_of(name: str) -> list[str]:
    """Return the words of a name for comparison, without remarks in brackets such as `(sub)`."""
    plain = IN_BRACKETS.sub(
        lambda part: "" if _remark(part[1]) else part[0], LISTED.sub("", fold(FOOTNOTES.sub("", name)))
    )
    return re.findall(r"\w+", plain.replace("'", "").replace("’", "").translate(WHOLE))


def _remark(typed: str) -> bool:
    """Return whether words in brackets are a remark (`sub`, `elim 1904`) rather than part of a name (`2`, `junior`)."""
    plain = " ".join(re.sub(r"[\d.,:;!?]+", " ", fold(typed)).split())
    return bool(plain) and (no_name(typed) is not None or any(plain in vocabulary(kind) for kind in REMARKS))
