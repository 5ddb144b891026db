"""Names that a file may hand the program: plain, relative, and possible on every system."""

from collections.abc import Callable
from typing import Any

TEMPORARY = ".part-"  # begins the name of a file while it is being written
LONGEST = 255 - len(TEMPORARY)  # bytes of a part of a name: systems take 255
DEEPEST = 8  # parts of a name
SIGNS = frozenset('<>:"\\|?*')  # which Windows takes in no name; `a:b` is a stream of `a` there
DEVICES = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$", *(f"{p}{n}" for p in ("com", "lpt") for n in "123456789¹²³")}
)
Shape = type | Callable[[Any], bool] | list[Any] | dict[str, Any] | tuple[Any, Any]


class NoPlainName(ValueError):
    """A name that leads out of its folder, or that some system cannot hold."""


def is_device(name: str) -> bool:
    """Whether Windows takes the name for a device, whatever its suffix."""
    return name.casefold().partition(".")[0].rstrip(" ") in DEVICES


def is_plain(name: object) -> bool:
    """Whether a name is a relative path, its parts joined by `/`, that lies below any folder and is possible everywhere."""
    if not isinstance(name, str):
        return False
    parts = name.split("/")
    return len(parts) <= DEEPEST and all(map(_is_plain_part, parts))


def _is_plain_part(part: str) -> bool:
    try:
        length = len(part.encode())
    except UnicodeEncodeError:  # half a character
        return False
    if not 0 < length <= LONGEST or part[-1] in ". " or is_device(part):
        return False
    return SIGNS.isdisjoint(part) and min(part) >= " " and "\x7f" not in part


def plain(name: object) -> bool:
    """Whether a value is a plain name, as a part of a shape. Raises NoPlainName for any other."""
    if not is_plain(name):
        raise NoPlainName(name)
    return True


def fits(value: object, shape: Shape) -> bool:
    """Whether a value read from JSON has a shape.

    shape  a type; a function that says it of a value; [the shape of all values of a list];
           {key: shape of its value} with just these keys; (shape of all keys, shape of all values)

    Raises NoPlainName where the shape asks for a plain name.
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
    except TypeError:  # it cannot even be asked of such a value
        return False
