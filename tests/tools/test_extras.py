"""The command that is said where an optional library is not installed runs as it stands."""

import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.tools.extras import install


def test_a_path_without_a_blank_stands_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """PowerShell takes a path in quotes for a text, and the rest of the line for an error."""
    for path in ("/opt/venv/bin/python", r"C:\venv\Scripts\python.exe"):
        monkeypatch.setattr(sys, "executable", path)
        assert str(install("pyarrow")) == f"{path} -m pip install pyarrow"


@pytest.mark.parametrize(
    ("platform", "path", "rest"),
    [
        ("linux", "/home/Anna Rossi/bin/python", ""),
        ("win32", r"C:\Users\Anna Rossi\python.exe", " (in PowerShell with `& ` before it)"),
    ],
)
def test_a_path_with_a_blank_is_quoted(monkeypatch: pytest.MonkeyPatch, platform: str, path: str, rest: str) -> None:
    monkeypatch.setattr(sys, "executable", path)
    monkeypatch.setattr(sys, "platform", platform)
    assert str(install("dask pyarrow")) == f'"{path}" -m pip install dask pyarrow{rest}'


@pytest.mark.skipif(sys.platform == "win32", reason="asks sh")
@pytest.mark.parametrize("folder", ["plain", "with blank"])
def test_sh_runs_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    python = tmp_path / folder / "python"
    python.parent.mkdir()
    python.write_text('#!/bin/sh\necho "$@"\n')
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    done = subprocess.run(["sh", "-c", str(install("a b"))], capture_output=True, text=True, check=True)
    assert done.stdout == "-m pip install a b\n"
