"""Checks that the commands on a page, run in turn in an empty folder, print what the page shows."""

from pathlib import Path

import pytest

from tests.documents.tutorial import ROOT, do, steps

PAGES = [
    page
    for folder in ("howto", "explanation")
    for page in sorted((ROOT / "docs" / folder).glob("*.md"))
    if "```console" in page.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_shows_what_is_printed(page: Path, tmp_path: Path) -> None:
    for block in steps(page.read_text(encoding="utf-8")):
        for step in block:
            do(step, tmp_path)
