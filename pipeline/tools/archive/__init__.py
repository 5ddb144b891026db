"""Archives: boards by the million, a row each, from Parquet or CSV to the scores of any system, in bounded memory.

`source` reads tables of one size, `layout` says which column holds what, `arrays` and `board_rows` make arrays of it, `score`
is the pure function from table to table, `stream` writes whole partitions in their order, `cluster` has them scored by
threads or by Dask's workers, `repeated_boards` finds boards that are there twice.
"""
