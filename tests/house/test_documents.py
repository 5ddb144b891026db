"""Checks that reference pages are up to date, and that every path and module named in a document exists."""

import re
import shlex
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.main import get_command

from pipeline.cli.app import PAGES as EXPLAINED
from pipeline.cli.app import app
from pipeline.rules.systems import systems
from pipeline.tools.imports.collect import FORMATS
from pipeline.tools.reference.commands import EXAMPLES
from pipeline.tools.reference_pages import DOCS, PAGES, text_of
from tests.grouped import grouped
from tests.house.test_imports import ROAD, ROOT, members

DOCUMENTS = [
    *(ROOT / name for name in ("CONTRIBUTING.md", "README.md", "BENCHMARKS.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
QUOTED = re.compile(r"`([^`\s]+)[^`\n]*`")  # the first word, since options may follow a path
COMMAND = re.compile(r"python -m ((?:pipeline|tests)[\w.]*)")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
ANCHOR = re.compile(r"\]\(([^)#:]*)#([^)]+)\)")
FOLDERS = ("pipeline", "schemas", "tests", "docs")
PLACEHOLDER = re.compile(r"<\w+>")
NAMES = {path.name for folder in FOLDERS for path in (ROOT / folder).rglob("*")}


def for_contributors(document: Path) -> bool:
    """Return whether paths in a document may omit the leading `pipeline/`."""
    return document.name == "CONTRIBUTING.md" or document.parent.name == "contributing"


def exists(path: str, document: Path) -> bool:
    """Return whether a path that a document mentions exists.

    Paths begin at the root or, in a document for contributors, at the root or in `pipeline/`. A bare file name may be
    anywhere. A placeholder such as `<id>` matches any name.
    """
    pattern = PLACEHOLDER.sub("*", path.rstrip("/"))
    roots = [ROOT, ROOT / "pipeline"] if for_contributors(document) else [ROOT]
    return pattern in NAMES or any([*root.glob(pattern)] for root in roots)


def paths(document: Path) -> set[str]:
    """Return the module paths and the paths in the project's folders that a document names in backticks."""
    folders = (*FOLDERS, *ROAD) if for_contributors(document) else FOLDERS
    quoted = QUOTED.findall(document.read_text(encoding="utf-8"))
    return {path for path in quoted if path.endswith(".py") or ("/" in path and path.split("/")[0] in folders)}


@grouped("document", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_names_only_existing_paths(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    missing = {path for path in paths(document) if not exists(path, document)}
    missing |= {link for link in LINK.findall(text) if not (document.parent / link).exists()}
    missing |= {module for module in COMMAND.findall(text) if find_spec(module) is None}
    assert missing == set()


def anchors(document: Path) -> set[str]:
    """Return the anchors of a document's headings, as code hosting sites generate them."""
    titles = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.casefold()).replace(" ", "-") for title in titles}


@grouped("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_to_a_heading_leads_to_one(document: Path) -> None:
    for page, anchor in ANCHOR.findall(document.read_text(encoding="utf-8")):
        assert anchor in anchors(document.parent / page if page else document)


def test_every_document_is_linked_from_another() -> None:
    linked = {
        (page.parent / link).resolve() for page in DOCUMENTS for link in LINK.findall(page.read_text(encoding="utf-8"))
    }
    assert [page for page in DOCUMENTS[1:] if page not in linked and page.name != "README.md"] == []


def test_the_readme_is_short() -> None:
    """A newcomer cannot be expected to read more than these limits allow."""
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 150 and sum(map(len, lines)) <= 9_000 and max(map(len, lines)) <= 120


def test_a_missing_path_is_found() -> None:
    contributing, readme = DOCUMENTS[:2]
    recipes = ROOT / "docs" / "contributing" / "recipes.md"
    assert exists("tidy/rows.py", contributing) and exists("tidy/rows.py", recipes)
    assert exists("pipeline/rules/systems/<family>.py", readme) and exists("tests/cases/", readme)
    assert not exists("tidy/rows.py", readme) and not exists("pipeline/tidy/row.py", contributing)
    assert len(paths(contributing) | paths(recipes)) > 80


def test_the_documents_count_the_systems() -> None:
    page = (ROOT / "docs" / "howto" / "own_system.md").read_text(encoding="utf-8")
    _, _, part = page.partition("\n## The systems\n")
    table, _, below = part.partition(" more, published elsewhere")
    rows = "".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))
    listed = {*re.findall("`([a-z0-9_]+)`", rows)}
    assert listed <= {*systems()} and below
    assert int(table.split()[-1]) == len({*systems()} - listed)
    assert f" {len(systems())} published systems" in (ROOT / "README.md").read_text(encoding="utf-8")


@grouped("module", members("pipeline.tools.imports"))
def test_every_import_format_is_tried(module: str) -> None:
    """This test fails for a new format until the format is added to `FORMATS` in pipeline/tools/imports."""
    format = import_module(module)
    assert format in FORMATS or not hasattr(format, "recognises")


@pytest.mark.parametrize("name", PAGES)
def test_the_reference_pages_are_up_to_date(name: str) -> None:
    """If this test fails, something on the page has changed, so run `python -m pipeline.tools.reference_pages`."""
    assert (DOCS / name).read_text(encoding="utf-8") == text_of(name)


@pytest.mark.parametrize("typed", [typed for typed, *_ in EXAMPLES])
def test_an_example_of_a_command_can_be_typed(typed: str) -> None:
    _, name, *words = shlex.split(typed)
    vars(get_command(app))["commands"][name].make_context(name, words)  # raises if it does not


def test_the_help_names_existing_pages() -> None:
    assert [page for page in EXPLAINED.values() if not (ROOT / page).is_file()] == []
    assert {*EXPLAINED} <= {*vars(get_command(app))["commands"]}


def prose_and_cells(document: Path) -> tuple[list[str], list[str]]:
    """Return a document's lines of prose, without code blocks, and the cells of its tables."""
    lines = re.sub(
        r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
    ).splitlines()
    rows = [line for line in lines if line.lstrip().startswith("|")]
    cells = [cell.strip() for row in rows for cell in re.split(r"(?<!\\)\|", row)]
    return [line for line in lines if line not in rows], cells


@grouped("document", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_a_document_is_not_wider_than_a_screen(document: Path) -> None:
    """A line of prose has at most 120 characters, and the text of a table cell fits on two lines."""
    prose, cells = prose_and_cells(document)
    assert [line for line in prose if len(line) > 120] == []
    assert [cell for cell in cells if len(cell) > 160] == []
