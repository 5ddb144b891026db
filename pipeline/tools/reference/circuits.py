"""The reference page on circuits."""

from pipeline.rules.circuits import Circuit, circuits
from pipeline.tools.reference.markdown import prose, rule_sheet, table

INTRODUCTION = """# All circuits

A circuit makes standings from the results of several events. An event counts for the circuits that its setting
`circuits` names. *Takes* says what a circuit is made from. *Asks for* lists the settings that each of its events needs.
The paragraphs are those of its rule sheet, which its workbook prints as well.
[A circuit of your own](../howto/own_circuit.md#your-own-circuit) is a row of the sheet `circuits`.
"""


def page() -> str:
    """Return the page: an index, then one section per circuit."""
    rows = ((f"[`{one.id}`](#{one.id})", one.title, _takes(one)) for one in circuits().values())
    return "\n".join([INTRODUCTION, table(("id", "name", "takes"), rows), *map(_circuit, circuits().values())])


def _takes(circuit: Circuit) -> str:
    return f"{circuit.needs.takes} of {circuit.needs.game.capitalize()} events"


def _circuit(circuit: Circuit) -> str:
    needs = circuit.needs
    under = f" under `{needs.system}`" if needs.system else ""
    asks = f" Asks for: {', '.join(f'`{setting}`' for setting in needs.asks)}." if needs.asks else ""
    line = f"**{circuit.title}** ranks each {needs.ranked}. Takes: {_takes(circuit)}{under}.{asks}"
    return f"## {circuit.id}\n\n{prose(line)}\n\n{rule_sheet(circuit.rules)}"
