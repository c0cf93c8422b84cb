"""Sizes in a comparison: medians with joint bounds, shortfalls, and the scale they are on."""

import numpy as np
import pytest

import jointstats as js
from jointstats import errors

ROLES = {
    "dataset": "dataset",
    "algorithm": "algorithm",
    "measures": {"accuracy": "max", "training_time": "min"},
}


@pytest.fixture(scope="module")
def weka():
    return js.load_frame("weka")


def of_pair(result, a, b):
    (row,) = (row for row in result.pairs if {row.a, row.b} == {a, b})
    return row


def test_two_algorithms_of_weka_as_an_independent_program_bounds_them(weka):
    result = js.compare_algorithms(weka, only=["RandomForest", "J48graft"], **ROLES)
    row = result.pairs[0]
    assert (row.a, row.b) == ("RandomForest", "J48graft")
    assert result.scale == {"accuracy": "difference", "training_time": "ratio"}
    # The 17th smallest and largest of 51 differences, k as P(Bin(51, 1/2) <= 16) allows it.
    points = [100 * side["accuracy"] for side in (row.low, row.median, row.high)]
    assert points == pytest.approx([0.79, 1.95, 3.5], abs=0.05)
    times = [1 / side["training_time"] for side in (row.high, row.median, row.low)]
    assert [float(f"{x:.2g}") for x in times] == [7.7, 9.4, 12.0]
    assert "2.0 points (0.79 to 3.5) on accuracy" in result.verdict
    assert "9.4 times (7.7 to 12) on training_time" in result.verdict
    assert result.findings[1] == (
        "Break-even: RandomForest if a doubling of training_time is worth up to 0.331 points, "
        "J48graft from 1.17 on."
    )
    assert (
        "Bounds of medians, and prices, each hold jointly with 95 % confidence"
        in (result.findings[2])
    )


def test_bounds_of_seven_are_wider_and_mirror_each_other(weka):
    many = js.compare_algorithms(weka, **ROLES)
    row, two = (
        of_pair(js.compare_algorithms(weka, only=only, **ROLES), "RandomForest", "J48graft")
        for only in (None, ["J48graft", "RandomForest"])
    )
    sign = 1 if row.a == two.a else -1
    assert sign * row.median["accuracy"] == pytest.approx(two.median["accuracy"])
    wide, narrow = (one.high["accuracy"] - one.low["accuracy"] for one in (row, two))
    assert wide > narrow
    assert of_pair(many, "AODE", "RandomForest").n == 51


def test_bounds_that_exclude_zero_imply_a_shown_claim(weka):
    for row in js.compare_algorithms(weka, **ROLES).pairs:
        for measure, none in (("accuracy", 0.0), ("training_time", 1.0)):
            if row.low[measure] is not None and row.low[measure] > none:
                assert measure in row.better_a
            if row.high[measure] is not None and row.high[measure] < none:
                assert measure in row.better_b


def test_a_scale_is_declared_or_refused(weka):
    plain = js.compare_algorithms(weka, scale="difference", **ROLES)
    assert set(plain.scale.values()) == {"difference"}
    one = js.compare_algorithms(weka, scale={"training_time": "difference"}, **ROLES)
    assert one.scale == plain.scale
    zero = weka.copy()
    zero.loc[0, "training_time"] = 0.0
    with pytest.raises(errors.InvalidScaleError, match=f'data set "{zero["dataset"][0]}"'):
        js.compare_algorithms(zero, scale={"training_time": "ratio"}, **ROLES)
    with pytest.raises(errors.ColumnError, match="speed"):
        js.compare_algorithms(weka, scale={"speed": "ratio"}, **ROLES)


def test_every_data_set_twice_widens_no_bound():
    rng = np.random.default_rng(5)
    values = {name: rng.normal(size=(30, 2)) for name in "AB"}
    once, twice = (
        js.compare_algorithms(
            js.results_table(
                {name: np.tile(x, (times, 1)) for name, x in values.items()},
                measures={"x": "max", "y": "min"}, rope={"x": 0, "y": 0},
            )
        ).pairs[0]
        for times in (1, 2)
    )  # fmt: skip
    for measure in ("x", "y"):
        assert twice.low[measure] >= once.low[measure]
        assert twice.high[measure] <= once.high[measure]


def test_shortfalls_are_the_worst_of_the_pairs_and_filter(weka):
    board = js.leaderboard(weka, **ROLES)
    pairs = js.compare_algorithms(weka, **ROLES).pairs
    behind = board.shortfalls()
    for name in board.algorithms:
        medians = [
            row.median["accuracy"] if row.b == name else -row.median["accuracy"]
            for row in pairs
            if name in (row.a, row.b)
        ]
        low, median, high = behind[name]["accuracy"]
        assert median == pytest.approx(max(0.0, *medians)) and 0 <= low <= median <= high
    assert behind["NaiveBayes"]["training_time"][1] >= 1
    near = board.at_most_behind(accuracy=0.04)
    assert set(near) == {name for name in behind if behind[name]["accuracy"][2] <= 0.04}
    rank = {row.algorithm: row.mean_rank["training_time"] for row in board.board}
    assert list(near) == sorted(near, key=rank.get)
    with pytest.raises(errors.ColumnError, match="speed"):
        board.at_most_behind(speed=1)
