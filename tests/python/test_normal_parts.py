"""The parts of the tests that assume normality alone, each against its formula written out."""

from types import SimpleNamespace as Row

import numpy as np
import pytest
from normal_tables import X, Y, fold_table, paired_table
from sayings import texts
from scipy import stats

import jointstats as js
from jointstats import errors
from jointstats.kernels.messages import Function
from jointstats.kernels.normal import hotelling as kernel
from jointstats.kernels.normal import rank
from jointstats.kernels.normal.hotelling import Status
from jointstats.kernels.single.multiplicity import adjust_p_values
from jointstats.labelled.normal import (
    cases,
    hotelling,
    hotelling_rows,
    post_hoc,
)

TEST = Function("hotelling_test")
RNG = np.random.default_rng(12)
MEAN = np.array([4.0, -9.0])


# --- Rows of Hotelling's test ---------------------------------------------------------------------


def rows(form):
    y = {"paired": Y, "one-sample": None, "two-sample": Y[:5]}[form]
    mean = MEAN if form == "one-sample" else np.zeros(2)
    facts = {"algorithms": ("A", "B"), "measures": {"x": "max", "y": "min"}, "n": 1, "cases": "row"}
    at = np.arange(7)
    return hotelling_rows.Rows(form, facts, X, y, mean, 0.0, at, at[: 5 if form[0] == "t" else 7])


def test_rows_of_pairs_are_their_differences():
    made = rows("paired")
    d = X - Y
    np.testing.assert_allclose(made.differences, d)
    np.testing.assert_allclose(made.deviations, d - d.mean(axis=0))
    np.testing.assert_allclose(made.deviating, d)
    np.testing.assert_allclose(made.levels, np.vstack([X, Y]))
    np.testing.assert_allclose(made.scale, np.abs([*X, *Y]).max(axis=0))
    assert made.size == "1 row" and made.algorithms == ("A", "B")


def test_rows_of_one_sample_are_differences_from_the_mean():
    made = rows("one-sample")
    np.testing.assert_allclose(made.differences, X - MEAN)
    np.testing.assert_allclose(made.deviations, X - X.mean(axis=0))
    np.testing.assert_allclose(made.deviating, X - MEAN)
    np.testing.assert_allclose(made.levels, X)
    assert made.scale.tolist() == [X[:, 0].max(), 9.0]  # the hypothesised mean counts, too


def test_rows_of_two_samples_deviate_within_each():
    made = rows("two-sample")
    within = np.vstack([X - X.mean(axis=0), Y[:5] - Y[:5].mean(axis=0)])
    np.testing.assert_allclose(made.deviations, within)
    np.testing.assert_allclose(made.deviating, within)
    np.testing.assert_allclose(made.levels, np.vstack([X, Y[:5]]))
    shown = hotelling._differences(made)
    np.testing.assert_allclose(shown[:7], X - Y[:5].mean(axis=0))
    np.testing.assert_allclose(shown[7:], X.mean(axis=0) - Y[:5])
    turned = hotelling_rows.Rows("paired", {}, X, Y, np.zeros(2), 0.0, np.arange(7)[::-1], None)
    np.testing.assert_allclose(hotelling._differences(turned), (X - Y)[::-1])


@pytest.mark.warns(r"\d+ of \d+ measures is redundant")
def test_single_measures_are_the_t_tests_of_scipy_turned_the_way_that_is_better():
    table = js.results_table(
        {"A": np.c_[X, X[:, 0]], "B": np.c_[Y, X[:, 0]]},
        measures={"x": "max", "y": "min", "same": "max"},
    )
    found = js.hotelling_test(table, p_adjust="bonferroni").tests
    for row, x, y in zip(found, X.T, Y.T, strict=False):
        t = stats.ttest_rel(x, y)
        assert (row.t, row.p_value, row.df) == pytest.approx((t.statistic, t.pvalue, 6))
        assert row.p_adjusted == pytest.approx(min(1, 3 * t.pvalue))
        assert row.mean_difference == pytest.approx(np.mean(x - y))
        assert row.decided == (row.p_adjusted <= 0.05)
        assert row.better == ("A" if (np.mean(x - y) > 0) == (row.measure == "x") else "B")
        assert row.winner == (row.better if row.decided else None)
    same = found[2]
    assert (same.t, same.p_value, same.p_adjusted) == (None, 1.0, 1.0)
    assert (same.mean_difference, same.better, same.winner, same.decided) == (0, None, None, False)


def test_the_fit_of_a_result_is_that_of_the_kernel():
    table = js.results_table({"A": X, "B": Y}, measures={"x": "max", "y": "min"})
    found = js.hotelling_test(table, level=0.8)
    fit = kernel.paired(X, Y)
    assert (found.statistic, found.f, found.df1, found.df2, found.p_value) == pytest.approx(
        (float(fit.statistic), float(fit.f), 2, 5, float(fit.p_value))
    )
    assert found.p_value_normal == found.p_value and found.p_value_sign_flip is None
    assert found.direction == pytest.approx(dict(zip("xy", fit.weights.tolist(), strict=True)))
    sd = (X - Y).std(axis=0, ddof=1)
    assert list(found.direction_standardised.values()) == pytest.approx((fit.weights * sd).tolist())
    np.testing.assert_allclose(found.covariance, np.cov((X - Y).T))
    np.testing.assert_allclose(found.region.centre, (X - Y).mean(axis=0))
    assert (found.region.level, found.level, found.effective_n) == (0.8, 0.8, 7)
    assert found.sizes == {"A": 7, "B": 7} and found.seed is None and found.mcse == 0
    assert (found.method, found.form, found.correction) == ("exact", "paired", None)
    flipped = js.hotelling_test(table, permutation=True, draws=99, rng=3)
    assert flipped.p_value == flipped.p_value_sign_flip != flipped.p_value_normal == found.p_value
    assert flipped.method == "exact"  # 2⁷ / 2 flips are listed
    assert flipped.decided == (flipped.p_value <= 0.05)


@pytest.mark.parametrize(
    ("mean", "words"),
    [
        (None, r'mean for every measure, such as mean=\{"x": 0, "y": 0\}'),
        ({"x": 1}, 'mean says nothing about the measure "y"'),
        ({"x": 1, "y": 2, "z": 3}, 'named in mean.* "z"'),
        ({"x": 1, "y": "much"}, 'The mean of "y"'),
    ],
)
def test_a_hypothesis_names_every_measure(mean, words):
    with pytest.raises(js.JointStatsError, match=words):
        hotelling_rows._hypothesis(mean, {"x": "max", "y": "min"})
    made = hotelling_rows._hypothesis({"y": 2, "x": 1}, {"x": "max", "y": "min"})
    assert made.tolist() == [1, 2]


# --- What is refused, corrected and left out ------------------------------------------------------


@pytest.mark.parametrize("size", [2e307, 1e307, 1e-300, 0.9e-300, 0.0])
def test_results_too_large_or_too_small_to_subtract_are_refused(size):
    def check():
        cases.require_magnitude([np.array([0.0, -size]), np.zeros(2)], ["x", "y"], TEST)

    if 1e-300 <= size <= 1e307 or size == 0:
        check()
        return
    far, unit = ("beyond 1e+307", "larger") if size > 1 else ("below 1e-300", "smaller")
    with pytest.raises(errors.InvalidValueError) as caught:
        check()
    assert str(caught.value) == (
        f"x has results {far}, of which hotelling_test cannot take differences: give it in a "
        f"{unit} unit."
    )


def test_the_ratio_of_folds_is_that_of_test_to_training_sets():
    assert cases.test_train_ratio(fold_table(k=3), "nadeau-bengio", None) == 1 / 2
    assert cases.test_train_ratio(fold_table(k=2), "nadeau-bengio", None) == 1
    assert cases.test_train_ratio(fold_table(), "nadeau-bengio", 0.3) == 0.3
    assert cases.test_train_ratio(fold_table(), None, None) == 0
    with pytest.raises(errors.OptionError, match="goes with correction"):
        cases.test_train_ratio(fold_table(), None, 0.3)
    with pytest.raises(errors.OptionError, match="Random splits have no folds"):
        cases.test_train_ratio(fold_table(runs=5, k=1), "nadeau-bengio", None)
    assert cases.test_train_ratio(fold_table(runs=5, k=1), "nadeau-bengio", 0.5) == 0.5
    with pytest.raises(js.errors.MissingValuesError):
        cases.test_train_ratio(fold_table(drop=1), "nadeau-bengio", None)


def test_folds_are_called_folds_and_overlap():
    assert cases.overlap_caution(paired_table(), 0.0) == []
    (plain,) = texts(cases.overlap_caution(fold_table(), 0.0))
    assert "rejects too often" in plain and 'correction="nadeau-bengio"' in plain
    (corrected,) = texts(cases.overlap_caution(fold_table(), 0.5))
    assert "up to 19.8 % of a study's data sets by one measure" in corrected
    assert "up to 51.0 % by two jointly" in corrected
    known = cases.facts(fold_table())
    assert (known["cases"], known["n"], known["n_dropped"]) == ("fold", 6, 0)
    other = cases.facts(paired_table())
    assert (other["cases"], other["of"], other["n"]) == ("data set", None, 8)


def test_why_a_measure_is_redundant():
    x, z = RNG.normal(size=(2, 9))
    levels = np.c_[x, z, 3 + 2 * x - z, np.ones(9)]
    found = cases.redundancies(
        levels - levels.mean(axis=0), levels, np.array([True, True, False, False]), "xzyc", "row"
    )
    assert [(row.measure, row.because) for row in found] == [
        ("y", "y = 3 + 2 x − z"),
        ("c", "the algorithms do not differ on it in any row"),
    ]
    # Only the differences are a combination: the results have another part in common.
    d = np.c_[x, z, 2 * x - z]
    common = RNG.normal(size=(9, 3))
    levels = np.vstack([common + d, common])
    (row,) = cases.redundancies(d, levels, np.array([True, True, False]), "xzy", "row")
    assert row.because == "its differences are 2 x − z of the differences"
    # The second is left out: the third is a combination of the first alone.
    same = np.c_[x, x, 4 * x]
    two = cases.redundancies(same, same, np.array([True, False, False]), "abc", "row")
    assert [row.because for row in two] == ["b = a", "c = 4 a"]


def test_nearly_determined_is_measured_against_the_size_of_the_results():
    """What is left is rounding of numbers a million times as large: no variation at all."""
    deviations = np.array([[1.0, 0], [-1, 0], [2, 1e-11], [-2, -1e-11]])
    assert cases.near_redundancy_cautions(deviations, np.array([2.0, 1e6]), "ab") == []
    a = deviations[:, 0]
    tiny = np.c_[a, 1e-11 * (a + np.array([1e-3, 1e-3, -1e-3, -1e-3]))]
    assert cases.near_redundancy_cautions(tiny, np.array([2.0, 1e6]), "ab") == []
    (told,) = texts(cases.near_redundancy_cautions(tiny, np.array([2.0, 2e-11]), "ab"))
    assert told.startswith("b is nearly determined")
    own = cases.near_redundancy_cautions(np.c_[deviations[:, 0], deviations[:, 0]],
                                         np.array([2.0, 2.0]), "ab")  # fmt: skip
    assert own == []  # determined altogether: left out, and told elsewhere
    assert cases.silent_columns(deviations, np.array([2.0, 1e6])).tolist() == [False, True]
    assert cases.silent_columns(deviations, np.array([2.0, 1e-11])).tolist() == [False, False]


def test_a_constant_of_a_formula_is_measured_against_the_largest_weight():
    def formula(weights, constant):
        return cases.formula(np.array(weights), constant, "xyz"[: len(weights)])

    assert formula([1.0, 1.0], 0.9e-9) == "x + y"
    assert formula([1.0, 1.0], 1.1e-9) == "1.100e-09 + x + y"
    assert formula([-100.0, 1.0], 0.9e-7) == "−100 x + y"
    assert formula([], 2.0) == "2"
    assert formula([0.0], -0.5) == "−0.5"
    assert formula([1 / 3, -1.0, 20.0], -1.5) == "−1.5 + 0.3333 x − y + 20 z"


@pytest.mark.parametrize(
    ("error", "n", "words"),
    [
        (rank.TooFewCasesError, "1 row", "hotelling_test: 1 row is too few for 2 measures (x and "
         "y) of A and B: use more of them, or fewer measures."),
        (rank.TooFewCasesError, "2 rows", "hotelling_test: 2 rows are too few for 2 measures (x "
         "and y) of A and B: use more of them, or fewer measures."),
        (rank.TooFewCasesError, "11 rows", "hotelling_test: 11 rows are too few for 2 measures (x "
         "and y) of A and B: use more of them, or fewer measures."),
        (rank.IdenticalAlgorithmsError, "3 rows", "hotelling_test: A and B have the same results "
         "everywhere on x and y; there is nothing to test."),
        (rank.ConstantDifferenceError, "3 rows", "hotelling_test: on x and y, a measure or a "
         "combination of them differs between A and B by the same amount in every case. It has no "
         "variance to judge that difference by: leave it out."),
    ],
)  # fmt: skip
def test_what_a_kernel_complains_of_is_said_with_names(error, n, words):
    with pytest.raises(error) as caught, cases.explained(TEST, ("A", "B"), ["x", "y"], n):
        raise error("of the kernel")
    assert str(caught.value) == words


# --- Pairs after a joint test ---------------------------------------------------------------------


def fits():
    """Three pairs on two measures: tested, the same everywhere, and too few rows."""
    nan = np.nan
    status = [Status.OK, Status.IDENTICAL, Status.TOO_FEW_CASES]
    return post_hoc.PairFits(
        pairs=[("A", "B"), ("A", "C"), ("B", "C")],
        p_value=np.array([0.02, 1.0, nan]),
        statistic=np.array([9.0, nan, nan]),
        f=np.array([4.0, nan, nan]),
        df1=np.array([2, 2, 2]),
        df2=np.array([6.0, nan, nan]),
        status=np.array([int(one) for one in status]),
        mean=np.array([[1.0, 2.0], [0.0, 0.0], [-1.0, -2.0]]),
        t=np.array([[2.0, 3.0], [nan, nan], [-2.0, -4.0]]),
        t_p_value=np.array([[0.04, 0.01], [1.0, nan], [0.05, 0.02]]),
        t_df=np.array([7.0, 7.0, 5.0]),
        error=np.array([[0.5, 0.25], [0.0, 0.0], [0.5, 0.5]]),
    )


def test_joint_tests_of_pairs_are_adjusted_for_their_number():
    first, same, few = fits().joint(["x", "y"], 0.06, "bonferroni")
    assert (first.statistic, first.f, first.df1, first.df2, first.p_value) == (9, 4, 2, 6, 0.02)
    assert first.p_adjusted == pytest.approx(0.06) and first.decided and first.reason is None
    assert first.mean_difference == {"x": 1.0, "y": 2.0}
    assert (same.statistic, same.f, same.df2, same.p_value, same.p_adjusted) == (
        None, None, None, 1.0, 1.0,
    )  # fmt: skip
    assert (same.reason, same.decided) == ("the same results everywhere", False)
    assert (few.p_value, few.p_adjusted, few.decided) == (None, None, False)
    assert few.reason == "too few rows for so many measures" and few.df1 == 2
    assert not fits().joint(["x", "y"], 0.059, "bonferroni")[0].decided


def test_single_measures_are_adjusted_over_all_or_within_their_pair():
    ways = {"x": "max", "y": "min"}
    rows = fits().singles(ways, 0.06, "bonferroni")
    assert [row.p_adjusted for row in rows] == pytest.approx([0.24, 0.06, 1.0, None, 0.3, 0.12])
    assert [row.p_value for row in rows] == [0.04, 0.01, 1.0, None, 0.05, 0.02]
    assert [(row.a, row.b, row.measure) for row in rows[:3]] == [
        ("A", "B", "x"), ("A", "B", "y"), ("A", "C", "x"),
    ]  # fmt: skip
    assert [row.better for row in rows] == ["A", "B", None, None, "C", "B"]
    assert [row.winner for row in rows] == [None, "B", None, None, None, None]
    assert [row.t for row in rows] == [2.0, 3.0, None, None, -2.0, -4.0]
    assert [row.df for row in rows] == [7, 7, 7, 7, 5, 5]
    assert [row.error for row in rows] == [0.5, 0.25, 0, 0, 0.5, 0.5]
    assert [row.mean_difference for row in rows] == [1, 2, 0, 0, -1, -2]
    own = fits().singles(ways, 0.05, "bonferroni", within_pairs=True)
    assert [row.p_adjusted for row in own] == pytest.approx([0.08, 0.02, 1.0, None, 0.1, 0.04])
    assert [row.winner for row in own] == [None, "B", None, None, None, "B"]


def test_a_p_value_that_is_missing_counts_as_a_test_and_stays_missing():
    found = post_hoc.adjust(np.array([0.01, np.nan, 0.04]), "holm")
    assert found[[0, 2]].tolist() == adjust_p_values([0.01, 1.0, 0.04], "holm")[[0, 2]].tolist()
    assert np.isnan(found[1])


@pytest.mark.parametrize("paired", [True, False])
def test_fits_of_pairs_tell_what_does_not_vary(paired):
    """On x nothing differs, on y by a constant, on z truly."""
    z = RNG.normal(size=(2, 6))
    a = np.c_[np.full(6, 0.3), np.full(6, 2.0), z[0]]
    b = np.c_[np.full(6, 0.3), np.full(6, 1.5), z[1]]
    ways = dict.fromkeys("xyz", "max")
    table = js.results_table({"A": a, "B": b}, measures=ways)
    if paired:
        found = post_hoc.paired_fits(table, [("B", "A")], 0.0)
        one = kernel.paired(b[:, 2:], a[:, 2:])
    else:
        found = post_hoc.unpaired_fits(Row(values={"A": a, "B": b}), [("B", "A")])
        one = kernel.two_sample(b[:, 2:], a[:, 2:])
    assert found.mean[0].tolist() == pytest.approx([0.0, -0.5, (z[1] - z[0]).mean()])
    assert np.isnan(found.t[0]).tolist() == [True, True, False]
    assert found.t_p_value[0, 0] == 1 and np.isnan(found.t_p_value[0, 1])
    assert found.t_p_value[0, 2] == pytest.approx(float(one.p_value))
    assert found.t[0, 2] ** 2 == pytest.approx(float(one.statistic))
    assert found.error[0].tolist() == pytest.approx([0, 0, float(one.errors[0])])
    assert found.t_df.tolist() == [5 if paired else 10]
    assert found.status.tolist() == [int(Status.CONSTANT_DIFFERENCE)]


@pytest.mark.parametrize("paired", [True, False])
def test_rounding_is_no_variation(paired):
    """On y the last digits differ only: three times a tenth, and three tenths."""
    z = RNG.normal(size=(2, 6))
    y = np.array([0.1 * 3, 0.3] * 3)
    values = {"A": np.c_[z[0], y], "B": np.c_[z[1], np.roll(y, 1) + 1]}
    table = js.results_table(values, measures={"x": "max", "y": "max"})
    pairs = [("A", "B")]
    found = post_hoc.paired_fits(table, pairs, 0.0) if paired else (
        post_hoc.unpaired_fits(Row(values=values), pairs)
    )  # fmt: skip
    assert np.isnan(found.t[0]).tolist() == [False, True]
    assert np.isnan(found.t_p_value[0]).tolist() == [False, True] and found.error[0, 1] == 0
    assert found.mean[0, 1] == pytest.approx(-1)


def test_orderings_are_by_mean_and_group_who_is_not_separated():
    means = np.array([[1.0, 5.0], [3.0, 4.0], [2.0, 4.5]])
    rows = [
        Row(a="A", b="B", measure="x", winner="B"),
        Row(a="A", b="C", measure="x", winner=None),
        Row(a="B", b="C", measure="x", winner=None),
        Row(a="A", b="B", measure="y", winner=None),
        Row(a="A", b="C", measure="y", winner=None),
        Row(a="B", b="C", measure="y", winner=None),
    ]
    found = post_hoc.orderings(means, "ABC", {"x": "max", "y": "min"}, rows)
    assert (found["x"].order, found["x"].means) == (["B", "C", "A"], [3, 2, 1])
    assert found["x"].groups == [["B", "C"], ["C", "A"]]
    assert (found["y"].order, found["y"].means) == (["B", "C", "A"], [4, 4.5, 5])
    assert found["y"].groups == [["B", "C", "A"]]
    apart = {frozenset("AB"), frozenset("AC"), frozenset("BC")}
    assert post_hoc.all_cliques("ABC", apart) == [["A"], ["B"], ["C"]]
    assert post_hoc.all_cliques("ABC", apart - {frozenset("BC")}) == [["A"], ["B", "C"]]
