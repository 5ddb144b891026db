"""The sheets as people type them: every cell a text, every field once."""

import pandera.pandas as pa

from schemas import fields

# What a sheet must have to be recognised; a blank cell is another matter.
REQUIRED: dict[str, set[str]] = {
    "event": {"setting", "value"},
    "boards": {"round", "board", "power", "player"},
    "games": {"round", "board"},
    "nmr": {"round", "board", "power", "year", "turn"},
    "players": {"player"},
    "placings": {"player", "place"},
    "calendar": {"round", "board", "year", "adjudicated"},
}

# Of the contract, but for the events, circuits and games that do not read them yet.
UNUSED_SHEETS = {"matches"}
UNUSED_COLUMNS = {"players": {"country", "elo", "games", "kiba score"}}

EVENT = pa.DataFrameSchema(
    {
        "setting": fields.text("a setting, such as `system`", required=True),
        "value": fields.text(f"a value of at most {fields.LONGEST_TEXT} characters"),
    }
)

BOARDS = pa.DataFrameSchema(
    {
        "round": fields.ROUND,
        "board": fields.BOARD,
        "power": fields.POWER_OR_TOTAL,
        "player": fields.PLAYER,
        "final": fields.centres(),
        "eliminated": fields.year(),
        "nmr orders": fields.whole(0, 999, "a whole number of missed spring and autumn turns"),
        "nmr adjustments": fields.whole(0, 999, "a whole number of missed year ends"),
        "penalty": fields.points(),
        "scored": fields.word("answer", "`yes` or `no`"),
        "place": fields.matching("[1-7]=?", "a place from 1 to 7, `2=` if it is shared"),
        "score": fields.points(),
        "note": fields.matching(r"(?s).{0,5000}", "a remark"),
        r"^[0-9]{4}$": fields.centres(regex=True),
    }
)

GAMES = pa.DataFrameSchema(
    {
        "round": fields.ROUND,
        "board": fields.BOARD,
        "result": fields.word("result", "`solo`, `draw`, `time limit`, `concession` or `in progress`"),
        "winners": fields.words("power", "powers, separated by commas"),
        "last year": fields.year(),
        "ended": fields.day("a date"),
        "variant": fields.text("a variant's name"),
    }
)

NMR = pa.DataFrameSchema(
    {
        "round": fields.ROUND,
        "board": fields.BOARD,
        "power": fields.POWER,
        "year": fields.year(required=True),
        "turn": fields.word("turn", "`spring`, `autumn` or `winter`", required=True),
    }
)

PLAYERS = pa.DataFrameSchema(
    {
        "player": fields.text("a name", required=True),
        "also known as": fields.matching(r"(?s).{0,5000}", "names, separated by commas"),
        "sex": fields.word("sex", "`f` or `m`"),
        "born": fields.day("a date"),
        "sat out": fields.text("rounds, separated by commas"),
    }
)

PLACINGS = pa.DataFrameSchema(
    {
        "player": fields.text("a name", required=True),
        "place": fields.matching(r"\d{1,4}=?", "a place, `2=` if it is shared"),
        "games": fields.whole(0, 999, "a whole number of scored games"),
        "role": fields.word("role", "`player`, `director` or `gm`"),
        "score": fields.points(),
    }
)

CALENDAR = pa.DataFrameSchema(
    {
        "round": fields.ROUND,
        "board": fields.BOARD,
        "year": fields.year(required=True),
        "adjudicated": fields.day("a date", required=True),
    }
)

SHEETS: dict[str, pa.DataFrameSchema] = {
    "event": EVENT,
    "boards": BOARDS,
    "games": GAMES,
    "nmr": NMR,
    "players": PLAYERS,
    "placings": PLACINGS,
    "calendar": CALENDAR,
}

# The settings whose values we read; an event sheet may hold any of the vocabulary's.
SETTINGS = pa.DataFrameSchema(
    {
        "name": fields.text("a name"),
        "kind": fields.word("event kind", "`diplomacy` or `bao`"),
        "start": fields.day("a date"),
        "end": fields.day("a date"),
        "first year": fields.year(),
        "last year": fields.year(),
        "data": fields.word("data label", "`real`, `worked example` or `generated`"),
        "language": fields.word("language", "`English`, `Italian` or `French`"),
        "as of": fields.day("a date"),
        "counting": fields.counting("`sum`, `best 3`, `mean of best 4` or the like"),
        "sit-out points": fields.between(12, 34, "a number of points from 12 to 34, the same for all"),
        "level": fields.word("level", "`national`, `state` or nothing"),
        "boards": fields.between(0, 1000, "the average number of boards in a round"),
    }
)
