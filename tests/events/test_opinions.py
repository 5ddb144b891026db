"""Second opinions on ranks, compared with ranks worked out by hand.

A second opinion shows what another reading of the official system would change in an event.
"""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook

from pipeline.books.writer import as_workbook
from pipeline.build.build import RESERVED
from pipeline.events.opinions import movers
from pipeline.pages.report import season_report
from pipeline.pages.season import Season
from pipeline.read.find import find
from pipeline.report import page
from pipeline.stages import Computed, compute
from pipeline.tools.compare.comparison import comparison
from pipeline.tools.compare.comparison_book import comparison_book
from pipeline.tools.compare.properties import properties
from tests.sheets import POWERS, Rows, Sheets, event, write_xlsx

FINALS = {
    1: (18, 7, 5, 4, 0, 0, 0),  # Italy, Russia and Turkey were eliminated in 1902
    2: (10, 8, 6, 4, 3, 2, 1),
}


def evening(system: str | None) -> Sheets:
    """Return an event of two boards with different players, who are named after their power and board."""
    rows = [
        [1, board, power, f"{power} {board}", final, None if final else 1902]
        for board, finals in FINALS.items()
        for power, final in zip(POWERS, finals, strict=True)
    ]
    boards: Rows = [["round", "board", "power", "player", "final", "eliminated"], *rows]
    games: Rows = [["round", "board", "last year"], [1, 1, 1907], [1, 2, 1907]]
    return {"event": event("Uno", system)["event"], "boards": boards, "games": games}


SYSTEMS = ("weasel_moot_2007", "carnage_dead_equal", "tribute", None)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Computed:
    """Compute the event made by `evening` once under each system, in seasons named after the systems."""
    folder = tmp_path_factory.mktemp("played")
    for system in SYSTEMS:
        write_xlsx(folder / str(system) / "Uno.xlsx", evening(system))
    return compute(find(folder, RESERVED))


def test_a_reading_that_gives_points_to_the_losers_moves_them(played: Computed) -> None:
    """Weasel Moot 2007 gives the losers of a solo nothing, but Whipping gives them a point for each year survived.

    The soloist has 450 points officially and 468 under Whipping, and is first either way. Board 2 keeps its scores.
    Officially, the six losers share rank 9. Under Whipping, the three who survived seven years keep rank 9, and the
    three who survived two years drop to rank 12.
    """
    found = played.results.opinions.of("weasel_moot_2007")
    assert found.compared.to_numpy().tolist() == [["weasel_moot_2007", "Uno", "weasel_moot_2007", "whipping", 2]]
    ranks = found.ranks.set_index("player")
    assert ranks.loc["Austria 1", ["score", "other_score", "rank", "other_rank"]].tolist() == [450, 468, 1, 1]
    beaten = [f"{power} 1" for power in POWERS[1:]]
    assert ranks.loc[beaten, "score"].tolist() == [0] * 6 and ranks.loc[beaten, "rank"].tolist() == [9] * 6
    assert ranks.loc[beaten, "other_score"].tolist() == [7, 7, 7, 2, 2, 2]
    assert ranks.loc[beaten, "other_rank"].tolist() == [9, 9, 9, 12, 12, 12]
    assert [*movers(found.moves, gain=False)] == [(f"{power} 1", 9, 12) for power in POWERS[4:]]
    assert [*movers(found.moves, gain=True)] == []
    assert found.seats["board"].tolist() == ["1"] * 7  # nothing differs on the other board
    assert (
        found.seats["other_place"].tolist() == [1, 2, 2, 2, 5, 5, 5] and found.seats["place"].tolist() == [1] + [2] * 6
    )


def test_another_value_of_a_solo_may_move_nobody(played: Computed) -> None:
    """A solo is worth 21034 in Carnage 21 and 28034 in Carnage dead equal.

    Either is more than the best score on board 2, which is 7010, so no rank changes.
    """
    found = played.results.opinions.of("carnage_dead_equal")
    report = season_report(Season(played, "carnage_dead_equal"))
    assert report.opinions == [] and "Second opinion" not in page(report)
    assert {"carnage", "carnage_21"} <= {*found.compared["reading"]} and (found.compared["boards"] == 2).all()
    assert found.moves.empty and "carnage_21" in {*found.seats["reading"]}


@pytest.mark.parametrize("system", ["tribute", None])
def test_there_is_no_second_opinion_without_a_system_or_without_another_reading(
    system: str | None, played: Computed
) -> None:
    found = played.results.opinions.of(str(system))
    assert found.compared.empty and found.ranks.empty and found.seats.empty and found.moves.empty


def test_the_comparison_and_the_report_show_second_opinions(played: Computed, tmp_path: Path) -> None:
    compared = comparison(played, "weasel_moot_2007")
    (tmp_path / "compare.xlsx").write_bytes(
        as_workbook(comparison_book(compared, properties(compared.systems.values())))
    )
    book = load_workbook(tmp_path / "compare.xlsx")
    (row,) = [row for row in book["Second opinion"].iter_rows(values_only=True) if row[0] == "Uno"]
    losers = "Italy 1 (9 to 12), Russia 1 (9 to 12), Turkey 1 (9 to 12)"
    assert row == ("Uno", "Weasel Moot 2007", "Whipping", 2, 1, 3, None, losers)
    rows = [row for row in book["Second-opinion boards"].iter_rows(values_only=True) if row[0] == "Uno"]
    assert [row[-3:] for row in rows] == [(450, 468, 18), *[(0, 7, 7)] * 3, *[(0, 2, 2)] * 3]
    report = season_report(Season(played, "weasel_moot_2007"))
    (opinion,) = report.opinions
    assert (opinion.event, opinion.system, opinion.title) == ("Uno", "weasel_moot_2007", "Whipping")
    assert "dipvis" in opinion.source and "The beaten have a point a year." in opinion.source
    for language, title in {
        "en": "under the reading",
        "it": "secondo la lettura",
        "fr": "selon la lecture",
        "de": "nach der Lesart",
    }.items():
        section = (
            page(replace(report, language=language)).partition('<details id="opinions"')[2].partition("</details")[0]
        )
        assert f"Uno, {title} Whipping" in section
        movers, boards = [re.findall(r"<tr><th scope=\"row.*</tr>", table) for table in section.split("<table")[1:]]
        shown = [" ".join(re.sub("<[^>]*>", " ", row).split()) for row in movers]
        assert shown == [f"{power} 1 9 12 0 2" for power in POWERS[4:]]
        assert len(boards) == 1 and all(f"{power} 1</bdi>" in boards[0] for power in POWERS[4:])
        assert (
            boards[0].count("2 → 5") == 3 and boards[0].count("→") == 3
        )  # the other losers stay second, and the soloist stays first
