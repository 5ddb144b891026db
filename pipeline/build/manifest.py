"""What a season's outputs were made from, so that a change makes only those products again that depend on it.

`manifest.json` is written last. A season is finished if every file that its manifest lists is there with the digest
that stands beside it, and if no build has announced files that it has not come to list.
"""

import hashlib
import json
import platform
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

from pipeline.build.files import write_whole
from pipeline.events.days import Reach, years_back
from pipeline.pages.front import FACTS
from pipeline.rules.systems import systems
from pipeline.store.folder import Folder
from pipeline.store.names import Shape, fits, plain

NAME = "manifest.json"
ANNOUNCED = ".announced.json"  # the files that a build is about to write: gone when the manifest lists them
LIBRARIES = ("Jinja2", "numpy", "openpyxl", "pandas", "pandera", "XlsxWriter")
WITHOUT_OUTPUT = ("cli", "tools")  # no published file depends on what stands in these folders
OF_THE_HISTORY = ("history", "ratings")  # no season depends on them
SOURCES = (".py", ".csv", ".j2", ".css", ".js")
RULES = ("systems", "circuits", "by_numbers")  # folders whose modules have digests of their own
HOME = Path(__file__).resolve().parents[2]


def _is_reach(value: object) -> bool:
    """Three days as texts, such as `Reach` has; "" for one that is not known."""
    return isinstance(value, list) and len(value) == len(Reach._fields) and all(map(_is_day, value))


def _is_day(value: object) -> bool:
    try:
        return value == "" or bool(date.fromisoformat(value))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False


SHAPE: Shape = {  # of a manifest
    "inputs": (str, str),
    "rules": (str, str),
    "errors": int,
    "circuits": (str, _is_reach),
    "front": FACTS,
    "marks": (str, [str]),
    "names": [str],
    "products": (str, {"digest": str, "files": (plain, str)}),
}


@dataclass
class Product:
    """Some files of a season that are made together: the digest of all they depend on, and of each file."""

    digest: str
    files: dict[str, str]


@dataclass
class Manifest:
    """A season's products.

    inputs    the digest of each sheet
    rules     the digest of each module of systems, of the circuits and of the rest of the program, and the libraries' versions
    errors    the problems that keep an event out
    circuits  the circuits that look into other seasons and for which an event of this one counts, each with its
              `Reach` in this season
    front     what the front door says of the season
    marks     what the games of each file are known by (`pipeline.check.duplicate_games`)
    names     the names that stand in its results (`pipeline.check.register`)
    """

    inputs: dict[str, str] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)
    errors: int = 0
    circuits: dict[str, list[str]] = field(default_factory=dict)
    front: dict[str, Any] = field(default_factory=dict)
    marks: dict[str, list[str]] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    products: dict[str, Product] = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Folder) -> "Manifest":
        """The manifest of a season's folder; an empty one if there is none, or none that can be used."""
        stored = folder.record(NAME, SHAPE)
        if stored is None:
            return cls()
        return cls(**stored | {"products": {name: Product(**of) for name, of in stored["products"].items()}})

    def reaches(self) -> dict[str, Reach]:
        """The reach of each circuit that looks into other seasons."""
        return {circuit: Reach(*reach) for circuit, reach in self.circuits.items() if circuit in years_back()}

    def write(self, folder: Folder) -> None:
        """Write it beside the outputs."""
        products = {name: vars(product) for name, product in sorted(self.products.items())}
        content = vars(self) | {"products": products}
        if not fits(content, SHAPE):
            raise ValueError(f"{folder}: SHAPE and FACTS do not allow what this manifest would hold: {content}")
        write_whole(folder, NAME, json.dumps(content, indent=1, ensure_ascii=False, sort_keys=True) + "\n")

    def files(self) -> set[str]:
        """Every file that the season's products have."""
        return {name for product in self.products.values() for name in product.files}

    def finished(self, folder: Folder) -> bool:
        """The season's outputs are all there as they were written, and no build was cut short since."""
        if not self.products or folder.has(ANNOUNCED):
            return False
        return all(self.fresh(name, product.digest, folder) for name, product in self.products.items())

    def fresh(self, name: str, digest: str, folder: Folder) -> bool:
        """The product depends on nothing that has changed, and its files are there as they were written."""
        product = self.products.get(name)
        if product is None or product.digest != digest:
            return False
        return all(folder.digest(file) == written for file, written in product.files.items())


def announce(folder: Folder, names: Iterable[str]) -> None:
    """List the files of a season that are about to be written, besides those that a build cut short has announced.

    Raises Unwritten.
    """
    write_whole(folder, ANNOUNCED, json.dumps(sorted({*names} | announced(folder))))


def announced(folder: Folder) -> set[str]:
    """The files that a build cut short has announced and not listed."""
    return {*(folder.record(ANNOUNCED, [plain]) or [])}


def file_digest(path: Path) -> str:
    """SHA-256 of a file of the program."""
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def digest(*parts: str) -> str:
    """One digest of several texts."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def rules() -> dict[str, str]:
    """The rules and versions that made the outputs, for the reader of a manifest."""
    return {
        "Python": platform.python_version(),
        **{library: version(library) for library in LIBRARIES},
        "program": program_digest(),
        "circuits": circuits_digest(),
        **{name.rpartition(".")[2]: module_digest(module) for name, module in modules_of_systems().items()},
    }


@cache
def program_digest() -> str:
    """What every product depends on: the program without its rules, and the libraries' versions."""
    files = (p for folder in ("pipeline", "schemas") for p in (HOME / folder).rglob("*") if p.suffix in SOURCES)
    shared = (p for p in files if p.parent.name not in RULES or p.name == "__init__.py")
    modules = sorted(p for p in shared if not {*p.relative_to(HOME).parts} & {*WITHOUT_OUTPUT, *OF_THE_HISTORY})
    versions = [f"{library} {version(library)}" for library in LIBRARIES]
    return digest(platform.python_version(), *versions, *(f"{p.relative_to(HOME)} {file_digest(p)}" for p in modules))


@cache
def module_digest(module: ModuleType) -> str:
    """The text of one module."""
    return file_digest(Path(module.__file__ or ""))


def modules_of_systems() -> dict[str, ModuleType]:
    """The modules of the systems by name, each once."""
    return {system.module.__name__: system.module for system in systems().values()}


@cache
def systems_digest() -> str:
    """All systems together."""
    return digest(*(f"{name} {module_digest(module)}" for name, module in modules_of_systems().items()))


@cache
def history_digest() -> str:
    """What the history alone depends on."""
    folders = (HOME / "pipeline" / "history", HOME / "pipeline" / "rules" / "ratings")
    return digest(*(f"{p.name} {file_digest(p)}" for folder in folders for p in sorted(folder.glob("*.py"))))


@cache
def circuits_digest() -> str:
    """All circuits together, with their tables of points."""
    files = (p for p in (HOME / "pipeline" / "rules" / "circuits").rglob("*") if p.suffix in SOURCES)
    return digest(*(f"{p.name} {file_digest(p)}" for p in sorted(files)))
