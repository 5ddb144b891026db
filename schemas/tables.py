"""The tidy tables that stand behind every published figure, each row with its file, sheet and row.

Columns are defined once: the same name has the same type and meaning in every table. `Int64` may be empty.
"""

from typing import Any

import pandera.pandas as pa

from schemas.words import CENTRES_ON_THE_MAP, DATA_LABELS, POWERS, REASONS, RESULTS, STAGES, TURNS


def _column(dtype: Any, *checks: pa.Check, nullable: bool = False) -> pa.Column:
    return pa.Column(dtype, [*checks], nullable=nullable, coerce=True)


TEXT = _column(str)
FLAG = _column(bool)
COUNT = _column("Int64", pa.Check.ge(0), nullable=True)
YEAR = _column("Int64", pa.Check.in_range(1800, 2099), nullable=True)
POWER = _column(str, pa.Check.isin(POWERS))
CENTRES = _column(int, pa.Check.in_range(0, CENTRES_ON_THE_MAP))
FIGURE = _column(float, nullable=True)

EVENT = {"season": TEXT, "event": TEXT}
BOARD = {**EVENT, "round": TEXT, "board": TEXT}
SEAT = {**BOARD, "power": POWER}
SOURCE = {"file": TEXT, "sheet": TEXT, "row": _column("Int64", pa.Check.ge(1), nullable=True)}


def _table(columns: dict[str, pa.Column]) -> pa.DataFrameSchema:
    return pa.DataFrameSchema({**columns, **SOURCE}, strict="filter", ordered=False)


TABLES: dict[str, pa.DataFrameSchema] = {
    "events": _table(
        {
            **EVENT,
            "name": TEXT,
            "kind": TEXT,
            "system": TEXT,
            "counting": TEXT,
            "data": _column(str, pa.Check.isin([*DATA_LABELS, "not stated"])),
            "start": TEXT,
            "end": TEXT,
            "place": TEXT,
            "first_year": YEAR,
            "last_year": YEAR,
            "source": TEXT,
            "digest": TEXT,
        }
    ),
    "boards": _table(
        {
            **BOARD,
            "result": _column(str, pa.Check.isin(["", *RESULTS])),
            "winners": TEXT,
            "ended": TEXT,
            "variant": TEXT,
            "first_year": YEAR,
            "last_year": YEAR,
            "charted": FLAG,
            "in_progress": FLAG,
            "solo": _column(str, pa.Check.isin(["", *POWERS])),
            "survivors": COUNT,
        }
    ),
    "seats": _table(
        {
            **SEAT,
            "player": TEXT,
            "final_centres": CENTRES,
            "centre_years": COUNT,
            "eliminated": YEAR,
            "survivor": FLAG,
            "solo": FLAG,
            "nmr_orders": COUNT,
            "nmr_adjustments": COUNT,
            "nmr_penalties": COUNT,
            "penalty": FIGURE,
            "scored": FLAG,
            "typed_score": FIGURE,
            "typed_place": COUNT,
            "note": TEXT,
        }
    ),
    "centres": _table({**SEAT, "year": YEAR, "centres": CENTRES}),
    "entries": _table(
        {
            **EVENT,
            "player": TEXT,
            "number": COUNT,
            "country": TEXT,
            "elo": FIGURE,
            "games": COUNT,
            "kiba_score": FIGURE,
            "category": COUNT,
            "group": TEXT,
        }
    ),
    "matches": _table(
        {
            **EVENT,
            "stage": _column(str, pa.Check.isin(STAGES)),
            "group": TEXT,
            "south": TEXT,
            "north": TEXT,
            "winner": TEXT,
            "reason": _column(str, pa.Check.isin(["", *REASONS])),
            "ended": TEXT,
        }
    ),
    "moves": _table(
        {
            **EVENT,
            "stage": _column(str, pa.Check.isin(STAGES)),
            **dict.fromkeys(("group", "south", "north"), TEXT),
            "number": COUNT,
            "player": TEXT,
            "time": TEXT,
        }
    ),
    "nmrs": _table({**SEAT, "year": YEAR, "turn": _column(str, pa.Check.isin(TURNS))}),
}
