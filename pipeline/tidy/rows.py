"""Rows of a sheet -> rows of a table: how the cells of each column are read, the same in every table."""

from collections.abc import Callable
from functools import partial

import pandas as pd

from pipeline.read.raw_tables import RawTable
from pipeline.read.validate import canonical, day, moment, number, variant
from pipeline.rules.systems import system_id
from schemas.fields import each
from schemas.keys import EVENT, SOURCE
from schemas.schema import Schema
from schemas.words import circuit_id, conjoined, fold, id_of, split, vocabulary

Read = Callable[[pd.Series], pd.Series]


def _text(texts: pd.Series) -> pd.Series:
    """Texts, empty for a blank."""
    return texts.fillna("")


def _word(kind: str, blank: str | None = None) -> Read:
    """How words of a kind are read, and a blank."""
    return lambda texts: canonical(texts, kind).fillna(blank) if blank is not None else canonical(texts, kind)


def _place(texts: pd.Series) -> pd.Series:
    """`2=` is 2."""
    return number(texts.str.rstrip("="))


def _decimals(texts: pd.Series) -> pd.Series:
    """How many decimals are typed."""
    return _text(texts).astype(str).str.extract(r"\.(\d+)$")[0].str.len().fillna(0)


def _powers(typed: str) -> str:
    """`Turquie / Russie` -> `Russia, Turkey`"""
    return ", ".join(sorted({vocabulary("power")[fold(name)] for name in conjoined(typed)}))


def _rounds(typed: str) -> str:
    """Each round once: `2; 3, 2` -> `2, 3`."""
    return ", ".join(dict.fromkeys(split(typed)))


FIELDS = {  # the columns that are not called like their field of the sheet
    **{"final_centres": "final", "apart": "apart from", "typed_kiba": "kiba score"},
    "changed": "number",
    **{
        "circuit": "name",
        "circuit_name": "name",
        "formula": "points",
        "fewest": "minimum events",
        "tie_breaks": "tie-breaks",
    },
    **{"typed_place": "place", "typed_score": "score", "typed_decimals": "score"},
}
READ: dict[str, Read] = {
    **dict.fromkeys(("system", "changed"), lambda texts: _text(each(texts, id_of))),
    "based_on": lambda texts: _text(each(texts, system_id)),
    **dict.fromkeys(("round", "board", "country", "apart", "team", "remark"), lambda texts: texts),
    **dict.fromkeys(("player", "south", "north", "winner", "group"), _text),
    **dict.fromkeys(
        ("ended", "draw_accepted", "draw_proposed", "late_orders", "note", "imported_from", "value"), _text
    ),
    **dict.fromkeys(("wdd_id", "wdr_id", "backstabbr"), _text),
    "circuit": lambda texts: _text(each(texts, circuit_id)),
    **dict.fromkeys(("circuit_name", "formula", "best", "divisor", "fewest", "tie_breaks"), _text),
    **dict.fromkeys(
        ("final_centres", "eliminated", "nmr_orders", "nmr_adjustments", "typed_score", "division"), number
    ),
    **dict.fromkeys(
        ("year", "last_year", "score", "games", "elo", "typed_kiba", "number", "handicap", "adjustment"), number
    ),
    **dict.fromkeys(("sat_out", "rounds", "two_boards"), partial(each, read=_rounds)),
    **dict.fromkeys(("born", "adjudicated", "withdrew"), day),
    **dict.fromkeys(("started", "time"), moment),
    **dict.fromkeys(("place", "typed_place"), _place),
    **{name: _word(name) for name in ("power", "turn", "stage", "sex")},
    **{name: _word(name, blank="") for name in ("result", "reason")},
    "role": _word("role", blank="player"),
    "top_table": _word("answer"),
    "scored": lambda texts: _word("answer", blank="yes")(texts) == "yes",
    "penalty": lambda texts: number(texts).fillna(0.0),
    "typed_decimals": _decimals,
    "variant": variant,
    "winners": lambda texts: _text(each(texts, _powers)),
}


def tidy_rows(table: RawTable, schema: Schema) -> pd.DataFrame:
    """One row a row of the sheets: its event, where it stands, and every column of the schema that is typed."""
    origin = {name: table.origin[name] for name in (*EVENT, *SOURCE)}
    typed = {name: READ[name](table.text[field_of(name)]) for name in schema.columns if name in READ}
    return pd.DataFrame({**origin, "raw_row": table.text.index, **typed})


def field_of(name: str) -> str:
    """The field of a sheet that a column is read from."""
    return FIELDS.get(name, name.replace("_", " "))


def column_of(field: str) -> str:
    """The column that a field of the sheet `players` is read into."""
    return next((name for name, of in FIELDS.items() if of == field), field.replace(" ", "_"))
