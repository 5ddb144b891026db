"""Facts about all boards, and their scores, computed from the tidy tables."""
