"""Checks that `watch` writes the same outputs as a build, and that its page serves the published files unchanged."""

import json
import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple
from urllib.parse import quote

import pytest
from typer.testing import CliRunner

from pipeline.build import diff
from pipeline.build.build import build
from pipeline.build.manifest import Manifest
from pipeline.cli.app import app
from pipeline.tools.watch import page as pages
from pipeline.tools.watch import saves as listening
from pipeline.tools.watch.page import Page, served
from schemas.words import LANGUAGES
from tests.build.test_diff import with_a_fault, with_a_name
from tests.build.test_layout import night
from tests.sheets import write_xlsx
from tests.stress.builds import few_rules

ENOUGH = 30.0  # seconds that a loaded machine may take to notice a save


@pytest.fixture(scope="module", autouse=True)
def rules() -> Iterator[None]:
    with few_rules("c_diplo"):
        yield


def outputs(out: Path) -> dict[str, bytes]:
    """Return the content of every published file."""
    files = (path for path in out.rglob("*") if path.is_file())
    return {name: path.read_bytes() for path in files if (name := path.relative_to(out).as_posix())[0] != "."}


def test_after_every_save_the_outputs_equal_those_of_a_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw, out, sheet = tmp_path / "raw", tmp_path / "out", tmp_path / "raw" / "2013" / "Notte.xlsx"
    write_xlsx(sheet, night())
    steps: tuple[Callable[[], object], ...] = (
        lambda: write_xlsx(sheet, with_a_name("Zoe")),
        lambda: write_xlsx(sheet, with_a_fault()),
        lambda: sheet.write_bytes(sheet.read_bytes()[:900]),
        lambda: write_xlsx(raw / "2014" / "Notte.xlsx", night()),
        lambda: write_xlsx(sheet, night()),
        lambda: None,  # saved unchanged
        sheet.unlink,
    )
    seen: list[dict[str, bytes]] = []

    def saves(*_: object) -> Iterator[None]:
        yield
        for number, step in enumerate(steps):
            step()
            yield
            made = tmp_path / str(number)
            if number < len(steps) - 1:  # when a folder becomes empty, its published outputs stay
                build(raw, made, jobs=1)
                assert outputs(out) == outputs(made), number
            seen.append(outputs(out))

    monkeypatch.setattr(listening, "saves", saves)
    run = CliRunner().invoke(app, ["watch", "--raw", str(raw), "--out", str(out)])
    assert (run.exit_code, len(seen)) == (0, len(steps)), run.stderr
    once = {"2014/problems.xlsx", "2014/tables/problems.csv"}  # they reported that the game is in both seasons
    assert seen[-2].keys() - seen[-1].keys() == once
    built = [line for line in run.stdout.splitlines() if line.startswith("Built")]
    assert len(built) == len(steps)  # the first build, and every save except the unchanged one
    assert ": 2013 Notte.standings: " in built[1]
    assert all("s: 1 error; " in line for line in built[2:4])
    assert "“five” is not a whole number" in run.stderr


def test_a_change_that_cannot_be_listed_does_not_stop_the_watch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    assert run.stderr.count("the changes made by this build cannot be listed: no key") == 2


def test_a_workbook_is_announced_once_it_is_whole(tmp_path: Path) -> None:
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
    until(1)  # the first report comes at once
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


def list_files(season: Path, names: Iterable[str]) -> None:
    """Write a season's manifest that lists these files."""
    facts = {"language": "en", "league": "", "title": "", "status": "FINAL", "labels": [], "won": [], "rows": []}
    front = facts | {"reasons": {code: [] for code in LANGUAGES}, "doubts": {code: {} for code in LANGUAGES}}
    written = vars(Manifest(front=front)) | {"files": dict.fromkeys(names, "")}
    (season / "manifest.json").write_text(json.dumps(written), encoding="utf-8")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Write a season's outputs with a manifest, add files that the manifest does not list, and return the folder."""
    out = tmp_path / "out"
    build_of = {"report.html": b"<p>as it is</p>", "tables/Notte à Sète.standings.csv": b"rank\n1\n"}
    for name, content in build_of.items():
        (out / "2013" / name).parent.mkdir(parents=True, exist_ok=True)
        (out / "2013" / name).write_bytes(content)
    list_files(out / "2013", build_of)
    (out / "index.html").write_bytes(b"<p>front</p>")
    (out / "2013" / "private.txt").write_bytes(b"not listed")
    (tmp_path / "secret.txt").write_bytes(b"outside")
    return out


class Answer(NamedTuple):
    status: int
    body: bytes
    headers: dict[str, str]


def asked(page: Page, path: str, method: str = "GET", called: str = "") -> Answer:
    host = page.address.split("/")[2]
    connection = HTTPConnection(host, timeout=ENOUGH)
    connection.request(method, path, headers={"Host": called or host})
    answer = connection.getresponse()
    return Answer(answer.status, answer.read(), dict(answer.getheaders()))


def test_the_page_serves_the_published_files_and_says_when_they_were_rebuilt(site: Path) -> None:
    with served(site) as page:
        assert b"<iframe" in asked(page, "/").body
        assert asked(page, "/index.html").body == b"<p>front</p>"
        assert asked(page, "/2013/report.html?x=1").body == b"<p>as it is</p>"
        assert asked(page, "/" + quote("2013/tables/Notte à Sète.standings.csv")).body == b"rank\n1\n"
        assert json.loads(asked(page, "/-").body)["rebuilt"] == 0
        page.rebuilt += 1
        assert json.loads(asked(page, "/-").body)["rebuilt"] == 1


def test_the_page_shows_each_problem_with_its_cell_until_it_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw, out, sheet = tmp_path / "raw", tmp_path / "out", tmp_path / "raw" / "2013" / "Notte.xlsx"
    write_xlsx(sheet, night())
    opened: list[str] = []
    states = []

    def saves(*_: object) -> Iterator[None]:
        for content in (with_a_fault(), with_a_fault("<b>"), night()):
            write_xlsx(sheet, content)
            yield
            states.append(json.loads(asked(Page(address[0]), "/-").body))

    address: list[str] = []

    @contextmanager
    def noted(out: Path) -> Iterator[Page]:
        with served(out) as page:
            address.append(page.address)
            yield page

    monkeypatch.setattr(listening, "saves", saves)
    monkeypatch.setattr(pages, "served", noted)
    monkeypatch.setattr("webbrowser.open", opened.append)
    run = CliRunner().invoke(app, ["watch", "--open", "--raw", str(raw), "--out", str(out)])
    assert (run.exit_code, opened) == (0, address), run.stderr
    [problem], [other], mended = (state["problems"] for state in states)
    assert problem["kind"] == "error" and "“five” is not a whole number" in problem["message"] and problem["hint"]
    file, name, cell = problem["place"].rsplit(" ", 2)
    assert (file, name) == ("2013/Notte.xlsx", "boards")
    [(row, text)] = [(row[0][0], text) for row in problem["rows"] for text, marked in row if marked]
    assert text == "five" and cell.endswith(row)
    assert "player" in [text for text, _ in problem["rows"][1]]  # the sheet's header is drawn above the cell
    assert other and mended == []
    assert [state["rebuilt"] for state in states] == [1, 2, 3]


def test_what_is_shared_is_the_published_files_alone(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "_address_here", lambda: "127.0.0.1")  # some machines have no network
    with pages.shared(site) as address:
        hall = Page(address)
        assert (asked(hall, "/").status, asked(hall, "/").headers["Location"]) == (302, "/index.html")
        assert asked(hall, "/2013/report.html").body == b"<p>as it is</p>"
        for path in ("/-", "/2013/private.txt", "/../secret.txt"):  # the problems are for the director alone
            assert asked(hall, path).status == 404, path
        assert asked(hall, "/index.html", called="elsewhere.example").status == 403
        assert asked(hall, "/index.html", "POST").status == 501
        (site / "2013" / "live.html").write_bytes(b"<p>now</p>")
        list_files(site / "2013", ["report.html", "live.html"])
        assert asked(hall, "/").headers["Location"] == "/2013/live.html"


def test_sharing_prints_the_address_and_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = tmp_path / "raw"
    write_xlsx(raw / "2013" / "Notte.xlsx", night())
    monkeypatch.setattr(listening, "saves", lambda *_: iter(()))
    monkeypatch.setattr(pages, "_address_here", lambda: "127.0.0.1")
    words = ["watch", "--share", "--raw", str(raw), "--out", str(tmp_path / "out")]
    run = CliRunner().invoke(app, words)
    assert run.exit_code == 0 and "http://127.0.0.1:" in run.stdout and "█" in run.stdout

    def nowhere() -> str:
        raise OSError("unreachable")

    monkeypatch.setattr(pages, "_address_here", nowhere)
    run = CliRunner().invoke(app, words)
    assert (run.exit_code, run.stdout) == (1, "") and "not on a network" in run.stderr


def test_the_page_serves_nothing_else(site: Path) -> None:
    secret = site.parent / "secret.txt"
    with served(site) as page:
        for path in (
            *("/2013/private.txt", "/2013", "/2013/", "/2013/tables/", "/../secret.txt", "/2013/../../secret.txt"),
            *("/%2e%2e/secret.txt", f"/{secret}", "/2013%2Freport.html%00", "/2013\\report.html"),
            *("/index.html/", "/2013/manifest.json", "/-/"),
        ):
            answer = asked(page, path)
            assert (answer.status, b"outside" in answer.body) == (404, False), path
        assert asked(page, "/", called="elsewhere.example").status == 403
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            assert asked(page, "/index.html", method).status == 501, method


def test_the_page_follows_no_link_and_no_name_that_leads_out(site: Path) -> None:
    if not hasattr(os, "symlink"):
        pytest.skip("no links here")
    outside = site.parent / "elsewhere"
    outside.mkdir()
    (outside / "report.html").write_bytes(b"outside")
    names = ["linked.html", "folder/report.html"]
    (site / "2013" / "linked.html").symlink_to(site.parent / "secret.txt")
    (site / "2013" / "folder").symlink_to(outside, target_is_directory=True)
    (site / "2014").symlink_to(outside, target_is_directory=True)
    leading_out = ["../../secret.txt", str(site.parent / "secret.txt")]
    list_files(outside, ["report.html"])
    with served(site) as page:
        for listed in (names, leading_out):
            list_files(site / "2013", listed)
            asked_for = [*(f"/2013/{quote(name)}" for name in listed), "/2014/report.html", "/2013/../../secret.txt"]
            assert [asked(page, path).status for path in asked_for] == [404] * len(asked_for)


def test_a_head_is_answered_like_a_get_without_its_body(site: Path) -> None:
    with served(site) as page:
        for path, called in (("/", ""), ("/index.html", ""), ("/private", ""), ("/", "elsewhere.example")):
            got, head = asked(page, path, called=called), asked(page, path, "HEAD", called)
            assert (head.status, head.body) == (got.status, b"")
            assert head.headers | {"Date": ""} == got.headers | {"Date": ""}
            assert head.headers["Content-Security-Policy"] == "frame-ancestors 'self'"


def test_nonsense_and_idle_clients_do_not_affect_others(
    site: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pages._Handler, "timeout", 0.2)
    with served(site) as page:
        place = (page.address.split("/")[2].split(":")[0], int(page.address.split(":")[2].strip("/")))
        for nonsense in (b"\x00\xff\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"G" * 70_000, b""):
            with socket.create_connection(place, timeout=ENOUGH) as visitor, suppress(OSError):
                visitor.sendall(nonsense)
                visitor.shutdown(socket.SHUT_WR)
                visitor.recv(1000)
        idle = [socket.create_connection(place, timeout=ENOUGH) for _ in range(pages.CONNECTIONS)]
        assert [visitor.recv(1) for visitor in idle] == [b""] * len(idle)  # each is disconnected
        for visitor in idle:
            visitor.close()
        assert asked(page, "/-").status == 200
    assert capfd.readouterr() == ("", "")


def test_an_endless_request_is_cut_off(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "LONGEST", 0.5)
    with served(site) as page:
        host, port = page.address.split("/")[2].split(":")
        with socket.create_connection((host, int(port)), timeout=ENOUGH) as visitor, suppress(OSError):
            visitor.sendall(b"GET / HTTP/1.0\r\n")
            until = time.monotonic() + ENOUGH
            while time.monotonic() < until:  # sends a line now and then, so it is never idle for long
                visitor.sendall(b"X: y\r\n")
                time.sleep(0.05)
        assert time.monotonic() < until
