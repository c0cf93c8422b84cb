"""Asking a desk as a window of the page does: with the marks of its table and of its answer."""

import base64
import json
from weakref import WeakKeyDictionary

from references import quiet

_WINDOWS = WeakKeyDictionary()


class Window:
    """One window of the page.

    Parameters
    ----------
    send : callable
        Takes a request as text, and a file's bytes; gives the reply as text.
    """

    def __init__(self, send):
        self.send, self.marks = send, {}

    def ask(self, data=None, **request):
        reply = json.loads(self.send(json.dumps(self.marks | request), data))
        if reply.get("ok") and request["ask"] == "open":
            self.marks = {"table": reply["table"]["mark"]}
        elif reply.get("ok") and request["ask"] == "compare":
            self.marks["answer"] = reply["answer"]["mark"]
        return reply


def ask(desk, data=None, **request):
    """Ask a desk from the one window that it has."""
    return window_of(desk).ask(data, **request)


def window_of(desk):
    """The window of a desk that has one only."""
    return _WINDOWS.setdefault(desk, Window(desk.answer))


def taken(desk, what):
    """The text of a file that is taken away."""
    file = ask(desk, ask="download", what=what)["file"]
    return base64.b64decode(file["base64"]).decode("utf-8-sig")


def repeated(desk):
    """What the Python code makes that is taken away: the table, and the comparison."""
    scope = {}
    quiet(exec, taken(desk, "python").replace('result.to_html("report.html")', ""), scope)
    return scope["result"]
