"""What is suggested is near, and what an organiser tells apart is left alone."""

from itertools import combinations
from random import Random

import pytest
from rapidfuzz import fuzz

from pipeline.problems import near
from pipeline.problems.near import SLIP, nearest, one_person
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
        ([], []),
    ],
)
def test_names_of_one_person_perhaps(names: list[str], pairs: list[tuple[int, int]]) -> None:
    assert [*one_person(names)] == pairs


def test_many_names_give_the_pairs_that_a_comparison_of_each_with_each_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(near, "AT_ONCE", 7)
    draw = Random(1901)
    firsts, lasts = ("Anna", "Ana", "Marco", "Mario", "Zoë", "A."), ("Rossi", "Rosi", "Russo", "Neri", "Nero", "1", "")
    names = [" ".join(draw.sample([draw.choice(firsts), draw.choice(lasts)], 2)) for _ in range(60)]

    def alike(one: str, other: str) -> bool:
        words = [fold(name).replace(".", "").split() for name in (one, other)]
        spelt = [[" ".join(order(parts)) for parts in words] for order in (list, sorted)]
        differ = {*words[0]} ^ {*words[1]}
        near_enough = any(fuzz.ratio(*pair) >= near.ONE_PERSON for pair in spelt)
        return near_enough and not (differ and all(len(word) == 1 or word.isdecimal() for word in differ))

    expected = [(i, j) for i, j in combinations(range(len(names)), 2) if alike(names[i], names[j])]
    assert [*one_person(names)] == expected and len(expected) > 50


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
def test_a_word_that_somebody_may_have_meant(typed: str, least: int, meant: list[str]) -> None:
    assert nearest(typed, ["pgp", "omg", "c_diplo_namur"], least) == meant
