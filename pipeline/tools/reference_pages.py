"""The reference pages in `docs/reference/`: every system, circuit, rule of counting, format and problem, in the program's own words.

python -m pipeline.tools.reference_pages      after a rule, a number, a format or one of their docstrings has changed
"""

from collections.abc import Iterable
from inspect import cleandoc
from pathlib import Path
from types import ModuleType

from pipeline.exports.formats import formats
from pipeline.exports.losses import FACTS
from pipeline.problems.codes import CODES, Kind
from pipeline.problems.words import SETS_ASIDE, heading
from pipeline.rules.circuits import Circuit, circuits
from pipeline.rules.counting import Counting, counting_words, countings
from pipeline.rules.numbers import kinds, printed
from pipeline.rules.rule_sheet import Paragraph, docstring
from pipeline.rules.systems import System, by_module, readings_of, systems
from pipeline.score.needs import needs
from pipeline.store.folder import Folder
from pipeline.tools.imports.collect import FORMATS

DOCS = Path(__file__).parents[2] / "docs" / "reference"
SYSTEMS = """# All systems, side by side

Every system that boards are scored under, by family. A family is one file in `pipeline/rules/systems`, with the rule sheet
that the workbooks print; `python -m pipeline systems ID` prints it with the system's numbers and what each means, and
`python -m pipeline certify ID` tells what it rewards. Numbers of paragraphs that an edition does not have are left out here. *Needs* is what a sheet must
tell beside the final centres; a board that lacks it is left unscored, with the reason. *Other readings* are systems that
others print under the same name.
"""
CIRCUITS = """# All circuits

A circuit makes standings from the results of several events. An event counts for the circuits that its setting `circuits`
names. *Takes* says what a circuit is made from, *asks* which settings each of its events has to state. The paragraphs are
those of its rule sheet, which its workbook prints as well.
"""
COUNTING = """# All rules of counting

These rules make the standings of one event from the scores of its boards. Each is one file in `pipeline/rules/counting`, and
its paragraphs are printed for the events that applied it. *Typed as* are words of the setting `counting` that choose it, here
with the number 2.
"""
PROBLEMS = """# All problems, and how to mend them

Every line of `problems.xlsx`, of `tables/problems.csv` and of the terminal has one of these codes. `python -m pipeline explain CODE`
prints the same in your language. An *error* leaves out its board or its event until it is mended; a *warning* wants a look; a *fix*
says how something was read; a *notice* is for your information.
"""
FORMATS_READ = """# All formats

## Formats that are imported

`make import FILES=... EVENT=... SEASON=...` knows a format by its contents. Each is one file in `pipeline/tools/imports`.
"""
FORMATS_WRITTEN = """## Formats that are exported

`make export FORMAT=... SEASON=...` writes them, and says what was lost. Each is one file in `pipeline/exports/formats`.
*Cannot hold* lists what is lost where a season has it.
"""


def pages() -> dict[str, str]:
    """Return the text of each reference page by its file name."""
    return {
        "systems.md": _systems(),
        "circuits.md": "\n".join([CIRCUITS, _overview(), *map(_circuit, circuits().values())]),
        "counting.md": "\n".join([COUNTING, *map(_counting, countings().values())]),
        "formats.md": _formats(),
        "problems.md": "\n".join([PROBLEMS, *(_problem(code, kind) for code, kind in CODES.items())]),
    }


def _systems() -> str:
    parts = [SYSTEMS]
    columns = ("id", "name", "numbers", "needs", "other readings", "source")
    for family, members in by_module(systems().values()).items():
        parts.append(f"## {family}\n\n{_table(columns, map(_system, members))}")
    return "\n".join(parts)


def _system(system: System) -> tuple[str, ...]:
    """Return one system's row in the table of its family."""
    values, of = printed(system.numbers), kinds(system.numbers)
    values |= {name: getattr(system.numbers, name) for name, kind in of.items() if kind.words}
    numbers = [f"{name.replace('_', ' ')} {values[name]}" for name in of if name in system.in_force]
    readings = ", ".join(f"`{one.id}`" for one in readings_of(system))
    needed = ", ".join(map(str, needs(system)))
    return f"`{system.id}`", system.title, "; ".join(numbers), needed, readings, system.rules[0].text


def _overview() -> str:
    """Return the table of all circuits."""
    columns = ("id", "name", "takes", "source")
    rows = ((f"`{c.id}`", c.title, f"{c.needs.takes} of {c.needs.game}", c.rules[0].text) for c in circuits().values())
    return _table(columns, rows)


def _circuit(circuit: Circuit) -> str:
    """Return one circuit's section: what it takes, and its rule sheet."""
    needs = circuit.needs
    of_system = f" under `{needs.system}`" * bool(needs.system)
    lines = [f"`{circuit.id}` ranks each {needs.ranked}. Takes: {needs.takes} of {needs.game}{of_system}."]
    if needs.asks:
        lines.append(f"Asks: {', '.join(f'`{setting}`' for setting in needs.asks)}.")
    return f"## {circuit.title}\n\n{' '.join(lines)}\n\n{_rule_sheet(circuit.rules)}"


def _counting(counting: Counting) -> str:
    """Return one rule of counting's section: how it is chosen, and its rule sheet."""
    lines = [f"`{counting.id}`."]
    if counting.system:
        lines.append(f"For events whose official system is an edition of `{counting.system}`.")
    if counting.ways:
        lines.append(f"Typed as: {', '.join(f'`{counting_words(how, 2)}`' for how in counting.ways)}.")
    return f"## {counting.title}\n\n{' '.join(lines)}\n\n{_rule_sheet(counting.rules)}"


def _problem(code: str, kind: Kind) -> str:
    """Return one code's section: its address is the code."""
    example = f"\n\n| instead of | type |\n|---|---|\n| {_cell(kind.before)} | {_cell(kind.after)} |" * bool(
        kind.before
    )
    left_out = f" {SETS_ASIDE[kind.sets_aside]}" if kind.sets_aside else ""
    explanation, hint = (str(text).replace("<", "&lt;") for text in (kind.explanation, kind.hint))
    return f"## {code}\n\n**{heading(kind)}.** {explanation}\n\n*What to do:* {hint}{left_out}{example}\n"


def _cell(text: str) -> str:
    """Return a text as a cell of a Markdown table shows it."""
    return text.replace("<", "&lt;").replace("|", "\\|").replace("\n", "<br>")


def _rule_sheet(paragraphs: Iterable[Paragraph]) -> str:
    rows = ((one.label, f"*{one.part}*: {one.text}" if one.part else one.text) for one in paragraphs)
    return _table(("paragraph", "rule"), rows)


def _formats() -> str:
    """Return the page of formats; each is described by the first paragraph of its docstring."""
    read = [(f"`{_name(module)}`", str(module.TITLE), _first_line(module)) for module in FORMATS]
    written = [
        (f"`{name}`", str(module.FORMAT.title), _first_line(module), _lost(module.FORMAT.omits))
        for name, module in formats().items()
    ]
    return "\n".join([
        FORMATS_READ,
        _table(("module", "title", "what is read"), read),
        FORMATS_WRITTEN,
        _table(("format", "title", "what is written", "cannot hold"), written),
    ])  # fmt: skip


def _name(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2]


def _first_line(module: ModuleType) -> str:
    return cleandoc(docstring(module)).splitlines()[0]


def _lost(facts: Iterable[str]) -> str:
    """Return what a format loses, in the words in which an export reports two of each, without the number."""
    return "; ".join(str(FACTS[fact].text(2)).replace("2 ", "") for fact in facts)


def _table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a Markdown table; an empty cell is one blank."""
    columns = [*columns]
    cells = [columns, ["---"] * len(columns), *rows]
    return "".join(f"|{'|'.join(f' {cell} ' if cell else ' ' for cell in row)}|\n" for row in cells)


if __name__ == "__main__":
    folder = Folder(DOCS)
    for name, text in pages().items():
        folder.mark(name, text.encode())
