"""Import files from other programs into the workbook of an event, as if a person had typed them.

There is one module per format. Its function `recognises` says whether a document is in the format, and `read` adds the
boards and rows of a document to the import (`imported.py`). `opening.py` opens files, `collect.py` lists the modules
and joins what several files say about one game, and `merge.py` finds what an event lacks and writes the workbook.
Nothing is guessed: facts missing in a file stay blank, and a player without a name is `?`.
"""
