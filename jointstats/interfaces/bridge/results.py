"""Results as nodes of a reply: facts, rows by column, and their words, each once.

R makes everything else from it: its data frames from the columns, with broom's names where the
columns declare them, and lines from the document, at its own width. Only a whole result has its
figures; a part of it does without.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from jointstats.base import references, rows
from jointstats.base.facts import figures_of, words_of
from jointstats.base.result import Result, plain
from jointstats.base.rows import Kind, Row, Table
from jointstats.base.wording import names_of
from jointstats.claims.comparison import Comparison
from jointstats.claims.leaderboard_result import LeaderboardResult
from jointstats.claims.tables import named
from jointstats.drawing import layout
from jointstats.drawing.document import FIRST, Document, Grid, Paragraph, respelled
from jointstats.drawing.frame import PAGE
from jointstats.interfaces import figures, tables
from jointstats.interfaces.bridge.packing import CONSOLE, Console, Node, frame_node, node_of, put
from jointstats.interfaces.figures import Named
from jointstats.table.results_table import ResultsTable

LONGEST_KEPT = 200  # pairs or data sets in a table that R keeps with a comparison
NARROWER = (40, 60, 80)  # consoles on which a saved result may be printed

# R's names for what documents call by Python's.
_WORDS = {"to_frame()": "as.data.frame()", "summary()": "summary(x)"}


def texts(result: Result) -> dict[str, Any]:
    """The whole text, one screen of it, and the verdict: of each the lines for every width.

    The verdict is bold; R removes the marks where it cannot be shown.
    """
    console = CONSOLE.get(Console())
    widths = [*(width for width in NARROWER if width < console.width), console.width]

    def in_lines(parts: Document, most: int | None = None) -> list[str]:
        said = respelled(parts, _WORDS)
        rooms = (layout.Room(width, width, bold=True) for width in widths)
        return [in_r(layout.in_letters(said, room, most, plain=console.plain)) for room in rooms]

    words = words_of(result)
    whole = words.document()
    return {
        "widths": widths,
        "whole": in_lines(whole),
        "short": in_lines(words.short() or whole, layout.SCREEN),
        "verdict": in_lines((Paragraph(result.verdict),)),
    }


def in_r(said: str) -> str:
    """A text with R's names of functions."""
    return str(respelled(said, _WORDS))


def whole_result(result: Result, flat: list[float]) -> Node:
    """The node of a result, with its figures."""
    figures = figures_of(result)
    nodes = {name: figure_node(Named(name, make().told()), flat) for name, make in figures.items()}
    return _result_node(result, flat, whole=True) | {"figures": nodes}


def figure_node(figure: Named, flat: list[float], *, whole: bool = True) -> Node:
    """A figure: its words, its content as text, its data, if tidy; and how it is on a page.

    This is for those that are `kept`, and may be drawn when there is no Python.
    """
    content = figure.content
    node: Node = {
        "kind": "figure",
        "title": content.title,
        "alt": content.alt,
        "caption": figures.caption(content),
        "content": figures.write(content),
    }
    if whole:
        node["drawing"] = drawing_text(figures.display_list(content, width=PAGE))
    if figure.name in figures.TIDY:
        node["data"] = frame_node(figures.frame(content), flat)
        node["axes"] = content.axes()
    return node


def drawing_text(drawing: Mapping[str, Any]) -> str:
    """A display list as it crosses to R."""
    return json.dumps(drawing, ensure_ascii=False, separators=(",", ":"))


def _result_node(result: Any, flat: list[float], *, whole: bool = False) -> Node:
    """What showing a result in text and tables needs, and its parts likewise.

    A part about very many algorithms has no matrix: the test itself makes a result that has.
    """
    rows_ = result.rows
    facts: Node = {}
    parts: Node = {}
    field_of_rows = None
    for name, value in result.entries().items():
        if value is rows_ and rows_:
            facts[name], field_of_rows = None, name
            continue
        if name == "tied_best":
            part, fact = _orders(value, result.algorithms), plain(value)
            fact = fact if part is None else None
        else:
            part, fact = _split(value, flat)
        facts[name] = fact
        if part is not None:
            parts[name] = part
    table = result.table()
    node = {
        "kind": "result",
        "result": facts,
        "parts": parts,
        "frame": table_node(table, flat),
        "rows_in": field_of_rows,
        "orders": _orders_in(rows_, result.algorithms),
        "broom": {column.name: column.broom for column in table.columns if column.broom},
        "cites": list(references.keys(result)),
        "no_p_value": result.no_p_value,
        "text": texts(result),
        "table": _shown(tables.table(result), table),
    }
    if isinstance(result, Comparison | LeaderboardResult):
        by_measure = result.table("measures")
        node["by_measure"] = table_node(by_measure, flat)
        columns = (*table.columns, *by_measure.columns)
        node["broom"] = {column.name: column.broom for column in columns if column.broom}
    if isinstance(result, Comparison) and whole:
        node["table"]["named"] = _named_tables(result)
    if hasattr(result, "report_text"):
        node["report_text"] = result.report_text()
    if hasattr(result, "matrix") and (whole or len(result.algorithms) <= FIRST):
        matrix = result.matrix()
        node["matrix"] = frame_node(matrix, flat) | {"index": [str(name) for name in matrix.index]}
    return node


# --- Parts ----------------------------------------------------------------------------------------


def _split(value: Any, flat: list[float]) -> tuple[Node | None, Any]:
    """The node of a result, a table or rows, or the nodes within a value; None if there is none.

    And the fact that remains: plain, the places of nodes empty.
    """
    if isinstance(value, Result):
        return _result_node(value, flat), None
    if _is_rows(value):
        return table_node(rows.table(value), flat) | {"orders": _orders_in(value)}, None
    node = node_of(value, flat)
    if node is not None:
        return node, None
    items = _items(value)
    if not items:
        return None, plain(value)
    split = {key: _split(item, flat) for key, item in items.items()}
    nodes = {key: node for key, (node, _) in split.items()}
    return nodes if any(nodes.values()) else None, {key: fact for key, (_, fact) in split.items()}


def _items(value: Any) -> dict[str, Any]:
    """What a mapping, or an object that stands for one, holds."""
    if isinstance(value, Mapping):
        return {str(key): item for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type | Result | ResultsTable):
        return {rows.key_of(field.name): getattr(value, field.name) for field in fields(value)}
    return {}


def _is_rows(value: Any) -> bool:
    """Whether these are rows whose declared columns, and their order, say all."""
    if not (isinstance(value, Sequence) and value and _all_rows(value)):
        return False
    return set(value[0]) <= {column.name for column in value[0].columns()} | {"order"}


def _all_rows(value: Sequence[Any]) -> bool:
    """Whether these are rows of one type; rows that are made when needed are."""
    return isinstance(value, rows.Columnar) or (
        isinstance(value[0], Row) and all(type(row) is type(value[0]) for row in value)
    )


def _orders_of(listed: Sequence[Row]) -> list[Any]:
    """The orders of rows of one type, none if it has no such field."""
    if not listed or "order" not in listed[0]:
        return []
    return rows.cells(listed, ["order"])["order"]


# --- Columns --------------------------------------------------------------------------------------


def table_node(table: Table, flat: list[float]) -> Node:
    """A table by columns, each of the type that its kind has in R."""
    columns = [
        _column_node(column.kind, values, flat)
        for column, values in zip(table.columns, table.values, strict=True)
    ]
    names = [column.name for column in table.columns]
    return {"kind": "frame", "names": names, "rows": table.n_rows, "columns": columns}


def _column_node(kind: Kind, values: Sequence[Any], flat: list[float]) -> Node:
    if kind is Kind.FLAG:
        return {"type": "logical", "values": [None if x is None else bool(x) for x in values]}
    if kind.is_text:
        return {"type": "character", "values": [None if x is None else str(x) for x in values]}
    return {"type": "double", "at": put(map(_double, values), flat)}


def _double(value: Any) -> float:
    """A number as R has it, infinite ones too; what is not a double is unknown."""
    if isinstance(value, float):
        return float(value)
    number = plain(value)
    return math.nan if number is None else float(number)


def _orders_in(listed: Sequence[Row], algorithms: Sequence[str] = ()) -> Node | None:
    """The orders of rows that have some; of other rows None."""
    orders = _orders_of(listed)
    if not all(order is None or isinstance(order, Mapping) for order in orders):
        return None
    return _orders(orders, algorithms)


def _orders(orders: Sequence[Any], algorithms: Sequence[str] = ()) -> Node | None:
    """The order of the algorithms by measure, best first, as their numbers: "1 0"."""
    measures = next((list(order) for order in orders if order), [])
    if not measures:
        return None
    given = [order for order in orders if order]
    every = [name for order in given for places in order.values() for name in names_of(places)]
    known = list(algorithms or dict.fromkeys(every))
    number = {name: str(i) for i, name in enumerate(known)}

    def place(named: Any) -> str:
        """A name as its number; two that are practically equal with "=" between them."""
        return number[named] if isinstance(named, str) else "=".join(number[name] for name in named)

    def row(order: Any, measure: str) -> str | None:
        return None if order is None else " ".join(map(place, order[measure]))

    rows = {measure: [row(order, measure) for order in orders] for measure in measures}
    return {"kind": "orders", "algorithms": known, "measures": rows}


# --- What is said ---------------------------------------------------------------------------------


def _shown(printed: Grid, table: Table) -> Node:
    """The result's table in words; a column that is one of its frame's is named only."""
    texts = {
        values: column.name
        for column, values in zip(table.columns, table.values, strict=True)
        if column.kind.is_text
    }
    cells = [tuple(column) for column in zip(*printed.rows, strict=True)]
    columns = [{"of": texts[c]} if c in texts else {"cells": list(c)} for c in cells]
    printed = replace(printed, note=in_r(printed.note))
    said = {"names": list(printed.names), "columns": columns, "sides": printed.sides}
    return said | {"note": printed.note} | _marked(printed)


def _marked(printed: Grid) -> Node:
    """A table in both forms of documents."""
    return {"latex": tables.latex(printed), "markdown": tables.markdown(printed)}


def _named_tables(comparison: Comparison) -> Node:
    """The tables of a comparison apart from the league, without long ones."""
    data = comparison.data
    made = {
        "pairs": len(comparison.pairs) <= LONGEST_KEPT,
        "measures": len(comparison.pairs) * len(comparison.questions) <= LONGEST_KEPT,
        "data": data is not None and data.n <= LONGEST_KEPT,
        "statements": comparison.tests.get("bayes") is not None,
    }
    return {name: _marked(named(comparison, name)) for name, fits in made.items() if fits}
