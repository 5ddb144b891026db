"""Turns pages into workbooks; no other package writes pages with XlsxWriter."""
