"""Print a Markdown comment that lists the wrong cells of the last build and says how to correct them."""

import csv
from pathlib import Path

MOST = 30  # most problems in one comment
GRAVE = ("error", "warning")
MARKS = "\\`*_{}[]<>()#+!|~"


def plain(text: str) -> str:
    """Escape text so that Markdown shows it literally and GitHub notifies nobody."""
    return "".join(f"\\{sign}" if sign in MARKS else sign for sign in text).replace("@", "@\u200b")


rows = []
for table in sorted(Path("data/out").glob("**/problems.csv")):
    with table.open(encoding="utf-8-sig", newline="") as lines:
        rows += [row for row in csv.DictReader(lines) if row["severity"] in GRAVE]
rows.sort(key=lambda row: GRAVE.index(row["severity"]))
if not rows:
    print("The pages could not be built. The log of this run says why.")
else:
    print("The pages stay as they were until these cells are correct. Correct them and upload the workbook again.\n")
for row in rows[:MOST]:
    place = " ".join(filter(None, (row["file"], row["sheet"], row["cell"])))
    print(f"- **{row['severity']}** {plain(place)}")
    for text in filter(None, (row["message"], row["hint"])):
        print(f"  {plain(text)}")
if len(rows) > MOST:
    print(f"\n... and {len(rows) - MOST} more in `problems.xlsx`.")
