"""The build of the outputs: stale seasons, complete files, the lock and the manifests."""
