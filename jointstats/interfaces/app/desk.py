"""The desk behind the page: a request in JSON comes in, with a file's bytes; an answer goes out.

It runs in a process of ``jointstats app``, or inside the visitor's browser; it knows neither.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from jointstats.evidence.progress import showing
from jointstats.interfaces.app import answering, exploring, reading
from jointstats.interfaces.app.complaints import RefusalError, refused
from jointstats.interfaces.app.visit import Progress, Teller, Visit

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
    "explore": exploring.explored,
    "report": answering.report,
    "figure": answering.figure,
    "download": answering.download,
}
