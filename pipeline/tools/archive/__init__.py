"""Score archives of millions of boards under any system, in bounded memory.

An archive has one board per row, in Parquet or CSV files. `source` reads tables of equal size, `layout` says what each
column contains, `arrays` and `board_rows` turn columns into arrays, `score` is a pure function that turns a table of
boards into a table of scores, `stream` writes partitions in order, `cluster` runs threads or Dask's workers, and
`repeated_boards` finds boards that appear in the archive more than once.
"""
