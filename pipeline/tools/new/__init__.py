"""The workbooks that people fill in, blank (for `make new`) or with the rows known so far.

Sheets, headers and words are those of raw sheets, in any of the languages (`schemas/synonyms.csv`). Every header and
setting has a note on how to fill it in (`texts.csv`). A row below each board adds up the centres while they are typed.
A Bao event also has a schedule and crosstables to print, and the next round of a Diplomacy event has its seating.
"""
