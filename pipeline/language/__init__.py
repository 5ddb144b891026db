"""Messages in the reader's language, from the translators' catalogues in `locale/`."""
