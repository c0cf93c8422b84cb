"""The parts of the tests that assume normality alone, each against its formula written out."""

import numpy as np
import pytest
from normal_tables import X, Y, fold_table
from scipy import stats

import jointstats as js
from jointstats import errors
from jointstats.means import kernel_hotelling as kernel

RNG = np.random.default_rng(12)


# --- Rows of Hotelling's test ---------------------------------------------------------------------


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
        ({"x": 1}, 'mean lacks the measure "y"'),
        ({"x": 1, "y": 2, "z": 3}, 'named in mean.* "z"'),
        ({"x": 1, "y": "much"}, 'The mean of "y"'),
    ],
)
def test_a_hypothesis_names_every_measure(mean, words):
    def test(mean):
        how = {"form": "one-sample", "mean": mean, "measures": {"x": "max", "y": "min"}}
        return js.hotelling_test({"A": X}, **how)

    with pytest.raises(js.JointStatsError, match=words):
        test(mean)
    t2 = kernel.one_sample(X - [1.0, 2.0]).statistic
    assert test({"y": 2, "x": 1}).statistic == pytest.approx(float(t2))


# --- What is refused, corrected and left out ------------------------------------------------------


@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
@pytest.mark.parametrize("size", [2e307, 1e307, 1e-300, 0.9e-300, 0.0])
def test_results_too_large_or_too_small_to_subtract_are_refused(size):
    def check():
        a, b = X * [0, 1], Y * [0, 1]
        a[0, 0] = -size
        js.hotelling_test({"A": a, "B": b}, measures={"x": "max", "y": "max"})

    if 1e-300 <= size <= 1e307 or size == 0:
        check()
        return
    far, unit = ("beyond 1e+307", "larger") if size > 1 else ("below 1e-300", "smaller")
    with pytest.raises(errors.InvalidValueError) as caught:
        check()
    assert str(caught.value) == (
        f"x has results {far}, for which hotelling_test cannot take differences: give it in a "
        f"{unit} unit."
    )


@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
def test_the_ratio_of_folds_is_that_of_test_to_training_sets():
    def ratio(table, correction="nadeau-bengio", given=None):
        how = {"correction": correction, "test_train_ratio": given}
        return js.hotelling_test(table, **how).test_train_ratio

    assert ratio(fold_table(k=3)) == 1 / 2
    assert ratio(fold_table(k=2)) == 1
    assert ratio(fold_table(), given=0.3) == 0.3
    assert ratio(fold_table(), None) == 0
    with pytest.raises(errors.OptionError, match="needs correction"):
        ratio(fold_table(), None, 0.3)
    with pytest.raises(errors.OptionError, match="Random splits have no folds"):
        ratio(fold_table(runs=5, k=1))
    assert ratio(fold_table(runs=5, k=1), given=0.5) == 0.5
    with pytest.raises(errors.MissingValuesError):
        ratio(fold_table(drop=1))


@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
def test_why_a_measure_is_redundant():
    x, z = RNG.normal(size=(2, 9))
    y, w = RNG.normal(size=(2, 9))

    def because(a, b, names):
        table = js.results_table({"A": a, "B": b}, measures=dict.fromkeys(names, "max"))
        return [(row.measure, row.because) for row in js.hotelling_test(table).redundant]

    a, b = np.c_[x, z, 3 + 2 * x - z, np.ones(9)], np.c_[y, w, 3 + 2 * y - w, np.ones(9)]
    assert because(a, b, "xzyc") == [
        ("y", "y = 3 + 2 x − z"),
        ("c", "the algorithms do not differ on it in any data set"),
    ]
    # Only the differences are a combination: the results have another part in common.
    common = RNG.normal(size=(9, 3))
    assert because(common + np.c_[x, z, 2 * x - z], common, "xzy") == [
        ("y", "its differences are 2 x − z of the differences")
    ]
    # The second is left out: the third is a combination of the first alone.
    assert because(np.c_[x, x, 4 * x], np.c_[y, y, 4 * y], "abc") == [
        ("b", "b = a"), ("c", "c = 4 a"),
    ]  # fmt: skip
