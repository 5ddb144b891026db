"""The program that makes mutants of the scoring and ranking code, and finds those that no test notices."""

import ast
import difflib
import gc
import hashlib
import importlib
import json
import os
import shutil
import signal
import sys
import tempfile
import time
import tomllib
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ["THOROUGH"] = "1"  # every random case, every position
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # set before numpy is loaded: a fork has one thread
from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from hypothesis import Phase, settings

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CACHE = ROOT / ".mutants_cache"
REPORT = ROOT / "docs" / "contributing" / "mutants.md"
PLAN = tomllib.loads((HERE / "plan.toml").read_text(encoding="utf-8"))
LOADED = "pytest hypothesis numpy pandas pandera.pandas openpyxl xlsxwriter defusedxml typer rich rapidfuzz jinja2"
OPTIONS = ["-x", "-q", "--tb=line", "-p", "no:cacheprovider", "--hypothesis-profile=mutants"]
OPTIONS += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # plugins are loaded before the fork


@dataclass(frozen=True)
class Mutant:
    """A change to one module. `before` and `after` are the lines that differ."""

    module: str
    operator: str
    code: str
    line: int
    before: str
    after: str

    @property
    def key(self) -> str:
        return hashlib.sha256(f"{self.module}\n{self.code}".encode()).hexdigest()[:20]

    @property
    def row(self) -> str:
        """The beginning of the mutant's row in the table of survivors."""
        before, after = (text.replace("|", r"\|") for text in (self.before, self.after))
        return f"| {self.module} | `{before}` | `{after}` |"


# -- the mutants -------------------------------------------------------------------------------------------------------


def mutants(module: str) -> Iterator[Mutant]:
    """Yield the mutants of a module, except equivalent ones and those that change only its speed."""
    source = (ROOT / module).read_text(encoding="utf-8")
    seen = {what_runs(source)}
    for name in PLAN["operators"]:
        operator = plugins.get_operator(f"core/{name}")()
        positions = [at for node in ast_nodes(get_ast(source)) for at in operator.mutation_positions(node)]
        for occurrence, (start, _) in enumerate(positions):
            code = mutate_code(source, operator, occurrence)
            if name == "NumberReplacer":
                code = without_blank(code, *start)
            if (runs := what_runs(code)) in seen:
                continue
            seen.add(runs)
            before, after = changed(source, code)
            if (after or before).partition("  #")[0] not in PLAN["speed"].get(module, []):
                yield Mutant(module, name, code, start[0], before, after)


def what_runs(code: str) -> str:
    """Return the code in a form that is the same for equivalent mutants.

    Annotations and the arguments of class decorators are left out. In comparisons with an empty string on the right,
    `<=` becomes `==` and `>` becomes `!=`.
    """
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return code
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.ClassDef):
            node.decorator_list = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
        if (
            isinstance(node, ast.Compare) and ast.unparse(node.comparators[0]) == "''"
        ):  # no string sorts before the empty one
            node.ops = [{ast.LtE: ast.Eq(), ast.Gt: ast.NotEq()}.get(type(node.ops[0]), node.ops[0])]
    return ast.unparse(tree)


def changed(source: str, code: str) -> tuple[str, str]:
    """Return the lines of the source that the mutant lacks, and the lines of the mutant that the source lacks.

    In each of the two results, the lines are joined into one.
    """
    lines = [*difflib.ndiff(source.splitlines(), code.splitlines())]
    before, after = (" ".join(line[2:].strip() for line in lines if line.startswith(sign)) for sign in ("- ", "+ "))
    return before.strip(), after.strip()


def without_blank(code: str, line: int, column: int) -> str:
    """Return the code without the space that Cosmic Ray writes before a number."""
    lines = code.splitlines(keepends=True)
    text = lines[line - 1]
    lines[line - 1] = text[:column] + text[column:].removeprefix(" ")
    return "".join(lines)


# -- running the tests -------------------------------------------------------------------------------------------------


def load() -> None:
    """Import slow modules that are never mutated, and keep Hypothesis from shrinking failing examples."""
    for name in LOADED.split():
        importlib.import_module(name)
    examples = {"derandomize": True, "deadline": None, "database": None, "max_examples": 30}  # as in conftest.py
    settings.register_profile("mutants", **examples, phases=(Phase.explicit, Phase.generate))
    gc.freeze()  # the garbage collector of a fork need not scan all this


class BestFirst:
    """A pytest plugin that first runs the tests that have killed the most mutants, and records the test that fails."""

    def __init__(self, kills: Counter[str], failed: Path) -> None:
        self.kills, self.failed = kills, failed

    def pytest_collection_modifyitems(self, items: list) -> None:
        items.sort(key=lambda item: -self.kills[item.nodeid])

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.failed.write_text(report.nodeid, encoding="utf-8")


def tried(tree: Path, arguments: list[str], limit: float, kills: Counter[str], write_bytecode: bool = False) -> str:
    """Run tests in the copied tree until one fails, and return what failed.

    The result is the id of the test, `import` if the tests could not run to the end, `hung` if they took longer than
    `limit` seconds, or "" if nothing failed.
    """
    (failed := tree / "failed").unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        os.setsid()
        os.chdir(tree)
        sink = os.open(tree / "pytest.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(sink, 1)
        os.dup2(sink, 2)
        sys.dont_write_bytecode = not write_bytecode
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        sys.path[0] = str(tree)
        status = 3
        try:
            import pytest

            options = [*OPTIONS, f"--basetemp={tree / 'pytest'}", *arguments]
            status = int(pytest.main(options, plugins=[BestFirst(kills, failed)]))
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    end = time.monotonic() + limit
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            if status == 0:
                return ""
            return failed.read_text(encoding="utf-8") if failed.exists() else "import"
        if time.monotonic() > end:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return "hung"
        time.sleep(0.01)


def killed(tree: Path, mutant: Mutant, stages: list[tuple[list[str], float]], kills: Counter[str]) -> str:
    """Run the stages in order, and return the first test that notices a mutant.

    The result is `import` or `hung` if the tests could not run to the end, and "" if nothing notices the mutant.
    """
    path = tree / mutant.module
    original, stamp = path.read_text(encoding="utf-8"), path.stat().st_mtime
    path.write_text(mutant.code, encoding="utf-8")
    try:
        outcomes = (tried(tree, arguments, 20 + 5 * seconds, kills) for arguments, seconds in stages)
        return next(filter(None, outcomes), "")
    finally:
        path.write_text(original, encoding="utf-8")
        os.utime(path, (stamp, stamp))  # so that its compiled file stays valid


def stages_of(module: str) -> list[list[str]]:
    """Return the stages in which a module is tested, from the plan's entry for the module or for its folder.

    In an entry, `{name}` stands for the module's own name, and `{editions}` for the ids of its editions, separated by
    commas as --cases expects.
    """
    plan = PLAN["tests"]
    found = plan[module] if module in plan else plan[str(Path(module).parent)]
    names = {"name": Path(module).stem, "editions": ",".join(editions(module))}
    return [[part.format(**names) for part in stage] for stage in found]


def editions(module: str) -> list[str]:
    """Return the ids of a module's editions, or the module's own name if the module has no editions.

    The ids are read from the source, because the module must not be loaded before its mutants.
    """
    for node in ast.parse((ROOT / module).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "EDITIONS":
            return [key.value for key in node.value.keys]
    return [Path(module).stem]


def timed(tree: Path, stages: list[list[str]], times: dict[str, float]) -> list[tuple[list[str], float]]:
    """Return each stage with the seconds it takes on the unchanged code. Exit if a stage fails on that code."""
    for stage in stages:
        if str(stage) not in times:
            began = time.monotonic()
            if tried(tree, stage, 600, Counter(), write_bytecode=True):
                sys.exit(f"{stage} fails as it is:\n{(tree / 'pytest.log').read_text()[-3000:]}")
            times[str(stage)] = time.monotonic() - began
    return [(stage, times[str(stage)]) for stage in stages]


def modules(wanted: list[str]) -> list[str]:
    """Return the plan's modules in order.

    wanted  words to look for in the modules' names, or [] for all modules. One match is enough
    """
    found = [str(path.relative_to(ROOT)) for pattern in PLAN["modules"] for path in sorted((ROOT).glob(pattern))]
    return [module for module in found if not wanted or any(name in module for name in wanted)]


def main(wanted: list[str]) -> int:
    """Try every mutant, print the figures, and list the unexplained survivors."""
    load()
    report = REPORT.read_text(encoding="utf-8") if REPORT.exists() else ""
    CACHE.mkdir(exist_ok=True)
    total, alive, unexplained, times = 0, 0, 0, dict[str, float]()
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "copy"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".*", "__pycache__", "out", "mutants"))
        (tree / "data" / "out").mkdir(parents=True, exist_ok=True)
        for module in modules(wanted):
            kept = CACHE / f"{module.replace('/', '.')}.json"
            killers: dict[str, str] = json.loads(kept.read_text()) if kept.exists() else {}
            began, of_module, survivors = time.monotonic(), [*mutants(module)], []
            for mutant in of_module:
                if mutant.key not in killers or not (killers[mutant.key] or mutant.row in report):
                    stages = timed(tree, stages_of(module), times)
                    killers[mutant.key] = killed(tree, mutant, stages, Counter(killers.values()))
                    kept.write_text(json.dumps(killers))
                if not killers[mutant.key]:
                    survivors.append(mutant)
            total, alive = total + len(of_module), alive + len(survivors)
            count = f"{len(of_module) - len(survivors)}/{len(of_module)}"
            print(f"| {module} | {count} | {1 - len(survivors) / max(len(of_module), 1):.1%} |", end="")
            print(f"  {time.monotonic() - began:.0f} s", flush=True)
            for mutant in survivors:
                listed = mutant.row in report
                unexplained += not listed
                print(f"   {'listed' if listed else 'NOT LISTED'}  line {mutant.line}: {mutant.row}", flush=True)
    print(f"{total - alive} of {total} killed, {1 - alive / max(total, 1):.1%}; survivors not listed: {unexplained}")
    return int(unexplained > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
