"""The schemas for boards and seats that have passed all checks, with derived columns added."""

from schemas.columns import table
from schemas.tables import BOARDS, SEATS

# Columns that some sheets have; for other sheets they are derived.
WORKED_OUT = ["final_centres", "eliminated", "nmr_orders", "nmr_adjustments"]

BOARD_FACTS = table(
    "board facts",
    [*BOARDS.columns, "years", "charted", "in_progress", "soloist", "survivors"],
    checked=[*BOARDS.columns],
)
SEAT_FACTS = table(  # further columns: one per year
    "seat facts",
    [*SEATS.columns, "centre_years", "survivor", "solo", "nmr_penalties"],
    checked={*SEATS.columns} - {*WORKED_OUT},
)
