"""Presentation: text, tables, the command line, and the plain-data bridge for R.

What results ask of the upper layers is registered here, and loaded when it is first used.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from jointstats.kernels.progress import watches_by_default
from jointstats.labelled import presenters
from jointstats.presentation.progress import ProgressLine

_WHERE = {  # what a result needs: the function that does it
    "verdict": "words.verdict",
    "findings": "words.findings",
    "state": "words.pair_sentences.state",
    "references": "words.references.references",
    "summary": "presentation.text.summary",
    "shown": "presentation.text.shown",
    "report_text": "presentation.paper.report_text",
    "latex": "presentation.tables.to_latex",
    "markdown": "presentation.tables.to_markdown",
    "html": "presentation.notebook.cell",
    "html_of_data": "presentation.notebook.cell_of_data",
    "page": "presentation.report.page.write",
    "figures": "presentation.figures.of.figures_of",
    "tikz": "presentation.figures.of.tikz",
    "plot": "presentation.plot.draw",
    "svg": "presentation.plot.to_svg",
    "caption": "presentation.plot.caption",
}


def _loaded_later(where: str) -> Callable[..., Any]:
    """A function whose module is imported at its first call."""
    module, _, function = where.rpartition(".")

    def call(*given: Any, **options: Any) -> Any:
        return getattr(import_module(f"jointstats.{module}"), function)(*given, **options)

    return call


presenters.update({name: _loaded_later(where) for name, where in _WHERE.items()})

watches_by_default(ProgressLine())
