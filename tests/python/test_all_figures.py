"""Every figure of every result: no letter under 6 points, no overlap, nothing outside, at any size.

Figures that are added to :mod:`test_figures` are tested here by themselves.
"""

import re
import warnings
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import test_figures
from hypothesis import given, settings
from hypothesis import strategies as st

import jointstats as js

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402
from matplotlib.text import Text  # noqa: E402

from jointstats.presentation import figures, plot  # noqa: E402
from jointstats.presentation.figures.content import Row, Rows, Scale, told  # noqa: E402
from jointstats.presentation.plot import style, themes  # noqa: E402
from jointstats.presentation.plot.style import LEAST  # noqa: E402

made = test_figures.made
AXES = [(1.5, 1.2), (3.0, 2.2)]  # inches of axes in which little has a place


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


@pytest.mark.parametrize("name", test_figures.MAKERS)
def test_every_letter_can_be_read_and_has_its_place(name):
    result = made(name)
    wrong = {
        (figure, width): found
        for figure in result.figures
        for width in (3.3, 6.9)
        if (found := drawn(result, figure, width))
    }
    assert wrong == {}


@pytest.mark.parametrize("name", test_figures.MAKERS)
def test_in_small_axes_the_figure_is_made_anew(name):
    paper = pyplot.figure(figsize=(7, 5), dpi=100)
    wrong = {}
    for figure in made(name).figures:
        for wide, high in AXES:
            ax = paper.add_axes((0.02, 0.05, wide / 7, high / 5))
            assert made(name).plot(figure, ax=ax) is ax
            box = ax.get_window_extent()
            if found := faults(paper, (box.min, box.max)):
                wrong[figure, wide] = found
            ax.remove()
    pyplot.close(paper)
    assert wrong == {}


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


@pytest.mark.parametrize(("l", "long"), [(2, True), (12, False), (40, True)])
def test_many_algorithms_with_long_names(l, long):
    result = compared(l, long)
    wrong = {
        (figure, width): found
        for figure in result.figures
        for width in (3.3, 6.9)
        if (found := drawn(result, figure, width))
    }
    assert wrong == {}


def test_the_checker_sees_what_is_wrong():
    ax = pyplot.figure().add_subplot()
    ax.text(0.5, 0.5, "one")
    ax.text(0.51, 0.5, "two", fontsize=5)
    ax.text(0.9, 0.9, "a sentence that is too long for what is left of the figure")
    found = faults(ax.figure)
    assert found[0] == "'two' is small" and found[1].endswith("leaves the paper")
    assert found[2:] == ["'one' overlaps 'two'"]
    pyplot.close(ax.figure)


def test_a_theme_colours_paper_and_words_and_a_wrong_one_is_named():
    result = made("claim")
    ax = result.plot(theme="dark")
    look = themes.DARK
    assert {text.get_color() for text in ax.texts} <= {look.ink, look.quiet}
    assert matplotlib.colors.to_hex(ax.figure.get_facecolor()).upper() == look.paper
    pyplot.close(ax.figure)
    with pytest.raises(js.JointStatsError, match='"colour", "grey" and "dark"'):
        result.plot(theme="light")


def test_themes_keep_what_is_shown_apart_from_what_is_not_in_grey_print():
    def light(colour):
        red, green, blue = matplotlib.colors.to_rgb(colour)
        return 0.299 * red + 0.587 * green + 0.114 * blue

    for look in themes.THEMES.values():
        better, worse = light(look.better[0]), light(look.worse[0])
        assert look is themes.DARK or worse - better > 0.2
        for role in ("better", "worse", "trade"):
            shown, pale = map(light, getattr(look, role))
            assert abs(shown - pale) > 0.2
        for colour in (*look.better, *look.worse, *look.trade, *look.equal, look.open):
            assert abs(light(look.on(colour)) - light(colour)) > 0.3  # words on it can be read


def test_themes_are_the_same_in_r():
    code = (Path(__file__).parents[2] / "R" / "themes.R").read_text(encoding="utf-8")
    found = re.findall(r"^  (\w+) = list\((.*?)^  \)", code, re.M | re.S)
    assert [name for name, _ in found] == list(themes.THEMES)
    for name, said in found:
        colours = [one for value in vars(themes.THEMES[name]).values()
                   for one in ([value] if isinstance(value, str) else value)]  # fmt: skip
        assert re.findall(r"#[0-9A-F]{6}", said) == colours


def test_title_and_notes_can_be_left_out_and_are_text_in_the_caption():
    result = made("pareto")
    content = figures.figure(result, "statements")
    assert result.caption("statements").startswith(content.title)
    assert result.caption("statements").endswith(content.notes[-1])
    whole = plot.drawing(result, "statements", width=5)
    bare = plot.drawing(result, "statements", width=5, title=False, notes=False)
    assert bare.height < whole.height
    ax = result.plot("statements", title="Mine", notes=False)
    assert ax.get_title(loc="left") == "Mine"
    assert not any(content.notes[0].startswith(text.get_text()) for text in ax.texts)
    pyplot.close(ax.figure)


def test_a_width_is_inches_of_a_new_figure():
    result = made("pareto")
    for width in (1, 100, "3.3", True):
        with pytest.raises(js.JointStatsError, match="inches from 2 to 40"):
            result.plot(width=width)
    ax = pyplot.figure().add_subplot()
    with pytest.raises(js.JointStatsError, match="axes that are given"):
        result.plot(ax=ax, width=3.3)
    pyplot.close(ax.figure)


@pytest.mark.parametrize("ending", [".png", ".svg", ".pdf"])
def test_files_are_the_same_bytes_every_time(ending):
    one, two = (plot.drawing(made("pareto"), "statements").encoded(ending) for _ in range(2))
    assert one == two and b"CreationDate" not in one


def test_rows_that_have_no_place_are_counted():
    rows = tuple(Row(f"name {i}", "", i / 20, shown=f"{i / 20}") for i in range(20))
    content = Rows("T", "T", rows=rows, scale=Scale(0, 1, "p"), more=20, unit="algorithm")
    figure = pyplot.figure(figsize=(4, 3))
    ax = plot.render(content).on(figure.add_axes((0, 0, 1, 1)))
    said = [text.get_text() for text in ax.texts]
    shown = sum(row.label in said for row in content.rows)
    assert 3 < shown < 20
    assert f"{40 - shown} more algorithms are left out." in said
    pyplot.close(figure)


def test_rows_that_all_show_the_same_are_told_in_a_sentence():
    rows = tuple(Row(f"name {i}", "", 0.9999 + i / 1e6, shown="> 0.999") for i in range(8))
    made_of = Rows("T", "T", rows=rows, scale=Scale(0, 1, "p"), bars=True, unit="outcome")
    said = told(made_of)
    assert said.rows == () and said.sentence.startswith(
        "Each of these 8 outcomes: > 0.999. name 0;"
    )
    other = replace(made_of, rows=(*rows[:7], replace(rows[7], shown="0.998")))
    assert told(other) is other
    assert told(replace(made_of, rows=rows[:2])).rows == rows[:2]


@given(st.lists(st.text("abcdefghij WMl", min_size=1, max_size=40), min_size=1, max_size=8),
       st.floats(0.3, 6))  # fmt: skip
@settings(max_examples=40, deadline=None)
def test_fitted_texts_fit_and_are_never_small(texts, width):
    found, size = style.fitted(texts, width)
    assert LEAST <= size <= style.TEXT and len(found) == len(texts)
    for text, kept in zip(texts, found, strict=True):
        assert style.text_width(kept, size) <= width or len(kept) <= 2
        assert kept == text or "…" in kept


@given(st.integers(1, 60), st.floats(0.05, 0.5), st.floats(0, 10))
def test_as_many_rows_as_have_a_place(n, each, room):
    kept = style.fitting(n, each, room)
    assert 1 <= kept <= n
    assert kept == 1 or kept * each <= room + 1e-6
    assert kept == n or (kept + 1) * each > room
    more = style.left_out(n, kept, "row")
    assert (more == ()) == (kept == n)
    assert all(one.startswith(f"{n - kept} more row") for one in more)
