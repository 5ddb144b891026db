"""What the program says, in the language of its reader; the catalogues of translators lie in `locale/`."""
