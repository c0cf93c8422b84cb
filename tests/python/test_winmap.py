"""The win map: what it shows, what its title may claim, and that its labels have their places."""

import re
from functools import cache
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marks import faults, listed, of_kind, said, segments
from references import quiet
from test_display import lab, lightness

import jointstats as js
from jointstats.claims.words_several import map_title
from jointstats.drawing import chart, figure_quadrant, placing, style
from jointstats.interfaces import figures

WIDTHS = (3.3, 6.9)
WAYS = {"accuracy": "max", "training_time": "min"}
LONG = "Klassifizierer für Größen, $\\alpha$ = {:02d} (default)"


def weka_table(only=None):
    roles = {"dataset": "dataset", "algorithm": "algorithm", "measures": WAYS}
    return js.results_table(js.load_frame("weka"), **roles, only=only)


@cache
def weka(**how):
    return js.compare_algorithms(weka_table(), **how)


@cache
def drawn(l, long=False, seed=1, n=40):
    """A comparison of many algorithms that trade accuracy for time."""
    rng = np.random.default_rng(seed)
    skill = rng.normal(size=l)
    cost = 0.5 * skill + rng.normal(size=l)
    logit = 0.4 * skill + rng.normal(size=(n, 1)) + 0.15 * rng.normal(size=(n, l))
    time = 1.5 * cost + rng.normal(size=(n, 1)) + 0.3 * rng.normal(size=(n, l))
    names = [LONG.format(i) if long else f"model-{i:02d}" for i in range(l)]
    frame = pd.DataFrame(
        {
            "dataset": np.repeat(np.arange(n), l),
            "algorithm": np.tile(names, n),
            "accuracy": 1 / (1 + np.exp(-1 - logit.ravel())),
            "training_time": np.exp(time.ravel()),
        }
    )
    table = js.results_table(frame, dataset="dataset", algorithm="algorithm", measures=WAYS)
    return quiet(js.compare_algorithms, table)


def named(shown):
    """The arrows and steps, by name."""
    name = [row.name for row in shown.algorithms]
    arrows = {(name[arrow.winner], name[arrow.loser]) for arrow in shown.arrows}
    return arrows, [(name[step.start], name[step.end]) for step in shown.steps]


# --- Content --------------------------------------------------------------------------------------


def test_positions_are_mean_ranks_and_arrows_are_the_wins():
    result, shown = weka(), figures.figure(weka())
    assert result.figures[0] == shown.kind == "winmap"
    table = result.data
    for row in shown.algorithms:
        for place, measure, way in ((row.x, 0, 1), (row.y, 1, -1)):
            values = pd.DataFrame(way * table.values[:, measure], columns=table.algorithms)
            mean = values.rank(axis=1, ascending=False).mean()[row.name]
            assert place == pytest.approx(mean)
    arrows, steps = named(shown)
    assert arrows == {(row.winner, row.loser) for row in result.wins}
    beaten = {loser for _, loser in arrows}
    assert {row.name for row in shown.algorithms if not row.unbeaten} == beaten
    assert steps == [("NaiveBayes", "AODE"), ("AODE", "RandomForest")]


def test_a_step_is_solid_where_the_trade_off_is_shown_and_has_the_printed_sizes():
    first, second = figures.figure(weka()).steps
    assert (first.shown, second.shown) == (True, False)
    assert weka().pair("NaiveBayes", "AODE").state == "trade-off"
    assert weka().pair("AODE", "RandomForest").state == "possible trade-off"
    assert second.words == ("1.2 points more accurate", "(open), 23 times slower")
    row = weka().pair("AODE", "RandomForest")
    forest = 1 if row.a == "RandomForest" else -1
    low, high = sorted(100 * forest * side["accuracy"] for side in (row.low, row.high))
    (line,) = (line for line in second.bounds if "accurate" in line)
    ends = re.search(r"\((.+) to (.+)\)", line.replace("−", "-"))
    assert [float(x) for x in ends.groups()] == pytest.approx([low, high], rel=0.02)


def test_of_many_algorithms_the_arrows_are_of_whom_the_title_names_else_of_the_nearest_unbeaten():
    result, shown = drawn(18), figures.figure(drawn(18))
    arrows, _ = named(shown)
    place = {row.name: np.array([row.x, row.y]) for row in shown.algorithms}
    unbeaten = {row.name for row in shown.algorithms if row.unbeaten}
    won = {(row.winner, row.loser) for row in result.wins}
    assert {loser for _, loser in arrows} == {loser for _, loser in won}
    assert len(arrows) == len({loser for _, loser in arrows})
    first = map_title(result, shown.measures).partition(" wins against ")[0]
    assert first in unbeaten
    assert {b for a, b in arrows if a == first} == {b for a, b in won if a == first}
    for winner, loser in arrows:
        if winner == first:
            continue
        rivals = [a for a, b in won if b == loser and a in unbeaten]
        away = {name: np.linalg.norm(place[name] - place[loser]) for name in rivals}
        assert winner in unbeaten and away[winner] == min(away.values())


def test_measures_are_named_or_the_first_to_maximise_and_to_minimise():
    table = js.load_dataset("weka")
    result = js.compare_algorithms(table)
    ways = result.measures
    first = [next(name for name, way in ways.items() if way == end) for end in ("max", "min")]
    assert list(figures.figure(result, "winmap").measures) == first
    other = figures.figure(result, "winmap", measures=("auc", "mae"))
    assert other.measures == ("auc", "mae")
    with pytest.raises(js.JointStatsError, match="two measures"):
        figures.figure(result, "winmap", measures=("auc",))
    up = js.compare_algorithms(table, on=["accuracy", "auc"])
    assert figures.figure(up, "winmap").measures == ("accuracy", "auc")


def test_there_is_no_map_of_one_measure_of_two_algorithms_or_with_a_control():
    assert "winmap" not in weka(on=("accuracy",)).figures
    assert weka(control="AODE").figures[0] == "league"
    table = js.load_dataset("example1")
    assert "winmap" not in js.compare_algorithms(table).figures


def test_groups_decide_whether_a_trade_off_is_shown():
    table = js.load_dataset("weka")
    groups = {"quality": ["accuracy", "auc"], "errors": ["mae", "rmse"]}
    result = js.compare_algorithms(table, on=["accuracy", "auc", "mae", "rmse"], groups=groups)
    shown = figures.figure(result, "winmap", measures=("auc", "mae"))
    name = [row.name for row in shown.algorithms]
    for step in shown.steps:
        row = result.pair(name[step.start], name[step.end])
        ahead = "quality" in row.ahead(name[step.end]), "errors" in row.ahead(name[step.start])
        assert step.shown == all(ahead)


def test_tidy_data_have_each_algorithm_with_its_winner_and_its_step():
    frame = figures.frame(figures.figure(weka())).set_index("algorithm")
    assert frame.loc["J48graft", "winner"] in ("AODE", "BayesNet")
    assert frame.loc["AODE", "following"] == "RandomForest"
    assert frame.loc["AODE", "x_following"] == frame.loc["RandomForest", "x"]
    assert frame.loc["AODE", "step"] == "1.2 points more accurate (open), 23 times slower"
    assert frame["winner"].isna().tolist() == frame["unbeaten"].tolist()


# --- Titles ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_only_a_slower_algorithm_can_be_more_accurate_is_said_where_it_is_shown(seed):
    """The claim is about each pair of the named algorithm: one of its two halves is shown."""
    result = drawn(4, seed=seed)
    title = figures.figure(result).title
    name = title.split(" wins against ")[0]
    if "only a slower algorithm can be more accurate" in title:
        others = set(result.algorithms) - {name}
        ahead = [set(result.pair(name, other).ahead(name)) for other in others]
        assert all(ahead) and {"training_time"} in ahead


def test_a_title_counts_what_is_shown():
    three = weka_table(["AODE", "RandomForest", "J48graft"])
    said_of = figures.figure(js.compare_algorithms(three)).title
    assert said_of == "AODE wins against 1 of 2; only a slower algorithm can be more accurate"
    assert figures.figure(weka()).title == (
        "AODE wins against Bagging, J48graft and Logistic; 4 of 7 are unbeaten"
    )
    same = np.tile(np.arange(12.0)[:, None], (1, 2))
    alike = js.results_table(dict.fromkeys("ABC", same), measures={"x": "max", "y": "min"})
    assert "winmap" in quiet(js.compare_algorithms, alike).figures
    assert "3 open" in figures.figure(quiet(js.compare_algorithms, alike)).title
    better = {name: same + (i, -i) for i, name in enumerate("ABC")}  # noqa: RUF005
    table = js.results_table(better, measures={"x": "max", "y": "min"})
    shown = figures.figure(js.compare_algorithms(table))
    assert shown.title == "C wins against all 2 others" and not shown.steps


# --- Layout ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("l", [3, 7, 18, 40])
def test_no_word_overlaps_leaves_the_figure_or_is_crossed_and_none_is_missing_uncounted(
    l, long, width
):
    result = drawn(l, long)
    figure, content = listed(result, "winmap", width), figures.figure(result)
    assert faults(figure) == []
    texts = of_kind(figure, "text")
    counted = re.findall(r"(\d+) (algorithm|step)s? ha", " ".join(said(figure)))
    missing = {what: int(n) for n, what in counted}
    inside = [text for text in texts if not text["bold"] and text["colour"] == style.COLOUR.quiet]
    bold = [text for text in texts if text["bold"] and text["size"] == 8.0]
    unbeaten = sum(row.unbeaten for row in content.algorithms)
    pattern = r"model-\d\d" if not long else r".*…?.*\d\d.*\)|.*…\d.*|\w+ .*…"
    names = [text for text in inside if re.fullmatch(pattern, text["text"])]
    if not long:
        assert len(names) + len(bold) + missing.get("algorithm", 0) == l
    assert len(bold) <= unbeaten
    if width == 6.9 and not long:
        assert len(bold) == unbeaten


def test_at_a_page_all_forty_short_names_but_a_few_have_room():
    figure = listed(drawn(40), "winmap", 6.9)
    text = " ".join(said(figure))
    left = re.search(r"(\d+) algorithms? ha", text)
    assert (int(left[1]) if left else 0) <= 4


@pytest.mark.parametrize("theme", style.THEMES)
def test_stair_and_arrows_differ_in_grey_print_and_for_deuteranopes(theme):
    """The stair is more than twice as wide, and has no heads; its colour differs, too."""
    look = style.THEMES[theme]
    lines = of_kind(listed(weka(), theme=theme), "lines")
    stair = {mark["colour"] for mark in lines if mark["lw"] == 2.0}
    arrows = {mark["colour"] for mark in lines if mark["lw"] == 1.2}
    assert len(stair) == len(arrows) == 1
    (one,), (other,) = stair, arrows
    assert np.linalg.norm(lab(one) - lab(other)) > 10
    words = [text for text in of_kind(listed(weka(), theme=theme), "text")
             if text["colour"] == one]  # fmt: skip
    assert words and abs(lightness(one) - lightness(look.paper)) > 40
    assert {bool(mark["dash"]) for mark in lines if mark["lw"] == 2.0} == {True, False}


def test_an_arrow_ends_at_its_loser():
    figure = listed(weka(), "winmap", 6.9)
    dots = [(x, y) for mark in of_kind(figure, "dots") for x, y in zip(mark["x"], mark["y"],
                                                                       strict=True)]  # fmt: skip
    lines = [line for mark in of_kind(figure, "lines", lw=1.2) for line in segments(mark)]
    assert len(lines) == len(weka().wins)
    for x, y, to_x, to_y in lines:
        assert min(np.hypot(x - a, y - b) for a, b in dots) < 1e-3
        assert 0.1 < min(np.hypot(to_x - a, to_y - b) for a, b in dots) < 0.2


# --- The placer -----------------------------------------------------------------------------------

POINTS = st.lists(st.tuples(st.floats(0.2, 3.8), st.floats(0.2, 2.8)), min_size=1, max_size=25)


@settings(max_examples=40, deadline=None)
@given(POINTS, st.floats(0.2, 1.5))
def test_labels_meet_neither_each_other_nor_points(points, wide):
    area = chart.Area(0, 0, 4, 3, chart.FLAT, chart.FLAT)
    dots = placing.boxes_round(np.array(points), np.full(len(points), 0.05))
    lines = np.array([(*a, *b) for a, b in pairwise(points)]).reshape(-1, 4)
    taken = placing.Taken(area, dots, lines)
    placed = [taken.place(x, y, wide, 0.125, anywhere=1.0) for x, y in points]
    boxes = [(one.left, one.top, one.left + wide, one.top + 0.125) for one in placed if one]
    for i, box in enumerate(boxes):
        assert box[0] >= 0 and box[1] >= 0 and box[2] <= 4 and box[3] <= 3
        others = [*boxes[:i], *dots.tolist()]
        for other in others:
            assert not (box[0] < other[2] and other[0] < box[2]
                        and box[1] < other[3] and other[1] < box[3])  # fmt: skip
        along = np.linspace(0, 1, 300)[:, None]
        for line in lines:
            way = line[:2] + along * (line[2:] - line[:2])
            inside = (way > np.array(box[:2])).all(axis=1) & (way < np.array(box[2:])).all(axis=1)
            assert not inside.any()


def test_a_quadrant_frames_the_trade_off_and_has_its_p():
    pair = weka_table(["RandomForest", "J48graft"])
    result = js.compare_algorithms(pair)
    shown = figures.figure(result, "quadrant")
    (framed,) = [region for region in shown.regions if region.shade == figure_quadrant.SHOWN]
    assert result.pairs[0].state == "trade-off" and framed.role == "trade" and framed.count == 39
    assert framed.proof == "trade-off, corrected p < 0.001"
    (row,) = result.pairs  # RandomForest, and J48graft
    across, up = shown.middles
    points = [100 * sizes["accuracy"] for sizes in (row.median, row.low, row.high)]
    doublings = [np.log2(sizes["training_time"]) for sizes in (row.median, row.low, row.high)]
    assert [across.median, across.low, across.high] == pytest.approx(points)
    assert [up.median, up.low, up.high] == pytest.approx(doublings)
    other = js.compare_algorithms(pair, scale={"training_time": "difference"})
    assert figures.figure(other, "quadrant").middles == ()  # its axis has ratios
