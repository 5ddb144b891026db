"""What others have written -> the workbook of an event, as a person would have typed it.

A module a format: `recognises` says from the contents whether a document is of it, `read` gives what it holds as
boards and rows (`imported.py`). `opening.py` opens files, `collect.py` lists the modules and puts together what
several files say of one game, `merge.py` writes the workbook or says what an event lacks. Nothing is guessed: what a
file does not say is blank, a player without a name `?`.
"""
