"""Where the raw sheets are: seasons, events, and the files that are neither."""

import os
import unicodedata
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pipeline.problems import Problem, problem

WORKBOOKS = (".xlsx", ".ods")
SEASON_FILE = "season"  # season.xlsx holds what is true of the whole season


class Source(NamedTuple):
    """One event's file, or its folder of CSV files; `event` is empty for what holds for the whole season."""

    season: str
    event: str
    path: Path
    file: str  # relative to the raw folder, with /
    digest: str  # SHA-256 of what is read

    def parts(self) -> list[Path]:
        """The files read: the workbook, or the folder's CSV files."""
        return _parts(self.path)


class Found(NamedTuple):
    """All that lies under the raw folder."""

    sources: list[Source]
    seasons: list[str]
    problems: list[Problem]
    raw: Path


def skipped(path: Path) -> bool:
    """Lock files of spreadsheet programs and hidden files."""
    return path.name.startswith((".", "~$", "Thumbs.db"))


def find(raw: Path, reserved: set[str], only: set[str] | None = None) -> Found:
    """Look through the raw folder (`only` these seasons, if given), in one order whatever the file system's.

    reserved  names that outputs have, so that no event may be called so
    """
    sources: list[Source] = []
    problems: list[Problem] = []
    seasons: list[str] = []
    for folder in _listed(raw):
        name = _name(folder.name)
        if skipped(folder):
            problems.append(problem("skipped_file", season="", event="", file=name, found=name))
        elif not folder.is_dir():
            problems.append(problem("not_in_a_season", season="", event="", file=name, found=name))
        elif only is None or name in only:
            seasons.append(name)
            for path in _listed(folder):
                _take(path, name, raw, sources, problems)
    return Found(_unambiguous(sources, reserved, problems), seasons, problems, raw)


def _take(path: Path, season: str, raw: Path, sources: list[Source], problems: list[Problem]) -> None:
    """Add what a path of a season's folder is: a source, or a problem."""
    file = _name(path.relative_to(raw).as_posix())
    where = {"season": season, "event": "", "file": file, "found": _name(path.name)}
    if skipped(path):
        problems.append(problem("skipped_file", **where))
    elif any(map(_is_csv, _listed(path))) or (path.is_file() and path.suffix.casefold() in WORKBOOKS):
        event = _name(path.name if path.is_dir() else path.stem)
        sources.append(Source(season, "" if event.casefold() == SEASON_FILE else event, path, file, _digest(path)))
        for other in _listed(path):
            if not _is_csv(other):
                code = "skipped_file" if skipped(other) else "unknown_file"
                inside = f"{file}/{_name(other.name)}"
                problems.append(problem(code, **(where | {"file": inside, "found": _name(other.name)})))
    else:
        problems.append(problem("unknown_file", **where))


def _is_csv(path: Path) -> bool:
    return path.suffix.casefold() == ".csv" and not skipped(path)


def _parts(path: Path) -> list[Path]:
    return [part for part in _listed(path) if _is_csv(part)] if path.is_dir() else [path]


def _digest(path: Path) -> str:
    """Of a workbook's bytes; of the names and bytes of a folder's CSV files. Empty if it cannot be read."""
    try:
        each = [(part.name, sha256(part.read_bytes()).hexdigest()) for part in _parts(path)]
    except OSError:
        return ""
    return (
        sha256("".join(f"{name} {digest}\n" for name, digest in each).encode()).hexdigest()
        if path.is_dir()
        else each[0][1]
    )


def _unambiguous(sources: list[Source], reserved: set[str], problems: list[Problem]) -> list[Source]:
    """The sources without those that share an event's name or have a reserved one."""
    by_name: dict[tuple[str, str], list[Source]] = {}
    for source in sources:
        by_name.setdefault((source.season, source.event.casefold()), []).append(source)
    for (_, name), same in by_name.items():
        code = "two_files" if len(same) > 1 else "reserved_name" if name in reserved else ""
        for source in same if code else ():
            others = ", ".join(other.file for other in same)
            where = {"season": source.season, "event": source.event, "file": source.file}
            problems.append(problem(code, found=others, **where))
            sources.remove(source)
    return sources


def _listed(folder: Path) -> list[Path]:
    return (
        [Path(entry) for entry in sorted(os.scandir(folder), key=lambda entry: _name(entry.name))]
        if folder.is_dir()
        else []
    )


def _name(name: str) -> str:
    return unicodedata.normalize("NFC", name)
