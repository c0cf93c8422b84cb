"""Links from the names of functions in "which test when" to both references."""

from __future__ import annotations

import re
from pathlib import Path

import jointstats


def linked(text: str, output: Path) -> str:
    """The page with links from the functions that its tables name, with or without arguments."""

    def link(code: re.Match[str]) -> str:
        name = code[1]
        if name not in jointstats.__all__:
            return code[0]
        python = f"[{code[0]}][{getattr(jointstats, name).__module__}.{name}]"
        r_page = Path("reference", "r", f"{name}.md")
        in_r = f" [R]({r_page.as_posix()})" if (output / r_page).exists() else ""
        return python + in_r

    rows = re.compile(r"^\|.*$", re.M)
    return rows.sub(lambda row: re.sub(r"`(\w+)(?:\([^`]*\))?`", link, row[0]), text)
