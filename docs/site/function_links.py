"""Links from the names of functions in "which test when" to both references."""

from __future__ import annotations

import re
from pathlib import Path

import jointstats


def linked(text: str, output: Path) -> str:
    """The page with links in the cells of its tables that hold a function's name alone."""

    def in_cell(cell: re.Match[str]) -> str:
        name = cell[1]
        link = f"[`{name}`][{getattr(jointstats, name).__module__}.{name}]"
        r_page = Path("reference", "r", f"{name}.md")
        in_r = f" [R]({r_page.as_posix()})" if (output / r_page).exists() else ""
        return f"| {link}{in_r} |"

    return re.sub(r"\| `(\w+)` \|", in_cell, text)
