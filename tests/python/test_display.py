"""Every figure as a list of marks: laws of its texts, its colours, and its painters.

Figures that are added to :mod:`test_figures` are tested here by themselves.
"""

import json
import re
import subprocess
import sys
from functools import cache
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
import test_figures
from hypothesis import given, settings
from hypothesis import strategies as st
from marks import LEAST, box_of, faults, listed, of_kind, said, segments
from references import quiet

import jointstats as js
from jointstats.drawing import chart, content, figure_rankings, style
from jointstats.drawing.figure_rows import FigureRows
from jointstats.interfaces import figures

made = test_figures.made
WIDTHS = (3.3, 6.9)
SMALL = [(1.5, 1.2), (3.0, 2.2)]  # inches of figures in which little has a place
SHORT = ["RandomForest", "AODE", "Bagging", "NaiveBayes", "J48graft", "Logistic", "BayesNet",
         "kNN", "SVM", "MLP", "Ridge", "Stump"]  # fmt: skip


def wrong(result, **how):
    """The faults of every figure of a result, at two widths."""
    return {
        (figure, width): found
        for figure in result.figures
        for width in WIDTHS
        if (found := faults(listed(result, figure, width, **how)))
    }


# --- Laws of texts --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", test_figures.MAKERS)
def test_every_letter_can_be_read_and_has_its_place(name):
    assert wrong(made(name)) == {}


@pytest.mark.parametrize("name", test_figures.MAKERS)
def test_in_a_small_figure_what_has_no_place_is_left_out(name):
    result = made(name)
    assert {
        (figure, wide): found
        for figure in result.figures
        for wide, high in SMALL
        if (found := faults(figures.drawing(result, figure).fitting(wide, high).to_dict()))
    } == {}


@cache
def table(l, m=3, long=False, n=30):
    """A table of many algorithms, with names of 40 letters if they are long."""
    rng = np.random.default_rng(l)
    names = [f"Klassifizierer für Größen, $\\alpha$ = {i:02d} (default)" for i in range(l)]
    if not long:
        names = [*SHORT, *(f"algorithm {i:02d}" for i in range(12, l))][:l]
    measures = {
        f"gewichtete Fläche unter der Kurve {j}" if long else f"measure {j}": "max" if j % 2 else
        "min" for j in range(m)
    }  # fmt: skip
    values = rng.normal(size=(n, 1, l)) + rng.normal(size=(n, m, l)) + np.linspace(1.5, 0, l)
    frame = pd.DataFrame(
        {"dataset": np.repeat(np.arange(n), l), "algorithm": np.tile(names, n)}
        | {
            name: (values[:, j] * (1 if way == "max" else -1)).ravel()
            for j, (name, way) in enumerate(measures.items())
        }
    )
    return js.results_table(frame, dataset="dataset", algorithm="algorithm", measures=measures)


@cache
def compared(l, m=3, long=False):
    return quiet(js.compare_algorithms, table(l, m, long))


SIZES = [(2, 2, False), (2, 3, True), (2, 8, True), (3, 2, False), (7, 2, False), (7, 3, True),
         (12, 3, False), (12, 8, True), (18, 2, True), (40, 2, False), (40, 3, True)]  # fmt: skip


@pytest.mark.parametrize(("l", "m", "long"), SIZES)
def test_few_and_many_algorithms_with_short_and_long_names(l, m, long):
    assert wrong(compared(l, m, long)) == {}


@pytest.mark.parametrize(
    "make",
    [
        lambda long: quiet(js.compare_algorithms, table(4, 3, long), control=SHORT[1] if not long
                           else table(4, 3, True).algorithms[1]),
        lambda long: js.hotelling_test(table(2, 2, long)),
        lambda long: js.hotelling_test(table(2, 5, long)),
        lambda long: js.manova_test(table(4, 3, long)),
        lambda long: js.bayes_sign_test(table(3, 2, long)),
        lambda long: js.friedman_test(table(5, 3, long)),
        lambda long: js.learn_measures(table(12 if long else 4, 4, long), share=0.5, rng=1),
    ],
)  # fmt: skip
@pytest.mark.parametrize("long", [False, True])
def test_other_tests_with_short_and_long_names(make, long):
    assert wrong(make(long)) == {}


TESTS = {
    "leaderboard": js.leaderboard,
    "friedman": js.friedman_test,
    "sign": lambda results: js.sign_test(results, on=["measure 0"]),
    "wilcoxon": js.wilcoxon_test,
    "manova": js.manova_test,
    "best": lambda results: js.bayes_test(results, question="best"),
    "nemenyi": lambda results: js.friedman_test(results, on=["measure 0"],
                                                post_hoc="nemenyi"),
}  # fmt: skip


@pytest.mark.parametrize("l", [2, 3, 7, 18, 40])
@pytest.mark.parametrize("name", TESTS)
def test_every_kind_with_few_and_many_algorithms(name, l):
    if l > 2 or name not in ("friedman", "nemenyi"):
        assert wrong(quiet(TESTS[name], table(l))) == {}


def test_a_table_that_is_drawn_by_its_method():
    for l, long in ((3, False), (40, True)):
        for width in WIDTHS:
            assert faults(listed(table(l, 3, long), "results", width)) == []


def test_the_checker_sees_what_is_wrong():
    text = {"kind": "text", "x": 1.0, "y": 1.0, "text": "one", "size": 8, "width": 0.3,
            "align": "left", "angle": 0}  # fmt: skip
    far = text | {"text": "two", "size": 5, "x": 1.1}
    gone = text | {"text": "out", "x": 4.8, "y": 2.0}
    line = {"kind": "lines", "segments": [(0.0, 1.0, 2.0, 1.0)], "lw": 1}
    cover = {"kind": "polygons", "polygons": [[(0, 0), (3, 0), (3, 1.2), (0, 1.2)]], "fill": ["x"]}
    figure = {"width": 5.0, "height": 3.0}
    found = faults(figure | {"marks": [line, text, far, gone]})
    assert found == ["'one' overlaps 'two'", "'one' has a line through it", "'two' is small",
                     "'two' has a line through it", "'out' leaves the paper"]  # fmt: skip
    assert faults(figure | {"marks": [line, cover, text]}) == []
    assert faults(figure | {"marks": [line | {"segments": [(1.2, 0, 1.2, 2)]}, text]}) != []
    assert faults(figure | {"marks": [line | {"segments": [(0.9, 0, 0.9, 2)]}, text]}) == []


# --- Colours --------------------------------------------------------------------------------------


def linear(colour):
    """Red, green and blue as light (IEC 61966-2-1)."""
    parts = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lightness(colour):
    """L* of CIELAB."""
    y = float(linear(colour) @ (0.2126, 0.7152, 0.0722))
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


# Machado, Oliveira & Fernandes (2009), severity 1: what deuteranopes see, in linear light.
DEUTERANOPIA = np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                         [-0.011820, 0.042940, 0.968881]])  # fmt: skip
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def lab(colour, seen=DEUTERANOPIA):
    """CIELAB of a colour as it is seen."""
    xyz = TO_XYZ @ np.clip(seen @ linear(colour), 0, 1) / (0.9505, 1.0, 1.089)
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


STATES = ("better", "worse", "trade", "equal")


@pytest.mark.parametrize("theme", style.THEMES)
def test_a_possible_trade_off_has_neither_the_colour_of_a_winner_nor_of_what_is_open(theme):
    """Pale and hatched the other way round; in colour the fills alone are told apart, too."""
    look = style.THEMES[theme]
    possible = look.fill("trade", False)
    for other in (*look.better, look.trade[0]):
        assert (
            abs(lightness(possible) - lightness(other)) > 5
            or np.linalg.norm(lab(possible) - lab(other)) > 8
        ), other
    board = figures.figure(js.compare_algorithms(js.load_dataset("weka")), "league")
    lines = of_kind(listed(board, theme=theme), "lines")
    rising = {np.sign(s[3] - s[1]) * np.sign(s[2] - s[0]) for mark in lines
              for s in mark["segments"] if s[0] != s[2] and s[1] != s[3]}  # fmt: skip
    assert rising == {1, -1}  # trade-offs, and possible ones


@pytest.mark.parametrize("theme", style.THEMES)
def test_states_differ_for_deuteranopes_and_what_is_shown_differs_from_what_is_not(theme):
    look = style.THEMES[theme]
    hatched = {"trade", "equal"}  # lines or dots tell these apart, too
    for k, one in enumerate(STATES):
        shown, pale = (lab(getattr(look, one)[i]) for i in (0, 1))
        if one != "equal":
            assert np.linalg.norm(shown - pale) > 15, one
        for other in STATES[:k]:
            if not {one, other} & hatched:
                assert np.linalg.norm(shown - lab(getattr(look, other)[0])) > 25, (one, other)


@pytest.mark.parametrize("theme", style.THEMES)
def test_states_differ_in_grey_print_and_words_on_them_can_be_read(theme):
    look = style.THEMES[theme]
    assert theme == "dark" or lightness(look.worse[0]) - lightness(look.better[0]) > 20
    for role in STATES[:3]:
        shown, pale = map(lightness, getattr(look, role))
        assert abs(shown - pale) > 15, role
    for colour in (*(one for role in STATES for one in getattr(look, role)), look.open):
        assert abs(lightness(look.on(colour)) - lightness(colour)) > 40


def test_a_theme_colours_paper_and_words_and_a_wrong_one_is_named():
    shown, look = listed(made("claim"), theme="dark"), style.DARK
    on_fills = {look.on(look.fill(role)) for role in ("better", "worse")}
    assert {text["colour"] for text in of_kind(shown, "text")} <= {look.ink, look.quiet, *on_fills}
    assert shown["paper"] == look.paper
    with pytest.raises(js.JointStatsError, match='"colour", "grey" and "dark"'):
        listed(made("claim"), theme="light")


# --- The list -------------------------------------------------------------------------------------


def test_a_display_list_is_plain_data_with_every_value_of_a_mark():
    names = {
        "text": {"x", "y", "text", "size", "width", "align", "angle", "bold", "colour"},
        "polygons": {"polygons", "fill", "edge", "lw"},
        "dots": {"x", "y", "radius", "fill", "edge", "lw"},
    }
    kinds = set()
    for name in ("compare", "roc", "network", "hotelling", "compare_two"):
        for figure in made(name).figures:
            shown = listed(made(name), figure, 5.0)
            assert json.loads(json.dumps(shown, allow_nan=False)) == shown
            assert set(shown) == {"width", "height", "paper", "alt", "title", "middle", "marks"}
            for mark in shown["marks"]:
                kinds.add(mark["kind"])
                given = set(mark) - {"kind"}
                if mark["kind"] == "lines":
                    assert given in (
                        {"colour", "lw", "dash", way} for way in ("segments", "points")
                    )
                else:
                    assert given == names[mark["kind"]]
    assert kinds == {*names, "lines"}


def test_a_height_is_that_of_the_whole_figure_and_rows_without_a_place_are_counted():
    whole = listed(compared(12, 8, True), "league", 6.9)
    low = listed(compared(12, 8, True), "league", 6.9, 0.6 * whole["height"])
    assert low["height"] == pytest.approx(0.6 * whole["height"], abs=1e-3)
    assert any("more algorithms are left out" in text for text in said(low))
    assert faults(low) == []


def test_title_and_notes_can_be_left_out_and_are_text_in_the_caption():
    result = made("network")
    shown = figures.figure(result, "statements")
    assert result.caption("statements").startswith(shown.title)
    assert result.caption("statements").endswith(shown.notes[-1])
    whole = listed(result, "statements", 5)
    bare = listed(result, "statements", 5, title=False, notes=False)
    assert bare["height"] < whole["height"] and bare["title"] == shown.title
    given = said(listed(result, "statements", title="Mine", notes=False))
    assert given[0] == "Mine" or "Mine" in given
    assert not any(shown.notes[0].startswith(text) for text in given)


def test_directions_are_written_on_the_figures():
    result = compared(2, 2)
    effects = said(listed(result, "effects"))
    assert {"measure 0 ↓", "measure 1 ↑"} <= set(effects)
    assert {"← AODE better", "RandomForest better →"} <= set(effects)
    assert {"lower is better", "higher is better"} <= set(said(listed(ranked(), "rankings")))


def test_the_second_axis_of_a_lower_is_better_measure_points_to_the_better():
    shown = listed(js.hotelling_test(table(2, 2)))  # measure 0 is "min", measure 1 "max"
    numbers = [text for text in of_kind(shown, "text") if re.fullmatch(r"−?[\d.]+", text["text"])]
    across = sorted(one["x"] for one in numbers if one["align"] == "center")
    value = {one["x"]: float(one["text"].replace("−", "-")) for one in numbers}
    assert [value[x] for x in across] == sorted((value[x] for x in across), reverse=True)


# --- What single kinds draw -----------------------------------------------------------------------


@cache
def ranked():
    return js.friedman_test(table(3, 2))


def test_of_a_clique_that_passes_somebody_every_member_has_a_dot():
    groups = (("a", "c"), ("b", "d"))
    order = figure_rankings.Order("x", "", ("a", "b", "c", "d"), (1, 2, 3, 4), groups)
    shown = listed(figure_rankings.Orders("Order", "Order", orders=(order,)))
    bars = [line for mark in of_kind(shown, "lines", lw=2.2) for line in segments(mark)]
    black = of_kind(shown, "dots", fill=style.COLOUR.ink)
    dots = [(x, y) for mark in black for x, y in zip(mark["x"], mark["y"], strict=True)]
    assert len(bars) == 2
    for left, y, right, _ in bars:
        on = [x for x, height in dots if height == y]
        assert len(on) == 2 and left < min(on) and max(on) < right
    assert len({y for _, y, _, _ in bars}) == 2
    order = figure_rankings.Order("x", "", ("a", "b", "c"), (1, 2, 3), (("a", "b"),))
    shown = listed(figure_rankings.Orders("Order", "Order", orders=(order,)))
    assert not of_kind(shown, "dots", fill=style.COLOUR.ink)


@pytest.mark.warns("Nemenyi's test is approximate")
def test_the_critical_difference_is_as_long_as_that_many_ranks():
    result = js.friedman_test(js.load_dataset("weka"), on=["auc"], post_hoc="nemenyi")
    shown, (order,) = listed(result), figures.figure(result).orders
    (mark,) = of_kind(shown, "lines", lw=1.4)
    left, _, right, _ = segments(mark)[0]
    dots = [x for one in of_kind(shown, "dots", fill=style.COLOUR.better[0]) for x in one["x"]]
    per_rank = (max(dots) - min(dots)) / (order.mean_ranks[-1] - order.mean_ranks[0])
    assert right - left == pytest.approx(result.critical_difference * per_rank, rel=1e-3)


@pytest.mark.parametrize(("value", "decides"), [(0.97, 0.95), (0.5, 0.95), (1e-4, 0.05)])
def test_the_line_that_decides_is_seen_and_no_number_hides_it(value, decides):
    row = content.FigureRow("label", "", value, 0.0, 1.0, shown=f"{value:.4f}")
    rows = FigureRows("T", "T", rows=(row,), scale=content.Scale(0, 1, "p", decides, "decides"))
    shown = listed(rows)
    dashed = next(mark for mark in of_kind(shown, "lines") if mark["dash"])
    ((x, *_),) = segments(dashed)
    blue = of_kind(shown, "lines", colour=style.COLOUR.better[0], lw=1.6)
    ((left, _, right, _),) = (ends for mark in blue for ends in segments(mark))
    assert x == pytest.approx(left + (right - left) * decides, abs=1e-3)
    number = next(text for text in of_kind(shown, "text") if text["text"] == row.shown)
    assert box_of(number)[0] > x


def test_rows_that_have_no_place_are_counted():
    rows = tuple(content.FigureRow(f"name {i}", "", i / 20, shown=f"{i / 20}") for i in range(20))
    scale = content.Scale(0, 1, "p")
    shown = listed(FigureRows("T", "T", rows=rows, scale=scale, more=20, unit="algorithm"),
                   width=4, height=3)  # fmt: skip
    seen = sum(row.label in said(shown) for row in rows)
    assert 3 < seen < 20
    assert f"{40 - seen} more algorithms are left out." in said(shown)


def test_rows_that_all_show_the_same_are_told_in_a_sentence():
    rows = [content.FigureRow(f"name {i}", "", 0.9999, shown="> 0.999") for i in range(8)]
    scale = content.Scale(0, 1, "p")
    alike = FigureRows("T", "T", rows=tuple(rows), scale=scale, unit="outcome")
    told = alike.told()
    assert told.rows == ()
    assert told.sentence.startswith("Each of these 8 outcomes: > 0.999. name 0;")
    assert told.sentence.split()[0] in " ".join(said(listed(told)))
    rows[7] = content.FigureRow("name 7", "", 0.9999, shown="0.998")
    other = FigureRows("T", "T", rows=tuple(rows), scale=scale)
    assert other.told() is other


# --- Measuring ------------------------------------------------------------------------------------


def test_text_is_as_wide_as_matplotlib_says():
    pytest.importorskip("matplotlib")
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    texts = ["accuracy", "RandomForest", "AVATAR To Yt.", "12.5  (1–3)", "Größe, façade: naïveté",
             "← B better", "p ≤ 0.05 − x", "αβγ Привет", "W", "l", "⋈ ≈ … ×"]  # fmt: skip
    for bold in (False, True):
        for text in texts:
            font = FontProperties(
                family="DejaVu Sans", size=40, weight="bold" if bold else "normal"
            )
            exact = text_to_path.get_text_width_height_descent(text, font, False)[0] / 72
            assert style.text_width(text, 40, bold) == pytest.approx(exact, rel=0.01), text


def test_letters_that_the_font_lacks_have_a_sensible_width():
    em = 10 / 72
    assert style.text_width("結果", 10) == pytest.approx(2 * em)
    assert style.text_width("e\u0301", 10) == pytest.approx(style.text_width("e", 10))
    assert 0 < style.text_width("\u200b", 10) < 0.01
    assert style.text_width("a\U0001e900", 10) > style.text_width("a", 10) + em / 2


def test_names_stay_distinct_when_shortened():
    names = [f"a long name of an algorithm, the {i}th of many of its kind" for i in range(12)]
    for long in (names, [name[::-1] for name in names]):
        short = style.distinct(long, 1.2, 9)
        assert len(set(short.values())) == 12
        assert all(style.text_width(name, 9) <= 1.3 for name in short.values())


def test_a_very_long_name_is_broken_or_shortened_as_far_as_it_fits():
    name = "Iwasa" * 400
    lines = style.wrapped(name, 1.5, 9)
    assert "".join(lines) == name
    assert all(style.text_width(line, 9) <= 1.5 for line in lines)
    assert all(style.text_width(line + name[:3], 9) > 1.5 for line in lines[:-1])
    short = style.shortened(name, 1.5, 9)
    assert style.text_width(short, 9) <= 1.5 < style.text_width(short + "Iw", 9) and "…" in short
    assert style.shortened("Iwasa", 1.5, 9) == "Iwasa"
    assert style.shortened("Iwasa", 0.01, 9) == "I…"


@given(st.lists(st.text("abcdefghij WMl", min_size=1, max_size=40), min_size=1, max_size=8),
       st.floats(0.3, 6))  # fmt: skip
@settings(max_examples=40, deadline=None)
def test_fitted_texts_fit_and_are_never_small(texts, width):
    found, size = style.fitted(texts, width)
    assert LEAST <= size <= style.TEXT and len(found) == len(texts)
    for text, kept in zip(texts, found, strict=True):
        assert style.text_width(kept, size) <= width + 1e-6 or len(kept) <= 2
        assert kept == text or "…" in kept


@given(st.lists(st.floats(0, 10), min_size=1, max_size=12), st.floats(0.1, 0.8))
@settings(max_examples=50, deadline=None)
def test_labels_are_apart_in_order_and_inside(wanted, step):
    wanted = sorted(wanted)
    places = np.array(chart.apart(wanted, step, 0, 10))
    assert (np.diff(places) >= step - 1e-9).all()
    assert places[0] >= -1e-9 and places[-1] <= 10 + 1e-9
    if (np.diff(wanted) >= step).all():
        assert np.allclose(places, wanted)  # nothing moves without need


# --- Painters -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", test_figures.MAKERS)
def test_svg_is_sound_and_says_every_text(name):
    for figure in made(name).figures:
        drawing = figures.drawing(made(name), figure)
        root = ElementTree.fromstring(drawing.svg())
        written = [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
        assert written == said(drawing.figure().to_dict())
        assert root[0].text == drawing.content.alt
        assert drawing.svg() == made(name).to_svg(figure)


def test_without_matplotlib_there_is_svg_and_nothing_else_is_drawn():
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import jointstats as js\n"
        "from jointstats.interfaces import figures\n"
        "made = figures.drawing(js.leaderboard(js.load_dataset('weka')))\n"
        "print(made.encoded('.svg')[:4].decode())\n"
        "try: made.encoded('.png')\n"
        "except js.errors.MissingExtraError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("<svg\n")
    assert done.stdout.strip().endswith("pip install 'jointstats[plot]'.")


@pytest.fixture
def pyplot():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    yield pyplot
    pyplot.close("all")


def test_axes_have_the_texts_where_the_list_has_them(pyplot):
    for name in ("compare", "hotelling", "network"):
        shown = listed(made(name))
        ax = made(name).plot()
        figure = ax.figure
        figure.draw_without_rendering()
        assert [text.get_text() for text in ax.texts] == said(shown)
        assert figure.get_size_inches() == pytest.approx(
            (shown["width"], shown["height"]), abs=1e-3
        )
        for text, mark in zip(ax.texts, of_kind(shown, "text"), strict=True):
            box = text.get_window_extent().transformed(figure.dpi_scale_trans.inverted())
            left, top, right, bottom = box_of(mark)
            middle = (left + right) / 2, shown["height"] - (top + bottom) / 2
            assert ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2) == pytest.approx(middle, abs=0.04)


@pytest.mark.parametrize("size", [(3, 2.5), (6.4, 4.8), (10, 9)])
def test_axes_of_any_size_will_do_and_are_returned(pyplot, size):
    for result in (compared(2, 2), compared(7, 6)):
        figure = pyplot.figure(figsize=size, layout="constrained")
        given = figure.add_subplot()
        ax = result.plot(ax=given)
        assert ax is given and ax.get_label() == figures.figure(result).title
        figure.draw_without_rendering()
        paper = figure.bbox.padded(2)
        for text in ax.texts:
            box = text.get_window_extent()
            assert paper.x0 <= box.x0 and box.x1 <= paper.x1
            assert paper.y0 <= box.y0 and box.y1 <= paper.y1


def test_wider_letters_are_squeezed_into_their_place(pyplot):
    with pyplot.rc_context({"font.family": "DejaVu Sans Mono"}):
        ax = made("bayes").plot("statements")
        ax.figure.draw_without_rendering()
        for text, mark in zip(ax.texts, of_kind(listed(made("bayes"), "statements"), "text"),
                              strict=True):  # fmt: skip
            wide = text.get_window_extent().width / ax.figure.dpi
            assert wide < 1.12 * mark["width"] + 0.03  # hinting rounds letters


def test_axes_are_given_by_keyword_and_a_width_is_inches_of_a_new_figure(pyplot):
    result, ax = made("bayes"), pyplot.figure().add_subplot()
    with pytest.raises(js.JointStatsError, match="axes are given as ax="):
        result.plot(ax)
    for width in (1, 100, "3.3", True):
        with pytest.raises(js.JointStatsError, match="inches from 2 to 40"):
            result.plot(width=width)
    with pytest.raises(js.JointStatsError, match="Axes that are given"):
        result.plot(ax=ax, width=3.3)


@pytest.mark.parametrize("ending", [".png", ".svg", ".pdf"])
def test_files_have_the_format_of_their_ending_and_the_same_bytes_every_time(tmp_path, ending):
    pytest.importorskip("matplotlib")
    start = {".png": b"\x89PNG", ".svg": b"<svg", ".pdf": b"%PDF"}[ending]
    drawing, path = figures.drawing(made("bayes"), "statements"), tmp_path / f"figure{ending}"
    drawing.save(path)
    assert path.read_bytes().startswith(start) and b"CreationDate" not in path.read_bytes()
    assert path.read_bytes() == drawing.encoded(ending)
