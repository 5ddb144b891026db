"""Find the seasons and sources in the raw folder, and report every other file in it.

Files are opened only to compute their digests or to recognise zip files.
"""

import csv
import os
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import translate
from functools import cache
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, NamedTuple

import schemas
from pipeline.problems.codes import Problem, problem
from pipeline.read.headers import is_a_table, parted, sheet_of_file
from pipeline.read.preflight import MOST_BYTES
from pipeline.store.folder import KEPT
from pipeline.store.names import SIGNS, is_device, is_plain
from schemas.messages import NOTHING, Text, Verbatim, say
from schemas.words import fold, vocabulary

CSV, TSV, ODS = ".csv", ".tsv", ".ods"
WORKBOOKS = (".xlsx", ".xlsm", ODS)
# Workbook formats that are not read. Such a file is an error unless the same event has a readable file.
OTHER_WORKBOOKS = (".xls", ".xlsb", ".xltx", ".xltm", ".xlt", ".fods", ".ots", ".sxc", ".numbers", ".gsheet")
SEASON_FILE = "season"  # season.xlsx holds the settings of the whole season
LEAGUE_FILE = "league"  # league.xlsx, beside the seasons, holds the settings of the whole league
COPY = re.compile(
    r"^(copia|copy|copie) (di|of|de) |[ -]+(copia|copy|copie)( ?\(?\d+\)?)?$"
    r"|conflicted copy|copia in conflitto|copie en conflit",
    re.IGNORECASE,
)
NUMBERED = re.compile(r" ?\(\d+\)$")  # the suffix that browsers add to a second download
# Names of outputs beside the seasons' outputs:
LOOSE = "problems.csv"  # the problems of files outside any season
HISTORY = "history"  # the history of all seasons
FRONT_DOOR = "index.html"  # the page that links all seasons
JOINER = "\u200d"  # joins the parts of an emoji, such as a flag
MOST_NAME = 255 - len(".part-.standings.csv")  # most bytes in an event's name, so that the names of its outputs fit
UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")  # Unicode categories that are refused in file names


class Source(NamedTuple):
    """The file of an event, or the event's folder of CSV files.

    `event` is empty for a season's own file, and both `event` and `season` are empty for the league's file.
    """

    season: str
    event: str
    path: Path
    file: str  # relative to the raw folder, with /
    digest: str  # SHA-256 of the bytes that are read
    csv_files: tuple[Path, ...] = ()  # the CSV files of a folder

    def parts(self) -> list[Path]:
        """Return the files that are read: the workbook, or the folder's CSV files."""
        return [*self.csv_files] or [self.path]

    def changed(self) -> bool:
        """Return whether the files have changed since the digest was computed."""
        return bool(self.digest) and digest(self.path, self.csv_files) != self.digest


class Listing(NamedTuple):
    """The content of the raw folder, or of part of it.

    sources  the files of `seasons` and of the league. Files of other seasons are included if the ranking lists of
             `seasons` may contain their games
    unread   names in the raw folder that may be seasons but were not read. If a season has one of these names, its
             published outputs are kept
    """

    sources: list[Source]
    seasons: list[str]
    problems: list[Problem]
    raw: Path
    unread: Sequence[str] = ()

    def of(self, season: str) -> list[Source]:
        """Return the sources of a season, including the league's file."""
        return [source for source in self.sources if source.season in (season, "")]


LITTER = Path(schemas.__file__).with_name("litter.csv")  # names of files that systems and programs leave in folders
OF_OTHERS = (".docx", ".pptx", ".odt", ".odp", ".jar", ".epub", ".pages", ".key")  # zip files other than workbooks
PACKAGE = ".numbers"  # a folder that Apple Numbers shows as a file
UNREAD: dict[str, Text] = {  # suffix of files that may contain results -> hint
    ".zip": say("Unpack the zip file. Put .csv sheets in a folder of their own."),
    **dict.fromkeys((".gz", ".tgz", ".tar", ".bz2", ".xz", ".7z", ".rar"), say("Unpack the archive.")),
    PACKAGE: say("Export the file from Numbers as an .xlsx workbook."),
    **dict.fromkeys((".csv", ".tsv"), say("Put the file in a folder named after the event and call it boards.csv.")),
    **dict.fromkeys(
        (".crdownload", ".part", ".download", ".partial", ".opdownload", ".filepart", ".aria2", ".!ut"),
        say("The download was not completed. Download the file again."),
    ),
    **dict.fromkeys(
        (".tmp", ".bak", ".old"), say("If the file is the right workbook, give it the extension .xlsx or .ods.")
    ),
}


@cache
def _litter() -> re.Pattern[str]:
    with LITTER.open(encoding="utf-8", newline="") as lines:
        return re.compile("|".join(translate(row["name"].casefold()) for row in csv.DictReader(lines)))


def skipped(path: Path) -> bool:
    """Return whether a path is hidden, a lock file, a readme, or a leftover of an operating system or program."""
    return bool(_litter().match(path.name.casefold()))


def find(raw: Path, reserved: set[str], only: set[str] | None = None) -> Listing:
    """Search the raw folder, and return what it contains in an order that does not depend on the file system.

    reserved  names of outputs, which no event may have
    only      the seasons to search, None for all
    """
    search = _Search(raw)
    seasons: list[str] = []
    unread: list[str] = []
    for folder in _entries(raw):
        name = _name(folder.name)
        if search.set_aside(folder, season=""):
            unread.append(name)
            continue
        if folder.is_file() and folder.stem.casefold() == LEAGUE_FILE and folder.suffix.casefold() in WORKBOOKS:
            search.sources.append(Source("", "", folder, name, digest(folder)))
        elif not folder.is_dir():
            search.report("not_in_a_season", folder, season="")
        elif folder.is_symlink():
            unread.append(name)
            search.report("linked_season", folder, season="", found=_shown(folder.resolve().name))
        elif name.casefold() in (LOOSE, HISTORY, FRONT_DOOR) or is_device(name):
            search.report("reserved_name", folder, season="")
        elif not is_plain(name):
            search.report("bad_name", folder, season="")
        elif only is None or name in only:
            inside = search.entries(folder, season="")
            (unread if inside is None else seasons).append(name)
            for path in inside or ():
                search.add(path, name)
    search.unambiguous(reserved)
    return Listing(search.sources, seasons, search.problems, raw, unread)


@dataclass
class _Search:
    """A search of the raw folder, with the sources and problems found so far."""

    raw: Path
    sources: list[Source] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def report(self, code: str, path: Path, season: str, event: str = "", found: Text = NOTHING, **said: Any) -> None:
        """Add a problem for a path.

        found  text that the problem quotes, by default the last part of the path
        said   message, hint and values, as in `codes.problem`
        """
        file = _shown(_name(path.relative_to(self.raw).as_posix()))
        found = found or _shown(_name(path.name))
        self.problems.append(problem(code, season=season, event=event, file=file, found=found, **said))

    def entries(self, folder: Path, season: str) -> list[Path] | None:
        """Return the entries of a folder.

        A folder that cannot be listed is reported, and the result is None.
        """
        try:
            return _entries(folder)
        except OSError as fault:
            self.report("cannot_open", folder, season, found=Verbatim(str(fault.strerror)))
            return None

    def add(self, path: Path, season: str) -> None:
        """Add a path in a season's folder as a source or as a problem."""
        try:
            if not self.set_aside(path, season):
                self._add_source(path, season)
        except OSError as fault:
            self.report("cannot_open", path, season, found=Verbatim(str(fault.strerror)))

    def set_aside(self, path: Path, season: str) -> bool:
        """Return whether to ignore a path, and report the path if it is ignored.

        Lock files, hidden files and the like (see `skipped`), names with invisible characters, and links out of the raw
        folder are ignored.
        """
        if skipped(path):
            self.report("skipped_file", path, season)
        elif _shown(path.name) != path.name:
            self.report("bad_name", path, season)
        elif path.is_symlink() and not self._inside(target := os.path.realpath(path)):
            self.report("outside_link", path, season, found=_shown(target))
        else:
            return False
        return True

    def _inside(self, target: str) -> bool:
        home = os.path.realpath(self.raw)
        return Path(target).exists() and os.path.commonpath([home, target]) == home

    def _add_source(self, path: Path, season: str) -> None:
        if _is_kept(path):  # the program itself put this backup there
            return
        is_folder, ending = path.is_dir(), path.suffix.casefold()
        if is_folder and ending == PACKAGE:
            self._not_read(path, season)
            return
        inside = self.entries(path, season) or [] if is_folder else []
        csv_files = [part for part in inside if not self.set_aside(part, season)]
        for other in [part for part in csv_files if not _is_csv(part)]:
            csv_files.remove(other)
            self._not_read(other, season, deep=True)
        if is_folder and inside and not csv_files:
            return
        if _is_exported(path):
            csv_files = [path]
        if csv_files or (ending in (*WORKBOOKS, *OTHER_WORKBOOKS) and path.is_file()):
            event = _name(path.name if is_folder else _workbook_of(path) if csv_files else path.stem)
            of = "" if event.casefold() == SEASON_FILE else event
            if not SIGNS.isdisjoint(of):
                self.report("bad_name", path, season, of)
                return
            if len(os.fsencode(of)) > MOST_NAME:
                self.report("long_name", path, season, of)
                return
            file = _name(path.relative_to(self.raw).as_posix())
            if csv_files and not is_folder:  # sheets exported from one workbook form one source
                for sheet in [s for s in self.sources if s[:2] == (season, of) and _is_exported(s.path)]:
                    csv_files = [*sheet.csv_files, *csv_files]
                    file = sheet.file
                    self.sources.remove(sheet)
            self.sources.append(Source(season, of, path, file, digest(path, csv_files), (*csv_files,)))
        else:
            self._not_read(path, season)

    def _not_read(self, path: Path, season: str, *, deep: bool = False) -> None:
        """Report a file that is not read, as a warning if it may contain results and as a notice otherwise."""
        ending = path.suffix.casefold()
        if not (path.is_file() or path.is_dir()):
            hint: Text = NOTHING
        elif deep and (ending in (*WORKBOOKS, *OTHER_WORKBOOKS) or _holds_sheets(path)):
            hint = say("Move the workbook into the season's folder, or keep only .csv files in this folder.")
        elif deep and fold(path.stem) in vocabulary("sheet") and path.is_file():
            hint = say("Save this sheet as a .csv file.")
        else:
            hint = UNREAD.get(ending) or (_named_workbook(path) if ending not in OF_OTHERS else NOTHING)
        self.report("unread_file" if hint else "unknown_file", path, season, hint=hint)

    def unambiguous(self, reserved: set[str]) -> None:
        """Leave out sources with a duplicate or reserved event name, and report likely copies."""
        by_name: dict[tuple[str, str], list[Source]] = {}
        for source in self.sources:
            by_name.setdefault((source.season, source.event.casefold()), []).append(source)
        for (season, name), same in by_name.items():
            read = [source for source in same if source.path.suffix.casefold() not in OTHER_WORKBOOKS]
            for source in [source for source in same if read and source not in read]:
                self._drop("unknown_file", source)
            kept = read or same
            code = "two_files" if len(kept) > 1 else "reserved_name" if name in reserved or is_device(name) else ""
            for source in kept if code else ():
                self._drop(code, source, source.event, _shown(", ".join(other.file for other in kept)))
            original = (season, NUMBERED.sub("", name))
            if not code and (COPY.search(name) or (original != (season, name) and original in by_name)):
                self._copy(kept[0])
        self._of_two_seasons()

    def _of_two_seasons(self) -> None:
        """Report each event whose file is identical to one from an earlier season.

        Links are skipped, since they are probably intentional.
        """
        first: dict[str, Source] = {}
        copied = self._copied_seasons()
        for source in self.sources:
            other = first.setdefault(source.digest, source)
            elsewhere = source.event and source.digest and source.season not in {other.season, *copied}
            if elsewhere and not source.path.is_symlink():
                message = say(
                    "This file is a copy of “{file}”, from another season. Both are read.", file=_shown(other.file)
                )
                self.report("copy", source.path, source.season, source.event, message=message)

    def _copied_seasons(self) -> set[str]:
        """Report and return the seasons whose events are all identical to those of an earlier season."""
        first: dict[frozenset[tuple[str, str]], str] = {}
        copied = set()
        for season in dict.fromkeys(source.season for source in self.sources):
            of_season = [s for s in self.sources if s.season == season and s.event and s.digest]
            events = frozenset((s.event, s.digest) for s in of_season if not s.path.is_symlink())
            if first.setdefault(events, season) != season and events:
                self.report("copied_season", self.raw / season, season, values={"original": first[events]})
                copied.add(season)
        return copied

    def _copy(self, source: Source) -> None:
        """Report a source whose name looks like that of a copy.

        The source is left out if it is identical to another file of its season.
        """
        twins = [other for other in self.sources if other[:1] == source[:1] and other.digest == source.digest]
        if source.digest and len(twins) > 1:
            original = next(other.file for other in twins if other != source)
            message = say("This file is a copy of “{file}”. It was left out.", file=_shown(original))
            self._drop("copy", source, source.event, message=message)
        else:
            self.report("copy", source.path, source.season, source.event)

    def _drop(self, code: str, source: Source, event: str = "", found: Text = NOTHING, **said: Any) -> None:
        self.report(code, source.path, source.season, event, found, **said)
        self.sources.remove(source)


def digest(path: Path, csv_files: Sequence[Path] = ()) -> str:
    """Return the SHA-256 of a workbook, or of a folder's CSV files and their names.

    The result is empty if a file cannot be read.
    """
    try:
        each = [f"{part.name} {_digest(part)}\n" for part in csv_files]
        return sha256("".join(each).encode()).hexdigest() if csv_files else _digest(path)
    except OSError:
        return ""


def _digest(path: Path) -> str:
    """Return the SHA-256 of a file's bytes, or of its size if the file is too large to be read."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > MOST_BYTES:
            return sha256(str(size).encode()).hexdigest()
        return file_digest(file, "sha256").hexdigest()


def _is_csv(path: Path) -> bool:
    return path.suffix.casefold() in (CSV, TSV) and path.is_file()


def _holds_sheets(folder: Path) -> bool:
    """Return whether there is a workbook or a CSV file anywhere below a folder, without following links."""
    endings = (*WORKBOOKS, *OTHER_WORKBOOKS, CSV, TSV)
    return any(Path(name).suffix.casefold() in endings for *_, names in os.walk(folder) for name in names)


def _is_exported(path: Path) -> bool:
    """Return whether a file is an exported sheet, such as `Club league - boards.csv` or `Club league-boards.csv`."""
    return _is_csv(path) and bool(_workbook_of(path))


def _workbook_of(path: Path) -> str:
    """Return the name of the workbook from which a CSV file was exported, or "" if the file's name does not say."""
    name = sheet_of_file(path.stem)
    workbook, sheet = parted(parted(name)[0] if is_a_table(name) else name)
    return workbook.strip() if fold(sheet) in vocabulary("sheet") else ""


def _is_kept(path: Path) -> bool:
    """Return whether a path is the backup of a file or folder that the program has replaced with a workbook."""
    if path.suffix.casefold() != KEPT:
        return False
    original = path.with_suffix("")
    name = original.stem if original.suffix.casefold() in WORKBOOKS else original.name
    return path.with_name(name + WORKBOOKS[0]).is_file()


def _named_workbook(path: Path) -> Text:
    """Return the hint for a workbook whose name lacks its extension, or NOTHING for any other file."""
    if not path.is_file():
        return NOTHING
    with path.open("rb") as file:
        is_zip = file.read(2) == b"PK"
    name = path.name.strip()
    whole = name if Path(name).suffix in WORKBOOKS else f"{name}.xlsx"
    return say("Give the file a name with the right extension, such as {name}.", name=whole) if is_zip else NOTHING


def _entries(folder: Path) -> list[Path]:
    with os.scandir(folder) as entries:
        return [Path(entry) for entry in sorted(entries, key=lambda entry: _name(entry.name))]


def _shown(name: str) -> Verbatim:
    """Return a name with its invisible characters escaped."""
    if name.isprintable():
        return Verbatim(name)
    unseen = (unicodedata.category(sign) in UNSEEN and sign != JOINER for sign in name)
    numbers = (sign.encode("unicode_escape", "surrogatepass").decode("ascii") for sign in name)
    return Verbatim(
        "".join(number if hidden else sign for sign, number, hidden in zip(name, numbers, unseen, strict=True))
    )


def _name(name: str) -> str:
    return unicodedata.normalize("NFC", name)
