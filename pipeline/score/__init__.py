"""The facts and the scores of all boards, computed from the tidy tables."""
