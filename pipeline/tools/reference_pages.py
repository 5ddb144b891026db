"""Write the reference pages in `docs/reference/` on sheets, settings, rules, problems, files and commands.

Run this module after a change to anything that the pages show:

    python -m pipeline.tools.reference_pages
"""

from collections.abc import Callable
from pathlib import Path

from pipeline.store.folder import Folder
from pipeline.tools.reference import (
    circuits,
    commands,
    counting,
    formats,
    outputs,
    problems,
    ratings,
    settings,
    sheets,
    systems,
    tables,
)

DOCS = Path(__file__).parents[2] / "docs" / "reference"
PAGES: dict[str, Callable[[], str]] = {
    f"{module.__name__.rpartition('.')[2]}.md": module.page
    for module in (sheets, settings, counting, systems, circuits, ratings, formats, problems, outputs, tables, commands)
}
GENERATED = "<!-- Generated: change pipeline/tools/reference/{module}.py, not this page. -->"


def text_of(name: str) -> str:
    """Return the text of the page with this file name."""
    return f"{GENERATED.format(module=Path(name).stem)}\n\n{PAGES[name]()}"


if __name__ == "__main__":
    folder = Folder(DOCS)
    for name in PAGES:
        folder.mark(name, text_of(name).encode())
