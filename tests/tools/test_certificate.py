"""The certificate: what is known of systems is found, and faults planted in them too."""

from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner

from pipeline.books.writer import write_book
from pipeline.cli.app import app
from pipeline.rules.boards import Boards, Result
from pipeline.rules.systems import System, season_system, systems
from pipeline.tools.compare.certificate import Certified, Unfit, certificate, certificate_book


def lines(system: System) -> dict[str, Certified]:
    return {line.statement: line for line in certificate(system)}


@pytest.fixture(scope="module")
def carnage() -> dict[str, Certified]:
    return lines(systems()["carnage"])


def test_tribute_may_punish_one_more_centre() -> None:
    """By hand: a fifth survivor less shares the 66, and no tribute is owed by who is gone.

    Before: 16 + 11 + 10 x 5 = 77, for each of five survivors pays min(66/6, 16 - 6). After: 17 + 13.2 + 11 x 4 = 74.2.
    """
    found = lines(systems()["tribute"])["one more centre never lowers a score"]
    assert found.holds is False and found.figures.endswith("the first loses 2.8")
    assert found.example == "16-14-1-1-1-1 →\n17-14-0-1-1-1"


def test_carnage_gives_an_eliminated_third_more_than_a_surviving_seventh(carnage: dict[str, Certified]) -> None:
    """Third place 5000 with no centre; seventh place 1000 and one centre."""
    found = carnage["any survivor scores more than any eliminated power"]
    assert found.holds is False
    assert found.figures == "the lowest survivor has 1001, an eliminated third 5000"
    assert carnage["a draw is worth more than an elimination"].holds is True  # on the same board
    assert carnage["boards with a solo have a constant sum"] == (
        "boards with a solo have a constant sum",
        True,
        "28034",
        "",
    )


def test_sum_of_squares_gives_all_to_seventeen_of_seventeen() -> None:
    """17-17: half each; 17² against 17² and nothing to anybody else."""
    found = lines(systems()["sum_of_squares"])
    assert found["boards without a solo have a constant sum"].figures == "100"
    assert "to 50.0 %" in found["part of a board's points without a solo: the second"].figures
    assert found["part of a board's points without a solo: all who are eliminated"].figures.startswith(
        "0.0 % on average"
    )


@pytest.mark.parametrize(
    ("base", "number", "value", "broken"),
    [
        ("c_diplo", "solo", "50", "a solo is worth more than any draw"),  # 17 centres and the first place have 56
        ("c_diplo_namur", "centres", "0, 5, 9, 12, 3, 16, 18", "one more centre never lowers a score"),
        ("c_diplo", "beaten", "40", "any draw is worth more than any defeat"),
        ("whipping", "out_year", "30", "a draw is worth more than an elimination"),
        ("c_diplo", "places", "7, 38, 14", "the leader scores highest"),
    ],
)
def test_a_fault_planted_in_the_numbers_is_found(base: str, number: str, value: str, broken: str) -> None:
    assert lines(systems()[base])[broken].holds is True
    assert lines(season_system("2013", "planted", base, ((number, value),)))[broken].holds is False


def test_a_sum_that_drifts_is_found() -> None:
    honest = systems()["sum_of_squares"]

    def drifting(boards: Boards, numbers: object) -> Result:
        found = honest.module.score(boards, numbers)
        return replace(
            found, parts=found.parts | {"square points": found.parts["square points"] + 1e-6 * (boards.centres == 9)}
        )

    module = ModuleType("drifting", honest.module.__doc__)
    module.__dict__.update(vars(honest.module) | {"score": drifting})
    found = lines(replace(honest, module=module))["boards without a solo have a constant sum"]
    assert found.holds is False


def test_a_text_that_leaves_positions_open_has_no_certificate() -> None:
    with pytest.raises(Unfit, match="burgess_1990"):
        certificate(systems()["burgess_1990"])
    done = CliRunner().invoke(app, ["certify", "burgess_1990"])
    assert done.exit_code == 1 and "has no points for some final positions" in done.stderr


def test_the_command_says_what_the_workbook_shows(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["certify", "boucher", "--to", str(tmp_path / "boucher.xlsx")])
    assert done.exit_code == 0 and "yes  a solo is worth more than any draw: 60 against 50" in done.stdout
    book = load_workbook(tmp_path / "boucher.xlsx")
    assert book.sheetnames == ["Certificate", "Rules", "Numbers"]
    shown = {row[0].value: row[1].value for row in book["Certificate"].iter_rows(min_col=1, max_col=2)}
    assert shown["a solo is worth more than any draw"] == "yes"
    assert CliRunner().invoke(app, ["certify", "bucher"]).stderr.strip().endswith("choose boucher")


def test_the_same_system_gives_the_same_bytes(tmp_path: Path, carnage: dict[str, Certified]) -> None:
    for name in ("a", "b"):
        write_book(tmp_path / name, certificate_book(systems()["carnage"], [*carnage.values()]))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
