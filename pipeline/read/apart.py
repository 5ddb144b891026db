"""A large file is read in a process of its own, with limits: a parser that fails at it costs this file alone.

In: a file's bytes. Out: a `Reading`, sent back as JSON. A process costs some tenths of a second, so files of an ordinary
size are read without one.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from pipeline.read.cells import Cell, RawSheet, Reading, Remark, Unreadable

SECONDS, MEMORY = 20, 2 * 2**30  # of processor time; bytes
HOME = Path(__file__).parents[2]
START = "from pipeline.read import apart, file; apart.answer(file.parsed)"

Parse = Callable[[bytes, str, str], Reading]


def read_apart(content: bytes, name: str, suffix: str) -> Reading:
    """What `parsed` makes of a file's bytes. Raises Unreadable, also where it takes too long or too much memory."""
    environment = os.environ | {"PYTHONPATH": str(HOME), "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-c", START, name, suffix]
    try:
        done = subprocess.run(command, input=content, capture_output=True, env=environment, timeout=2 * SECONDS)
    except subprocess.TimeoutExpired as fault:
        raise Unreadable("gave_up", f"nothing after {2 * SECONDS} seconds") from fault
    if done.returncode or not done.stdout:
        raise Unreadable("gave_up", f"a reader that stopped (status {done.returncode})")
    answered = json.loads(done.stdout)
    if "fault" in answered:
        raise Unreadable(*answered["fault"])
    sheets = [
        RawSheet(title, [[Cell(*cell) for cell in row] for row in rows], [tuple(block) for block in merges])
        for title, rows, merges in answered["sheets"]
    ]
    return Reading(sheets, [Remark(*remark) for remark in answered["remarks"]])


def answer(parse: Parse) -> None:
    """In the child: parse the bytes on standard input under limits, and write what they are, or why they are refused."""
    _limit()
    name, suffix = sys.argv[1:]
    try:
        answered: dict[str, object] = parse(sys.stdin.buffer.read(), name, suffix)._asdict()
    except Unreadable as fault:
        answered = {"fault": (fault.code, fault.found, fault.sheet, fault.cell)}
    json.dump(answered, sys.stdout)


def _limit() -> None:
    """Limit the time and memory of this process, where the system can."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
