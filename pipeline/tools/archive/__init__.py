"""Archives: millions of boards, one per row, from Parquet or CSV to the scores of any system, in bounded memory.

`source` reads tables of one size, `layout` says which column holds what, `arrays` and `board_rows` turn them into arrays,
`score` is the pure function from table to table, `stream` writes partitions in order, `cluster` runs threads or Dask's
workers, and `repeated_boards` finds boards that stand in several rows.
"""
