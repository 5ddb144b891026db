"""Before any parser: is a file what its name says, whole, of a reasonable size, and plain?

In: a path, or a file's bytes. Out: the unpacked parts of a workbook, or Unreadable. Nothing is unpacked to disk, no
entity is expanded, no address is followed.
"""

import os
import re
import zipfile
import zlib
from collections import Counter
from copy import copy
from io import BytesIO
from pathlib import Path
from xml.parsers import expat

from pipeline.read.cells import Unreadable
from schemas.messages import Message, say

MOST_BYTES = 64 * 2**20  # of a file, and of all parts of a workbook together, unpacked
MOST_PARTS = 2_000
MOST_RATIO, RATIO_COUNTS_FROM = 200, 4 * 2**20  # sheets shrink to a tenth; a small part may be one letter repeated
MOST_DEPTH, DEPTH_COUNTS_FROM = 200, 2**16  # of elements in elements, in a part of so many bytes
ENCRYPTED_PART = 1  # flag of a part of a zip
PLAIN_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the only ones of the two formats
DIRECTORY_ENTRY = b"PK\x01\x02"
NOT_READ = (".vml", ".svg", ".htm", ".html")  # drawings: nobody parses them here, and they may be sloppy XML

OLD_FORMAT = b"\xd0\xcf\x11\xe0"  # the container of .xls, and of every workbook with a password
OLD_WORKBOOK = say("an old .xls workbook")
ENCRYPTED = say("an encrypted workbook")
SIGNATURES = {
    b"%PDF": say("a PDF"),
    b"\x1f\x8b": say("a gzip file"),
    b"Rar!": say("a RAR file"),
    b"7z\xbc\xaf": say("a 7z file"),
    b"{\\rtf": say("an RTF text"),
    b"\x89PNG": say("a picture"),
    b"\xff\xd8\xff": say("a picture"),
    b"SQLite format": say("a database"),
}
TEXTS = {  # words near the beginning of a text
    b"urn:schemas-microsoft-com:office:spreadsheet": say("an XML workbook of Excel 2003"),
    b"<office:document": say("a flat OpenDocument workbook (.fods)"),
    b"<html": say("an HTML page"),
    b"<table": say("an HTML page"),
    b"mime-version:": say("a web archive (.mht)"),
    b"id;p": say("a SYLK file"),
    b'{"': say("JSON"),
}
ZIPS = {  # the part by which a kind of zip file is known
    "xl/workbook.bin": say("an .xlsb workbook"),
    "Index/Document.iwa": say("a workbook of Apple Numbers"),
    "Index.zip": say("a workbook of Apple Numbers"),
    "word/document.xml": say("a text document (.docx)"),
    "ppt/presentation.xml": say("a presentation (.pptx)"),
    "content.xml": say("an OpenDocument file"),
    "xl/workbook.xml": say("an .xlsx workbook"),
}
ODS = b"application/vnd.oasis.opendocument.spreadsheet"
MIMETYPE = 200  # bytes, more than any has
ENCRYPTED_ODS = b"encryption-data"  # stands in the list of an .ods workbook's parts
ODS_WORKBOOK = say("an .ods workbook")
NO_WORKBOOK = say("a zip file that is no workbook")
OUTSIDE = re.compile(r"^[/\\]|^[A-Za-z]:|(^|[/\\])\.\.([/\\]|$)|\0")  # a place elsewhere, were the part unpacked


def contents(path: Path) -> bytes:
    """The bytes of a file. Raises Unreadable for one that is too large, OSError."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > MOST_BYTES:
            raise Unreadable("too_large", say("{size:,.0f} MB", size=size / 2**20))
        return file.read()


def weight(content: bytes) -> int:
    """Bytes of a workbook when unpacked, as its directory says. Raises Unreadable for a directory that breaks a limit."""
    parts = _opened(content).infolist()
    _lawful_parts(parts)
    return sum(part.file_size for part in parts)


def plain_parts(content: bytes, suffix: str) -> dict[str, bytes]:
    """The unpacked parts of a workbook by their names, every one of them whole and plain.

    Raises Unreadable for what is no such workbook, truncated, damaged, encrypted, unreasonably large, or made to harm.
    """
    with _opened(content) as package:
        _lawful_parts(package.infolist())
        _right_kind(package, suffix)
        parts = {}
        for name in package.namelist():
            parts[name] = part = unpack(package, name)
            if part and _is_xml(name, part):
                plain_xml(part, name)
    return parts


def unpack(package: zipfile.ZipFile, name: str) -> bytes:
    """Return the bytes of a part, as many as the directory says; the checksum is compared.

    One byte more is asked for: a directory that gives less than there is would else unpack any number of bytes, which
    the limits on sizes have never seen. Raises Unreadable.
    """
    try:
        part = package.getinfo(name)
        asked = copy(part)
        asked.file_size += 1
        with package.open(asked) as packed:
            content = packed.read(asked.file_size)
    except KeyError as fault:
        raise Unreadable("not_a_workbook", say("a workbook without part {part}", part=name)) from fault
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as fault:
        raise Unreadable("not_a_workbook", say("a damaged workbook (part {part})", part=name)) from fault
    if len(content) != part.file_size:
        raise Unreadable("not_a_workbook", say("a damaged workbook (part {part})", part=name))
    return content


def looks_like(content: bytes) -> Message:
    """What a file seems to be, by its first bytes: words for whoever has to mend it."""
    if not content:
        return say("an empty file")
    if content.startswith(b"PK"):
        return _kind_of_zip(content)
    if content.startswith(OLD_FORMAT):
        named = {name for name in ("EncryptedPackage", "Book", "Workbook") if name.encode("utf-16-le") in content}
        if "EncryptedPackage" in named or not named:
            return ENCRYPTED if named else say("an encrypted workbook, or one of an old format")
        return OLD_WORKBOOK
    for signature, kind in SIGNATURES.items():
        if content.startswith(signature):
            return kind
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return say("CSV or other text in UTF-16")
    start = content[:2000].lower()
    for words, kind in TEXTS.items():
        if words in start:
            return kind
    is_text = b"\0" not in start and not set(range(1, 9)) & set(start)
    return say("CSV or other text") if is_text else say("not a zip file")


def called(kind: Message, suffix: str) -> Message:
    """What a file is, and how it is called, where that differs."""
    same = re.search(rf"{re.escape(suffix)}\b", str(kind))
    return kind if same else say("{kind}, called {suffix}", kind=kind, suffix=suffix)


def _opened(content: bytes) -> zipfile.ZipFile:
    """The zip file, of which only the directory is read. Raises Unreadable."""
    if not content.startswith(b"PK"):
        kind = looks_like(content)
        locked = content.startswith(OLD_FORMAT) and kind != OLD_WORKBOOK
        raise Unreadable("encrypted" if locked else "not_a_workbook", kind)
    if (parts := content.count(DIRECTORY_ENTRY)) > MOST_PARTS:
        raise Unreadable("too_large", say("a workbook of {parts:,} parts", parts=parts))
    try:
        return zipfile.ZipFile(BytesIO(content))
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError) as fault:
        raise Unreadable("not_a_workbook", looks_like(content)) from fault


def _kind_of_zip(content: bytes) -> Message:
    try:
        with zipfile.ZipFile(BytesIO(content)) as package:
            return _kind(package)
    except Exception:  # whatever is wrong with it
        return say("a truncated or damaged workbook")


def _kind(package: zipfile.ZipFile) -> Message:
    names = {*package.namelist()}
    if "mimetype" in names:
        short = package.getinfo("mimetype").file_size < MIMETYPE
        return ODS_WORKBOOK if short and unpack(package, "mimetype").startswith(ODS) else NO_WORKBOOK
    return next((kind for part, kind in ZIPS.items() if part in names), NO_WORKBOOK)


def _lawful_parts(parts: list[zipfile.ZipInfo]) -> None:
    """Check sizes, names, flags and methods of the parts in the directory, before any is unpacked. Raises Unreadable."""
    if (size := sum(part.file_size for part in parts)) > MOST_BYTES:
        raise Unreadable("too_large", say("{size:,.0f} MB unpacked", size=size / 2**20))
    names = [part.orig_filename for part in parts]
    if outside := [name for name in names if OUTSIDE.search(name)]:
        raise Unreadable("suspicious", say("a part named {part}", part=repr(outside[0])))
    most_often, times = Counter(map(str.casefold, names)).most_common(1)[0] if names else ("", 0)
    if times > 1:
        raise Unreadable("suspicious", say("two parts named {part}", part=most_often))
    for part in parts:
        if part.flag_bits & ENCRYPTED_PART:
            raise Unreadable("encrypted", say("an encrypted zip file"))
        if part.compress_type not in PLAIN_METHODS:
            raise Unreadable("suspicious", say("an unusual compression of part {part}", part=part.filename))
        if part.file_size > RATIO_COUNTS_FROM and part.file_size > MOST_RATIO * part.compress_size:
            ratio = part.file_size // max(part.compress_size, 1)
            found = say(
                "part {part}, packed to a {ratio:,}th of {size:,} bytes",
                part=part.filename,
                ratio=ratio,
                size=part.file_size,
            )
            raise Unreadable("too_large", found)


def _right_kind(package: zipfile.ZipFile, suffix: str) -> None:
    """Raise Unreadable for another kind of workbook than the file's name says, and for one with a password."""
    names = package.namelist()
    kind = _kind(package)
    expected = (ODS_WORKBOOK, ZIPS["content.xml"]) if suffix == ".ods" else (ZIPS["xl/workbook.xml"],)
    if kind not in expected and (kind != NO_WORKBOOK or "[Content_Types].xml" not in names):
        raise Unreadable("not_a_workbook", called(kind, suffix))
    if "META-INF/manifest.xml" in names and ENCRYPTED_ODS in unpack(package, "META-INF/manifest.xml"):
        raise Unreadable("encrypted", ENCRYPTED)


def _is_xml(name: str, content: bytes) -> bool:
    if name.casefold().endswith(NOT_READ):
        return False
    return name.casefold().endswith((".xml", ".rels")) or b"<?" in content[:6].replace(b"\0", b"")


def plain_xml(content: bytes, name: str, parser: expat.XMLParserType | None = None) -> None:
    """Run through XML with expat, which opens nothing. Raises Unreadable for a document type, where entities are declared."""
    depth = 0

    def refuse(*declared: object) -> None:
        raise Unreadable("suspicious", say("a document type in part {part}", part=name))

    def begin(*element: object) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_DEPTH:
            raise Unreadable(
                "suspicious", say("elements in elements, {depth} deep, in part {part}", depth=depth, part=name)
            )

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1

    parser = parser or expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    if len(content) > DEPTH_COUNTS_FROM and not parser.StartElementHandler:
        parser.StartElementHandler, parser.EndElementHandler = begin, end
    try:
        parser.Parse(content, True)
    except expat.ExpatError as fault:
        found = say("a damaged workbook (part {part}, line {line})", part=name, line=fault.lineno)
        raise Unreadable("not_a_workbook", found) from fault
