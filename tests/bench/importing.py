"""How fast saved games are imported: `python -m tests.bench.importing [GAMES]`.

One file of JSON lines, a game of the Python engine a line, eight years with orders and messages, 40 kB each: generated,
nobody played them. The command's own steps in this process: reading, and writing the workbooks. Memory is the most so far.
"""

import json
import sys
import tempfile
from pathlib import Path

from pipeline.tools.imports import collect, engine
from pipeline.tools.imports.event import event_with, write
from pipeline.tools.imports.found import Found
from pipeline.tools.imports.opening import Document
from schemas.words import POWERS
from tests.bench.scoring import peak, seconds

GAMES, SHOWN = 10_000, 2_000
YEARS = range(1901, 1909)
COUNTS = (5, 5, 5, 5, 4, 6, 4)
MESSAGE = {"sender": "FRANCE", "recipient": "ITALY", "message": "x" * 120}


def game() -> str:
    """A saved game."""
    codes = iter(range(34))
    centres = {power.upper(): [f"C{next(codes)}" for _ in range(n)] for power, n in zip(POWERS, COUNTS, strict=True)}
    names = [f"{season}{year}{kind}" for year in YEARS for season, kind in ("SM", "FM", "WA")]
    orders = {power: [f"A {code} H" for code in listed] for power, listed in centres.items()}
    rest = {"state": {"centers": centres, "units": orders}, "orders": orders, "messages": [MESSAGE] * 4}
    return json.dumps({"id": "x", "map": "standard", "rules": [], "phases": [{"name": n, **rest} for n in names]})


def main() -> None:
    """Measure, and print the table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    read, number = engine.read, 0

    def counted(document: Document, found: Found) -> None:
        nonlocal number
        read(document, found)
        number += 1
        if number % SHOWN == 0:
            print(f"{number:8,} games, at most {peak():,.0f} MiB")

    with tempfile.TemporaryDirectory() as folder:
        path, line = Path(folder) / "games.jsonl", game()
        with path.open("w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for _ in range(games))
        print(f"{games:,} games of {len(line) / 1000:.0f} kB; before, {peak():,.0f} MiB")
        engine.read = counted
        found: list[Found] = []
        spent = seconds(lambda: found.append(collect.collected([path])))
        print(f"read: {1000 * spent / games:.2f} s a thousand")
        spent = seconds(lambda: write(event_with(found[0], Path(folder) / "raw", "2026", "Club")))
        print(f"written: {1000 * spent / games:.2f} s a thousand, at most {peak():,.0f} MiB")


if __name__ == "__main__":
    main()
