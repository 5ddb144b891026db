"""The systems: one file a way to score one board. The folder is the registry.

A module has a docstring (the rule sheet), its numbers, and `score(boards)`; with `EDITIONS` (id -> numbers) it has
`score(boards, numbers)` instead and stands for as many systems. Where needed it also has `lacks` (boards that cannot be
scored, by reason) and `notices` (boards scored with a remark), called like `score`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from pipeline.rules.boards import Boards, Bools, Result
from pipeline.rules.rule_sheet import Rule, modules
from schemas.messages import Message, say

# What every season shows that says nothing of it, beside its official systems.
USUAL = (
    *("boucher", "c_diplo", "c_diplo_100", "c_diplo_namur", "diplo_ligue", "italia_2010", "omg", "open_tribute", "pgp"),
    *("sum_of_squares", "tribute", "win_namur", "win_namur_survival"),
)


@dataclass(frozen=True)
class System(Rule):
    """One published system, or one edition of it."""

    numbers: Any = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its id: another process has the module already."""
        return _system, (self.id,)

    @property
    def title(self) -> str:
        """The system's name; an edition other than the module's own carries its id."""
        name = super().title
        return name if self.id == self.module.__name__.rpartition(".")[2] else f"{name} ({self.id})"

    @property
    def parts(self) -> list[str]:
        """The parts of a score, in the rule's order."""
        return [paragraph.part for paragraph in self.rules if paragraph.part]

    @property
    def scores_games_in_progress(self) -> bool:
        """A game in progress has a provisional score."""
        return getattr(self.module, "SCORES_GAMES_IN_PROGRESS", False)

    def score(self, boards: Boards) -> Result:
        """Parts of every power's score. (power, board)"""
        return self._call(self.module.score, boards)

    def lacks(self, boards: Boards) -> dict[Message, Bools]:
        """Boards that cannot be scored, by reason. (board)"""
        lacks = self._call(self.module.lacks, boards) if hasattr(self.module, "lacks") else {}
        if self.scores_games_in_progress:
            return lacks
        over = ~boards.in_progress
        return {say("the game is in progress"): ~over} | {reason: mask & over for reason, mask in lacks.items()}

    def notices(self, boards: Boards) -> dict[Message, Bools]:
        """Boards scored with a remark, by remark. (board)"""
        return self._call(self.module.notices, boards) if hasattr(self.module, "notices") else {}

    def _call(self, rule: Callable[..., Any], boards: Boards) -> Any:
        return rule(boards) if self.numbers is None else rule(boards, self.numbers)


def _system(id: str) -> System:
    return systems()[id]


@cache
def systems() -> dict[str, System]:
    """Every system by its id, in alphabetical order."""
    found = {}
    for name, module in modules(__name__).items():
        for id, numbers in getattr(module, "EDITIONS", {name: None}).items():
            found[id] = System(id, module, numbers)
    return dict(sorted(found.items()))
