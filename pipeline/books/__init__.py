"""Pages -> workbooks: the only package that writes pages with XlsxWriter."""
