"""The published rules, as pure functions of arrays and frames."""
