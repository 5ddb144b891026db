"""Configuration for building the documentation site with Sphinx (`make docs`). The pages are plain Markdown."""

import re
import shutil
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"\]\(([^)#:]+)\.md\)")

project = "centre-years"
extensions = ["myst_parser"]
root_doc = "README"  # the source folder is the whole repository, so the links that work on GitHub work here
include_patterns = ["*.md", "docs/*.md", "docs/**/*.md"]
exclude_patterns = [".*", "data", "pipeline", "schemas", "tests", "site"]
myst_heading_anchors = 4  # headings down to this level get the anchors that GitHub gives them
html_theme = "furo"
html_title = "centre-years"
html_show_sphinx = False
html_copy_source = False


def contents(page: Path) -> str:
    """Return hidden toctrees of the pages that a page links to, one for each section that has links."""
    parts = re.split(r"^## (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    toctrees = []
    for title, text in zip(["", *parts[1::2]], parts[::2], strict=True):
        linked = [(page.parent / link).resolve().relative_to(ROOT) for link in LINK.findall(text)]
        names = "\n".join(f"/{name.as_posix()}" for name in dict.fromkeys(linked))
        if names:
            caption = f":caption: {title}\n" if title else ""
            toctrees.append(f"```{{toctree}}\n:hidden:\n{caption}\n{names}\n```")
    return "\n\n".join(toctrees)


def add_contents(app: Sphinx, name: str, source: list[str]) -> None:
    """Add toctrees to the first page (taken from docs/README.md) and to the page of decisions."""
    if name == app.config.root_doc:
        source[0] += "\n\n```{toctree}\n:hidden:\n\n/docs/README\n```\n\n" + contents(ROOT / "docs" / "README.md")
    elif name == "docs/decisions/README":
        source[0] += "\n\n" + contents(ROOT / f"{name}.md")


def add_index(app: Sphinx, error: Exception | None) -> None:
    """Copy the first page to `index.html`, which browsers open by default."""
    if not error and app.builder.name == "html":
        shutil.copyfile(Path(app.outdir) / "README.html", Path(app.outdir) / "index.html")


def setup(app: Sphinx) -> None:
    """Register both functions with Sphinx."""
    app.connect("source-read", add_contents)
    app.connect("build-finished", add_index)
