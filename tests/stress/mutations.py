"""Ways to damage the bytes of a good workbook, or the XML inside it, one fault at a time."""

import re
import zipfile
from collections.abc import Callable
from functools import cache
from io import BytesIO
from random import Random
from typing import NamedTuple
from xml.parsers import expat

Mutation = Callable[[Random, bytes], bytes]

RUN = 64  # bytes: the longest run changed at once
NAME, ATTRIBUTE = re.compile(rb"<[\w:]+"), re.compile(rb'\s[\w:]+="[^"]*"')
LETTERS = b"0123456789 -.,eE:/#<>&;\"'=?!AZaz\x00\x07\t\n\x7f\xc3\xa9\xff"


# -- bytes of the file -------------------------------------------------------------------------------------------------


def _run(rng: Random, content: bytes) -> slice:
    start = rng.randrange(len(content))
    return slice(start, min(len(content), start + rng.randint(1, RUN)))


def _put(content: bytes, at: slice, bytes_there: bytes) -> bytes:
    return content[: at.start] + bytes_there + content[at.stop :]


def bit_flipped(rng: Random, content: bytes) -> bytes:
    at = rng.randrange(len(content))
    return _put(content, slice(at, at + 1), bytes([content[at] ^ 1 << rng.randrange(8)]))


def byte_changed(rng: Random, content: bytes) -> bytes:
    at = rng.randrange(len(content))
    return _put(content, slice(at, at + 1), bytes([(content[at] + rng.randrange(1, 256)) % 256]))


def run_removed(rng: Random, content: bytes) -> bytes:
    return _put(content, _run(rng, content), b"")


def run_inserted(rng: Random, content: bytes) -> bytes:
    at = _run(rng, content).start
    return _put(content, slice(at, at), rng.randbytes(rng.randint(1, RUN)))


def run_zeroed(rng: Random, content: bytes) -> bytes:
    at = _run(rng, content)
    return _put(content, at, bytes(at.stop - at.start))


def run_doubled(rng: Random, content: bytes) -> bytes:
    at = _run(rng, content)
    return _put(content, at, content[at] * 2)


def runs_swapped(rng: Random, content: bytes) -> bytes:
    one, other = sorted((_run(rng, content), _run(rng, content)), key=lambda at: at.start)
    if one.stop > other.start:
        return run_removed(rng, content)
    between = content[one.stop : other.start]
    return content[: one.start] + content[other] + between + content[one] + content[other.stop :]


def cut_short(rng: Random, content: bytes) -> bytes:
    return content[: rng.randrange(len(content))]


def lengthened(rng: Random, content: bytes) -> bytes:
    return content + rng.randbytes(rng.randint(1, RUN))


OF_BYTES: dict[str, Mutation] = {
    "bit flipped": bit_flipped,
    "byte changed": byte_changed,
    "run of bytes removed": run_removed,
    "run of bytes inserted": run_inserted,
    "run of bytes zeroed": run_zeroed,
    "run of bytes doubled": run_doubled,
    "runs of bytes swapped": runs_swapped,
    "file cut short": cut_short,
    "bytes after the end": lengthened,
}


# -- the XML inside ----------------------------------------------------------------------------------------------------


class Element(NamedTuple):
    """An element's position (start and stop, in bytes) in one of the workbook's XML parts, and its depth."""

    start: int
    stop: int
    depth: int


@cache
def elements(xml: bytes) -> tuple[Element, ...]:
    """Return every element of an XML part except the outermost."""
    parser = expat.ParserCreate()
    found: list[Element] = []
    starts: list[int] = []

    def start(*_: object) -> None:
        starts.append(parser.CurrentByteIndex)

    def end(*_: object) -> None:
        begun = starts.pop()
        stop = xml.index(b">", begun) + 1
        if xml[stop - 2 : stop] != b"/>":
            stop = xml.index(b">", parser.CurrentByteIndex) + 1
        found.append(Element(begun, stop, len(starts)))

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.Parse(xml, True)
    return tuple(element for element in found if element.depth)


def _element(rng: Random, xml: bytes) -> Element:
    return rng.choice(elements(xml))


def _tag(rng: Random, xml: bytes) -> slice:
    at = _element(rng, xml)
    return slice(at.start, xml.index(b">", at.start) + 1)


def _text(rng: Random, xml: bytes) -> slice:
    """Return the position of a random piece of text between two tags, or of a tag if 20 attempts find no text."""
    for _ in range(20):
        tag = _tag(rng, xml)
        stop = xml.find(b"<", tag.stop)
        if stop > tag.stop:
            return slice(tag.stop, stop)
    return tag


def _attribute(rng: Random, xml: bytes) -> slice:
    for _ in range(20):
        tag = _tag(rng, xml)
        if attributes := [*ATTRIBUTE.finditer(xml, tag.start, tag.stop)]:
            return slice(*rng.choice(attributes).span())
    return tag


def character_changed(rng: Random, xml: bytes) -> bytes:
    at = rng.randrange(len(xml))
    return _put(xml, slice(at, at + 1), bytes([rng.choice(LETTERS)]))


def tag_removed(rng: Random, xml: bytes) -> bytes:
    return _put(xml, _tag(rng, xml), b"")


def element_removed(rng: Random, xml: bytes) -> bytes:
    at = _element(rng, xml)
    return _put(xml, slice(at.start, at.stop), b"")


def element_doubled(rng: Random, xml: bytes) -> bytes:
    at = _element(rng, xml)
    return _put(xml, slice(at.stop, at.stop), xml[at.start : at.stop])


def elements_swapped(rng: Random, xml: bytes) -> bytes:
    first = _element(rng, xml)
    alike = [e for e in elements(xml) if e.depth == first.depth and (e.stop <= first.start or e.start >= first.stop)]
    if not alike:
        return element_removed(rng, xml)
    one, other = sorted((first, rng.choice(alike)))
    middle = xml[one.stop : other.start]
    return xml[: one.start] + xml[other.start : other.stop] + middle + xml[one.start : one.stop] + xml[other.stop :]


def element_renamed(rng: Random, xml: bytes) -> bytes:
    at = NAME.search(xml, _element(rng, xml).start)
    return _put(xml, slice(*at.span()), at[0] + b"x") if at else xml


def attribute_removed(rng: Random, xml: bytes) -> bytes:
    return _put(xml, _attribute(rng, xml), b"")


def attribute_changed(rng: Random, xml: bytes) -> bytes:
    """Change one character of an attribute's value."""
    return _one_character(rng, xml, _attribute(rng, xml), 2)


def text_changed(rng: Random, xml: bytes) -> bytes:
    """Change one character of the text between two tags. A digit often becomes another digit."""
    return _one_character(rng, xml, _text(rng, xml), 0)


def _one_character(rng: Random, xml: bytes, where: slice, after: int) -> bytes:
    begin = xml.find(b'"', where.start, where.stop) + 1 if after else where.start
    at = rng.randrange(begin, max(begin + 1, where.stop - (1 if after else 0)))
    digit = xml[at : at + 1].isdigit() and rng.random() < 0.5
    return _put(xml, slice(at, at + 1), bytes([rng.choice(b"0123456789" if digit else LETTERS)]))


def text_emptied(rng: Random, xml: bytes) -> bytes:
    return _put(xml, _text(rng, xml), b"")


def text_of_another(rng: Random, xml: bytes) -> bytes:
    other = _text(rng, xml)
    return _put(xml, _text(rng, xml), xml[other])


OF_XML: dict[str, Mutation] = {
    "character changed": character_changed,
    "tag removed": tag_removed,
    "element removed": element_removed,
    "element doubled": element_doubled,
    "elements swapped": elements_swapped,
    "element renamed": element_renamed,
    "attribute removed": attribute_removed,
    "attribute changed": attribute_changed,
    "text changed": text_changed,
    "text emptied": text_emptied,
    "text of another element": text_of_another,
}


def in_a_part(rng: Random, content: bytes, change: Mutation) -> tuple[bytes, str]:
    """Return the workbook with one random XML part changed, and the name of that part.

    Sheets are chosen more often than other parts.
    """
    with zipfile.ZipFile(BytesIO(content)) as package:
        parts = {part.filename: package.read(part) for part in package.infolist()}
    names = sorted(name for name, part in parts.items() if part.startswith(b"<") and len(elements(part)))
    weights = [8 if ("sheet" in name and "rels" not in name) or name == "content.xml" else 2 for name in names]
    [name] = rng.choices(names, weights)
    spoilt = BytesIO()
    with zipfile.ZipFile(spoilt, "w", zipfile.ZIP_STORED) as package:
        for part, text in parts.items():
            package.writestr(zipfile.ZipInfo(part), change(rng, text) if part == name else text)
    return spoilt.getvalue(), name
