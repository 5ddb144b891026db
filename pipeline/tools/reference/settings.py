"""The reference page on the settings of an event, a season and the league."""

from pipeline.rules.circuits import circuits
from pipeline.tools.new.texts import rarely_needed, texts
from pipeline.tools.reference.markdown import escaped, items, prose, typed, words_of
from schemas.fields import Field
from schemas.messages import Message
from schemas.raw import SETTINGS
from schemas.words import BAO_CLOCK, RATINGS

INTRODUCTION = """# All settings

A setting is a row of the sheet `event`, `season` or `league`: its name in the column `setting`, its value in the column
`value`. Names and words may be English, Italian, French or German. A setting that you do not need may be blank or left
out. One that is typed where it has no effect is reported.
"""
SEASON = """## season

These settings stand in the sheet `season` of `season.xlsx`, beside the season's events.
"""
LEAGUE = """## league

These settings stand in the sheet `league` of `data/raw/league.xlsx`, beside the seasons.
"""
EVENT = """## event

These settings stand in the sheet `event` of an event's workbook. [Counting](counting.md) explains those that say how
results add up.
"""
PLACINGS = "An event that is known by its placings alone needs these of them:"
BAO = """## Bao event

These settings stand in the sheet `event` of a [Bao event](../howto/run_a_bao_tournament.md).
"""
OTHERWISE = {  # setting that no field describes -> what may be typed
    "system": "the id or the name of a [system](systems.md), also one of the season's own",
    "systems": "`official`, `all`, or a list of ids of [systems](systems.md), separated by commas",
    "circuits": "a list of ids of [circuits](circuits.md), separated by commas",
    "place": "text",
    "source": "text",
    "directors": "a list of names, separated by commas",
    "top table round": "a round",
    "top table": "a board",
    "tie-break round": "a round",
}
LEAGUES = {  # the settings of league.xlsx, which has no blank workbook
    "title": "The league's title, on the front door and in the reports.",
    "language": "The language of seasons that name no other. *Blank*: English.",
    "site": "The address at which `data/out` is published, for seasons that name none.",
    "rating": f"The [ratings](ratings.md) that the league keeps: {', '.join(f'`{name}`' for name in RATINGS)}. *Blank*: all.",
}
VALUES = {  # values for the placeholders in notes
    "systems": "any of [all systems](systems.md)",
    "circuits": "any of [all circuits](circuits.md)",
    "kiba_circuits": ", ".join(f"`{name}`" for name, circuit in circuits().items() if circuit.needs.game == "bao"),
    "clock": BAO_CLOCK,
    "games": "`games`",
}


def page() -> str:
    """Return the reference page on settings: the settings of each kind of sheet, with notes."""
    placings = ", ".join(f"`{name}`" for name in texts("placings event"))
    return "\n".join([
        INTRODUCTION,
        EVENT, _settings("event"),
        f"{prose(f'{PLACINGS} {placings}.')}\n", words_of("setting", texts("event")),
        BAO, _settings("bao event"), words_of("setting", texts("bao event")),
        SEASON, _settings("season"), words_of("setting", texts("season")),
        LEAGUE, items(f"`{name}`. {said}" for name, said in LEAGUES.items()),
    ])  # fmt: skip


def _settings(sheet: str) -> str:
    rare = rarely_needed(sheet)
    return items(_setting(name, note, name in rare) for name, note in texts(sheet).items())


def _setting(name: str, note: Message, rare: bool) -> str:
    field = SETTINGS.column(name)
    values = escaped(field.expected) if isinstance(field, Field) else OTHERWISE[name]
    return f"`{name}`{' (rarely needed)' if rare else ''}. {typed(escaped(note.of(VALUES)), values)}"
