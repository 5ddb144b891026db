"""What can still change in an event that is not over."""

from pipeline.events.chances import Chances
from pipeline.pages.book import Band, Section, Table, notes
from pipeline.pages.columns import number_column, rank_column, strong_column
from pipeline.pages.words import COLUMNS
from schemas.messages import say

CAN_CHANGE = say("What can still change")
CAN_BE = ("lowest", "highest", "best_rank", "worst_rank", "counts_above", "gains_above")


def chances_blocks(chances: Chances, number: int) -> list[Section | Band | Table]:
    """What is said of one event, and its table; nothing if it is over. `number` is the event's in the workbook."""
    rows, said = chances.players, notes(CAN_CHANGE, chances.events["said"])
    shown = [name for name in CAN_BE if rows[name].notna().any()]
    columns = [
        rank_column("rank", rows["rank"], ["rank"], rows),
        strong_column("player", rows["player"], least=0),
        number_column("score", rows["score"]),
        *(number_column(COLUMNS[name], rows[name]) for name in shown),
    ]
    return [*said, Table(f"Chances_{number}", columns)] if len(rows) else [*said]
