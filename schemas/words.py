"""The words of the game: plain constants, and the vocabulary of the sheets in four languages.

Nothing here needs pandas, so whatever only talks about the game stays quick to start.
"""

import csv
import re
import unicodedata
from functools import cache, lru_cache
from pathlib import Path

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
TOTAL = "total"  # a row of the boards sheet with this power is a control total, not a seat

CENTRES_ON_THE_MAP = 34
CENTRES_AT_THE_START = 22  # owned in 1900, before the first move
SOLO_CENTRES = 18
FIRST_YEAR = 1901

TURNS = ("spring", "autumn", "winter")
ORDER_TURNS = ("spring", "autumn")  # a missed winter is a missed adjustment
ORDER_PENALTY, ADJUSTMENT_PENALTY = 2, 1  # for each missed turn: "Un Tuffo nel Passato", 5.2
TO_BE_PLAYED = "to be played"  # with centres the game is over, like any that is not said to be in progress
RESULTS = ("solo", "draw", "time limit", "concession", "in progress", TO_BE_PLAYED)
DATA_LABELS = ("real", "worked example", "generated")
NOT_STATED = "not stated"  # the data label of an event that has none
EVENT_KINDS = ("diplomacy", "bao")
COUNT = "count"  # what an event says of its games of variants
SUM, MEAN = "sum", "mean of best"  # how the results of an event are counted

STAGES = ("qualifying", "semifinal", "final", "playoff", "nations")  # of a Bao event
BAO_CLOCK = "T=(3+1)<=7"  # KIBA's default, in days: at the start, after each move, at most
KIBA_POINTS = (
    "1, 2, 3, 4"  # KIBA's default: a win in a qualifying group, in a semifinal; the finalist; the winner instead
)
FEWEST_ENTRANTS, MOST_ENTRANTS, SMALLEST_GROUP = 6, 34, 3
MOST_GROUPS = MOST_ENTRANTS // SMALLEST_GROUP
REASONS = ("played", "resigned", "time")  # for which a Bao game is won
BYE = "-1"  # KIBA's name for the player that there is not

UNKNOWN_PLAYER = "?"  # somebody played, the name is not known

LANGUAGES = ("en", "it", "fr", "de")  # of sheets, notes and reports
SYNONYMS = Path(__file__).with_name("synonyms.csv")


def tidy_text(text: str) -> str:
    """One spelling for one text: Unicode NFC, no blanks at the ends, single blanks inside."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def decimal_digits(text: str) -> str:
    """Full-width digits as 0 to 9; a raised one is no digit but a footnote mark."""
    return "".join(unicodedata.normalize("NFKC", sign) if sign.isdecimal() else sign for sign in text)


@lru_cache(maxsize=2048)  # the same few words stand everywhere
def fold(text: str) -> str:
    """A word as it is compared: without case, accents and surrounding blanks."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).replace("_", " ").split())


def split(typed: str) -> list[str]:
    """The names in a cell that holds several."""
    return [name for name in (part.strip() for part in typed.replace(";", ",").replace("/", ",").split(",")) if name]


def conjoined(typed: str) -> list[str]:
    """The names in a cell that holds several, also where a word or a sign stands between two: `A and B`, `A & B`."""
    words = "|".join(re.escape(word) for word in sorted(vocabulary("and"), key=len, reverse=True) if word.isalpha())
    return [name for part in split(typed) for name in re.split(rf"\s*[&+]\s*|\s+(?:{words})\.?\s+", part, flags=re.I)]


@cache
def vocabulary(kind: str) -> dict[str, str]:
    """Folded word -> canonical name, for one kind of word (`sheet`, `boards`, `power`, `turn` ...)."""
    with SYNONYMS.open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if row["kind"] == kind]
    return {fold(name): name for name in (row["name"] for row in rows)} | {fold(r["word"]): r["name"] for r in rows}


def word(kind: str, name: str, language: str) -> str:
    """The first word that the vocabulary lists for a canonical name in a language; the name itself if it has none."""
    return name if language == "en" else _words(kind, language).get(name, name)


@cache
def _words(kind: str, language: str) -> dict[str, str]:
    with SYNONYMS.open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if (row["kind"], row["language"]) == (kind, language)]
    return {row["name"]: row["word"] for row in reversed(rows)}


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Sort key that puts `Game 9` before `Game 10`."""
    parts = re.findall(r"\d+|\D+", text)
    return tuple((0, int(p), p) if p.isdecimal() else (1, 0, p.casefold()) for p in parts)
