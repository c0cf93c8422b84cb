"""The data themselves: a panel for each measure, a row for each algorithm, dots for results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import rankdata

from jointstats.labelled import options, wording
from jointstats.labelled.table.results_table import ResultsTable
from jointstats.presentation.figures import scales
from jointstats.presentation.figures.content import Content
from jointstats.presentation.figures.scales import Ruler

MEASURES, ROWS = 6, 20  # panels and algorithms that can still be read
DOTS = 8000  # in a figure: of more, rows have their middle only
FEW = 3  # algorithms whose dots are joined, data set by data set
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
    """A result: where it stands, of which data set, and how far from the middle of its row.

    ``lift`` is between −1 and 1.
    """

    panel: int
    line: int
    dataset: int
    x: float
    lift: float


@dataclass(frozen=True)
class Results(Content):
    """Results of algorithms on data sets; ``joined`` asks for a line for each data set."""

    kind = "results"

    algorithms: tuple[str, ...] = ()
    rulers: tuple[Ruler, ...] = ()
    middles: tuple[Middle, ...] = ()
    dots: tuple[Dot, ...] = ()
    joined: bool = False


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
    values, _ = table.everything()
    order = _best_first(values * table.signs[:, None])[:ROWS]
    values = values[:, columns][:, :, order]
    joined = len(order) <= FEW
    rulers, middles, dots = [], [], []
    shown = values.size <= DOTS
    lifts = 2 * (np.arange(len(values)) * GOLDEN % 1) - 1
    for k, name in enumerate(on):
        places, ruler = scales.values(name, table.measures[name], values[:, k])
        rulers.append(ruler)
        for row in range(len(order)):
            found = places[:, row]
            there = np.flatnonzero(~np.isnan(found))
            low, middle, high = (
                np.quantile(found[there], (0.25, 0.5, 0.75)).tolist()
                if len(there) else (None, None, None)
            )  # fmt: skip
            middles.append(Middle(k, row, middle, low, high, len(found) - len(there)))
            if shown:
                dots += [
                    Dot(k, row, int(d), float(found[d]), 0.0 if joined else float(lifts[d]))
                    for d in there
                ]
    return Results(
        title=_title(table, len(values)),
        alt=f"Dots: the results of {len(order)} algorithms on {wording.listing(on)}, a row for "
        f"each algorithm, {wording.plural(len(values), 'data set')}.",
        notes=tuple(_notes(table, values, len(rulers), joined, shown, len(asked), len(order))),
        algorithms=tuple(table.algorithms[i] for i in order),
        rulers=tuple(rulers),
        middles=tuple(middles),
        dots=tuple(dots),
        joined=joined,
    )


def _best_first(turned: np.ndarray) -> np.ndarray:
    """Places of the algorithms by their mean ranks over all measures and data sets."""
    ranks = rankdata(np.where(np.isnan(turned), -np.inf, turned), axis=2)
    return np.argsort(-ranks.mean(axis=(0, 1)), kind="stable")


def _title(table: ResultsTable, n: int) -> str:
    l = len(table.algorithms)
    return f"Results of {l} algorithms on {wording.plural(n, 'data set')}"


def _notes(
    table: ResultsTable,
    values: np.ndarray,
    panels: int,
    joined: bool,
    shown: bool,
    measures: int,
    rows: int,
) -> list[str]:
    bars = "" if joined else "; bar: middle half"
    notes = [f"Rows: best mean rank over all measures first. Tick: median{bars}."]
    if not shown:
        notes.append("There are too many results to draw each.")
    elif joined:
        colour = ", in the colour of the better one" if rows == 2 else ""
        notes.append(f"A line joins the results on a data set{colour}.")
    missing = int(np.isnan(values).sum())
    if missing:
        verb = "is" if missing == 1 else "are"
        notes.append(f"{wording.plural(missing, 'result')} {verb} missing.")
    out = table.n + table.n_dropped - len(values)
    if out:
        verb = "is" if out == 1 else "are"
        notes.append(f"{wording.plural(out, 'data set')} {verb} left out.")
    left = [
        wording.plural(more, f"more {what}")
        for more, what in (
            (len(table.algorithms) - rows, "algorithm"), (measures - panels, "measure"),
        )
        if more
    ]  # fmt: skip
    if left:
        notes.append(f"{wording.capital(wording.listing(left))}: not shown.")
    return notes
