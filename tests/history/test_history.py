"""The history of the shipped seasons, compared with hand counts and with simple loops over the published tables."""

import json
import os
import re
import shutil
import signal
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain, permutations
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

import pipeline.books.database
import pipeline.build.history
from pipeline.books.database import check_database, update_database, write_database
from pipeline.build.history import _unchanged, write_history
from pipeline.build.manifest import Manifest, file_digest
from pipeline.build.published import Season, league
from pipeline.build.writing import in_parallel
from pipeline.history.careers import careers
from pipeline.history.history import History, history
from pipeline.history.league import League
from pipeline.history.people import near_names, under_one_name
from pipeline.history.powers import wilson
from pipeline.history.ratings import chosen
from pipeline.pages.data_files import Database, Stored, database
from pipeline.pages.history import FEW, Memory
from pipeline.read.find import find
from pipeline.report import history_page
from pipeline.report.drawings import rating_chart
from pipeline.rules.ratings import ratings
from pipeline.store.folder import Folder, Unwritten
from pipeline.tidy.league import League as LeagueFile
from schemas.words import POWERS, RESERVED
from tests.conftest import Shipped
from tests.reference.ratings import Seat, elo_by_power, ghost, vdip
from tests.sheets import ROOT, files_below, read_table, rows_of

REAL = ["2002", "2009", "2010", "2012", "2013", "2020", "2025"]
PAGE = ROOT / "docs" / "howto" / "use_the_database.md"
Real = Callable[[str], pd.DataFrame]
NOBODY = pd.DataFrame(columns=["player", "alias"], dtype=object)

# Boards, total centres, boards topped, boards survived, seasons and titles, from the sheets of the Windy City Weasels.
# 013: Games 81, 90, 166 and 227 with 6, 12 (shared with England), 4 and 8 centres. 105: Games 81 and 90 with 9 and 12.
# 008: Games 77, 189, 223 and the one of 1 February 2020 with 0, 6, 3 and 1. 031: Games 189, 197 and 231 with 8, 4 and 9
# (topped). 022: Games 178, 398 and the one of 1 February 2020 with 3, 12 and 5.
BY_HAND = {
    "Player 013": (4, 30, 0.5, 4, 4, 1),
    "Player 105": (2, 21, 0.5, 2, 2, 1),
    "Player 008": (4, 10, 0, 3, 4, 0),
    "Player 031": (3, 21, 1, 3, 2, 0),
    "Player 022": (3, 20, 0, 3, 2, 0),
}


@pytest.fixture(scope="module")
def out(shipped: Shipped) -> Path:
    assert shipped.status == 0
    return shipped.out


@pytest.fixture(scope="module")
def published(out: Path) -> League:
    manifests = manifests_of(Folder(out), seasons_of(out))
    return league([Season(Folder(out) / name, of) for name, of in manifests.items()], NOBODY, ())


@pytest.fixture(scope="module")
def frames(published: League) -> History:
    return history(published)


@pytest.fixture(scope="module")
def real(frames: History) -> Real:
    """Return a function that selects a frame's rows of real data and drops its `data` column."""
    return lambda name: frames[name][frames[name]["data"] == "real"].drop(columns="data")


def test_the_careers_of_five_players_are_what_the_sheets_say(real: Real) -> None:
    lives = real("careers").set_index("player").loc[[*BY_HAND]]
    figures = lives.assign(
        centres=(lives["mean_centres"] * lives["boards"]).round(9), alive=lives["survived"] * lives["boards"]
    )
    shown = figures[["boards", "centres", "topped", "alive", "seasons", "titles"]].astype(float)
    assert {name: (*row,) for name, *row in shown.itertuples()} == BY_HAND
    assert lives.loc["Player 013", "best"] == "2010 / Windy City Weasels league (old system) / 1 / Game 90 / Russia"
    assert lives.loc["Player 008", "worst"] == "2009 / Windy City Weasels league / 1 / Game 77 / Germany"
    assert lives.loc["Player 008", "survived_in_a_row"] == 3  # after the board that ended in a solo


def test_two_players_met_twice(real: Real) -> None:
    """Player 013 was Italy in Game 81 and Russia in Game 90. Player 105 was England in both.

    In Game 81, Player 013 had 6 centres and 75 points, and Player 105 had 9 centres and 105 points. In Game 90, each
    had 12 centres and 140 points. England and Russia are neighbours, but England and Italy are not.
    """
    rows = real("head_to_head").set_index(["player", "other"])
    met = rows.loc[("Player 013", "Player 105")].to_dict()
    assert met == {
        "boards": 2, "higher": 0, "lower": 1, "level": 1, "centres": 18, "other_centres": 21, "neighbours": 1,
    }  # fmt: skip


def test_without_named_players_there_are_no_careers(published: League, real: Real) -> None:
    """In games saved by a program, for example, every player is `?`."""
    none = {name: published.tables[name].iloc[:0] for name in ("standings", "champions")}
    assert careers(real("games").assign(player="?"), **none).empty


def test_real_games_and_examples_have_histories_of_their_own(frames: History, real: Real) -> None:
    for name in ("careers", "games", "champions", "powers"):
        labels = frames[name].groupby("data").size()
        assert {*labels.index} == {"real", "worked example"}, name
    assert {*real("games")["season"]} == {*REAL} - {"2002"}  # 2002 has only standings
    assert {*real("careers_by_season")["season"]} <= {*REAL}
    assert "Ada" not in {*real("careers")["player"]}


def test_meetings_and_powers_agree_with_plain_loops(real: Real) -> None:
    boards = defaultdict(list)
    for row in real("games").to_dict("records"):
        boards[row["number"]].append(row)
    met: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    topped: dict[str, float] = defaultdict(float)
    for seats in boards.values():
        most = max(seat["final_centres"] for seat in seats)
        for seat in seats:
            seat["of"] = 1 + sum(other["final_centres"] > seat["final_centres"] for other in seats)
            if seat["final_centres"] == most:
                topped[seat["power"]] += 1 / sum(other["final_centres"] == most for other in seats)
        for one, other in permutations(seats, 2):
            if {one["player"], other["player"]} & {"", "?"} or one["player"] >= other["player"]:
                continue
            places = [seat["of"] if pd.isna(seat["place"]) else seat["place"] for seat in (one, other)]
            pair = met[one["player"], other["player"]]
            pair[0] += 1
            pair[1] += places[0] < places[1]
            pair[2] += places[0] > places[1]
    rows = real("head_to_head")[["player", "other", "boards", "higher", "lower"]]
    assert {(a, b): [*figures] for a, b, *figures in rows.itertuples(index=False)} == met
    powers = real("powers").query("season == ''").set_index("power")["topped"]
    assert powers.to_dict() == pytest.approx(dict(topped))


@pytest.mark.parametrize("reading", [elo_by_power, ghost, vdip])
def test_the_ratings_of_the_shipped_seasons_agree_with_the_second_reading(
    reading: object, out: Path, real: Real
) -> None:
    """Only boards scored by their official system are rated.

    They are rated in order of date, season, event, round and board.
    """
    rows = real("games")
    boards = pd.concat([pd.read_csv(out / s / "tables" / "boards.csv", dtype=str) for s in REAL[1:]]).fillna("")
    result = {
        (*key,): (result, solo)
        for *key, result, solo in boards[["season", "event", "round", "board", "result", "solo"]].values
    }
    games = []
    for _, seats in rows[rows["rated"]].groupby("number"):
        said, solo = result[(*seats[["season", "event", "round", "board"]].iloc[0],)]
        of = [
            Seat(
                f"{seat.number} {seat.power}" if seat.player in ("", "?") else seat.player,
                seat.score,
                seat.final_centres,
                shares := seat.power == solo if solo else seat.survivor,
                shares and said == "draw",
            )
            for seat in seats.itertuples()
        ]
        games.append((seats["system"].iloc[0], of))
    after = reading(games)  # type: ignore[operator]
    named = [
        rating
        for (_, seats), ratings in zip(games, after, strict=True)
        for seat, rating in zip(seats, ratings, strict=True)
        if not seat.player[0].isdigit()
    ]
    changes = real("rating_changes")
    found = changes.loc[changes["rating"] == reading.__name__, "after"]  # type: ignore[attr-defined]
    assert found.to_numpy() == pytest.approx(named, abs=1e-8)


def test_the_order_of_seasons_and_rows_changes_nothing(published: League, frames: History) -> None:
    shuffled = {name: rows.sample(frac=1, random_state=7, ignore_index=True) for name, rows in published.tables.items()}
    again = history(replace(published, tables=shuffled))
    for name, frame in frames.items():
        keys = [*frame.columns]
        pd.testing.assert_frame_equal(
            frame.sort_values(keys, ignore_index=True), again[name].sort_values(keys, ignore_index=True), obj=name
        )


def test_aliases_of_the_league_join_names_only_in_their_seasons(published: League) -> None:
    """`Player 013 (2012)` is an alias in 2012 only. In other seasons the name belongs to another person."""
    said = pd.DataFrame(
        [("Anna", "Player 105"), ("Berta", "Player 013 (2012)")], columns=["player", "alias"], dtype=object
    )
    lives = history(replace(published, people=said))["careers"].set_index("player")["boards"]
    assert (lives["Anna"], lives["Berta"], lives["Player 013"]) == (2, 1, 3)
    assert "Player 105" not in lives


def test_a_winner_under_two_names_has_one_title(published: League) -> None:
    first = published.tables["champions"]
    first = first[first["final"] & (first["season"] == "2009")].head(1)
    again = pd.concat([published.tables["champions"], first.assign(player="Nobody else")], ignore_index=True)
    said = pd.DataFrame([(first["player"].iloc[0], "Nobody else")], columns=["player", "alias"], dtype=object)
    found = history(replace(published, tables=published.tables | {"champions": again}, people=said))
    assert_frame_equal(found["champions"], history(published)["champions"])


def test_an_unknown_rating_leaves_all_ratings(published: League) -> None:
    """Unknown ratings are ignored. If no others are chosen, all ratings are computed."""
    assert {*chosen(replace(published, ratings=("elo",)))} == {*ratings()}
    assert {*chosen(replace(published, ratings=("elo", "ghost")))} == {"ghost"}


def test_near_names_are_suggested_once_and_never_merged(published: League) -> None:
    names = [
        ("2012", "Anna Rossi"),
        ("2013", "Ana Rossi"),
        ("2013", "Carlo Neri"),
        ("2012", "Carlo Nerri"),
        ("2013", "Carlo Nerri"),
    ]
    rows = pd.DataFrame(names, columns=["season", "player"], dtype=object)
    found = near_names(rows, NOBODY)
    assert [{*pair} for pair in found.itertuples(index=False)] == [
        {"Anna Rossi", "Ana Rossi"}
    ]  # the other two names both occur in 2013
    listed = pd.DataFrame([(n, n) for n in ("Anna Rossi", "Ana Rossi")], columns=["player", "alias"], dtype=object)
    assert near_names(rows, listed).empty
    league = replace(published, people=NOBODY)
    assert under_one_name(league).tables["seats"]["player"].equals(league.tables["seats"]["player"])


def test_a_rate_has_the_interval_of_wilson() -> None:
    """Table I of Newcombe (1998) gives the interval 0.2553 to 0.3662 for 81 of 263.

    It also gives 0.0624 to 0.1605 for 15 of 148, and 0 to 0.1611 for 0 of 20.
    """
    hits, count = pd.Series([81.0, 15.0, 0.0]), pd.Series([263, 148, 20])
    low, high = wilson(hits / count, count)
    assert low.round(4).tolist() == [0.2553, 0.0624, 0.0] and high.round(4).tolist() == [0.3662, 0.1605, 0.1611]


# -- the files ---------------------------------------------------------------------------------------------------------


def test_the_database_explains_every_column_and_its_views_can_be_queried(out: Path) -> None:
    with closing(sqlite3.connect(out / "history" / "league.sqlite")) as file:
        names = dict(file.execute("SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view')"))
        for name in names:
            assert file.execute(f'SELECT COUNT(*) FROM "{name}"').fetchone()[0] >= 0
        explained = {(*row,) for row in file.execute('SELECT "table", "column" FROM columns WHERE meaning <> ""')}
        for name in {name for name, kind in names.items() if kind == "table"} - {"columns"}:
            there = {(name, row[1]) for row in file.execute(f'PRAGMA table_info("{name}")')}
            assert there <= explained
        solos = file.execute("SELECT player FROM solos WHERE data = 'real'").fetchall()
        assert ("Player 103",) in solos  # Game 77 ended a drought of 59 games
        query = (
            "SELECT COUNT(*) FROM meetings WHERE player = 'Player 013' AND other = 'Player 105' AND power = 'Russia'"
        )
        assert file.execute(query).fetchone() == (1,)


def test_the_questions_of_the_readme_are_answered(out: Path) -> None:
    """Players 013 and 105 met in Game 81, with 6 and 9 centres, and in Game 90, with 12 centres each."""
    sql = "".join(block.split("```")[0] for block in PAGE.read_text(encoding="utf-8").split("```sql\n")[1:])
    with closing(sqlite3.connect(out / "history" / "league.sqlite")) as file:
        leaders, never, austrias, powers, fields, met = (
            file.execute(one).fetchall() for one in sql.split(";") if one.strip()
        )
    assert [row[2] for row in leaders] == sorted((row[2] for row in leaders), reverse=True)
    assert ("Player 013", "Player 108", 2, 2) in never
    assert [row[1] for row in austrias][:2] == [10, 10]  # Games 81 and 90
    assert len(powers) == len(POWERS)
    assert ("2009", "Windy City Weasels league", 1500.0, 14) in fields  # when everybody still had the starting rating
    assert [(row[2], row[4], row[6]) for row in met] == [("Game 81", 6, 9), ("Game 90", 12, 12)]


def test_a_database_has_the_same_bytes_whenever_it_is_written(tmp_path: Path, frames: History) -> None:
    for name in ("one", "other"):
        with Folder(tmp_path).database(name, new=True) as file:
            write_database(file, database((), frames))
        check_database(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    assert (tmp_path / "one").stat().st_size > 100_000


def test_a_table_whose_columns_had_other_types_is_not_changed_in_place(tmp_path: Path, frames: History) -> None:
    """If the table were changed in place, SQLite would store the numbers as text."""
    empty = frames | {"ratings": frames["ratings"].iloc[:0].astype(object)}
    with Folder(tmp_path).database("x", new=True) as file:
        write_database(file, database((), empty))
    before = rows_of(tmp_path / "x")
    refused = pytest.raises(sqlite3.DatabaseError, match="ratings has other columns")
    with refused, Folder(tmp_path).database("x") as file:
        update_database(file, database((), frames))
    assert rows_of(tmp_path / "x") == before


CHANGED = {  # season -> names in its rows after the update; the rows of the other seasons are kept
    "another name in the first season": {"2001": ["Ann", "Bea"]},
    "one row less in the second season": {"2002": ["Cem"]},
    "two more rows in the first season": {"2001": ["Ann", "Ben", "Bob", "Bud"]},
    "the first season is gone": {"2001": []},
    "the last season is gone": {"2004": []},
    "a new season in between": {"2003": ["Eve", "Eva"]},
    "one row less and one more": {"2001": ["Ann"], "2002": ["Cem", "Dan", "Dot"]},
    "every season": {"2001": ["Ann"], "2002": ["Dan", "Cem"], "2004": ["Gus"]},
}


@pytest.mark.parametrize("changes", CHANGED.values(), ids=CHANGED)
def test_rows_without_a_key_are_numbered_as_in_a_new_file(changes: dict[str, list[str]], tmp_path: Path) -> None:
    names = {"2001": ["Ann", "Ben"], "2002": ["Cem", "Dan"], "2004": ["Fay", "Gil", "Gus"]}

    def nmrs(parts: dict[str, Any]) -> Database:
        gone_first = sorted(parts, key=lambda season: (parts[season] != [], season))
        return Database({"nmrs": Stored({"season": str, "player": str}, {s: parts[s] for s in gone_first})}, {}, [], {})

    def rows(names: dict[str, list[str]]) -> dict[str, list[tuple[str, str]]]:
        return {season: [(season, name) for name in of_season] for season, of_season in names.items()}

    with Folder(tmp_path).database("x", new=True) as file:
        write_database(file, nmrs(rows(names)))
    with Folder(tmp_path).database("x") as file:
        update_database(file, nmrs(dict.fromkeys(names) | rows(changes)))
    with closing(sqlite3.connect(tmp_path / "x")) as file:
        numbered = file.execute("SELECT rowid, * FROM nmrs ORDER BY rowid").fetchall()
    after = chain.from_iterable(of_season for _, of_season in sorted(rows(names | changes).items()))
    assert numbered == [(number, *row) for number, row in enumerate(after, 1)]


def seasons_of(out: Path) -> list[str]:
    return [path.parent.name for path in sorted(out.glob("*/manifest.json"))]


def manifests_of(out: Folder, seasons: Sequence[str]) -> dict[str, Manifest]:
    return {season: Manifest.read(out / season) for season in seasons}


def bring_up_to_date(out: Path, seasons: list[str], jobs: int = 1) -> int:
    """Write the history as a build of these seasons would, and return the number of files written."""
    folder = Folder(out)
    folder.recall()
    written = write_history(find(ROOT / "data" / "raw", RESERVED), folder, manifests_of(folder, seasons), jobs)
    folder.remember()
    return written


@pytest.fixture(scope="module")
def made() -> dict[object, Any]:
    """Return an empty cache for the frames and pages of each set of seasons."""
    return {}


@pytest.fixture
def copied(out: Path, tmp_path: Path, made: dict[object, Any], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the outputs with the same modification times.

    Frames and pages are computed only once for each set of seasons.
    """
    real = pipeline.build.history._memory

    def memory(seasons: Sequence[Season], file: LeagueFile) -> Memory:
        key = tuple(
            (season.name, json.dumps(season.manifest.front), *season.manifest.files.items()) for season in seasons
        )
        if key not in made:
            made[key] = real(seasons, file)
        return made[key]

    def page(memory: Memory) -> str:
        if id(memory) not in made:
            made[id(memory)] = history_page(memory)
        return made[id(memory)]

    monkeypatch.setattr(pipeline.build.history, "_memory", memory)
    monkeypatch.setattr(pipeline.build.history, "history_page", page)
    return Path(shutil.copytree(out, tmp_path / "copied"))


def test_the_database_has_the_same_rows_whatever_was_built_before(copied: Path, out: Path) -> None:
    """Seasons at the start, at the end and in between are removed and added again, and the file is changed in place."""
    seasons, database = seasons_of(out), copied / "history" / "league.sqlite"
    place = database.stat().st_ino
    assert bring_up_to_date(copied, seasons) == 0
    for gone in [{seasons[0], "2012"}, {seasons[-1]}, {*seasons} - {"2013"}]:
        kept = [season for season in seasons if season not in gone]
        assert bring_up_to_date(copied, kept)
        with closing(sqlite3.connect(database)) as file:
            for table in ("events", "scores", "standings", "games"):
                assert {season for (season,) in file.execute(f"SELECT season FROM {table}")} <= {*kept}
    assert bring_up_to_date(copied, seasons)
    assert files_below(copied / "history") == files_below(out / "history")
    assert database.stat().st_ino == place


def test_only_tables_that_have_changed_are_read_again(copied: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The place of an event stands in no other table, and on no page of the history."""
    database, read, real = copied / "history" / "league.sqlite", list[str](), Folder.text
    before, place = rows_of(database), database.stat().st_ino

    def noting(folder: Folder, name: str) -> str:
        read.append(f"{folder.name}/{name}")
        return real(folder, name)

    monkeypatch.setattr(Folder, "text", noting)
    for held_at in ("Ballarat", "Victoria"):
        copy_with_place(copied / "2002", out / "2002", held_at)
        assert bring_up_to_date(copied, seasons_of(out))
        with closing(sqlite3.connect(database)) as file:
            assert file.execute("SELECT place FROM events WHERE place <> ''").fetchall() == [(f"{held_at}, Australia",)]
    assert {*read} == {"2002/tables/events.csv"}
    assert (rows_of(database), database.stat().st_ino) == (before, place)


def copy_with_place(season: Path, original: Path, place: str) -> None:
    """Publish the events of a season as if the sheet named another place instead of Victoria."""
    name, folder = "tables/events.csv", Folder(season.parent) / season.name
    content = (original / name).read_bytes().replace(b"Victoria, Australia", f"{place}, Australia".encode())
    (season / name).write_bytes(content)
    manifest = Manifest.read(folder)
    replace(manifest, files=manifest.files | {name: file_digest(season / name)}).write(folder)


@pytest.mark.parametrize("kept", [(), ("tables/boards.csv",)], ids=["all", "all but one"])
def test_a_database_is_written_anew_only_if_every_table_has_changed(
    kept: Sequence[str], copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A season also lacks some of the database's tables. Such a table has not changed, but it has no row to keep."""
    folder, database, updated = Folder(copied), copied / "history" / "league.sqlite", list[Database]()
    before = rows_of(database)
    folder.recall()
    changed = {
        season: replace(of, files={name: digest if name in kept else digest[::-1] for name, digest in of.files.items()})
        for season, of in manifests_of(folder, seasons_of(copied)).items()
    }

    def noting(file: sqlite3.Connection, tables: Database) -> None:
        updated.append(tables)
        update_database(file, tables)

    monkeypatch.setattr(pipeline.build.history, "update_database", noting)
    assert write_history(find(ROOT / "data" / "raw", RESERVED), folder, changed)
    assert len(updated) == bool(kept)
    assert rows_of(database) == before


def add_a_row(database: Path) -> None:
    with closing(sqlite3.connect(database)) as file, file:
        file.execute("INSERT INTO people VALUES ('Nobody', 'Nemo')")


def spoil(database: Path) -> None:
    with database.open("r+b") as file:
        file.seek(database.stat().st_size // 2)
        file.write(bytes(100_000))


SPOILT: dict[str, Callable[[Path], object]] = {
    "edited": add_a_row,
    "damaged": spoil,
    "cut off": lambda database: os.truncate(database, 100_000),
    "another file": lambda database: database.write_text("rank,player"),
    "gone": Path.unlink,
    "cut short": lambda database: database.with_name(f"{database.name}-journal").write_bytes(b"anything"),
    "of two names": lambda database: os.link(database, database.with_name("backup")),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_database_that_is_not_as_it_was_written_is_written_anew(how: str, copied: Path, out: Path) -> None:
    database, backup = copied / "history" / "league.sqlite", copied / "history" / "backup"
    SPOILT[how](database)
    assert bring_up_to_date(copied, [*{*seasons_of(out)} - {"2013"}]) and bring_up_to_date(copied, seasons_of(out))
    if backup.exists():
        assert file_digest(backup) == file_digest(out / "history" / "league.sqlite")
        backup.unlink()
    assert files_below(copied / "history") == files_below(out / "history")
    assert [path.name for path in database.parent.glob("league*")] == [database.name]


def test_a_database_that_another_program_reads_is_replaced(
    copied: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipeline.store.folder.WAIT", 0.01)
    with closing(sqlite3.connect(copied / "history" / "league.sqlite")) as reader:
        rows = reader.execute("SELECT * FROM seats")
        first = rows.fetchone()
        assert bring_up_to_date(copied, [*{*seasons_of(out)} - {"2013"}])
        assert len([first, *rows]) == reader.execute("SELECT count(*) FROM seats").fetchone()[0]
    assert bring_up_to_date(copied, seasons_of(out))
    assert files_below(copied / "history") == files_below(out / "history")


def test_a_lost_table_says_how_to_go_on_even_if_no_build_can_write_it_again(copied: Path, out: Path) -> None:
    """The season's sheets may be gone too. Then its outputs are kept, and running the program again changes nothing."""
    season = copied / "2013"
    (season / "tables" / "events.csv").unlink()
    shutil.rmtree(copied / "history")
    with pytest.raises(Unwritten) as fault:
        bring_up_to_date(copied, seasons_of(out))
    assert str(fault.value) == (
        f"{season / 'tables' / 'events.csv'} is missing; run `build` for all seasons to write it again. "
        f"If the season's sheets are missing too, put them back or delete {season}"
    )
    (season / "tables").replace(copied / "elsewhere")
    (season / "tables").symlink_to(copied / "elsewhere", target_is_directory=True)
    with pytest.raises(Unwritten, match="tables is a link to another location"):
        bring_up_to_date(copied, seasons_of(out))
    (season / "tables").unlink()
    shutil.rmtree(season)
    assert bring_up_to_date(copied, seasons_of(copied))


KILLED = ("_update", "update_database", "write_whole")  # between two tables, after the last, before the record


@pytest.mark.parametrize("at", KILLED)
def test_a_build_killed_while_it_changes_the_database_leaves_the_old_or_the_new_one(
    at: str, copied: Path, out: Path
) -> None:
    """The killed build leaves out one season. The next build includes all seasons and must restore the original rows.

    It must not leave the database as it is just because the last completed build also included all seasons.
    """
    database, seasons = copied / "history" / "league.sqlite", seasons_of(out)
    old = rows_of(database)
    for number in (2, 12, 20) if at == "_update" else (1,):
        if not (child := os.fork()):
            try:
                kill_at(at, number)
                bring_up_to_date(copied, [*{*seasons} - {"2013"}])
            finally:
                os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
        assert (rows_of(database) == old) == (at == "_update")
        assert bring_up_to_date(copied, seasons)
        assert files_below(copied / "history") == files_below(out / "history")


def kill_at(name: str, number: int) -> None:
    """Make this process kill itself after the `number`th call of `name`, with all earlier changes on disk."""
    calls = iter(range(1, number + 1))
    module = pipeline.books.database if name == "_update" else pipeline.build.history
    real = getattr(module, name)

    def killing(*given: Any, **options: Any) -> Any:
        if name == "_update":
            given[0].execute("PRAGMA cache_size = 1")
        if name == "write_whole" and given[1] != "digests.json":
            return real(*given, **options)
        done = real(*given, **options)
        if next(calls, number) == number:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    setattr(module, name, killing)


def test_another_process_that_is_killed_is_reported() -> None:
    with pytest.raises(ChildProcessError, match="was killed"), in_parallel(2, os._exit, 1) as write:
        write()


@pytest.mark.parametrize("again", [False, True], ids=["first", "again"])
def test_the_files_are_the_same_when_other_processes_write_some_of_them(
    again: bool, out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shipped seasons are too few for several processes, so a single process wrote `out`.

    This test uses two processes. If the history was built before, the rows of its database are kept, and the second
    process writes the pages. Otherwise, the second process writes the database.
    """
    monkeypatch.setattr("pipeline.build.history.MANY", 1)
    shutil.copytree(out, tmp_path / "out", ignore=shutil.ignore_patterns(*[] if again else ["history"]))
    if again:
        (tmp_path / "out" / "history" / "history.xlsx").unlink()
    assert bring_up_to_date(tmp_path / "out", seasons_of(out), jobs=2)
    assert files_below(tmp_path / "out" / "history") == files_below(out / "history")


def test_a_season_whose_first_build_was_interrupted_is_not_in_the_history(out: Path, tmp_path: Path) -> None:
    shutil.copytree(out, tmp_path / "out")
    (tmp_path / "out" / "2099").mkdir()
    (tmp_path / "out" / "2099" / ".announced.json").write_text('["report.html"]')
    shutil.rmtree(tmp_path / "out" / "history")
    assert bring_up_to_date(tmp_path / "out", [*seasons_of(out), "2099"])
    assert files_below(tmp_path / "out" / "history") == files_below(out / "history")


def test_only_rows_from_the_same_tables_are_kept() -> None:
    before = {"program": "this", "tables": {"2012/boards": "same", "2012/seats": "same", "2020/seats": "gone"}}
    now = {"program": "this", "tables": {"2012/boards": "same", "2012/seats": "changed", "2025/seats": "new"}}
    assert _unchanged(before, now) == {"2012/boards"}
    assert _unchanged(before, now | {"program": "another"}) == set()
    assert _unchanged({}, now) == set()


def test_the_history_page_names_everybody_once_and_loads_nothing(out: Path) -> None:
    page = (out / "history" / "history.html").read_text(encoding="utf-8")
    assert "http://" not in page.replace("http://www.w3.org", "") and " src=" not in page
    found = json.loads(page.split('id="players">')[1].split("</script>")[0])
    lives = read_table(out / "history" / "tables" / "careers.csv")
    assert [*found["players"]] == [
        "-".join(["player", *life["data"].split(), *life["player"].split()]) for life in lives
    ]
    ranks = Counter(
        (row["data"], row["rating"], row["rank"]) for row in read_table(out / "history" / "tables" / "ratings.csv")
    )
    assert len(re.findall(r">\d+=</td>", page)) == sum(number for number in ranks.values() if number > 1) > 0
    front = (out / "index.html").read_text(encoding="utf-8")
    assert 'href="history/history.html"' in front
    assert 'href="history/history.html#player-real-Player%20103"' not in front
    assert 'href="history/history.html#player-real-Player-103"' in front  # the winner of 2009


def test_the_history_page_puts_who_has_played_enough_first_and_writes_shares_and_records_in_words(out: Path) -> None:
    page = (out / "history" / "history.html").read_text(encoding="utf-8")
    careers = page[page.index('<section id="careers-0"') :]
    few = re.findall(r'<tr( class="few")?>', careers[careers.index("<tbody>") : careers.index("</table>")])
    assert few == sorted(few) and 0 < few.count("") < len(few)
    lives = [row for row in read_table(out / "history" / "tables" / "careers.csv") if row["data"] == "real"]
    assert few.count("") == sum(int(row["boards"]) >= FEW for row in lives)
    assert re.search(r'<td class="figure">\d+%</td>', careers) and "provisional</th>" not in page
    assert re.search(r"<dt>Most centres on a board</dt><dd>18: <a [^>]*><bdi>Player 103</bdi></a> \(", page)
    years = re.findall(r"<text[^>]*>(\d{4})</text>", re.findall(r"<svg.*?</svg>", page, re.DOTALL)[0])
    assert years == sorted(years) and len(years) > 2


def test_the_history_page_draws_who_is_in_the_table_and_says_what_ranks_count(out: Path) -> None:
    page = (out / "history" / "history.html").read_text(encoding="utf-8")
    part = page[page.index('<section id="ratings-0"') :].split("</section>")[0]
    first = part.split("<h3>")[1]  # four players of 81 have played enough; five of the others have more points
    rows = [row for row in read_table(out / "history" / "tables" / "ratings.csv") if row["data"] == "real"]
    of = [row for row in rows if row["rating"] == rows[0]["rating"]]
    seen = [row["player"] for row in of if row["provisional"] == "False"]
    assert f"Ranks cover all {len(of)} rated players" in first and part.count("Ranks cover all") == 1
    assert re.findall(r'aria-label="[^"]*: ([^"]*)"', first)[0] == ", ".join(seen)
    assert page.count('<svg class="lines wide"') == page.count('<svg class="lines narrow"') > 0
    powers = page[page.index('<section id="powers-0"') :].split("</section>")[0]
    assert powers.count("<td>all seasons</td>") == len(POWERS) and "<td></td>" not in powers


def test_a_line_of_ratings_ends_at_its_value_and_a_dotted_line_leads_to_its_label() -> None:
    points = [(0.0, 1500.0), (1.0, 1530.0)]
    drawn = rating_chart([("Anna", points), ("Berta", points), ("C" * 30, [*points, (4.0, 1500.0)])], [], "", "narrow")
    lines = re.findall(r'<path class="[A-Z]"[^>]* d="([^"]*)"', drawn)
    leads = re.findall(r'<path class="to" d="M([\d.]+) ([\d.]+)L[\d.]+ ([\d.]+)"', drawn)
    labels = re.findall(r'<text class="[A-Z]"[^>]*>([^<]*)<', drawn)
    assert labels == ["Anna 1530", "Berta 1530", f"{'C' * 11}… 1500"] and len(lines) == len(leads) == 3
    for line, (right, height, _) in zip(lines, leads, strict=True):
        assert line.endswith(f" {height}H{right}")
    assert leads[0][1] == leads[1][1] and float(leads[1][2]) - float(leads[0][2]) >= 14


def test_the_leader_of_an_unfinished_event_is_no_champion_on_the_pages(frames: History) -> None:
    """Only a FINAL event has a champion. The database and the tables list other leaders too, with `final` = no."""
    first = frames["champions"]["title"].iloc[0]
    going_on = frames["champions"].assign(final=frames["champions"]["title"] != first)
    shown = Memory(frames | {"champions": going_on}, [], [], {}).rows("champions")
    assert {*shown["title"]} == {*frames["champions"]["title"]} - {first} and len(shown)
