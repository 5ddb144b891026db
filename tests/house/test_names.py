"""Checks that names avoid words with too many meanings, and that docstrings contain neither semicolons nor arrows."""

import ast
import re
from collections.abc import Iterator

from tests.grouped import grouped
from tests.house.test_imports import FILES, ROOT, tree

NO_NAMES = {"told", "own", "taken", "walk", "known", "fates", "df", "util", "utils", "process", "handle"}
TESTS = {path.relative_to(ROOT).as_posix(): path for path in sorted((ROOT / "tests").rglob("*.py"))}
QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”")
TELEGRAPHIC = re.compile(";|->")  # two facts joined by a semicolon, or an arrow instead of a mapping
OF_A_LIBRARY = {"process_request", "process_request_thread", "handle_error"}  # methods that `socketserver` calls


def bound(module: str) -> Iterator[str]:
    """Yield every name that a module binds."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name


@grouped("module", FILES)
def test_a_name_says_what_it_is(module: str) -> None:
    names = {*bound(module)}
    assert {name for name in names - OF_A_LIBRARY if {*name.lower().split("_")} & NO_NAMES} == set()


@grouped("module", FILES | TESTS)
def test_a_docstring_has_neither_semicolons_nor_arrows(module: str) -> None:
    parsed = tree(module) if module in FILES else ast.parse(TESTS[module].read_text(encoding="utf-8"))
    documented = (node for node in ast.walk(parsed) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef))
    docstrings = {QUOTED.sub("", ast.get_docstring(node) or "") for node in documented}
    assert [text for text in docstrings if TELEGRAPHIC.search(text)] == []
