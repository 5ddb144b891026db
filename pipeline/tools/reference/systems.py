"""The reference page on systems."""

from pipeline.rules.numbers import kinds, printed
from pipeline.rules.systems import System, by_module, readings_of, systems
from pipeline.score.needs import needs
from pipeline.tools.reference.markdown import escaped, items, prose

INTRODUCTION = """# All systems

A system gives each seat of a board its score. An event names its official system in the setting `system`. A season
shows further systems beside it: [settings](settings.md#season) says how to choose them.

- *Numbers* are those of the paragraphs that this edition has.
- *Needs* is what a sheet must say in addition to the final centres. A board that lacks it is left unscored, with the
  reason.
- *Other readings* are systems that other sources publish under the same name.

`centre-years systems ID` prints the whole rule sheet of a system, and the meaning of each number.
`centre-years certify ID` prints what a system rewards. A league changes any number in
[a system of its own](../howto/own_system.md#your-own-system).

## By family

Each family is one file in `pipeline/rules/systems`.
"""


def page() -> str:
    """Return the page on systems: an index by family, followed by the systems in the same order."""
    families = by_module(systems().values())
    index = (
        f"{family}: {', '.join(f'[`{one.id}`](#{one.id})' for one in members)}" for family, members in families.items()
    )
    return "\n".join([INTRODUCTION, items(index), *(_system(one) for members in families.values() for one in members)])


def _system(system: System) -> str:
    values, of = printed(system.numbers), kinds(system.numbers)
    values |= {name: getattr(system.numbers, name) for name, kind in of.items() if kind.words}
    numbers = "; ".join(f"{name.replace('_', ' ')} {values[name]}" for name in of if name in system.in_force)
    readings = ", ".join(f"[`{one.id}`](#{one.id})" for one in readings_of(system))
    lines = {
        "Numbers": numbers,
        "Needs": ", ".join(map(str, needs(system))),
        "Other readings": readings,
        "Source": escaped(system.rules[0].text),
    }
    said = items(f"*{name}*: {text}" for name, text in lines.items() if text)
    return f"## {system.id}\n\n{prose(f'**{system.title}**')}\n\n{said}"
