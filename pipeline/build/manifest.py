"""A season's manifest, which records what its files were made from and the digest of each file.

`manifest.json` is written last. A season is finished if every listed file exists and has the recorded digest, and if no
interrupted build has left its `.announced.json` behind.
"""

import hashlib
import json
import platform
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import Any

from pipeline.build.files import write_whole
from pipeline.events.days import Reach, years_back
from pipeline.pages.front import FACTS
from pipeline.store.folder import Folder
from pipeline.store.names import Shape, fits, plain

NAME = "manifest.json"
ANNOUNCED = ".announced.json"  # files that a build is about to write; removed when the manifest lists them
LIBRARIES = ("Jinja2", "numpy", "openpyxl", "pandas", "pandera", "XlsxWriter")
WITHOUT_OUTPUT = ("pipeline/cli/", "pipeline/tools/")  # folders on which no published file depends
OF_THE_HISTORY = ("pipeline/history/", "pipeline/rules/ratings/")  # folders on which only the history depends
SOURCES = (".py", ".csv", ".po", ".j2", ".css", ".js")
HOME = Path(__file__).resolve().parents[2]


def _is_reach(value: object) -> bool:
    """Return whether a value is a list of three ISO dates, as in `Reach`, with "" for an unknown date."""
    return isinstance(value, list) and len(value) == len(Reach._fields) and all(map(_is_day, value))


def _is_day(value: object) -> bool:
    try:
        return value == "" or bool(date.fromisoformat(value))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False


SHAPE: Shape = {  # the shape of a manifest
    "digest": str,
    "alone": str,
    "inputs": (str, str),
    "rules": (str, str),
    "errors": int,
    "circuits": (str, _is_reach),
    "front": FACTS,
    "marks": (str, [str]),
    "names": [str],
    "files": (plain, str),
}


@dataclass
class Manifest:
    """The record of a season's last build.

    digest    digest of everything that the files are made from (`pipeline.build.stale`)
    alone     a similar digest that covers all problems of the season, but no games of other seasons
    inputs    digest of each sheet
    rules     digests of the program and its rules, and versions of the libraries, for people who read the file
    errors    number of problems that caused an event or a board to be left out
    circuits  `Reach` of each circuit that counts an event of this season and games of other seasons
    front     facts for the page that links to all seasons (`pipeline.pages.front`)
    marks     hashes of the games in each file (`pipeline.check.duplicate_games`)
    names     names in the season's results (`pipeline.check.register`)
    files     digest of each file
    """

    digest: str = ""
    alone: str = ""
    inputs: dict[str, str] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)
    errors: int = 0
    circuits: dict[str, list[str]] = field(default_factory=dict)
    front: dict[str, Any] = field(default_factory=dict)
    marks: dict[str, list[str]] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Folder) -> "Manifest":
        """Return the manifest in a season's folder.

        The result is empty if the manifest is missing or unusable.
        """
        return cls(**folder.record(NAME, SHAPE) or {})

    def reaches(self) -> dict[str, Reach]:
        """Return the recorded `Reach` of each circuit whose ranking list includes games of other seasons."""
        return {circuit: Reach(*reach) for circuit, reach in self.circuits.items() if circuit in years_back()}

    def write(self, folder: Folder) -> None:
        """Write the manifest into the season's folder. Raises ValueError if its content does not fit SHAPE."""
        if not fits(vars(self), SHAPE):
            raise ValueError(f"{folder}: SHAPE and FACTS do not allow what this manifest would hold: {vars(self)}")
        write_whole(folder, NAME, json.dumps(vars(self), indent=1, ensure_ascii=False, sort_keys=True) + "\n")

    def finished(self, folder: Folder) -> bool:
        """Return whether the season was built, its files are unchanged, and no build has been interrupted since."""
        return bool(self.digest) and not folder.has(ANNOUNCED) and folder.holds(self.files)


def announce(folder: Folder, names: Iterable[str]) -> None:
    """Record the names of files about to be written, in addition to those recorded by an interrupted build.

    Raises Unwritten if the record cannot be written.
    """
    write_whole(folder, ANNOUNCED, json.dumps(sorted({*names} | announced(folder))))


def announced(folder: Folder) -> set[str]:
    """Return the files that an interrupted build was about to write."""
    return {*(folder.record(ANNOUNCED, [plain]) or [])}


def file_digest(path: Path) -> str:
    """Return the SHA-256 digest of one of the program's files."""
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def digest(*parts: str) -> str:
    """Return a single digest of several strings."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def rules() -> dict[str, str]:
    """Return the versions of Python and the libraries, and digests of the program and its rules.

    The manifest lists them for people who read the file. The program itself does not use the list.
    """
    return {
        "Python": platform.python_version(),
        **{library: version(library) for library in LIBRARIES},
        "program": program_digest(),
        "circuits": _digest_of("pipeline/rules/circuits/"),
        **{PurePosixPath(p).stem: d for p, d in _sources().items() if p.startswith("pipeline/rules/systems/")},
    }


@cache
def program_digest() -> str:
    """Return a digest of what every season depends on: the program, its rules and the libraries' versions."""
    versions = [f"{library} {version(library)}" for library in LIBRARIES]
    modules = [f"{path} {of}" for path, of in _sources().items() if not path.startswith(OF_THE_HISTORY)]
    return digest(platform.python_version(), *versions, *modules)


def history_digest() -> str:
    """Return a digest of the modules that affect only the history."""
    return _digest_of(*OF_THE_HISTORY)


def _digest_of(*folders: str) -> str:
    """Return a digest of the program's files in these folders."""
    return digest(*(f"{path} {of}" for path, of in _sources().items() if path.startswith(folders)))


@cache
def _sources() -> dict[str, str]:
    """Return the digests of the program's files on which outputs depend, keyed by path."""
    files = (p for folder in ("pipeline", "schemas") for p in (HOME / folder).rglob("*") if p.suffix in SOURCES)
    paths = {path.relative_to(HOME).as_posix(): path for path in files}
    return {name: file_digest(paths[name]) for name in sorted(paths) if not name.startswith(WITHOUT_OUTPUT)}
