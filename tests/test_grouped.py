"""Checks that a grouped test reports each case that fails, and fails if there are no cases."""

import pytest

from tests import grouped as module
from tests.grouped import grouped


def test_all_failing_cases_are_named_and_fixtures_are_passed_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @grouped(("number", "limit"), [(1, 3), (4, 3), (2, 3), (5, 3)], ids=lambda case: f"number {case[0]}")
    def below(number: int, limit: int, unit: str) -> None:
        assert number < limit, unit

    with monkeypatch.context() as without, pytest.raises(ExceptionGroup, match="2 of 4 cases fail") as raised:
        without.setattr(module, "stops", False)
        below(unit="metres")
    assert [error.__notes__ for error in raised.value.exceptions] == [["case: number 4"], ["case: number 5"]]
    with monkeypatch.context() as first_only, pytest.raises(ExceptionGroup, match="1 of 4 cases fail"):
        first_only.setattr(module, "stops", True)
        below(unit="metres")


def test_no_case_is_an_error() -> None:
    @grouped("number", [])
    def nothing(number: int) -> None:
        pass

    with pytest.raises(AssertionError, match="nothing to ask"):
        nothing()


def test_only_chosen_cases_run(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    @grouped("name", ["dixiecon", "tribute", "open_tribute"])
    def asked(name: str) -> None:
        seen.append(name)

    monkeypatch.setattr(module, "chosen", ["tribute"])
    asked()
    assert seen == ["tribute", "open_tribute"]
    monkeypatch.setattr(module, "chosen", ["manorcon"])
    with pytest.raises(pytest.skip.Exception):
        asked()
