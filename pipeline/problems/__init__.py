"""Problems: their codes and their wording."""
