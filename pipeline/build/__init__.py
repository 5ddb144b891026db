"""The build: what is stale, whole files, the lock and the manifest."""
