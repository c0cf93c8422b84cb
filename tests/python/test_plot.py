"""Figures: text that neither overlaps nor leaves the figure, the numbers drawn, the extra named."""

import warnings
from functools import cache

import numpy as np
import pandas as pd
import pytest

import jointstats as js

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402
from matplotlib.text import Text  # noqa: E402

from jointstats.presentation import plot  # noqa: E402

SHORT = ["RandomForest", "AODE", "Bagging", "NaiveBayes", "J48graft", "Logistic", "BayesNet",
         "kNN", "SVM", "MLP", "Ridge", "Stump"]  # fmt: skip


@cache
def table(l, m, long=False, n=25):
    rng = np.random.default_rng(1)
    names = [f"Klassifizierer für Größen, $\\alpha$ = {i} (default)" for i in range(l)]
    names = names if long else SHORT[:l]
    measures = {
        f"gewichtete Fläche unter der Kurve {j}" if long else f"measure_{j}": "max" if j % 3 else
        "min" for j in range(m)
    }  # fmt: skip
    value = rng.normal(size=(n, 1, l)) + rng.normal(size=(n, m, l)) + np.linspace(1.5, 0, l)
    frame = pd.DataFrame(
        [
            {"dataset": f"d{i}", "algorithm": names[a]}
            | {
                name: value[i, j, a] * (1 if way == "max" else -1)
                for j, (name, way) in enumerate(measures.items())
            }
            for i in range(n)
            for a in range(l)
        ]
    )
    return js.results_table(frame, dataset="dataset", algorithm="algorithm", measures=measures)


@cache
def comparison(l, m, long=False, control=False):
    results = table(l, m, long)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return js.compare_algorithms(results, control=results.algorithms[1] if control else None)


def boxes(ax):
    figure = ax.figure
    figure.draw_without_rendering()
    renderer = figure.canvas.get_renderer()
    shown = [t for t in figure.findobj(Text) if t.get_text().strip() and t.get_visible()]
    places = [t.get_window_extent(renderer).extents for t in shown]
    return [t.get_text() for t in shown], np.array(places)


def check(ax):
    """No two texts share more than a pixel, and none leaves the figure."""
    texts, found = boxes(ax)
    low, high = found[:, :2], found[:, 2:]
    inside = (low >= -1).all(axis=1) & (high <= ax.figure.bbox.size + 1).all(axis=1)
    assert inside.all(), f"{texts[inside.argmin()]!r} leaves the figure"
    shared = np.minimum(high[:, None], high) - np.maximum(low[:, None], low)
    overlap = np.triu((shared > 1).all(axis=-1), 1)
    one, two = np.unravel_index(overlap.argmax(), overlap.shape)
    assert not overlap.any(), f"{texts[one]!r} overlaps {texts[two]!r}"
    pyplot.close(ax.figure)


SIZES = [(2, 2, False), (2, 8, True), (3, 3, False), (12, 8, True)]


@pytest.mark.parametrize(("l", "m", "long"), SIZES)
def test_no_text_overlaps_or_leaves_the_figure(l, m, long):
    result = comparison(l, m, long)
    check(result.plot())
    check(plot.rankings(result))
    check(plot.pairs(result) if l > 2 else plot.effects(result))
    check(plot.shares(result.joint["pareto"]))
    for name in ("glrt", "bayes", "bayes_best"):
        if result.joint.get(name) is not None:
            check(result.joint[name].plot())
    if result.joint["bayes"] is not None:
        check(plot.shares(result.joint["bayes"]))


def test_the_checker_sees_an_overlap_and_a_text_that_leaves():
    ax = pyplot.figure().add_subplot()
    ax.text(0.5, 0.5, "one")
    ax.text(0.51, 0.5, "two")
    with pytest.raises(AssertionError, match="overlaps"):
        check(ax)
    ax = pyplot.figure().add_subplot()
    ax.text(0.9, 0.5, "a sentence that is too long for what is left of the figure")
    with pytest.raises(AssertionError, match="leaves"):
        check(ax)
