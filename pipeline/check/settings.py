"""Checks that find settings and columns filled in where they have no effect."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import pandas as pd

from pipeline.check.laws import Law
from pipeline.check.typed import Typed
from pipeline.events.standings import AT_THE_END
from pipeline.read.validate import canonical
from pipeline.rules.counting import italia_2010 as italia
from pipeline.rules.systems import systems
from pipeline.tidy.events import INHERITED, OF_SEASONS, OF_SEASONS_ALONE
from pipeline.tidy.people import OF_AN_EVENT
from schemas.fields import CLOCK
from schemas.keys import EVENT, among
from schemas.messages import Message, Name, Text, say

OF_RESULTS = ("tie-breaks", "sit-out points", "sit-outs")
PRIZES = ("best country", "teams")
OF_ONE_GAME = {  # setting -> the only game in which it has an effect
    **dict.fromkeys(("groups", "most entrants", "clock", "format", "kiba points"), "bao"),
    **dict.fromkeys(("rounds", "minimum games", "first year", "last year", "counting"), "diplomacy"),
    **dict.fromkeys(("round score", "round weights", "boards", *OF_RESULTS, *PRIZES), "diplomacy"),
}
OF_ONE_SYSTEM = {  # setting -> the only official system under which it has an effect
    "tie-break round": italia.SYSTEM,
    "variants": "pgp",
}
OF_SEASONS_OR = {"as of": "bao"}  # setting of season.xlsx -> the game whose events may state it too
ACTS_IN = OF_ONE_GAME | OF_ONE_SYSTEM | OF_SEASONS_OR | dict.fromkeys(OF_SEASONS_ALONE, "season.xlsx")
# The settings that season.xlsx may have.
OF_SEASONS_TOO = ("name", "source", "state", "as of", *OF_SEASONS_ALONE, *INHERITED, *OF_SEASONS)
COLUMNS_OF_EVENTS = [field.replace("_", " ") for field in (*OF_AN_EVENT, *AT_THE_END, "team") if field != "remark"]
SAT_OUT_COLUMN = ("players", "sat out")  # has an effect elsewhere too if sitting out a round earns points
COLUMNS_OF_ONE_SYSTEM = {  # (sheet, column) -> the only system that reads it
    **{("players", field): italia.SYSTEM for field in ("sat out", "two boards")},
    **{("boards", field): italia.SYSTEM for field in ("draw proposed", "late orders")},
    ("games", "draw accepted"): italia.SYSTEM,
    **{("boards", field): "pgp" for field in ("nmr orders", "nmr adjustments")},
    ("nmr", "turn"): "pgp",
}


class Settings(Typed):
    """The input to the checks on settings and columns."""

    @cached_property
    def typed(self) -> pd.DataFrame:
        """The known settings that have a value, with the columns EVENT, setting, value and raw_row."""
        table = self.raw.tables["event"]
        setting, value = canonical(table.text["setting"], "setting"), table.text["value"]
        rows = table.origin[EVENT].assign(setting=setting, value=value, raw_row=table.text.index)
        return rows[setting.notna() & value.notna()]


def settings_without_effect(t: Settings) -> pd.DataFrame:
    """Return the settings that would have an effect only in another game, under another system or in season.xlsx.

    The column `name` is the setting, and `where` says where it would have an effect.
    """
    rows = t.typed[t.typed["setting"].isin([*ACTS_IN])]
    if rows.empty:
        return rows
    hours = (rows["setting"] == "clock") & ~rows["value"].map(lambda text: bool(CLOCK.fullmatch(text)))
    rows = rows[~hours].merge(t.events[[*EVENT, "kind", "edition_of"]], on=EVENT)
    matches, moves = (among(rows, t.raw.tables[kind].origin, EVENT) for kind in ("matches", "moves"))
    rows = rows[(rows["kind"] == "bao") | ~(matches | moves)]  # another check reports their wrong kind
    needed = rows["setting"].map(ACTS_IN)
    rows = rows[(needed != rows["kind"]) & (needed != rows["edition_of"])]
    names = [Name("setting", setting) for setting in rows["setting"]]
    return rows.assign(name=names, where=[_where(ACTS_IN, setting) for setting in rows["setting"]])


def settings_of_events(t: Settings) -> pd.DataFrame:
    """Return the settings entered in season.xlsx that are read only from event workbooks."""
    rows = t.typed[~t.typed["setting"].isin(OF_SEASONS_TOO)]
    return rows[(rows["season"] != "") & (rows["event"] == "")]


def columns_of_events(t: Settings) -> pd.DataFrame:
    """Return the first cell of each column that does not belong in a season's `players` sheet.

    Such columns are read only from event workbooks. In the result, `field` is the name of the column.
    """
    typed = t.raw.tables["players"]
    cells = typed.text[COLUMNS_OF_EVENTS][typed.origin["event"] == ""]
    if cells.empty:
        return cells
    cells = cells.assign(season=typed.origin["season"], raw_row=cells.index).melt(
        ["season", "raw_row"], var_name="field"
    )
    return cells.dropna(subset=["value"]).drop_duplicates(["season", "field"])


def columns_without_effect(t: Settings) -> pd.DataFrame:
    """Return, for each event, the first filled cell of each column that no system of the event or its season reads.

    In the result, `field` is the name of the column. Events without an official system are skipped.
    """
    read = {of: {one.published for one in shown} for of, shown in t.shown.items()}
    rows = []
    for (sheet, field), system in COLUMNS_OF_ONE_SYSTEM.items():
        typed = t.raw.tables[sheet]
        filled = typed.text[field].notna()
        if not filled.any():
            continue
        events = t.events[~t.events["edition_of"].isin(["", system])]
        if (sheet, field) == SAT_OUT_COLUMN:
            events = events[events["sit_out_points"].isna()]
        first = typed.origin.loc[filled, EVENT].drop_duplicates()
        said = {"name": Name(sheet, field), "where": _where(COLUMNS_OF_ONE_SYSTEM, (sheet, field))}
        for row, season in first.loc[among(first, events, EVENT), "season"].items():
            if system == italia.SYSTEM or (system in systems() and system not in read.get(season, ())):
                rows.append({"raw_row": row, "sheet": sheet, "field": field, **said})
    return pd.DataFrame(rows)


def _where(needed: Mapping[Any, str], what: object) -> Text:
    """Return where a setting or column has an effect: in a game, under a system or in a file."""
    if what in OF_SEASONS_OR:
        return say("the season's own file, `season.xlsx`")
    if needed[what] in systems():
        elsewhere = Message("an event with `sit-out points`, or one scored under {system}")
        where = elsewhere if what == SAT_OUT_COLUMN else Message("an event scored under {system}")
        return where.of({"system": systems()[needed[what]].title})
    return say("a {game} event", game=needed[what].capitalize())


# fmt: off
LAWS: tuple[Law[Settings], ...] = (
    # settings and columns typed where nothing reads them
    Law("setting_elsewhere", "event!setting", settings_of_events),
    Law("setting_elsewhere", "players!{field}", columns_of_events),
    Law("no_effect", "event!value", settings_without_effect),
    Law("no_effect", "{sheet}!{field}", columns_without_effect, found="field"),
)
# fmt: on
