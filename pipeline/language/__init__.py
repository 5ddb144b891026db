"""Messages in the reader's language; the translators' catalogues are in `locale/`."""
