"""What the visitor takes away; each says so if settings were changed after an answer was seen."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from jointstats.labelled.writing import csv_text, typed_frame
from jointstats.presentation import plot
from jointstats.presentation.app.complaints import RefusalError
from jointstats.presentation.app.telling import Teller
from jointstats.presentation.app.visit import Answer, Visit
from jointstats.presentation.figures import figure as content
from jointstats.presentation.report import page, repeat

TYPES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}
THEMES = ("colour", "grey", "dark")


def report(
    visit: Visit, said: Mapping[str, Any], data: bytes | None, teller: Teller
) -> dict[str, Any]:
    """The report as one HTML page."""
    teller.stage("Writing the report and drawing its figures")
    return {"html": _report(visit.last(said))}


def figure(
    visit: Visit, said: Mapping[str, Any], data: bytes | None, teller: Teller
) -> dict[str, Any]:
    """A figure as a file: its bytes in base64, and its title and notes as text."""
    answer = visit.last(said)
    kind, name = said.get("format", "svg"), said.get("name")
    theme = said.get("theme", "colour")
    if not isinstance(kind, str) or kind not in TYPES:
        raise RefusalError(f"Figures come as {', '.join(TYPES)}.", "option")
    if theme not in THEMES:
        raise RefusalError(f"Colours of figures are {', '.join(THEMES)}.", "option")
    if name is not None and name not in answer.result.figures:
        raise RefusalError("The answer has no such figure.", "option")
    teller.stage("Drawing")
    shown = content(answer.result, name)
    if answer.note:
        shown = replace(shown, notes=(*shown.notes, answer.note))
    made = plot.render(shown, theme=theme)
    return _file(f"{name or answer.result.figures[0]}.{kind}", TYPES[kind],
                 made.encoded(f".{kind}")) | {"alt": made.alt, "title": shown.title}  # fmt: skip


def download(
    visit: Visit, said: Mapping[str, Any], data: bytes | None, teller: Teller
) -> dict[str, Any]:
    """The report, the result as JSON or CSV, or code that repeats it."""
    answer = visit.last(said)
    what = said.get("what")
    make = _MAKERS.get(what) if isinstance(what, str) else None
    if make is None:
        raise RefusalError(f"There is {', '.join(_MAKERS)} to be taken.", "option")
    teller.stage("Writing the file")
    name, kind, text = make(answer)
    return _file(name, kind, text.encode())


def _report(answer: Answer) -> str:
    return page.page(answer.result, answer.note, answer.held)


def _json(answer: Answer) -> str:
    made = answer.result.to_dict() | {"asked": answer.asked}
    if answer.note:
        made["settings_changed"] = answer.note
    if answer.held:
        made["explored"] = answer.held
    return json.dumps(made, ensure_ascii=False, allow_nan=False, indent=1)


def _csv(answer: Answer) -> str:
    frame = typed_frame(answer.result.table())
    if answer.note:
        frame["settings_changed"] = answer.note
    return "\ufeff" + csv_text(frame)


def _python(answer: Answer) -> str:
    return _comments(answer) + repeat.python_call(answer.result) + "\n"


def _r(answer: Answer) -> str:
    return _comments(answer) + repeat.r_call(answer.result) + "\n"


def _comments(answer: Answer) -> str:
    """What is remarked, as lines of comment; a line break in a name must not end one."""
    said = [*filter(None, [answer.note]), *answer.held]
    return "".join(f"# {' '.join(line.split())}\n" for line in said) + ("\n" if said else "")


_MAKERS = {
    "report": lambda answer: ("report.html", "text/html", _report(answer)),
    "json": lambda answer: ("comparison.json", "application/json", _json(answer)),
    "csv": lambda answer: ("pairs.csv", "text/csv", _csv(answer)),
    "python": lambda answer: ("comparison.py", "text/x-python", _python(answer)),
    "r": lambda answer: ("comparison.R", "text/plain", _r(answer)),
}


def _file(name: str, kind: str, content: bytes) -> dict[str, Any]:
    return {"file": {"name": name, "type": kind, "base64": base64.b64encode(content).decode()}}
