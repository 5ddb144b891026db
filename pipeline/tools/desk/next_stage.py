"""Prepare the next stage of a Bao event by adding its games below everything entered so far."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pandas as pd

from pipeline.pages.languages import SEASON, languages
from pipeline.rules.bao.tournaments import (
    FINAL,
    GAMES_TO_WIN,
    PLAYOFF,
    QUALIFYING,
    SEMIFINAL,
    UNDECIDED,
    Tournaments,
    of_stage,
)
from pipeline.stages import Computed
from pipeline.tools.desk.next_round import (
    NoSuchRoundError,
    Rows,
    not_carried,
    settings_of,
    typed_rows,
)
from pipeline.tools.new.bao import stage_workbook
from pipeline.tools.new.wall import Game
from schemas.keys import of_event
from schemas.messages import Message, Name, listed, say
from schemas.words import BYE, fold, vocabulary

PAIR = ["stage", "group", "south", "north"]
NOT_DECIDED = {
    QUALIFYING: say("the qualifying groups have not been decided"),
    SEMIFINAL: say("the semifinals have not been decided"),
}
OTHERS = ("boards", "games", "nmr", "calendar", "placings", "results")  # sheets that a Bao event does not need


class NextStage(NamedTuple):
    """The next stage of a Bao event, with its pairings.

    stage        qualifying, semifinal, final or playoff
    games        names of South and North in each new row
    remarks      one sentence for each group that is undecided because of a tie between players who could advance
    not_carried  content of the event's file that the new workbook lacks
    workbook     function that returns the event's workbook with the games to fill in
    """

    stage: str
    games: list[tuple[str, str]]
    remarks: list[Message]
    not_carried: list[Message]
    workbook: Callable[[], bytes]


def is_bao(computed: Computed, season: str, event: str) -> bool:
    """Return whether an event is a Bao event without errors."""
    return bool((of_event(computed.tables.events, season, event)["kind"] == "bao").any())


def next_stage(computed: Computed, season: str, event: str, wanted: str = "") -> NextStage:
    """Return the first stage with scheduled games that have not been entered yet.

    wanted  the stage that must be next, as the director typed it, or "" for any stage

    Raises NoSuchRoundError if no games can be paired, or if another stage is next.
    """
    played = computed.results.tournaments.of(season, event)
    games, remarks = _not_typed(played), _undecided(played)
    if games.empty:
        reasons = [
            _not_decided(played) or played.outcomes["left_to_play"].iloc[0] or say("the event is over"),
            *remarks,
        ]
        text = Message("no pairings can be made for {event} now: {left}")
        raise NoSuchRoundError(text.of({"event": event, "left": listed(reasons, "; ")}))
    games = of_stage(games, games["stage"].iloc[0])
    stage = str(games["stage"].iloc[0])
    called = PLAYOFF if stage == FINAL and games["round"].min() > GAMES_TO_WIN else stage
    if wanted and vocabulary("stage").get(fold(wanted)) not in (stage, called):
        raise NoSuchRoundError(say("the next stage of {event} is: {stage}", event=event, stage=Name("stage", called)))
    new: Rows = games.assign(stage=called)[["stage", "group", "round", "south", "north"]].to_dict("records")
    of_wall = of_stage(played.schedule, stage)
    spoken = languages(computed.raw, season)
    workbook = partial(
        stage_workbook,
        settings={"name": event} | settings_of(computed.raw, season, event),
        entries=typed_rows(computed.raw, "players", season, event),
        matches=[*typed_rows(computed.raw, "matches", season, event), *new],
        moves=typed_rows(computed.raw, "moves", season, event),
        stage=stage,
        wall=[Game(*game) for game in of_wall[["group", "round", "leg", "south", "north"]].itertuples(index=False)],
        names=played.entries["player"].tolist(),
        language=spoken.get(event, spoken[SEASON]),
    )
    pairs = [*games[["south", "north"]].itertuples(index=False, name=None)]
    not_carried_over = not_carried(computed.raw, computed.problems, season, event, OTHERS)
    return NextStage(called, pairs, remarks, not_carried_over, workbook)


def _not_typed(played: Tournaments) -> pd.DataFrame:
    """Return the scheduled games still to be entered, in order, except byes and games resigned by withdrawn players."""
    games = played.schedule[(played.schedule[["south", "north"]] != BYE).all(axis=1)]
    drawn, typed = (
        pd.MultiIndex.from_frame(of[PAIR].assign(nth=of.groupby(PAIR).cumcount())) for of in (games, played.matches)
    )
    return games[~drawn.isin(typed)]


def _not_decided(played: Tournaments) -> Message | None:
    """Return a sentence about the first stage that is undecided because of a tie, or None if there is no such stage."""
    level = {*played.standings.loc[played.standings["goes_on"] == UNDECIDED, "stage"]}
    return next((said for stage, said in NOT_DECIDED.items() if stage in level), None)


def _undecided(played: Tournaments) -> list[Message]:
    """Return a sentence for each group that is undecided because of a tie between players who could advance."""
    level = played.standings[played.standings["goes_on"] == UNDECIDED]
    return [
        say(
            "{stage} {group}: no rule separates {players}; enter a game in the next stage for the player chosen by the director",
            stage=Name("stage", stage),
            group=group,
            players=listed(of["player"]),
        )
        for (stage, group), of in level.groupby(["stage", "group"], sort=False)
    ]
