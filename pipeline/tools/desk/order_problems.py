"""The problems of order sheets: every kind has a code, defined once."""

from typing import NamedTuple

from pipeline.problems.codes import Kind, Severity

EXAMPLES = (
    "A ROM HOLD, A ROM - VEN, A ROM S A TUS, A ROM S A APU - NAP, F ION T A APU - TUN, + F ROM or - F ROM, "
    "as appendix A has them"
)

KINDS: dict[str, Kind] = {
    # cannot be read
    "unknown_form": Kind("error", EXAMPLES, "write it in the official syntax, or let the director decide"),
    "letter_missing": Kind("error", "A (army, armata) or F (fleet, flotta) before the province", "add the letter"),
    "unknown_province": Kind("error", "an abbreviation of appendix A", "correct the abbreviation"),
    "unknown_coast": Kind("error", "a coast of STP (NC, SC), SPA (NC, SC) or BUL (EC, SC)", "correct the coast"),
    "two_sheets": Kind("error", "the orders of one power in one turn", "check each sheet alone"),
    "two_units": Kind("error", "one unit in a province", "correct one of the two"),
    # can be read, but is not accepted
    "cannot_stand": Kind(
        "error", "an army on land or a coast, a fleet at sea or on a coast", "correct the letter or the province"
    ),
    "supports_itself": Kind("error", "another unit to support (9.1)", "write what the unit is to do"),
    "convoy_and_support": Kind("error", "", "choose one of the two"),
    # is accepted, but something may be wrong
    "not_taken_there": Kind(
        "warning", "", "correct one of the two; the director decides (9.1 speaks of support alone)"
    ),
    "longer_way": Kind("warning", "", "check that fleets of other powers take the army all the way round"),
    "bad_convoy": Kind("warning", "a fleet at sea that takes an army from coast to coast", "correct the order"),
    "out_of_reach": Kind("warning", "a province that the unit can reach", "check the abbreviations"),
    "coast_missing": Kind("warning", "the coast, since the fleet could go to either", "add the coast"),
    "letters_differ": Kind("warning", "one letter for one unit", "correct one of the two"),
    "two_turns": Kind("warning", "builds on a sheet of their own", "check which turn the sheet is for"),
    # good to know
    "overruled": Kind("notice", "one order for a unit", "nothing: the last one counts (9)"),
    "no_own_convoy": Kind("notice", "a fleet to take the army there", "nothing: it may be another power's"),
    "coast_of_an_army": Kind("notice", "an army without a coast", "nothing: it was read without"),
}


class OrderProblem(NamedTuple):
    """One problem. `line` and `column` count from 1 and say where `found` begins in the text."""

    line: int
    column: int
    code: str
    found: str
    expected: str

    @property
    def severity(self) -> Severity:
        """An error is not accepted, a warning wants a look, a notice wants nothing."""
        return KINDS[self.code].severity

    @property
    def hint(self) -> str:
        """How to mend it."""
        return KINDS[self.code].hint

    def __str__(self) -> str:
        return f"{self.severity}: line {self.line}, column {self.column}: found {self.found}, expected {self.expected}"


def in_words(problems: list[OrderProblem]) -> str:
    """The errors in one line."""
    return "; ".join(f"{p.found}: expected {p.expected}" for p in problems if p.severity == "error")
