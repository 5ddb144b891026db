"""The content of each output as sheets, tables and columns. `books/` and `report/` write it.

| Module | Content |
| --- | --- |
| `season_facts`, `season` | the facts behind a season's pages, and the season's status |
| `ranked` | the workbook of a system |
| `events`, `bulletin`, `circuits`, `bao` | the workbooks of events (with postal games), circuits and Bao events |
| `problems`, `checks` | the workbook of problems, and the Checks sheet |
| `report`, `front`, `history` | the season report, the front door (`index.html`), and the history |
| `data_files` | the CSV files and the database |
| `book` | the model of a workbook, with sheets, tables and columns |
| `heading`, `shared_columns`, `words`, `styles` | parts shared by several outputs |
| `languages`, `translate` | the language of an event, and the translation of a workbook |
"""
