"""What each output says, in words and columns; nothing is written here."""
