"""Measure how fast saved games are imported: `python -m tests.bench.importing [GAMES]`.

The input is one file of JSON lines. Each line takes 48 kB and holds one game, with eight years of orders and messages,
as the Python package `diplomacy` saves it. The games are generated, not real, and no two are alike. Reading the file
and writing the workbooks are timed separately, in this process. The memory shown is the maximum so far.
"""

import json
import sys
import tempfile
from pathlib import Path

from pipeline.tools.imports import collect, engine
from pipeline.tools.imports.imported import Imported
from pipeline.tools.imports.merge import event_with, write
from pipeline.tools.imports.opening import Document
from schemas.words import POWERS
from tests.bench.scoring import peak, seconds

GAMES, SHOWN = 10_000, (1_000, 5_000, 10_000)
YEARS = range(1901, 1909)
COUNTS = (5, 5, 5, 5, 4, 6, 4)
MESSAGE = {"sender": "FRANCE", "recipient": "ITALY", "message": "x" * 120}


def game(number: int) -> str:
    """Return a saved game. Games with different numbers have different centre counts."""
    phases = []
    for at, year in enumerate(YEARS):
        turned = number // len(POWERS) ** at % len(POWERS)  # one digit of the number in base 7 for each year
        codes = iter(range(sum(COUNTS)))
        counts = zip(POWERS, COUNTS[turned:] + COUNTS[:turned], strict=True)
        centres = {power.upper(): [f"C{next(codes)}" for _ in range(n)] for power, n in counts}
        orders = {power: [f"A {code} H" for code in listed] for power, listed in centres.items()}
        rest = {"state": {"centers": centres, "units": orders}, "orders": orders, "messages": [MESSAGE] * 4}
        phases += [{"name": f"{season}{year}{kind}", **rest} for season, kind in ("SM", "FM", "WA")]
    return json.dumps({"id": "x", "map": "standard", "rules": [], "phases": phases})


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    read, number = engine.read, 0

    def counted(document: Document, found: Imported) -> None:
        nonlocal number
        read(document, found)
        number += 1
        if number in SHOWN:
            print(f"{number:8,} games, at most {peak():,.0f} MiB")

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.jsonl"
        with path.open("w", encoding="utf-8") as file:
            file.writelines(f"{game(number)}\n" for number in range(games))
        print(f"{games:,} games of {path.stat().st_size / games / 1000:.0f} kB; before, {peak():,.0f} MiB")
        engine.read = counted
        found: list[Imported] = []
        spent = seconds(lambda: found.append(collect.collected([path])))
        print(f"read: {1000 * spent / games:.2f} s a thousand")
        spent = seconds(lambda: write(event_with(found[0], Path(folder) / "raw", "2026", "Club")))
        print(f"written: {1000 * spent / games:.2f} s a thousand, at most {peak():,.0f} MiB")


if __name__ == "__main__":
    main()
