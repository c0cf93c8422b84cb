"""What the runs say of each data set, as text: of one pair the data sets, of several the pairs."""

from __future__ import annotations

from dataclasses import replace

from jointstats.labelled import wording
from jointstats.labelled.joint.run_certainty_result import RunCertaintyResult
from jointstats.labelled.rows import Column, table
from jointstats.presentation.cells import cell, table_of
from jointstats.presentation.document import Document, Grid, Words, compose, grid
from jointstats.presentation.pieces import MOST_ROWS, head, notes
from jointstats.presentation.text import document


@document.register
def _(result: RunCertaintyResult) -> Document:
    if len(result.pairs) == 1:
        rows = sorted(result.datasets, key=lambda row: row.probability)
        made = table_of(replace(result, datasets=rows))
        made = replace(made, names=made.names[2:], rows=tuple(row[2:] for row in made.rows),
                       sides=made.sides[2:], keys=1)  # fmt: skip
    else:
        made = _pairs(result)
    left = len(made.rows) - MOST_ROWS
    more = f"… and {wording.plural(left, 'row')} that are surer (to_frame() lists all data sets)."
    return compose(
        head("Certainty of the runs", result),
        Words(result.verdict, strong=True),
        Words(_basis(result)),
        replace(made, rows=made.rows[:MOST_ROWS]),
        Words(more) if left > 0 else None,
        notes(result),
    )


def _basis(result: RunCertaintyResult) -> str:
    """What the runs are, and what follows for the variance of their mean."""
    runs = wording.plural(result.n_runs, "run")
    drawn = "variances are drawn towards what all data sets have in common"
    if result.run_kind == "independent":
        return f"{runs}, independent; {drawn}."
    share = wording.percent(result.test_share)
    return (
        f"{runs} of cross-validation, each tested on {share} of the cases; {drawn}, and allow for "
        "the training cases that runs share."
    )


def _pairs(result: RunCertaintyResult) -> Grid:
    """The pairs, those first that leave most data sets open."""
    ranked = sorted(result.pairs, key=lambda row: (-row.n_open, row.n_sure))
    made = table(ranked)
    cells = [
        [cell(column, value) for value in values]
        for column, values in zip(made.columns, made.values, strict=True)
    ]
    sides = "".join("l" if column.kind.is_text else "r" for column in made.columns)
    rows = [list(row) for row in zip(*cells, strict=True)]
    return grid([_heading(column) for column in made.columns], rows, sides, keys=2)


def _heading(column: Column) -> str:
    return column.heading or column.name
