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
PROPERTIES = "docprops/"
RELATIONS, TYPES, STYLES, WORKSHEETS = ".rels", "[content_types].xml", "/styles.xml", "/worksheets/"
LOOK = re.compile(rb'<(?:\w+:)?(?:c|row|col)\b[^>]*?\b(?:s|style)="(\d{1,5})"')
MOST_LOOKS = 65_490  # Excel's own limit
USUAL = {name.casefold(): name for name in ("xl/workbook.xml", "xl/sharedStrings.xml", "xl/styles.xml")}


def values_alone(parts: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the parts of a workbook that bear on its values, under the names that its relations use."""
    kept = {
        USUAL.get(name.casefold(), name): part
        for name, part in parts.items()
        if not name.casefold().startswith(PROPERTIES)
    }
    names = {name.casefold(): name for name in kept}
    looks = _looks_used(part for name, part in kept.items() if WORKSHEETS in name.casefold())
    for name, part in kept.items():
        small = name.casefold()
        if small == TYPES:
            kept[name] = _renamed(part, "PartName", "/", names)
        elif small.endswith(RELATIONS):
            kept[name] = _renamed(part, "Target", f"{posixpath.dirname(posixpath.dirname(name))}/", names)
        elif small.endswith(STYLES):
            kept[name] = _number_formats(part, looks)
    return kept


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
