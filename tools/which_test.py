"""Write the tables of docs/which-test-when.md from the declarations.

A mark names the columns of a table. Run by ``make which-test``; a test fails if a table is stale.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from jointstats.base.declare import FAMILIES, Declaration, catalogue

ROOT = Path(__file__).parents[1]
MARK = re.compile(r"(<!-- which test: (.*?) -->\n).*?(\n<!-- end -->)", re.S)
HEADINGS = {
    "asks": "question",
    "name": "function",
    "gives": "answer",
    "needs": "needs",
    "mind": "keep in mind",
}
PAGES = ("docs/which-test-when.md",)


def filled(page: str) -> str:
    """A page with a table in place of each mark ``<!-- which test: COLUMN, COLUMN -->``."""
    return MARK.sub(lambda mark: mark[1] + table(mark[2].split(", ")) + mark[3], page)


def table(columns: Sequence[str]) -> str:
    """The table in Markdown, family by family."""
    declared = list(catalogue().values())
    lines = [_line([HEADINGS[name] for name in columns]), _line(["---"] * len(columns))]
    for family, title in FAMILIES.items():
        lines.append(_line([f"**{title}**", *[""] * (len(columns) - 1)]))
        lines += [_line(_cells(test, columns)) for test in declared if test.family == family]
    return "\n".join(lines)


def _cells(test: Declaration, columns: Sequence[str]) -> list[str]:
    return [f"`{test.name}`" if name == "name" else getattr(test, name) for name in columns]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    for name in PAGES:
        path = ROOT / name
        path.write_text(filled(path.read_text(encoding="utf-8")), encoding="utf-8")
