"""Check that names read from a file are relative, stay in their folder and are valid on every operating system."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

TEMPORARY = ".part-"  # the prefix of a file while it is being written
LONGEST = 255 - len(TEMPORARY)  # the most bytes in one part of a name: systems allow 255
DEEPEST = 8  # the most parts of a name
SIGNS = frozenset('<>:"\\|?*')  # not allowed on Windows, where `a:b` is a stream of `a`
DEVICES = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$", *(f"{p}{n}" for p in ("com", "lpt") for n in "123456789¹²³")}
)
Shape = type | Callable[[Any], bool] | list[Any] | dict[str, Any] | tuple[Any, Any]


class NoPlainName(ValueError):
    """The error raised for a name that leads out of its folder or is invalid on some operating system."""


def is_device(name: str) -> bool:
    """Return whether Windows reserves a name for a device, whatever suffix it has."""
    return name.casefold().partition(".")[0].rstrip(" ") in DEVICES


def is_plain(name: object) -> bool:
    """Return whether a name is a relative path that stays in its folder and is valid on every operating system.

    The parts of the path are separated by `/`.
    """
    if not isinstance(name, str):
        return False
    parts = name.split("/")
    return len(parts) <= DEEPEST and all(map(_is_plain_part, parts))


@lru_cache(10_000)  # the names of files repeat from season to season
def _is_plain_part(part: str) -> bool:
    try:
        length = len(part.encode())
    except UnicodeEncodeError:  # a lone surrogate
        return False
    if not 0 < length <= LONGEST or part[-1] in ". " or is_device(part):
        return False
    return SIGNS.isdisjoint(part) and min(part) >= " " and "\x7f" not in part


def plain(name: object) -> bool:
    """Return True if a name is plain, otherwise raise NoPlainName.

    The function returns True so that it can be used as a predicate in the shapes that `fits` checks.
    """
    if not is_plain(name):
        raise NoPlainName(name)
    return True


def fits(value: object, shape: Shape) -> bool:
    """Return whether a value read from JSON has the given shape.

    A shape is one of:

    - a type, which must be the value's exact type
    - a predicate, which must return True for the value
    - a list of one shape, for a list of values that all have that shape
    - a dictionary of shapes, for a dictionary with exactly the same keys and with values of these shapes
    - a tuple of two shapes, for a dictionary whose keys all have the first shape and whose values have the second

    Raises NoPlainName if the shape requires a plain name and the value is something else.
    """
    if isinstance(shape, type):
        return type(value) is shape
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(each, shape[0]) for each in value)
    if isinstance(shape, tuple):
        keys, values = shape
        return isinstance(value, dict) and all(fits(k, keys) and fits(v, values) for k, v in value.items())
    if isinstance(shape, dict):
        return isinstance(value, dict) and value.keys() == shape.keys() and all(fits(value[k], shape[k]) for k in shape)
    try:
        return shape(value)
    except TypeError:  # the predicate does not apply to a value of this type
        return False
