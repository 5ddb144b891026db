"""The corpus of bad files: each is built by a script, with what must be said of it, file, sheet and cell.

The numbers are those of the corpus of all bad inputs; 0 is what was added to it. The bad sheets are in
tests/faults/sheets.py.
"""

import os
import re
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.test_faults import (
    Line,
    billion_laughs,
    bit_flipped,
    error,
    external_entity,
    far_cell,
    fix,
    notice,
    truncated,
    warning,
)
from tests.sheets import (
    CREATED,
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

BOARDS = "xl/worksheets/sheet2.xml"  # of the events here
TYPES, RELATIONS = "[Content_Types].xml", "xl/_rels/workbook.xml.rels"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
CONTAINER = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # of .xls files and of workbooks with a password
END = "</sheetData>"

Write = Callable[[Path], object]  # of a file, or of a folder without its suffix
Change = Callable[[str], str]


@dataclass(frozen=True)
class BadFile:
    """A file, the lines that it must make, and whether its event is scored all the same.

    write   writes it, given the path of the event's workbook
    suffix  of the path that the lines name
    """

    number: int
    sentence: str
    write: Write
    lines: tuple[Line, ...] = ()
    suffix: str = ".xlsx"
    built: bool = field(default=False)

    @property
    def file(self) -> str:
        """What the lines call it, in its season's folder."""
        return f"{self.sentence}{self.suffix}"


def bad(number: int, sentence: str, write: Write, *lines: Line, suffix: str = ".xlsx") -> BadFile:
    return BadFile(number, sentence, write, lines, suffix)


def good(number: int, sentence: str, write: Write, *lines: Line, suffix: str = ".xlsx") -> BadFile:
    """A file that is told about and read all the same."""
    return BadFile(number, sentence, write, lines, suffix, built=True)


# -- good events, and ways to spoil them -------------------------------------------------------------------------------


def of(path: Path, *typed: object) -> Sheets:
    """A good event whose players nobody else has, with values typed at places: place, value, place, value ..."""
    sheets = event(path.stem, family=path.stem)
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


def called(suffix: str, write: Callable[[Path, Sheets], Path] = write_xlsx) -> Write:
    """A good workbook under another suffix."""
    return lambda path: write(path.with_suffix(suffix), of(path))


def change(parts: dict[str, Change], add: dict[str, bytes] | None = None, drop: Iterable[str] = ()) -> Write:
    """A good workbook with the XML of some parts changed, and parts added or left out."""
    return lambda path: rewrite(write_xlsx(path, of(path)), parts, add, drop)


def replaced(part: str, old: str, new: str) -> Write:
    """A good workbook with the first place of a part replaced that is like a pattern."""

    def other(xml: str) -> str:
        changed, times = re.subn(old, lambda _: new, xml, count=1)
        assert times == 1, f"no {old} in {part}"
        return changed

    return change({part: other})


def behind_the_rows(xml: str) -> Write:
    return replaced(BOARDS, END, END + xml)


def as_last_row(xml: str) -> Write:
    return replaced(BOARDS, END, xml + END)


def one_ods_sheet(rows: str) -> Write:
    """An .ods of one sheet of boards, its rows by hand."""
    body = f'<table:table table:name="boards">{rows}</table:table>'
    return lambda path: write_zip(path.with_suffix(".ods"), {"content.xml": ods_content(body).encode()})


def text_cell(inside: str, more: str = "") -> str:
    return f'<table:table-cell office:value-type="string"{more}><text:p>{inside}</text:p></table:table-cell>'


def one_row(cells: str, more: str = "") -> str:
    return f"<table:table-row{more}>{cells}</table:table-row>"


def changed_csv(sheet: str, other: Callable[[bytes], bytes], **how: str) -> Write:
    """A folder of which one file's bytes are changed."""

    def write(path: Path) -> None:
        spoilt = write_csv(path.with_suffix(""), of(path), **how) / f"{sheet}.csv"
        spoilt.write_bytes(other(spoilt.read_bytes()))

    return write


# -- zip files ---------------------------------------------------------------------------------------------------------


def zip_bomb(path: Path) -> None:
    """400 kB that unpack to 400 MB of zeros."""
    with zipfile.ZipFile(write_xlsx(path, of(path)), "a", zipfile.ZIP_DEFLATED) as package:
        part = zipfile.ZipInfo("xl/media/image1.png", CREATED)
        part.compress_type = zipfile.ZIP_DEFLATED
        with package.open(part, "w") as image:
            for _ in range(100):
                image.write(bytes(4 * 2**20))


def large_file(path: Path) -> None:
    """An honest workbook with a film of 65 MB in it."""
    with zipfile.ZipFile(write_xlsx(path, of(path)), "a", zipfile.ZIP_STORED) as package:
        package.writestr(zipfile.ZipInfo("xl/media/film.mp4", CREATED), bytes(65 * 2**20))


def more_part(name: str, content: bytes = b"", method: int = zipfile.ZIP_DEFLATED) -> Write:
    """A good workbook with another part, whatever its name."""

    def write(path: Path) -> None:
        with zipfile.ZipFile(write_xlsx(path, of(path)), "a") as package:
            package.NameToInfo.pop(name, None)  # or it would warn of a name that is there already
            package.writestr(zipfile.ZipInfo(name, CREATED), content, method)

    return write


def many_parts(path: Path) -> None:
    with zipfile.ZipFile(write_xlsx(path, of(path)), "a") as package:
        for number in range(2_001):
            package.writestr(zipfile.ZipInfo(f"xl/media/{number}.png", CREATED), b"")


def false_size(path: Path) -> None:
    """The directory says of a part that it has 10 bytes."""
    content = bytearray(write_xlsx(path, of(path)).read_bytes())
    name = content.rindex(BOARDS.encode())  # in the directory, whose entry has the size 22 bytes before the name
    content[name - 22 : name - 18] = (10).to_bytes(4, "little")
    path.write_bytes(content)


def half_of_an_ods(path: Path) -> None:
    whole = write_ods(path.with_suffix(".ods"), of(path))
    whole.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])


def no_type_of_parts(path: Path) -> None:
    rewrite(write_xlsx(path, of(path)), {}, drop=[TYPES])


def no_sheets(xml: str) -> str:
    return re.sub("<sheet [^>]*/>", "", xml)


def no_worksheets(xml: str) -> str:
    return re.sub('<Relationship [^>]*relationships/worksheet"[^>]*/>', "", xml)


def xlsb(path: Path) -> Path:
    """What is in a binary workbook, by the names of its parts."""
    return write_zip(path, {TYPES: b"<Types/>", "xl/workbook.bin": bytes(99), "xl/worksheets/sheet1.bin": bytes(99)})


# -- XML that does harm ------------------------------------------------------------------------------------------------


def declared(types: str, use: str = "", encoding: str = "utf-8") -> Write:
    """A document type in the sheet of boards, and a centre that uses it."""

    def other(xml: str) -> str:
        body = xml.partition("?>")[2] if xml.startswith("<?xml") else xml
        return f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE worksheet {types}>' + (
            body.replace("<v>5</v>", f"<v>{use}</v>", 1) if use else body
        )

    def write(path: Path) -> None:
        rewrite(write_xlsx(path, of(path)), {})
        with zipfile.ZipFile(path) as package:
            contents = {name: package.read(name) for name in package.namelist()}
        contents[BOARDS] = other(contents[BOARDS].decode()).encode(encoding)
        write_zip(path, contents)

    return write


QUADRATIC = f'[<!ENTITY a "{"5" * 50_000}">]'
DEEP = "<a>" * 20_000 + "</a>" * 20_000
FORMATS = f'<numFmts count="1"><numFmt numFmtId="164" formatCode="{"[" * 50_000}"/></numFmts>'


def blanks_in_ods(path: Path) -> None:
    """An .ods counts the blanks of a text, which are not written out."""
    blanks = '<text:s text:c="2000000000"/>'
    rewrite(write_ods(path.with_suffix(".ods"), of(path)), {"content.xml": lambda xml: xml.replace("Carla", blanks)})


# -- links, macros, and what only Excel knows --------------------------------------------------------------------------


def other_workbook(path: Path) -> None:
    """A centre taken from another workbook, with the value that was stored."""
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
    """As Excel saves a "Strict Open XML Spreadsheet": the same under other names."""
    strict_main = "http://purl.oclc.org/ooxml/spreadsheetml/main"
    names = ["xl/workbook.xml", *(f"xl/worksheets/sheet{number}.xml" for number in range(1, 5))]
    rewrite(write_xlsx(path, of(path)), dict.fromkeys(names, lambda xml: xml.replace(MAIN, strict_main)))


def value_under_a_merge(path: Path) -> None:
    merged = '<mergeCells count="1"><mergeCell ref="T4:T5"/></mergeCells>'
    write_xlsx(path, of(path, "boards!T4", "una", "boards!T5", "due"))
    rewrite(path, {BOARDS: lambda xml: xml.replace(END, END + merged)})


def hidden_in_ods(path: Path) -> None:
    """A hidden row of an .ods, one that a filter hides, a hidden column, and the sheet itself hidden."""
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


def lock_files(path: Path) -> None:
    """Of Excel, of LibreOffice, of a Macintosh."""
    for name in LOCKS:
        (path.parent / name).write_bytes(b"")


LOCKS = ("~$Gara.xlsx", ".~lock.Gara.xlsx#", "._Gara.xlsx")


def link_out(path: Path) -> None:
    """To a good workbook that does not lie in the raw folder."""
    outside = write_xlsx(path.parents[2] / "outside" / path.name, of(path))
    path.symlink_to(outside)


def link_within(path: Path) -> None:
    """To a good workbook in another season."""
    path.symlink_to(write_xlsx(path.parents[1] / "2014" / path.name, of(path)))


def linked_folder(path: Path) -> None:
    path.with_suffix("").symlink_to(write_csv(path.parents[2] / "outside" / path.stem, of(path)))


def linked_sheet(path: Path) -> None:
    """An event's folder whose sheet of players is a link to the passwords of the machine."""
    (write_csv(path.with_suffix(""), of(path)) / "players.csv").symlink_to("/etc/passwd")


def beside_the_sheets(path: Path) -> None:
    """A file of notes that the contract does not know."""
    (write_csv(path.with_suffix(""), of(path)) / "notes.csv").write_bytes(b"An\0na\n")


def pipe_in_a_folder(path: Path) -> None:
    """A named pipe: whoever opens it waits for ever."""
    os.mkfifo(write_csv(path.with_suffix(""), of(path)) / "players.csv")


def name_with(sign: str) -> Write:
    """A good workbook whose name has this sign before its suffix."""
    return lambda path: write_xlsx(path, of(path)).rename(path.with_name(f"{path.stem}{sign}.xlsx"))


def name_that_is_no_text(path: Path) -> None:
    """A name in the encoding of another machine."""
    write_xlsx(path, of(path)).rename(os.fsdecode(os.fsencode(path.with_suffix("")) + b"\xf2.xlsx"))


def old_beside_new(path: Path) -> None:
    """Somebody saved the old workbook anew, and left it there."""
    write_xlsx(path, of(path))
    path.with_suffix(".xls").write_bytes(OLD_WORKBOOK)


def twice(name: str) -> Write:
    """A good workbook, and a copy of it."""

    def write(path: Path) -> None:
        original = write_xlsx(path, of(path))
        path.with_name(name.format(path.stem)).write_bytes(original.read_bytes())

    return write


def changed_copy(path: Path) -> None:
    """A copy in which one board was corrected: nobody can know which of the two counts."""
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
PLACES = ("boards", "event", "games", "nmr")


def each_sheet(code: str, *words: str) -> tuple[Line, ...]:
    return tuple(fix(code, f"{sheet}!", *words) for sheet in PLACES)


ZIP_ERROR = "not_a_workbook"

# fmt: off
CORPUS = [
    bad(1, "nothing in it", raw_bytes(b""), error(ZIP_ERROR, "!", "an empty file")),
    bad(1, "nothing in an ods", raw_bytes(b"", ".ods"), error(ZIP_ERROR, "!", "an empty file"), suffix=".ods"),
    bad(2, "cut off at its end", truncated, error(ZIP_ERROR, "!", "truncated")),
    bad(2, "half of an ods", half_of_an_ods, error(ZIP_ERROR, "!", "truncated"), suffix=".ods"),
    bad(3, "a flipped bit", bit_flipped, error(ZIP_ERROR, "!", "part xl/worksheets/sheet2.xml")),
    bad(3, "a size that is not true", false_size, error(ZIP_ERROR, "!", "part xl/worksheets/sheet2.xml")),
    bad(4, "CSV called xlsx", raw_bytes(b"round;board;power\n1;1;Italy\n"), error(ZIP_ERROR, "!", "CSV or other text", ".xlsx")),
    bad(5, "HTML called xls", raw_bytes(HTML, ".xls"), error(ZIP_ERROR, "!", "an HTML page, called .xls"), suffix=".xls"),
    bad(5, "an old workbook", raw_bytes(OLD_WORKBOOK, ".xls"), error(ZIP_ERROR, "!", "an old .xls workbook"), suffix=".xls"),
    bad(5, "an old workbook called xlsx", raw_bytes(OLD_WORKBOOK), error(ZIP_ERROR, "!", "an old .xls workbook")),
    bad(5, "a new workbook called xls", called(".xls"), error(ZIP_ERROR, "!", "an .xlsx workbook, called .xls"), suffix=".xls"),
    bad(6, "a workbook with a password", raw_bytes(LOCKED_WORKBOOK), error("encrypted", "!", "encrypted", "without a password")),
    bad(7, "a binary workbook", lambda path: xlsb(path.with_suffix(".xlsb")), error(ZIP_ERROR, "!", "an .xlsb workbook"), suffix=".xlsb"),
    bad(7, "a binary workbook called xlsx", xlsb, error(ZIP_ERROR, "!", "an .xlsb workbook, called .xlsx")),
    good(8, "a workbook with macros", lambda path: more_part("xl/vbaProject.bin", b"Sub Auto_Open()")(path) and None,
         warning("macros", "!", "xl/vbaProject.bin")),
    good(8, "a workbook for macros", called(".xlsm"), warning("macros", "!", ".xlsm"), suffix=".xlsm"),
    bad(10, "a bomb of 400 MB", zip_bomb, error("too_large", "!", "400 MB unpacked", "64 MB")),
    bad(11, "one cell at the far corner", far_cell, error("too_wide", "boards!XFD1048576", "1,048,576 rows", "16,384 columns")),
    bad(12, "a billion laughs", billion_laughs, error("suspicious", "!", "document type", BOARDS)),
    bad(12, "one long text a thousand times", declared(QUADRATIC, "&a;" * 1000), error("suspicious", "!", "document type", BOARDS)),
    bad(12, "a document type in another alphabet", declared('[<!ENTITY a "5">]', "&a;", "utf-16"), error("suspicious", "!", "document type", BOARDS)),
    bad(13, "a file of the machine", external_entity, error("suspicious", "!", "document type", BOARDS)),
    bad(13, "a page of the network", declared('[<!ENTITY a SYSTEM "http://127.0.0.1:9/a">]', "&a;"), error("suspicious", "!", "document type")),
    bad(13, "a document type of the network", declared('SYSTEM "http://127.0.0.1:9/a.dtd"'), error("suspicious", "!", "document type")),
    bad(13, "a parameter of a document type", declared('[<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;]'), error("suspicious", "!", "document type")),
    bad(14, "a part outside", more_part("../../evil.xlsx"), error("suspicious", "!", "../../evil.xlsx")),
    bad(14, "a part at the root", more_part("/etc/cron.d/evil"), error("suspicious", "!", "/etc/cron.d/evil")),
    bad(14, "a part on a drive", more_part("C:\\evil.dll"), error("suspicious", "!", "evil.dll")),
    bad(15, "a file of 65 MB", large_file, error("too_large", "!", "65 MB", "64 MB")),
    bad(16, "a sheet without its part", change({}, drop=[BOARDS]), error(ZIP_ERROR, "boards!", "missing")),
    bad(16, "half a sheet", change({BOARDS: lambda xml: xml[: len(xml) // 2]}), error(ZIP_ERROR, "!", BOARDS, "line 1")),
    bad(16, "a sheet that is none", change({BOARDS: lambda xml: "<html/>"}), error(ZIP_ERROR, "boards!", BOARDS)),
    bad(16, "a sheet that the workbook does not name", replaced("xl/workbook.xml", '<sheet [^>]*name="boards"[^>]*/>', ""),
        error(ZIP_ERROR, "!", BOARDS, "does not name")),
    bad(16, "a sheet of no kind", replaced(RELATIONS, 'relationships/worksheet"', 'relationships/worksheets"'), error(ZIP_ERROR, "event!", "unknown kind")),
    bad(16, "no sheets", lambda path: rewrite(write_xlsx(path, of(path)), {"xl/workbook.xml": no_sheets, RELATIONS: no_worksheets}),
        error(ZIP_ERROR, "!", "without a sheet")),
    bad(16, "no sheets in an ods", lambda path: write_zip(path.with_suffix(".ods"), {"content.xml": ods_content("").encode()}),
        error(ZIP_ERROR, "!", "without a sheet"), suffix=".ods"),
    bad(16, "no list of parts", no_type_of_parts, error(ZIP_ERROR, "!", "do not fit")),
    good(17, "values of another workbook", other_workbook, warning("outside_data", "!", "C:/Campionato/risultati.xlsx"),
         warning("outside_data", "boards!G4", "G4, G6")),
    good(17, "values of a page of the network", change({}, {"xl/connections.xml": CONNECTION.encode()}), warning("outside_data", "!", "Classifica")),
    good(17, "an ods with a link and macros", linked_ods, warning("outside_data", "!", "../altro.ods"), warning("macros", "!", "Basic/Standard"),
         suffix=".ods"),
    bad(18, "a link to elsewhere", link_out, warning("outside_link", "!", "outside/a link to elsewhere.xlsx")),
    bad(18, "a folder that is a link", linked_folder, warning("outside_link", "!", "outside/a folder that is a link"), suffix=""),
    good(18, "a sheet that is a link", linked_sheet, warning("outside_link", "!", "/etc/passwd"), suffix="/players.csv"),
    good(18, "a link to another season", link_within),
    good(45, "CSV of Windows", folder("boards!D4", "Però", "boards!T4", "l’«été» – 100 €", encoding="cp1252"),
         fix("other_encoding", "boards!", "Windows-1252", "Però", "été"), suffix=""),
    good(45, "CSV in UTF16", folder("boards!D4", "Però 東京", encoding="utf-16"), *each_sheet("other_encoding", "UTF-16"), suffix=""),
    good(45, "CSV with a mark", folder("boards!D4", "Però", encoding="utf-8-sig"), suffix=""),
    good(45, "CSV with semicolons", folder(delimiter=";"), *each_sheet("other_separator", "semicolons"), suffix=""),
    good(45, "CSV with tabs", folder(delimiter="\t"), *each_sheet("other_separator", "tabs"), suffix=""),
    bad(28, "CSV with semicolons and a point for thousands", folder("boards!S2", "1.800", delimiter=";"),
        error("ambiguous_number", "boards!S2", "1.800", "1.8 or 1800"), *each_sheet("other_separator", "semicolons"), suffix=""),
    bad(22, "CSV with an error of a spreadsheet", folder("boards!D2", "#N/A", "boards!D3", "#VALORE!", "boards!D4", "Err:508"),
        *(error("error_cell", f"boards!D{row}") for row in (2, 3, 4)), suffix=""),
    bad(25, "CSV with a year shown as a day", folder("boards!E1", "15/03/1905"), error("date_header", "boards!E1", "15/03/1905"), suffix=""),
    good(45, "CSV that says how it is separated", changed_csv("games", lambda content: b"sep=;\r\n" + content, delimiter=";"),
         *each_sheet("other_separator", "semicolons"), suffix=""),
    good(45, "CSV with a comma in its title", changed_csv("games", lambda content: b"Lega, autunno\n" + content, delimiter=";"),
         *each_sheet("other_separator", "semicolons"), suffix=""),
    good(45, "CSV of an old Macintosh", changed_csv("boards", lambda content: content.replace(b"\r\n", b"\r")), suffix=""),
    bad(46, "CSV of DOS", changed_csv("boards", lambda content: content.replace(b"Carla", "Però".encode("cp850"))),
        error("bad_text", "boards!", "in line 4", "UTF-8"), suffix=""),
    bad(46, "CSV of two encodings", changed_csv("boards", lambda content: content.replace(b"Carla", "Però".encode() + "Però".encode("cp1252"))),
        error("bad_text", "boards!", "in line 4"), suffix=""),
    bad(46, "CSV in half of UTF16", changed_csv("boards", lambda content: content.decode().encode("utf-16")[:-1]),
        error("bad_text", "boards!", "UTF-16"), suffix=""),
    bad(46, "a picture called CSV", changed_csv("boards", lambda content: b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0" + bytes(range(256))),
        error("bad_text", "boards!", "byte 0, in line 1"), suffix=""),
    bad(47, "two rows that are too long", changed_csv("boards", lambda content: re.sub(rb"(Dora|Nora) ", rb"\1, ", content)),
        error("ragged_row", "boards!U5", "21 cells", "20"), error("ragged_row", "boards!U15", "21 cells"), suffix=""),
    bad(47, "a stray quote in a line", changed_csv("boards", lambda content: content.replace(b"Carla", b'"Car"la')),
        error("ragged_row", "boards!", "line 4"), suffix=""),
    bad(47, "a quote that is never closed", changed_csv("boards", lambda content: content.replace(b"Carla", b'"Carla')),
        error("ragged_row", "boards!", "end of data"), suffix=""),
    bad(48, "a NUL in a name", changed_csv("boards", lambda content: content.replace(b"Carla", b"Car\0la")),
        error("control_character", "boards!D4", r"Car\x00la"), suffix=""),
    bad(48, "an escape in a name", xlsx("boards!D4", "Car_x001B_[31mla"), error("control_character", "boards!D4", r"Car\x1b[31mla")),
    bad(48, "half a character in a name", xlsx("boards!D4", "Car_xD800_la"), error("control_character", "boards!D4", r"Car\ud800la")),
    bad(48, "half a character in UTF16", changed_csv("boards", lambda content: content.decode().replace("Carla", "\ud800").encode("utf-16", "surrogatepass")),
        error("bad_text", "boards!", "in line", "UTF-16"), suffix=""),
    bad(48, "half a character in an ods", one_ods_sheet(one_row(text_cell("&#xD800;"))), error(ZIP_ERROR, "!", "content.xml"), suffix=".ods"),
    good(48, "a carriage return in a name", xlsx("boards!D4", "Carla_x000D_"), fix("blanks", "boards!D4")),
    good(48, "a NUL in a sheet that is not read", beside_the_sheets, suffix=""),
    good(49, "a name without width", xlsx("boards!D4", "Car\u200bla Bian\u00adchi\ufeff"), fix("invisible", "boards!D4", r"Car\u200bla Bian\xadchi\ufeff")),
    good(49, "a name from right to left", xlsx("boards!D4", "Carla \u202eihcnaiB\u202c"), fix("invisible", "boards!D4", r"Carla \u202eihcnaiB\u202c")),
    good(49, "a name without width in an ods", ods("boards!D4", "Car\u2060la"), fix("invisible", "boards!D4", r"Car\u2060la"), suffix=".ods"),
    good(49, "a name without width in CSV", folder("boards!D4", "Car\u200bla"), fix("invisible", "boards!D4", r"Car\u200bla"), suffix=""),
    good(49, "a header without width", xlsx("boards!D1", "pla\u200byer"), fix("invisible", "boards!D1", r"pla\u200byer")),
    bad(49, "two sheets but for the width", lambda path: write_xlsx(path, of(path) | {"boa\u200brds": [["Logo"]]}),
        fix("invisible", "boards!", r"boa\u200brds"), error("two_sheets", "boards!", "boards")),
    bad(0, "columns hidden from far away", replaced(BOARDS, "<sheetData>", '<cols><col min="-2000000000" max="1" hidden="1"/></cols><sheetData>'),
        error(ZIP_ERROR, "!", "do not fit")),
    good(49, "a sheet without width", lambda path: write_xlsx(path, {name.replace("boards", "boa\u200brds"): rows for name, rows in of(path).items()}),
         fix("invisible", "boards!", r"boa\u200brds")),
    good(72, "names that look like formulas", xlsx(*NAMES_TYPED), fix("blanks", "boards!D6")),
    good(72, "names that look like formulas in CSV", folder(*NAMES_TYPED), fix("blanks", "boards!D6"), suffix=""),
    good(72, "names that look like formulas in an ods", ods(*NAMES_TYPED), fix("blanks", "boards!D6"), suffix=".ods"),
    bad(75, "a name of 40000 letters", replaced(BOARDS, "Carla", "x" * 40_000), error("long_text", "boards!D4", "32,767")),
    bad(75, "a name of 40000 letters in CSV", folder("boards!D4", "x" * 40_000), error("long_text", "boards!D4", "32,767"), suffix=""),
    bad(75, "a name of 200000 letters in CSV", folder("boards!D4", "x" * 200_000), error("long_text", "boards!", "line 4", "32,767"), suffix=""),

    bad(0, "CSV without end", changed_csv("games", lambda content: content + b"\r\n" * 20_000), error("too_wide", "games!A20001", "20,000 rows"), suffix=""),
    bad(0, "CSV that is too wide", changed_csv("games", lambda content: content + b"," * 200), error("too_wide", "games!GS4", "201 columns"), suffix=""),
    bad(0, "CSV far too wide", changed_csv("games", lambda content: content + b"," * 99_999), error("too_wide", "games!GS4", "99,999 columns"), suffix=""),
    bad(0, "a workbook called ods", called(".ods"), error(ZIP_ERROR, "!", "an .xlsx workbook, called .ods"), suffix=".ods"),
    bad(0, "an ods called xlsx", called(".xlsx", write_ods), error(ZIP_ERROR, "!", "an .ods workbook, called .xlsx")),
    bad(0, "a letter called xlsx", lambda path: write_zip(path, {TYPES: b"<Types/>", "word/document.xml": b"<w/>"}), error(ZIP_ERROR, "!", ".docx")),
    bad(0, "a PDF called xlsx", raw_bytes(b"%PDF-1.7"), error(ZIP_ERROR, "!", "a PDF")),
    bad(0, "an XML workbook of 2003", raw_bytes(XML_2003, ".xls"), error(ZIP_ERROR, "!", "an XML workbook of Excel 2003"), suffix=".xls"),
    bad(0, "a template", called(".xltx"), error(ZIP_ERROR, "!", "an .xlsx workbook, called .xltx"), suffix=".xltx"),
    bad(0, "a strict workbook", strict, error(ZIP_ERROR, "!", "Strict")),
    bad(0, "two parts of one name", more_part(BOARDS, b"<worksheet/>"), error("suspicious", "!", f"two parts named {BOARDS}")),
    bad(0, "two parts that differ in case", more_part("XL/workbook.XML"), error("suspicious", "!", "two parts named xl/workbook.xml")),
    bad(0, "a part packed in another way", more_part("xl/media/a", bytes(999), zipfile.ZIP_BZIP2), error("suspicious", "!", "xl/media/a")),
    bad(0, "more parts than any workbook has", many_parts, error("too_large", "!", "parts")),
    bad(0, "elements in elements", behind_the_rows(DEEP), error("suspicious", "!", "201 deep", BOARDS)),
    bad(0, "a number format of brackets", replaced("xl/styles.xml", "<fonts", FORMATS + "<fonts"), error("suspicious", "!", "number formats")),
    bad(0, "a cell that names a text before the first", replaced(BOARDS, r'<c r="G4"[^>]*><v>5</v>', '<c r="G4" t="s"><v>-1</v>'),
        error(ZIP_ERROR, "boards!G4", "-1")),
    bad(0, "a cell whose number is none", replaced(BOARDS, r'<c r="G4"[^>]*><v>5</v>', '<c r="G4"><v>1_0</v>'), error(ZIP_ERROR, "boards!G4", "1_0")),
    bad(0, "a cell of no kind", replaced(BOARDS, r'<c r="G4"[^>]*><v>5</v>', '<c r="G4" t="x"><v>5</v>'), error(ZIP_ERROR, "boards!G4", "'x'")),
    bad(0, "a text in a cell of no kind", replaced(BOARDS, r'<c r="G4"[^>]*><v>5</v>', '<c r="G4" t="in2ineStr"><is><t>5</t></is>'),
        error(ZIP_ERROR, "boards!G4", "'in2ineStr'")),
    bad(0, "a text in the cell of a number", replaced(BOARDS, r'<c r="G4"[^>]*><v>5</v>', '<c r="G4"><is><t>5</t></is>'), error(ZIP_ERROR, "boards!G4", "'n'")),
    bad(0, "rows under another name", replaced(BOARDS, "(?s)<sheetData>(.*)</sheetData>", "<sheetDate/>"), error(ZIP_ERROR, "boards!", "without rows")),
    bad(0, "a cell that has lost its address", replaced(BOARDS, r'<c r="G4"', "<c"), error(ZIP_ERROR, "boards!", "a cell without address after F4")),
    bad(0, "a cell twice", replaced(BOARDS, r'<c r="G4"[^>]*><v>5</v></c>', '<c r="G4"><v>5</v></c><c r="G4"><v>6</v></c>'),
        error(ZIP_ERROR, "boards!", "a cell G4 after G4")),
    bad(0, "a cell in the wrong row", replaced(BOARDS, r'<c r="G4"', '<c r="G14"'), error(ZIP_ERROR, "boards!", "a cell G14 after F4")),
    bad(0, "a row twice", as_last_row('<row r="15"><c r="A15"><v>2</v></c></row>'), error(ZIP_ERROR, "boards!", "row 15 after row 15")),
    bad(0, "a row without end", as_last_row("<row>" + "<c/>" * 20_000 + "</row>"), error(ZIP_ERROR, "boards!", "without address")),
    bad(0, "a text of two thousand million blanks", blanks_in_ods, error("long_text", "boards!D4", "32,767"), suffix=".ods"),
    bad(0, "a cell repeated everywhere", one_ods_sheet(one_row(text_cell("x", ' table:number-columns-repeated="200"'), ' table:number-rows-repeated="20000"')),
        error("too_large", "!", "4,000,000 cells"), suffix=".ods"),
    bad(0, "a cell repeated too far", one_ods_sheet(one_row(text_cell("x", ' table:number-columns-repeated="16384"'))),
        error("too_wide", "boards!XFD1", "16,384 columns"), suffix=".ods"),
    bad(0, "a row repeated too far", one_ods_sheet(one_row(text_cell("x"), ' table:number-rows-repeated="1048576"')),
        error("too_wide", "boards!A1048576", "1,048,576 rows"), suffix=".ods"),
    bad(0, "a cell that is not there once", one_ods_sheet(one_row(text_cell("x", ' table:number-columns-repeated="0"'))),
        error(ZIP_ERROR, "!", "do not fit"), suffix=".ods"),
    bad(0, "cells merged upon one another", behind_the_rows("<mergeCells>" + '<mergeCell ref="A2:XFD15"/>' * 20_000 + "</mergeCells>"),
        error("suspicious", "!", "20,000 blocks")),
    good(0, "a value under merged cells", value_under_a_merge, warning("covered_value", "boards!T5", "due")),
    good(0, "a link over the whole sheet", behind_the_rows('<hyperlinks><hyperlink ref="A1:XFD1048576" location="boards!A1"/></hyperlinks>')),
    good(0, "a size that is too small", replaced(BOARDS, r'<dimension ref="[^"]*"', '<dimension ref="A1:B2"')),
    good(0, "a size that is too large", replaced(BOARDS, r'<dimension ref="[^"]*"', '<dimension ref="A1:XFD1048576"')),
    good(0, "a blank cell at the far corner", as_last_row('<row r="1048576"><c r="XFD1048576" s="0"/></row>')),
    good(0, "hidden rows of an ods", hidden_in_ods, warning("hidden_cells", "boards!A3", "rows 3, 5"), warning("hidden_cells", "boards!G1", "columns G"),
         warning("hidden_sheet", "boards!", "hidden"), suffix=".ods"),
    good(0, "a pipe in a folder", pipe_in_a_folder, notice("unknown_file", "!", "players.csv"), suffix="/players.csv"),
    good(0, "an old workbook beside the new one", old_beside_new, notice("unknown_file", "!", ".xls"), suffix=".xls"),
    bad(0, "a name turned round", name_with("\u202excod"), error("bad_name", "!", r"\u202excod"), suffix=r"\u202excod.xlsx"),
    bad(0, "a name of two lines", name_with("\n"), error("bad_name", "!"), suffix=r"\n.xlsx"),
    bad(0, "a name too long", name_with("." + "é" * 115), error("long_name", "!"), suffix="." + "é" * 115 + ".xlsx"),
    bad(0, "a name that is no text", name_that_is_no_text, error("bad_name", "!", r"\udcf2"), suffix=r"\udcf2.xlsx"),
]
COPIES = [
    good(63, "copied in Italian", twice("Copia di {}.xlsx"), warning("copy", "!", "copied in Italian.xlsx: left out")),
    good(63, "copied by a browser", twice("{} (1).xlsx"), warning("copy", "!", "copied by a browser.xlsx: left out")),
    good(63, "copied by a cloud", twice("{} (Anna's conflicted copy 2011-03-01).xlsx"), warning("copy", "!", "copied by a cloud.xlsx: left out")),
    bad(63, "copied and changed", changed_copy, warning("copy", "!", "copied and changed - copy (2).xlsx"),
        error("same_game", "boards!B2"), error("same_game", "boards!B2"), error("same_game", "boards!B9")),
    good(63, "Copia di una gara perduta", xlsx(), warning("copy", "!", "Copia di una gara perduta.xlsx")),
    good(63, "the second evening (2)", xlsx()),
]
# fmt: on
