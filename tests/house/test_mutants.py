"""Checks that the plan for `make mutants` names only modules and tests that exist."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_plan_of_the_mutants_names_existing_modules_and_tests() -> None:
    plan = tomllib.loads((ROOT / "tests" / "mutants" / "plan.toml").read_text(encoding="utf-8"))
    assert all([*ROOT.glob(pattern)] for pattern in plan["modules"])
    named = [*plan["speed"], *plan["tests"], *(stage[0] for stages in plan["tests"].values() for stage in stages)]
    assert [path for path in named if not (ROOT / path).exists()] == []
