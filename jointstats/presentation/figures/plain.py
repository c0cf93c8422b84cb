"""A result without a figure of its own: a bar for each row, from the columns that it declares."""

from __future__ import annotations

from itertools import takewhile

from jointstats.labelled import wording
from jointstats.labelled.result import Result
from jointstats.labelled.rows import Column, Kind, Table
from jointstats.presentation.figures.content import Row, Rows, Scale
from jointstats.words import titles

MOST = 8  # rows in a figure
ADJUSTED = "p_adjusted"  # decides where there is one


def deciding(result: Result) -> Column | None:
    """The column that decides its rows: adjusted p-values, or the first p-value or probability."""
    kinds = (Kind.P_VALUE, Kind.PROBABILITY)
    found = [column for column in result.table().columns if column.kind in kinds]
    return next((one for one in found if one.name == ADJUSTED), found[0] if found else None)


def bars(result: Result, column: Column) -> Rows:
    """The rows that say most: those of the smallest p-values, or of the largest probabilities."""
    table, small = result.table(), column.kind is Kind.P_VALUE
    values = table.values[[one.name for one in table.columns].index(column.name)]
    known = [(label, x) for label, x in zip(_labels(table), values, strict=True) if x is not None]
    known.sort(key=lambda one: one[1] if small else -one[1])
    alpha = getattr(result, "alpha", None)
    limit = None if alpha is None else alpha if small else 1 - alpha
    said = "" if limit is None else f"shown: up to {limit:g}" if small else f"limit {limit:g}"
    return Rows(
        title=titles.title(result),
        alt=f"Bars: {column.meaning}. {result.verdict}",
        rows=tuple(
            Row(
                label=label,
                note="",
                value=x,
                shown=wording.probability(x),
                strong=limit is not None and (x <= limit if small else x >= limit),
            )
            for label, x in known[:MOST]
        ),
        scale=Scale(0, 1, column.meaning, limit, said),
        bars=True,
        more=max(len(known) - MOST, 0),
    )


def _labels(table: Table) -> list[str]:
    """What each row is about: the words with which it begins, none of them twice."""
    columns = zip(table.columns, table.values, strict=True)
    labels = [""] * table.n_rows
    for _, parts in takewhile(lambda one: one[0].kind.is_text, columns):
        for i, part in enumerate(parts):
            if part is not None and str(part) not in labels[i]:
                labels[i] += f"{', ' if labels[i] else ''}{part}"
    return [label or f"row {i}" for i, label in enumerate(labels, start=1)]
