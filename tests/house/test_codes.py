"""Checks that every problem code is raised by the program, explained in plain sentences, and caused by some input."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.problems.codes import CODES
from pipeline.tools.desk.order_problems import KINDS as OF_ORDERS
from pipeline.tools.imports.problems import KINDS as OF_IMPORTS
from tests.bad_inputs.classes import CLASSES, PAGE, page, rows
from tests.bad_inputs.table import DISK, ELSEWHERE, FAULTS
from tests.grouped import grouped
from tests.house.test_imports import FILES, tree

TESTS = Path(__file__).parents[1]
RAISING = {
    "problem",
    "at_setting",
    "Law",
    "Unreadable",
    "Remark",
    "Problem",
    "_breach",
    "tell",
}  # their first argument is the code
ROWS = [line.code for fault in FAULTS for line in fault.lines]
TEXTS = {
    f"{code}: {name}": getattr(getattr(kind, name), "text", "")
    for kinds in (CODES, OF_ORDERS, OF_IMPORTS)
    for code, kind in kinds.items()
    for name in ("message", "hint", "explanation")
}
SENTENCE = re.compile(r"(?<=[.?])\s+(?=[A-Z“{`])")
LONGEST_SENTENCE = 25  # words
RAISED = {*ROWS, *(row.code for row in DISK), *ELSEWHERE}


@grouped("code", CODES)
def test_every_code_has_an_input_in_the_table_of_faults(code: str) -> None:
    """This test fails for a new code until a row for it is added to tests/bad_inputs/table.py."""
    assert code in RAISED


def test_the_table_of_faults_has_no_unknown_codes() -> None:
    assert {*CODES} >= RAISED


@pytest.mark.parametrize("code", ELSEWHERE)
def test_a_code_that_no_single_event_raises_has_a_test_of_its_own(code: str) -> None:
    path, _, test = ELSEWHERE[code].partition("::")
    content = (TESTS / path).read_text(encoding="utf-8")
    assert f"def {test}(" in content and f'"{code}"' in content


def test_only_errors_set_something_aside() -> None:
    assert {code: kind.sets_aside in ("board", "event") for code, kind in CODES.items()} == {
        code: kind.severity == "error" for code, kind in CODES.items()
    }


@grouped("code", [code for code, kind in CODES.items() if kind.sets_aside == "board"])
def test_a_code_that_sets_aside_a_board_has_such_a_row(code: str) -> None:
    assert {"1", "2"} & {line.aside for fault in FAULTS for line in fault.lines if line.code == code}


def test_a_code_that_sets_aside_the_event_never_sets_aside_less() -> None:
    rows = {line.code for fault in FAULTS for line in fault.lines if line.aside in ("1", "2")}
    assert [code for code in rows if CODES[code].sets_aside != "board"] == []


def test_the_rows_are_in_the_order_of_the_codes() -> None:
    order = [*CODES]
    first = [min(order.index(c) for c in codes) for f in FAULTS if (codes := [n.code for n in gravest(f.lines)])]
    assert first == sorted(first)


def test_every_code_is_in_one_class() -> None:
    """This test fails for a new code until the code is added to `CLASSES` in tests/bad_inputs/classes.py."""
    classed = " ".join(CLASSES.values()).split()
    assert ([code for code in CODES if classed.count(code) != 1], {*classed} - {*CODES}) == ([], set())


def test_the_page_of_typed_mistakes_is_up_to_date() -> None:
    """If the page is out of date, run `python -m tests.bad_inputs.classes`."""
    assert PAGE.read_text(encoding="utf-8") == page()
    assert [name for name, *_, silent in rows() if silent] == []


@grouped(("which", "text"), TEXTS.items(), ids=lambda case: case[0])
def test_the_texts_of_a_code_are_whole_sentences(which: str, text: str) -> None:
    """Each text ends with a full stop, a question mark or a value, and no sentence has more than 25 words."""
    assert not text or text.endswith((".", "?", "}"))
    assert [said for said in SENTENCE.split(text) if len(said.split()) > LONGEST_SENTENCE] == []
    assert not re.search(r"\bexpected\b|^found\b", re.sub(r"\{.*?\}", "", text), re.IGNORECASE)


@grouped("which", [which for which in TEXTS if not which.endswith("message")])
def test_a_hint_and_an_explanation_hold_no_values(which: str) -> None:
    """Hints and explanations are also printed when there is no sheet to take values from, for example by `explain`."""
    assert "{" not in TEXTS[which] and "}" not in TEXTS[which]


def test_every_code_has_a_message_in_its_table_or_wherever_it_is_raised() -> None:
    without = {code for kinds in (CODES, OF_ORDERS) for code, kind in kinds.items() if not kind.message}
    silent = [
        (name, node.lineno)
        for name in FILES
        for node in ast.walk(tree(name))
        if isinstance(node, ast.Call)
        and any(isinstance(arg, ast.Constant) and arg.value in without for arg in node.args[:1])
        if not any(word.arg == "message" for word in node.keywords)
    ]
    assert silent == []


def test_the_program_raises_every_code() -> None:
    """This test fails for a new code until a module of the program uses it."""
    texts = [path.read_text(encoding="utf-8") for name, path in FILES.items() if name != "pipeline.problems.codes"]
    assert [code for code in CODES if not any(f'"{code}"' in text for text in texts)] == []


def gravest(lines):
    """Return a list that contains only the first error or, if there is no error, only the first line."""
    return [line for line in lines if line.severity == "error"][:1] or lines[:1]


def raised(module: str) -> Iterator[str]:
    """Yield the codes that a module raises."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            match node.args[0]:
                case ast.Constant(value=str(code)) if name in RAISING:
                    yield code


@grouped("module", [name for name in FILES if name.startswith("pipeline.") and ".desk." not in name])
def test_no_module_raises_an_unknown_code(module: str) -> None:
    assert {*raised(module)} <= {*CODES}
