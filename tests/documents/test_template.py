"""Tests of the template for a league's own repository.

Its workflow publishes the pages, or posts a comment that lists the faults in the sheets.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.sheets import Sheets, event, put, table, write_xlsx

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "docs" / "template"
WORKFLOW = ".github/workflows/results.yml"


def steps() -> dict[str, dict[str, Any]]:
    """Return the named steps of the workflow, in order."""
    job = yaml.safe_load((TEMPLATE / WORKFLOW).read_text(encoding="utf-8"))["jobs"]["build"]
    return {step["name"]: step for step in job["steps"] if "name" in step}


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """Make a repository from the template. The commands in the `bin` folder beside it run this program."""
    if sys.platform == "win32":
        pytest.skip("the workflow runs on Linux")
    folder = tmp_path / "la lega è"
    shutil.copytree(TEMPLATE, folder)
    commands = tmp_path / "bin"
    commands.mkdir()
    for name, words in (("centre-years", "-P -m pipeline"), ("python", "")):
        (commands / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n', encoding="utf-8")
        (commands / name).chmod(0o755)
    return folder


def run(name: str, folder: Path) -> int:
    """Run a step of the workflow as the code host does, and return the exit status."""
    path = f"{folder.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        ["bash", "-e", "-c", steps()[name]["run"]], cwd=folder, env=environment, capture_output=True, check=False
    ).returncode


def upload(league: Path, sheets: Sheets) -> None:
    """Put an event into the league, in a season that shows only the event's official system."""
    season = league / "data" / "raw" / "2026"
    write_xlsx(season / "Coppa.xlsx", sheets)
    write_xlsx(season / "season.xlsx", {"season": table("setting value", ("systems", "official"))})


def test_an_uploaded_workbook_becomes_pages(league: Path) -> None:
    upload(league, event("Coppa"))
    assert run("build", league) == 0
    published = {path.relative_to(league / "data" / "out").as_posix() for path in (league / "data").rglob("*.html")}
    assert {"index.html", "2026/report.html"} <= published


def test_a_wrong_sheet_gets_a_comment_with_its_cell_and_its_cure(league: Path) -> None:
    sheets = event("Coppa")
    put(sheets, "boards!E3", "*five* @everyone")
    upload(league, sheets)
    assert run("build", league) == 1  # so the pages are not published
    assert [name for name, step in steps().items() if step.get("if") == "failure()"] == ["explain", "comment"]
    assert run("explain", league) == 0
    comment = (league / "comment.md").read_text(encoding="utf-8")
    assert "- **error** 2026/Coppa.xlsx boards E3\n" in comment
    assert "“\\*five\\* @\u200beveryone” is not a whole number" in comment and "Correct the cell." in comment


def test_the_pages_are_published_from_the_folder_of_outputs() -> None:
    workflow = yaml.safe_load((TEMPLATE / WORKFLOW).read_text(encoding="utf-8"))
    published = [step["with"]["path"] for step in workflow["jobs"]["build"]["steps"] if "path" in step.get("with", {})]
    assert published == ["data/out"]


def test_a_release_pins_its_wheel_and_libraries_for_the_template(tmp_path: Path) -> None:
    if not shutil.which("sha256sum"):
        pytest.skip("the workflow runs on Linux")
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "app.yml").read_text(encoding="utf-8"))
    [script] = [step["run"] for step in workflow["jobs"]["app"]["steps"] if step.get("name") == "package"]
    commands = tmp_path / "bin"
    commands.mkdir()
    python = commands / "python"  # the workflow's real `python` builds a wheel
    python.write_text(
        "#!/bin/sh\nmkdir dist && printf wheel > dist/centre_years-1-py3-none-any.whl\n", encoding="utf-8"
    )
    python.chmod(0o755)
    shutil.copy(ROOT / "requirements.txt", tmp_path)
    environment = os.environ | {
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
        "RELEASE": "https://example.org/v1",
    }
    subprocess.run(["bash", "-e", "-c", script], cwd=tmp_path, env=environment, check=True)
    libraries = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    digest = "ba59926159d2aa256eb8739b8da7e2b574b960e1202c6d624cbe981cef996c91"  # `printf wheel | sha256sum`
    assert (tmp_path / "dist" / "requirements.txt").read_text(encoding="utf-8") == libraries + (
        f"centre-years @ https://example.org/v1/centre_years-1-py3-none-any.whl --hash=sha256:{digest}\n"
    )


def test_the_program_is_built_for_three_systems_as_make_builds_it() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "app.yml").read_text(encoding="utf-8"))
    job = workflow["jobs"]["app"]
    assert {one["system"].partition("-")[0] for one in job["strategy"]["matrix"]["include"]} == {
        *("windows", "macos", "ubuntu"),
    }
    runs = {step["name"]: step["run"] for step in job["steps"] if "run" in step}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("--workpath .venv/app ", "")
    for name in ("build", "test"):
        assert runs[name].removeprefix("python ") in makefile
    for word in runs["install"].split():
        if word.endswith(".txt"):
            assert (ROOT / word).is_file()
