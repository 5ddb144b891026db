"""Checks that suggestions are close to what was typed, and that names kept apart by an organiser are left alone."""

from itertools import combinations
from random import Random

import pytest
from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from pipeline.problems import suggestions
from pipeline.problems.suggestions import SLIP, editions_meant, nearest, one_person
from pipeline.rules.circuits import circuit_names
from schemas.words import fold


@pytest.mark.parametrize(
    ("names", "pairs"),
    [
        (["Anna Rossi", "Anna Rosi"], [(0, 1)]),
        (["Marco Rossi", "Rossi Marco"], [(0, 1)]),
        (["Marco Rossi", "Rossi, Marco"], [(0, 1)]),
        (["Marco Rossi", "Luca Verdi", "Rosi Marco"], [(0, 2)]),
        (["Zara Rossi", "Sara Rossi"], [(0, 1)]),
        (["ANNA ROSSI", "Anna Rossì"], [(0, 1)]),
        (["Anna Rossi 1", "Anna Rossi 2"], []),
        (["Anna B. Rossi", "Anna C. Rossi"], []),
        (["Anna Rossi", "Anna Russo"], []),
        (["Flo Key", "Flo Kay"], [(0, 1)]),
        (["Cy Moss", "Cy Mos", "cy. moss"], [(0, 1), (0, 2), (1, 2)]),
        (["Mairo Rossi", "Mario Rossi"], [(0, 1)]),
        (["R0ssi Anna", "Rossi Anna"], [(0, 1)]),
        (["Anna Maria Rossi", "Annamaria Rossi"], [(0, 1)]),
        (["Tim", "Tom"], []),
        (["Eric", "Erik"], [(0, 1)]),
        (["Sara", "Sarah", "Zara"], [(0, 1), (0, 2), (1, 2)]),
        (["Marc", "Mark", "Mart"], [(0, 1)]),
        (["Ana", "Anna", "Anno"], [(0, 1)]),
        (["Jon", "John", "Joan"], [(0, 1)]),
        (["Carl Ott", "Karl Ott"], [(0, 1)]),
        (["Filip", "Philip", "Phillip"], [(0, 1), (0, 2), (1, 2)]),
        (["Luca", "Luka", "Lucia"], [(0, 1), (0, 2)]),
        (["Anna", "Anna¹", "Anna*"], [(0, 1), (0, 2), (1, 2)]),
        (["Anna", "Anna 2"], []),
        (["Dora", "Nora", "Lena", "Lina"], []),
        (["Player 001", "Player 002", "Player 1"], []),
        (["Giocatore A", "Giocatore B"], []),
        (["Anna Rossi", "Anna B. Rossi"], [(0, 1)]),
        (["Anna Rossi", "Anna Rossi B."], []),
        (["A. Rossi", "Anna Rossi"], [(0, 1)]),
        (["Alex Smith", "Alexander Smith"], [(0, 1)]),
        (["Anna Rossi", "Anna Rossi ITA"], [(0, 1)]),
        (["Anna Rossi", "Anna Rossi (Italia)"], [(0, 1)]),
        (["Anna Rossi", "Anna Rossi (Milano)"], []),
        (["Anna Rossi", "Anna Rossi jr"], []),
        (["Anna", "Anna Rossi"], []),
        (["Bob Roe", "Robert Roe", "Roe Rob"], [(0, 1), (0, 2), (1, 2)]),
        (["Totò Neri", "Salvatore Neri"], [(0, 1)]),
        (["Bob", "Robert"], []),
        (["Bob Roe 1", "Robert Roe 2"], []),
        (["Bob Roe", "Robert Rowe"], []),
        (["Anna Rossi (riserva)", "Anna Rossi"], [(0, 1)]),
        (["Anna Rossi", "Anna Rossi (3)", "Anna Rossi (New York)"], []),
        ([], []),
    ],
)
def test_similar_names_may_be_one_person(names: list[str], pairs: list[tuple[int, int]]) -> None:
    assert [*one_person(names)] == pairs


def test_the_pairs_of_many_names_equal_those_of_comparing_each_with_each() -> None:
    draw = Random(1901)
    firsts, lasts = (
        ("Anna", "Ana", "Marcus", "Marius", "Zoë", "Teodora"),
        ("Rossi", "Rosi", "Russo", "Neri", "Galimberti", "Galimberty", "1"),
    )
    names = sorted({" ".join(draw.sample([draw.choice(firsts), draw.choice(lasts)], 2)) for _ in range(90)})

    def alike(one: str, other: str) -> bool:
        words = [fold(name).split() for name in (one, other)]
        spelt = [[" ".join(order(parts)) for parts in words] for order in (list, sorted)]
        near_enough = any(fuzz.ratio(*pair) >= suggestions.ONE_PERSON or OSA.distance(*pair) <= 1 for pair in spelt)
        return near_enough and {*words[0]} ^ {*words[1]} != {"1"}

    expected = [(i, j) for i, j in combinations(range(len(names)), 2) if alike(names[i], names[j])]
    assert [*one_person(names)] == expected and len(expected) > 50


def test_the_work_on_names_grows_only_with_their_number() -> None:
    """However many names there are, a name of n letters has at most 1 + n + n(n - 1)/2 keys.

    There is one key for the whole name and one for each letter left out. If two typing mistakes are allowed, there is
    also one for each pair of letters left out.
    """
    names = [chr(ord("a") + i % 26) + "bcdefghijk" + chr(ord("a") + i // 26) for i in range(600)]
    assert [len(suggestions._keys(names[:many])[0]) <= many * (1 + 12 + 66) for many in (100, 600)] == [True, True]
    pattern = ["abcdefgh" + chr(0x4E00 + i) for i in range(suggestions.AT_ONE_KEY + 1)]
    assert [*one_person(pattern)] == [] and len([*one_person(pattern[:3])]) == 3


@pytest.mark.parametrize(
    ("typed", "least", "meant"),
    [
        ("C-Diplo Namurr", 65, ["c_diplo_namur"]),
        ("pqp", 65, ["pgp"]),
        ("pqp", SLIP, []),
        ("PGP", SLIP, ["pgp"]),
        ("chess", 65, []),
    ],
)
def test_the_nearest_word_is_suggested(typed: str, least: int, meant: list[str]) -> None:
    assert nearest(typed, ["pgp", "omg", "c_diplo_namur"], least) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("bismark cup", ["bismark_cup_2000", "bismark_cup_2001", "bismark_cup_pre_2000"]),
        ("Bismarck Cup", ["bismark_cup_2000", "bismark_cup_2001", "bismark_cup_pre_2000"]),
        ("bismrak_cup_2001", ["bismark_cup_2001"]),
        ("bismark_cup_2002", []),
        ("european grandprix", ["european_grand_prix"]),
        ("grand prix", ["european_grand_prix", *(f"north_american_grand_prix_{year}" for year in (2002, 2003, 2010))]),
        ("percentile", ["percentiles"]),
        ("xyzzy", []),
        ("", []),
    ],
)
def test_every_matching_edition_is_suggested_and_none_with_another_number(typed: str, meant: list[str]) -> None:
    assert editions_meant(typed, circuit_names()) == meant


def test_a_word_with_another_number_is_never_near() -> None:
    words = ["second best game", "2nd best game", "best game"]
    assert nearest("3rd best game", words) == nearest("third best game", words) == ["best game"]
    assert nearest("secnd best game", words)[0] == "second best game"
