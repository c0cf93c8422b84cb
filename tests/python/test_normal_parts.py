"""The parts of the tests that assume normality alone, each against its formula written out."""

import math
import warnings

import numpy as np
import pandas as pd
import pytest
from normal_tables import X, Y, fold_table, paired_table
from scipy import stats

import jointstats as js
from jointstats import errors

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


def test_what_a_result_says_of_its_fit():
    table = js.results_table({"A": X, "B": Y}, measures={"x": "max", "y": "min"})
    found = js.hotelling_test(table, level=0.8)
    assert found.p_value_normal == found.p_value and found.p_value_sign_flip is None
    sd = (X - Y).std(axis=0, ddof=1)
    standardised = [weight * s for weight, s in zip(found.direction.values(), sd, strict=True)]
    assert list(found.direction_standardised.values()) == pytest.approx(standardised)
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
    d = X - [1.0, 2.0]
    t2 = len(d) * d.mean(axis=0) @ np.linalg.solve(np.cov(d.T), d.mean(axis=0))
    assert test({"y": 2, "x": 1}).statistic == pytest.approx(t2)


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


# --- What a MANOVA says of itself -----------------------------------------------------------------


def manova_of(**options):
    source = options.pop("source", None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return js.manova_test(paired_table(3, 9) if source is None else source, **options)


def test_a_manova_of_stacked_differences_says_what_it_is():
    found = manova_of(draws=99)
    assert (found.design, found.cases, found.n) == ("stacked", "data set", 9)
    assert found.design_reason == "9 data sets leave 9 − 4 = 5 error degrees of freedom"
    assert found.assumes == (
        "the differences between algorithms are jointly normal over the data sets; their "
        "covariances may differ"
    )
    assert (found.statistic_name, found.exact, found.mcse, found.seed) == ("t2", True, 0, None)
    assert found.permutation is None and found.roots == [] and found.test_train_ratio == 0
    assert found.sizes == dict.fromkeys("ABC", 9) and found.correction is None
    assert found.p_value == found.p_value_normal == found.statistics[0].p_value
    assert (found.f, found.df1, found.df2) == tuple(
        found.statistics[0][name] for name in ("f", "df1", "df2")
    )
    assert "; T² on stacked differences)" in found.verdict
    corrected = manova_of(source=fold_table(runs=3, k=4, l=3), correction="nadeau-bengio")
    assert "; T² on stacked differences, corrected)" in corrected.verdict
    assert corrected.test_train_ratio == 1 / 3 and not corrected.exact
    assert corrected.assumes.startswith("the differences between algorithms are jointly normal "
                                        "over the folds")  # fmt: skip
    assert not any(row.exact for row in corrected.statistics)


def test_a_one_way_manova_says_what_it_is():
    rng = np.random.default_rng(4)
    rows = {"A": rng.normal(size=(6, 2)), "B": rng.normal(size=(9, 2)) + 1}
    found = manova_of(source=rows, design="one-way", statistic="roy",
                      measures=dict.fromkeys("xy", "max"))  # fmt: skip
    assert (found.design, found.design_reason, found.cases) == ("one-way", "requested", "row")
    assert "covariance" in found.assumes and found.sizes == {"A": 6, "B": 9}
    assert (found.n, found.n_dropped, found.test_train_ratio) == (15, 0, 0)
    assert "; one-way MANOVA)" in found.verdict and "Roy's largest root = " in found.verdict
    means = {name: x.mean(axis=0) for name, x in rows.items()}
    for j, measure in enumerate("xy"):
        order = sorted(rows, key=lambda name: -means[name][j])
        assert found.orderings[measure].order == order
        assert found.orderings[measure].means == pytest.approx([means[a][j] for a in order])
    alone = js.hotelling_test(rows, form="two-sample", measures=dict.fromkeys("xy", "max"))
    assert found.pairs[0].statistic == pytest.approx(alone.statistic)
    assert found.pairs[0].mean_difference == pytest.approx(
        dict(zip("xy", (means["A"] - means["B"]).tolist(), strict=True))
    )
    paired = manova_of(source=paired_table(2, 9), design="one-way")
    assert any("rarely finds a difference" in text for text in paired.warnings)
    assert found.warnings == ()


@pytest.mark.parametrize(
    ("test", "options"),
    [(js.manova_test, {"design": "one-way"}), (js.hotelling_test, {"form": "two-sample"})],
)
def test_unpaired_tests_need_two_algorithms_and_no_runs(test, options):
    ways = {"x": "max"}
    with pytest.raises(js.JointStatsError):
        test({"A": X[:, :1]}, measures=ways, **options)
    for name in ("run", "fold"):
        with pytest.raises(errors.OptionError):
            test({"A": X[:, :1], "B": Y[:, :1]}, measures=ways, **options, **{name: "r"})
    far = {"A": X[:, :1], "B": Y[:, :1] * 1e307}
    with pytest.raises(errors.InvalidValueError, match="x has results beyond"):
        test(far, measures=ways, **options)


@pytest.mark.parametrize("design", ["stacked", "blocked"])
def test_a_measure_that_does_not_vary_is_not_tested_alone(design):
    noise = np.random.default_rng(3).normal(size=(12, 3))
    values = {a: np.c_[noise[:, i], np.full(12, 2.0)] for i, a in enumerate("ABC")}
    table = js.results_table(values, measures={"x": "max", "y": "max"})
    varied, still = manova_of(source=table, design=design, draws=0).anovas
    assert (varied.reason, still.reason) == (None, "it does not vary")
    assert (still.f, still.p_value) == (None, 1)


# --- Summaries, also of the known tests -----------------------------------------------------------


WAYS = {"tpr": "max", "fpr": "min"}


def shifted_table(shifts=(0, 0, 2), n=25, seed=1, names=("rf", "lda", "c4.5")):
    rng = np.random.default_rng(seed)
    base = rng.normal(size=(n, 2))
    return js.results_table(
        {
            name: base + rng.normal(shift, 0.5, size=(n, 2))
            for name, shift in zip(names, shifts, strict=True)
        },
        measures=WAYS,
    )


@pytest.mark.filterwarnings("ignore")
def test_manova_names_design_pairs_cliques_and_orders():
    text = js.manova_test(shifted_table()).summary()
    assert "Design: stacked (25 data sets leave 25 − 4 = 21 error degrees of freedom)" in text
    assert "Cliques (in brackets, algorithms that no test separates): {(rf, lda), c4.5}" in text
    assert "  tpr: c4.5, " in text and "; (" in text.split("  tpr: c4.5, ")[1].splitlines()[0]


@pytest.mark.filterwarnings("ignore")
def test_manova_in_blocks_shows_roys_bound_and_the_sign_flips():
    result = js.manova_test(shifted_table(n=8), design="blocked", statistic="roy", rng=1)
    text = " ".join(result.summary().split())
    assert "Roy's largest root" in text and "(tested)" in text and "is a lower bound)" in text
    assert "Sign flips of whole data sets (all, 128): p = " in text
    assert "symmetric about zero if all means are equal" in text
    assert "p (F)" in text and "p (Holm)" in text
    drawn = js.manova_test(shifted_table(n=20), design="blocked", draws=99).summary()
    assert "(random, 99): p = " in drawn and " ± 0.0" in drawn
    by_f = js.manova_test(shifted_table(n=8), design="blocked", statistic="roy", draws=0).summary()
    assert "(decides)" in by_f and "Sign flips" not in by_f
    assert "one and the same covariance" in " ".join(by_f.split())


@pytest.mark.filterwarnings("ignore")
def test_a_statistic_without_an_f_has_no_numbers_of_one():
    values = {
        "A": [[1.0, 4.0], [2.0, 3.0]],
        "B": [[5.0, 1.0], [3.0, 2.5]],
        "C": [[4.0, 7.0], [9.0, 6.0]],
    }
    made = js.manova_test(js.results_table(values, measures={"acc": "max", "time": "min"}))
    (row,) = (row for row in made.statistics if row.statistic == "hotelling-lawley")
    assert math.isnan(row.p_value) and row.df2 == 0
    (line,) = (one for one in str(made).splitlines() if "Hotelling–Lawley" in one)
    assert " ".join(line.split()[3:]) == "– – – no F with so few rows"


@pytest.mark.filterwarnings("ignore")
def test_hotelling_of_folds_names_the_data_set_and_the_correction():
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(
        [{"f": f, "who": who, "tpr": rng.random(), "fpr": rng.random()}
         for f in range(10) for who in "AB"]
    ).assign(data="iris")  # fmt: skip
    text = js.hotelling_test(
        frame, fold="f", dataset="data", algorithm="who", measures=WAYS,
        correction="nadeau-bengio",
    ).summary()  # fmt: skip
    assert "10 folds of iris; algorithms: A, B" in text
    assert "heuristic" in text and "mean a − b [95 %]" in text
    t = js.corrected_t_test(
        frame, fold="f", algorithm="who", measures=WAYS, measure="tpr"
    ).summary()
    assert "10 folds count as 4.74 independent ones (n_test / n_train = 0.111)" in t


@pytest.mark.filterwarnings("ignore")
def test_mardia_says_what_silence_is_worth():
    text = " ".join(js.mardia_test(shifted_table(n=10), draws=499).summary().split())
    assert "With 10 data sets a sample that passes need not be normal" in text
    assert "rf − lda" in text and "499 simulated normal samples" in text


@pytest.mark.filterwarnings("ignore")
def test_learned_friedman_and_bayesian_sign_test():
    learned = js.learn_measures(shifted_table(), share=0.4, rng=1).summary()
    assert "M1" in learned and "Applied to 15 other data sets." in learned
    friedman = js.friedman_test(shifted_table()).summary()
    assert "Every pair (exact sign tests, Holm over all pairs" in friedman and "c4.5 1." in friedman
    assert "Critical difference" not in friedman and "rejected" in friedman
    nemenyi = js.friedman_test(shifted_table(), post_hoc="nemenyi").summary()
    assert "Critical difference of mean ranks" in nemenyi and "Nemenyi's test" in nemenyi
    sign = js.bayes_sign_test(shifted_table(), only=["rf", "c4.5"]).summary()
    assert "P(rope)" in sign and "c4.5 is better on tpr" in sign
