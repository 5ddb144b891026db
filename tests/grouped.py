"""A decorator that runs many small cases as one test and names every case that fails."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

Test = Callable[..., None]
chosen: list[str] = []  # set by `pytest --cases`: only cases whose names contain one of these run
stops = False  # whether to stop at the first failing case, as `pytest -x` stops at the first test


def grouped(
    names: str | tuple[str, ...], cases: Iterable[Any], ids: Callable[[Any], str] = str
) -> Callable[[Test], Test]:
    """Return a decorator that runs all cases in one test, which is faster than `pytest.mark.parametrize`."""
    of_case = (names,) if isinstance(names, str) else names

    def grouped_test(test: Test) -> Test:
        @wraps(test)
        def run_chosen(**fixtures: Any) -> None:
            every_case, errors = [*cases], []
            assert every_case, "there is nothing to ask"
            if chosen:
                every_case = [case for case in every_case if any(part in ids(case) for part in chosen)]
                if not every_case:
                    pytest.skip("no case is chosen")
            for case in every_case:
                try:
                    test(**dict(zip(of_case, (case,) if isinstance(names, str) else case, strict=True)), **fixtures)
                except Exception as error:
                    error.add_note(f"case: {ids(case)}")
                    errors.append(error)
                    if stops:
                        break
            if errors:
                raise ExceptionGroup(f"{len(errors)} of {len(every_case)} cases fail", errors)

        wanted = [one for name, one in inspect.signature(test).parameters.items() if name not in of_case]
        run_chosen.__signature__ = inspect.Signature(wanted)  # type: ignore[attr-defined] - pytest reads fixtures here
        return run_chosen

    return grouped_test
