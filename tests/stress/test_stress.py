"""A short version of `make stress`, and checks that the stress tests detect the faults that they are meant to find."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from pipeline.build.manifest import file_digest
from pipeline.read.find import Listing, Source
from pipeline.read.raw_tables import Raw, read
from pipeline.stages import Computed
from tests import THOROUGH
from tests.sheets import Sheets, event, only_rules, put, rewrite, write_ods, write_xlsx
from tests.stress import damage
from tests.stress.builds import Done, League, count, faults, few_rules, league, prepared, run, unmended
from tests.stress.cell_faults import run_cell_faults
from tests.stress.damage import run_damage
from tests.stress.failures import run_failures
from tests.stress.folders import run_folders
from tests.stress.kills import run_kills
from tests.stress.matrix import run_matrix
from tests.stress.mutations import OF_BYTES, OF_XML, elements
from tests.stress.strict import NotInOrder, typed
from tests.stress.tally import Tally, added, table
from tests.stress.together import run_together


def assert_all_ended_well(tallies: list[Tally], tried: int) -> None:
    assert sum(tally.tried for tally in tallies) == tried
    assert [label for tally in tallies for label in tally.to_retry] == []


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[League]:
    with few_rules():
        yield league(tmp_path_factory.mktemp("league"))


# -- the short form ----------------------------------------------------------------------------------------------------


def test_a_damaged_workbook_is_reported_or_changes_nothing() -> None:
    assert_all_ended_well(run_damage(10 * len(OF_BYTES), 5 * len(OF_XML), seed=1), 10 * len(OF_BYTES) + 5 * len(OF_XML))


def test_a_slip_is_noticed_by_the_laws_of_the_chart_or_by_typed_totals_places_and_scores() -> None:
    """A control total reveals all typing errors that change a year's sum, and no others.

    A score entered to three decimals reveals every error that changes a score.
    """
    shares = run_cell_faults(12)
    for kind in ("one more or less in a cell", "another digit in a cell", "a blank cell"):
        assert shares[kind]["and control total"] == 1
    every_year = shares["two powers swapped in every year"]
    assert every_year["laws of the chart"] == every_year["and control total"], "a swap moves no sum"
    assert {kind: noticed["and all three"] for kind, noticed in shares.items()} == dict.fromkeys(shares, 1)
    for noticed in shares.values():
        assert noticed["laws of the chart"] <= min(noticed.values()), "a witness hides nothing"


def test_a_killed_build_leaves_whole_files_and_the_next_one_completes_the_rest(made: League) -> None:
    assert_all_ended_well(run_kills(4, seed=1, made=made), 4)


def test_a_build_that_cannot_write_says_so_in_one_line_and_loses_nothing(made: League) -> None:
    tallies = run_failures(points=4, sizes=1, disks=1, seed=1, made=made, ways=[(0, 1)])
    assert_all_ended_well(tallies, sum(tally.tried for tally in tallies))
    assert [tally.tried for tally in tallies][:2] == [4, 1]


@pytest.mark.skipif(not THOROUGH, reason="`tests/build/test_folders.py` asks the same, one by one")
def test_names_and_links_in_the_folders_change_nothing_outside(made: League) -> None:
    assert_all_ended_well(run_folders(8, seed=1, made=made, links=8), 16)


def test_several_builds_at_once_give_the_same_as_one(made: League) -> None:
    assert_all_ended_well(run_together(2, seed=1, made=made, many=[3]), 2)


@pytest.mark.skipif(not THOROUGH, reason="processes and orders are asked elsewhere; this begins three programs")
def test_a_season_is_the_same_to_the_byte_under_other_circumstances(tmp_path: Path) -> None:
    write_xlsx(tmp_path / "2013" / "Coppa.xlsx", event())
    write_ods(tmp_path / "2013" / "Notte.ods", event("Notte", family="Notte"))
    write_xlsx(tmp_path / "2013" / "season.xlsx", {"season": [["setting", "value"], ["systems", "official"]]})
    assert_all_ended_well(run_matrix(1, seed=0, raw=tmp_path), 1)  # two spawned processes


# -- the instruments ---------------------------------------------------------------------------------------------------


@pytest.fixture
def goods() -> Iterator[None]:
    """Read and score the undamaged workbooks before a test tampers with the program."""
    with only_rules(*damage.RULES):
        damage.goods()
        yield


def test_figures_that_change_without_a_message_are_counted(goods: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test makes the program double every score of workbooks whose only damage is extra bytes at the end.

    Since the program reports nothing about these bytes, every trial must count as wrong.
    """
    real = damage.compute

    def doubling(found: Listing) -> Computed:
        computed = real(found)
        for published in computed.published.values():
            published.scores["score"] *= 2
        return computed

    monkeypatch.setattr(damage, "compute", doubling)
    monkeypatch.setattr(damage, "_when_read", lambda *_: "")  # goes on to the scoring
    too_many = [
        ("bytes", number) for number in range(40) if [*OF_BYTES][number % len(OF_BYTES)] == "bytes after the end"
    ]
    [tally] = damage.trials(too_many)
    assert (tally.name, tally.ends["wrong"]) == ("bytes after the end", len(too_many))
    assert tally.to_retry[0].startswith("bytes after the end: wrong data without a message: number 8, ")


def test_exceptions_and_hangs_are_counted_for_each_workbook(
    goods: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def breaking(sources: list[Source]) -> Raw:
        raise ZeroDivisionError("seven")

    def hanging(sources: list[Source]) -> Raw:
        time.sleep(60)
        return read(sources)

    numbers = [("XML", number) for number in range(3)]
    monkeypatch.setattr(damage, "read", breaking)
    tally = added(damage.trials(numbers, keep=tmp_path / "kept"))
    assert sum(each.ends["unclassified"] for each in tally) == 3
    assert all("ZeroDivisionError: seven" in label for each in tally for label in each.to_retry)
    assert len([*(tmp_path / "kept").iterdir()]) == 3
    monkeypatch.setattr(damage, "read", hanging)
    monkeypatch.setattr(damage, "LONGEST", 0.05)
    assert sum(each.ends["hangs"] for each in damage.trials(numbers[:1])) == 1


@pytest.mark.parametrize("write", [write_xlsx, write_ods])
def test_the_second_reading_distinguishes_data_from_damage(
    write: Callable[[Path, Sheets], Path], tmp_path: Path
) -> None:
    good = typed(write(tmp_path / f"good{write.__name__}", event()).read_bytes())
    sheets = event()
    put(sheets, "boards!K2", 6)
    assert typed(write(tmp_path / "same", event()).read_bytes()) == good
    other = typed(write(tmp_path / "other", sheets).read_bytes())
    assert len({*good.items()} ^ {*other.items()}) == 2, "one cell says something else"
    assert ("boards", "K2") in good or ("boards", "1,10") in good


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('r="G4"', 'r="G5"'),
        ('r="G4"', 'r="G0"'),
        ('<row r="4"', '<row r="3"'),
        ("sheetData>", "sheetDatum>"),
        ("spreadsheetml/2006/main", "spreadsheetml/2006/mine"),
        ("<v>7</v>", "<v>seven</v>"),
    ],
)
def test_a_workbook_that_contradicts_itself_is_damage(old: str, new: str, tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "x.xlsx", event())
    rewrite(path, {"xl/worksheets/sheet2.xml": lambda xml: xml.replace(old, new)})
    with pytest.raises(NotInOrder):
        typed(path.read_bytes())


def test_elements_are_cut_out_whole() -> None:
    xml = b'<?xml version="1.0"?><a><b x="1"><c/></b><b>t</b></a>'
    assert sorted(xml[e.start : e.stop] for e in elements(xml)) == [b'<b x="1"><c/></b>', b"<b>t</b>", b"<c/>"]


@pytest.mark.parametrize("kind", [*OF_BYTES, *OF_XML])
def test_every_kind_of_damage_changes_something(kind: str) -> None:
    xml = b'<?xml version="1.0"?><a><b x="17" y="2"><c>3</c><c>4</c></b><b>text</b><d><e>56</e></d></a>'
    change = (OF_BYTES | OF_XML)[kind]
    assert any(change(Random(seed), xml) != xml for seed in range(5))


def test_partial_files_lost_files_and_false_claims_are_counted(made: League, tmp_path: Path) -> None:
    raw, out = prepared(made, tmp_path / "trial", 0, 1)
    assert [*faults(made, out, 0, 1)] == []
    table_file, manifest = out / "2013" / "tables" / "c_diplo.scores.csv", out / "2013" / "manifest.json"
    table_file.write_bytes((made.out[1] / "2013" / "tables" / "c_diplo.scores.csv").read_bytes())
    assert [*faults(made, out, 0, 1)] == [], "an old file or a new one"
    stored = json.loads(manifest.read_text(encoding="utf-8"))
    stored["files"]["tables/c_diplo.scores.csv"] = file_digest(table_file)
    manifest.write_text(json.dumps(stored))
    ends = dict(faults(made, out, 0, 1))
    assert ends == {"corrupt": "2013 calls itself finished"}
    table_file.write_bytes(b"rank,pla")
    (out / "2013" / "c_diplo.xlsx").unlink()
    ends = {*faults(made, out, 0, 1)}
    assert {
        ("corrupt", "2013/tables/c_diplo.scores.csv is of neither build"),
        ("lost", "2013/c_diplo.xlsx is gone"),
    } <= ends
    (out / "2013" / "stray.csv").write_text("")
    assert ("unmended", "['2013/stray.csv'] are not as a first build makes them") in [*unmended(made, raw, out, 1)]


def test_a_build_that_raises_or_prints_too_much_is_not_taken_for_a_refusal(tmp_path: Path) -> None:
    def breaks() -> None:
        raise ZeroDivisionError

    done = run(tmp_path, tmp_path / "out", before=breaks)
    assert done.status == 70 and "ZeroDivisionError" in done.errors and not done.refused
    assert Done(1, "centre-years: no\n").refused
    assert not Done(1, "centre-years: no\ncentre-years: no\n").refused
    assert not Done(1, "Traceback\ncentre-years: no\n").refused


def test_the_table_adds_up() -> None:
    one, other = Tally("kills"), Tally("kills")
    one.count("answered")
    other.count("lost", "number 7")
    [both] = added([one, other])
    assert (both.tried, both.failures, both.to_retry) == (2, 1, ["kills: old output lost: number 7"])
    count(both, "number 8", iter([("corrupt", "half a file"), ("lost", "never counted")]))
    assert both.to_retry[-1] == "kills: corrupt outputs: number 8: half a file"
    rows = [line.split(" | ") for line in table([both]).splitlines()]
    assert rows[-1][:3] == ["| all", "3", "1"]
    assert {len(row) for row in rows[:1] + rows[2:]} == {11}
