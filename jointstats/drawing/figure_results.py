"""The data: of every result its deviation from the mean of all algorithms on the data set.

A panel for each measure, a row for each algorithm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jointstats.base import options, wording
from jointstats.drawing import scales
from jointstats.drawing.content import Content
from jointstats.drawing.scales import Ruler
from jointstats.table.results_table import ResultsTable

MEASURES, ROWS = 6, 20  # panels and algorithms that can still be read
DOTS = 8000  # in a figure: of more, rows have their middle only
GOLDEN = (5**0.5 - 1) / 2  # multiples of it spread evenly


@dataclass(frozen=True)
class Middle:
    """The results of an algorithm on a measure: median and quartiles, in places.

    ``panel`` and ``line`` count from 0; ``missing`` counts data sets without a result.
    """

    panel: int
    line: int
    median: float | None
    low: float | None
    high: float | None
    missing: int


@dataclass(frozen=True)
class Dot:
    """A result: its place, its data set, and its distance from the middle of its row.

    ``lift`` is between −1 and 1.
    """

    panel: int
    line: int
    dataset: int
    x: float
    lift: float


@dataclass(frozen=True)
class Results(Content):
    """Deviations of algorithms on data sets."""

    kind = "results"
    layout = "drawing.layout_results"

    algorithms: tuple[str, ...] = ()
    rulers: tuple[Ruler, ...] = ()
    middles: tuple[Middle, ...] = ()
    dots: tuple[Dot, ...] = ()


def results(table: ResultsTable, measures: Sequence[str] | None = None) -> Results:
    """Every result of a table; of many algorithms those with the best mean ranks.

    Parameters
    ----------
    table : ResultsTable
    measures : sequence of str, optional
        Only these; of many, the first six are shown.
    """
    asked = options.known_names("measure", measures or list(table.measures), list(table.measures))
    on = list(asked)[:MEASURES]
    columns = [list(table.measures).index(name) for name in on]
    every, _ = table.everything()
    order = _best_first(every * table.signs[:, None])[:ROWS]
    values = every[:, columns][:, :, order]
    rulers, middles, dots = [], [], []
    shown = values.size <= DOTS
    lifts = 2 * (np.arange(len(values)) * GOLDEN % 1) - 1
    for k, name in enumerate(on):
        places, ruler = scales.deviations(name, table.measures[name], every[:, columns[k]])
        places = places[:, order]
        rulers.append(ruler)
        for row in range(len(order)):
            places_ = places[:, row]
            there = np.flatnonzero(~np.isnan(places_))
            low, middle, high = (
                np.quantile(places_[there], (0.25, 0.5, 0.75)).tolist()
                if len(there) else (None, None, None)
            )  # fmt: skip
            middles.append(Middle(k, row, middle, low, high, len(places_) - len(there)))
            if shown:
                dots += [Dot(k, row, int(d), float(places_[d]), float(lifts[d])) for d in there]
    return Results(
        title=_title(table, len(values)),
        alt=f"Dots: the results of {len(order)} algorithms on {wording.listing(on)}, a row for "
        f"each algorithm, {wording.plural(len(values), 'data set')}.",
        notes=tuple(_notes(table, values, len(rulers), shown, len(asked), len(order))),
        algorithms=tuple(table.algorithms[i] for i in order),
        rulers=tuple(rulers),
        middles=tuple(middles),
        dots=tuple(dots),
    )


def _best_first(turned: np.ndarray) -> np.ndarray:
    """Places of the algorithms by mean rank over all measures and data sets."""
    from scipy.stats import rankdata  # slow to load

    ranks = rankdata(np.where(np.isnan(turned), -np.inf, turned), axis=2)
    return np.argsort(-ranks.mean(axis=(0, 1)), kind="stable")


def _title(table: ResultsTable, n: int) -> str:
    l = len(table.algorithms)
    return f"Results of {l} algorithms on {wording.plural(n, 'data set')}"


def _notes(
    table: ResultsTable, values: np.ndarray, panels: int, shown: bool, measures: int, rows: int
) -> list[str]:
    what = "Dots" if shown else "Bars"
    note = (
        f"{what}: results, less the mean of all algorithms on the data set. Tick: median; bar: "
        "middle half. Best mean rank first."
    )
    more = []
    if not shown:
        more.append("too many results to draw each")
    missing = int(np.isnan(values).sum())
    if missing:
        are = "is" if missing == 1 else "are"
        more.append(f"{wording.plural(missing, 'result')} {are} missing")
    left = [
        wording.plural(number, what)
        for number, what in (
            (table.n + table.n_dropped - len(values), "data set"),
            (len(table.algorithms) - rows, "more algorithm"), (measures - panels, "more measure"),
        )
        if number
    ]  # fmt: skip
    if left:
        more.append(f"{wording.listing(left)}: not shown")
    return [note, *([f"{wording.capital('; '.join(more))}."] if more else [])]
