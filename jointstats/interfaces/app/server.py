"""The page on this machine: a server that only one visitor can reach and use.

It listens on 127.0.0.1 only. Every request must have the token in its path, come to the address
that was given (a name that was made to point here is refused), and from the page itself. Nothing is
read from the disk but the files of the page, which are known by name; files of the visitor stay in
memory.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import time
import webbrowser
from collections.abc import Callable, Generator, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import PurePosixPath
from typing import Any

from jointstats.base.errors import ReadError
from jointstats.interfaces.app import LARGEST_FILE
from jointstats.interfaces.app.desk import DeskProcess
from jointstats.interfaces.memory import ceiling
from jointstats.interfaces.report.page import script, style

HERE = "127.0.0.1"
REQUEST = 2_000_000  # bytes of a request beside its file
DIGITS = 18  # of a size; Python would refuse to read some thousand
DRAINED = 2.0  # seconds for which a refused upload is read, so that the refusal is heard
TICKET = 120.0  # seconds for which the browser may come with its ticket

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
TEXT = "text/plain; charset=utf-8"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".bin": "application/octet-stream",
}


class PageServer(ThreadingHTTPServer):
    """Serves the page at a free port.

    Parameters
    ----------
    largest : float
        Million bytes of a file, at most.
    given : dict, optional
        Files that the page opens when it starts, with their names.
    """

    daemon_threads = True

    def __init__(
        self, largest: float = LARGEST_FILE, given: Mapping[str, bytes] | None = None
    ) -> None:
        super().__init__((HERE, 0), PageHandler)
        self.token = secrets.token_urlsafe(32)
        self._ticket = (secrets.token_urlsafe(32), time.monotonic() + TICKET)
        self.largest = largest
        self.pages = assets() | _packed(given or {})
        self.policy = policy()
        self.desk = DeskProcess(ceiling())

    @property
    def host(self) -> str:
        """The one name by which it answers."""
        return f"{HERE}:{self.server_address[1]}"

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{self.host}/{self.token}/"

    @property
    def first_address(self) -> str:
        """An address that leads there once: other users may see what a browser is started with."""
        return f"http://{self.host}/open/{self._ticket[0]}"

    def takes(self, ticket: str) -> bool:
        """Whether this is the ticket; it is used up by asking."""
        known, until = self._ticket
        if not secrets.compare_digest(ticket.encode(), known.encode()):
            return False
        self._ticket = (secrets.token_urlsafe(32), 0.0)
        return time.monotonic() < until

    def knows(self, token: str) -> bool:
        """Whether this is the token, in a time that does not depend on it."""
        return secrets.compare_digest(token.encode(), self.token.encode())

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A visitor who goes away is not an error."""

    def server_close(self) -> None:
        """End the computing process, too."""
        super().server_close()
        self.desk.close()


class _RefusedError(Exception):
    """The status of what is not answered, a sentence, and maybe where else to look."""


class PageHandler(BaseHTTPRequestHandler):
    """One request: refused, or answered."""

    server: PageServer
    timeout = 60
    server_version, sys_version = "jointstats", ""

    def handle_one_request(self) -> None:
        """Answer, or say why not."""
        try:
            super().handle_one_request()
        except _RefusedError as error:
            self._refuse(*error.args)

    def do_GET(self) -> None:
        """Send a file of the page."""
        name = self._name()
        if name not in self.server.pages:
            raise _RefusedError(404, "There is no such page.")
        self._send(200, self.server.pages[name], TYPES[PurePosixPath(name).suffix])

    do_HEAD = do_GET  # noqa: N815

    def do_POST(self) -> None:
        """Answer a request of the page, or cancel what is computed."""
        name, origin = self._name(), f"http://{self.server.host}"
        if self.headers.get("Origin") != origin or self.headers.get("X-Jointstats") != "page":
            raise _RefusedError(403, "Only the page itself may ask.")
        if name == "cancel":
            self.server.desk.cancel()
            self._send(200, b"stopped")
        elif name == "fits":  # asked before a file is sent
            said = self.headers.get("X-Size", "")
            if said.isascii() and said.isdigit() and len(said) < 20:
                self._fits(int(said))
            self._send(200, b"fits")
        elif name == "ask":
            self._ask()
        else:
            raise _RefusedError(404, "Only “ask”, “fits” and “cancel” are answered.")

    def __getattr__(self, name: str) -> Any:
        """Every other method is refused like this."""
        if name.startswith("do_"):
            return lambda: self._refuse(405, "This page takes GET, HEAD and POST only.")
        raise AttributeError(name)

    def _name(self) -> str:
        """The name of the requested file; the address that works once leads to the page."""
        if self.headers.get_all("Host", []) != [self.server.host]:
            raise _RefusedError(403, "This server answers only at its address.")
        if self.headers.get("Origin") not in (None, f"http://{self.server.host}"):
            raise _RefusedError(403, "Only the page itself may ask.")
        first, *rest = self.path.split("/")[1:] or [""]
        if first == "open" and len(rest) == 1:
            if self.command != "GET" or not self.server.takes(rest[0]):
                raise _RefusedError(403, "This address works once. Take the one in the terminal.")
            raise _RefusedError(303, "The page is there.", self.server.address)
        if not self.server.knows(first):
            lacks = "The address lacks its token. Copy the whole address from the terminal."
            raise _RefusedError(403, lacks)
        if len(rest) != 1:
            raise _RefusedError(404, "There is no such page.")
        return rest[0] or "index.html"

    def _fits(self, size: int, beside: int = 0) -> None:
        """Refuse more than the largest file, and what goes with it."""
        if size > self.server.largest * 1e6 + beside:
            raise _RefusedError(413, too_large(size / 1e6, self.server.largest))

    def _ask(self) -> None:
        size = self._size()
        body = b"".join(self._pieces(size, self.timeout))  # or what of it comes in time
        length = int.from_bytes(body[:4], "big")
        if len(body) < size or size < 4 or not 0 < length <= min(REQUEST, size - 4):
            raise _RefusedError(400, "The request is incomplete.")
        try:
            request = body[4 : 4 + length].decode()
        except UnicodeDecodeError:
            raise _RefusedError(400, "The request is not UTF-8 text.") from None
        self._stream(self.server.desk.ask(request, body[4 + length :] or None))

    def _stream(self, lines: Generator[str, None, None]) -> None:
        """Send lines as they come; when the reader is gone, the computation ends."""
        self._head(200, "application/x-ndjson; charset=utf-8")
        try:
            for line in lines:
                self.wfile.write(line.encode() + b"\n")
                self.wfile.flush()
        finally:
            lines.close()

    def _size(self) -> int:
        """The size of the body, which is taken."""
        said = self.headers.get("Content-Length", "")
        if "Transfer-Encoding" in self.headers or not said.isascii() or not said.isdigit():
            raise _RefusedError(411, "The request does not state its size.")
        if len(said) > DIGITS:
            raise _RefusedError(413, "The request states an impossible size.")
        try:
            self._fits(int(said), REQUEST)
        except _RefusedError:
            for _ in self._pieces(int(said), DRAINED):
                pass
            raise
        return int(said)

    def _pieces(self, size: int, seconds: float) -> Iterator[bytes]:
        """The body of a request; one that comes too slowly is refused."""
        until = time.monotonic() + seconds
        try:
            while size > 0 and (left := until - time.monotonic()) > 0:
                self.connection.settimeout(left)
                piece = self.rfile.read1(min(size, 1 << 20))
                if not piece:
                    return
                size -= len(piece)
                yield piece
        except TimeoutError:
            return
        finally:
            self.connection.settimeout(self.timeout)

    def _refuse(self, status: int, sentence: str, location: str = "") -> None:
        self._send(status, f"{sentence}\n".encode(), **({"Location": location} if location else {}))

    def _send(self, status: int, content: bytes, kind: str = TEXT, **headers: str) -> None:
        self._head(status, kind, **{"Content-Length": str(len(content))}, **headers)
        if self.command != "HEAD":
            self.wfile.write(content)

    def _head(self, status: int, kind: str, **headers: str) -> None:
        self.close_connection = True
        self.send_response(status)
        known = {"Content-Type": kind, "Content-Security-Policy": self.server.policy, **HEADERS}
        for name, value in (known | headers | {"Connection": "close"}).items():
            self.send_header(name, value)
        self.end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What the base class finds wrong, in the same way as all else."""
        if not hasattr(self, "headers"):  # not even the request's line could be read
            self.command, self.request_version = "GET", "HTTP/1.0"
        self._refuse(int(code), "The request cannot be read.")

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged: the path holds the token."""


def too_large(size: float, largest: float) -> str:
    """That a file is larger than this server takes, and what to do.

    Examples
    --------
    >>> print(too_large(130.4, 100).split(":")[0])
    The file has 130 MB, and at most 100 MB are taken
    """
    return (
        f"The file has {size:,.0f} MB, and at most {largest:g} MB are taken: start with "
        f"“jointstats app --largest {size + 1:.0f}”, or leave out columns that are not compared."
    )


def _packed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Files one after the other, and a list of their names and sizes."""
    names = [{"name": name, "size": len(content)} for name, content in files.items()]
    return {"given.json": json.dumps(names).encode(), "given.bin": b"".join(files.values())}


def run(
    *,
    largest: float = LARGEST_FILE,
    browser: bool = True,
    say: Callable[[str], None],
    given: Mapping[str, bytes] | None = None,
) -> None:
    """Serve the page until Ctrl-C.

    Parameters
    ----------
    largest : float, default 100
        Million bytes of a file, at most.
    browser : bool, default True
        Whether to open the page in the browser.
    say : callable
        Sends a line.
    given : dict, optional
        Files that the page opens when it starts, with their names.

    Raises
    ------
    ReadError
        If these files are larger than `largest`.
    """
    size = sum(map(len, (given or {}).values())) / 1e6
    if size > largest:
        raise ReadError(too_large(size, largest))
    with PageServer(largest, given) as server:
        say(f"The page is at {server.address}")
        say("Files stay on this machine. Ctrl-C ends it.")
        if browser:
            webbrowser.open(server.first_address)
        try:
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            return


# --- The files of the page ---


def assets() -> dict[str, bytes]:
    """Name to content: the page, its scripts, and its style, which is the report's with more.

    ``index.html`` names the engine that computes: ``engine-server.js``, unless the server of the
    page puts another module's name there.
    """
    folder = resources.files(__package__)
    files = {
        file.name: file.read_bytes()
        for file in folder.iterdir()
        if file.name.endswith((".html", ".js"))
    }
    css = folder.joinpath("app.css").read_text(encoding="utf-8")
    return files | {"style.css": f"{style()}{css}".encode()}


def policy(*more: str) -> str:
    """The page's content security policy: no script but its own files and that of the report.

    Parameters
    ----------
    *more : str
        Directives that replace those of the same name, such as ``"connect-src 'self' https:"``.
    """
    digest = base64.b64encode(hashlib.sha256(script().encode()).digest()).decode()
    own = (
        f"default-src 'none'; script-src 'self' 'sha256-{digest}'; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; "
        "frame-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    said = {directive.split()[0]: directive for directive in (*own.split("; "), *more)}
    return "; ".join(said.values())
