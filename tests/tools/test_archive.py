"""Scores of archives with one row per board, compared with the independent implementation in `tests.reference`.

The scores must be the same however the work is split or run.
"""

import gzip
import json
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from pipeline.cli.app import app
from pipeline.rules.boards import PIECE
from pipeline.rules.systems import systems
from pipeline.tools.archive import cluster, repeated_boards, source, stream
from pipeline.tools.archive.layout import Layout, NoArchive
from pipeline.tools.archive.score import Plan, score_part, score_table
from schemas.words import POWERS
from tests.reference.boards import PlainBoard, random_game, reading
from tests.scoring import CLOSE, exact_places

ROOT = Path(__file__).parents[2]
ALL = tuple(systems())
LEFT_OPEN = {  # status of boards with seven survivors, to which these systems give no points although nothing is wrong
    "playdip_league_2018": "unscorable: the rule does not say what a draw of this size is worth"
}
FIRST = 1901
START = (3, 3, 3, 3, 3, 4, 3)


# -- plain boards as tables --------------------------------------------------------------------------------------------


def plain_boards() -> list[PlainBoard]:
    """Return valid games of many kinds.

    Some have charts, and others have only final centres. Some are in progress, lack players or have missed turns.
    """
    rng = random.Random(1901)
    games = [random_game(rng) for _ in range(150)]
    finals = [
        PlainBoard(centres=game.centres, eliminated=game.eliminated if i % 2 else (None,) * 7, winners=game.winners)
        for i, game in enumerate(random_game(rng) for _ in range(60))
    ]
    penalties = PlainBoard(centres=(9, 9, 9, 7, 0, 0, 0), penalty=tuple(Fraction(n, 2) for n in range(7)))
    one_year = PlainBoard(centres=(4, 4, 5, 5, 4, 6, 4), chart=((4, 4, 5, 5, 4, 6, 4),))
    return [*games, *finals, penalties, one_year]


def shared_columns(boards: Sequence[PlainBoard]) -> dict[str, object]:
    """Return the columns that both layouts of an archive share.

    These are ids, results, winners, missed turns, penalties, players and, for boards without a chart, final centres and
    years of elimination.
    """
    columns: dict[str, object] = {"event": ["generated"] * len(boards), "board": [f"B{i}" for i in range(len(boards))]}
    columns["result"] = ["in progress" if board.in_progress else "" for board in boards]
    columns["winners"] = [", ".join(POWERS[power] for power in sorted(board.winners)) for board in boards]
    for power, name in enumerate(POWERS):
        out = [board.eliminated[power] if not board.chart else None for board in boards]
        columns[f"{name}_final"] = [None if board.chart else board.centres[power] for board in boards]
        columns[f"{name}_eliminated"] = pa.array([year and FIRST + year - 1 for year in out], pa.int16())
        columns[f"{name} nmr orders"] = [board.nmr_orders[power] for board in boards]
        columns[f"{name} nmr adjustments"] = [board.nmr_adjustments[power] for board in boards]
        columns[f"{name} penalty"] = [float(board.penalty[power]) for board in boards]
        columns[f"{name} player"] = ["somebody" if board.has_player[power] else None for board in boards]
    return columns


def lists(boards: Sequence[PlainBoard]) -> pa.Table:
    """Return a table with one list of centres per power."""
    charts = {
        name: pa.array([[year[power] for year in board.chart] or None for board in boards], pa.list_(pa.int8()))
        for power, name in enumerate(POWERS)
    }
    return pa.table(shared_columns(boards) | charts)


def years(boards: Sequence[PlainBoard]) -> pa.Table:
    """Return a table with one column per power and year."""
    longest = max(len(board.chart) for board in boards)
    charts = {
        f"{name}_{FIRST + year}": pa.array(
            [board.chart[year][power] if year < len(board.chart) else None for board in boards], pa.int8()
        )
        for power, name in enumerate(POWERS)
        for year in range(longest)
    }
    return pa.table(charts | shared_columns(boards))


def as_text(table: pa.Table) -> pa.Table:
    """Return the table as it looks in a CSV file, where a list is a string such as `4 5 6`."""
    texts = {
        name: pa.array([None if counts is None else " ".join(map(str, counts)) for counts in table[name].to_pylist()])
        for name in table.column_names
        if pa.types.is_list(table.schema.field(name).type)
    }
    return pa.table({name: texts.get(name, table[name]) for name in table.column_names})


def sound(boards: int = 3) -> pa.Table:
    """Return a table of valid boards, each of which is a draw after two years.

    The powers own 22 centres in the first year and 27 in the second.
    """
    chart = {name: [[START[power], START[power] + (power < 5)]] * boards for power, name in enumerate(POWERS)}
    return pa.table({"board": [f"B{i}" for i in range(boards)]} | chart)


def scored(table: pa.Table, ids: Sequence[str] = (), **plan: bool) -> pa.Table:
    """Return the table of scores under every system."""
    return score_table(table, Plan(Layout.of(table.schema, ids), ALL, **plan)).scores


def seven(scores: pa.Table, system: str) -> list[list[float | None]]:
    """Return the scores of a system, with one list per board and one score per power."""
    return [[*row] for row in zip(*(scores[f"{system}_{name}"].to_pylist() for name in POWERS), strict=True)]


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the content of every file below a folder, keyed by path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def run(path: Path, out: Path, *options: str) -> tuple[int, str]:
    """Run the `archive` command, and return its exit status and all its output."""
    ran = CliRunner().invoke(app, ["archive", str(path), str(out), "--jobs", "2", *options])
    assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exception
    return ran.exit_code, ran.output


@pytest.fixture(scope="module")
def boards() -> list[PlainBoard]:
    return plain_boards()


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Split archives into partitions of 64 boards."""
    monkeypatch.setattr(source, "PARTITION", 64)
    return


# -- the scores --------------------------------------------------------------------------------------------------------


def test_every_board_has_the_score_of_the_second_reading_under_every_system(boards) -> None:
    """In this test, the archive has one list of centres per power.

    Other layouts are covered by `test_lists_and_years_parquet_and_csv_have_the_same_scores`.
    """
    scores = scored(lists(boards))
    for id in ALL:
        for board, given, status in zip(boards, seven(scores, id), scores[f"{id}_status"].to_pylist(), strict=True):
            expected = reading(id)(board)
            if board.in_progress and id != "pgp":
                assert status == "unscorable: the game is in progress" and given == [None] * 7
            elif expected is None:
                assert status.startswith("unscorable: ") and given == [None] * 7
            else:
                assert status == ("in progress" if board.in_progress else "scored")
                assert given == pytest.approx([float(points) for points in expected], abs=CLOSE), (id, board)


def test_places_follow_the_exact_scores_if_the_system_breaks_no_tie(boards) -> None:
    scores = scored(lists(boards), places=True)
    for row, board in enumerate(boards):
        if not board.in_progress:
            places = [scores[f"c_diplo_{name}_place"][row].as_py() for name in POWERS]
            assert places == exact_places(reading("c_diplo")(board))
    assert {scores[f"italia_2010_{name}_place"].null_count for name in POWERS} == {
        scores["italia_2010_Italy"].null_count
    }


def test_a_reason_is_worded_as_in_the_workbooks(boards) -> None:
    statuses = set(scored(lists(boards))["italia_2010_status"].to_pylist())
    assert "unscorable: a tie for a prize is unresolved, and the centres for the year before are not known" in statuses
    assert "unscorable: centres for every year are needed" in set(scored(lists(boards))["pgp_status"].to_pylist())


def test_one_board_by_hand() -> None:
    table = pa.table({f"{name}_final": [centres] for name, centres in zip(POWERS, (10, 8, 8, 5, 3, 0, 0), strict=True)})
    scores = scored(table)
    assert seven(scores, "c_diplo") == [[1 + 10 + 38, 1 + 8 + 21 / 2, 1 + 8 + 21 / 2, 1 + 5, 1 + 3, 1, 1]]
    assert scores["pgp_status"].to_pylist() == ["unscorable: centres for every year are needed"]
    assert scores["row"].to_pylist() == [1]


def test_every_partition_has_a_float64_column_per_power(boards) -> None:
    kinds = {scored(lists(some)).schema for some in (boards, boards[:1], boards[-2:-1])}
    assert len(kinds) == 1
    assert {str(kinds.copy().pop().field(f"{id}_{name}").type) for id in ALL for name in POWERS} == {"double"}


# -- layouts -----------------------------------------------------------------------------------------------------------


def test_lists_and_years_parquet_and_csv_have_the_same_scores(boards, tmp_path, small) -> None:
    tables = {"lists": lists(boards), "years": years(boards)}
    for name, table in tables.items():
        pq.write_table(table, tmp_path / f"{name}.parquet", row_group_size=50)
        pa.csv.write_csv(as_text(table), tmp_path / f"{name}.csv")
        (tmp_path / f"{name}.csv.gz").write_bytes(gzip.compress((tmp_path / f"{name}.csv").read_bytes()))
    outs = []
    for path in sorted(tmp_path.glob("*.*")):
        status, output = run(path, tmp_path / f"{path.name} scored")
        assert status == 0, output
        outs.append(files_of(tmp_path / f"{path.name} scored" / "scores"))
    assert len(outs) == 6 and len(outs[0]) == 4
    assert all(out == outs[0] for out in outs)


def test_names_are_read_in_three_languages_and_other_columns_are_reported() -> None:
    words = ("Autriche", "Inghilterra", "FRANCE", "Germania", "Italie", "Russia", "turchia")
    table = pa.table(
        {f"{name} 1901": [centres] for name, centres in zip(words, START, strict=True)} | {"Tavolo": [1], "colour": [2]}
    )
    layout = Layout.of(table.schema)
    assert layout.named == ("Tavolo",) and layout.unread == ("colour",)
    assert seven(scored(table), "sum_of_squares")[0] == pytest.approx([100 * centres**2 / 70 for centres in START])


def test_centres_of_calendar_years_begin_with_the_first_year_of_the_game() -> None:
    late = {
        f"{name} {year}": [None if year == 1901 else START[p], START[p]]
        for p, name in enumerate(POWERS)
        for year in (1901, 1902)
    }
    scores = scored(pa.table(late | {"first year": [1902, 1901], "result": ["draw", "draw"]}))
    assert scores["pgp_status"].to_pylist() == ["scored", "scored"]  # every year of both is known
    early = score_table(
        pa.table(late | {"first year": [1902, 1902]}),
        Plan(Layout.of(pa.table(late | {"first year": [1, 1]}).schema), ALL),
    )
    assert [(line["row"], line["code"]) for line in early.problems] == [(2, "before_first_year")]


def test_missed_turns_by_year_count_like_their_sum() -> None:
    chart = sound(1)
    by_year = chart.append_column("x", [[0]]).drop_columns("x")
    summed = by_year
    for power, name in enumerate(POWERS):
        by_year = by_year.append_column(f"{name} nmr orders", pa.array([[power % 3, 1]]))
        summed = summed.append_column(f"{name} nmr orders", pa.array([power % 3 + 1]))
    assert seven(scored(by_year), "pgp") == seven(scored(summed), "pgp") != seven(scored(chart), "pgp")


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ({"board": ["B"] * 7, "power": [*POWERS], "final": [*START]}, "one row per power"),
        ({name: [[3]] for name in POWERS[:6]}, "There is no column like `Austria`"),
        ({f"{name} {year}": [3] for name in POWERS for year in (1901, 1902) if (name, year) != ("Italy", 1902)}, "There is no column like `Austria 1902` for Italy"),
        ({name: [3] for name in POWERS}, "rename the column `Austria final`"),
        ({name: [[3]] for name in POWERS} | {"austria": [[3]]}, "`Austria` and `austria` mean the same"),
        ({name: [[3]] for name in POWERS} | {"Austria_1901": [3]}, "Keep either the lists or the columns."),
        ({name: [[3]] for name in POWERS} | {"Austria nmr order": [3]}, "`Austria nmr order` begins with a power"),
        ({"board": [1]}, "No column contains centres"),
        ({name: [[3]] for name in POWERS} | {"id": [1], "c_diplo_Italy": [1]}, "c_diplo_Italy"),
    ],
    ids=["a row a power", "no Turkey", "no Italy 1902", "single", "twice", "two ways", "misspelt", "no centres", "ours"],
)  # fmt: skip
def test_a_table_that_is_no_archive_is_refused_in_one_line(table, line, tmp_path) -> None:
    pq.write_table(pa.table(table), tmp_path / "boards.parquet")
    keep = ("--keep", "c_diplo_Italy") if "c_diplo_Italy" in table else ()
    status, output = run(tmp_path / "boards.parquet", tmp_path / "out", *keep)
    assert status == 1 and line in output and output.count("\n") == 1
    assert not (tmp_path / "out").exists()


# -- any split, any order ----------------------------------------------------------------------------------------------


def test_any_split_and_any_order_give_every_board_the_same_scores(boards) -> None:
    table = lists(boards)
    plan = Plan(Layout.of(table.schema), ALL)
    whole = score_table(table, plan).scores
    cuts = [0, 1, 2, 50, 51, 130, len(boards)]
    pieces = [score_table(table.slice(a, b - a), plan, a + 1).scores for a, b in pairwise(cuts)]
    assert pa.concat_tables(pieces).to_pylist() == whole.to_pylist()
    order = np.random.default_rng(7).permutation(len(boards))
    mixed = score_table(table.take(pa.array(order)), plan).scores.drop_columns("row")
    assert mixed.to_pylist() == whole.drop_columns("row").take(pa.array(order)).to_pylist()


def test_boards_beyond_one_piece_of_the_arrays_are_scored_alike() -> None:
    table = pa.concat_tables([sound(1)] * (PIECE + 3)).combine_chunks()
    scores = scored(table.drop_columns("board"))
    assert len(set(map(tuple, seven(scores, "italia_2010")))) == 1 and len(scores) == PIECE + 3


def test_files_and_row_groups_of_any_size_give_the_same_bytes(boards, tmp_path, small) -> None:
    table = lists(boards)
    pq.write_table(table, tmp_path / "one.parquet")
    (tmp_path / "many").mkdir()
    for number, (start, size) in enumerate(((0, 9), (9, 100), (109, 1), (110, 1000))):
        pq.write_table(table.slice(start, size), tmp_path / "many" / f"part {number + 8}.parquet", row_group_size=7)
    for name in ("one.parquet", "many"):
        assert run(tmp_path / name, tmp_path / f"out {name}")[0] == 0
    assert files_of(tmp_path / "out one.parquet" / "scores") == files_of(tmp_path / "out many" / "scores")


def test_every_reader_of_parquet_folders_reads_the_scores(boards, tmp_path, small) -> None:
    import pandas as pd

    pq.write_table(lists(boards), tmp_path / "boards.parquet")
    run(tmp_path / "boards.parquet", tmp_path / "out", "--system", "c_diplo", "--keep", "result")
    frame = pd.read_parquet(tmp_path / "out" / "scores")
    assert [*frame.columns[:5]] == ["event", "board", "result", "row", "c_diplo_status"]
    assert frame["row"].tolist() == [*range(1, len(boards) + 1)]
    assert frame["c_diplo_Austria"].dtype == np.float64


def test_the_workers_of_a_cluster_write_the_same_bytes(boards, tmp_path, small) -> None:
    table = lists(boards)
    table = table.rename_columns([name.replace("_", " ") for name in table.column_names])
    pq.write_table(with_every_column([table, *faulty_tables()]), tmp_path / "boards.parquet")
    files = source.sources(tmp_path / "boards.parquet")
    plan = stream.plan_of(files, ALL, ids=(), keep=(), places=False)
    with cluster.threads(1) as alone, cluster.dask(None, 2) as workers:
        done = [
            stream.score_archive(files, tmp_path / name, plan, engine)
            for name, engine in (("a", alone), ("b", workers))
        ]
    assert done[0] == done[1] and done[0].set_aside and done[0].parts > 3
    assert files_of(tmp_path / "a") == files_of(tmp_path / "b")


def test_a_worker_with_other_rules_is_refused() -> None:
    plan = Plan(Layout.of(sound().schema), ALL, edition="another")
    with pytest.raises(RuntimeError, match="a different edition"):
        score_part(sound(), plan, 1, None)


# -- bad boards --------------------------------------------------------------------------------------------------------


def changed(**cells: object) -> pa.Table:
    """Return a table of one valid board with some of its cells changed."""
    row = {name: column[0].as_py() for name, column in zip(sound(1).column_names, sound(1).columns, strict=True)}
    return pa.Table.from_pylist([row | {name.replace("_", " "): cell for name, cell in cells.items()}])


FAULTS = [
    ("too_many_centres", "Austria", "38 centres in 1902", changed(Austria=[3, 15])),
    ("too_few_centres", "Austria", "21 centres in 1901", changed(Austria=[2, 4])),
    ("centres_fall", "Austria", "21 centres in 1902", changed(**{name: [centres, centres] for name, centres in zip(POWERS, START, strict=True)} | {"Austria": [3, 2]})),
    ("back_from_zero", "Italy", "1", changed(**{name: [*centres, centres[1]] for name, centres in changed().to_pylist()[0].items() if name != "board"} | {"Italy": [3, 0, 1], "France": [3, 8, 8]})),
    ("blank_year", "Italy", "[3]", changed(Italy=[3])),
    ("gap_in_years", "Austria", "[3, None, 4]", changed(**{name: [centres[0], None, centres[1]] for name, centres in changed().to_pylist()[0].items() if name != "board"})),
    ("bad_value", "Italy", "[3, 35]", changed(Italy=[3, 35])),
    ("bad_value", "Italy", "[-1, 4]", changed(Italy=[-1, 4])),
    ("bad_value", "Italy", "151 years", changed(Italy=[3] * 151)),
    ("bad_value", "result", "perhaps", changed(result="perhaps")),
    ("bad_value", "winners", "Austria, Spain", changed(winners="Austria, Spain")),
    ("bad_value", "Italy penalty", "inf", changed(Italy_penalty=float("inf"))),
    ("solo_without_18", "result", "solo", changed(result="solo")),
    ("concession_to_nobody", "result", "concession", changed(result="concession")),
    ("years_differ", "last year", "1905", changed(last_year=1905)),
    ("final_differs", "Turkey final", "9", changed(Turkey_final=9)),
    ("eliminated_with_centres", "Turkey eliminated", "1902", changed(Turkey_eliminated=1902)),
    ("missed_too_many", "Turkey nmr orders", "5", changed(Turkey_nmr_orders=5)),
    ("no_centres", "Austria final", "", changed(**dict.fromkeys(POWERS))),
    ("too_few_centres", "Austria final", "7 centres at the end", changed(**dict.fromkeys(POWERS), **{f"{name}_final": 1 for name in POWERS})),
]  # fmt: skip
MESSAGES = [
    "The centres for 1902 add up to 38, but the map has 34.",
    "The centres for 1901 add up to 21, but the powers start with 22.",
    "The number of centres owned drops from 22 to 21 in 1902.",
    "This power had 0 centres before 1903, so it cannot come back with 1.",
    "This power has no entry for 1902, but other powers do.",
    "This chart has no centres for 1902.",
    "“[3, 35]” is not a list of whole numbers from 0 to 34.",
    "“[-1, 4]” is not a list of whole numbers from 0 to 34.",
    "“151 years” is not a list of at most 150 years.",
    "“perhaps” is not one of ",
    "“Austria, Spain” is not a list of powers, separated by commas.",
    "“inf” is not a number.",
    "The result is a solo, but no power has more than 4 centres. A solo takes 18.",
    "The result is a concession, but `winners` is blank.",
    "The chart ends in 1902, but the last year of the game is 1905.",
    "`final` says 9, but the last year of the chart says 3.",
    "This power is eliminated in 1902, but owns centres at the end.",
    "This power cannot have missed 5 turns of this kind: it had only 4.",
    "The final centres of this power are missing.",
    "The final centres of this board add up to 7, but the powers start with 22.",
]
OF_ALL_POWERS = ("final", "eliminated", "nmr orders", "penalty")


def faulty_tables() -> list[pa.Table]:
    """Return one table per fault, each with a single faulty board.

    The boards are named `F0`, `F1` and so on, so that each reported problem can be matched with its fault.
    """
    return [
        table.set_column(0, "board", pa.array([f"F{number}"])).cast(faulty_schema(table))
        for number, (_, _, _, table) in enumerate(FAULTS)
    ]


def faulty_schema(table: pa.Table) -> pa.Schema:
    """Return the table's schema with the powers' columns as lists of int8, whatever their types in the table."""
    kinds = {name: pa.list_(pa.int8()) for name in POWERS}
    return pa.schema([(field.name, kinds.get(field.name, field.type)) for field in table.schema])


def with_every_column(tables: list[pa.Table]) -> pa.Table:
    """Return the tables combined into one.

    A column that exists for one power is added for all powers.
    """
    table = pa.concat_tables(tables, promote_options="permissive")
    for field in OF_ALL_POWERS:
        for name in POWERS:
            if f"{name} {field}" not in table.column_names:
                table = table.append_column(f"{name} {field}", pa.nulls(len(table), pa.int16()))
    return table


def test_a_bad_board_is_reported_at_its_row_and_column_and_the_others_are_scored() -> None:
    table = with_every_column(
        [faulty for pair in zip(faulty_tables(), [sound(1)] * len(FAULTS), strict=True) for faulty in pair]
    )
    plan = Plan(Layout.of(table.schema), ALL)
    result = score_table(table, plan, first_row=11)
    listed = {(line["row"], line["board"]): (line["code"], line["column"], line["found"]) for line in result.problems}
    assert listed == {(11 + 2 * i, f"F{i}"): fault[:3] for i, fault in enumerate(FAULTS)}
    assert len(result.problems) == len(FAULTS) and all(line["hint"] for line in result.problems)
    messages = {line["board"]: line["message"] for line in result.problems}
    assert {f"F{i}": messages[f"F{i}"][: len(message)] for i, message in enumerate(MESSAGES)} == {
        f"F{i}": message for i, message in enumerate(MESSAGES)
    }
    expected = seven(scored(sound(1)), "pgp")[0]
    for id in ALL:
        statuses = ["set aside: see the problems", LEFT_OPEN.get(id, "scored")]
        assert result.scores[f"{id}_status"].to_pylist() == statuses * len(FAULTS)
        assert all(given == [None] * 7 for given in seven(result.scores, id)[::2])
    assert seven(result.scores, "pgp")[1::2] == [expected] * len(FAULTS)


def test_a_power_left_blank_after_its_zero_has_no_centres() -> None:
    out = changed(Italy=[3, 0], France=[3, 8])
    blank = changed(
        Italy=[3, 0],
        France=[3, 8, 8],
        **{name: [3, 4, 4] for name in ("Austria", "England", "Germany")},
        Russia=[4, 4, 4],
        Turkey=[3, 3, 3],
    )
    result = score_table(blank, Plan(Layout.of(blank.schema), ALL))
    assert not result.problems and not score_table(out, Plan(Layout.of(out.schema), ALL)).problems
    assert result.scores["c_diplo_Italy"].to_pylist() == [1]


def test_a_board_before_its_first_autumn_waits_and_another_map_has_other_centres() -> None:
    begun = changed(**dict.fromkeys(POWERS), result="in progress", variant="")
    other = changed(Austria=[3, 17], result="", variant="Colonial")
    table = pa.concat_tables([begun.cast(faulty_schema(begun)), other.cast(faulty_schema(other))])
    result = score_table(table, Plan(Layout.of(table.schema), ALL))
    assert not result.problems
    for id in ALL:
        on_another_map = "unscorable: variant games do not count" if id == "pgp" else LEFT_OPEN.get(id, "scored")
        statuses = result.scores[f"{id}_status"].to_pylist()
        assert statuses == ["unscorable: no autumn is known yet", on_another_map]
        assert seven(result.scores, id)[0] == [None] * 7


def test_problems_are_in_their_file_and_the_exit_status_is_1(tmp_path) -> None:
    pq.write_table(with_every_column([sound(2), faulty_tables()[0]]), tmp_path / "boards.parquet")
    status, output = run(tmp_path / "boards.parquet", tmp_path / "out")
    assert (
        status == 1 and "1 board set aside" in output and "3 boards scored under" in output and ": 1 file in " in output
    )
    lines = (tmp_path / "out" / "problems.csv").read_text(encoding="utf-8-sig").splitlines()
    assert lines == [
        "row,board,code,column,found,message,hint",
        (
            '3,F0,too_many_centres,Austria,38 centres in 1902,"The centres for 1902 add up to 38, but the map has 34.",Look for a wrong number among the seven powers’ centres.'
        ),
    ]
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert (manifest["boards"], manifest["set aside"], manifest["systems"]["omg"]) == (
        3,
        1,
        {"scored": 2, "set aside: see the problems": 1},
    )


def test_a_board_listed_twice_is_set_aside_in_both_rows(tmp_path, small) -> None:
    boards = [f"B{i}" for i in range(200)]
    boards[3], boards[150] = "B199", None  # in different partitions; a board without a name is not compared
    table = pa.concat_tables([sound(1)] * 200).set_column(0, "board", pa.array(boards))
    pq.write_table(table, tmp_path / "boards.parquet")
    status, output = run(tmp_path / "boards.parquet", tmp_path / "out")
    lines = (tmp_path / "out" / "problems.csv").read_text(encoding="utf-8-sig").splitlines()
    assert status == 1 and "2 boards set aside" in output
    assert [line.split(",")[:3] for line in lines[1:]] == [["4", "B199", "board_twice"], ["200", "B199", "board_twice"]]


def test_columns_that_do_not_identify_boards_are_refused_and_others_can_be_chosen(tmp_path) -> None:
    table = sound(6).set_column(0, "board", pa.array([1, 2, 3] * 2)).append_column("table", pa.array([*"aaabbb"]))
    pq.write_table(
        table.append_column("hall", pa.array([*"aaabbb"])).drop_columns("table"), tmp_path / "boards.parquet"
    )
    status, output = run(tmp_path / "boards.parquet", tmp_path / "out")
    assert status == 1 and "board do not identify a board: 6 of 6 rows have the same values as another" in output
    status, output = run(tmp_path / "boards.parquet", tmp_path / "out", "--id", "hall", "--id", "board")
    assert status == 0, output


def test_the_hash_of_names_distinguishes_texts_and_columns() -> None:
    one = pa.table({"a": ["ab", "a", "", None, "ba", None], "b": ["c", "bc", "abc", "abc", "c", None]})
    hashes = repeated_boards.hashes(one)
    assert len({*hashes.tolist()}) == 5 and hashes[2] == hashes[3] and hashes[5] == 0
    assert repeated_boards.hashes(one.slice(1, 3)).tolist() == hashes[1:4].tolist()
    many = repeated_boards.hashes(pa.table({"id": np.arange(100_000)}))
    assert len(np.unique(many)) == 100_000


# -- truncated files, memory, the folder of the scores -----------------------------------------------------------------


def test_truncated_and_damaged_files_are_refused_and_earlier_scores_stay(tmp_path, small) -> None:
    pq.write_table(sound(300), tmp_path / "boards.parquet", row_group_size=50)
    assert run(tmp_path / "boards.parquet", tmp_path / "out")[0] == 0
    before = files_of(tmp_path)
    good = (tmp_path / "boards.parquet").read_bytes()
    torn = {"cut.parquet": good[: len(good) // 2], "flipped.parquet": good[:900] + bytes(64) + good[964:]}
    head = "board," + ",".join(f"{name} final" for name in POWERS)
    torn |= {
        "no end.csv": f"{head}\n1,3,3,3,3,3,4,3\n2,3,3,3,3,3,4,1".encode(),
        "ragged.csv": f"{head}\n1,3,3,3,3,3,4,3\n2,3,3\n".encode(),
        "empty.csv": b"",
        "latin.csv": f"{head}\n1,3,3,3,3,3,4,3\n".encode() + "é,3,3,3,3,3,4,3\n".encode("latin-1"),
        "cut.csv.gz": gzip.compress(f"{head}\n1,3,3,3,3,3,4,3\n".encode() * 999)[:-9],
        "boards.txt": b"boards",
    }
    for name, content in torn.items():
        (tmp_path / name).write_bytes(content)
        status, output = run(tmp_path / name, tmp_path / "out")
        assert status == 1 and output.startswith("centre-years: ") and output.count("\n") == 1, (name, output)
        (tmp_path / name).unlink()
    assert files_of(tmp_path) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["boards.parquet", "out"]


def test_files_whose_columns_differ_from_the_first_are_refused(tmp_path) -> None:
    (tmp_path / "in").mkdir()
    pq.write_table(sound(), tmp_path / "in" / "1.parquet")
    pq.write_table(sound().drop_columns("board"), tmp_path / "in" / "2.parquet")
    status, output = run(tmp_path / "in", tmp_path / "out")
    assert status == 1 and "differ from those of" in output
    (tmp_path / "in" / "2.parquet").unlink()
    (tmp_path / "in" / "2.csv").write_text("board\n")
    assert "only one kind of file" in run(tmp_path / "in", tmp_path / "out")[1]


def test_only_an_earlier_output_is_replaced(tmp_path) -> None:
    pq.write_table(sound(), tmp_path / "boards.parquet")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work")
    status, output = run(tmp_path / "boards.parquet", tmp_path / "mine")
    assert status == 1 and "Choose another folder" in output
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "years of work"
    assert [run(tmp_path / "boards.parquet", tmp_path / "out")[0] for _ in range(2)] == [0, 0]


def test_an_archive_without_boards_has_an_empty_table_of_scores(tmp_path) -> None:
    pq.write_table(sound().slice(0, 0), tmp_path / "boards.parquet")
    status, output = run(tmp_path / "boards.parquet", tmp_path / "out")
    assert status == 0, output
    assert pq.read_table(tmp_path / "out" / "scores").num_rows == 0


def test_no_more_partitions_are_in_memory_than_the_engine_asked_for(boards, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(source, "PARTITION", 10)
    pq.write_table(lists(boards), tmp_path / "boards.parquet")
    files = source.sources(tmp_path / "boards.parquet")
    plan = stream.plan_of(files, ["c_diplo"], ids=(), keep=(), places=False)
    alive, most = 0, 0

    class Counted:
        waiting = 3

        def submit(self, score, *given):
            nonlocal alive, most
            alive += 1
            most = max(most, alive)
            part = score(*given)

            class Done:
                def result(self):
                    nonlocal alive
                    alive -= 1
                    return part

            return Done()

    assert stream.score_archive(files, tmp_path / "out", plan, Counted()).parts == 22
    assert most == 3 and alive == 0


PEAK = """
import pathlib, resource, sys
from pipeline.cli.app import app
try:
    app(["archive", sys.argv[1], sys.argv[2], "--system", "boucher", "--jobs", "1"])
except SystemExit as done:
    assert done.code == 0
assert not {"pandera", "dask", "distributed"} & {*sys.modules}
status = pathlib.Path("/proc/self/status")  # without what the parent held before; elsewhere the system's own figure
own = [line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM")] if status.exists() else []
print(own[0] if own else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_ten_times_the_boards_take_no_more_memory(tmp_path) -> None:
    group = pa.concat_tables([sound(1).drop_columns("board")] * 1000)
    group = pa.concat_tables([group] * 60).combine_chunks()
    peak = {}
    for groups in (2, 20):
        with pq.ParquetWriter(tmp_path / "boards.parquet", group.schema) as writer:
            for _ in range(groups):
                writer.write_table(group)
        ran = subprocess.run(
            [sys.executable, "-c", PEAK, str(tmp_path / "boards.parquet"), str(tmp_path / "out")],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        peak[groups] = int(ran.stdout.split()[-1]) / 1024
    assert peak[20] < 1.25 * peak[2] + 20, peak


# -- the command -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (("--system", "omgg"), "There is no system “omgg”."),
        (("--engine", "spark"), "There is no engine “spark”."),
        (("--scheduler", "tcp://x"), "A scheduler can be used only with `--engine dask`."),
        (("--id", "name"), "There is no column `name`."),
    ],
)
def test_a_wrong_option_is_reported_in_one_line(options, line, tmp_path) -> None:
    pq.write_table(sound(), tmp_path / "boards.parquet")
    status, output = run(tmp_path / "boards.parquet", tmp_path / "out", *options)
    assert status == 1 and line in output and output.count("\n") == 1


def test_a_missing_extra_is_reported_in_one_line_with_what_to_install(tmp_path, monkeypatch) -> None:
    pq.write_table(sound(), tmp_path / "boards.parquet")
    monkeypatch.setitem(sys.modules, "distributed", None)
    status, output = run(tmp_path / "boards.parquet", tmp_path / "out", "--engine", "dask")
    assert status == 1 and "-m pip install dask distributed pyarrow" in output
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    status, output = run(tmp_path / "boards.parquet", tmp_path / "out")
    assert status == 1 and "-m pip install pyarrow" in output and output.count("\n") == 1


def test_the_command_line_starts_without_pyarrow_and_dask() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", "import sys, pipeline.__main__; print(*{'pyarrow', 'dask', 'distributed'} & {*sys.modules})"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert not ran.stdout.strip()


def test_a_wrong_folder_raises_the_message_of_the_command() -> None:
    with pytest.raises(NoArchive, match="There is no column `round`"):
        Layout.of(sound().schema, ids=["round"])
