"""Export formats, and the files that they give."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import pandas as pd

from pipeline.store.names import is_device
from schemas.messages import Message

UNSAFE = re.compile(r'[\x00-\x1f/\\:*?"<>|]')  # characters that are not allowed in file names on some system
ANY = "any"  # kind of a format that holds events of every kind, and circuits
LONGEST = 200  # bytes of a file name


@dataclass(frozen=True)
class Format:
    """A format that other programs read.

    title   its name
    kind    the kind of event that it holds, or ANY: then its module has `files_of_season` too
    places  it has ranks by the official system, and is empty without one
    omits   the facts of `losses.FACTS` that it cannot hold
    """

    title: Message
    kind: str
    places: bool
    omits: tuple[str, ...]


class File(NamedTuple):
    """A file to write: a table as CSV, or a text."""

    name: str
    content: "pd.DataFrame | str"


def file_name(stem: str, suffix: str) -> str:
    """Return a file name that is valid on every system, made from a name that people gave."""
    safe = UNSAFE.sub("_", stem).encode()[:LONGEST].decode(errors="ignore").strip(" .")
    return f"{safe}{'_' * is_device(safe)}{suffix}"


def with_distinct_names(files: Iterable[File]) -> list[File]:
    """Return the files with names numbered where they differ only in case, so that no file overwrites another."""
    by_name: dict[str, File] = {}
    for file in files:
        stem, dot, suffix = file.name.rpartition(".")
        name, number = file.name, 1
        while name.casefold() in by_name:
            name, number = f"{stem} ({number + 1}){dot}{suffix}", number + 1
        by_name[name.casefold()] = file._replace(name=name)
    return [*by_name.values()]


def as_json(content: Mapping[str, Any]) -> str:
    """Return a mapping as JSON in the given order."""
    return json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def figure(value: Any) -> Any:
    """Return a number for JSON: an integer if it is whole, else rounded to nine decimals; None if it is unknown."""
    if value is None or pd.isna(value):
        return None
    return int(value) if float(value).is_integer() else round(float(value), 9)


def whole_columns(frame: pd.DataFrame, columns: list[str]) -> pd.DataFrame:
    """Return the frame with these columns as integers, which are written without a decimal point."""
    return frame.astype(dict.fromkeys(columns, "Int64"))
