"""Sphinx roles of the docstrings, such as :func:`jointstats.glrt_test`, as links of the site."""

from __future__ import annotations

import re
from typing import Any

import griffe

import jointstats

ROLE = re.compile(r":(?:func|class|meth|mod|attr|exc):`~?([\w.]+)`")


def place(name: str) -> str:
    """Where a public name is defined: ``jointstats.glrt_test`` is that of a module."""
    short = name.removeprefix("jointstats.")
    value = getattr(jointstats, short, None) if short in jointstats.__all__ else None
    return f"{value.__module__}.{short}" if value is not None else name


class SphinxRoles(griffe.Extension):
    """Public names become links to their entry; what has no page of its own becomes code."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite one docstring."""
        if obj.docstring:
            obj.docstring.value = ROLE.sub(self.link, obj.docstring.value)

    @staticmethod
    def link(role: re.Match[str]) -> str:
        """One role."""
        short = role[1].split(".")[-1]
        target = place(role[1])
        return f"[`{short}`][{target}]" if target != role[1] else f"`{short}`"
