"""From files to raw sheets: cells as they were typed, each with its address."""
