"""What others have written -> the workbook of an event, as a person would have typed it.

A module a format: `recognises` says from the contents whether a document is of it, `read` gives what it holds as
boards and rows (`found.py`). `formats.py` lists the modules, `opening.py` opens files, `collect.py` puts together what
several files say of one game, `event.py` writes the workbook or says what an event lacks. Nothing is guessed: what a
file does not say is blank, a player without a name `?`.
"""
