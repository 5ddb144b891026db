"""The program that draws the pictures in the documents.

`make pictures` draws all of them, and `python -m tests.documents.pictures NAME ...` draws only those named.

Each picture has an entry in docs/pictures/pictures.toml. The entry names the page whose steps produce the file (or
`shipped` for the shipped seasons), the file, the sheet if the file is a workbook, and the window size. Chromium draws
pages. LibreOffice and poppler draw sheets.
"""

import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from PIL import Image, ImageChops

from tests.documents.tutorial import ROOT, Command, do, steps

PICTURES = ROOT / "docs" / "pictures"
LIST = PICTURES / "pictures.toml"
SHIPPED = "shipped"
BROWSER = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"]
BROWSER += [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--allow-file-access-from-files",
]
BROWSER += ["--virtual-time-budget=3000"]  # milliseconds that a page may take to fetch what it shows
DOTS_PER_INCH = 110
EDGE = 12  # pixels of white left around a sheet
COLOURS = 128

Picture = dict[str, Any]


def listed() -> dict[str, Picture]:
    return tomllib.loads(LIST.read_text(encoding="utf-8"))


def main(names: list[str]) -> None:
    """Draw the named pictures, or all of them if no name is given."""
    by_page: dict[str, dict[str, Picture]] = defaultdict(dict)
    for name, picture in listed().items():
        if not names or name in names:
            by_page[picture["from"]][name] = picture
    for page, pictures in by_page.items():
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary) / "league"
            folder.mkdir()
            if page == SHIPPED:
                do(Command(["centre-years", "build", "--raw", str(ROOT / "data" / "raw")], [], fails=False), folder)
                take_all(pictures, folder)
            else:
                follow(ROOT / "docs" / page, pictures, folder)


def follow(page: Path, pictures: dict[str, Picture], folder: Path) -> None:
    """Follow a page's steps, and take its pictures.

    A picture is taken after the `console` block with the number `after`, or at the end if it has no `after`.
    """
    blocks = 0
    for block in steps(page.read_text(encoding="utf-8")):
        for step in block:
            do(step, folder)
        if isinstance(block[0], Command):
            blocks += 1
            take_all({name: picture for name, picture in pictures.items() if picture.get("after") == blocks}, folder)
    take_all({name: picture for name, picture in pictures.items() if "after" not in picture}, folder)


def take_all(pictures: dict[str, Picture], folder: Path) -> None:
    """Draw these pictures of files in `folder`, and save them in docs/pictures."""
    for name, picture in pictures.items():
        file, to = folder / picture["file"], PICTURES / f"{name}.png"
        size = picture.get("width", 1280), picture.get("height", 800)
        if file.suffix == ".html":
            of_page(f"{file.as_uri()}{picture.get('anchor', '')}", size, to)
        else:
            of_sheet(file, picture["sheet"], size, to)
        shrink(to)
        print(to.relative_to(ROOT), *Image.open(to).size)


def of_page(address: str, size: tuple[int, int], to: Path) -> None:
    """Save a picture of a page as it appears in a browser window of this size."""
    window = f"--window-size={size[0]},{size[1]}"
    subprocess.run([*BROWSER, window, f"--screenshot={to}", address], check=True, capture_output=True, timeout=120)


def of_sheet(file: Path, sheet: str, size: tuple[int, int], to: Path) -> None:
    """Draw the first printed page of a sheet without its white edges, cropped to at most this size in pixels."""
    with tempfile.TemporaryDirectory() as temporary:
        alone = Path(temporary) / "sheet.xlsx"
        workbook = load_workbook(file)
        for other in workbook:
            other.sheet_state = "visible" if other.title == sheet else "hidden"
        workbook.active = workbook[sheet]
        workbook.save(alone)
        profile = f"-env:UserInstallation={(Path(temporary) / 'profile').as_uri()}"
        convert = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", temporary, str(alone)]
        subprocess.run(convert, check=True, capture_output=True, timeout=180)
        draw = [
            "pdftoppm",
            "-r",
            str(DOTS_PER_INCH),
            "-png",
            "-singlefile",
            str(alone.with_suffix(".pdf")),
            str(to.with_suffix("")),
        ]
        subprocess.run(draw, check=True, capture_output=True, timeout=60)
    page = Image.open(to).convert("RGB")
    left, top = _ink(page)[:2]
    page = page.crop((0, max(top - EDGE, 0), min(left + size[0], page.width), min(top + size[1], page.height)))
    left, top, right, bottom = _ink(page)
    page.crop((max(left - EDGE, 0), 0, min(right + EDGE, page.width), min(bottom + EDGE, page.height))).save(to)


def _ink(page: Image.Image) -> tuple[int, int, int, int]:
    """Return the box around everything that is not white, as left, top, right and bottom."""
    return ImageChops.difference(page, Image.new("RGB", page.size, "white")).getbbox()


def shrink(path: Path) -> None:
    """Reduce a picture to 128 colours, which are enough for text."""
    Image.open(path).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main(sys.argv[1:])
