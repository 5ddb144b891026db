"""Checks that a system's certificate shows the system's known properties and any fault planted in the system."""

from dataclasses import replace
from itertools import combinations_with_replacement
from pathlib import Path
from types import ModuleType

import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner

from pipeline.books.writer import as_workbook
from pipeline.cli.app import app
from pipeline.language.language import language
from pipeline.rules.boards import Boards, Result
from pipeline.rules.systems import System, season_system, systems
from pipeline.tools.compare.certificate import Certified, certificate, certificate_book, heading_lines
from tests import THOROUGH


def lines(system: System) -> dict[str, Certified]:
    """Return the lines of a system's certificate in English, keyed by statement."""
    said = [Certified(str(one.statement), one.holds, str(one.figures), str(one.example)) for one in certificate(system)]
    return {str(line.statement): line for line in said}


@pytest.fixture(scope="module")
def carnage() -> dict[str, Certified]:
    return lines(systems()["carnage"])


def test_tribute_may_punish_one_more_centre() -> None:
    """The first power loses 2.8 points by taking one more centre, as worked out by hand.

    With 16 centres it has 16 + 11 + 10 x 5 = 77 points: 11 is its share of the 66 points for six survivors, and each of
    the five others pays 16 - 6 = 10 as tribute. With 17 centres, five powers share the 66 points, but the eliminated
    power pays no tribute, so the first power has only 17 + 13.2 + 11 x 4 = 74.2.
    """
    found = lines(systems()["tribute"])["one more centre never lowers a score"]
    assert found.holds is False and found.figures.endswith("at worst, the first power loses 2.8")
    assert found.example == "16-14-1-1-1-1 →\n17-14-0-1-1-1"


def test_carnage_gives_an_eliminated_third_more_than_a_surviving_seventh(carnage: dict[str, Certified]) -> None:
    """A power eliminated in third place has 5000 points and no centre.

    A survivor in seventh place has 1000 points and one centre.
    """
    found = carnage["any survivor scores more than any eliminated power"]
    assert found.holds is False
    assert found.figures == "the lowest-scoring survivor has 1001; the third power, which was eliminated, has 5000"
    assert carnage["a draw is worth more than an elimination"].holds is True  # on the same board
    assert carnage["boards with a solo have a constant sum"] == (
        "boards with a solo have a constant sum",
        True,
        "28034",
        "",
    )


def test_sum_of_squares_gives_all_to_seventeen_of_seventeen() -> None:
    """The two powers with 17 centres get half the points each, since nobody else has a centre."""
    found = lines(systems()["sum_of_squares"])
    assert found["boards without a solo have a constant sum"].figures == "100"
    assert (
        "to 50.0%"
        in found[
            "share of the points that goes to the power ranked second by centres, on a board without a solo"
        ].figures
    )
    assert found[
        "share of the points that goes to all eliminated powers together, on a board without a solo"
    ].figures.startswith("0.0% on average")


@pytest.mark.parametrize(
    ("base", "number", "value", "broken"),
    [
        ("c_diplo", "solo", "50", "a solo is worth more than any draw"),  # 17 centres and first place are worth 56
        ("c_diplo_namur", "centres", "0, 5, 9, 12, 3, 16, 18", "one more centre never lowers a score"),
        ("c_diplo", "beaten", "40", "any draw is worth more than any defeat"),
        ("whipping", "out_year", "30", "a draw is worth more than an elimination"),
        ("c_diplo", "places", "7, 38, 14", "the leader scores highest"),
    ],
)
def test_a_planted_fault_in_the_numbers_is_found(base: str, number: str, value: str, broken: str) -> None:
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


ABOVE_DRAW, SUM_OF_SOLOS = "a solo is worth more than any draw", "boards with a solo have a constant sum"


def test_solos_without_points_are_left_out_with_a_remark() -> None:
    """The source, a sketch of a system, does not say what a solo is worth.

    The lowest score, and the most that a power can lose by taking one more centre, are worked out by hand. On
    17-12-1-1-1-1-1 the first power has 100/7 - (17 - 1) = -1.714. From 16-9-9 to 17-8-9 it loses 2 points, since "the
    difference between your supply center count and the count of the smallest member of the draw" grows from 7 to 9.
    """
    done = CliRunner().invoke(app, ["certify", "burgess_1990"])
    assert done.exit_code == 0, done.output
    assert "\n634 of these positions are left out: the rule does not say what a solo is worth.\n" in done.stdout
    found = lines(systems()["burgess_1990"])
    beaten = "any draw is worth more than any defeat"
    assert {name for name, line in found.items() if line[1:] == (None, "the rules give no points for this", "")} == {
        *(ABOVE_DRAW, SUM_OF_SOLOS, beaten)
    }
    lowest = found["scores are never below zero"]
    assert (lowest.holds, lowest.figures, lowest.example) == (False, "the lowest score is -1.714", "17-12-1-1-1-1-1")
    more = found["one more centre never lowers a score"]
    assert (more.figures.split("; ")[1], more.example) == ("at worst, the first power loses 2", "16-9-9 →\n17-8-9")


def test_draws_without_points_are_left_out_with_a_remark() -> None:
    """In the 2018 league's table, draws of two to six score 20, 10, 5, 2 and 0 points, and a solo scores 40.

    The table does not say what a seven-way draw is worth.
    """
    of_seven = sum(sum(parts) == 34 for parts in combinations_with_replacement(range(1, 18), 7))
    system = systems()["playdip_league_2018"]
    assert str(heading_lines(system)[1]) == (
        f"{of_seven:,} of these positions are left out: the rule does not say what a draw of this size is worth."
    )
    found = lines(system)
    assert found[ABOVE_DRAW][1:] == (True, "40 against 20", "17-17")
    assert (
        found["a draw is worth more than an elimination"].figures == "a survivor has 0, and an eliminated power has 0"
    )
    assert found["boards without a solo have a constant sum"].figures == "0 to 40"


def test_an_own_system_with_points_for_a_single_draw_has_a_certificate() -> None:
    """Only draws between two powers earn points, so 17-17 is the only position with a score."""
    changed = (("draws", "3"), ("shared", "0"), ("solo", "0"))
    found = lines(season_system("2013", "two", "calhamer", changed))
    assert {name for name, line in found.items() if line.figures == "the rules give no points for this"} == {
        *(ABOVE_DRAW, SUM_OF_SOLOS, "any draw is worth more than any defeat"),
        *("the leader scores highest", "one more centre never lowers a score"),
    }
    assert found["boards without a solo have a constant sum"].figures == "6"


@pytest.mark.parametrize("id", systems() if THOROUGH else ["cruise_con", "pgp"])
def test_every_system_has_a_certificate(id: str) -> None:
    found = lines(systems()[id])
    assert all("nan" not in line.figures and "inf" not in line.figures for line in found.values())
    assert certificate_book(systems()[id], [*found.values()], language("en")).sheets


def test_the_command_prints_what_the_workbook_shows(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["certify", "boucher", "--to", str(tmp_path / "boucher.xlsx")])
    assert done.exit_code == 0 and "yes  a solo is worth more than any draw: 60 against 50" in done.stdout
    book = load_workbook(tmp_path / "boucher.xlsx")
    assert book.sheetnames == ["Certificate", "Rules", "Numbers"]
    shown = {row[0].value: row[1].value for row in book["Certificate"].iter_rows(min_col=1, max_col=2)}
    assert shown["a solo is worth more than any draw"] == "yes"
    assert CliRunner().invoke(app, ["certify", "bucher"]).stderr.strip().endswith("choose boucher")


def test_the_same_system_gives_the_same_bytes(tmp_path: Path, carnage: dict[str, Certified]) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(
            as_workbook(certificate_book(systems()["carnage"], [*carnage.values()], language("en")))
        )
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
