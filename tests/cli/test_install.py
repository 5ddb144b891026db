"""Checks that the wheel contains its data files, and that the installed command builds in any folder."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from pipeline import __version__
from tests.command import command as typed
from tests.sheets import event, files_below, table, write_xlsx

ROOT = Path(__file__).resolve().parents[2]
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


OFFLINE = ("-q", "--no-deps", "--no-index")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of the wheel, built from a copy of the sources."""
    folder = tmp_path_factory.mktemp("source")
    for name in ("pipeline", "schemas"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "centre_years.py"):
        shutil.copyfile(ROOT / name, folder / name)
    (folder / "data").mkdir()  # next to the packages, as in a clone
    subprocess.run([*PIP, "wheel", *OFFLINE, "--no-build-isolation", "-w", folder / "dist", folder], check=True)
    [built] = (folder / "dist").iterdir()
    return built


@pytest.fixture(scope="module")
def command(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel in a new environment, and return the path of its command.

    The new environment can import the libraries of the running one, but not the project's sources.
    """
    fresh = tmp_path_factory.mktemp("Città nuova") / "fresh"
    venv.create(fresh)
    inside = {"base": str(fresh), "platbase": str(fresh)}
    libraries = Path(sysconfig.get_path("purelib", vars=inside))
    (libraries / "libraries.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    scripts = Path(sysconfig.get_path("scripts", vars=inside))
    install(wheel, scripts / "centre-years")
    return scripts / "centre-years"


def install(package: Path, command: Path) -> None:
    """Install a wheel into the environment in which a command runs, replacing any earlier version."""
    python = command.with_name(Path(sys.executable).name)
    subprocess.run(
        [*PIP, "--python", python, "install", *OFFLINE, "--no-compile", "--force-reinstall", package], check=True
    )


def run(*words: str | Path, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*words],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env=os.environ | environment,
    )


def test_the_command_prints_its_version(command: Path, tmp_path: Path) -> None:
    assert run(command, "--version", folder=tmp_path).stdout == f"centre-years {__version__}\n"


CLASH = "centre-years: another installed package also has a folder {room}, so one of the two is damaged; install them separately, with pipx or uv tool\n"


@pytest.mark.parametrize("room", ["pipeline", "schemas"])
def test_another_package_that_is_found_first_is_refused(room: str, command: Path, tmp_path: Path) -> None:
    (tmp_path / room).mkdir()
    (tmp_path / room / "__init__.py").write_text("raise SystemExit(9)", encoding="utf-8")  # must not run
    done = run(command, "--version", folder=tmp_path, PYTHONPATH=str(tmp_path), LANGUAGE="en")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", CLASH.format(room=room))


def test_an_installed_program_writes_what_a_clone_writes(command: Path, tmp_path: Path) -> None:
    raw = tmp_path / "data" / "raw"
    write_xlsx(raw / "2013" / "Coppa.xlsx", event("Coppa"))
    write_xlsx(raw / "2013" / "season.xlsx", {"season": table("setting value", ("systems", "official; pgp"))})
    built = run(command, "build", folder=tmp_path)
    assert (built.returncode, built.stderr) == (0, "") and "1 of 1 season built" in built.stdout
    clone = typed(["build", "--raw", str(raw), "--out", str(tmp_path / "data" / "as")], ROOT, {})
    assert clone.status == 0, clone.text
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


def test_two_packages_in_one_folder_are_refused(command: Path, wheel: Path, tmp_path: Path) -> None:
    """The command refuses to run, whichever of the two packages was installed last."""
    other = tmp_path / "other-1-py3-none-any.whl"
    facts = "other-1.dist-info"
    with ZipFile(other, "w") as package:
        package.writestr("schemas/__init__.py", "raise SystemExit(9)")  # must not run
        package.writestr("schemas/other.py", "")
        package.writestr(f"{facts}/METADATA", "Metadata-Version: 2.1\nName: other\nVersion: 1\n")
        package.writestr(
            f"{facts}/WHEEL", "Wheel-Version: 1.0\nGenerator: other\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        names = [*package.namelist(), f"{facts}/RECORD"]
        package.writestr(f"{facts}/RECORD", "".join(f"{name},,\n" for name in names))
    for last in (other, wheel):
        install(last, command)
        done = run(command, "--version", folder=tmp_path, LANGUAGE="en")
        assert (done.returncode, done.stdout, done.stderr) == (1, "", CLASH.format(room="schemas"))
    subprocess.run(
        [*PIP, "--python", command.with_name(Path(sys.executable).name), "uninstall", "-q", "-y", "other"], check=True
    )
    install(wheel, command)
    assert run(command, "--version", folder=tmp_path).returncode == 0


def test_a_clone_without_its_libraries_says_how_to_install_them() -> None:
    bare = (sys.executable, "-S", "-m", "pipeline", "build")  # without installed packages
    done = subprocess.run(bare, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("centre-years: typer is not installed; install what is needed with `make`, or with: ")
    assert line.endswith("-m pip install .")
