"""Figures as plain data that cross to R: all of a result's, by name."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from jointstats.labelled.result import plain
from jointstats.presentation.figures.content import Content, Edge, Row, told
from jointstats.presentation.figures.of import figures_of

COLUMNS = {"rows": Row, "edges": Edge}  # fields packed by column, beside those a kind names


def packed(result: Any) -> dict[str, dict[str, Any]]:
    """The figures of a result as plain data, the default one first.

    Parameters
    ----------
    result : Result

    Returns
    -------
    dict
        Name to ``kind``, ``title``, ``alt``, ``notes`` and the fields of that kind of
        :class:`~jointstats.presentation.figures.content.Content`. ``rows``, ``edges`` and what the
        kind itself names (``packs``) are dicts of columns, as a data frame needs them; missing is
        None.
    """
    return {name: pack(told(make())) for name, make in figures_of(result).items()}


def pack(content: Content) -> dict[str, Any]:
    """One figure as plain data."""
    node: dict[str, Any] = {"kind": content.kind}
    for field in fields(content):
        value = getattr(content, field.name)
        of = (COLUMNS | content.packs).get(field.name)
        node[field.name] = plain(value) if of is None else _columns(value, of)
    return node


def _columns(rows: tuple[Any, ...], of: type) -> dict[str, list[Any]]:
    return {field.name: [plain(getattr(row, field.name)) for row in rows] for field in fields(of)}
