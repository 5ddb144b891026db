"""Pages -> workbooks: the only room that knows XlsxWriter."""
