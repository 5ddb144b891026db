"""Checks that all libraries to be installed are pinned with hashes, for each supported system and Python version."""

import re
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.grouped import grouped

ROOT = Path(__file__).parents[2]
BASE, DEV = "requirements.txt", "requirements-dev.txt"
TOGETHER = {  # files that are installed together
    "build": (BASE,),
    "dev": (BASE, DEV),
    "desk": (BASE, "requirements-desk.txt"),
    "archive": (BASE, "requirements-archive.txt"),
    "docs": ("docs/requirements.txt",),
    "app": ("pipeline/tools/app/requirements.txt",),
    "mutants": ("tests/mutants/requirements.txt",),
}
FILES = sorted({file for files in TOGETHER.values() for file in files})
SYSTEMS = [("win32", "Windows", "nt"), ("darwin", "Darwin", "posix"), ("linux", "Linux", "posix")]
PYTHONS = ["3.11", "3.12", "3.13"]


class Pin(NamedTuple):
    requirement: Requirement
    hashes: list[str]


def pins(file: str) -> list[Pin]:
    """Return the requirements that a file pins, with their hashes."""
    text = (ROOT / file).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return [
        Pin(Requirement(line.partition(" --")[0]), re.findall(r"--hash=sha256:([0-9a-f]{64})", line)) for line in lines
    ]


@grouped("file", FILES)
def test_every_line_pins_one_version_with_hashes(file: str) -> None:
    for requirement, hashes in pins(file):
        assert [part.operator for part in requirement.specifier] == ["=="] and hashes, requirement


def test_no_two_files_pin_different_versions() -> None:
    pinned: dict[tuple[str, str], set[str]] = {}
    for file in FILES:
        for requirement, _ in pins(file):
            key = canonicalize_name(requirement.name), str(requirement.marker or "")
            pinned.setdefault(key, set()).add(str(requirement.specifier))
    assert [name for name, versions in pinned.items() if len(versions) > 1] == []


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize(("platform", "system", "os"), SYSTEMS)
def test_what_a_library_needs_is_pinned_too(platform: str, system: str, os: str, python: str) -> None:
    """Only the libraries installed here are checked, each against the requirements in its own metadata."""
    here = {"sys_platform": platform, "platform_system": system, "os_name": os}
    here |= {"python_version": python, "python_full_version": f"{python}.9"}
    environment = {**default_environment(), **here, "extra": ""}

    def wanted(requirement: Requirement) -> bool:
        return requirement.marker is None or requirement.marker.evaluate(environment)

    for files in TOGETHER.values():
        pinned = {
            canonicalize_name(pin.requirement.name) for file in files for pin in pins(file) if wanted(pin.requirement)
        }
        for name in pinned:
            try:
                needed = [Requirement(each) for each in requires(name) or ()]
            except PackageNotFoundError:
                continue
            assert {canonicalize_name(each.name) for each in needed if wanted(each)} <= pinned, (name, files)


def test_make_and_the_workflows_require_hashes() -> None:
    installs = [
        line
        for file in ("Makefile", ".github/workflows/app.yml", "docs/template/.github/workflows/results.yml")
        for line in (ROOT / file).read_text(encoding="utf-8").splitlines()
        if "pip install" in line and not line.startswith("#")
    ]
    assert len(installs) == 3 and all("--require-hashes" in line for line in installs)
