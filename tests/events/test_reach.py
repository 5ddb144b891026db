"""Checks that a Campo di Marte list depends only on the seasons whose games it may include."""

import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from pipeline.build import products
from pipeline.build.build import build
from pipeline.events.days import Reach
from tests.sheets import BLANK_BOOK, event, only_rules, put, without_report, write_xlsx
from tests.stress.builds import computed_once

YEARS = range(2010, 2015)
TWO_YEARS = 2  # how far Campo di Marte looks back
OWN = Reach("2012-12-15", "2012-01-01", "2012-11-30")


@pytest.fixture(scope="module", autouse=True)
def few_rules() -> Iterator[None]:
    """Limit builds to the circuits workbook, and compute identical sheets only once."""
    with (
        only_rules("pgp", "campo_di_marte"),
        without_report(),
        computed_once(),
        pytest.MonkeyPatch.context() as patched,
    ):
        for book in ("ranked_book", "events_book"):
            patched.setattr(products, book, lambda *_: BLANK_BOOK)
        yield


@pytest.mark.parametrize(
    ("other", "seen"),
    [
        (OWN, True),
        (Reach("", "2012-12-15", ""), True),
        (Reach("", "2012-12-16", ""), False),  # begun after the day of the list
        (Reach("", "2009-01-01", "2010-12-15"), True),  # still counted on the day of the previous year's list
        (Reach("", "2009-01-01", "2010-12-14"), False),
        (Reach("", "2009-01-01", ""), True),  # a game may be in progress
        (Reach("", "", "2012-12-31"), True),
    ],
)
def test_a_list_takes_games_that_had_begun_and_not_expired(other: Reach, seen: bool) -> None:
    assert OWN.sees(other, TWO_YEARS) is seen


def test_a_list_of_another_day_takes_other_games() -> None:
    later = Reach("", "2013-05-01", "2013-06-01")
    assert not OWN.sees(later, TWO_YEARS)
    assert OWN.sees(later, TWO_YEARS, date(2013, 12, 15))


def typed(raw: Path, year: int, player: str, ended: date | None) -> None:
    """Write a season of two events, each with one game scored under PGP.

    player  name of the player who plays Austria in the first event
    """
    for name in ("A", "B"):
        sheets = event(name, "pgp", family=f"{name} {year}", circuits="campo_di_marte", start=date(year, 5, 1))
        for sheet in ("boards", "games"):
            sheets[sheet] = [row for row in sheets[sheet] if row[1] != 2]
        put(sheets, "games!F2", ended)
        if name == "A":
            put(sheets, "boards!D2", player)
        write_xlsx(raw / str(year) / f"{name}.xlsx", sheets)


def lists(out: Path) -> dict[str, bytes]:
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.suffix}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the seasons and return the folder that holds them and their outputs."""
    folder = tmp_path_factory.mktemp("built")
    raw, out = folder / "raw", folder / "out"
    for year in YEARS:
        typed(raw, year, "Ada", date(year, 6, 1))
    assert {*build(raw, out, jobs=1).built} == {*map(str, YEARS)}
    unchanged = build(raw, out, jobs=1)
    assert (unchanged.built, unchanged.errors) == ({}, 0)
    return folder


@pytest.mark.parametrize(
    ("changes", "rebuilt"),
    [
        # the games of 2011 may still matter to the list of 2012
        ([(2011, "Eva", date(2011, 6, 1)), (2014, "Eva", date(2014, 6, 1))], {"2011", "2012", "2014"}),
        # a game without an end may count for all later lists
        ([(2010, "Ada", None)], {*map(str, YEARS)}),
    ],
    ids=["in the middle and the last", "without an end"],
)
def test_a_changed_game_changes_the_lists_that_may_take_it_and_no_others(
    changes: list[tuple[int, str, date | None]], rebuilt: set[str], built: Path, tmp_path: Path
) -> None:
    raw, out = tmp_path / "raw", tmp_path / "out"
    shutil.copytree(built, tmp_path, dirs_exist_ok=True)
    for change in changes:
        typed(raw, *change)
    assert {*build(raw, out, jobs=1).built} == rebuilt
    assert build(raw, out, jobs=1).built == {}
    others = sorted({*map(str, YEARS)} - rebuilt)
    if others:
        build(raw, tmp_path / "afresh", others, jobs=1)
    for year in others:
        assert lists(out / year) == lists(tmp_path / "afresh" / year) != {}
