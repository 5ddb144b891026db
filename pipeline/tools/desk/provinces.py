"""The provinces of the standard map and their borders, with the abbreviations that Italia-2010 uses.

provinces.csv  abbreviation and name as printed in appendix A, for 73 of the map's 75 provinces. Sweden (SWE) and the
               Irish Sea (IRI), which the appendix lacks, are added here (`printed` = no). `kind` is land, coast or sea.
borders.csv    where armies and fleets may go from a province. Provinces with two coasts have one row per coast, such as
               BUL/SC. The coasts are added here, since the appendix prints none.
"""

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from schemas.words import fold

LAND, COAST, SEA = "land", "coast", "sea"
SIMILAR = 0.6  # minimum similarity (1 = equal) for "did you mean": one wrong letter of three, or two swapped
SHORTEST = 2  # length of the shortest word for which provinces are suggested
NEAREST = 5  # maximum number of suggestions; five provinces begin with Nor


class Province(NamedTuple):
    """A province of the map. `printed` says whether appendix A of Italia-2010 lists it."""

    abbreviation: str
    name: str
    kind: str
    printed: bool


class Borders(NamedTuple):
    """The provinces that an army or a fleet may move to. Fleets move to a coast if a province has two."""

    army: frozenset[str]
    fleet: frozenset[str]


@cache
def provinces() -> dict[str, Province]:
    """Return the 75 provinces, keyed by abbreviation."""
    return {
        row["abbreviation"]: Province(row["abbreviation"], row["name"], row["kind"], row["printed"] == "yes")
        for row in _rows("provinces.csv")
    }


@cache
def borders() -> dict[str, Borders]:
    """Return the borders, keyed by province or, for fleets at a province with two coasts, by coast (`BUL/SC`)."""
    rows = _rows("borders.csv")
    return {row["province"]: Borders(*(frozenset(row[kind].split()) for kind in ("army", "fleet"))) for row in rows}


@cache
def coasts(province: str) -> frozenset[str]:
    """Return a province's separate coasts, such as `BUL/EC` and `BUL/SC`. Most provinces have none."""
    return frozenset(place for place in borders() if place.startswith(f"{province}/"))


@cache
def reach(letter: str, place: str) -> frozenset[str]:
    """Return where an army (A) or a fleet (F) may go from a province or coast without a convoy.

    A fleet on an unknown coast may go wherever it could go from either coast.
    """
    if letter == "A":
        return borders()[place].army
    return frozenset[str]().union(*(borders()[coast].fleet for coast in coasts(place) or {place}))


def confining(one: str, other: str) -> bool:
    """Return whether two provinces have a common border, for armies or fleets."""
    return other in reach("A", one) or other in {place[:3] for place in reach("F", one)}


def crossing(start: str, end: str, closed: frozenset[str] = frozenset()) -> int | None:
    """Return the smallest number of seas in a convoy between two provinces, or None if no convoy is possible.

    closed  seas whose fleets have other orders
    """
    if start == end or {provinces()[start].kind, provinces()[end].kind} != {COAST}:
        return None
    reached, shore, length = {start}, {start}, 0
    while shore:
        seas = {sea for place in shore for sea in reach("F", place) if _is_sea(sea)} - reached - closed
        length += 1
        if any(end == place[:3] for sea in seas for place in reach("F", sea)):
            return length
        reached, shore = reached | seas, seas
    return None


def _is_sea(place: str) -> bool:
    return provinces()[place[:3]].kind == SEA


def nearest(word: str) -> list[str]:
    """Return the abbreviations most likely meant by a word. For `Liv` they are LVN and LVP, which are equally close."""
    said = fold(word)
    if len(said) < SHORTEST:
        return []
    scorer = OSA.normalized_similarity
    matches = process.extract(said, _spellings(len(said)), scorer=scorer, score_cutoff=SIMILAR, limit=None)
    best = max((score for _, score, _ in matches), default=0)
    return sorted({abbreviation for _, score, (abbreviation, _) in matches if score == best})[:NEAREST]


@cache
def _spellings(length: int) -> dict[tuple[str, int], str]:
    """Return four spellings of each province, keyed by its abbreviation and a number from 0 to 3.

    They are the abbreviation, the name, the first `length` letters of the name, and the initials of the name. For
    example, `("NTH", 1)` has the spelling `north sea`.
    """
    return {
        (province.abbreviation, number): spelling
        for province in provinces().values()
        for name in [fold(province.name).replace("-", " ")]
        for number, spelling in enumerate(
            (fold(province.abbreviation), name, name[:length], "".join(word[0] for word in name.split()))
        )
    }


def _rows(file: str) -> list[dict[str, str]]:
    with Path(__file__).with_name(file).open(encoding="utf-8", newline="") as lines:
        return [*csv.DictReader(lines)]
