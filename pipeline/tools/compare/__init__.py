"""The systems compared, and what each rewards."""
