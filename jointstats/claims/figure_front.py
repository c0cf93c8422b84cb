"""The Pareto front of two measures: means, and the algorithms that no other beats on both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jointstats.base import wording
from jointstats.drawing import scales
from jointstats.drawing.content import Content
from jointstats.drawing.figure_quadrant import two_measures
from jointstats.drawing.scales import Ruler
from jointstats.evidence.averages import centred_means, nondominated, shortfall
from jointstats.table.results_table import ResultsTable

NAMED, MOST = 12, 24  # algorithms with names: those of the front, and the nearest, up to so many
LEVEL = 0.95


@dataclass(frozen=True)
class Mean:
    """An algorithm's means of both measures, in places, with their intervals.

    ``front``: no algorithm has better means of both; ``named``: its name is next to it.
    """

    name: str
    x: float
    x_low: float | None
    x_high: float | None
    y: float
    y_low: float | None
    y_high: float | None
    front: bool
    named: bool


@dataclass(frozen=True)
class Front(Content):
    """Means on two measures, those of the front from left to right first."""

    kind = "front"
    layout = "claims.layout_front"

    across: Ruler = field(default_factory=lambda: Ruler("", "", 0, 1, (), ()))
    up: Ruler = field(default_factory=lambda: Ruler("", "", 0, 1, (), ()))
    means: tuple[Mean, ...] = ()


def possible(table: ResultsTable | None) -> bool:
    """Whether a table has two measures, and data sets on which everybody has results."""
    return table is not None and len(table.measures) > 1 and len(_complete(table)) > 0


def front(result: Any, measures: Sequence[str] | None = None) -> Front:
    """The Pareto front of the means of two measures.

    Parameters
    ----------
    result : Result
        One that keeps its table.
    measures : sequence of two str, optional
        Default: quality and cost; without a cost the first, and the one that agrees least with it.
    """
    return front_of(result.data, measures)


def front_of(table: ResultsTable, measures: Sequence[str] | None = None) -> Front:
    """The same of a table."""
    on = two_measures(table, measures)
    values = _complete(table)
    (x, across), (y, up) = (_means(table, values, name) for name in on)
    points = np.stack([x.mean, y.mean], axis=1)
    first = nondominated(points)
    spread = points.max(axis=0) - points.min(axis=0)
    behind = shortfall(points / np.where(spread > 0, spread, 1.0))
    most = min(max(NAMED, int(first.sum())), MOST)
    named = np.lexsort((np.arange(len(first)), behind, ~first))[:most]
    order = np.lexsort((behind, np.where(first, x.mean, 0.0), ~first))
    means = tuple(
        Mean(
            name=table.algorithms[i],
            x=float(x.mean[i]), x_low=_known(x.low[i]), x_high=_known(x.high[i]),
            y=float(y.mean[i]), y_low=_known(y.low[i]), y_high=_known(y.high[i]),
            front=bool(first[i]),
            named=bool(i in named),
        )
        for i in order.tolist()
    )  # fmt: skip
    return Front(
        title=_title(means, on),
        alt=_alt(means, on),
        notes=tuple(_notes(table, len(values), means, (across, up))),
        across=across,
        up=up,
        means=means,
    )


def _complete(table: ResultsTable) -> np.ndarray:
    """Results of the data sets on which no algorithm failed, turned so that higher is better."""
    turned = table.oriented()
    return np.asarray(turned[np.isfinite(turned).all(axis=(1, 2))])


def _means(table: ResultsTable, values: np.ndarray, name: str) -> Any:
    k = list(table.measures).index(name)
    sign = 1.0 if table.measures[name] == "max" else -1.0
    results = scales.within_reach(sign * values[:, k])
    log = scales.is_wide(results)
    places = sign * (np.log10(results) if log else results)
    means = centred_means(places, LEVEL)
    ends = np.concatenate([means.mean, means.low, means.high])
    unit = "geometric mean" if log else "mean"
    return means, scales.ruler_of(name, unit, ends, sign=sign, log=log)


def _known(x: float) -> float | None:
    return float(x) if np.isfinite(x) else None


def _title(means: tuple[Mean, ...], on: tuple[str, str]) -> str:
    both = f"{on[0]} and {on[1]}"
    names = [mean.name for mean in means if mean.front]
    if len(names) == 1:
        return f"{names[0]} has the best mean of {on[0]} and of {on[1]}"
    if len(names) < 4 and sum(map(len, names)) < 50:
        word = "between" if len(names) == 2 else "among"
        return f"Best means of {both}: a choice {word} {wording.listing(names)}"
    return f"Best means of {both}: a choice among {len(names)} of {len(means)} algorithms"


def _alt(means: tuple[Mean, ...], on: tuple[str, str]) -> str:
    names = wording.some([mean.name for mean in means if mean.front], NAMED)
    return (
        f"Points: mean results of {len(means)} algorithms on {on[0]} (across) and {on[1]} (up). "
        f"On the front, where no other has better means of both: {names}."
    )


def _notes(
    table: ResultsTable, n: int, means: tuple[Mean, ...], rulers: Sequence[Ruler]
) -> list[str]:
    note = "Line: no algorithm has better means of both (not tested)."
    if n > 1:
        note += (
            f" Crosses: {100 * LEVEL:g} % intervals over {n} data sets, less each data set's mean."
        )
    more = [f"geometric means of {ruler.measure}" for ruler in rulers if ruler.unit != "mean"]
    left = table.n + table.n_dropped - n
    if left:
        verb = "is" if left == 1 else "are"
        more.append(f"{wording.plural(left, 'data set')} without all results {verb} left out")
    unnamed = sum(not mean.named for mean in means)
    if unnamed:
        more.append(f"{wording.plural(unnamed, 'algorithm')} without a name")
    return [note, *([f"{wording.capital('; '.join(more))}."] if more else [])]
