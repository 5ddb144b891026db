"""What each output says, as sheets, tables and columns. `books/` and `report/` write it.

| Module | What it says |
| --- | --- |
| `season_facts`, `season` | what the pages of a season are made from; how final it is |
| `ranked` | the workbook of a system |
| `events`, `bulletin`, `circuits`, `bao` | the workbooks of events, of their postal games, of circuits, of Bao events |
| `problems`, `checks` | the workbook of problems; the sheet Checks |
| `report`, `front`, `history` | the season report, the front door, the history |
| `data_files` | the CSV files and the database |
| `book` | a workbook as a model: sheets, tables, columns |
| `heading`, `shared_columns`, `words`, `styles` | what several outputs share |
| `languages`, `translate` | the language of an event; a workbook put into a language |
"""
