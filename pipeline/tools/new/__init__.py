"""Write the workbooks that people fill in, either blank (for `make new`) or with the rows known so far.

A build can read the sheet names, headers and words in any of the languages (`schemas/synonyms.csv`). Every header and
setting has a note on how to fill it in (`texts.csv`). A row below each board adds up the centres as they are entered.
The workbook of a Bao event also has a schedule and crosstables to print. The workbook for the next round of a Diplomacy
event also has the seating.
"""
