"""All access to the disk: writing, moving and removing files, and reading the program's own files back."""
