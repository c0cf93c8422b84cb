"""Figures: text that neither overlaps nor leaves the figure, the numbers drawn, the extra named."""

import re
import subprocess
import sys
import warnings
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jointstats as js
from jointstats.labelled.joint.structure import Arc

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402
from matplotlib.text import Text  # noqa: E402

from jointstats.presentation import figures, plot  # noqa: E402
from jointstats.presentation.figures import content  # noqa: E402
from jointstats.presentation.plot import orders, style  # noqa: E402

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
    ticks = [
        (axis, tick)
        for one in (ax, *ax.child_axes)
        for axis in (one.xaxis, one.yaxis)
        for tick in axis.get_major_ticks()
    ]
    unseen = {
        tick.label1
        for axis, tick in ticks
        if not min(axis.get_view_interval()) <= tick.get_loc() <= max(axis.get_view_interval())
    }
    shown = [t for t in figure.findobj(Text) if t.get_text().strip() and t.get_visible()]
    shown = [t for t in shown if t not in unseen]
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
    for name in result.figures:
        check(result.plot(name))


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


@pytest.mark.parametrize("long", [False, True])
def test_no_text_overlaps_in_the_other_figures(long):
    check(comparison(4, 3, long, control=True).plot())
    two = js.hotelling_test(table(2, 2, long))
    check(two.plot())
    check(two.plot("effects"))
    five = js.hotelling_test(table(2, 5, long))
    check(five.plot())
    check(five.plot("plane", measures=list(five.measures)[3:]))
    check(js.manova_test(table(4, 3, long)).plot())
    few = js.bayes_sign_test(table(3, 2, long))
    check(few.plot("effects"))
    check(few.plot("wins"))
    check(js.friedman_test(table(5, 3, long)).plot())
    check(js.plackett_luce_test(table(12, 8, long), draws=100).plot())
    check(js.learn_measures(table(12 if long else 4, 4, long), share=0.5, rng=1).plot())
    with pytest.warns(js.JointStatsWarning, match="rows that taught"):
        check(js.learn_measures(table(2, 4, long)).plot())


def test_no_text_overlaps_in_the_figures_of_studies():
    check(js.simulate_roc(cases=20, draws=50).plot())
    check(js.plan_datasets(js.load_dataset("example1"), replicates=100).plot())


@pytest.mark.parametrize("m", [3, 4, 5, 8])
def test_no_text_overlaps_in_a_network_with_every_dependence(m):
    """All edges drawn, none negligible: the densest picture there is."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = js.network_test(table(2, m, True))
    chances = np.random.default_rng(m).uniform(0.06, 1, len(result.edges))
    edges = [
        replace(edge, probability=float(p)) for edge, p in zip(result.edges, chances, strict=True)
    ]
    arcs = [
        Arc(from_=edge.a, to=edge.b, compelled=i % 2 == 0) for i, edge in enumerate(result.edges)
    ]
    check(replace(result, edges=edges, arcs=arcs).plot("network"))


@pytest.mark.parametrize("size", [(3, 2.5), (6.4, 4.8), (10, 9)])
def test_axes_of_any_size_will_do(size):
    for made in (comparison(2, 2), comparison(7, 6)):
        figure = pyplot.figure(figsize=size, layout="constrained")
        ax = made.plot(ax=figure.add_subplot())
        assert ax.figure is figure
        check(ax)


def texts(ax):
    shown = [t.get_text() for t in ax.figure.findobj(Text) if t.get_visible()]
    pyplot.close(ax.figure)
    return shown


@cache
def example():
    with pytest.warns(js.JointStatsWarning, match="depends on the prior"):
        return js.bayes_test(js.load_dataset("example1"))


def test_directions_are_written_on_the_figures():
    result = comparison(2, 2)
    shown = texts(result.plot("effects"))
    assert "measure_0 (lower is better)" in shown and "measure_1 (higher is better)" in shown
    assert "← AODE better" in shown and "RandomForest better →" in shown
    shown = texts(ranked().plot("rankings"))
    assert {"lower is better", "higher is better"} <= set(shown)


def bars_of(ax):
    """Bars over cliques: height, and both ends; and the heights and places of their dots."""
    thick = [line for line in ax.lines if line.get_linewidth() == 1.6]
    dots = {
        (round(line.get_xdata()[0], 6), round(line.get_ydata()[0], 6))
        for line in ax.lines
        if line.get_marker() == "o" and line.get_color() == "#000000"
    }
    return [(round(bar.get_ydata()[0], 6), *bar.get_xdata()) for bar in thick], dots


@cache
def ranked():
    return js.friedman_test(table(3, 2))


def test_cliques_are_drawn_as_bars():
    result = ranked()
    groups = [group for one in result.rankings.values() for group in one.groups]
    ax = result.plot("rankings")
    assert len(bars_of(ax)[0]) == len(groups)
    pyplot.close(ax.figure)


def test_every_member_of_a_clique_has_a_dot_and_nobody_else():
    order = content.Order("x", "", ("a", "b", "c", "d"), (1, 2, 3, 4), (("a", "c"), ("b", "d")))
    shown = content.Orders("Order", "Order", orders=(order,))
    ax = plot.render(shown).on()
    block = orders._Block(order, 6.9 - 2 * 0.06, shown)
    place = {name: block.at(rank) for name, rank in zip("abcd", (1, 2, 3, 4), strict=True)}
    bars, dots = bars_of(ax)
    for (y, low, high), group in zip(bars, order.cliques, strict=True):
        on = {x for x, height in dots if height == y}
        assert on == {round(place[name], 6) for name in group}
        assert low < min(on) and max(on) < high
    pyplot.close(ax.figure)


@pytest.mark.warns("Nemenyi's test is approximate")
def test_the_critical_difference_is_as_long_as_that_many_ranks():
    result = js.friedman_test(js.load_dataset("weka"), on=["auc"], post_hoc="nemenyi")
    ax = result.plot()
    (shown,) = figures.figure(result).orders
    bar = next(line for line in ax.lines if line.get_linewidth() == 1.4)
    length = bar.get_xdata()[1] - bar.get_xdata()[0]
    dots = [
        line.get_xdata()[0]
        for line in ax.lines
        if line.get_marker() == "o" and line.get_color() == "#0072B2"
    ]
    per_rank = (max(dots) - min(dots)) / (shown.mean_ranks[-1] - shown.mean_ranks[0])
    assert length == pytest.approx(result.critical_difference * per_rank)
    pyplot.close(ax.figure)


@pytest.mark.parametrize(
    ("value", "decides"),
    [
        (0.97, 0.95),
        (0.94, 0.95),
        (0.9, 0.95),
        (0.5, 0.95),
        (0.01, 0.95),
        (1e-4, 0.05),
        (0.03, 0.05),
    ],
)
def test_the_line_that_decides_is_seen_and_no_number_hides_it(value, decides):
    row = content.Row("label", "", value, shown=f"{value:.4f}")
    made = content.Rows("T", "T", rows=(row,), scale=content.Scale(0, 1, "p", decides, "decides"),
                        bars=True)  # fmt: skip
    ax = plot.render(made).on()
    (panel,) = ax.child_axes
    line = next(one for one in panel.lines if one.get_linestyle() == "--")
    assert line.get_zorder() > max(patch.get_zorder() for patch in panel.patches)
    assert set(line.get_xdata()) == {decides}
    ax.figure.draw_without_rendering()
    shown = next(text for text in ax.texts if text.get_text() == row.shown)
    box = shown.get_window_extent().transformed(panel.transAxes.inverted())
    assert box.x0 > 1  # right of the panel
    pyplot.close(ax.figure)


def test_the_second_axis_of_a_lower_is_better_measure_points_to_the_better():
    ax = js.hotelling_test(table(2, 2)).plot()  # measure_0 is "min", measure_1 "max"
    (panel,) = ax.child_axes
    assert panel.get_xlim()[0] > panel.get_xlim()[1]
    assert panel.get_ylim()[0] < panel.get_ylim()[1]
    pyplot.close(ax.figure)


def test_names_stay_distinct_when_shortened():
    names = [f"a long name of an algorithm, the {i}th of many of its kind" for i in range(12)]
    for long in (names, [name[::-1] for name in names]):
        short = style.distinct(long, 1.2, 9)
        assert len(set(short.values())) == 12
        assert all(style.text_width(name, 9) <= 1.3 for name in short.values())


def test_long_names_are_measured_only_as_far_as_they_fit(monkeypatch):
    measured, real = [], style.text_width
    monkeypatch.setattr(style, "text_width", lambda t, *more: measured.append(t) or real(t, *more))
    name = "Iwasa" * 400
    lines = style.wrapped(name, 1.5, 9)
    assert "".join(lines) == name
    assert all(real(line, 9) <= 1.5 < real(line + name[:3], 9) for line in lines[:-1])
    for text in (style.shortened(name, 1.5, 9), style._tail(name, 1.5, 9)):
        assert real(text, 9) <= 1.5 < real(text + "Iw", 9) and "…" in text
    assert style.shortened("Iwasa", 1.5, 9) == "Iwasa"
    assert style.shortened("Iwasa", 0.01, 9) == "I…"
    # every letter some times, not every part of the name
    assert sum(map(len, measured)) < 20 * len(name)


@given(
    st.lists(st.floats(0, 10), min_size=1, max_size=12),
    st.floats(0.1, 0.8),
)
@settings(max_examples=50, deadline=None)
def test_labels_are_apart_in_order_and_inside(wanted, step):
    wanted = sorted(wanted)
    places = orders.apart(wanted, step, 0, 10)
    assert all(b - a >= step - 1e-9 for a, b in pairwise(places))
    assert places[0] >= -1e-9 and places[-1] <= 10 + 1e-9
    if all(b - a >= step for a, b in pairwise(wanted)):
        assert np.allclose(places, wanted)  # nothing moves without need


def test_svg_is_the_same_every_time():
    made = plot.drawing(example())
    assert made.svg() == made.svg()
    assert made.svg().startswith("<?xml") and "time: 6" in made.alt


def test_axes_in_place_of_a_name_are_told_to_use_the_keyword():
    ax = pyplot.figure().add_subplot()
    with pytest.raises(js.JointStatsError, match="axes are given as ax="):
        example().plot(ax)
    assert example().plot("statements", ax=ax) is ax
    assert "6 of 12" in ax.get_title(loc="left")
    pyplot.close(ax.figure)


def test_a_saved_figure_has_the_format_of_its_ending(tmp_path):
    made = plot.drawing(example(), "statements")
    before = pyplot.get_fignums()
    for ending, start in ((".png", b"\x89PNG"), (".svg", b"<?xml"), (".pdf", b"%PDF")):
        path = tmp_path / f"figure{ending}"
        made.save(path)
        assert path.read_bytes().startswith(start)
    assert pyplot.get_fignums() == before


def test_import_of_the_figures_does_not_load_matplotlib():
    code = "import sys, jointstats.presentation.plot; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def with_rope():
    """Two algorithms on one measure, practically equal within a tenth."""
    frame = pd.DataFrame({"A": [0.1, 0.5, 0.9], "B": [0.3, 0.52, 0.7]})
    return js.results_table(frame, measures={"m": "max"}, rope=0.1)


def test_the_pages_name_functions_figures_and_pictures_that_exist():
    docs = Path(__file__).resolve().parents[2] / "docs"
    pages = ("how-to-read-the-figures.md", "which-test-when.md", "glossary.md", "gallery.md")
    text = "\n".join((docs / page).read_text(encoding="utf-8") for page in pages)
    called = set(re.findall(r"`(?:\w+\()?(\w+)\((?!\))", text)) - {"plot"}
    assert len(called) > 10
    for name in called:
        assert hasattr(js, name), name
    named = set(re.findall(r'plot\("(\w+)"', text))
    known = (made.figures for made in (comparison(3, 2), comparison(2, 2), example(),
             js.network_test(table(2, 3)), js.friedman_test(table(3, 2)),
             js.hotelling_test(table(2, 3)), js.plackett_luce_test(table(3, 2), draws=100),
             js.bayes_sign_test(with_rope()),
             js.claim_test(table(2, 2), "AODE", "RandomForest", better="measure_0")))  # fmt: skip
    assert len(named) > 5 and named <= set().union(*known)
    pictures = re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", text)
    assert len(pictures) >= 10
    assert all(len(alt) > 20 and (docs / path).is_file() for alt, path in pictures)
