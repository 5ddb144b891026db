"""Checks that only valid file names and records of the right structure are accepted when read from a file."""

import pytest

from pipeline.store.names import NoPlainName, fits, is_plain, plain

PLAIN = (
    *("c_diplo.xlsx", "tables/seats.csv", "tables/Notte (prova) però #3.standings.csv", ".announced.json", "日本.csv"),
    *("J'ai dit.xlsx", "100 %.csv", "-rf", "x" * 249, "a/b/c", "console.csv", "com10.csv", ".part-x.xlsx"),
)
NOT_PLAIN = {
    "nothing": "",
    "absolute": "/etc/passwd",
    "the root": "/",
    "climbing": "../thesis.txt",
    "climbing from within": "tables/../../thesis.txt",
    "the folder": ".",
    "the folder above": "..",
    "an empty part": "tables//seats.csv",
    "a folder": "tables/",
    "the other slash": "..\\thesis.txt",
    "a drive": "C:\\thesis.txt",
    "a file of a drive": "C:thesis.txt",
    "another machine": "\\\\host\\share\\thesis.txt",
    "a stream": "seats.csv:hidden",
    "a pattern": "*.csv",
    "a device": "con",
    "a device with a suffix": "tables/NUL.csv",
    "a device with a number": "com1.txt",
    "a device with a raised number": "lpt².csv",
    "a device with a blank": "aux .csv",
    "a stop at the end": "2013.",
    "a blank at the end": "tables /seats.csv",
    "too long": "x" * 250,
    "too long in bytes": "é" * 125,
    "too deep": "/".join("abcdefghi"),
    "a nought": "seats\0.csv",
    "two lines": "seats\n.csv",
    "half a character": "seats\ud800.csv",
    "a number": 7,
    "no value": None,
    "a list": ["seats.csv"],
}


@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_name_is_accepted(name: str) -> None:
    assert is_plain(name) and plain(name)


@pytest.mark.parametrize("kind", NOT_PLAIN)
def test_a_name_that_leads_out_or_that_a_system_cannot_hold_is_not_plain(kind: str) -> None:
    assert not is_plain(NOT_PLAIN[kind])
    with pytest.raises(NoPlainName):
        fits([NOT_PLAIN[kind]], [plain])
    if not isinstance(NOT_PLAIN[kind], list):  # a list cannot be a key
        with pytest.raises(NoPlainName):
            fits({"files": {NOT_PLAIN[kind]: ""}}, {"files": (plain, str)})


def test_a_value_fits_a_shape_in_every_part_of_it() -> None:
    shape = {"digest": str, "number": int, "files": (plain, str), "days": [str], "word": {"en", "it"}.__contains__}
    good = {"digest": "", "number": 3, "files": {"a.csv": "1"}, "days": ["2013"], "word": "it"}
    assert fits(good, shape)
    spoilt = [
        *({key: value for key, value in good.items() if key != left_out} for left_out in good),
        good | {"more": 1},
        *(
            good | {key: value}
            for key in good
            for value in (None, 7.5, True, [3], {"a.csv": 1}, "fr")
            if (key, value) != ("digest", "fr")
        ),
        [good],
        None,
    ]
    assert [value for value in spoilt if fits(value, shape)] == []
