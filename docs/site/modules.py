"""The modules by subject, for the page for maintainers: generated, so that it cannot go stale."""

from __future__ import annotations

import ast
import re
from pathlib import Path

MARK = re.compile(r"^<!-- modules of (\S+): ([^>]*)-->$", re.M)


class StalePageError(Exception):
    """The page speaks of a module that there is not."""


def filled(page: str, root: Path) -> str:
    """The page with a table in place of each mark ``<!-- modules of FOLDER: NAME … -->``.

    ``rest`` stands for all modules of the folder that no mark names.
    """
    named: dict[str, set[str]] = {}
    for folder, names in MARK.findall(page):
        named.setdefault(folder, set()).update(names.split())

    def table(mark: re.Match[str]) -> str:
        folder, names = root / mark[1], mark[2].split()
        there = {m.relative_to(folder).with_suffix("").as_posix() for m in folder.rglob("*.py")}
        there = {name for name in there if not name.endswith("__init__")}
        if names == ["rest"]:
            names = sorted(there - named[mark[1]])
        if lost := [name for name in names if name not in there]:
            raise StalePageError(f"docs/architecture.md names {lost}, not found in {mark[1]}.")
        if not names:
            return "None."
        rows = [f"| `{name}` | {first_line(folder / f'{name}.py')} |" for name in names]
        return "\n".join(["| module | subject |", "|---|---|", *rows])

    return MARK.sub(table, page)


def first_line(path: Path) -> str:
    """The first line of a module's docstring."""
    line = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split("\n")[0]
    return line.replace("``", "`").replace("|", r"\|")
