"""Read files into raw tables, and check every cell. The cells of a raw table are text and keep their addresses.

The modules, roughly in the order in which a cell passes through them:

find        finds the file of each event, season and league in the raw folder
file        reads the sheets of one file, in a process of its own if the file is large
preflight   unpacks a workbook, and checks that it is complete, safe and of reasonable size
xlsx_fast   reads plain .xlsx workbooks, ten times as fast as `xlsx_slow`
xlsx_slow   reads any .xlsx workbook
ods         reads .ods workbooks
csv_file    reads .csv files
cells       defines what these four readers share: cells, addresses, remarks, limits
headers     finds where a sheet's table begins, and what its headers mean
sheet_rows  collects the rows of a sheet's table, by field
raw_tables  joins the rows of all files into one raw table for each kind of sheet
validate    blanks invalid cells, and converts the strings of valid cells to values
"""
