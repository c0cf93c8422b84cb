"""The HTML report of a result: one self-contained file, the answers first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

from jointstats.labelled import files
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.result import Result
from jointstats.presentation.report import comparison, other, sections
from jointstats.presentation.report.blocks import text
from jointstats.presentation.report.style import STYLE
from jointstats.presentation.text import title_of


def write(result: Result, path: Any) -> None:
    """Write the report to a file."""
    files.write(path, page(result).encode())


def page(result: Result, caution: str = "", remarks: Sequence[str] = ()) -> str:
    """The report as HTML text.

    Parameters
    ----------
    result : Result
    caution : str, optional
        What must be read before the answer, such as that it is not the first one.
    remarks : sequence of str
        What whoever asked found besides, such as where the answer holds.
    """
    said = f'<p class="absent">{text(caution)}</p>' if caution else ""
    said += "".join(f'<p class="note">{text(remark)}</p>' for remark in remarks)
    if isinstance(result, Comparison):
        made = said + comparison.body(result)
        return _page("Which algorithm is better?", sections.size(result), made)
    title = title_of(result)
    return _page(title, other.size(result), said + other.body(result, title))


def _page(title: str, size: str, body: str) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<title>{text(f"{title} {size}")}</title><link rel="icon" href="data:,">'
        f"<style>{STYLE}</style></head>"
        f"<body><header><h1>{text(title)}</h1><p>{text(size)}</p>"
        f"</header><main>{body}</main><script>{script()}</script></body></html>\n"
    )


@lru_cache(maxsize=1)
def script() -> str:
    """What the page does; nothing of a result is part of it."""
    return resources.files(__package__).joinpath("page.js").read_text(encoding="utf-8")
