"""The workbook that people type an event into: blank for `make new`, or filled with rows already known.

Sheets, headers and words are the contract's, in any of the languages (`schemas/synonyms.csv`). Every header and
setting has a note that tells how to fill it (`texts.csv`). A row below each board adds up the centres while they are
typed. A Bao event also gets a schedule and crosstables for the wall, the next round of a Diplomacy event its tables.
"""
