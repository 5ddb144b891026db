"""Tests of date ranges in four languages, and of text that must not be read as a date range."""

import pytest

from schemas.days import days_meant


@pytest.mark.parametrize(
    ("typed", "first", "last"),
    [
        ("14-15/03/2026", "2026-03-14", "2026-03-15"),
        ("14./15. März 2026", "2026-03-14", "2026-03-15"),
        ("14.-15.03.2026", "2026-03-14", "2026-03-15"),
        ("14.3.-15.3.2026", "2026-03-14", "2026-03-15"),
        ("4-5/03/2026", "2026-03-04", "2026-03-05"),  # read as two days, not as two months
        ("14–15 mars 2026", "2026-03-14", "2026-03-15"),
        ("March 14-15, 2026", "2026-03-14", "2026-03-15"),
        ("14th-15th March 2026", "2026-03-14", "2026-03-15"),
        ("Sat 14 & Sun 15 March 2026", "2026-03-14", "2026-03-15"),
        ("du 14 au 15 mars 2026", "2026-03-14", "2026-03-15"),
        ("dal 14 al 15 marzo 2026", "2026-03-14", "2026-03-15"),
        ("vom 14. bis 15. März 2026", "2026-03-14", "2026-03-15"),
        ("14 e 15 marzo 2026", "2026-03-14", "2026-03-15"),
        ("31 January - 1 February 2026", "2026-01-31", "2026-02-01"),
        ("30 Dec 2025 - 2 Jan 2026", "2025-12-30", "2026-01-02"),
        ("31/01/2026 - 13/02/2026", "2026-01-31", "2026-02-13"),
        ("2026-03-14 - 2026-03-15", "2026-03-14", "2026-03-15"),
        ("2026-03-14/15", "2026-03-14", "2026-03-15"),
    ],
)
def test_a_weekend_typed_as_one_date_is_read(typed: str, first: str, last: str) -> None:
    assert days_meant(typed) == (first, last)


@pytest.mark.parametrize(
    "typed",
    [
        *("2026-03-14", "14/03/2026", "14 March 2026", "March 2026"),  # a single day, or none
        *("Round 3, 14 March 2026", "15-14/03/2026", "14-15/03/26", "14-15 März", "14, 15 and 16 March 2026"),
        *("03/04/2026 - 05/04/2026", "1 January - 1 December 2026", "30-31/02/2026", ""),
    ],
)
def test_other_texts_are_not_several_days(typed: str) -> None:
    assert days_meant(typed) is None
