"""The reference page on outputs: the files that a build writes, and the status of a result."""

from pipeline.tools.reference.markdown import table

INTRODUCTION = """# What comes out

Open `data/out/index.html`, the front door: every season with its status, its winners and its files. The folder
`data/out/<season>/` holds what people open; its folder `tables` holds what programs read, always under the same names.
A file that would be empty is not written.

## Files that people open

"""
FILES = {  # file name, relative to the season's folder -> its content
    "report.html": "the season's report in one file that opens without a network",
    "live.html": "while an event is open: the next seats by name, the standings, the last boards, for a phone",
    "card.svg": "the winner, the first three and the race as a picture of 1200 x 630 pixels, to post",
    "card.png": "the same as PNG, for previews of links; only if the season or the league types the address of its `site`",
    "<system>.xlsx": "the ranked workbook of an official system",
    "systems/<system>.xlsx": "the ranked workbook of another system",
    "systems/compare.xlsx": "the season's boards under every system that it shows; written by [`compare`](commands.md#compare)",
    "events.xlsx": "the standings of each Diplomacy event under its official system and counting",
    "<event>.xlsx": "a Bao event, to be handed out",
    "circuits.xlsx": "the circuits for which an event counts",
    "problems.xlsx": "every problem, with the sheets redrawn and their cells marked; only if there is a problem",
    "manifest.json": "the digests of all inputs and outputs; written last, so that a program can tell a finished season",
    "../history/": "what all seasons say together: [the history](../explanation/history_and_ratings.md)",
    "tables/*.csv": "the same as tables, for programs: [all tables](tables.md)",
}
CONTENT = """
- The *report* says who has won, then shows the standings, the race, the boards of each round, the powers and records,
  and the rules in force. It can be mailed alone: no link leaves it except to typed sources. A second opinion shows
  where another reading of a rule would change ranks.
- A *ranked workbook* has the sheets Standings, Scores, Boards (the centres by year, as a heat map), Rules and Checks.
  Scores has one row per seat and one column per paragraph of the rule; the score is a live formula of their sum. For an
  official PGP a sheet Bulletin comes first: each game with its partial scores, and the list.
- `events.xlsx` has the standings after every round, what can still change, the results used and dropped, charts of the
  centres, and the rules that the events applied.
- A *Bao workbook* has the sheets Standings (with tie-breaks and who goes on), Crosstables, Schedule, Entries, Clocks,
  Rules and Checks.
- `circuits.xlsx` shows how each figure of a circuit comes about.

![How a score came about](../pictures/scores.png)

A season shows its official systems and thirteen others beside them, unless
[its setting `systems`](settings.md#season) says otherwise. Standings of a system are the sum of a player's scores over
the season. If the season's only event under an official system counts otherwise, Standings shows the event's own, and a
sheet Sum shows the sum. Ranks are shared (`2=`) if scores are equal to nine decimals. A board whose sheet lacks what a
system needs has no score under it, and the column `status` says why. `centre-years explain` prints how a score came
about, paragraph by paragraph, and how a circuit's did, result by result.

Reports and workbooks speak the `language` of the season (English, Italian, French or German), a Bao workbook that of
its event. Sheet names, tables and rule sheets stay in one language.

## Status

The title of each workbook says how final it is. Only what is typed decides it, never the clock.

- INCOMPLETE: a board or a sheet is left out because of an error.
- PROVISIONAL: something is still to come, and the line says what.
- RESULTS ONLY: everything is over, and nobody is ranked, because no official system is named.
- FINAL: nothing is left to play.

An event, or a season, stays PROVISIONAL while its `state` is `in progress`. So does an event while fewer rounds are
played than `rounds` says, or while its `end` is after the last day on which a board ended. An event of several rounds
or days also stays PROVISIONAL until it says how long it is: type `rounds`, or `state` = `final`. It need not say so if
all its days are typed and lie within four days.

A circuit stays PROVISIONAL until `season.xlsx` says `events` (how many are planned) or `state` = `final`, unless the
circuit's own text says how many events it has.
"""


def page() -> str:
    """Return the page, which lists the files and says what each contains."""
    return INTRODUCTION + table(("file", "content"), ((f"`{name}`", said) for name, said in FILES.items())) + CONTENT
