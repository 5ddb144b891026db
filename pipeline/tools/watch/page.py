"""Serve a local web page with the last build's problems and the front door, both updated after each build.

The front door, `index.html`, is the published page that lists all seasons.

The page and the published files are served to this machine only. If sharing is enabled, the published files, but not
the page, are also served to the local network. Since other programs and web pages can reach these addresses, a request
is answered only if it is short, arrives quickly, uses the printed address, and names a file that the last build listed.
"""

import json
import mimetypes
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import SEEK_END, BytesIO
from pathlib import Path
from shutil import copyfileobj
from threading import BoundedSemaphore, Thread, Timer
from typing import Any, BinaryIO
from urllib.parse import quote, unquote, urlsplit

from pipeline.build.history import written_files
from pipeline.build.manifest import Manifest
from pipeline.read.find import FRONT_DOOR, HISTORY, LOOSE
from pipeline.report.live import LIVE
from pipeline.store.folder import Folder

HERE = "127.0.0.1"  # reachable from this machine only
SOMEWHERE = ("192.0.2.1", 9)  # reserved for documentation; used to find the local address of an outward route
AROUND = Path(__file__).with_name("page.html")
CONNECTIONS = 32  # maximum at a time; a browser opens six
PATIENCE, LONGEST = 5, 60  # seconds: between bytes of a request, and for a whole connection


@dataclass
class Page:
    """The state of the page. The browser requests it several times a second.

    address   address at which the page is served
    rebuilt   number of rebuilds since the page was opened
    problems  problems of the last build, as `drawn_problems` returns them
    words     the page's own sentences, in the language of the terminal
    """

    address: str = ""
    rebuilt: int = 0
    problems: list[dict[str, Any]] = field(default_factory=list)
    words: dict[str, str] = field(default_factory=dict)

    def state(self) -> bytes:
        """Return, as JSON, everything that may change while the page is open."""
        return json.dumps({"rebuilt": self.rebuilt, "problems": self.problems, "words": self.words}).encode()


@contextmanager
def served(out: Path) -> Iterator[Page]:
    """Serve the page and the published files while the block runs, and yield the page."""
    page = Page()
    with _Server((HERE, 0), partial(_Handler, page=page, out=out)) as server:
        page.address = f"http://{HERE}:{server.server_port}/"
        Thread(target=server.serve_forever, daemon=True).start()
        yield page
        server.shutdown()


@contextmanager
def shared(out: Path) -> Iterator[str]:
    """Serve the published files on the local network while the block runs, and yield their address.

    Raises OSError if there is no network.
    """
    host = _address_here()
    page = Page()
    with _Server((host, 0), partial(_Published, page=page, out=out)) as server:
        page.address = f"http://{host}:{server.server_port}/"
        Thread(target=server.serve_forever, daemon=True).start()
        yield page.address
        server.shutdown()


def _address_here() -> str:
    """Return this machine's address on its network, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        way_out.connect(SOMEWHERE)
        return str(way_out.getsockname()[0])


def first_page(out: Path) -> str:
    """Return the name of the page to show first.

    This is the live page of the newest season that has one, or `index.html` if no season has a live page.
    """
    return max((name for name in published_files(out) if name.endswith(f"/{LIVE}")), default=FRONT_DOOR)


def published_files(out: Path) -> set[str]:
    """Return the names of the published files, relative to `out`.

    They are `index.html`, `problems.csv`, and the files that builds have recorded for each season and for the history.
    """
    folder = Folder(out)
    of_seasons = {f"{season}/{name}" for season in folder.folders() for name in Manifest.read(folder / season).files}
    return {FRONT_DOOR, LOOSE, *of_seasons, *(f"{HISTORY}/{name}" for name in written_files(folder / HISTORY))}


def opened(out: Path, name: str) -> BinaryIO | None:
    """Open a published file. Return None if the name is not published, or if the path contains a link."""
    return Folder(out).open(name) if name in published_files(out) else None


class _Server(ThreadingHTTPServer):
    """A silent server that limits the number of connections and the duration of each."""

    daemon_threads = True

    def __init__(self, *given: Any) -> None:
        self._free = BoundedSemaphore(CONNECTIONS)
        super().__init__(*given)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer the request, or close the connection if too many are open."""
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer one connection, and cut it off after LONGEST seconds."""
        limit = Timer(LONGEST, partial(_cut_off, request))
        limit.daemon = True
        limit.start()
        try:
            super().process_request_thread(request, client_address)
        finally:
            limit.cancel()
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore errors from browsers that close the connection or send invalid requests."""


def _cut_off(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


class _Published(BaseHTTPRequestHandler):
    """An HTTP handler that serves the published files, and redirects `/` to the page to show first."""

    timeout = PATIENCE
    error_message_format = "%(code)d %(message)s\n"
    error_content_type = "text/plain; charset=utf-8"

    def __init__(self, *request: Any, page: Page, out: Path) -> None:
        self._page, self._out = page, out
        super().__init__(*request)

    def do_GET(self) -> None:
        """Answer only if the Host header is this server's address.

        Without this check, pages from other sites could reach the server under another name.
        """
        name = unquote(urlsplit(self.path).path, errors="replace").removeprefix("/")
        if self.headers.get("Host") != self._page.address.split("/")[2]:
            self.send_error(403)
        elif not self._answers(name):
            self._send_published(name)

    def _answers(self, name: str) -> bool:
        """Redirect a request for `/`, which is not a published file, and return whether the request was redirected."""
        if not name:
            self.send_response(302)
            self.send_header("Location", f"/{quote(first_page(self._out))}")
            self.send_header("Content-Length", "0")
            self.end_headers()
        return not name

    def _send_published(self, name: str) -> None:
        if file := opened(self._out, name):
            with file:
                self._answer(file, mimetypes.MimeTypes().guess_type(name)[0] or "application/octet-stream")
        else:
            self.send_error(404)

    def do_HEAD(self) -> None:
        """Answer a HEAD request like a GET request, but without a body."""
        self.do_GET()

    def end_headers(self) -> None:
        """End the headers of a response, after adding headers that forbid caching and embedding in other sites."""
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Content-Security-Policy", "frame-ancestors 'self'")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Print nothing, because the terminal is for reports on builds."""

    def _answer(self, body: BinaryIO, kind: str) -> None:
        size = body.seek(0, SEEK_END)
        body.seek(0)
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(size))
        self.end_headers()
        if self.command != "HEAD":
            copyfileobj(body, self.wfile)


class _Handler(_Published):
    """An HTTP handler that serves the page at `/`, its state at `/-`, and the published files at their own paths."""

    def _answers(self, name: str) -> bool:
        """Answer with the page or its state, and return whether either was requested."""
        if not name:
            with AROUND.open("rb") as page:
                self._answer(page, "text/html; charset=utf-8")
        elif name == "-":
            self._answer(BytesIO(self._page.state()), "application/json")
        return name in ("", "-")
