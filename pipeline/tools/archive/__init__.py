"""Archives: millions of boards, one per row, from Parquet or CSV to the scores of any system, in bounded memory.

`source` reads tables of one size, `layout` says what each column holds, `arrays` and `board_rows` turn columns into
arrays, `score` is the pure function from table to table, `stream` writes partitions in order, `cluster` runs threads or
Dask's workers, and `repeated_boards` finds boards that the archive holds in several rows.
"""
