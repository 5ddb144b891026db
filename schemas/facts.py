"""The facts: the boards and seats of the tidy tables with what follows from them; the laws have seen every cell."""

from schemas.columns import table
from schemas.tables import BOARDS, SEATS

WORKED_OUT = ["final_centres", "eliminated", "nmr_orders", "nmr_adjustments"]  # typed on some sheets, now complete

BOARD_FACTS = table(
    "board facts",
    [*BOARDS.columns, "years", "charted", "in_progress", "soloist", "survivors"],
    checked=[*BOARDS.columns],
)
SEAT_FACTS = table(  # and a column a year
    "seat facts",
    [*SEATS.columns, "centre_years", "survivor", "solo", "nmr_penalties"],
    checked={*SEATS.columns} - {*WORKED_OUT},
)
