"""Presentation: text, tables, the command line, and the plain-data bridge for R.

What results ask of the upper layers is registered here, and loaded when it is first used.
"""

from __future__ import annotations

from collections.abc import Callable
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


def _loaded_later(where: str) -> Callable[..., Any]:
    """A function whose module is imported at its first call."""
    module, _, function = where.rpartition(".")

    def call(*given: Any, **options: Any) -> Any:
        return getattr(import_module(f"jointstats.{module}"), function)(*given, **options)

    return call


presenters.update({name: _loaded_later(where) for name, where in _WHERE.items()})

watches_by_default(ProgressLine())
