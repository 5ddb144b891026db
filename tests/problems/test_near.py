"""What is suggested is near, and what an organiser tells apart is left alone."""

import pytest

from pipeline.problems.near import SLIP, nearest, one_person


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
