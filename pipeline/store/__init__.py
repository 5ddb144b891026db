"""Write, move and remove files, and read the program's own files back."""
