"""Check, before any parsing, that a file matches its extension and is complete, safe and of reasonable size.

Nothing is unpacked to disk, no entity is expanded, and no address is followed. If openpyxl refuses a workbook,
`values_alone` keeps only the workbook's values.
"""

import os
import posixpath
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping
from copy import copy
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, tostring
from xml.parsers import expat

from defusedxml.ElementTree import fromstring

from pipeline.read.cells import Unreadable
from schemas.messages import Message, say

MOST_BYTES = 64 * 2**20  # size of a file, and of all unpacked parts of a workbook together
MOST_PARTS = 2_000
MOST_RATIO, RATIO_COUNTS_FROM = 200, 4 * 2**20  # sheets compress to a tenth; small parts may compress far more
MOST_DEPTH, DEPTH_COUNTS_FROM = 200, 2**16  # levels of nested elements, in a part of more than DEPTH_COUNTS_FROM bytes
ENCRYPTED_PART = 1  # flag of an encrypted part in a zip file
PLAIN_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the only compression methods that both formats use
DIRECTORY_ENTRY = b"PK\x01\x02"
NOT_READ = (".vml", ".svg", ".htm", ".html")  # drawings, which are never parsed and may be malformed XML

OLD_FORMAT = b"\xd0\xcf\x11\xe0"  # the container of .xls, and of workbooks with a password
OLD_WORKBOOK = say("an old .xls workbook")
ENCRYPTED = say("an encrypted workbook")
SIGNATURES = {
    b"%PDF": say("a PDF"),
    b"\x1f\x8b": say("a gzip file"),
    b"Rar!": say("a RAR file"),
    b"7z\xbc\xaf": say("a 7z file"),
    b"{\\rtf": say("an RTF document"),
    b"\x89PNG": say("a picture"),
    b"\xff\xd8\xff": say("a picture"),
    b"SQLite format": say("a database"),
}
TEXTS = {  # words near the beginning of a text file -> what it is
    b"urn:schemas-microsoft-com:office:spreadsheet": say("an Excel 2003 XML workbook"),
    b"<office:document": say("a flat OpenDocument workbook (.fods)"),
    b"<html": say("an HTML page"),
    b"<table": say("an HTML page"),
    b"mime-version:": say("a web archive (.mht)"),
    b"id;p": say("a SYLK file"),
    b'{"': say("a JSON file"),
}
ZIPS = {  # name of a part -> what the zip file is
    "xl/workbook.bin": say("an .xlsb workbook"),
    "Index/Document.iwa": say("an Apple Numbers workbook"),
    "Index.zip": say("an Apple Numbers workbook"),
    "word/document.xml": say("a text document (.docx)"),
    "ppt/presentation.xml": say("a presentation (.pptx)"),
    "content.xml": say("an OpenDocument file"),
    "xl/workbook.xml": say("an .xlsx workbook"),
}
ODS = b"application/vnd.oasis.opendocument.spreadsheet"
MIMETYPE = 200  # bytes; a genuine part `mimetype` is always shorter
ENCRYPTED_ODS = b"encryption-data"  # an element in the manifest of an encrypted .ods workbook
ODS_WORKBOOK = say("an .ods workbook")
NO_WORKBOOK = say("a zip file that is not a workbook")
OUTSIDE = re.compile(r"^[/\\]|^[A-Za-z]:|(^|[/\\])\.\.([/\\]|$)|\0")  # a part that would be unpacked outside its folder


def contents(path: Path) -> bytes:
    """Return the bytes of a file.

    Raises Unreadable if the file is too large, and OSError if it cannot be read.
    """
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > MOST_BYTES:
            raise Unreadable("too_large", say("{size:,.0f} MB", size=size / 2**20))
        return file.read()


def weight(content: bytes) -> int:
    """Return the unpacked size of a workbook in bytes, as stated in its directory.

    Raises Unreadable if the content is not a zip file, or is not safe to unpack.
    """
    parts = _opened(content).infolist()
    _lawful_parts(parts)
    return sum(part.file_size for part in parts)


def plain_parts(content: bytes, suffix: str) -> dict[str, bytes]:
    """Return a workbook's unpacked parts by name, after checking that all of them are complete and safe.

    Raises Unreadable if the type of the file does not match `suffix`, and for truncated, damaged, encrypted, oversized
    or unsafe workbooks.
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
    """Return the bytes of a part after verifying its checksum and the length stated in the directory.

    At most one byte beyond that length is read, so that a false length cannot evade the limits. Raises Unreadable if
    the part is missing or damaged.
    """
    try:
        part = package.getinfo(name)
        longer = copy(part)
        longer.file_size += 1
        with package.open(longer) as packed:
            content = packed.read(longer.file_size)
    except KeyError as fault:
        raise Unreadable("not_a_workbook", say("a workbook without the part {part}", part=name)) from fault
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as fault:
        raise Unreadable("not_a_workbook", say("a damaged workbook (part {part})", part=name)) from fault
    if len(content) != part.file_size:
        raise Unreadable("not_a_workbook", say("a damaged workbook (part {part})", part=name))
    return content


def looks_like(content: bytes) -> Message:
    """Return a description of a file, based mainly on its first bytes."""
    if not content:
        return say("an empty file")
    if content.startswith(b"PK"):
        return _kind_of_zip(content)
    if content.startswith(OLD_FORMAT):
        named = {name for name in ("EncryptedPackage", "Book", "Workbook") if name.encode("utf-16-le") in content}
        if "EncryptedPackage" in named or not named:
            return ENCRYPTED if named else say("an encrypted workbook, or one in an old format")
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
    """Return the description of a file, with the extension added if the description does not already contain it."""
    same = re.search(rf"{re.escape(suffix)}\b", str(kind))
    return kind if same else say("{kind} with the extension {suffix}", kind=kind, suffix=suffix)


def _opened(content: bytes) -> zipfile.ZipFile:
    """Open a zip file and read its directory.

    Raises Unreadable if that fails or there are too many parts.
    """
    if not content.startswith(b"PK"):
        kind = looks_like(content)
        locked = content.startswith(OLD_FORMAT) and kind != OLD_WORKBOOK
        raise Unreadable("encrypted" if locked else "not_a_workbook", kind)
    if (parts := content.count(DIRECTORY_ENTRY)) > MOST_PARTS:
        raise Unreadable("too_large", say("a workbook with {parts:,} parts", parts=parts))
    try:
        return zipfile.ZipFile(BytesIO(content))
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError) as fault:
        raise Unreadable("not_a_workbook", looks_like(content)) from fault


def _kind_of_zip(content: bytes) -> Message:
    try:
        with zipfile.ZipFile(BytesIO(content)) as package:
            return _kind(package)
    except Exception:  # zipfile raises many kinds of exceptions for a damaged file
        return say("a truncated or damaged workbook")


def _kind(package: zipfile.ZipFile) -> Message:
    names = {*package.namelist()}
    if "mimetype" in names:
        short = package.getinfo("mimetype").file_size < MIMETYPE
        return ODS_WORKBOOK if short and unpack(package, "mimetype").startswith(ODS) else NO_WORKBOOK
    return next((kind for part, kind in ZIPS.items() if part in names), NO_WORKBOOK)


def _lawful_parts(parts: list[zipfile.ZipInfo]) -> None:
    """Raise Unreadable if the size, name, flag or compression method of a part makes it unsafe to unpack."""
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
            raise Unreadable("suspicious", say("part {part}, compressed in an unusual way", part=part.filename))
        if part.file_size > RATIO_COUNTS_FROM and part.file_size > MOST_RATIO * part.compress_size:
            ratio = part.file_size // max(part.compress_size, 1)
            detail = say(
                "part {part}, compressed to 1/{ratio:,} of its {size:,} bytes",
                part=part.filename,
                ratio=ratio,
                size=part.file_size,
            )
            raise Unreadable("too_large", detail)


def _right_kind(package: zipfile.ZipFile, suffix: str) -> None:
    """Raise Unreadable if a workbook's type does not match its extension, or if the workbook is encrypted."""
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
    """Parse XML with expat, which opens no files.

    Raises Unreadable for XML that is damaged or nested too deeply, and for a document type declaration, since it may
    define entities.
    """
    depth = 0

    def refuse(*declared: object) -> None:
        raise Unreadable("suspicious", say("a document type declaration in part {part}", part=name))

    def begin(*element: object) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_DEPTH:
            raise Unreadable(
                "suspicious", say("elements nested {depth} levels deep in part {part}", depth=depth, part=name)
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
        detail = say("a damaged workbook (part {part}, line {line})", part=name, line=fault.lineno)
        raise Unreadable("not_a_workbook", detail) from fault


# -- a workbook reduced to what affects its values ---------------------------------------------------------------------

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS_OF = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PROPERTIES = "docprops/"
RELATIONS, TYPES, WORKSHEETS = ".rels", "[content_types].xml", "/worksheets/"
WORKBOOK, STRINGS, STYLES = "xl/workbook.xml", "xl/sharedStrings.xml", "xl/styles.xml"  # names that openpyxl expects
TYPES_OF_RELATIONS = {"/styles": STYLES, "/sharedStrings": STRINGS}
LOOK = re.compile(rb'<(?:\w+:)?(?:c|row|col)\b[^>]*?\b(?:s|style)="(\d{1,5})"')
MOST_LOOKS = 65_490  # Excel's own limit
STATES = ("hidden", "veryHidden")
KEPT = {  # worksheet elements that affect values -> their attributes that do so
    "cols": (),
    "col": ("min", "max", "hidden"),
    "sheetData": (),
    "row": ("r", "hidden"),
    "c": ("r", "s", "t", "vm"),
    "v": (),
    "f": ("t", "si"),
    "is": (),
    "si": (),
    "r": (),
    "t": (),
    "rPr": (),
    "strike": ("val",),
    "mergeCells": (),
    "mergeCell": ("ref",),
}


def values_alone(parts: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the parts of a workbook that affect its values, under the names that openpyxl expects.

    Fonts, fills, borders, themes and properties do not change the values, so they are dropped. Styles are reduced to
    strike-through and number formats, which can make a number a date or a percentage. Part names are compared without
    regard to case, as in spreadsheet programs.
    """
    names = _names(parts)
    kept = {names[name.casefold()]: part for name, part in parts.items() if name.casefold() in names}
    looks = _looks_used(part for name, part in kept.items() if WORKSHEETS in name.casefold())
    for name, part in kept.items():
        small = name.casefold()
        if small == TYPES:
            kept[name] = _renamed(part, "PartName", "/", names)
        elif small.endswith(RELATIONS):
            kept[name] = _renamed(part, "Target", f"{posixpath.dirname(posixpath.dirname(name))}/", names)
        elif name == STYLES:
            kept[name] = _number_formats(part, looks)
        elif name == WORKBOOK:
            kept[name] = _list_of_sheets(part)
        elif name == STRINGS or (WORKSHEETS in small and small.endswith(".xml")):
            kept[name] = _cells_alone(part)
    return kept


def _names(parts: Mapping[str, bytes]) -> dict[str, str]:
    """Return the new name of each part, keyed by its old name in lower case.

    Document properties are left out.
    """
    names = {name.casefold(): name for name in parts if not name.casefold().startswith(PROPERTIES)}
    usual = {name.casefold(): name for name in (WORKBOOK, STRINGS, STYLES)}
    for name, part in parts.items():
        if name.casefold() == "xl/_rels/workbook.xml.rels":
            for relation in fromstring(part):
                _, slash, kind = relation.get("Type", "").rpartition("/")
                place = posixpath.normpath(posixpath.join("/xl/", relation.get("Target", ""))).lstrip("/").casefold()
                if place in names and (to := TYPES_OF_RELATIONS.get(slash + kind)):
                    usual[place] = to
    return names | {small: name for small, name in usual.items() if small in names}


def packed(parts: Mapping[str, bytes]) -> bytes:
    """Return the parts as a zip file."""
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as package:
        for name, part in parts.items():
            package.writestr(name, part)
    return content.getvalue()


def _looks_used(sheets: Iterable[bytes]) -> int:
    """Return how many cell styles must be defined to include every style that the sheets use."""
    used = (int(number) for sheet in sheets for number in LOOK.findall(sheet))
    return min(max(used, default=0) + 1, MOST_LOOKS)


def _renamed(part: bytes, attribute: str, folder: str, names: Mapping[str, str]) -> bytes:
    """Return an XML list of a workbook's parts with their new names filled in.

    Links that lead out of the workbook are unchanged.
    """
    root = fromstring(part)
    for element in root:
        typed = element.get(attribute, "")
        if not typed or element.get("TargetMode") == "External":
            continue
        place = posixpath.normpath(posixpath.join("/", folder, typed)).lstrip("/")
        if name := names.get(place.casefold()):
            element.set(attribute, f"/{name}")
    return tostring(root, "utf-8")


def _number_formats(styles: bytes, looks: int) -> bytes:
    """Return the styles part reduced to number formats and strike-through.

    looks  minimum number of cell styles in the result. Plain ones are added if there are fewer
    """
    typed, reduced = fromstring(styles), Element(f"{{{MAIN}}}styleSheet")
    formats = SubElement(reduced, f"{{{MAIN}}}numFmts")
    for each in typed.iter(f"{{{MAIN}}}numFmt"):
        if each.get("numFmtId", "").isdecimal() and each.get("formatCode"):
            SubElement(
                formats, f"{{{MAIN}}}numFmt", numFmtId=each.get("numFmtId", ""), formatCode=each.get("formatCode", "")
            )
    fonts = SubElement(reduced, f"{{{MAIN}}}fonts")
    for font in typed.findall(f"{{{MAIN}}}fonts/{{{MAIN}}}font"):
        plain, line = SubElement(fonts, f"{{{MAIN}}}font"), font.find(f"{{{MAIN}}}strike")
        if line is not None:
            SubElement(plain, f"{{{MAIN}}}strike", val=line.get("val", "1"))
    of_cells = SubElement(reduced, f"{{{MAIN}}}cellXfs")
    for look in typed.findall(f"{{{MAIN}}}cellXfs/{{{MAIN}}}xf"):
        numbers = {name: look.get(name, "0") for name in ("numFmtId", "fontId")}
        SubElement(
            of_cells, f"{{{MAIN}}}xf", {name: text if text.isdecimal() else "0" for name, text in numbers.items()}
        )
    for _ in range(len(of_cells), looks):
        SubElement(of_cells, f"{{{MAIN}}}xf", numFmtId="0")
    return tostring(reduced, "utf-8")


def _list_of_sheets(workbook: bytes) -> bytes:
    """Return the workbook part reduced to its list of sheets and its calendar (1900 or 1904)."""
    typed, reduced = fromstring(workbook), Element(f"{{{MAIN}}}workbook")
    for each in typed.findall(f"{{{MAIN}}}workbookPr"):
        SubElement(reduced, each.tag, {name: text for name, text in each.items() if name == "date1904"})
    sheets, id = SubElement(reduced, f"{{{MAIN}}}sheets"), f"{{{RELATIONS_OF}}}id"
    for number, each in enumerate(typed.iter(f"{{{MAIN}}}sheet"), 1):
        state = {"state": text} if (text := each.get("state", "")) in STATES else {}
        SubElement(
            sheets, each.tag, {"name": each.get("name", ""), "sheetId": str(number), **state, id: each.get(id, "")}
        )
    return tostring(reduced, "utf-8")


def _cells_alone(part: bytes) -> bytes:
    """Return a worksheet or the shared strings, reduced to values, hidden rows and columns, and merges."""
    root = fromstring(part)
    counts = [len([*root.iter(tag)]) for tag in (f"{{{MAIN}}}c", f"{{{MAIN}}}si")]
    _prune(root)
    if counts != [len([*root.iter(tag)]) for tag in (f"{{{MAIN}}}c", f"{{{MAIN}}}si")]:
        raise ValueError("cells outside the rows of their sheet")
    return tostring(root, "utf-8")


def _prune(element: Element) -> None:
    """Keep only those descendants of an element that are in KEPT, each with only the attributes listed there."""
    for child in [*element]:
        name = child.tag.removeprefix(f"{{{MAIN}}}") if isinstance(child.tag, str) else ""
        if name not in KEPT:
            element.remove(child)
            continue
        kept = {attribute: text for attribute, text in child.items() if attribute in KEPT[name]}
        if not (look := kept.get("s", "0")).isdecimal() or not look.isascii():
            del kept["s"]
        child.attrib.clear()
        child.attrib.update(kept)
        _prune(child)
