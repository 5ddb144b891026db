"""What is shown of each Diplomacy event: its standings after every round, what they are made of, and its boards."""

from dataclasses import dataclass

import pandas as pd

from pipeline.pages.season import Season
from pipeline.rules.systems import systems
from schemas.keys import EVENT, of_event


@dataclass(frozen=True, eq=False)
class EventPage:
    """One event: what it is, who came where, of what, and on which boards.

    standings  rank, player, games, score, two_boards, sat_out, top_table, settled
    rounds     player, after, round_no, score: the score after each round
    results    round, board, power, player, place, kind, score, points, used
    charts     as in the ranked workbooks
    """

    name: str
    system: str  # its title, empty if none is named
    counting: str
    data: str
    file: str
    standings: pd.DataFrame
    rounds: pd.DataFrame
    results: pd.DataFrame
    charts: pd.DataFrame


def event_pages(season: Season) -> list[EventPage]:
    """A page a Diplomacy event of the season."""
    charts, own = season.charts, season.standings
    return [
        EventPage(
            name=event.name_,
            system=systems()[event.system].title if event.system else "",
            counting=counting_words(event.mean, event.best),
            data=event.data,
            file=event.file,
            standings=season.results.standings(season.name, event.event),
            rounds=of_event(own.rounds, season.name, event.event)[["player", "after", "round_no", "score"]],
            results=of_event(own.results, season.name, event.event).drop(columns=EVENT),
            charts=charts[charts["event"] == event.event].reset_index(drop=True),
        )
        for event in season.diplomacy.rename(columns={"name": "name_"}).itertuples()
    ]


def counting_words(mean: bool, best: float) -> str:
    """How an event counts, in words."""
    if pd.isna(best):
        return "sum"
    return f"{'mean of best' if mean else 'best'} {best:.0f}"
