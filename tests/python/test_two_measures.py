"""Figures of two measures, of three outcomes, and of the data: what they show, and how."""

import math
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marks import faults, listed
from references import quiet
from scipy import stats

import jointstats as js
from jointstats.base import phrases
from jointstats.drawing import differences, figure_quadrant, figure_simplex, scales
from jointstats.evidence import order_statistics
from jointstats.interfaces import figures

WAYS = {"accuracy": "max", "time": "min", "memory": "min"}
LONG = "A gradient boosted ensemble of {} trees!"  # 40 letters


@cache
def table(l=2, n=40, m=2, rope=0.0, long=False):
    rng = np.random.default_rng(7)
    base, size = rng.normal(0.8, 0.1, n), rng.normal(0, 1.2, n)
    found = {}
    for i in range(l):
        accuracy = np.clip(base + 0.03 * (l - i) / l + rng.normal(0, 0.03, n), 0, 1).round(3)
        time = np.exp(size + 2 * (l - i) / l + rng.normal(0, 0.6, n))
        memory = np.exp(size / 2 + rng.normal(0, 0.3, n))
        name = LONG.format(100 + i) if long else f"Algorithm{i}"
        found[name] = np.c_[accuracy, time, memory][:, :m]
    ways = dict(list(WAYS.items())[:m])
    widths = {"accuracy": rope, "time": 50 * rope} if rope else None
    return js.results_table(found, measures=ways, rope=widths)


@cache
def compared(**of):
    return quiet(js.compare_algorithms, table(**of))


# --- What a quadrant shows ------------------------------------------------------------------------


@pytest.mark.parametrize("rope", [0.0, 0.02])
def test_the_counts_are_those_of_the_data_sets(rope):
    results = table(rope=rope)
    shown = figures.figure(results, "quadrant", pair=("Algorithm0", "Algorithm1"))
    a, b = results.values[:, :, 0], results.values[:, :, 1]
    ahead = (a - b) * np.array([1, -1])
    widths = np.array([rope, 50 * rope])
    sides = np.where(ahead > widths + 1e-12, 1, np.where(ahead < -widths - 1e-12, -1, 0))
    wanted = (-1, 0, 1) if rope else (-1, 1)
    assert len(shown.regions) == len(wanted) ** 2
    for region, cell in zip(
        sorted(shown.regions, key=lambda one: (one.across, one.up)), product(wanted, wanted),
        strict=True,
    ):  # fmt: skip
        assert (region.across, region.up) == cell
        assert region.count == int((sides == cell).all(axis=1).sum())
    assert sum(spot.count for spot in shown.spots) == results.n
    if rope:
        assert sum(region.count for region in shown.regions) == results.n


def test_places_are_differences_in_percentage_points_and_ratios_of_times():
    results = table()
    found = differences.differences(results, ("Algorithm0", "Algorithm1"))
    a, b = results.values[:, :, 0], results.values[:, :, 1]
    assert np.allclose(found.places[:, 0], 100 * (a[:, 0] - b[:, 0]))
    assert np.allclose(found.places[:, 1], np.log2(b[:, 1] / a[:, 1]))  # less time is better
    across, up = found.rulers
    assert across.unit == "percentage points" and up.unit == "ratio"
    assert "equal" in up.marks and any(mark.endswith("x slower") for mark in up.marks)


def test_the_algorithm_that_is_better_on_the_first_measure_comes_first_unless_asked():
    results = table()
    found = differences.differences(results)
    assert found.sides[:, 0].sum() >= 0
    assert differences.differences(results, found.names[::-1]).names == found.names[::-1]
    mirrored = differences.differences(results, found.names[::-1])
    assert (mirrored.sides == -found.sides).all()


def test_what_is_shown_is_framed_and_nothing_else_is():
    result = compared()
    shown = figures.figure(result, "quadrant")
    (row,) = result.pairs
    framed = [one for one in shown.regions if one.shade == figure_quadrant.SHOWN]
    assert len(framed) == (row.joint is not None)
    assert result.figures[0] == "quadrant"
    assert quiet(js.bayes_test, js.load_dataset("example1")).figures[0] == "quadrant"
    open_one = figures.figure(quiet(js.bayes_test, js.load_dataset("example1")), "quadrant")
    assert [one.shade for one in open_one.regions if one.shade] == [figure_quadrant.PALE]
    assert "not shown" in open_one.title


@pytest.mark.filterwarnings('ignore:"time" is -1')
@pytest.mark.parametrize("rope", [None, {"time": 0.5}])
def test_a_joint_claim_frames_the_results_in_which_one_dominates(rope):
    time = np.arange(30.0)
    values = {"A": np.c_[time, time + 1], "B": np.c_[time + 1, time]}
    ways = {"accuracy": "max", "time": "min"}
    result = js.compare_algorithms(values, measures=ways, rope=rope)
    assert result.pairs[0].joint == "B"
    shown = figures.figure(result, "quadrant")
    way = 1 if shown.names[0] == "B" else -1
    framed = {(one.across, one.up) for one in shown.regions if one.shade == figure_quadrant.SHOWN}
    proved = {(one.across, one.up) for one in shown.regions if one.proof}
    assert result.pairs[0].winner == "B"
    assert framed == ({(way, way)} if rope is None else {(way, way), (way, 0)}) and proved <= framed
    proofs = [one.proof for one in shown.regions if one.proof]
    assert proofs == ["30 to 0, corrected p < 0.001"]
    assert shown.notes[0].startswith("Box: ") and len(shown.notes) == (1 if rope is None else 2)


def test_every_corner_says_what_the_first_algorithm_is_or_who_wins_both():
    regions = figures.figure(table(), "quadrant", pair=("Algorithm0", "Algorithm1")).regions
    assert {(one.across, one.up): (one.who, one.what) for one in regions} == {
        (1, 1): ("Algorithm0", "better on both"),
        (1, -1): ("Algorithm0", "more accurate, but slower"),
        (-1, 1): ("Algorithm0", "less accurate, but faster"),
        (-1, -1): ("Algorithm1", "better on both"),
    }


@pytest.mark.parametrize(
    ("measure", "direction", "words"),
    [("time", "max", ("better time", "worse time")), ("accuracy", "min", ("better accuracy",) * 1),
     ("train_seconds", "min", ("faster", "slower")), ("macro acc", "max", ("more accurate",)),
     ("accuracy gap", "max", ("better accuracy gap", "worse accuracy gap"))],
)  # fmt: skip
def test_only_names_without_doubt_have_a_word_of_their_own(measure, direction, words):
    said = [phrases.comparative(measure, direction, better=better) for better in (True, False)]
    assert tuple(said[: len(words)]) == words


def test_a_claim_shades_the_results_that_show_it():
    ropes = table(rope=0.02)
    claim = {"better": ["time"], "not_worse": ["accuracy"]}
    result = quiet(js.claim_test, ropes, "Algorithm1", "Algorithm0", **claim)
    shown = figures.figure(result, "quadrant")
    shaded = {(one.across, one.up) for one in shown.regions if one.shade}
    assert shaded == {(0, 1), (1, 1)}
    counted = sum(one.count for one in shown.regions if one.shade)
    assert counted == result.yes


def test_two_measures_of_many_are_not_said_to_be_tested():
    result = compared(m=3)
    shown = figures.figure(result, "quadrant", measures=("time", "memory"))
    assert {one.shade for one in shown.regions} <= {"", figure_quadrant.PALE}
    assert not any(one.proof for one in shown.regions)
    many = figures.figure(table(l=4, m=3), "quadrant", pair=("Algorithm3", "Algorithm1"))
    assert many.names == ("Algorithm3", "Algorithm1")


def test_failed_and_missing_results_are_counted():
    frame = table().to_frame()
    frame.loc[0, "accuracy"] = np.nan
    ways = dict(list(WAYS.items())[:2])
    options = {"dataset": "dataset", "algorithm": "algorithm", "measures": ways}
    failed = quiet(js.results_table, frame, missing="worst", **options)
    shown = figures.figure(failed, "quadrant", pair=("Algorithm0", "Algorithm1"))
    assert sum(spot.count for spot in shown.spots if spot.edge) == 1
    assert any(spot.edge and spot.x == shown.across.low for spot in shown.spots)
    assert any("1 data set with a failed result" in note for note in shown.notes)
    dropped = quiet(js.results_table, frame, missing="drop", **options)
    shown = figures.figure(dropped, "quadrant")
    assert sum(spot.count for spot in shown.spots) == 39
    assert any("1 data set without all results" in note for note in shown.notes)


def test_ties_without_a_rope_are_told():
    values = {"A": [[0.5, 1.0], [0.6, 2.0], [0.7, 3.0]], "B": [[0.5, 2.0], [0.5, 1.0], [0.6, 1.0]]}
    tied = js.results_table(values, measures={"accuracy": "max", "time": "min"})
    shown = figures.figure(tied, "quadrant")
    assert sum(one.count for one in shown.regions) == 2
    assert any("1 data set with equal results on accuracy" in note for note in shown.notes)


def test_of_many_data_sets_neighbours_share_a_point():
    shown = figures.figure(table(n=2000), "quadrant")
    assert not shown.numbered and len(shown.spots) < 1700
    assert sum(spot.count for spot in shown.spots) == 2000


def test_wrong_options_are_told_in_a_sentence():
    with pytest.raises(js.JointStatsError, match="two algorithms"):
        figures.figure(table(), "quadrant", pair=("Algorithm0",))
    with pytest.raises(js.JointStatsError, match="speed"):
        figures.figure(table(), "quadrant", measures=("time", "speed"))


# --- Rulers ---------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=20),
    st.sampled_from(["max", "min"]),
    st.sampled_from([0.0, 0.3]),
)
def test_a_ruler_holds_its_places_and_its_ticks_ascend(values, way, rope):
    x = np.array(values)
    places, ruler = scales.differences("m", way, x, np.roll(x, 1), rope)
    assert (ruler.low <= places.min()) and (places.max() <= ruler.high)
    assert ruler.low < 0 < ruler.high
    assert list(ruler.ticks) == sorted(set(ruler.ticks))
    assert len(ruler.ticks) == len(ruler.marks) <= 15
    assert all(ruler.low <= tick <= ruler.high for tick in ruler.ticks)
    ahead = (x - np.roll(x, 1)) * (1 if way == "max" else -1)
    assert (np.sign(places) == np.sign(ahead)).all()


@pytest.mark.parametrize("small", [1.1125369292536007e-308, 5e-324])
def test_ratios_beyond_the_largest_number_have_a_ruler(small):
    x, y = np.array([1e6, 1.0]), np.array([small, 2.0])
    places, ruler = scales.differences("m", "max", x, y, 0.0)
    assert places == pytest.approx([math.log2(1e6) - math.log2(small), -1.0], rel=1e-12)
    assert "10^" in ruler.marks[-1] and ruler.ticks[-1] <= ruler.high
    assert [float(x) for x in ruler.ticks] == sorted(ruler.ticks)


def test_a_tick_of_differences_says_the_difference():
    x, y = np.array([3.0, 9.0]), np.array([4.0, 4.0])
    _, ruler = scales.differences("loss", "min", x, y, 0.0)
    for tick, mark in zip(ruler.ticks, ruler.marks, strict=True):
        assert float(mark.replace("−", "-")) == pytest.approx(-tick)  # lower is better, so right


def test_deviations_of_long_tails_are_ratios_to_the_geometric_mean():
    values = np.array([[0.1, 10.0], [1.0, 4.0], [2.0, np.nan]])
    places, ruler = scales.deviations("time", "min", values)
    mean = np.log2([1.0, 2.0])[:, None]
    assert np.allclose(places[:2], mean - np.log2(values[:2])) and places[2, 0] == 0
    assert np.isnan(places[2, 1])
    assert "equal" in ruler.marks and any(mark.endswith("faster") for mark in ruler.marks)
    places, ruler = scales.deviations("loss", "min", values[:2, :1] + [[0.0, 1.0]])
    assert np.allclose(places, [[0.5, -0.5]] * 2)


# --- Which two ------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=12))
def test_what_is_not_dominated_is_beaten_by_nobody(points):
    def beats(a, b):
        return a[0] >= b[0] and a[1] >= b[1] and a != b

    free = [not any(beats(other, one) for other in points) for one in points]
    assert order_statistics.nondominated(points).tolist() == free


@pytest.mark.parametrize("names", [("time", "auc", "mae"), ("auc", "mae", "memory_mb")])
def test_quality_stands_against_cost_if_there_is_one(names):
    results = table(l=4, m=3)
    values = {algorithm: results.values[:, :, i] for i, algorithm in enumerate(results.algorithms)}
    ways = {name: "max" if name == "auc" else "min" for name in names}
    cost = names[0] if names[0] == "time" else names[2]
    assert differences.two_measures(js.results_table(values, measures=ways), None) == ("auc", cost)


def test_the_measure_that_agrees_least_is_the_second():
    rng = np.random.default_rng(3)
    x = rng.normal(size=(30, 4))
    values = {f"a{i}": np.c_[x[:, i], x[:, i] + 0.1, -x[:, i]] for i in range(4)}
    ways = {"one": "max", "same": "max", "opposite": "max"}
    results = js.results_table(values, measures=ways)
    assert differences.two_measures(results, None) == ("one", "opposite")


# --- Three outcomes -------------------------------------------------------------------------------


def test_the_simplex_has_the_posterior_of_the_test():
    result = quiet(js.bayes_sign_test, table(rope=0.02))
    shown = figures.figure(result, "posterior")
    assert len(shown.triangles) == 2
    row, one = result.tests[0], shown.triangles[0]
    parameters = np.array([row.wins_a, row.ties + 1, row.wins_b])  # the prior is on the rope
    assert np.mean(one.first) == pytest.approx(parameters[0] / parameters.sum(), abs=0.02)
    assert np.mean(one.equal) == pytest.approx(parameters[1] / parameters.sum(), abs=0.02)
    assert one.leading == row.leading and one.shown == row.decided
    assert len(one.first) == figure_simplex.POINTS
    again = figures.figure(result, "posterior").triangles[0]
    assert again == one  # seeded
    assert "posterior" not in quiet(js.bayes_sign_test, table()).figures


def test_the_simplex_of_a_claim_counts_its_measures():
    claim = quiet(js.claim_test, table(rope=0.02), "Algorithm0", "Algorithm1", better=["accuracy"])
    (one,) = figures.figure(claim, "posterior").triangles
    (row,) = claim.by_measure
    total = row.n_better + row.n_equal + row.n_worse + 1
    assert np.mean(one.first) == pytest.approx(row.n_better / total, abs=0.02)
    assert not one.shown


# --- The data -------------------------------------------------------------------------------------


def test_the_figure_of_a_table_has_every_result_and_counts_the_rest():
    results = table(l=5, m=3)
    shown = figures.figure(results)
    assert results.figures[0] == "results" and shown.kind == "results"
    assert len(shown.dots) == results.values.size
    first = results.algorithms.index(shown.names[0])
    mine = [dot.x for dot in shown.dots if dot.panel == 0 and dot.line == 0]
    accuracy = results.values[:, 0]
    assert mine == pytest.approx(accuracy[:, first] - accuracy.mean(axis=1))
    middle = shown.panels[1]
    faster = -np.log2(results.values[:, 1])
    assert middle.value[0] == pytest.approx(np.median(faster[:, first] - faster.mean(axis=1)))
    ranks = stats.rankdata(-results.oriented(), axis=2).mean(axis=(0, 1))
    assert shown.names == tuple(results.algorithms[i] for i in np.argsort(ranks))
    many = figures.figure(table(l=40, n=20))
    assert len(many.names) == 20
    assert any("20 more algorithms: not shown" in note for note in many.notes)


def test_missing_results_of_a_table_are_counted():
    frame = table().to_frame()
    frame.loc[3, "time"] = np.nan
    ways = dict(list(WAYS.items())[:2])
    results = quiet(
        js.results_table, frame, dataset="dataset", algorithm="algorithm", measures=ways,
        missing="drop",
    )  # fmt: skip
    shown = figures.figure(results, "results")
    assert any("1 result is missing" in note for note in shown.notes)
    assert len(shown.dots) == results.everything()[0].size - 1


# --- Drawn ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("figure", ["quadrant", "posterior"])
def test_with_ropes_no_letter_is_small_leaves_the_figure_or_meets_another(figure, long):
    results = table(rope=0.02, long=long)
    result = results if figure == "quadrant" else quiet(js.bayes_sign_test, results)
    for size in ((3.3,), (6.9,), *([] if long else [(3.3, 2.4), (2.5, 2.0)])):
        assert faults(listed(result, figure, *size)) == []
