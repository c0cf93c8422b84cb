"""Notes on a table that may not mean what its names say; nothing is computed differently."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.base.errors import Caution, DoubtfulTableWarning
from jointstats.base.options import label, shorten
from jointstats.evidence.messages import asked
from jointstats.table import guesses
from jointstats.table.accounts import Columns, is_sum, named_in, several
from jointstats.table.directions import read
from jointstats.table.failure_marks import is_boolean, is_status, is_telling, marking
from jointstats.table.results_table import ResultsTable

if TYPE_CHECKING:
    import pandas as pd

_LOOKED_AT = 20_000  # rows
_MOST = 0.8  # of the data sets
_THOUSAND = (500.0, 2000.0)  # what the ratio of two units such as ms and s comes to, about
_FEWEST = 5  # data sets that show a unit


def suspicions(table: ResultsTable) -> Iterator[Caution]:
    """Rows that sum up others, and algorithms whose results are in another unit."""
    values, datasets = table.everything()
    sums = [name for name in datasets if is_sum(name)]
    if sums:
        yield _doubt(
            f"Read as data sets: {shorten(sums)}. If these rows sum up the others, leave them out."
        )
    for j, measure in enumerate(table.measures):
        yield from _units(measure, values[:, j], table.algorithms)


def metrics_by_row(frame: pd.DataFrame, given: Mapping[str, Any]) -> Iterator[Caution]:
    """A column that names the metric of each row, which the call does not use."""
    if "metric" in given or "algorithm" not in given:
        return
    named = {*named_in(given)}
    for i, name in enumerate(map(label, frame.columns)):
        if guesses.METRIC.fullmatch(name) and name not in named:
            cells = frame.iloc[:, i].dropna()
            metrics = [*map(str, cells.unique())] if cells.dtype.kind not in "fiub" else []
            if len(metrics) > 1:
                yield _doubt(
                    f'The column "{name}" names {shorten(metrics)}, and the call takes all rows as '
                    "one measure. State ", asked("metric"), " and ", asked("value"), ", with a "
                    "direction of each.",
                )  # fmt: skip


def undeclared(frame: pd.DataFrame, given: Mapping[str, Any]) -> Iterator[Caution]:
    """Columns of a long frame that may mark failed runs, and that the call does not name."""
    named = {*named_in(given)}
    part = frame.iloc[:_LOOKED_AT].set_axis([*map(label, frame.columns)], axis=1)
    table = Columns(part, [{"name": name} for name in part.columns])
    for i, name in enumerate(table.names):
        plain = frame.dtypes.iloc[i].kind in "iufcmM" and not is_telling(name)
        if plain or name in named or table.names.count(name) > 1 or not table.n:
            continue
        about = guesses.described(part, i)
        marks = is_status(about) or (is_boolean(about) and not read(name).better)
        keys = (several(given.get(role)) for role in ("dataset", "algorithm"))
        if about["distinct"] > 1 and marks and not any(table.determined(name, *k) for k in keys):
            yield _doubt(
                f'The column "{name}" may mark failed runs, and the call does not use it. If so, '
                "set ", *marking(about), ".",
            )  # fmt: skip


def _units(measure: str, x: np.ndarray, algorithms: tuple[str, ...]) -> Iterator[Caution]:
    """An algorithm in percent among shares, or with a thousand times the others' numbers."""
    known = ~np.isnan(x)
    score = read(measure).kinds == {"score"}
    for a, name in enumerate(algorithms):
        others = np.delete(np.where(known, x, np.nan), a, axis=1)
        both = known[:, a] & ~np.isnan(others).any(axis=1)
        mine, rest = x[both, a], others[both]
        if len(mine) < _FEWEST or (rest <= 0).any() or (mine <= 0).any():
            continue
        with np.errstate(over="ignore"):
            ratios = mine[:, None] / rest
        many = ((ratios > _THOUSAND[0]) & (ratios < _THOUSAND[1])).all(axis=1).mean() >= _MOST
        percent = score and rest.max() <= 1 and np.mean((mine > 1) & (mine <= 100)) >= _MOST
        if percent or (many and not score):
            factor = "100" if percent else "1000"
            yield _doubt(
                f'The results of {name} on "{measure}" are about {factor} times those of the '
                "others on most data sets. Check whether they are in the same unit."
            )


def _doubt(*parts: Any) -> Caution:
    return Caution(*parts, category=DoubtfulTableWarning)
