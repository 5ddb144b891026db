"""Finding stale seasons, writing complete files, and keeping the lock and the manifests of the outputs."""
