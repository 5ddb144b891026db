"""Many small cases in one test, which names every case that fails."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

Test = Callable[..., None]
chosen: list[str] = []  # by `pytest --cases`: only the cases whose names hold one of these are asked
stops = False  # at the first case that fails, as `pytest -x` stops at the first test


def grouped(
    names: str | tuple[str, ...], cases: Iterable[Any], ids: Callable[[Any], str] = str
) -> Callable[[Test], Test]:
    """Run the test with every case, as `pytest.mark.parametrize` would, but as one test, which is far faster."""
    of_case = (names,) if isinstance(names, str) else names

    def asked_of_all(test: Test) -> Test:
        @wraps(test)
        def asked(**fixtures: Any) -> None:
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
        asked.__signature__ = inspect.Signature(wanted)  # type: ignore[attr-defined] - what pytest hands over
        return asked

    return asked_of_all
