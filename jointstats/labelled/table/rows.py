"""The rows of a long table, or of a piece of it: their names coded, their values by cell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from jointstats.labelled.errors import DuplicateRowsError
from jointstats.labelled.table import columns
from jointstats.labelled.table.roles import MEAN_OR_MEDIAN, Roles

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows with the data set and the algorithm of each.

    Attributes
    ----------
    frame : DataFrame
    d_codes, a_codes : ndarray of int, shape (rows,)
        Positions in `datasets` and `algorithms`; every data set has a row.
    datasets, algorithms : list of str
    """

    frame: pd.DataFrame
    d_codes: np.ndarray
    datasets: list[str]
    a_codes: np.ndarray
    algorithms: list[str]

    def of(self, algorithms: Sequence[str]) -> Rows:
        """The rows of these algorithms, in this order; not all of them need occur."""
        at = {name: i for i, name in enumerate(algorithms)}
        position = np.array([at.get(name, -1) for name in self.algorithms], dtype=np.intp)
        a_codes = position[self.a_codes]
        # A data set on which none of them was run is no part of the comparison.
        kept = self.where(a_codes >= 0) if (position < 0).any() else self
        a_codes = a_codes[a_codes >= 0] if kept is not self else a_codes
        return Rows(kept.frame, kept.d_codes, kept.datasets, a_codes, list(algorithms))

    def where(self, chosen: np.ndarray) -> Rows:
        """Some of the rows."""
        d_codes = self.d_codes[chosen]
        present = np.zeros(len(self.datasets), dtype=bool)
        present[d_codes] = True
        datasets = [self.datasets[i] for i in np.flatnonzero(present).tolist()]
        dense = np.cumsum(present) - 1
        return Rows(
            self.frame[chosen], dense[d_codes], datasets, self.a_codes[chosen], self.algorithms
        )


def coded_rows(frame: pd.DataFrame, roles: Roles) -> Rows:
    """Check that the columns are there and that every row has its names."""
    roles.require(frame)
    dataset = columns.column(frame, roles.dataset, "data set")
    algorithm = columns.column(frame, roles.algorithm, "algorithm")
    return Rows(
        frame,
        *columns.names(dataset, "data set"),
        *columns.names(algorithm, "algorithm"),
    )


def cell_values(
    rows: Rows, roles: Roles, *, plainly: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """One value for each data set, measure and algorithm, NaN where there is none.

    Numbers of a part of a table are read `plainly`: it does not tell how all of it is written.

    Returns
    -------
    values : ndarray, shape (n, m, l)
    per_cell : ndarray of int, shape (n, l)
        How many rows each data set and algorithm has.

    Raises
    ------
    DuplicateRowsError, InvalidValueError
    """
    datasets, algorithms, d_codes, a_codes = (
        rows.datasets, rows.algorithms, rows.d_codes, rows.a_codes,
    )  # fmt: skip

    def where(i: int) -> str:
        return f'for data set "{datasets[d_codes[i]]}", algorithm "{algorithms[a_codes[i]]}"'

    cells = d_codes * len(algorithms) + a_codes
    n_cells = len(datasets) * len(algorithms)
    per_cell = np.bincount(cells, minlength=n_cells).reshape(len(datasets), len(algorithms))
    if roles.aggregate is None and per_cell.max(initial=0) > 1:
        _refuse_duplicates(rows.frame, per_cell, datasets, algorithms)
    values = np.full((len(datasets), len(roles.measures), len(algorithms)), np.nan)
    for j, name in enumerate(roles.measures):
        series = columns.column(rows.frame, name, "measure")
        x = columns.numbers(series, name, where, plainly=plainly)
        if roles.aggregate is None:
            flat = np.full(n_cells, np.nan)
            flat[cells] = x
        else:
            flat = _combine(x, cells, per_cell, roles.aggregate, roles.min_folds)
        values[:, j, :] = flat.reshape(per_cell.shape)
    return values, per_cell


def _refuse_duplicates(
    df: pd.DataFrame, per_cell: np.ndarray, datasets: Sequence[str], algorithms: Sequence[str]
) -> None:
    """Say what to do about several rows of a pair: copies are to be dropped, folds combined."""
    d, a = divmod(int(per_cell.argmax()), per_cell.shape[1])
    where = f'data set "{datasets[d]}" and algorithm "{algorithms[a]}"'
    number = int((per_cell > 1).sum())
    pairs = f"({number} such {'pair' if number == 1 else 'pairs'})"
    extra = int((per_cell - 1)[per_cell > 1].sum())
    # Half a letter, which JSON can hold, has no place in pandas' text.
    if int(df.map(lambda cell: ascii(str(cell))).duplicated().sum()) == extra:
        raise DuplicateRowsError(
            f"{per_cell[d, a]} rows for {where} {pairs} are identical in every column: "
            "drop the copies."
        )
    raise DuplicateRowsError(
        f"{per_cell[d, a]} rows for {where} {pairs}: if they are folds or runs, say ",
        *MEAN_OR_MEDIAN,
        ".",
    )


def _combine(
    x: np.ndarray,
    cells: np.ndarray,
    per_cell: np.ndarray,
    aggregate: str,
    min_folds: int | None,
) -> np.ndarray:
    """Mean or median of each cell's rows; a row that is missing counts as a failed fold."""
    valid = ~np.isnan(x)
    by_cell = np.argsort(cells[valid], kind="stable")
    found, starts = np.unique(cells[valid][by_cell], return_index=True)
    ends = np.append(starts, len(by_cell))[1:]
    sorted_x = x[valid][by_cell].tolist()
    middle = _mean if aggregate == "mean" else median
    flat = np.full(per_cell.size, np.nan)
    flat[found] = [
        middle(sorted_x[i:j]) for i, j in zip(starts.tolist(), ends.tolist(), strict=True)
    ]
    n_valid = np.bincount(cells[valid], minlength=per_cell.size)
    # The other algorithms of the data set show how many folds there should have been.
    expected = np.broadcast_to(per_cell.max(axis=1, keepdims=True), per_cell.shape).ravel()
    needed = expected if min_folds is None else np.minimum(min_folds, expected)
    flat[n_valid < np.maximum(needed, 1)] = np.nan
    return flat


def _mean(x: list[float]) -> float:
    """Mean by an exactly rounded sum: it depends neither on the rows' sequence nor on copies."""
    try:
        return math.fsum(x) / len(x)
    except OverflowError:  # the sum of numbers near the largest double
        return float(sum(map(Fraction, x)) / len(x))
