"""Checks that each tutorial works in an empty folder.

The tables of a tutorial can be typed into sheets, and its commands print what the page shows.
"""

from pathlib import Path

import pytest

from tests.documents.tutorial import TUTORIALS, Command, Saving, Typing, do, not_printed, steps

PAGE = """
```console
$ centre-years new "Club night" --season 2026
data/raw/2026/Club night.xlsx is ready
...
$ centre-years build
```

<!-- type: data/raw/2026/Club night.xlsx, event -->

| setting | value |
| --- | --- |
| `system` | Sum of Squares |

<!-- file: players.csv -->
```
player
Anna
```

```console fails
$ centre-years build
```
"""


@pytest.mark.parametrize("name", sorted(path.stem for path in TUTORIALS.glob("*.md")))
def test_a_tutorial_works_from_an_empty_folder(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "my league é"
    folder.mkdir()
    page = (TUTORIALS / f"{name}.md").read_text(encoding="utf-8")
    blocks = [*steps(page)]
    assert any(isinstance(step, Command) and step.words[1:2] == ["build"] for block in blocks for step in block)
    for block in blocks:
        for step in block:
            do(step, folder)


def test_a_page_is_read_as_its_steps() -> None:
    assert [*steps(PAGE)] == [
        [
            Command(
                ["centre-years", "new", "Club night", "--season", "2026"],
                ["data/raw/2026/Club night.xlsx is ready", "..."],
                False,
            ),
            Command(["centre-years", "build"], [], False),
        ],
        [Typing("data/raw/2026/Club night.xlsx", "event", [["setting", "value"], ["system", "Sum of Squares"]])],
        [Saving("players.csv", "player\nAnna\n")],
        [Command(["centre-years", "build"], [], True)],
    ]


def test_a_line_that_is_not_printed_is_found() -> None:
    printed = "Built 2026.\nOpen data/out/\nindex.html"
    assert not_printed(["Built 2026.", "...", "Open data/out/ index.html"], printed) is None
    assert not_printed(["Open data/out/", "Built 2026."], printed) == "Built 2026."


def test_a_command_that_answers_otherwise_fails(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="does not print"):
        do(Command(["centre-years", "--version"], ["decades"], False), tmp_path)
    with pytest.raises(AssertionError, match="ended with"):
        do(Command(["centre-years", "--version"], [], True), tmp_path)
