"""What is shown of the problems of a season: an index, their codes, and the sheets as they were typed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from pipeline.pages.languages import SEASON, languages
from pipeline.pages.season import Season
from pipeline.problems.codes import COLUMNS, Problem
from pipeline.problems.phrases import ProblemWords
from pipeline.read.cells import RawSheet
from pipeline.read.find import Found
from pipeline.read.sheets import Place


@dataclass(frozen=True)
class ProblemBook:
    """What the workbook shows.

    season     the season's name
    problems   its problems, the gravest first
    sheets     the sheets as they were typed
    languages  event -> language, and SEASON
    originals  file and sheet -> the file that was read
    """

    season: str
    problems: Sequence[Problem]
    sheets: Mapping[Place, RawSheet]
    languages: Mapping[str, str]
    originals: Mapping[tuple[str, str], Path]

    @property
    def words(self) -> ProblemWords:
        """The words of the season."""
        return ProblemWords(self.languages[SEASON])

    def words_of(self, problem: Problem) -> ProblemWords:
        """The words of the problem's event."""
        return ProblemWords(self.languages.get(problem.event, self.languages[SEASON]))

    def shown(self, problem: Problem, name: str) -> str:
        """What stands in a column of the index."""
        words, code = self.words_of(problem), problem.code
        match name:
            case "severity":
                return self.words.severity(problem.severity)
            case "problem":
                return words.title(code)
            case "found":
                return words.found(code, problem.found)
            case "expected":
                return words.expected(code, problem.expected)
            case "hint":
                return words.hint(code)
            case _:
                return str(getattr(problem, name))


def problem_page(season: Season) -> ProblemBook:
    """The problems of a season, with the sheets they stand on."""
    computed, name = season.computed, season.name
    sheets = {place: sheet for place, sheet in computed.raw.sheets.items() if place.season == name}
    originals = _originals(computed.found, season.problems)
    return ProblemBook(name, season.problems, sheets, languages(computed.raw, name), originals)


def problem_lines(problems: Sequence[Problem]) -> pd.DataFrame:
    """The lines of problems.csv."""
    return pd.DataFrame([problem.row() for problem in problems], columns=list(COLUMNS))


def _originals(found: Found, problems: Sequence[Problem]) -> dict[tuple[str, str], Path]:
    """File and sheet of each problem -> the workbook, or the CSV file of an event's folder, that was read."""
    sources = {source.file: source for source in found.sources}
    originals = {}
    for file, sheet in {(p.file, p.sheet) for p in problems if p.file}:
        parts = {part.stem: part for part in sources[file].parts()} if sheet and file in sources else {}
        whole = sources[file].path if file in sources else found.raw / file
        originals[file, sheet] = parts.get(sheet, whole)
    return originals
