"""The command that is said where a library is not installed runs as it stands."""

import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.tools.extras import install

ROOT = Path(__file__).parents[2]
BY_THE_CALL = " (in PowerShell with `& ` before it)"


@pytest.mark.parametrize(
    ("platform", "path"),
    [
        ("linux", "/opt/venv-3.11/bin/python_3"),
        ("linux", "/home/zoé/python"),
        ("win32", r"C:\venv\Scripts\python.exe"),
        ("win32", r"C:\Users\ANNARO~1\python.exe"),
    ],
)
def test_a_plain_path_stands_as_it_is(monkeypatch: pytest.MonkeyPatch, platform: str, path: str) -> None:
    """PowerShell takes a path in quotes for a text, and the rest of the line for an error."""
    monkeypatch.setattr(sys, "executable", path)
    monkeypatch.setattr(sys, "platform", platform)
    assert str(install("pyarrow")) == f"{path} -m pip install pyarrow"


@pytest.mark.parametrize(
    ("platform", "path", "quoted"),
    [
        ("linux", "/home/Anna Rossi/bin/python", "'/home/Anna Rossi/bin/python'"),
        ("linux", "/opt/a(b)/python", "'/opt/a(b)/python'"),
        ("linux", r"/opt/a\b/python", r"'/opt/a\b/python'"),
        ("win32", r"C:\Users\Anna Rossi\python.exe", r'"C:\Users\Anna Rossi\python.exe"'),
        ("win32", r"C:\R&D\python.exe", r'"C:\R&D\python.exe"'),
        ("win32", r"C:\Program Files (x86)\python.exe", r'"C:\Program Files (x86)\python.exe"'),
    ],
)
def test_any_other_path_is_quoted(monkeypatch: pytest.MonkeyPatch, platform: str, path: str, quoted: str) -> None:
    monkeypatch.setattr(sys, "executable", path)
    monkeypatch.setattr(sys, "platform", platform)
    rest = BY_THE_CALL if platform == "win32" else ""
    assert str(install("dask pyarrow")) == f"{quoted} -m pip install dask pyarrow{rest}"


@pytest.mark.skipif(sys.platform == "win32", reason="asks sh")
@pytest.mark.parametrize("folder", ["plain", "with blank", "a(b)", "R&D", "it's", "$HOME", "a`b", r"a\b", 'a"b', "zoé"])
def test_sh_runs_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    python = tmp_path / folder / "python"
    python.parent.mkdir()
    python.write_text('#!/bin/sh\necho "$@"\n')
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    done = subprocess.run(["sh", "-c", str(install("a b"))], capture_output=True, text=True, check=True)
    assert done.stdout == "-m pip install a b\n"


@pytest.mark.skipif(sys.platform == "win32", reason="has the quotes of sh")
def test_a_clone_without_its_libraries_names_its_python_in_quotes_too() -> None:
    start = "import runpy, sys; sys.executable = '/opt/a(b)/python'; runpy.run_module('pipeline', run_name='__main__')"
    done = subprocess.run([sys.executable, "-S", "-c", start], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stderr.endswith("or `'/opt/a(b)/python' -m pip install .`\n")
