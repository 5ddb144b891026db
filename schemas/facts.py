"""The facts: the boards and seats of the tidy tables with what follows from them; the laws have seen every cell."""

from schemas.columns import table
from schemas.tables import BOARDS, SEATS

BOARD_FACTS = table([*BOARDS.columns, "years", "charted", "in_progress", "soloist", "survivors"])
SEAT_FACTS = table([*SEATS.columns, "centre_years", "survivor", "solo", "nmr_penalties"])  # and a column a year
