"""From files to raw tables: every cell is read as text, keeps its address, and is checked.

The modules, roughly in the order in which a cell passes through them:

find         the raw folder -> the file of each event, season and league
file         one file -> its sheets; large files are read in a process of their own
preflight    a file's bytes -> the parts of its workbook, checked to be complete, safe and of reasonable size
xlsx_fast    a plain .xlsx workbook -> its sheets, ten times as fast as `xlsx_slow`
xlsx_slow    any .xlsx workbook -> its sheets
ods          an .ods workbook -> its sheets
csv_file     a .csv file -> its sheet
cells        what these four readers share: cells, addresses, remarks, limits
headers      where a sheet's table begins, and what its headers mean
sheet_rows   one sheet -> the rows of its table, by field
raw_tables   the rows of all files -> one raw table for each kind of sheet
validate     raw tables -> raw tables with invalid cells blanked; strings -> values
"""
