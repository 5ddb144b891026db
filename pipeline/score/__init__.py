"""Tidy tables -> facts -> scores."""
