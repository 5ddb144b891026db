"""Builds the outputs: finds stale seasons, writes complete files, and keeps the lock and the manifests."""
