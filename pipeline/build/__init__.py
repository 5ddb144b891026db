"""The build, which finds stale seasons, writes complete files, locks the outputs and records them in manifests."""
