"""A large file is read in a process of its own, with limits: a parser that fails at it costs this file alone.

In: a file's bytes. Out: a `Reading`, sent back as a pickle. A process costs some tenths of a second, so files of an ordinary
size are read without one.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from pipeline.read.cells import Reading, Unreadable
from schemas.messages import say

SECONDS, MEMORY = 20, 2 * 2**30  # of processor time; bytes
HOME = Path(__file__).parents[2]
START = "from pipeline.read import child_process, file; child_process.answer(file.parsed)"

Parse = Callable[[bytes, str, str], Reading]


def read_apart(content: bytes, name: str, suffix: str) -> Reading:
    """What `parsed` makes of a file's bytes. Raises Unreadable, also where it takes too long or too much memory."""
    environment = os.environ | {"PYTHONPATH": str(HOME), "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-P", "-c", START, name, suffix]  # -P: nothing is imported from the working folder
    try:
        done = subprocess.run(command, input=content, capture_output=True, env=environment, timeout=2 * SECONDS)
    except subprocess.TimeoutExpired as fault:
        raise Unreadable("gave_up", say("no result after {seconds} seconds", seconds=2 * SECONDS)) from fault
    if done.returncode or not done.stdout:
        raise Unreadable("gave_up", say("the reader stopped (status {status})", status=done.returncode))
    answered: Reading | Unreadable = pickle.loads(done.stdout)
    if isinstance(answered, Unreadable):
        raise answered
    return answered


def answer(parse: Parse) -> None:
    """In the child: parse the bytes on standard input under limits, and write what they are, or why they are refused."""
    _limit()
    name, suffix = sys.argv[1:]
    try:
        answered: Reading | Unreadable = parse(sys.stdin.buffer.read(), name, suffix)
    except Unreadable as fault:
        answered = fault
    pickle.dump(answered, sys.stdout.buffer)


def _limit() -> None:
    """Limit the time and memory of this process, where the system can."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
