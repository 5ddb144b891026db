"""Rename the rounds in settings to match their names in the results."""

from collections import defaultdict

import pandas as pd

from pipeline.problems.codes import Problem
from pipeline.read.raw_tables import Raw
from schemas.fields import weights, weights_typed
from schemas.keys import EVENT
from schemas.words import fold, round_number

OF_A_ROUND = {"top_table_round": "top table round", "tie_break_round": "tie-break round"}
WEIGHTS = ("round_weights", "round weights")


def under_names_of_rounds(
    events: pd.DataFrame, played: list[pd.DataFrame], raw: Raw, problems: list[Problem]
) -> pd.DataFrame:
    """Return the events, with the rounds in their settings renamed to match the results.

    For example, `Round 1` becomes `1` if that is the round's name in the results. Each change is reported. A name is
    replaced only if exactly one round of the event has the same number or, ignoring case, the same name. If two names
    in the round weights mean the same round, the weights stay as typed, so that a check reports the second name.

    played  tables with one row per board or result
    """
    read = {column: [*events[column]] for column in (*OF_A_ROUND, WEIGHTS[0])}
    if not any(map(any, read.values())):
        return events
    rounds = pd.concat([table[[*EVENT, "round"]] for table in played]).dropna().drop_duplicates()
    rounds_of_event = rounds.groupby(EVENT)["round"].agg(list).to_dict()
    for place, (event, file) in enumerate(
        zip(events[EVENT].itertuples(index=False, name=None), events["file"], strict=True)
    ):
        names = _names(rounds_of_event.get(event, []))
        for column, setting in (*OF_A_ROUND.items(), WEIGHTS):
            typed = read[column][place]
            meant = _weights(typed, names) if column == WEIGHTS[0] else names.get(_key(typed), typed)
            if typed and meant != typed:
                read[column][place] = meant
                where = {**dict(zip(EVENT, event, strict=True)), "file": file}
                problems.append(raw.at_setting("otherwise", setting, **where, values={"value": meant}))
    return events.assign(**{column: pd.Series(values, events.index, dtype=object) for column, values in read.items()})


def _key(round: str) -> int | str:
    """Return a key that is the same for all names of a round: its number, or the name regardless of case."""
    number = round_number(round)
    return fold(round) if number is None else number


def _names(rounds: list[str]) -> dict[int | str, str]:
    """Return the rounds of an event keyed by `_key`, without rounds that share a key."""
    by_key = defaultdict(list)
    for round in rounds:
        by_key[_key(round)].append(round)
    return {key: names[0] for key, names in by_key.items() if len(names) == 1}


def _weights(typed: str, names: dict[int | str, str]) -> str:
    """Return the round weights, with the rounds renamed to match the results.

    The weights are not changed if two of their names mean the same round.
    """
    read = weights(typed) or {}
    meant = {names.get(_key(round), round): weight for round, weight in read.items()}
    return typed if [*meant] == [*read] or len(meant) < len(read) else weights_typed(meant)
