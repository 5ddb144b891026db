"""Messages in the language of the reader; the translators' catalogues are in `locale/`."""
