"""The desk behind the page: a request comes in, an answer goes out; its process.

It runs in a process of ``jointstats app``, or inside the visitor's browser; it knows neither.
"""

from __future__ import annotations

import json
import multiprocessing
import signal
import threading
from collections.abc import Callable, Generator, Mapping
from multiprocessing.connection import Connection
from typing import Any

from jointstats.evidence.messages import showing
from jointstats.interfaces.app import answering, reading
from jointstats.interfaces.app.complaints import RefusalError, refused
from jointstats.interfaces.app.visit import Progress, Teller, Visit
from jointstats.interfaces.memory import hold

Request = Mapping[str, Any]


class Desk:
    """Answers the page's requests about the table that is open.

    Parameters
    ----------
    progress : callable, optional
        Receives how far a long computation has come: ``{"text": str, "share": float or None}``.
    """

    def __init__(self, progress: Progress | None = None) -> None:
        self._visit = Visit(Teller(progress))

    def answer(self, request: str, data: bytes | None = None) -> str:
        """Answer one request; never raises.

        Parameters
        ----------
        request : str
            JSON: ``{"ask": "packaged" | "open" | "compare" | "explore" | "report" | "figure" |
            "download", …}``. From ``"compare"`` on, it carries the mark of its table, which the
            reply to ``"open"`` has: ``{"table": "…", …}``; after an answer, that of the answer as
            well.
        data : bytes, optional
            The file of ``"open"``; of several files one after the other, with their names and
            sizes in the request.

        Returns
        -------
        str
            JSON: ``{"ok": true, "table": {"name": …, "mark": …}, …}``, or ``{"error": "one
            sentence", "about": "file" | "dataset" | "algorithm" | "measure" | "option" |
            "elsewhere"}``; the last means that another table or answer is the open one.
        """
        try:
            said = json.loads(request)
            if not isinstance(said, dict):
                raise RefusalError("A request must be a JSON object.", "option")
            with showing(self._visit.teller):
                self._visit.data = data or b""
                return json.dumps(self._answer(said), allow_nan=False)
        except RecursionError:
            reply = {"error": "The request is nested too deeply.", "about": "option"}
        except Exception as error:
            reply = refused(error)
        return json.dumps(reply, allow_nan=False)

    def _answer(self, said: dict[str, Any]) -> dict[str, Any]:
        asked = said.get("ask")
        act = _REQUESTS.get(asked) if isinstance(asked, str) else None
        if act is None:
            known = ", ".join(_REQUESTS)
            raise RefusalError(f"The desk answers {known}; it was asked {asked!r}.", "option")
        reply = act(self._visit, said)
        if "error" in reply:
            return reply
        opened = None if asked == "packaged" else self._visit.opened
        of = {} if opened is None else {"table": {"name": opened.name, "mark": opened.mark}}
        return {"ok": True} | of | reply


_REQUESTS: dict[str, Callable[[Visit, Request], dict[str, Any]]] = {
    "packaged": reading.packaged,
    "open": reading.opened,
    "compare": answering.compared,
    "explore": answering.explored,
    "report": answering.report,
    "figure": answering.figure,
    "download": answering.download,
}


EVERY = 1.0  # seconds after which the caller is told that it still computes

STOPPED = {"error": "Stopped; nothing was computed.", "about": "stopped"}
BUSY = {
    "error": "Something is being computed already, maybe for another window of this page: wait for "
    "it, or stop it there.",
    "about": "busy",
}
ENDED = {
    "error": "The computation ended by itself, maybe for lack of memory. Try again with fewer "
    "algorithms or measures.",
    "about": "stopped",
}


class DeskProcess:
    """A desk that computes in another process; one request at a time.

    Parameters
    ----------
    memory : int, optional
        Bytes that it may take.
    """

    def __init__(self, memory: int | None = None) -> None:
        self._memory = memory
        self._context = multiprocessing.get_context("spawn")
        self._asking = threading.Lock()
        self._changing = threading.Lock()
        self._stopped = False
        self._process: Any = None
        self._end: Connection | None = None
        self._start()

    def _start(self) -> Connection:
        with self._changing:
            if self._end is None or not self._process.is_alive():
                self._stopped = False
                here, there = self._context.Pipe()
                self._process = self._context.Process(
                    target=_serve, args=(there, self._memory), daemon=True
                )
                self._process.start()
                there.close()
                self._end = here
            return self._end

    def ask(self, request: str, data: bytes | None) -> Generator[str, None, None]:
        """Lines of JSON: ``{"progress": …}`` while it computes, at the end ``{"reply": …}``."""
        if not self._asking.acquire(blocking=False):
            yield json.dumps({"reply": BUSY})
            return
        try:
            reply = yield from self._lines(request, data)
        except GeneratorExit:  # nobody reads any more: the page was closed or loaded again
            self.cancel()
            raise
        finally:
            self._asking.release()
        yield reply  # whoever has read it may ask again at once

    def _lines(self, request: str, data: bytes | None) -> Generator[str, None, str]:
        """Lines while it computes; what it returns is the last one."""
        end, last = self._start(), '{"text": "Working", "share": null}'
        try:
            end.send((request, data))
            while True:
                if not end.poll(EVERY):
                    yield f'{{"progress": {last}}}'
                    continue
                kind, said = end.recv()
                if kind == "reply":
                    return f'{{"reply": {said}}}'
                yield f'{{"{kind}": {said}}}'
                last = said
        except (EOFError, OSError):
            self._process.join(timeout=10)  # else the next request may go to one that is ending
            return json.dumps({"reply": STOPPED if self._stopped else ENDED})

    def cancel(self) -> None:
        """End what is being computed; the table is forgotten with it, and a new desk waits."""
        if self._asking.locked():
            self._stopped = True
            self._process.kill()
            self._process.join(timeout=10)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join(timeout=10)


def _serve(end: Connection, memory: int | None) -> None:
    """What the process does: answer until the requests end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this one
    hold(memory)
    import jointstats

    _ = jointstats.compare_algorithms, jointstats.results_table  # loaded before they are asked for

    desk = Desk(lambda progress: end.send(("progress", json.dumps(progress))))
    while True:
        try:
            request, data = end.recv()
        except (EOFError, OSError, MemoryError):  # half a request: another process goes on
            return
        end.send(("reply", desk.answer(request, data)))
