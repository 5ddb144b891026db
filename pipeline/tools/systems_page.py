"""The page of all systems side by side, `docs/systems.md`: by family, with numbers, needs, readings and sources.

python -m pipeline.tools.systems_page      after a system or a number has changed
"""

from pathlib import Path

from pipeline.rules.numbers import kinds, printed
from pipeline.rules.systems import System, by_module, readings_of, systems
from pipeline.score.needs import needs
from pipeline.store.folder import Folder

PAGE = Path(__file__).parents[2] / "docs" / "systems.md"
HEAD = """# All systems, side by side

Every system that boards are scored under, by family. A family is one file in `pipeline/rules/systems`, with the rule sheet
that the workbooks print; `python -m pipeline systems ID` prints it with the system's numbers and what each means, and
`python -m pipeline certify ID` tells what it rewards. Numbers of paragraphs that an edition does not have are left out here. *Needs* is what a sheet must
tell beside the final centres; a board that lacks it is left unscored, with the reason. *Other readings* are systems that
others print under the same name.
"""
COLUMNS = ("id", "name", "numbers", "needs", "other readings", "source")


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for family, members in by_module(systems().values()).items():
        head = f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}"
        parts.append("\n".join([f"## {family}\n", head, *map(_row, members)]) + "\n")
    return "\n".join(parts)


def _row(system: System) -> str:
    """One system: a row of its family's table."""
    values, of = printed(system.numbers), kinds(system.numbers)
    values |= {name: getattr(system.numbers, name) for name, kind in of.items() if kind.words}
    numbers = [f"{name.replace('_', ' ')} {values[name]}" for name in of if name in system.in_force]
    readings = ", ".join(f"`{one.id}`" for one in readings_of(system))
    cells = (f"`{system.id}`", system.title, "; ".join(numbers), ", ".join(map(str, needs(system))), readings)
    return f"| {' | '.join((*cells, system.rules[0].text))} |".replace("|  |", "| |").replace("|  |", "| |")


if __name__ == "__main__":
    Folder(PAGE.parent).mark(PAGE.name, page().encode())
