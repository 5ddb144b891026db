"""Import other programs' files into an event's workbook, as if somebody had typed in their content.

There is one module per format. Its function `recognises` says whether a document is in the format, and `read` adds the
boards and rows of a document to the import (`imported.py`). `opening.py` opens files, `collect.py` lists the modules
and joins what several files say about one game, and `merge.py` finds what an event lacks and writes the workbook.
Nothing is guessed: whatever is missing from a file stays blank, and a player without a name is `?`.
"""
