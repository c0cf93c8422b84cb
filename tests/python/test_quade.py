"""Quade's test: R's numbers, every permutation by brute force, and several measures."""

from itertools import permutations, product

import numpy as np
import pytest

import jointstats as js
from jointstats.base import errors

COUNTS = np.array([
    [5, 4, 7, 10, 12], [1, 3, 1, 0, 2], [16, 12, 22, 22, 35], [5, 4, 3, 5, 4],
    [10, 9, 7, 13, 10], [19, 18, 28, 37, 58], [10, 7, 6, 8, 7],
])  # fmt: skip
TIED = np.array([[3, 1, 2], [9, 7, 4], [5, 5, 8], [6, 2, 2], [4, 4, 4], [1, 6, 5]])
PAIR = np.array([[3, 1], [9, 7], [5, 8], [6, 2], [4, 4]])
# F, its p-value and degrees of freedom, by quade.test() of R 4.
OF_R = [
    (COUNTS, 3.8292515841753727, 0.015189020073274592, (4, 24)),
    (TIED, 0.21126760563380281, 0.81307974995932231, (2, 10)),
    (PAIR, 0.62203023758099363, 0.47440922457347623, (1, 4)),
]


def table(*values, way="max", **options):
    """A measure for each of the arrays, of shape (n, l)."""
    both = np.stack(values, axis=-1)
    matrices = {name: both[:, i] for i, name in enumerate("ABCDEFG"[: both.shape[1]])}
    return js.results_table(
        matrices, measures={f"m{k}": way for k in range(len(values))}, **options
    )


def by_brute_force(values):
    """Share of all permutations within data sets with at least the observed spread of sums."""
    l = len(values[0])
    ranges = [max(row) - min(row) for row in values]
    weights = [sum((a < b) + (a == b) / 2 for a in ranges) + 0.5 for b in ranges]
    scores = [
        [q * (sum((x < y) + (x == y) / 2 for x in row) - l / 2) for y in row]
        for q, row in zip(weights, values, strict=True)
    ]

    def squares(rows):
        return sum(sum(column) ** 2 for column in zip(*rows, strict=True))

    every = [squares(rows) for rows in product(*(permutations(row) for row in scores))]
    return sum(one >= squares(scores) - 1e-9 for one in every) / len(every)


@pytest.mark.parametrize("way", ["max", "min"])
@pytest.mark.parametrize(("values", "f", "p", "df"), OF_R)
def test_f_is_rs(values, f, p, df, way):
    row = js.quade_test(table(values, way=way)).tests[0]
    assert (row.f, row.p_value_f) == pytest.approx((f, p), rel=1e-12)
    assert (row.df1, row.df2) == df


@pytest.mark.parametrize("values", [TIED, PAIR, COUNTS[:5, :3], COUNTS[:3, :4]])
def test_the_p_value_is_that_of_all_permutations(values):
    row = js.quade_test(table(values)).tests[0]
    assert row.method == "exact"
    assert row.p_value == pytest.approx(by_brute_force(values.tolist()), rel=1e-12)


def test_random_permutations_are_near_all_of_them():
    row = js.quade_test(table(COUNTS)).tests[0]
    assert row.method == "random permutations" and row.draws == 9_999
    assert row.p_value == pytest.approx(row.p_value_f, abs=0.005)
    assert row == js.quade_test(table(COUNTS)).tests[0]


def test_mean_ranks_are_weighted_by_the_ranks_of_ranges():
    row = js.quade_test(table(np.array([[1, 2, 3], [30, 20, 10]]))).tests[0]  # weights 1 and 2
    assert row.mean_ranks == {"A": (3 + 2) / 3, "B": (2 + 4) / 3, "C": (1 + 6) / 3}
    assert row.best == "A"


def test_ranges_that_are_equal_but_for_rounding_are_equal():
    decimal = np.array([[0.9, 0.8, 0.85], [0.7, 0.8, 0.72], [0.1, 0.5, 0.6]])
    whole = np.rint(decimal * 100)
    ours, of_whole = (js.quade_test(table(one)).tests[0] for one in (decimal, whole))
    assert (ours.f, ours.p_value) == (of_whole.f, of_whole.p_value)


def test_data_sets_may_be_ranked_by_standard_deviations():
    """As in quade.test() of R, with sd() in the place of the range."""
    values = np.array([
        [763, 768, 771, 798], [599, 591, 590, 569], [954, 971, 968, 967], [628, 661, 654, 657],
        [882, 888, 886, 898], [936, 931, 916, 931], [661, 668, 609, 685], [583, 583, 563, 625],
        [775, 838, 866, 875], [1, 1, 1, 1], [940, 962, 965, 962], [619, 666, 614, 669],
        [972, 981, 975, 975], [957, 978, 946, 970],
    ])  # fmt: skip
    for spread, f, p in (
        ("range", 4.6279051622404506, 0.0073026805148933846),
        ("sd", 4.6511716276124124, 0.007128354470823964),
    ):
        row = js.quade_test(table(values), spread=spread).tests[0]
        assert (row.f, row.p_value_f) == pytest.approx((f, p), rel=1e-12)


def test_one_correction_over_the_measures():
    result = js.quade_test(table(COUNTS, COUNTS[::-1, ::-1], -COUNTS))
    p = [row.p_value for row in result.tests]
    assert [row.p_adjusted for row in result.tests] == pytest.approx([3 * p[0]] * 3)
    assert result.decided_on == dict.fromkeys(("m0", "m1", "m2"), True)
    assert result.verdict == (
        "The algorithms are not interchangeable on m0, m1 and m2 (smallest permutation p "
        f"after Holm's correction over the measures = {3 * p[0]:.4f}; alpha = 0.05)."
    )


def test_extremes():
    alike = js.quade_test(table(np.ones((4, 3)))).tests[0]
    assert (alike.f, alike.p_value, alike.best, alike.decided) == (0.0, 1.0, None, False)
    one = js.quade_test(table(np.array([[1.0, 2.0, 3.0]]))).tests[0]
    assert (one.f, one.p_value_f, one.p_value) == (np.inf, 1.0, 1.0)
    huge = js.quade_test(table(np.array([[-1.7e308, 1.7e308, 0], [1, 2, 3], [2, 4, 6]]))).tests[0]
    assert (
        huge.mean_ranks == {"A": 3.0, "B": 1.5, "C": 1.5} and huge.best is None
    )  # weights 3, 1, 2


def test_failed_runs_are_refused_and_ropes_are_told():
    failed = np.where(np.eye(4, 3) > 0, np.nan, 1.0)
    with pytest.raises(errors.MissingValuesError, match="quade_test"):
        js.quade_test(table(failed, missing="worst"))
    with pytest.warns(js.JointStatsWarning, match="ignores the rope of m0"):
        js.quade_test(table(TIED, rope=0.5))
