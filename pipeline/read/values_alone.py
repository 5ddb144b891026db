"""A workbook that openpyxl refuses -> the same workbook with only what its values need.

Fonts, fills, borders, themes and properties do not bear on a value, and spreadsheet programs show all figures however
odd these are. What is kept of the styles: number formats, by which a number is a date or a percentage, and which fonts
are struck through. Part names are matched without regard to case, as spreadsheet programs match them.
"""

import posixpath
import re
import zipfile
from collections.abc import Iterable, Mapping
from io import BytesIO
from xml.etree.ElementTree import Element, SubElement, tostring

from defusedxml.ElementTree import fromstring

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS_OF = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PROPERTIES = "docprops/"
RELATIONS, TYPES, WORKSHEETS = ".rels", "[content_types].xml", "/worksheets/"
WORKBOOK, STRINGS, STYLES = "xl/workbook.xml", "xl/sharedStrings.xml", "xl/styles.xml"  # as openpyxl asks for them
TYPES_OF_RELATIONS = {"/styles": STYLES, "/sharedStrings": STRINGS}
LOOK = re.compile(rb'<(?:\w+:)?(?:c|row|col)\b[^>]*?\b(?:s|style)="(\d{1,5})"')
MOST_LOOKS = 65_490  # Excel's own limit
STATES = ("hidden", "veryHidden")
KEPT = {  # elements of a worksheet that bear on values, and those of their attributes that do
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
    """Return the parts of a workbook that bear on its values, under the names that openpyxl asks for."""
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
    """The name of each part in small letters, and what it is called from now on; properties are left out."""
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
    """The number of looks that the cells of all sheets ask for."""
    used = (int(number) for sheet in sheets for number in LOOK.findall(sheet))
    return min(max(used, default=0) + 1, MOST_LOOKS)


def _renamed(part: bytes, attribute: str, folder: str, names: Mapping[str, str]) -> bytes:
    """A list of parts in which each is named as it is called; what lies elsewhere stays as it is."""
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
    """The styles with nothing but number formats and lines through; at least as many looks as the cells ask for."""
    typed, made = fromstring(styles), Element(f"{{{MAIN}}}styleSheet")
    formats = SubElement(made, f"{{{MAIN}}}numFmts")
    for each in typed.iter(f"{{{MAIN}}}numFmt"):
        if each.get("numFmtId", "").isdecimal() and each.get("formatCode"):
            SubElement(
                formats, f"{{{MAIN}}}numFmt", numFmtId=each.get("numFmtId", ""), formatCode=each.get("formatCode", "")
            )
    fonts = SubElement(made, f"{{{MAIN}}}fonts")
    for font in typed.findall(f"{{{MAIN}}}fonts/{{{MAIN}}}font"):
        plain, line = SubElement(fonts, f"{{{MAIN}}}font"), font.find(f"{{{MAIN}}}strike")
        if line is not None:
            SubElement(plain, f"{{{MAIN}}}strike", val=line.get("val", "1"))
    of_cells = SubElement(made, f"{{{MAIN}}}cellXfs")
    for look in typed.findall(f"{{{MAIN}}}cellXfs/{{{MAIN}}}xf"):
        numbers = {name: look.get(name, "0") for name in ("numFmtId", "fontId")}
        SubElement(
            of_cells, f"{{{MAIN}}}xf", {name: text if text.isdecimal() else "0" for name, text in numbers.items()}
        )
    for _ in range(len(of_cells), looks):
        SubElement(of_cells, f"{{{MAIN}}}xf", numFmtId="0")
    return tostring(made, "utf-8")


def _list_of_sheets(workbook: bytes) -> bytes:
    """The workbook with nothing but its sheets, and the day from which it counts."""
    typed, made = fromstring(workbook), Element(f"{{{MAIN}}}workbook")
    for each in typed.findall(f"{{{MAIN}}}workbookPr"):
        SubElement(made, each.tag, {name: text for name, text in each.items() if name == "date1904"})
    sheets, id = SubElement(made, f"{{{MAIN}}}sheets"), f"{{{RELATIONS_OF}}}id"
    for number, each in enumerate(typed.iter(f"{{{MAIN}}}sheet"), 1):
        state = {"state": text} if (text := each.get("state", "")) in STATES else {}
        SubElement(
            sheets, each.tag, {"name": each.get("name", ""), "sheetId": str(number), **state, id: each.get(id, "")}
        )
    return tostring(made, "utf-8")


def _cells_alone(part: bytes) -> bytes:
    """A worksheet, or the list of texts, with nothing but what cells hold, hide and merge."""
    root = fromstring(part)
    there = [len([*root.iter(tag)]) for tag in (f"{{{MAIN}}}c", f"{{{MAIN}}}si")]
    _prune(root)
    if there != [len([*root.iter(tag)]) for tag in (f"{{{MAIN}}}c", f"{{{MAIN}}}si")]:
        raise ValueError("cells outside the rows of their sheet")
    return tostring(root, "utf-8")


def _prune(element: Element) -> None:
    """Leave out whatever is not KEPT below an element."""
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
