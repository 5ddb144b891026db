"""The reference page on sheets and their columns."""

from pipeline.tools.new.texts import texts
from pipeline.tools.reference.markdown import escaped, items, prose, table, typed, words_of
from schemas.fields import Field
from schemas.raw import REQUIRED, TYPED

INTRODUCTION = """# How to fill a sheet

One workbook is one event, in the folder of its season: `data/raw/2026/Club night.xlsx`. It may be an Excel workbook
(`.xlsx`), an OpenDocument spreadsheet (`.ods`), or a folder of CSV files named after the sheets.
`centre-years new "Club night" --season 2026` writes a blank one with drop-downs, notes and a control total
([command `new`](commands.md#new)). Sheets and columns that few events need are grey, or have a pale tab.

You need only the sheets and columns that your event has something to say in.
"""
RULES = """## Rules for every sheet

- Headers and words may be English, Italian, French or German, with or without accents, in upper or lower case. Each
  section below lists the headers that blank workbooks have;
  [the full list](../../schemas/synonyms.csv) has every word that is understood.
- After a typed 0, and from the year in `eliminated` on, a blank year counts as 0. A year missing in between is an
  error.
- A blank player is a power that nobody played. `?` is somebody whose name is not known. Neither is in the standings.
  Common words for them (`CD`, `-`, `vacant`; `unknown`, `N.N.`, `TBD`) are read so, unless the sheet `players` lists
  such a name.
- A row of the sheet `boards` with the power `total` is a control total, not a seat.
- Names are matched exactly, or through `also known as`. Add something to tell two namesakes apart: `Mario Rossi (2)`.
- A name that looks like another one is marked in all standings (“perhaps Cy Moss?”), until you correct one of them or
  list it as `also known as`. If they are two people, list both in the sheet `players` of `season.xlsx` or
  `league.xlsx`.
- A season whose boards were scored by two systems has one event file for each.
- No event may be called `events`, `circuits`, `problems` or `report`, nor like a system or circuit that the season
  shows.

A cell that cannot be right is reported at its place, all problems at once, and only its board is left out:
[all problems](problems.md). Nothing is guessed, and a build never changes a file in `data/raw`.

## Files beside the events

- `season.xlsx`, beside the events of a season, holds for the whole season: the sheet `season` with
  [its settings](settings.md#season), and the sheets `players`, `systems` and `circuits`.
- `data/raw/league.xlsx`, beside the seasons, holds for all of them: the sheet `league` with
  [its settings](settings.md#league), and the sheet `players` for names that differ between seasons.
"""
ROWS = {  # kind of sheet -> what a row is, and who needs the sheet
    "event": "One row per setting: its name and its value. [All settings](settings.md) lists them.",
    "boards": """One row per seat. Type the centres of every autumn in a column per year, or only the end in `final`
        and `eliminated`. Seven rows make a board.""",
    "games": "One row per board, only for boards with something to say.",
    "nmr": "One row per missed turn.",
    "players": """One row per person, only for people with something to say. For a Bao event it is the entry list.
        `sex` and `born` decide ties under Italia-2010 and are printed nowhere.""",
    "placings": """One row per player, for an event that is known by its result alone. Beside boards, the places are
        compared with the computed ones.""",
    "results": """One row per result, for an event of which only scores are known. A round that has boards under the
        official system counts by those boards.""",
    "calendar": "One row per adjudicated year of a postal game. It lets a list be drawn up for a past day.",
    "matches": "One row per game of a [Bao event](../howto/run_a_bao_tournament.md). A row with the player `-1` is a bye.",
    "moves": "One row per move of a Bao game. With this optional sheet the clocks are computed. No blank workbook has it.",
    "systems": "One row per number of [a system of your own](../howto/own_system.md#your-own-system), in `season.xlsx`.",
    "circuits": "One row per [circuit of your own](../howto/own_circuit.md#your-own-circuit), in `season.xlsx`.",
}
WITHOUT_BLANK = ("event", "moves")  # sheets whose columns no blank workbook lists
A_YEAR = "1901, 1902 ..."


def page() -> str:
    """Return the page: the rules of all sheets, then one section per sheet."""
    rows = ((f"[`{kind}`](#{kind})", _required(kind)) for kind in TYPED)
    index = table(("sheet", "columns that it must have"), rows)
    return "\n".join([INTRODUCTION, index, RULES, *(_sheet(kind, fields) for kind, fields in TYPED.items())])


def _required(kind: str) -> str:
    return ", ".join(f"`{name}`" for name in TYPED[kind] if name in REQUIRED[kind])


def _sheet(kind: str, fields: dict[str, Field]) -> str:
    parts = [
        f"## {kind}\n",
        f"{prose(ROWS[kind])}\n",
        items(_column(kind, name, field) for name, field in fields.items()),
    ]
    if kind == "players":
        notes = (f"`{name}`. {escaped(text)}" for name, text in texts("bao players").items())
        parts += ["On the entry list of a Bao event:\n", items(notes)]
    return "\n".join([*parts, words_of(kind, (name for name, field in fields.items() if not field.pattern))])


def _column(kind: str, name: str, field: Field) -> str:
    """Return a list item for a column: whether it is required, its note, and what may be entered."""
    needed = "required" if not field.missing else "required column, cells may be blank"
    of = [needed] if name in REQUIRED[kind] else []
    of += ["rarely needed"] if field.rare else []
    of += [] if (field.in_blank and field.says) or kind in WITHOUT_BLANK else ["not in a blank workbook"]
    note = escaped(field.says) if field.says else ""
    shown = A_YEAR if field.pattern else name
    heading = f"`{shown}` ({'; '.join(of)})" if of else f"`{shown}`"
    return f"{heading}. {typed(note, escaped(field.expected))}"
