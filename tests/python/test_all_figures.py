"""Every figure of every result: no letter under 6 points, no overlap, nothing outside, at any size.

Figures that are added to :mod:`test_figures` are tested here by themselves.
"""

import warnings
from functools import cache
from pathlib import Path
from runpy import run_path

import numpy as np
import pandas as pd
import pytest

import jointstats as js

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402
from matplotlib.text import Text  # noqa: E402

from jointstats.presentation import plot  # noqa: E402
from jointstats.presentation.plot.style import LEAST  # noqa: E402

RESULTS = run_path(str(Path(__file__).with_name("test_figures.py")))
EXPECTED, made = RESULTS["EXPECTED"], RESULTS["made"]
EVERY = [(name, figure) for name, figures in EXPECTED.items() for figure in figures.split()]
AXES = [(1.5, 1.2), (3.0, 2.2), (2.0, 4.0)]  # inches of axes in which little has a place


def texts(figure):
    """Every visible text with its box in pixels."""
    figure.draw_without_rendering()
    renderer = figure._get_renderer()
    unseen = {
        label
        for ax in [*figure.axes, *(child for ax in figure.axes for child in ax.child_axes)]
        for axis in (ax.xaxis, ax.yaxis)
        for tick in axis.get_major_ticks()
        for label in (tick.label1, tick.label2)
        if not axis.get_visible()
        or not ax.axison
        or not min(axis.get_view_interval()) - 1e-9
        <= tick.get_loc()
        <= max(axis.get_view_interval()) + 1e-9
    }
    shown = [
        text
        for text in figure.findobj(Text)
        if text.get_text().strip() and text.get_visible() and text not in unseen
    ]
    places = [text.get_window_extent(renderer).extents for text in shown]
    return shown, np.array(places).reshape(-1, 4)


def faults(figure, paper=None):
    """What is wrong with the texts of a figure, in words; `paper` is a box in pixels."""
    shown, found = texts(figure)
    said = [text.get_text() for text in shown]
    small = [f"{one!r} is small" for one, text in zip(said, shown, strict=True)
             if text.get_fontsize() < LEAST - 1e-9]  # fmt: skip
    low, high = found[:, :2], found[:, 2:]
    first, last = ((0, 0), figure.bbox.size) if paper is None else paper
    inside = (low >= np.array(first) - 1).all(axis=1) & (high <= np.array(last) + 1).all(axis=1)
    outside = [
        f"{one!r} leaves the paper" for one, fits in zip(said, inside, strict=True) if not fits
    ]
    shared = np.minimum(high[:, None], high) - np.maximum(low[:, None], low)
    pairs = np.argwhere(np.triu((shared > 1).all(axis=-1), 1))
    return small + outside + [f"{said[i]!r} overlaps {said[j]!r}" for i, j in pairs]


def drawn(result, figure, width):
    """The faults of a figure of this width, on paper that pyplot does not know."""
    from matplotlib.figure import Figure

    drawing = plot.drawing(result, figure, width=width)
    canvas = Figure()
    drawing._whole(canvas)
    assert width is None or drawing.width == width
    return faults(canvas)


@pytest.mark.parametrize(("name", "figure"), EVERY)
def test_every_letter_can_be_read_and_has_its_place(name, figure):
    result = made(name)
    wrong = {width: drawn(result, figure, width) for width in (3.3, 6.9)}
    assert wrong == {3.3: [], 6.9: []}


@pytest.mark.parametrize(("name", "figure"), EVERY)
def test_in_small_axes_the_figure_is_made_anew(name, figure):
    paper = pyplot.figure(figsize=(7, 5), dpi=100)
    axes = [paper.add_axes((0.02, 0.05, wide / 7, high / 5)) for wide, high in AXES]
    for ax in axes:
        ax.set_visible(False)
    for ax in axes:
        ax.set_visible(True)
        assert made(name).plot(figure, ax=ax) is ax
        box = ax.get_window_extent()
        assert faults(paper, (box.min, box.max)) == []
        ax.remove()
    pyplot.close(paper)


@cache
def compared(l, long=False, m=3, n=30):
    """A comparison of many algorithms, names of 40 letters if they are long."""
    rng = np.random.default_rng(l)
    names = [f"algorithm {i:02d}" + " with a very long name, v. 1.2" * long for i in range(l)]
    measures = {f"measure {j}": "max" if j % 2 else "min" for j in range(m)}
    values = rng.normal(size=(n, 1, l)) + rng.normal(size=(n, m, l)) + np.linspace(1.5, 0, l)
    frame = pd.DataFrame(
        {"dataset": np.repeat(np.arange(n), l), "algorithm": np.tile(names, n)}
        | {
            name: (values[:, j] * (1 if way == "max" else -1)).ravel()
            for j, (name, way) in enumerate(measures.items())
        }
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return js.compare_algorithms(
            frame, dataset="dataset", algorithm="algorithm", measures=measures
        )


@pytest.mark.parametrize(("l", "long"), [(2, True), (7, True), (12, False), (40, True)])
def test_many_algorithms_with_long_names(l, long):
    result = compared(l, long)
    wrong = {
        (figure, width): found
        for figure in result.figures
        for width in (3.3, 6.9)
        if (found := drawn(result, figure, width))
    }
    assert wrong == {}
