"""Export formats, and the files that they produce."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import pandas as pd

from pipeline.store.names import is_device
from schemas.messages import Message

UNSAFE = re.compile(r'[\x00-\x1f/\\:*?"<>|]')  # characters that some systems do not allow in file names
ANY = "any"  # kind of a format for events of every kind, and for circuits
LONGEST = 200  # maximum length of a file name in bytes, without its suffix


@dataclass(frozen=True)
class Format:
    """A format that other programs read.

    title   name of the format
    kind    kind of event that the format is for, or ANY for every kind of event and for circuits. If it is ANY, the
            module also has `files_of_season`
    places  whether the format needs scores or ranks. If so, boards without an official system are not written
    omits   keys of `losses.FACTS` for the information that this format loses
    """

    title: Message
    kind: str
    places: bool
    omits: tuple[str, ...]


class File(NamedTuple):
    """A file to write: either text, or a table that is written as CSV."""

    name: str
    content: "pd.DataFrame | str"


def file_name(stem: str, suffix: str) -> str:
    """Return a file name that is valid on every system, made from any text and a suffix."""
    safe = UNSAFE.sub("_", stem).encode()[:LONGEST].decode(errors="ignore").strip(" .")
    return f"{safe}{'_' * is_device(safe)}{suffix}"


def with_distinct_names(files: Iterable[File]) -> list[File]:
    """Return the files, with a number added to repeated names (ignoring case), so that no file overwrites another."""
    by_name: dict[str, File] = {}
    for file in files:
        stem, dot, suffix = file.name.rpartition(".")
        name, number = file.name, 1
        while name.casefold() in by_name:
            name, number = f"{stem} ({number + 1}){dot}{suffix}", number + 1
        by_name[name.casefold()] = file._replace(name=name)
    return [*by_name.values()]


def as_json(content: Mapping[str, Any]) -> str:
    """Return a mapping as JSON, with its keys in the given order."""
    return json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def figure(value: Any) -> Any:
    """Return a number for JSON.

    A whole number becomes an integer, any other is rounded to nine decimals, and an unknown one becomes None.
    """
    if value is None or pd.isna(value):
        return None
    return int(value) if float(value).is_integer() else round(float(value), 9)


def whole_columns(frame: pd.DataFrame, columns: list[str]) -> pd.DataFrame:
    """Return the frame with these columns as integers, which are written without a decimal point."""
    return frame.astype(dict.fromkeys(columns, "Int64"))
