"""What the one-file program does before its command."""

import multiprocessing
import os
import sys

from pipeline.read import file
from pipeline.read.file import READER

LIBRARIES = "LD_LIBRARY_PATH"  # where Linux looks for libraries


def begin() -> None:
    """Serve as a child process if this is one; else let other programs that are started find their own libraries."""
    multiprocessing.freeze_support()
    if sys.argv[1:2] == [READER]:
        del sys.argv[1]
        file.answer(file.parsed)
        sys.exit()
    if before := os.environ.pop(f"{LIBRARIES}_ORIG", ""):
        os.environ[LIBRARIES] = before
    else:
        os.environ.pop(LIBRARIES, None)
