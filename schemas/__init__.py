"""What goes in and what comes out: words, fields, and the frames they make."""
