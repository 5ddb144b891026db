"""The vocabulary, the fields of the input sheets, and the schemas of every table."""
