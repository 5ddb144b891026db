"""From files to raw tables: every cell becomes a text with its address, and is checked.

The way of a cell, one module per step:

find         the raw folder -> the file of each event, season and league
file         one file -> its sheets; large files are read in a process of their own
preflight    a file's bytes -> the parts of its workbook, complete, safe and of a reasonable size
xlsx_fast    a plain .xlsx workbook -> its sheets, ten times as fast as `xlsx_slow`
xlsx_slow    any .xlsx workbook -> its sheets
ods          an .ods workbook -> its sheets
csv_file     a .csv file -> its sheet
cells        what these four readers share: cells, addresses, remarks, limits
headers      where the table of a sheet begins, and what its headers mean
sheet_rows   one sheet -> the rows of its table, by fields
raw_tables   the rows of all files -> one raw table for each kind of sheet
validate     raw tables -> raw tables without unreadable cells; their texts -> values
"""
