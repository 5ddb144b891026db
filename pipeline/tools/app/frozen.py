"""What the single-file program does at startup, before its command runs."""

import multiprocessing
import os
import sys

from pipeline.read import file
from pipeline.read.file import READER

LIBRARIES = "LD_LIBRARY_PATH"  # environment variable: where Linux looks for shared libraries


def begin() -> None:
    """If this process was started as a child process, do its work and exit.

    Otherwise restore the library path for the processes that this one starts.
    """
    multiprocessing.freeze_support()
    if sys.argv[1:2] == [READER]:
        del sys.argv[1]
        file.answer(file.parsed)
        sys.exit()
    if before := os.environ.pop(f"{LIBRARIES}_ORIG", ""):
        os.environ[LIBRARIES] = before
    else:
        os.environ.pop(LIBRARIES, None)
