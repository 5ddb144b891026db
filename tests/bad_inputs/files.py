"""Write files that are broken, harmful, or odd but readable."""

import os
import re
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.bad_inputs.spoil import surname
from tests.sheets import (
    CREATED,
    ODS_MANIFEST,
    Formula,
    Sheets,
    event,
    ods_content,
    put,
    rewrite,
    write_csv,
    write_ods,
    write_xlsx,
    write_zip,
)

PART = "xl/worksheets/sheet2.xml"  # the boards sheet of the workbooks here
TEXTS = "xl/sharedStrings.xml"
STYLES = "xl/styles.xml"
TYPES, RELATIONS = "[Content_Types].xml", "xl/_rels/workbook.xml.rels"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
CONTAINER = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # the first bytes of .xls files and of workbooks with a password
END = "</sheetData>"

Write = Callable[[Path], object]  # writes a file at a path, or a folder at the path without its suffix
Change = Callable[[str], str]


# -- good events, and ways to spoil them -------------------------------------------------------------------------------


def of(path: Path, *typed: object) -> Sheets:
    """Return a valid event whose players appear in no other event.

    typed  the cells to change, each followed by its new value
    """
    sheets = event(path.stem, family=surname(path.stem))
    for place, value in zip(typed[::2], typed[1::2], strict=True):
        put(sheets, str(place), value)
    return sheets


def xlsx(*typed: object) -> Write:
    return lambda path: write_xlsx(path, of(path, *typed))


def ods(*typed: object) -> Write:
    return lambda path: write_ods(path.with_suffix(".ods"), of(path, *typed))


def folder(*typed: object, **how: str) -> Write:
    return lambda path: write_csv(path.with_suffix(""), of(path, *typed), **how)


def raw_bytes(content: bytes, suffix: str = ".xlsx") -> Write:
    return lambda path: path.with_suffix(suffix).write_bytes(content)


def under(suffix: str, write: Callable[[Path, Sheets], Path] = write_xlsx) -> Write:
    """Return a function that writes a valid workbook under a name with this suffix."""
    return lambda path: write(path.with_suffix(suffix), of(path))


def change(parts: dict[str, Change], add: dict[str, bytes] | None = None, drop: Iterable[str] = ()) -> Write:
    """Return a function that writes a valid workbook with some of its parts changed, added or dropped."""
    return lambda path: rewrite(write_xlsx(path, of(path)), parts, add, drop)


def replaced(part: str, old: str, new: str) -> Write:
    """Return a function that writes a valid workbook in which the first match of a pattern in one part is replaced."""

    def other(xml: str) -> str:
        changed, times = re.subn(old, lambda _: new, xml, count=1)
        assert times == 1, f"no {old} in {part}"
        return changed

    return change({part: other})


def behind_the_rows(xml: str) -> Write:
    return replaced(PART, END, END + xml)


def as_last_row(xml: str) -> Write:
    return replaced(PART, END, xml + END)


def one_ods_sheet(rows: str) -> Write:
    """Return a function that writes an .ods file whose only sheet, `boards`, contains the XML in `rows`."""
    body = f'<table:table table:name="boards">{rows}</table:table>'
    return lambda path: write_zip(path.with_suffix(".ods"), {"content.xml": ods_content(body).encode()})


def text_cell(inside: str, more: str = "") -> str:
    return f'<table:table-cell office:value-type="string"{more}><text:p>{inside}</text:p></table:table-cell>'


def one_row(cells: str, more: str = "") -> str:
    return f"<table:table-row{more}>{cells}</table:table-row>"


def changed_csv(sheet: str, other: Callable[[bytes], bytes], **how: str) -> Write:
    """Return a function that writes a folder of CSV files with the bytes of one file changed."""

    def write(path: Path) -> None:
        spoilt = write_csv(path.with_suffix(""), of(path), **how) / f"{sheet}.csv"
        spoilt.write_bytes(other(spoilt.read_bytes()))

    return write


def exported(path: Path) -> None:
    """Write the sheets of a workbook as separate files, named as Google Sheets names them."""
    for sheet in write_csv(path.with_suffix(""), of(path)).iterdir():
        sheet.rename(path.with_name(f"{path.stem} - {sheet.name}"))
    path.with_suffix("").rmdir()


def commas_at_the_end(content: bytes) -> bytes:
    """Return the file with a superfluous comma at the end of every row except the header."""
    header, _, rows = content.partition(b"\r\n")
    return header + b"\r\n" + rows.replace(b"\r\n", b",\r\n")


# -- zip files ---------------------------------------------------------------------------------------------------------


def zip_bomb(path: Path) -> None:
    """Write a file of 400 kB that unpacks to 400 MB of zeros."""
    with zipfile.ZipFile(write_xlsx(path, of(path)), "a", zipfile.ZIP_DEFLATED) as package:
        part = zipfile.ZipInfo("xl/media/image1.png", CREATED)
        part.compress_type = zipfile.ZIP_DEFLATED
        with package.open(part, "w") as image:
            for _ in range(100):
                image.write(bytes(4 * 2**20))


def large_file(path: Path) -> None:
    """Write a valid workbook that contains a video of 65 MiB."""
    with zipfile.ZipFile(write_xlsx(path, of(path)), "a", zipfile.ZIP_STORED) as package:
        package.writestr(zipfile.ZipInfo("xl/media/film.mp4", CREATED), bytes(65 * 2**20))


def more_part(name: str, content: bytes = b"", method: int = zipfile.ZIP_DEFLATED) -> Write:
    """Return a function that writes a valid workbook with one more part, called `name`."""

    def write(path: Path) -> None:
        with zipfile.ZipFile(write_xlsx(path, of(path)), "a") as package:
            package.NameToInfo.pop(name, None)  # zipfile would warn about a duplicate name
            package.writestr(zipfile.ZipInfo(name, CREATED), content, method)

    return write


def many_parts(path: Path) -> None:
    with zipfile.ZipFile(write_xlsx(path, of(path)), "a") as package:
        for number in range(2_001):
            package.writestr(zipfile.ZipInfo(f"xl/media/{number}.png", CREATED), b"")


def false_size(path: Path) -> None:
    """Write a workbook whose zip directory gives a wrong size, 10 bytes, for one part."""
    content = bytearray(write_xlsx(path, of(path)).read_bytes())
    name = content.rindex(PART.encode())  # in the directory, where an entry's size is 22 bytes before its name
    content[name - 22 : name - 18] = (10).to_bytes(4, "little")
    path.write_bytes(content)


def half_of_an_ods(path: Path) -> None:
    whole = write_ods(path.with_suffix(".ods"), of(path))
    whole.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])


def shared_strings_in_capitals(path: Path) -> None:
    """Write a workbook with a part `SharedStrings.xml`, which the content types call `sharedStrings.xml`.

    Some programs write such workbooks.
    """
    rewrite(write_xlsx(path, of(path)), {RELATIONS: lambda xml: xml.replace("sharedStrings.xml", "SharedStrings.xml")})
    with zipfile.ZipFile(path) as package:
        contents = {part.filename: package.read(part) for part in package.infolist()}
    contents["xl/SharedStrings.xml"] = contents.pop(TEXTS)
    write_zip(path, contents)


def moved(part: str, to: str) -> Write:
    """Return a function that writes a valid workbook with one part renamed.

    The content types and the relationships use the new name too.
    """

    def write(path: Path) -> None:
        rewrite(
            write_xlsx(path, of(path)),
            {
                RELATIONS: lambda xml: xml.replace(part.removeprefix("xl/"), to.removeprefix("xl/")),
                TYPES: lambda xml: xml.replace(part, to),
            },
        )
        with zipfile.ZipFile(path) as package:
            contents = {member.filename: package.read(member) for member in package.infolist()}
        contents[to] = contents.pop(part)
        write_zip(path, contents)

    return write


def no_type_of_parts(path: Path) -> None:
    rewrite(write_xlsx(path, of(path)), {}, drop=[TYPES])


def no_sheets(xml: str) -> str:
    return re.sub("<sheet [^>]*/>", "", xml)


def no_worksheets(xml: str) -> str:
    return re.sub('<Relationship [^>]*relationships/worksheet"[^>]*/>', "", xml)


def xlsb(path: Path) -> Path:
    """Write an empty binary workbook and return its path."""
    return write_zip(path, {TYPES: b"<Types/>", "xl/workbook.bin": bytes(99), "xl/worksheets/sheet1.bin": bytes(99)})


# -- harmful XML -------------------------------------------------------------------------------------------------------


def declared(types: str, use: str = "", encoding: str = "utf-8") -> Write:
    """Return a function that writes a workbook whose boards sheet has a DOCTYPE.

    use  entity that replaces a number, if any
    """

    def other(xml: str) -> str:
        body = xml.partition("?>")[2] if xml.startswith("<?xml") else xml
        return f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE worksheet {types}>' + (
            body.replace("<v>5</v>", f"<v>{use}</v>", 1) if use else body
        )

    def write(path: Path) -> None:
        rewrite(write_xlsx(path, of(path)), {})
        with zipfile.ZipFile(path) as package:
            contents = {name: package.read(name) for name in package.namelist()}
        contents[PART] = other(contents[PART].decode()).encode(encoding)
        write_zip(path, contents)

    return write


QUADRATIC = f'[<!ENTITY a "{"5" * 50_000}">]'
DEEP = "<a>" * 20_000 + "</a>" * 20_000
FORMATS = f'<numFmts count="1"><numFmt numFmtId="164" formatCode="{"[" * 50_000}"/></numFmts>'


def blanks_in_ods(path: Path) -> None:
    """Write an .ods file in which a name is replaced with 2,000,000,000 spaces, stored as a repeat count."""
    blanks = '<text:s text:c="2000000000"/>'
    rewrite(write_ods(path.with_suffix(".ods"), of(path)), {"content.xml": lambda xml: xml.replace("Carla", blanks)})


# -- links, macros, and what only Excel knows --------------------------------------------------------------------------


def other_workbook(path: Path) -> None:
    """Write a workbook in which some centres are links to another workbook, each stored with its last value."""
    write_xlsx(path, of(path, "boards!G4", Formula("=[1]Foglio1!B7", 5), "boards!G6", Formula("=[1]Foglio1!B9", 4)))
    link = (
        f'<externalLink xmlns="{MAIN}" xmlns:r="{OFFICE}"><externalBook r:id="rId1"><sheetNames>'
        '<sheetName val="Foglio1"/></sheetNames></externalBook></externalLink>'
    )
    target = (
        f'<Relationships xmlns="{PACKAGE}"><Relationship Id="rId1" Type="{OFFICE}/externalLinkPath" '
        'Target="file:///C:/Campionato/risultati.xlsx" TargetMode="External"/></Relationships>'
    )
    rewrite(
        path,
        {
            RELATIONS: lambda xml: xml.replace(
                "</Relationships>",
                f'<Relationship Id="rId99" Type="{OFFICE}/externalLink" Target="externalLinks/externalLink1.xml"/>'
                "</Relationships>",
            ),
            "xl/workbook.xml": lambda xml: xml.replace(
                "</sheets>",
                f'</sheets><externalReferences><externalReference xmlns:r="{OFFICE}" r:id="rId99"/></externalReferences>',
            ),
        },
        {
            "xl/externalLinks/externalLink1.xml": link.encode(),
            "xl/externalLinks/_rels/externalLink1.xml.rels": target.encode(),
        },
    )


CONNECTION = (
    f'<connections xmlns="{MAIN}"><connection id="1" name="Classifica" type="4" refreshedVersion="6">'
    '<webPr url="http://example.org/risultati"/></connection></connections>'
)


def strict(path: Path) -> None:
    """Write a workbook in Excel's "Strict Open XML Spreadsheet" format, with the same content in another namespace."""
    strict_main = "http://purl.oclc.org/ooxml/spreadsheetml/main"
    names = ["xl/workbook.xml", *(f"xl/worksheets/sheet{number}.xml" for number in range(1, 5))]
    rewrite(write_xlsx(path, of(path)), dict.fromkeys(names, lambda xml: xml.replace(MAIN, strict_main)))


def value_under_a_merge(path: Path) -> None:
    merged = '<mergeCells count="1"><mergeCell ref="T4:T5"/></mergeCells>'
    write_xlsx(path, of(path, "boards!T4", "una", "boards!T5", "due"))
    rewrite(path, {PART: lambda xml: xml.replace(END, END + merged)})


def hidden_in_ods(path: Path) -> None:
    """Write an .ods file with a hidden row, a row hidden by a filter, a hidden column and a hidden sheet."""
    whole = write_ods(path.with_suffix(".ods"), of(path), hidden=["boards"])

    def hide(xml: str) -> str:
        before, table, rest = xml.partition('<table:table table:name="boards"')
        head, *rows = rest.split("<table:table-row>")
        rows[2] = f'<table:table-row table:visibility="collapse">{rows[2]}'
        rows[4] = f'<table:table-row table:visibility="filter">{rows[4]}'
        plain = [row if row.startswith("<table:table-row ") else f"<table:table-row>{row}" for row in rows]
        columns = (
            '<table:table-column table:number-columns-repeated="6"/><table:table-column table:visibility="collapse"/>'
        )
        return before + table + head + columns + "".join(plain)

    rewrite(whole, {"content.xml": hide})


def struck_in_ods(path: Path) -> None:
    """Write an .ods file with two names struck through, one by its cell format and one by its text format."""
    line = '<style:text-properties style:text-line-through-style="solid"/>'
    look = '<style:style style:name="{0}" style:family="{1}">' + line + "</style:style>"
    looks = look.format("ce9", "table-cell") + look.format("T9", "text")

    def strike(xml: str) -> str:
        before, name, behind = xml.partition("<text:p>Carla")
        at = before.rindex("<table:table-cell")
        struck = before[:at] + before[at:].replace("<table:table-cell", '<table:table-cell table:style-name="ce9"')
        whole = (struck + name + behind).replace("</office:automatic-styles>", looks + "</office:automatic-styles>")
        return re.sub(
            "<text:p>(Dora[^<]*)</text:p>", r'<text:p><text:span text:style-name="T9">\1</text:span></text:p>', whole
        )

    rewrite(write_ods(path.with_suffix(".ods"), of(path)), {"content.xml": strike})


def linked_ods(path: Path) -> None:
    whole = write_ods(path.with_suffix(".ods"), of(path))
    source = '<table:table-source xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="../altro.ods"/>'
    tag = '<table:table table:name="notes">'
    rewrite(
        whole,
        {
            "content.xml": lambda xml: xml.replace(
                "</office:spreadsheet>", f"{tag}{source}</table:table></office:spreadsheet>"
            )
        },
        {"Basic/Standard/Module1.xml": b"<m/>"},
    )


# -- the folder --------------------------------------------------------------------------------------------------------


def lock_file(name: str) -> Write:
    """Return a function that writes an empty file with this name, like the lock file that marks an open file."""
    return lambda path: path.with_name(name).write_bytes(b"")


def link_out(path: Path) -> None:
    """Make the path a link to a valid workbook that lies outside the raw folder."""
    outside = write_xlsx(path.parents[2] / "outside" / path.name, of(path))
    path.symlink_to(outside)


def link_within(path: Path) -> None:
    """Make the path a link to a valid workbook in another season."""
    path.symlink_to(write_xlsx(path.parents[1] / "2015" / path.name, of(path)))


def linked_folder(path: Path) -> None:
    path.with_suffix("").symlink_to(write_csv(path.parents[2] / "outside" / path.stem, of(path)))


def linked_sheet(path: Path) -> None:
    """Create an event's folder in which the `players` sheet is a link to the machine's password file."""
    (write_csv(path.with_suffix(""), of(path)) / "players.csv").symlink_to("/etc/passwd")


def beside_the_sheets(path: Path) -> None:
    """Create an event's folder that also contains a file of notes, which is not a known sheet."""
    (write_csv(path.with_suffix(""), of(path)) / "notes.csv").write_bytes(b"An\0na\n")


def pipe_in_a_folder(path: Path) -> None:
    """Create an event's folder that contains a named pipe, which would block any reader."""
    os.mkfifo(write_csv(path.with_suffix(""), of(path)) / "players.csv")


def name_with(sign: str) -> Write:
    """Return a function that writes a valid workbook whose name has this character before the suffix."""
    return lambda path: write_xlsx(path, of(path)).rename(path.with_name(f"{path.stem}{sign}.xlsx"))


def name_that_is_no_text(path: Path) -> None:
    """Write a valid workbook with a file name that is not valid UTF-8."""
    write_xlsx(path, of(path)).rename(os.fsdecode(os.fsencode(path.with_suffix("")) + b"\xf2.xlsx"))


def old_beside_new(path: Path) -> None:
    """Write a valid .xlsx file beside an old .xls file of the same name."""
    write_xlsx(path, of(path))
    path.with_suffix(".xls").write_bytes(OLD_WORKBOOK)


def twice(name: str) -> Write:
    """Return a function that writes a valid workbook and a copy of it.

    name  name of the copy, in which `{}` stands for the name of the workbook without its suffix
    """

    def write(path: Path) -> None:
        original = write_xlsx(path, of(path))
        path.with_name(name.format(path.stem)).write_bytes(original.read_bytes())

    return write


def changed_copy(path: Path) -> None:
    """Write a workbook and a copy with one board corrected, so that it is unclear which of the two counts."""
    write_xlsx(path, of(path))
    write_xlsx(path.with_name(f"{path.stem} - copy (2).xlsx"), of(path, "boards!K3", 8, "boards!K4", 6))


OLD_WORKBOOK = CONTAINER + bytes(500) + "Workbook".encode("utf-16-le") + bytes(500)
LOCKED_WORKBOOK = CONTAINER + bytes(500) + "EncryptedPackage".encode("utf-16-le") + bytes(500)
HTML = b"<html><body><table><tr><td>round</td><td>board</td></tr></table></body></html>"
XML_2003 = (
    b'<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>'
    b'<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'
)
NAMES = (
    '=HYPERLINK("http://evil.example","x")', "+1", "-1", "@x", "\t=1", "=cmd|' /C calc'!A0", "http://evil.example",
)  # fmt: skip
NAMES_TYPED = [
    part for row, name in zip((2, 3, 4, 5, 6, 7, 9), NAMES, strict=True) for part in (f"boards!D{row}", name)
]


# -- broken files ------------------------------------------------------------------------------------------------------


def truncated(path: Path) -> None:
    write_xlsx(path, of(path)).write_bytes(path.read_bytes()[:-2000])


def cut_short(path: Path) -> None:
    write_xlsx(path, of(path)).write_bytes(path.read_bytes()[:300])


def bit_flipped(path: Path) -> None:
    content = bytearray(write_xlsx(path, of(path)).read_bytes())
    content[content.index(b"xl/worksheets/sheet2.xml") + 200] ^= 0x20
    path.write_bytes(content)


def billion_laughs(path: Path) -> None:
    entities = '<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 10))
    rewrite(
        write_xlsx(path, of(path)),
        {
            "xl/worksheets/sheet2.xml": lambda xml: (
                f"<?xml version='1.0'?><!DOCTYPE x [{entities}]>" + xml.replace("<v>5</v>", "<v>&a9;</v>", 1)
            )
        },
    )


def external_entity(path: Path) -> None:
    head = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    rewrite(
        write_xlsx(path, of(path)),
        {"xl/worksheets/sheet2.xml": lambda xml: head + xml.replace("<v>5</v>", "<v>&e;</v>", 1)},
    )


def far_cell(path: Path) -> None:
    rewrite(
        write_xlsx(path, of(path)),
        {
            "xl/worksheets/sheet2.xml": lambda xml: xml.replace(
                "</sheetData>", '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
            )
        },
    )


def encrypted_ods(path: Path) -> None:
    path = path.with_suffix(".ods")
    write_ods(path, of(path))
    entry = 'manifest:full-path="content.xml" manifest:media-type="text/xml"'
    locked = ODS_MANIFEST.replace(
        f"{entry}/>", f'{entry} manifest:size="9"><manifest:encryption-data/></manifest:file-entry>'
    )
    assert locked != ODS_MANIFEST
    rewrite(path, {}, {"content.xml": bytes(range(256)) * 9, "META-INF/manifest.xml": locked.encode()})


def locked_zip(path: Path) -> None:
    """Write a workbook whose zip parts carry the encryption flag."""
    content = bytearray(write_xlsx(path, of(path)).read_bytes())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.find(mark)
        while at >= 0:
            content[at + offset] |= 1
            at = content.find(mark, at + 4)
    path.write_bytes(content)
