"""How sure the data sets are of what they say, given their runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jointstats.labelled import wording
from jointstats.labelled.joint.run_certainty_result import DatasetCertainty, RunCertaintyResult
from jointstats.labelled.joint.runs import SURE
from jointstats.presentation.figures import words
from jointstats.presentation.figures.content import Row, Rows, Scale
from jointstats.words import titles

MOST = 12  # rows
PLACES = 2  # names of a statement, before it is shortened


def certainty(result: RunCertaintyResult) -> Rows:
    """Of one pair the data sets, the least sure first; of several the pairs."""
    return _datasets(result) if len(result.pairs) == 1 else _pairs(result)


def _datasets(result: RunCertaintyResult) -> Rows:
    rows = sorted(result.datasets, key=lambda row: row.probability)
    return Rows(
        title=titles.title(result),
        alt=f"Bars: probability of each data set's most probable statement. {result.verdict}",
        notes=tuple(_notes(rows)),
        rows=tuple(
            Row(
                label=row.dataset,
                note=words.statement(row.order, "orderings", None, PLACES),
                value=row.probability,
                shown=wording.probability(row.probability),
                strong=row.probability >= SURE,
                reference=row.probability_averaged if row.differs else None,
            )
            for row in rows[:MOST]
        ),
        scale=Scale(
            0, 1, "probability of this statement, given the runs (more certain →)",
            SURE, f"sure from {SURE:g}",
        ),
        bars=True,
        more=max(len(rows) - MOST, 0),
        unit="data set",
    )  # fmt: skip


def _notes(rows: Sequence[DatasetCertainty]) -> Iterator[str]:
    if len(rows) > MOST:
        yield "The least sure of them."
    if any(row.differs for row in rows[:MOST]):
        yield "◇ probability of what the averages show, where that is something else."


def _pairs(result: RunCertaintyResult) -> Rows:
    rows = sorted(result.pairs, key=lambda row: (row.n_sure, -row.n_open))
    return Rows(
        title=titles.title(result),
        alt=f"Bars: share of data sets that are sure, for each pair. {result.verdict}",
        rows=tuple(
            Row(
                label=f"{row.a} against {row.b}",
                note=f"sure {row.n_sure}, probable {row.n_probable}, open {row.n_open}; averages "
                f"expected to be wrong on {wording.expected(row.expected_wrong)}",
                value=row.n_sure / row.n,
                shown=f"{row.n_sure} of {row.n}",
            )
            for row in rows[:MOST]
        ),
        scale=Scale(
            0, 1, f"share of data sets with a statement of probability {SURE:g} or more "
            "(more certain →)",
        ),
        bars=True,
        more=max(len(rows) - MOST, 0),
        unit="pair",
    )  # fmt: skip
