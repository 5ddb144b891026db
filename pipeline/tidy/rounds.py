"""Rounds that settings name -> the names that the sheets of results have for them."""

from collections import defaultdict

import pandas as pd

from pipeline.problems.codes import Problem
from pipeline.read.raw_tables import Raw
from schemas.fields import weights, weights_typed
from schemas.keys import EVENT
from schemas.messages import say
from schemas.words import fold, round_number

OF_A_ROUND = {"top_table_round": "top table round", "tie_break_round": "tie-break round"}
WEIGHTS = ("round_weights", "round weights")


def under_names_of_rounds(
    events: pd.DataFrame, played: list[pd.DataFrame], raw: Raw, problems: list[Problem]
) -> pd.DataFrame:
    """The events with the rounds of their settings called as in their results: `Round 1` is 1; each change is listed.

    A name is read as another one only if a single round of the event has the same number, or is the same but for case.
    Weights of two names of one round stay as they are typed, so that the second one is found to be of none.

    played  tables with a row for each board or result
    """
    rounds = pd.concat([table[[*EVENT, "round"]] for table in played]).dropna().drop_duplicates()
    there = rounds.groupby(EVENT)["round"].agg(list).to_dict()
    read = {column: [*events[column]] for column in (*OF_A_ROUND, WEIGHTS[0])}
    for place, (event, file) in enumerate(
        zip(events[EVENT].itertuples(index=False, name=None), events["file"], strict=True)
    ):
        names = _names(there.get(event, []))
        for column, setting in (*OF_A_ROUND.items(), WEIGHTS):
            typed = read[column][place]
            meant = _weights(typed, names) if column == WEIGHTS[0] else names.get(_key(typed), typed)
            if typed and meant != typed:
                read[column][place] = meant
                where = {**dict(zip(EVENT, event, strict=True)), "file": file}
                said = say("read as {value}", value=meant)
                problems.append(raw.at_setting("otherwise", setting, **where, expected=said))
    return events.assign(**{column: pd.Series(values, events.index, dtype=object) for column, values in read.items()})


def _key(round: str) -> int | str:
    """What two names of one round have in common."""
    number = round_number(round)
    return fold(round) if number is None else number


def _names(rounds: list[str]) -> dict[int | str, str]:
    """The rounds of an event by what other names of them have in common; without those that look alike."""
    found = defaultdict(list)
    for round in rounds:
        found[_key(round)].append(round)
    return {key: names[0] for key, names in found.items() if len(names) == 1}


def _weights(typed: str, names: dict[int | str, str]) -> str:
    """Weights of rounds with the rounds called as in the results."""
    read = weights(typed) or {}
    meant = {names.get(_key(round), round): weight for round, weight in read.items()}
    return typed if [*meant] == [*read] or len(meant) < len(read) else weights_typed(meant)
