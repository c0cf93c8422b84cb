"""Presentation: text, tables, the command line, and the plain-data bridge for R.

What results ask of the upper layers is registered here, and loaded when it is first used.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any

from jointstats.base.facts import presenters
from jointstats.evidence.messages import watches_by_default
from jointstats.interfaces.progress import ProgressLine

_WHERE = {  # what a result needs: the function that does it
    "state": "claims.words_pairs.state",
    "references": "base.references.references",
    "summary": "interfaces.tables.summary",
    "shown": "interfaces.tables.shown",
    "report_text": "interfaces.paper.report_text",
    "latex": "interfaces.tables.to_latex",
    "markdown": "interfaces.tables.to_markdown",
    "html": "interfaces.tables.cell",
    "html_of_data": "interfaces.tables.cell_of_data",
    "page": "interfaces.report.page.write",
    "tikz": "interfaces.figures.tikz",
    "plot": "interfaces.figures.draw",
    "svg": "interfaces.figures.to_svg",
    "caption": "interfaces.figures.caption",
}


def _called(where: str, *given: Any, **options: Any) -> Any:
    """What a function says whose module is imported at its first call."""
    module, _, function = where.rpartition(".")
    return getattr(import_module(f"jointstats.{module}"), function)(*given, **options)


presenters.update({name: partial(_called, where) for name, where in _WHERE.items()})

watches_by_default(ProgressLine())
