"""The reference page on problems. The anchor of each section is the problem's code."""

from pipeline.problems.codes import CODES, ORDER, Kind
from pipeline.problems.words import SETS_ASIDE
from pipeline.tools.reference.markdown import cell, escaped, prose, table

INTRODUCTION = """# All problems, and how to correct them

Every line of `problems.xlsx`, of `tables/problems.csv` and of the terminal has one of these codes. The codes never
change with the language. `centre-years explain CODE` prints the same text in your language, and `centre-years explain`
lists all codes.

| severity | means | exit status |
| --- | --- | --- |
| [error](#errors) | a board or an event is left out until the error is corrected; the season is INCOMPLETE | 1 |
| [warning](#warnings) | probably a slip: a published score differs from ours, a word is misspelt | 0 |
| [fix](#fixes) | a harmless slip was read as it was meant: a number typed as text, surplus blanks | 0 |
| [notice](#notices) | worth knowing: a board left unscored and why, a column that is not read | 0 |

An error within one board leaves out that board. The rest of the event counts, and every title says so:
`INCOMPLETE: Club league: 11 of 12 boards; missing: round 5, board 1`. An error that may concern other boards leaves out
the event: a wrong setting, a name that may be two people, the same board twice, a row without a known board, a sheet
that cannot be read, any row of a Bao event. So does an error on every board.

While an event lacks a board, nothing is decided that the board may change. Under Italia-2010 no tie is broken, and
nobody gets the points of a top table that is left out or was never named.

`problems.xlsx` speaks the language of each sheet: the setting `language` of the event or its season, otherwise the
language of most of the sheet's headers. Its index leads from each line to the sheet redrawn there, with the cell
marked, and to the cell in your own file, as long as the workbook stays where it was built. `tables/problems.csv` has
the same lines in English, for scripts. The terminal speaks the language of your computer.
"""
HEADINGS = {"error": "Errors", "warning": "Warnings", "fix": "Fixes", "notice": "Notices"}
INDEX = "## Index\n"


def page() -> str:
    """Return the reference page on problems: an index by severity, then a section on each code in the same order."""
    by_severity = {
        severity: {code: kind for code, kind in sorted(CODES.items()) if kind.severity == severity}
        for severity in ORDER
    }
    parts = [INTRODUCTION, INDEX]
    for severity, kinds in by_severity.items():
        rows = ((f"[`{code}`](#{code})", cell(str(kind.title))) for code, kind in kinds.items())
        parts.append(
            table((HEADINGS[severity].lower(), "what is wrong" if severity == "error" else "what it is"), rows)
        )
    for severity, kinds in by_severity.items():
        parts += [f"## {HEADINGS[severity]}\n", *(_problem(code, kind) for code, kind in kinds.items())]
    return "\n".join(parts)


def _problem(code: str, kind: Kind) -> str:
    left_out = f" {SETS_ASIDE[kind.sets_aside]}" if kind.sets_aside else ""
    said = [
        f"### {code}",
        prose(f"**{_capital(str(kind.title))}.** {escaped(kind.explanation)}"),
        prose(f"*What to do:* {escaped(kind.hint)}{left_out}"),
    ]
    if kind.before:
        said.append(table(("instead of", "type"), [(cell(kind.before), cell(kind.after))]).rstrip())
    return "\n\n".join(said) + "\n"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
