"""A test that asks many cases fails for each that fails, and if there is none to ask."""

import pytest

from tests.every import every


def test_all_cases_that_fail_are_named_and_fixtures_are_handed_over() -> None:
    @every(("number", "limit"), [(1, 3), (4, 3), (2, 3), (5, 3)], ids=lambda case: f"number {case[0]}")
    def below(number: int, limit: int, unit: str) -> None:
        assert number < limit, unit

    with pytest.raises(ExceptionGroup, match="2 of 4 cases fail") as raised:
        below(unit="metres")
    assert [error.__notes__ for error in raised.value.exceptions] == [["case: number 4"], ["case: number 5"]]


def test_no_case_is_an_error() -> None:
    @every("number", [])
    def nothing(number: int) -> None:
        pass

    with pytest.raises(AssertionError, match="nothing to ask"):
        nothing()
