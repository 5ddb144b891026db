"""Problems: their codes and their texts."""
