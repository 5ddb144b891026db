"""`watch`: whatever comes to rest among the sheets is what a build makes of it; a page shows the files as they are."""

import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread

import pytest
from typer.testing import CliRunner

from pipeline.build import diff
from pipeline.build.build import build
from pipeline.cli.app import app
from pipeline.tools.watch import saves as listening
from pipeline.tools.watch.page import served
from tests.build.test_diff import with_a_fault, with_a_name
from tests.build.test_layout import night
from tests.sheets import write_xlsx
from tests.torture.builds import few_rules

ENOUGH = 30.0  # seconds that a save may take to be heard on a loaded machine


@pytest.fixture(autouse=True)
def rules() -> Iterator[None]:
    with few_rules("c_diplo", "tribute"):
        yield


def outputs(out: Path) -> dict[str, bytes]:
    """Every file that is published."""
    files = (path for path in out.rglob("*") if path.is_file())
    return {name: path.read_bytes() for path in files if (name := path.relative_to(out).as_posix())[0] != "."}


def test_every_state_is_what_a_build_makes_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw, out, sheet = tmp_path / "raw", tmp_path / "out", tmp_path / "raw" / "2013" / "Notte.xlsx"
    write_xlsx(sheet, night())
    steps: tuple[Callable[[], object], ...] = (
        lambda: write_xlsx(sheet, with_a_name("Zoe")),
        lambda: write_xlsx(sheet, with_a_fault()),
        lambda: sheet.write_bytes(sheet.read_bytes()[:900]),
        lambda: write_xlsx(raw / "2014" / "Notte.xlsx", night()),
        lambda: write_xlsx(sheet, night()),
        lambda: None,  # saved as it was
        sheet.unlink,
    )
    seen: list[dict[str, bytes]] = []

    def saves(*_: object) -> Iterator[None]:
        yield
        for number, step in enumerate(steps):
            step()
            yield
            made = tmp_path / str(number)
            if number < len(steps) - 1:  # what was published of an emptied folder stays
                build(raw, made, jobs=1)
                assert outputs(out) == outputs(made), number
            seen.append(outputs(out))

    monkeypatch.setattr(listening, "saves", saves)
    run = CliRunner().invoke(app, ["watch", "--raw", str(raw), "--out", str(out)])
    assert (run.exit_code, len(seen)) == (0, len(steps)), run.stderr
    once = {"2014/problems.xlsx", "2014/tables/problems.csv"}  # they said that the game stands in both seasons
    assert seen[-2].keys() - seen[-1].keys() == once
    built = [line for line in run.stdout.splitlines() if line.startswith("Built")]
    assert len(built) == len(steps)  # the first build, and every save but that of what was there
    assert ": 2013 Notte.standings: " in built[1]
    assert all("s: 1 error; " in line for line in built[2:4])
    assert "found five" in run.stderr


def test_a_change_that_cannot_be_listed_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw, sheet = tmp_path / "raw", tmp_path / "raw" / "2013" / "Notte.xlsx"
    write_xlsx(sheet, night())

    def saves(*_: object) -> Iterator[None]:
        yield
        write_xlsx(sheet, with_a_name("Zoe"))
        yield

    def changes(*_: object) -> list[str]:
        raise IndexError("no key")

    monkeypatch.setattr(listening, "saves", saves)
    monkeypatch.setattr(diff, "changes", changes)
    run = CliRunner().invoke(app, ["watch", "--raw", str(raw), "--out", str(tmp_path / "out")])
    assert (run.exit_code, run.stdout.count("Built in")) == (0, 2), run.stderr
    assert run.stderr.count("what the build changed cannot be listed: no key") == 2


def test_a_workbook_is_heard_of_when_it_is_whole(tmp_path: Path) -> None:
    sheet, stop, heard = tmp_path / "2013" / "Notte.xlsx", Event(), []
    write_xlsx(sheet, night())
    whole = sheet.read_bytes()

    def listen() -> None:
        heard.extend(sheet.exists() and sheet.read_bytes() == whole for _ in listening.saves(tmp_path, stop))

    def until(number: int) -> None:
        end = time.monotonic() + ENOUGH
        while len(heard) < number and time.monotonic() < end:
            time.sleep(0.02)
        assert len(heard) == number

    listener = Thread(target=listen)
    listener.start()
    until(1)  # at once
    with sheet.open("wb") as half:
        half.write(whole[: len(whole) // 2])
        half.flush()
        time.sleep(0.3)
        assert len(heard) == 1
        half.write(whole[len(whole) // 2 :])
    until(2)
    assert heard[1]
    sheet.unlink()
    until(3)
    assert not heard[2]
    stop.set()
    listener.join(ENOUGH)
    assert not listener.is_alive()


def test_the_page_hands_on_the_files_and_says_when_they_were_rebuilt(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_bytes(b"<p>as it is</p>")
    with served(tmp_path) as page:
        host = page.address.split("/")[2]

        def asked(path: str, called: str = host) -> tuple[int, bytes]:
            connection = HTTPConnection(host)
            connection.request("GET", path, headers={"Host": called})
            answer = connection.getresponse()
            return answer.status, answer.read()

        assert b'src="/index.html"' in asked("/")[1]
        assert asked("/index.html") == (200, b"<p>as it is</p>")
        assert asked("/-") == (200, b"0")
        page.rebuilt += 1
        assert asked("/-") == (200, b"1")
        assert asked("/../pyproject.toml")[0] == 404
        assert asked("/", "elsewhere.example")[0] == 403
