"""The wheel contains its data files, and installs a command that builds in any folder."""

import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from pipeline import __version__
from tests.sheets import event, files_below, table, write_xlsx

ROOT = Path(__file__).resolve().parents[2]
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of an installed wheel, in an environment without the project's sources; libraries are shared."""
    folder = tmp_path_factory.mktemp("Città nuova")
    for name in ("pipeline", "schemas"):
        shutil.copytree(ROOT / name, folder / "source" / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copyfile(ROOT / name, folder / "source" / name)
    (folder / "source" / "data").mkdir()  # next to the packages, as in a clone
    fresh = folder / "fresh"
    venv.create(fresh)
    inside = {"base": str(fresh), "platbase": str(fresh)}
    libraries = Path(sysconfig.get_path("purelib", vars=inside))
    (libraries / "libraries.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    scripts = Path(sysconfig.get_path("scripts", vars=inside))
    python = scripts / Path(sys.executable).name
    words = ("install", "-q", "--no-deps", "--no-index", "--no-build-isolation", folder / "source")
    subprocess.run([*PIP, "--python", python, *words], check=True)
    shutil.rmtree(folder / "source")
    return scripts / "centre-years"


def run(*words: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*words], cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)


def test_the_command_prints_its_version(command: Path, tmp_path: Path) -> None:
    assert run(command, "--version", folder=tmp_path).stdout == f"centre-years {__version__}\n"


def test_an_installed_program_writes_what_a_clone_writes(command: Path, tmp_path: Path) -> None:
    raw = tmp_path / "data" / "raw"
    write_xlsx(raw / "2013" / "Coppa.xlsx", event("Coppa"))
    write_xlsx(raw / "2013" / "season.xlsx", {"season": table("setting value", ("systems", "official; pgp"))})
    built = run(command, "build", folder=tmp_path)
    assert (built.returncode, built.stderr) == (0, "") and "1 season of 1 built" in built.stdout
    clone = (sys.executable, "-m", "pipeline", "build", "--raw", str(raw), "--out", str(tmp_path / "data" / "as"))
    subprocess.run(clone, cwd=ROOT, check=True, capture_output=True)
    files, same = (files_below(tmp_path / "data" / out) for out in ("out", "as"))
    assert len(files) > 12 and files == same


def test_an_installed_program_writes_blank_workbooks_and_explains_codes(command: Path, tmp_path: Path) -> None:
    blank = run(command, "new", "Serata", "--season", "2026", "--language", "it", folder=tmp_path)
    assert blank.returncode == 0 and (tmp_path / "data" / "raw" / "2026" / "Serata.xlsx").is_file()
    for language, means in (
        ("it", "errore: "),
        ("fr", "erreur"),
        ("de", "Fehler: "),
    ):
        assert means in run(command, "explain", "two_solos", "--language", language, folder=tmp_path).stdout


def test_a_clone_without_its_libraries_says_how_to_install_them() -> None:
    bare = (sys.executable, "-S", "-m", "pipeline", "build")  # without installed packages
    done = subprocess.run(bare, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("centre-years: typer is not installed; install what is needed with `make`, or with: ")
    assert line.endswith("-m pip install .")
