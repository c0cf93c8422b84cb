"""Links from the names of functions in the pages to the references."""

from __future__ import annotations

import re
from pathlib import Path

import jointstats

CALL = r"`(?P<name>\w+)(?:\([^`\n]*\))?`"
ROWS = re.compile(r"^\|.*$", re.M)
# What has no links inside: blocks of code, headings, and what is a link or a picture already.
CLOSED = r"^(?P<indent> *)```.*?^(?P=indent)```$|^#[^\n]*|!?\[[^]]*\][(\[][^])]*[)\]]"
FIRST = re.compile(rf"{CLOSED}|{CALL}", re.M | re.S)


def in_tables(text: str, output: Path) -> str:
    """A page with links to both references from all functions that its tables name."""

    def link(code: re.Match[str]) -> str:
        r_page = Path("reference", "r", f"{code['name']}.md")
        in_r = f" [R]({r_page.as_posix()})" if (output / r_page).exists() else ""
        known = is_function(code["name"])
        return f"{to_python(code[0], code['name'])}{in_r}" if known else code[0]

    return ROWS.sub(lambda row: re.sub(CALL, link, row[0]), text)


def at_first(text: str) -> str:
    """A page with a link from the first mention of each function to the reference of Python."""
    linked: set[str] = set()

    def link(found: re.Match[str]) -> str:
        name = found["name"]
        if name is None or name in linked or not is_function(name):
            return found[0]
        linked.add(name)
        return to_python(found[0], name)

    return FIRST.sub(link, text)


def is_function(name: str) -> bool:
    """Whether a name is that of a public function."""
    return name in jointstats.__all__ and name.islower()


def to_python(shown: str, name: str) -> str:
    """A link to an entry of the Python reference."""
    return f"[{shown}][{getattr(jointstats, name).__module__}.{name}]"
