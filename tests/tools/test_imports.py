"""What other programs wrote becomes the workbook that a person would have typed. The files are made by hand here."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from pipeline.cli.app import app
from pipeline.read.find import find
from pipeline.read.sheets import read
from pipeline.tools.desk.next_round import seats_of, settings_of, typed_rows
from schemas.words import POWERS, RESERVED

Rows = list[dict[str, Any]]
CODES = [f"C{number:02}" for number in range(1, 35)]  # the 34 centres of the map
# Autumns of a game: Austria, England, France, Germany, Italy, Russia, Turkey.
CHART = {1901: (5, 4, 5, 5, 4, 6, 4), 1902: (4, 5, 6, 6, 4, 5, 4), 1903: (0, 7, 8, 7, 4, 4, 4)}


def owned(counts: Sequence[int], name: Callable[[str], str] = str.upper) -> dict[str, list[str]]:
    """Lists of centres as long as these counts; a power without any is not there."""
    codes = iter(CODES)
    return {name(p): [next(codes) for _ in range(n)] for p, n in zip(POWERS, counts, strict=True) if n}


def run(raw: Path, *arguments: object) -> Result:
    """The command, into an event called Club of 2026."""
    typed = ["import", *map(str, arguments), "--season", "2026", "--event", "Club", "--raw", str(raw)]
    return CliRunner().invoke(app, typed)


def typed(raw: Path, sheet: str = "boards", event: str = "Club") -> Rows:
    """The rows of the event's sheet, as the build reads them; the file has no error."""
    read_again = read(find(raw, RESERVED).sources)
    assert [p for p in read_again.problems if p.severity in ("error", "warning")] == []
    rows = typed_rows(read_again, sheet, "2026", event)
    return seats_of(rows) if sheet == "boards" else rows


def charts(raw: Path, event: str = "Club") -> dict[object, dict[int, tuple[int, ...]]]:
    """Board -> year -> the centres of the seven powers."""
    found: dict[object, dict[int, tuple[int, ...]]] = {}
    for seat in typed(raw, event=event):
        for year in (name for name in seat if name.isdecimal()):
            chart = found.setdefault(seat["board"], {})
            chart[int(year)] = (*chart.get(int(year), ()), seat[year])
    return found


# -- the Python engine -------------------------------------------------------------------------------------------------


def phase(name: str, counts: Sequence[int]) -> dict[str, object]:
    return {
        "name": name,
        "state": {"name": name, "centers": owned(counts)},
        "orders": {},
        "results": {},
        "messages": [],
    }


def engine_game(number: int = 1) -> dict[str, object]:
    """A game whose centres of 1901 stand in the winter, those of 1902 in the next spring, of 1903 at the end."""
    start, (first, second, last) = (3, 3, 3, 3, 3, 4, 3), CHART.values()
    phases = [
        *(phase("S1901M", start), phase("F1901M", start), phase("W1901A", first), phase("S1902M", first)),
        *(phase("F1902R", first), phase("S1903M", second), phase("F1903M", second), phase("COMPLETED", last)),
    ]
    return {"id": f"game {number}", "map": "standard", "rules": ["NO_PRESS"], "phases": phases}


def test_a_saved_game_of_the_engine_is_a_board_with_its_centres_by_year(tmp_path: Path) -> None:
    """formats.md, 8: "The centres after autumn of a year stand in the next spring's (or the winter's) state"."""
    file = tmp_path / "friday.json"
    file.write_text(json.dumps(engine_game(), indent=1), encoding="utf-8")
    done = run(tmp_path / "raw", file)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Left aside: id, rules" in done.stdout and "Missing: the names of 7 players" in done.stdout
    assert charts(tmp_path / "raw") == {"friday": CHART}
    seats = typed(tmp_path / "raw")
    assert [seat["power"] for seat in seats] == [*POWERS]
    assert {(seat["round"], seat["player"], seat["imported from"]) for seat in seats} == {(1, "?", "friday.json")}


def test_a_line_of_many_games_that_is_broken_costs_that_game_alone(tmp_path: Path) -> None:
    """ "One bad file among many: the others are imported, it is named, the exit status says so." """
    lines = [json.dumps(engine_game(number)) for number in (1, 2, 3)]
    lines[1] = lines[1][:200]
    stopped = engine_game(4)
    stopped["phases"] = stopped["phases"][:-1]  # type: ignore[index]
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join([*lines, json.dumps(stopped)]), encoding="utf-8")
    done = run(tmp_path / "raw", file, "--round", "2")
    assert done.exit_code == 1
    assert "error: games.jsonl:2: found line 1, column 201" in done.stderr
    assert "notice: games.jsonl:4: found no end" in done.stderr
    two_years = {year: CHART[year] for year in (1901, 1902)}
    assert charts(tmp_path / "raw") == {"games 1": CHART, "games 3": CHART, "games 4": two_years}
    assert {(seat["round"], seat["imported from"]) for seat in typed(tmp_path / "raw")} == {
        (2, f"games.jsonl:{line}") for line in (1, 3, 4)
    }
    assert typed(tmp_path / "raw", "games") == []  # `result` stays blank


def test_the_event_has_the_settings_that_a_person_fills_in(tmp_path: Path) -> None:
    file = tmp_path / "friday.json"
    file.write_text(json.dumps(engine_game()), encoding="utf-8")
    run(tmp_path / "raw", file)
    settings = settings_of(read(find(tmp_path / "raw", RESERVED).sources), "2026", "Club")
    assert settings == {"name": "Club"}
