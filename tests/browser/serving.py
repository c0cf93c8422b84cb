"""A folder on this machine, served over HTTP as any plain web server does."""

import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

# With these a page may share memory with its worker; plain servers do not send them.
ISOLATED = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, says nothing, and keeps what was asked for."""

    def __init__(self, *given, headers, asked, **named):
        self.added, self.asked = headers, asked
        super().__init__(*given, **named)

    def do_GET(self):
        self.asked.append(self.path)
        super().do_GET()

    def end_headers(self):
        for name, value in self.added.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *said):
        pass


@contextmanager
def serving(folder, headers=None):
    """The address of a folder, and the list of the paths that have been asked for."""
    asked = []
    handler = partial(Quiet, directory=str(folder), headers=headers or {}, asked=asked)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
