"""Checks that packages import only packages before them in `ROAD`, and only writers import file-writing libraries."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.grouped import grouped

ROOT = Path(__file__).parents[2]
FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in ("pipeline", "schemas")
    for path in sorted((ROOT / package).rglob("*.py"))
}
ROAD = (  # each package imports only itself and those before it
    *(
        "schemas",
        "store",
        "language",
        "processes",
        "rules",
        "problems",
        "read",
        "tidy",
        "score",
        "events",
        "check",
        "stages",
        "history",
        "pages",
    ),
    *("books", "report", "exports", "build", "tools", "cli", "__main__"),
)
BESIDE = {"books", "report", "exports"}  # side by side: none of these imports another
APART = {room: BESIDE - {room} for room in BESIDE}
WRITERS = {"xlsxwriter": ("books", "tools"), "jinja2": ("report",), "markupsafe": ("report",)}


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(FILES[module].read_text(encoding="utf-8"))


@cache
def imports(module: str) -> set[str]:
    """Return the full names of all modules that a module imports, at the top level or inside functions."""
    return {*_imported(module)}


def _imported(module: str) -> Iterator[str]:
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in FILES else str(node.module) for name in inside)


def ours(module: str) -> set[str]:
    """Return the modules of this project that a module imports."""
    return {name for name in imports(module) if name.split(".")[0] in ("pipeline", "schemas")}


def room(module: str) -> str:
    """Return a module's top package, or the module's own name if the module lies directly in `pipeline/`."""
    first, *inside = module.split(".")
    return inside[0] if first == "pipeline" and inside else first


def members(package: str) -> list[str]:
    """Return the modules of a package, without the package itself."""
    return [module for module in FILES if module.startswith(f"{package}.")]


def test_every_package_has_its_place_in_the_order() -> None:
    assert {room(module) for module in FILES} - {"pipeline"} == {*ROAD}
    assert ours("pipeline") == set()


@grouped("module", [module for module in FILES if module != "pipeline"])
def test_a_package_imports_only_itself_and_those_before_it(module: str) -> None:
    here = room(module)
    allowed = {"pipeline", *ROAD[: ROAD.index(here) + 1]} - APART.get(
        here, set()
    )  # `pipeline` itself holds the version
    assert {name for name in ours(module) if room(name) not in allowed} == set()


@pytest.mark.parametrize("library", WRITERS)
def test_only_the_writers_import_libraries_that_write(library: str) -> None:
    found = {room(module) for module in FILES for name in imports(module) if name.split(".")[0] == library}
    assert found and found <= {*WRITERS[library]}


def test_no_module_imports_itself_through_others() -> None:
    order = [*TopologicalSorter({module: ours(module) for module in FILES}).static_order()]  # raises on a cycle
    assert order.index("schemas.words") < order.index("pipeline.rules.boards") < order.index("pipeline.stages")


@grouped("module", FILES)
def test_nothing_imports_the_tests(module: str) -> None:
    assert not {name for name in imports(module) if name.split(".")[0] == "tests"}


@grouped("module", members("pipeline.rules.systems"))
def test_a_system_imports_arrays_ties_and_words_and_nothing_else(module: str) -> None:
    rules = {f"pipeline.rules.{name}" for name in ("boards", "elimination_order", "numbers", "solo_rules", "ties")}
    assert imports(module) <= {"dataclasses", "numpy", "typing", "schemas.messages", "schemas.words"} | rules


@pytest.mark.parametrize("module", members("pipeline.rules.circuits"))
def test_a_circuit_imports_no_system(module: str) -> None:
    assert not {name for name in ours(module) if name.startswith("pipeline.rules.systems")}


def test_ties_import_only_numbers_and_boards_only_words() -> None:
    assert ours("pipeline.rules.ties") == set()
    assert ours("pipeline.rules.boards") == {"schemas.words"}
    assert ours("schemas.words") == set()
    pure = ("rules.ties", "rules.boards", "rules.rule_sheet", "score.score")
    for module in (*(f"pipeline.{name}" for name in pure), "schemas.words"):
        assert "pandas" not in imports(module), f"{module} needs no pandas"


@pytest.mark.parametrize(
    "module", [module for module in FILES if module.endswith("__init__") or FILES[module].name == "__init__.py"]
)
def test_no_package_only_re_exports(module: str) -> None:
    assert "__all__" not in FILES[module].read_text(encoding="utf-8")


# -- outputs -----------------------------------------------------------------------------------------------------------


def test_every_page_is_written_somewhere() -> None:
    """This test fails for a new page until pipeline/build/products.py, a writer or another written page imports it."""
    reached, left = set(), ["pipeline.build.products", *members("pipeline.books"), *members("pipeline.report")]
    while left:
        found = {name for name in ours(left.pop()) if room(name) == "pages"} - reached
        reached |= found
        left += found
    assert {*members("pipeline.pages")} == reached


PRINTS = re.compile(r"\bprint\(|\.(?:echo|secho)\(|\bstd(?:out|err)\b(?:\.buffer)?\.write|Console\(|os\.write\(")
PRINTERS = {  # `echo` itself, progress bars, and a last line without text from outside
    *("pipeline.cli.terminal", "pipeline.cli.bars", "pipeline.cli.ends"),
    "pipeline.tools.catalogues",  # for developers
}


def test_one_function_prints_text_from_outside() -> None:
    """Nothing may be printed except by `echo` in pipeline/cli/terminal.py, which escapes control characters."""
    assert {module for module, path in FILES.items() if PRINTS.search(path.read_text(encoding="utf-8"))} == PRINTERS
