"""A local page around the outputs: it shows the front door, and again whatever is open as soon as it is rebuilt."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

HERE = "127.0.0.1"  # nobody else's machine
AROUND = Path(__file__).with_name("page.html")


class Page:
    """The page, and how often the outputs were rebuilt since it was opened."""

    def __init__(self, address: str) -> None:
        self.address, self.rebuilt = address, 0


@contextmanager
def served(out: Path) -> Iterator[Page]:
    """The page, as long as the block runs. The files of OUT are handed on as they are."""
    page = Page("")
    with ThreadingHTTPServer((HERE, 0), partial(_Handler, page=page, directory=str(out))) as server:
        page.address = f"http://{HERE}:{server.server_port}/"
        Thread(target=server.serve_forever, daemon=True).start()
        yield page
        server.shutdown()


class _Handler(SimpleHTTPRequestHandler):
    """`/` is the page, `/-` how often the outputs were rebuilt, all else a file of the outputs."""

    def __init__(self, *request: object, page: Page, directory: str) -> None:
        self._page = page
        super().__init__(*request, directory=directory)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Answer whoever asks by this machine's own address; a name that leads here may be somebody else's."""
        if self.headers.get("Host") != self._page.address.split("/")[2]:
            self.send_error(403)
        elif self.path == "/":
            self._answer(AROUND.read_bytes(), "text/html; charset=utf-8")
        elif self.path == "/-":
            self._answer(str(self._page.rebuilt).encode(), "text/plain")
        else:
            super().do_GET()

    def end_headers(self) -> None:
        """Nothing is kept: it may be rebuilt at any moment."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing: the terminal tells of builds."""

    def _answer(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
