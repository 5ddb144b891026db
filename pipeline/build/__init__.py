"""The build, which finds stale seasons, writes complete files, and keeps the lock and the manifests of the outputs."""
