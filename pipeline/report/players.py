"""The data that the history page's script uses to lay out a player's part of the page on demand.

This way, even the page of a league with thousands of players takes up only a few megabytes and opens at once.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from pipeline.language.language import Language
from pipeline.pages.heading import UNREAL
from pipeline.pages.history import DECIMALS, FEW, Memory
from pipeline.pages.words import column
from pipeline.report.labels import LABELS_SHOWN, anchor
from pipeline.rules.rank import in_standings
from pipeline.rules.ratings import ratings
from schemas.messages import Name, Text, in_context, plural, say

PER_CENT = in_context("after a figure", "%")
OPPONENTS, CHANGES = 12, 40  # numbers shown: opponents met most often, latest changes
# The kinds of columns, other than figures with a fixed number of decimals. The first four are text.
WORD, DAY, SEASON, PLAYER, HEAT, CHANGE, SHARE = ("word", "day", "season", "player", "heat", "change", "share")
TEXTS = (WORD, DAY, SEASON, PLAYER)
KINDS = {"day": DAY, "season": SEASON, "other": PLAYER, "final_centres": HEAT, "change": CHANGE, "survived": SHARE}
OF_BOARDS = ["boards", "topped", "solos", "mean_centres", "survived"]
SHOWN: dict[str, tuple[Text, Sequence[str]]] = {
    "games": (say("Boards"), ["day", "season", "event", "round", "board", "power", "final_centres", "place"]),
    "careers_by_power": (say("By power"), ["power", *OF_BOARDS]),
    "careers_by_season": (say("By season"), ["season", *OF_BOARDS]),
    "opponents": (say("Opponents"), ["other", "boards", "higher", "lower", "level", "neighbours"]),
    "rating_changes": (say("Rating changes"), ["rating", "day", "event", "got", "expected", "change", "after"]),
}


class Shown(NamedTuple):
    """A table that covers all players, with its columns and each player's rows in order.

    heads  headers of the columns
    kinds  how each column is shown: one of the kinds that this module defines, or a number of decimals
    few    position of the column with the number of boards, or None. A row with a small number there is greyed out
    rows   each player's rows, keyed by kind of data and player. A cell is a number, None, or the position of a
           string among the page's words
    """

    caption: str
    heads: list[str]
    kinds: list[str | int]
    few: int | None
    rows: dict[tuple[str, str], list[tuple[Any, ...]]]


def players(memory: Memory) -> str:
    """Return all players as JSON, keyed by the anchor of each player's part of the page."""
    words: dict[str, int] = {}
    tables = [_shown(name, rows, memory.words, words) for name, rows in _frames(memory).items()]
    parts: dict[str, list[Any]] = {}
    also: dict[str, str] = {}
    for life in memory.frames["careers"].itertuples(index=False):
        label, name = key = (life.data, life.player)
        chip = memory.words(LABELS_SHOWN[label]) if label in UNREAL else ""
        rows = [table.rows.get(key, []) for table in tables]
        parts[anchor(*key)] = [name, label, chip, _facts(life, memory.words), rows]
        also |= {anchor(label, alias): anchor(*key) for alias in memory.other_names.get(name, [])}
    shown = [{"caption": t.caption, "heads": t.heads, "kinds": t.kinds, "few": t.few} for t in tables]
    data = {"words": [*words], "tables": shown, "players": parts, "also": also}
    data |= {"point": memory.words.figures("."), "few": FEW, "percent": memory.words(PER_CENT)}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _frames(memory: Memory) -> dict[str, pd.DataFrame]:
    """Return the frames named in SHOWN, leaving out those without rows.

    The `games` frame also has a column for each rating based on games, with the changes in that rating.
    """
    frames = memory.frames
    changes = frames["rating_changes"]
    by_game = [id for id in changes["rating"].unique() if ratings()[id].takes == "games"]
    of_games, games = changes["rating"].isin(by_game), frames["games"]
    rated = games.index[games["rated"] & in_standings(games["player"])]  # each such rating changes exactly at these
    by_rating = changes[of_games].groupby("rating")["change"]
    games = games.assign(**{id: pd.Series(of.to_numpy(), rated) for id, of in by_rating})
    turned = {"player": "other", "other": "player", "higher": "lower", "lower": "higher"}
    met = pd.concat([frames["head_to_head"], frames["head_to_head"].rename(columns=turned)])
    met = met.sort_values(["boards", "other"], ascending=[False, True], kind="stable")
    shown = {
        "games": games,
        "careers_by_power": frames["careers_by_power"],
        "careers_by_season": frames["careers_by_season"],
        "opponents": met.groupby(["data", "player"]).head(OPPONENTS),
        "rating_changes": changes[~of_games].groupby(["data", "player"]).tail(CHANGES),
    }
    return {name: rows for name, rows in shown.items() if len(rows)}


def _shown(name: str, rows: pd.DataFrame, speak: Language, words: dict[str, int]) -> Shown:
    caption, columns = SHOWN[name]
    columns = [*columns, *(id for id in ratings() if name == "games" and id in rows)]
    kinds = [_kind(one, rows[one]) for one in columns]
    cells = [_cells(rows[one], kind, _spoken(one, speak), words) for one, kind in zip(columns, kinds, strict=True)]
    heads = [ratings()[one].title if one in ratings() else speak(column(one)) for one in columns]
    few = columns.index("boards") if name in ("careers_by_power", "careers_by_season") else None
    by_player: dict[tuple[str, str], list[tuple[Any, ...]]] = {}
    people = zip(rows["data"].tolist(), rows["player"].tolist(), strict=True)
    for who, row in zip(people, zip(*cells, strict=True), strict=True):
        by_player.setdefault(who, []).append(row)
    return Shown(speak(caption), heads, kinds, few, by_player)


def _kind(name: str, values: pd.Series) -> str | int:
    if name in ratings():
        return CHANGE
    if name in KINDS or values.dtype.kind not in "iuf":
        return KINDS.get(name, WORD)
    figures = values.to_numpy(float, na_value=np.nan)
    return DECIMALS.get(name, 2) if (figures % 1 > 0).any() else 0


def _spoken(name: str, speak: Language) -> Callable[[str], str]:
    """Return a function that translates the strings of a column."""
    if name == "power":
        return lambda power: speak(Name("power", power)) if power else ""
    return (lambda id: ratings()[id].title) if name == "rating" else str


def _cells(values: pd.Series, kind: str | int, spoken: Callable[[str], str], words: dict[str, int]) -> list[Any]:
    """Return the values of a column as they appear in the JSON."""
    if kind in TEXTS:
        numbers, texts = pd.factorize(values)
        coded = [words.setdefault(spoken(text), len(words)) for text in texts]
        return np.array(coded, dtype=int)[numbers].tolist()
    places = kind if isinstance(kind, int) else 0 if kind in (HEAT, SHARE) else 2
    figures = (values.to_numpy(float, na_value=np.nan) * (100 if kind == SHARE else 1)).round(places)
    return [None if value != value else int(value) if value.is_integer() else value for value in figures.tolist()]


def _facts(life: Any, speak: Language) -> list[str]:
    figures = [
        plural("{n} season", "{n} seasons", life.seasons),
        plural("{n} event", "{n} events", life.events),
        plural("{n} board", "{n} boards", life.boards),
        plural("{n} title", "{n} titles", life.titles),
    ]
    where = [(say("best board: {where}", where=life.best), life.best)]
    where.append((say("worst board: {where}", where=life.worst), life.worst))
    return [speak(figure) for figure in figures] + [speak(said) for said, shown in where if shown]
