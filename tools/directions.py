"""Write the table of names in docs/measure-names.md from the list. Run by ``make directions``."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

from jointstats.table.directions import rows

PAGE = Path(__file__).parents[1] / "docs/measure-names.md"
MARK = re.compile(r"(<!-- names -->\n).*?(\n<!-- end -->)", re.S)


def markdown() -> str:
    """The list for the documentation: a table of names with their directions."""
    lines = ["| name | better | also |", "|---|---|---|"]
    for row in rows():
        also = [*filter(None, chain(row["synonyms"].split("; "), row["alone"].split("; ")))]
        better = {"max": "higher", "min": "lower"}[row["better"]]
        lines.append(f"| {row['name']} | {better} | {', '.join(also)} |")
    return "\n".join(lines)


def filled(page: str) -> str:
    """The page with the table between its marks."""
    return MARK.sub(lambda mark: mark[1] + markdown() + mark[2], page)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
