"""Seat the next round of an event, and write the workbook that the director prints and fills in."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from pipeline.check.settings import COLUMNS_OF_ONE_SYSTEM
from pipeline.pages.languages import SEASON, languages
from pipeline.rules.counting import italia_2010 as italia
from pipeline.stages import Computed
from pipeline.tools.desk.next_round import (
    hall,
    has_guide,
    must_have_no_errors,
    page,
    so_far,
    with_round,
    with_top_table,
)
from pipeline.tools.desk.seating import seat
from pipeline.tools.desk.seating.hall import Seating
from pipeline.tools.new.diplomacy import round_workbook
from schemas.keys import of_event
from schemas.messages import Message


class SeatedRound(NamedTuple):
    """The result of seating a round.

    not_carried  content of the event's file that the new workbook lacks
    workbook     function that returns the event's workbook with the round to fill in
    """

    seating: Seating
    not_carried: list[Message]
    workbook: Callable[[], bytes]


def seat_round(
    computed: Computed, season: str, event: str, round: str, seed: int, *, last: bool = False, sizes: Sequence[int] = ()
) -> SeatedRound:
    """Seat the next round of an event.

    Raises ValueError if the event has errors or the round cannot be seated, and any error that `seating.seat` raises.
    """
    must_have_no_errors(computed, season, event)
    people = hall(computed, season, event, round, seed, last=last, sizes=sizes)
    seating, typed = seat(people), so_far(computed, season, event, round)
    rows, spoken = with_round(typed, round, seating), languages(computed.raw, season)
    declared = of_event(computed.tables.events, season, event).iloc[0]
    of_system = ("players", declared["system"])
    may_have_one = declared["top_table_round"] or declared["edition_of"] == italia.SYSTEM
    further = [field for (sheet, field), reads in COLUMNS_OF_ONE_SYSTEM.items() if (sheet, reads) == of_system]
    workbook = partial(
        round_workbook,
        settings={"name": event} | with_top_table(typed, seating),
        seating=page(people, seating, round, declared["edition_of"]),
        seats=rows["boards"],
        games=rows["games"],
        nmrs=rows["nmr"],
        players=rows["players"],
        language=spoken.get(event, spoken[SEASON]),
        guided=has_guide(computed.raw, season, event),
        kept=typed.columns
        | {"players": [*typed.columns["players"], *further, *(["top table"] if may_have_one else [])]},
    )
    return SeatedRound(seating, typed.not_carried, workbook)
