"""Checks that no Python file in a league's folder ever runs, since such a folder may come from anybody."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.read import file
from pipeline.read.file import opened
from tests.bad_inputs.test_files import large
from tests.sheets import ROOT, event, table, write_xlsx

LIBRARY = sorted({*sys.stdlib_module_names} - {"__main__", "this", "antigravity"})
OTHERS = (
    "numpy",
    "pandas",
    "openpyxl",
    "pandera",
    "typer",
    "babel",
    "xlsxwriter",
    "sitecustomize",
    "usercustomize",
    "tests",
)
COMMAND = """import sys
from pipeline.cli.app import main
if __name__ == "__main__":
    sys.exit(main())
"""


@pytest.fixture
def trapped(tmp_path: Path) -> Path:
    """Write a league whose folder has a file named after each Python module. Each file leaves a record if it is run."""
    folder = tmp_path / "league"
    for season in ("2013", "2014"):
        raw = folder / "data" / "raw" / season
        write_xlsx(raw / f"Night {season}.xlsx", event(f"Night {season}", family=season))
        write_xlsx(raw / "season.xlsx", {"season": table("setting value", ("systems", "official"))})
    for name in (*LIBRARY, *OTHERS):
        (folder / f"{name}.py").write_text(f"open({str(tmp_path / 'run')!r}, 'a').write({name!r} + ' ')\n", "utf-8")
    return folder


@pytest.mark.parametrize(("command", "start"), [("module", "spawn"), ("script", "fork")])
def test_no_python_file_beside_the_sheets_runs(
    command: str, start: str, trapped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No process of `python -m pipeline` or the installed command may run a Python file that lies beside the sheets."""
    script = trapped.parent / "bin" / "centre-years"
    script.parent.mkdir()
    script.write_text(COMMAND, "utf-8")
    typed = ["-m", "pipeline"] if command == "module" else [str(script)]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "CENTRE_YEARS_START": start}
    environment.pop("PYTHONSAFEPATH", None)
    ran = trapped.parent / "run"
    if command == "module":  # the program cannot prevent Python's own imports at start, but must add no others
        (trapped / "empty.py").write_text("", "utf-8")
        while subprocess.run([sys.executable, "-m", "empty"], cwd=trapped, env=environment).returncode or ran.exists():
            for name in ran.read_text("utf-8").split():
                (trapped / f"{name}.py").unlink()
            ran.unlink()
    done = subprocess.run(
        [sys.executable, *typed, "build", "--jobs", "2"],
        cwd=trapped,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert not ran.exists(), ran.read_text("utf-8")
    seasons = (trapped / "data" / "out" / name for name in ("2013", "2014"))
    assert all((season / "report.html").is_file() for season in seasons), done.stderr


def test_a_process_that_reads_a_large_file_imports_nothing_from_the_working_folder(
    trapped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(trapped)
    monkeypatch.setattr(file, "MODEST", 100_000)
    assert opened(large(trapped / "large.xlsx")).sheets
    assert not (trapped.parent / "run").exists()
