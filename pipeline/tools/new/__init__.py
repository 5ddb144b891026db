"""The workbook that people type an event into: blank for `make new`, or filled with rows already known.

Sheets, headers and words are the contract's, in English, Italian or French (`schemas/synonyms.csv`). Every header and
setting has a note that tells how to fill it; below each board a row adds up the centres while they are typed. For the
wall a Bao event has a schedule and crosstables, and the next round of a Diplomacy event its tables.
"""

from pipeline.tools.new.bao import write_bao
from pipeline.tools.new.event import write_event, write_round, write_season
from pipeline.tools.new.seating import SeatingPage, Table, Wish

__all__ = [
    "SeatingPage",
    "Table",
    "Wish",
    "write_bao",
    "write_event",
    "write_round",
    "write_season",
]
