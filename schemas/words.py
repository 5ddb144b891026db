"""The game's constants, and the vocabulary of the sheets in four languages.

Nothing here imports pandas, so that commands which need only words start quickly.
"""

import csv
import re
import unicodedata
from collections.abc import Collection
from functools import cache, lru_cache
from pathlib import Path

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
# The codes of the World Diplomacy Database.
WDD_CODES = dict(zip(POWERS, ("0AU", "0EN", "0FR", "0GE", "0IT", "0RU", "0TU"), strict=True))
TOTAL = "total"  # a row of the boards sheet with this power is a control total, not a seat

CENTRES_ON_THE_MAP = 34
CENTRES_AT_THE_START = 22  # owned in 1900, before the first move
SOLO_CENTRES = 18
FIRST_YEAR = 1901
MOST_POINTS = 1_000_000  # more is a typing error; sums stay exact to nine decimals

TURNS = ("spring", "autumn", "winter")
ORDER_TURNS = ("spring", "autumn")  # a missed winter counts as a missed adjustment
ORDER_PENALTY, ADJUSTMENT_PENALTY = 2, 1  # for each missed turn: "Un Tuffo nel Passato", 5.2
TO_BE_PLAYED = "to be played"  # a game with centres is over unless its sheet says that it is in progress
RESULTS = ("solo", "draw", "time limit", "concession", "in progress", TO_BE_PLAYED)
FINISHED, UNFINISHED = "final", "in progress"  # states of an event, a circuit or a season
DATA_LABELS = ("real", "worked example", "generated")
NOT_STATED = "not stated"  # the data label of an event that states none
EVENT_KINDS = ("diplomacy", "bao")
COUNT = "count"  # the setting `variants` of an event whose variant games count
RESERVED = {
    "events",
    "circuits",
    "problems",
    "report",
}  # names of a season's own outputs, which no event or system may have
ALL_SYSTEMS, OFFICIAL_SYSTEMS = "all", "official"  # values of a season's setting `systems` other than ids
SUM, BEST, MEAN, BEST_ROUNDS = "sum", "best", "mean of best", "best rounds"  # how the results of an event are counted
HALF_MEAN, HALF_NEXT = "best + half the mean of the rest", "best + half the"
THIRD_OF_REST, THIRD_OF_TWO = "best + half the or a third of the rest", "best + half the or a third of the and"
BY_GAMES, SUM_OF_RANKS, WDC = "sum / games +", "sum of ranks, best", "wdc"
WDC_YEAR = 2025  # the world championship whose rule of counting is implemented
BY_SCORE, BY_CENTRES, UNLESS_LOST = "score", "centres", "centres not in a lost solo"  # ways to choose the best country
RATING = "rating"  # the league's setting for the ratings that it keeps
RATINGS = ("dip_pouch", "elo_by_power", "ghost", "vdip")  # modules, in alphabetical order
WAYS = {  # counting methods, as they are typed
    SUM: "sum",
    BEST: "best {n}",
    MEAN: "mean of best {n}",
    BEST_ROUNDS: "best {n} rounds",
    HALF_MEAN: "best {n} + half the mean of the rest",
    HALF_NEXT: "best {n} + half the {next}",
    THIRD_OF_REST: "best {n} + half the {next} or a third of the rest",
    THIRD_OF_TWO: "best {n} + half the {next} or a third of the {next} and {after}",
    BY_GAMES: "sum / (games + {n})",
    SUM_OF_RANKS: "sum of ranks, best {n}",
    WDC: "WDC {n}",
}
ONCE, EACH = "once", "each"  # how often a player gets points for a round sat out
TIE_BREAKS = (
    *("best game", "second best game", "centres", "wins", "board tops", "head to head", "fewer games"),
    "dropped round",
)

ROLES = ("player", "director", "gm")  # roles at an event
STAGES = ("qualifying", "semifinal", "final", "playoff", "nations")  # stages of a Bao event
BAO_CLOCK = "T=(3+1)<=7"  # KIBA's default, in days: at the start, after each move, at most
KIBA_POINTS = (
    "1, 2, 3, 4"  # KIBA's default: a win in a qualifying group, a win in a semifinal, the losing finalist, the winner
)
FEWEST_ENTRANTS, MOST_ENTRANTS, SMALLEST_GROUP = 6, 34, 3
MOST_GROUPS = MOST_ENTRANTS // SMALLEST_GROUP
REASONS = ("played", "resigned", "time")  # how a Bao game was won
BYE = "-1"  # KIBA's name for the dummy player of a bye

UNKNOWN_PLAYER = "?"  # a player whose name is not known
NOBODY, PERHAPS_NOBODY, A_BYE = "nobody", "perhaps", "bye"  # meanings of words in a player's cell that are not names
AROUND = "()[]{}<>*.,:;'\"’“”«»„¿ "  # punctuation to strip from both ends of a word

TWINS = str.maketrans(  # letters of other alphabets that look like Latin ones
    "АВЕКМНОРСТУХЅІЈаеорсухѕіјΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEKMHOPCTYXSIJaeopcyxsijABEZHIKMNOPTYXo"
)
LATIN, OF_OTHER_ALPHABETS = re.compile("[A-Za-zÀ-ɏ]"), re.compile("[Ͱ-ϿЀ-ԯ]")
REPEATED = re.compile(r"([^\w]|x)(?: *\1){1,9}")  # `???`, `- -`, `xxx`
QUOTES = '"“”„«» '
ALSO = re.compile(r"[;|•·]+")  # separators between aliases; a comma may be part of a name
NOTED = re.compile(r"(.+?)(?: ?([(\[])| [-–—] |[,;:] )(.+)")  # a word with a remark: `N.N. (guest)`, `CD - left`
AROUND_A_ROUND = {
    "r",
    "t",
    "st",
    "nd",
    "rd",
    "th",
    "a",
    "o",
    "e",
    "er",
    "eme",
    "ere",
}  # what may stand beside the number of a round
NUMBERED = re.compile(r"( [(\[]?(from|since|after|in|dal|dopo|depuis|ab|seit))?[\W_]*\d+[\W_]*$")  # `CD from 1903`

EITHER_SEX = re.compile(  # endings of `Spieler/in`, `SpielerInnen`, `joueur·se`, `giocatore/trice` and `Spieler (m/w/d)`
    r"(?:\s?[/*:·•.‧_(-]{1,3}(?:innen|in|euses?|ses?|rices?|trici|trice|nes?|essa|es)\)?|[/·•*][aesi])+$|\s*\([mwdfx](?:/[mwdfx])+\)$"
    r"|(?<=[a-zäöü])In(?:nen)?$"
)

FIRST_ITEM = re.compile(r"\s*[(\[]?1\s*[.):°-]")  # the beginning of a numbered list
NUMBERED_ITEM = re.compile(r"(?:^|[\s,;/>|])[(\[]?\d{1,2}\s*[.):°-]+\s+|^[(\[]?1\s*[.):°-]+\s*")
IN_ORDER = re.compile(r"[,;/>|\n\t→»•]+")

LANGUAGES = ("en", "it", "fr", "de")  # of sheets, notes and reports
SYNONYMS = Path(__file__).with_name("synonyms.csv")


def tidy_text(text: str) -> str:
    """Return text in Unicode NFC, with single spaces between words and no spaces at the ends.

    Letters of other alphabets that look Latin become Latin letters, provided that all other letters are Latin.
    """
    plain = " ".join(unicodedata.normalize("NFC", text).split())
    latin = plain if plain.isascii() else plain.translate(TWINS)
    return latin if latin != plain and LATIN.search(plain) and not OF_OTHER_ALPHABETS.search(latin) else plain


def decoded_again(text: str) -> str:
    """Repair UTF-8 text that was decoded as Windows-1252, so that `ZoÃ©` becomes `Zoé`.

    Any other text is returned unchanged.
    """
    try:
        return text if text.isascii() else b"".join(map(_byte, text)).decode("utf-8")
    except UnicodeError:
        return text


def _byte(sign: str) -> bytes:
    try:
        return sign.encode("cp1252")
    except UnicodeError:
        return sign.encode("latin-1")


def decimal_digits(text: str) -> str:
    """Return text with full-width digits replaced by 0 to 9.

    Superscript digits stay, since they are footnote marks.
    """
    return "".join(unicodedata.normalize("NFKC", sign) if sign.isdecimal() else sign for sign in text)


@lru_cache(maxsize=2048)  # sheets repeat the same few words
def fold(text: str) -> str:
    """Return a lower-case string for comparison, without accents or surplus spaces and with one kind of apostrophe."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).replace("_", " ").split())


def id_of(typed: str) -> str:
    """Return the id for a name, such as `c_diplo_namur` for `C-Diplo Namur`."""
    return fold(typed).replace("-", "_").replace(" ", "_")


def circuit_id(typed: str) -> str:
    """Return a circuit's id, made safe for use in file names, such as `ligue_d_ete` for `Ligue d'été`."""
    return re.sub(r"\W+", "_", fold(typed)).strip("_").replace(" ", "_")


def in_order(kind: str, typed: str) -> list[str]:
    """Split an ordered list at commas, numbers, `>`, or the word for `then` in any of the four languages.

    Examples: `1. best game 2. centres`, `best game > centres`, `Beste Partie, dann Zentren`. Words stay as typed.
    """
    words = vocabulary(kind)
    text = NUMBERED_ITEM.sub("; ", typed) if FIRST_ITEM.match(typed) else typed
    pieces = []
    for part in IN_ORDER.split(text):
        if fold(part) in words or not part.strip(AROUND):
            pieces.append(part.strip())
        else:
            pieces += [piece.strip(AROUND) for piece in _then().split(part)]
    return [piece for piece in pieces if piece]


@cache
def _then() -> re.Pattern[str]:
    """Return a pattern that matches a word for `then`, or a full stop and a space."""
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, vocabulary('then')))})\b|\.\s", re.IGNORECASE)


def split(typed: str) -> list[str]:
    """Return the names listed in a cell, separated by commas, semicolons or slashes."""
    return [name for name in (part.strip() for part in typed.replace(";", ",").replace("/", ",").split(",")) if name]


def ratings_of(typed: str) -> list[str]:
    """Return the ids of the ratings listed in a cell."""
    return [fold(name).replace(" ", "_") for name in split(typed)]


def aliases_of(typed: str, played: Collection[str] = ()) -> list[str]:
    """Return the other names listed in a cell.

    Names are separated by commas, semicolons, slashes, bars, bullets, `&`, `+` or words for `and`.

    played  known names, which are not split even if they contain a comma, such as `Rossi, Anna`
    """
    names: list[str] = []
    for part in ALSO.split(typed):
        name = tidy_text(part).strip(QUOTES)
        names += [name] if name in played else [other.strip(QUOTES) for other in people_of(name)]
    return [name for name in names if name]


def people_of(typed: str) -> list[str]:
    """Return the names of the people in a cell.

    A word for `and` separates two names only if both have the same number of words.
    """
    people = []
    for name in split(typed.replace(" & ", ", ").replace(" + ", ", ")):
        words = name.split()
        ands = [i for i, word in enumerate(words) if vocabulary("two people").get(fold(word)) == "and"]
        halves = [" ".join(words[: ands[0]]), " ".join(words[ands[0] + 1 :])] if len(ands) == 1 else [name]
        people += halves if len({len(half.split()) for half in halves}) == 1 and all(halves) else [name]
    return people


def conjoined(typed: str) -> list[str]:
    """Return the powers listed in a cell.

    Powers are separated by commas, semicolons, slashes, `&`, `+` or words for `and`.
    """
    ands = [word for kind in ("two people", "two powers") for word, name in vocabulary(kind).items() if name == "and"]
    between = rf"\s*[&+]\s*|(?:^|\s+)(?:{'|'.join(map(re.escape, ands))})\s+"
    return [name for part in split(typed) for name in re.split(between, part, flags=re.I) if name]


@cache
def vocabulary(kind: str) -> dict[str, str]:
    """Return the canonical name of each folded word of one kind (`sheet`, `boards`, `power`, `turn` ...)."""
    rows = synonyms().get(kind, ())
    return {fold(name): name for name, _, _ in rows} | {fold(word): name for name, _, word in rows}


@cache
def synonyms() -> dict[str, list[tuple[str, str, str]]]:
    """Return the rows of `synonyms.csv` (canonical name, language, word), keyed by kind of word."""
    rows: dict[str, list[tuple[str, str, str]]] = {}
    with SYNONYMS.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            rows.setdefault(row["kind"], []).append((row["name"], row["language"], row["word"]))
    return rows


def meaning(kind: str, text: str) -> str:
    """Return the canonical name of a word, or "" if it has none.

    A word may combine a masculine and a feminine form, as in `joueur/joueuse`.
    """
    words = vocabulary(kind)
    if canonical := words.get(fold(text)):
        return canonical
    both = {words.get(fold(part), "") for part in text.split("/")}  # `joueur/joueuse`
    one = re.sub("(?<=tor)[*ə]$", "e", EITHER_SEX.sub("", tidy_text(text)))
    return both.pop() if len(both) == 1 and both != {""} else words.get(fold(one), "")


def no_name(typed: str) -> str | None:
    """Return the meaning of a player's cell that holds no name, such as NOBODY or UNKNOWN_PLAYER.

    The result is None if the cell holds a name.
    """
    words, plain = vocabulary("player") | {word: A_BYE for word in vocabulary("bye") if word != BYE}, fold(typed)
    figures = bool(re.fullmatch(r"\d[\d.,]*", plain))
    plain = plain.strip(AROUND) or plain
    repeated = REPEATED.fullmatch(plain)
    plain = repeated[1] if repeated else plain
    if plain in words or not NUMBERED.search(plain):
        return words.get(plain) or (PERHAPS_NOBODY if plain in vocabulary("power") else _noted(plain))
    unnumbered = NUMBERED.sub("", plain).strip(AROUND)
    meanings = {NOBODY: NOBODY, UNKNOWN_PLAYER: PERHAPS_NOBODY, A_BYE: A_BYE}  # `Player 12` may be a name
    nobody = meanings.get(words.get(unnumbered, ""))
    return PERHAPS_NOBODY if figures else nobody if len(unnumbered) > 1 else None


def _noted(plain: str) -> str | None:
    """Return the meaning of a placeholder with a remark, such as `N.N. (guest)`, or None for any other text.

    `N.N. (guest)` means the same as `N.N.`. The result for `CD (Ann Lee)` is PERHAPS_NOBODY, since the remark may be a
    player's name.
    """
    if not (parts := NOTED.fullmatch(plain)):
        return None
    meant = no_name(parts[1])
    if no_name(parts[3]):
        return meant
    return PERHAPS_NOBODY if parts[2] and meant in {NOBODY, UNKNOWN_PLAYER} else None


def round_number(typed: str) -> int | None:
    """Return the number of a round that is named by number only, such as `1`, `Round one` or `Turno n. 2`.

    The result is None for any other name, such as `Final 1` or `1 b`.
    """
    spelt = vocabulary("number")
    words = [spelt.get(word, word) for word in re.findall(r"\d+|[^\W\d_]+", fold(typed))]
    numbers = [int(word) for word in words if word.isdecimal()]
    return numbers[0] if len(numbers) == 1 and {word for word in words if word.isalpha()} <= _of_rounds() else None


@cache
def _of_rounds() -> set[str]:
    headers = " ".join(header for header, name in vocabulary("boards").items() if name == "round")
    return {*re.findall(r"[^\W\d_]+", headers), *AROUND_A_ROUND}


def word(kind: str, name: str, language: str) -> str:
    """Return the first word for a canonical name in a language, or the name itself if there is none."""
    return name if language == "en" else _words(kind, language).get(name, name)


@cache
def _words(kind: str, language: str) -> dict[str, str]:
    return {name: word for name, of, word in reversed(synonyms().get(kind, ())) if of == language}


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key that puts `Game 9` before `Game 10`."""
    parts = re.findall(r"\d+|\D+", text)
    return tuple((0, int(p), p) if p.isdecimal() else (1, 0, p.casefold()) for p in parts)
