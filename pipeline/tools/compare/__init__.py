"""The comparison of systems, and the properties of each."""
