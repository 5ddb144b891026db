"""Raw tables -> tidy tables."""
