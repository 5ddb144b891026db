"""What others have published, as pure functions of arrays and frames."""
