"""Files of other programs -> the workbook of an event, as a person would have typed it.

There is one module per format: `recognises` tells from its content whether a document has the format, `read` adds its boards
and rows to the import (`imported.py`). `opening.py` opens files, `collect.py` lists the modules and joins what several files
say about one game, `merge.py` writes the workbook and finds what an event lacks. Nothing is guessed: facts missing in a file
stay blank, a player without a name is `?`.
"""
