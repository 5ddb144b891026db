"""Reading a large file in a process of its own, with limits: if the parser fails at it, that costs this file alone.

A process costs some tenths of a second, so files of an ordinary size are read without one.
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
    told = json.loads(done.stdout)
    if "fault" in told:
        raise Unreadable(*told["fault"])
    sheets = [
        RawSheet(title, [[Cell(*cell) for cell in row] for row in rows], [tuple(block) for block in merges])
        for title, rows, merges in told["sheets"]
    ]
    return Reading(sheets, [Remark(*remark) for remark in told["remarks"]])


def answer(parse: Parse) -> None:
    """The child: parse what comes in under limits, and write out what it is, or why it cannot be read."""
    _limit()
    name, suffix = sys.argv[1:]
    try:
        told: dict[str, object] = parse(sys.stdin.buffer.read(), name, suffix)._asdict()
    except Unreadable as fault:
        told = {"fault": (fault.code, fault.found, fault.sheet, fault.cell)}
    json.dump(told, sys.stdout)


def _limit() -> None:
    """Limits of this process, where the system knows any."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
