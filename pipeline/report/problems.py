"""The open data problems as a table."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from pipeline.problems.codes import ORDER
from pipeline.problems.words import SEVERITIES, counted
from pipeline.report.cells import Bit, Cell, Table, plain
from pipeline.report.labels import Voice
from pipeline.report.words import SECTIONS
from schemas.messages import Message, Text

PROBLEMS_SHOWN = 400  # lines
GRAVE = ("error", "warning")  # what a reader of the standings has to know; the rest is for who types

Cells = tuple[str, str, str, str, Text, Text]  # severity, file, sheet, cell, found, message: of any system
Line = tuple[str, str, str, tuple[str, ...], Text]  # severity, file, sheet, systems of which it is said, message


def problem_table(voice: Voice) -> tuple[str, Table | None, int]:
    """How many errors and warnings; the table, the gravest first, equal ones of a sheet in one line; how many more."""
    problems = [problem for problem in voice.report.problems if problem.severity in GRAVE]
    if not problems:
        return "", None, 0
    counts: Counter[str] = Counter(problem.severity for problem in problems)
    summary = [voice.w(counted(severity, counts[severity])) for severity in ORDER if severity in counts]
    cells: dict[Cells, list[str]] = defaultdict(list)
    for p in problems:
        system, message = _system_first(p.message)
        cells[p.severity, p.file, p.sheet, p.cell, p.found, message].append(system)
    lines: dict[Line, list[tuple[str, Text, int]]] = defaultdict(list)
    for (severity, file, sheet, cell, found, message), systems in cells.items():
        lines[severity, file, sheet, (*filter(None, systems),), message].append((cell, found, len(systems)))
    in_order = sorted(lines, key=lambda line: ORDER.index(line[0]))
    rows = [_problem_row(voice, line, lines[line]) for line in in_order[:PROBLEMS_SHOWN]]
    heads = voice.heads("severity", "place_in_sheet", "found", "message")
    more = sum(number for line in in_order[PROBLEMS_SHOWN:] for _, _, number in lines[line])
    return ", ".join(summary), Table(voice.w(SECTIONS["problems"]), heads, rows), more


def _problem_row(voice: Voice, line: Line, at: Sequence[tuple[str, Text, int]]) -> list[Cell]:
    """Equal problems of a sheet."""
    severity, file, sheet, systems, message = line
    cells = ", ".join(dict.fromkeys(cell for cell, _, _ in at if cell))
    found = dict.fromkeys(voice.w(found) for _, found, _ in at)
    first = f"{', '.join(systems)}{voice.w.colon}" if systems else ""
    return [
        Cell([Bit(voice.w(SEVERITIES[severity]), f"severity {severity}")]),
        Cell([Bit(file), Bit("", "break" if sheet else ""), Bit(f"{sheet} "), Bit(cells, "small")]),
        plain(voice.w.listed([*found], "; ")),
        plain(first + voice.w(message)),
    ]


def _system_first(message: Text) -> tuple[str, Text]:
    """The system of which alone it is said, and the rest: `{system}: {reason}`."""
    match message:
        case Message(values=(("system", str(system)), ("reason", Message() as reason))):
            return system, reason
        case _:
            return "", message
