"""Links from the names of functions in "which test when" to both references."""

from __future__ import annotations

import re
from pathlib import Path

import reference

import jointstats


def linked(text: str, output: Path) -> str:
    """The page with links in its list and in its table."""
    pages = {name: key for key, (_, _, names) in reference.subjects().items() for name in names}

    def in_list(code: re.Match[str]) -> str:
        name = code[2]
        if name not in pages:
            return code[0]
        place = f"{getattr(jointstats, name).__module__}.{name}"
        python = f'<a href="reference/python/{pages[name]}.html#{place}">{code[1]}</a>'
        if not (output / "reference" / "r" / f"{name}.md").exists():
            return python
        return f'{python} <a class="in-r" href="reference/r/{name}.html">R</a>'

    def in_table(cell: re.Match[str]) -> str:
        name = cell[1]
        return f"| [`{name}`][{getattr(jointstats, name).__module__}.{name}] |"

    text = re.sub(r"(<code>(\w+)[^<]*</code>)", in_list, text)
    return re.sub(r"\| `(\w+)` \|", in_table, text)
