"""Checks which files of a season are rewritten when only a game of another season has changed."""

import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from pipeline.build.build import build
from tests.sheets import event, only_rules, put, write_xlsx

FIRST, SECOND = "2011", "2012"  # the list of the second season also takes games of the first
ENDED = {FIRST: date(2011, 12, 20), SECOND: date(2012, 6, 1)}  # within twelve months before the list of December 2012
OF_THE_LIST, WITHOUT_A_LIST = "pgp", "win_namur"  # two systems


@pytest.fixture(scope="module", autouse=True)
def few_rules() -> Iterator[None]:
    with only_rules(OF_THE_LIST, WITHOUT_A_LIST, "campo_di_marte"):
        yield


def typed(raw: Path, season: str, player: str, start: date | None = None) -> None:
    """Write a season with one event under each system.

    player  player of the first power in the event that counts towards the ranking list
    start   first day of both events, by default 1 May of the season
    """
    start = start or date(int(season), 5, 1)
    for name, system, circuits in (("Rome", OF_THE_LIST, "campo_di_marte"), ("Namur", WITHOUT_A_LIST, "")):
        sheets = event(name, system, family=f"{name} {season}", circuits=circuits, start=start)
        put(sheets, "games!F2", ENDED[season])
        if circuits:
            put(sheets, "boards!D2", player)
        write_xlsx(raw / season / f"{name}.xlsx", sheets)


def files(season: Path) -> dict[str, bytes]:
    paths = (path for path in season.rglob("*") if path.is_file() and path.name != "manifest.json")
    return {path.relative_to(season).as_posix(): path.read_bytes() for path in paths}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build both seasons and return the folder that holds them and their outputs."""
    folder = tmp_path_factory.mktemp("built")
    for season in (FIRST, SECOND):
        typed(folder / "raw", season, "Ada")
    build(folder / "raw", folder / "out", jobs=1)
    return folder


@pytest.mark.parametrize("lost", ["", f"{WITHOUT_A_LIST}.xlsx"], ids=["all files there", "one file lost"])
def test_only_what_shows_a_circuit_is_written_unless_a_file_is_lost(lost: str, built: Path, tmp_path: Path) -> None:
    shutil.copytree(built, tmp_path, dirs_exist_ok=True)
    raw, season = tmp_path / "raw", tmp_path / "out" / SECOND
    before = files(season)
    without_lists = {name for name in before if not name.startswith("tables/campo")}
    without_lists -= {"report.html", "card.svg", "live.html", "events.xlsx", "circuits.xlsx", f"{OF_THE_LIST}.xlsx"}
    without_lists -= {f"tables/{OF_THE_LIST}.{table}.csv" for table in ("scores", "standings")}
    typed(raw, FIRST, "Eva")
    if lost:
        (season / lost).unlink()
    again = build(raw, tmp_path / "out", jobs=1)
    build(raw, tmp_path / "afresh", jobs=1)
    after = files(season)
    assert after == files(tmp_path / "afresh" / SECOND)
    changed = {name for name in before if after[name] != before[name]}
    assert changed >= {"report.html", "circuits.xlsx", f"{OF_THE_LIST}.xlsx"}
    assert not changed & without_lists
    assert again.built[SECOND] == len(before) - (0 if lost else len(without_lists))
    assert without_lists >= {f"{WITHOUT_A_LIST}.xlsx", f"tables/{WITHOUT_A_LIST}.scores.csv", "tables/problems.csv"}


def test_a_later_season_whose_games_now_begin_earlier_brings_its_notice_to_the_list_before(
    built: Path, tmp_path: Path
) -> None:
    """The second season's game now begins before the first season's list, whose date is 15 December 2011.

    Without a calendar, nobody knows how the game stood on that day. The first season's own sheets are unchanged, and a
    build reads them in any case, since the second season's list takes their games.
    """
    shutil.copytree(built, tmp_path, dirs_exist_ok=True)
    before = files(tmp_path / "out" / FIRST)
    typed(tmp_path / "raw", SECOND, "Ada", start=date(2011, 11, 1))
    again = build(tmp_path / "raw", tmp_path / "out", jobs=1)
    build(tmp_path / "raw", tmp_path / "afresh", jobs=1)
    after = files(tmp_path / "out" / FIRST)
    assert after == files(tmp_path / "afresh" / FIRST) != before
    assert again.built[FIRST]
    assert b"2012, Rome" in after["tables/problems.csv"] and b"2012, Rome" not in before.get("tables/problems.csv", b"")
