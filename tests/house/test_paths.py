"""Checks that only `pipeline/store` changes files and folders on disk.

No other module writes, moves, links or removes them.
"""

import ast
from collections.abc import Iterator

import pytest

from tests.grouped import grouped
from tests.house.test_imports import FILES, room, tree

OF_PATHS = {  # methods of any object that change the disk
    *("write_text", "write_bytes", "unlink", "mkdir", "touch", "rmdir", "symlink_to", "hardlink_to", "chmod", "lchmod"),
    *("to_csv", "to_excel", "to_parquet", "to_pickle", "to_feather", "tofile"),
}
OF_OS = {
    *("open", "remove", "unlink", "rename", "renames", "replace", "mkdir", "makedirs", "rmdir", "removedirs", "link"),
    *("symlink", "truncate", "ftruncate", "chmod", "chown", "utime", "mkfifo", "mknod", "fdopen"),
}
HARMLESS = {"which", "get_terminal_size", "copyfileobj"}  # functions of shutil; the last one copies between open files
WHOLE_MODULES = {"tempfile"}
WRITERS = {"FileLock", "SoftFileLock", "NamedTemporaryFile", "TemporaryFile", "TemporaryDirectory"}
SCRATCH = {"pipeline.tools.archive.repeated_boards"}  # writes to an unnamed file that the store has created


def changes(read: ast.AST) -> Iterator[str]:
    """Yield, as source text, the calls and imports through which a module could change files on disk."""
    for node in ast.walk(read):
        if isinstance(node, ast.ImportFrom) and node.module in ("os", "shutil", *WHOLE_MODULES):
            names = {alias.name for alias in node.names}
            forbidden = {"os": OF_OS, "shutil": names - HARMLESS}.get(node.module, names)
            yield from (f"from {node.module} import {name}" for name in names & forbidden)
        elif isinstance(node, ast.Call) and _changes(node):
            yield ast.unparse(node)


def _changes(call: ast.Call) -> bool:
    if isinstance(call.func, ast.Name):
        return call.func.id in WRITERS or (call.func.id == "open" and _writes(call, 1))
    if not isinstance(call.func, ast.Attribute):
        return False
    name, of = call.func.attr, ast.unparse(call.func.value)
    if of == "os":
        return name in OF_OS and "os.devnull" not in ast.unparse(call)
    if of == "shutil":
        return name not in HARMLESS
    if of == "sqlite3":
        return name == "connect" and "mode=ro" not in ast.unparse(call)
    if name == "open":  # the method of a path; for a zip in memory it takes a part and a mode
        return _writes(call, 0) and "os.devnull" not in of
    if name in ("rename", "replace"):  # on a path with one argument, on strings and frames with more, or keywords
        single = len(call.args) == 1 and not call.keywords
        return single and not isinstance(call.args[0], ast.Constant | ast.Dict | ast.Lambda)
    return of in WHOLE_MODULES or name in OF_PATHS or name in WRITERS


def _writes(call: ast.Call, place: int) -> bool:
    modes = [*call.args[place : place + 1], *(word.value for word in call.keywords if word.arg == "mode")]
    known = [mode.value for mode in modes if isinstance(mode, ast.Constant) and isinstance(mode.value, str)]
    return (len(known) < len(modes) and place == 1) or any({*"wax+"} & {*mode} for mode in known)


@grouped("module", [module for module in FILES if room(module) != "store"])
def test_nothing_else_changes_the_disk(module: str) -> None:
    found = {*changes(tree(module))}
    assert {call for call in found if not (module in SCRATCH and call.endswith(".tofile(written)"))} == set()


@pytest.mark.parametrize(
    "code",
    [
        "open(name, 'w')",
        "open(name, mode='ab')",
        "open(name, how)",
        "path.open('x')",
        "path.open(mode='r+b')",
        "path.write_text(text)",
        "(folder / name).write_bytes(b'')",
        "path.rename(other)",
        "path.replace(folder / other)",
        "path.unlink(missing_ok=True)",
        "folder.mkdir(parents=True)",
        "path.symlink_to(other)",
        "os.replace(one, other)",
        "os.open(path, os.O_RDWR)",
        "os.remove(path)",
        "shutil.rmtree(folder)",
        "shutil.copy2(one, other)",
        "tempfile.mkstemp()",
        "sqlite3.connect(path)",
        "FileLock(path)",
        "frame.to_csv(path)",
        "from shutil import rmtree",
        "from os import unlink as gone",
        "from tempfile import mkdtemp",
    ],
)
def test_every_way_to_change_the_disk_is_found(code: str) -> None:
    assert [*changes(ast.parse(code))]


@pytest.mark.parametrize(
    "code",
    [
        "path.open('rb')",
        "open(name)",
        "text.replace('a', 'b')",
        "frame.rename(columns=names)",
        "series.rename('most')",
        "day.replace(year=2000)",
        "sqlite3.connect(f'{uri}?mode=ro', uri=True)",
        "os.open(os.devnull, os.O_RDWR)",
        "from shutil import copyfileobj",
        "self.open(part, 'w')",
    ],
)
def test_a_call_that_only_reads_is_no_change(code: str) -> None:
    assert not [*changes(ast.parse(code))]
