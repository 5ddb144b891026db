"""Checks that the command suggested for a missing library works as printed."""

import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.tools.extras import install

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("platform", "path"),
    [
        ("linux", "/opt/venv-3.11/bin/python_3"),
        ("linux", "/home/zoé/python"),
        ("win32", r"C:\venv\Scripts\python.exe"),
        ("win32", r"C:\Users\ANNARO~1\python.exe"),
    ],
)
def test_a_plain_path_is_not_quoted(monkeypatch: pytest.MonkeyPatch, platform: str, path: str) -> None:
    """PowerShell would take a quoted path for a string, and report the rest of the line as an error."""
    monkeypatch.setattr(sys, "executable", path)
    monkeypatch.setattr(sys, "platform", platform)
    assert str(install("pyarrow")) == f"{path} -m pip install pyarrow"


@pytest.mark.parametrize(
    ("platform", "path", "quoted", "powershell"),
    [
        ("linux", "/home/Anna Rossi/bin/python", "'/home/Anna Rossi/bin/python'", ""),
        ("linux", "/opt/a(b)/python", "'/opt/a(b)/python'", ""),
        ("linux", r"/opt/a\b/python", r"'/opt/a\b/python'", ""),
        (
            "win32",
            r"C:\Users\Anna Rossi\python.exe",
            r'"C:\Users\Anna Rossi\python.exe"',
            r"C:\Users\Anna Rossi\python.exe",
        ),
        ("win32", r"C:\R&D\python.exe", r'"C:\R&D\python.exe"', r"C:\R&D\python.exe"),
        ("win32", r"C:\a[b]\python.exe", r'"C:\a[b]\python.exe"', r"C:\a[b]\python.exe"),
        ("win32", r"C:\a$b\python.exe", r'"C:\a$b\python.exe"', r"C:\a$b\python.exe"),
        ("win32", "C:\\it's\\python.exe", '"C:\\it\'s\\python.exe"', "C:\\it''s\\python.exe"),
    ],
)
def test_any_other_path_is_quoted(
    monkeypatch: pytest.MonkeyPatch, platform: str, path: str, quoted: str, powershell: str
) -> None:
    monkeypatch.setattr(sys, "executable", path)
    monkeypatch.setattr(sys, "platform", platform)
    other = f" (in PowerShell: & '{powershell}' -m pip install 'dask' 'pyarrow')" if powershell else ""
    assert str(install("dask", "pyarrow")) == f"{quoted} -m pip install dask pyarrow{other}"


@pytest.mark.parametrize(
    ("platform", "quoted"), [("linux", "'dask[distributed]>=2'"), ("win32", '"dask[distributed]>=2"')]
)
def test_extras_in_brackets_are_quoted(monkeypatch: pytest.MonkeyPatch, platform: str, quoted: str) -> None:
    """`zsh` reads brackets as a pattern, and PowerShell reads `>` as a redirection.

    Both accept double and single quotes.
    """
    monkeypatch.setattr(sys, "executable", "python")
    monkeypatch.setattr(sys, "platform", platform)
    assert str(install("dask[distributed]>=2", ".")) == f"python -m pip install {quoted} ."


def test_an_environment_of_uv_tool_has_no_pip(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "uv-receipt.toml").touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/tools/bin/python")
    monkeypatch.setattr(sys, "platform", "linux")
    assert str(install("ortools")) == "uv pip install --python /tools/bin/python ortools"


def test_the_program_as_one_file_adds_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "install centre-years with Python instead" in str(install("ortools"))


@pytest.mark.skipif(sys.platform == "win32", reason="asks sh")
@pytest.mark.parametrize("folder", ["plain", "with blank", "a(b)", "R&D", "it's", "$HOME", "a`b", r"a\b", 'a"b', "zoé"])
def test_sh_runs_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    python = tmp_path / folder / "python"
    python.parent.mkdir()
    python.write_text('#!/bin/sh\necho "$@"\n')
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    done = subprocess.run(["sh", "-c", str(install("a[x]", "b"))], capture_output=True, text=True, check=True)
    assert done.stdout == "-m pip install a[x] b\n"


@pytest.mark.skipif(sys.platform == "win32", reason="has the quotes of sh")
def test_a_clone_without_its_libraries_names_its_python_in_quotes_too() -> None:
    start = "import runpy, sys; sys.executable = '/opt/a(b)/python'; runpy.run_module('pipeline', run_name='__main__')"
    done = subprocess.run([sys.executable, "-S", "-c", start], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stderr.endswith("or with: '/opt/a(b)/python' -m pip install .\n")
