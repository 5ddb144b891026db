"""What is shown of each circuit: its standings, every result used or dropped, and its rules."""

from dataclasses import dataclass

from pipeline.pages.season import Season
from pipeline.rules.circuits import Outcome, circuits
from pipeline.rules.rule_sheet import Paragraph


@dataclass(frozen=True, eq=False)
class CircuitPage:
    """One circuit: its rules, and what it made of the season."""

    id: str
    title: str
    rules: list[Paragraph]
    outcome: Outcome
    basis: str  # the day of the list, or which events count
    ranked: str = "player"  # who is ranked: players or nations


def circuit_pages(season: Season) -> list[CircuitPage]:
    """A page a circuit."""
    results, name = season.results, season.name
    return [
        CircuitPage(
            id,
            circuit.title,
            circuit.rules,
            results.outcome(id, name),
            results.circuit_basis(id, name),
            circuit.needs.ranked,
        )
        for id, circuit in circuits().items()
    ]
