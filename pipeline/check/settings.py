"""The laws that find settings and columns typed where they have no effect."""

from collections.abc import Mapping
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
from schemas.keys import EVENT
from schemas.messages import Message, Name, Text, say

OF_RESULTS = ("tie-breaks", "sit-out points", "sit-outs")
PRIZES = ("best country", "teams")
OF_ONE_GAME = {  # setting -> the only game in which it has an effect
    **dict.fromkeys(("groups", "most entrants", "clock", "format", "kiba points"), "bao"),
    **dict.fromkeys(
        (
            "rounds",
            "minimum games",
            "first year",
            "last year",
            "counting",
            "round score",
            "round weights",
            "boards",
            *OF_RESULTS,
            *PRIZES,
        ),
        "diplomacy",
    ),
}
OF_ONE_SYSTEM = {  # setting -> the only official system under which it has an effect
    "tie-break round": italia.SYSTEM,
    "variants": "pgp",
}
OF_SEASONS_OR = {"as of": "bao"}  # setting of season.xlsx -> the game whose events may state it too
ACTS_IN = OF_ONE_GAME | OF_ONE_SYSTEM | OF_SEASONS_OR | dict.fromkeys(OF_SEASONS_ALONE, "season.xlsx")
OF_SEASONS_TOO = (
    "name",
    "source",
    "state",
    "as of",
    *OF_SEASONS_ALONE,
    *INHERITED,
    *OF_SEASONS,
)  # settings that season.xlsx may have
COLUMNS_OF_EVENTS = [field.replace("_", " ") for field in (*OF_AN_EVENT, *AT_THE_END, "team") if field != "remark"]
SAT_OUT_COLUMN = ("players", "sat out")  # has an effect elsewhere too if sitting out a round earns points
COLUMNS_OF_ONE_SYSTEM = {  # (sheet, column) -> the only system that reads it
    **{("players", field): italia.SYSTEM for field in ("sat out", "two boards")},
    **{("boards", field): italia.SYSTEM for field in ("draw proposed", "late orders")},
    ("games", "draw accepted"): italia.SYSTEM,
    **{("boards", field): "pgp" for field in ("nmr orders", "nmr adjustments")},
    ("nmr", "turn"): "pgp",
}


def settings_without_effect(t: Typed) -> pd.DataFrame:
    """Return the settings that would have an effect only in another game, under another system or in season.xlsx.

    The column `name` is the setting, and `where` says where it would have an effect.
    """
    typed = t.raw.tables["event"]
    rows = typed.origin[EVENT].assign(
        setting=canonical(typed.text["setting"], "setting"), typed=typed.text["value"].notna(), raw_row=typed.text.index
    )
    hours = (rows["setting"] == "clock") & ~typed.text["value"].map(lambda text: bool(CLOCK.fullmatch(text or "")))
    rows = rows[rows["typed"] & ~hours].merge(t.events[[*EVENT, "kind", "edition_of"]], on=EVENT)
    drawn = pd.MultiIndex.from_frame(pd.concat([t.raw.tables[kind].origin[EVENT] for kind in ("matches", "moves")]))
    rows = rows[
        (rows["kind"] == "bao") | ~pd.MultiIndex.from_frame(rows[EVENT]).isin(drawn)
    ]  # another law reports their wrong kind
    needed = rows["setting"].map(ACTS_IN)
    rows = rows[needed.notna() & (needed != rows["kind"]) & (needed != rows["edition_of"])]
    names = [Name("setting", setting) for setting in rows["setting"]]
    return rows.assign(name=names, where=[_where(ACTS_IN, setting) for setting in rows["setting"]])


def settings_of_events(t: Typed) -> pd.DataFrame:
    """Return the settings typed in season.xlsx that are read only from event workbooks."""
    typed = t.raw.tables["event"]
    rows = typed.origin[EVENT].assign(
        setting=canonical(typed.text["setting"], "setting"), raw_row=typed.text.index, value=typed.text["value"]
    )
    rows = rows[(rows["season"] != "") & (rows["event"] == "") & rows["value"].notna() & rows["setting"].notna()]
    return rows[~rows["setting"].isin(OF_SEASONS_TOO)]


def columns_of_events(t: Typed) -> pd.DataFrame:
    """Return the first cell of each column that does not belong in a season's sheet `players`.

    These columns are read only from event workbooks. The column `field` of the result is the name of the column.
    """
    typed = t.raw.tables["players"]
    cells = typed.text[COLUMNS_OF_EVENTS].assign(season=typed.origin["season"], raw_row=typed.text.index)
    rows = cells[typed.origin["event"] == ""].melt(["season", "raw_row"], var_name="field").dropna(subset=["value"])
    return rows.drop_duplicates(["season", "field"])


def columns_without_effect(t: Typed) -> pd.DataFrame:
    """Return the first cell of each column (`field`) that no system of the event or its season reads."""
    read = {of: {one.published for one in shown} for of, shown in t.shown.items()}
    frames = [t.events[EVENT].iloc[:0].assign(raw_row=0, sheet="", field="", name=None, where=None)]
    for (sheet, field), system in COLUMNS_OF_ONE_SYSTEM.items():
        typed = t.raw.tables[sheet]
        if not typed.text[field].notna().any():
            continue
        rows = typed.origin.loc[typed.text[field].notna(), EVENT].drop_duplicates().rename_axis("raw_row").reset_index()
        events = t.events[~t.events["edition_of"].isin(["", system])]
        if (sheet, field) == SAT_OUT_COLUMN:
            events = events[events["sit_out_points"].isna()]
        rows = rows.merge(events[EVENT], on=EVENT)
        elsewhere = [system not in {*read.get(season, ()), italia.SYSTEM} for season in rows["season"]]
        idle = [system == italia.SYSTEM or (other and system in systems()) for other in elsewhere]
        where = _where(COLUMNS_OF_ONE_SYSTEM, (sheet, field))
        name = pd.Series([Name(sheet, field)] * sum(idle), rows.index[idle], dtype=object)
        frames.append(rows[idle].assign(sheet=sheet, field=field, name=name, where=where))
    return pd.concat(frames)


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
LAWS: tuple[Law[Typed], ...] = (
    # settings and columns typed where nothing reads them
    Law("setting_elsewhere", "event!setting", settings_of_events),
    Law("setting_elsewhere", "players!{field}", columns_of_events),
    Law("no_effect", "event!value", settings_without_effect),
    Law("no_effect", "{sheet}!{field}", columns_without_effect, found="field"),
)
# fmt: on
