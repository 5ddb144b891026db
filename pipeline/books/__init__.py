"""Writing workbooks with XlsxWriter and databases with SQLite."""
