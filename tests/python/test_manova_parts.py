"""The parts of MANOVA, learned measures and Mardia's test alone, and what results say."""

import warnings

import numpy as np
import pytest
from normal_tables import X, Y, fold_table, paired_table

import jointstats as js
from jointstats import errors
from jointstats.means import kernel_hotelling as kernel

# --- What results say of themselves ---------------------------------------------------------------


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
    t2 = kernel.two_sample(rows["A"], rows["B"])
    assert found.pairs[0].statistic == pytest.approx(float(t2.statistic))
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
