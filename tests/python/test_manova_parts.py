"""The parts of MANOVA, learned measures and Mardia's test alone, and what results say."""

import warnings
from types import SimpleNamespace as Row

import numpy as np
import pytest
from normal_tables import X, Y, fold_table, paired_table
from sayings import texts

import jointstats as js
from jointstats import errors
from jointstats.kernels.normal import hotelling as kernel
from jointstats.kernels.normal import manova as stacking
from jointstats.kernels.normal import scatter
from jointstats.labelled.normal import (
    learned,
    manova_designs,
    manova_flips,
    mardia,
)
from jointstats.labelled.normal.manova_designs import ASSUMES
from jointstats.labelled.normal.mardia_result import MardiaSample

# --- Designs of MANOVA ----------------------------------------------------------------------------


def test_with_one_dimension_all_statistics_are_functions_of_t2():
    fit = kernel.paired(X, Y)
    rows = manova_designs._t2_rows(fit, exact=True)
    t2, df = float(fit.statistic), 6
    expected = {
        "t2": t2,
        "wilks": 1 / (1 + t2 / df),
        "pillai": (t2 / df) / (1 + t2 / df),
        "hotelling-lawley": t2 / df,
        "roy": t2 / df,
    }
    assert {row.statistic: row.value for row in rows} == pytest.approx(expected)
    for row in rows:
        assert (row.f, row.df1, row.df2, row.p_value) == pytest.approx(
            (float(fit.f), 2, 5, float(fit.p_value))
        )
        assert (row.exact, row.p_value_lower_bound, row.mcse) == (True, None, 0)
    assert not manova_designs._t2_rows(fit, exact=False)[0].exact
    assert manova_designs._row(rows, "pillai") is rows[2]


@pytest.mark.parametrize(
    ("l", "n", "design", "why"),
    [
        (2, 4, "stacked", "of two algorithms it is Hotelling's paired test"),
        (3, 9, "stacked", "9 data sets leave 9 − 4 = 5 error degrees of freedom"),
        (3, 8, "blocked", "8 data sets are too few for 4 stacked differences (at least 9 would be "
         "needed)"),
    ],
)  # fmt: skip
def test_why_a_design_is_taken(l, n, design, why):
    table = paired_table(l, n)
    fit = stacking.stacked(np.moveaxis(table.values, 1, 2), errors="mark")
    assert manova_designs._choose("auto", fit, 0.0, table) == (design, why)
    for asked in ("stacked", "blocked"):
        assert manova_designs._choose(asked, fit, 0.0, table) == (asked, "asked for")
    assert manova_designs._choose("auto", fit, 0.5, table) == (
        "stacked", "the correction is for stacked differences",
    )  # fmt: skip
    with pytest.raises(errors.OptionError, match="The correction is for stacked differences:"):
        manova_designs._choose("blocked", fit, 0.5, table)


def test_measures_alone_that_cannot_be_tested_say_why():
    rng = np.random.default_rng(3)
    noise = rng.normal(size=(8, 3))
    still = np.full((8, 3), 2.0)
    steps = np.tile([0.0, 1.0, 2.0], (8, 1))
    values = np.stack([noise, still, steps], axis=2)  # (n, l, p)
    fine, same, constant = manova_designs._stacked_anovas(values, ["x", "y", "z"], 0.0)
    own = stacking.stacked(values[:, :, [0]])
    assert (fine.f, fine.df1, fine.df2, fine.p_value) == pytest.approx(
        (float(own.f), 2, 6, float(own.p_value))
    )
    assert (fine.reason, fine.measure, fine.p_flip) == (None, "x", None)
    assert (same.f, same.df2, same.p_value, same.reason) == (None, None, 1.0, "it does not vary")
    assert (constant.f, constant.p_value) == (None, None)
    assert constant.reason == "a difference is the same in every case"
    (few,) = manova_designs._stacked_anovas(values[:2, :, :1], ["x"], 0.0)
    assert (few.p_value, few.reason) == (None, "too few rows for so many algorithms")
    corrected = manova_designs._stacked_anovas(values[:, :, :1], ["x"], 0.5)[0]
    assert corrected.f == pytest.approx(fine.f * (1 / 8) / (1 / 8 + 0.5))
    found = manova_designs._anovas(scatter.blocked(values), ["x", "y", "z"])
    assert [one.reason for one in found] == [
        None, "it does not vary", "it varies between algorithms only",
    ]  # fmt: skip
    assert [one.p_value is None for one in found] == [False, False, True]
    assert found[1].p_value == 1 and found[1].f is found[2].f is None
    assert (found[0].df1, found[0].df2) == (2, 14)


def test_measures_alone_are_decided_by_flips_where_there_are_some():
    found = [
        manova_designs._F("x", 4.0, 2, 14.0, 0.03, None, p_flip=0.01),
        manova_designs._F("y", 2.0, 2, 14.0, 0.02, None),
        manova_designs._F("z", None, 2, None, None, "why"),
    ]
    x, y, z = manova_designs.Adjusted(0.05, "bonferroni").anovas(found)
    assert (x.p_value, x.p_value_normal, x.p_adjusted) == pytest.approx((0.01, 0.03, 0.03))
    assert (y.p_value, y.p_adjusted) == pytest.approx((0.02, 0.06))
    assert (x.decided, y.decided, z.decided) == (True, False, False)
    assert (z.p_value, z.p_adjusted, z.reason, z.f, z.df2) == (None, None, "why", None, None)
    assert (x.measure, x.f, x.df1, x.df2, x.reason) == ("x", 4.0, 2, 14.0, None)
    (edge,) = manova_designs.Adjusted(0.01, "holm").anovas(found[:1])
    assert edge.decided


@pytest.mark.parametrize(
    ("found", "p_normal", "words"),
    [
        (("exact", 16, 0.5), 0.5, "Sign flips of 5 data sets (all, 16) have no p-value below 0.0625"
         " and cannot decide at alpha = 0.05: draws=0 decides by F, which assumes that all "
         "differences share one covariance."),
        (("monte_carlo", 9, 0.5), 0.5, "Sign flips of 5 data sets (random, 9) have no p-value "
         "below 0.100 and cannot decide at alpha = 0.05: more draws would."),
        (("monte_carlo", 19, 0.05), 0.01, None),
        (("exact", 20, 0.5), 0.5, None),
        (("exact", 64, 0.2), 0.05, "The sign-flip p-value (0.200), which decides, and that of F "
         "(0.0500) differ at alpha = 0.05: F assumes normal differences with one covariance, sign "
         "flips symmetric ones."),
        (("exact", 64, 0.05), 0.06, "The sign-flip p-value (0.0500), which decides, and that of F "
         "(0.0600) differ at alpha = 0.05: F assumes normal differences with one covariance, sign "
         "flips symmetric ones."),
    ],
)  # fmt: skip
def test_flips_that_cannot_decide_or_decide_otherwise(found, p_normal, words):
    made = Row(**dict(zip(("method", "rearrangements", "p_value"), found, strict=True)))
    cautions = manova_flips.cautions(made, p_normal, 0.05, 5, "data set")
    assert texts(cautions) == ([] if words is None else [words])
    if words and words.startswith("The"):
        assert cautions[0].category is errors.TestsDisagreeWarning


# --- Learned measures and normality ---------------------------------------------------------------


@pytest.mark.parametrize(("share", "many"), [(0.2, 2), (0.24, 2), (0.26, 3), (0.05, 0), (0.96, 10)])
def test_a_share_is_rounded_to_whole_rows(share, many):
    table = paired_table(2, 10)
    if many in (0, 10):
        with pytest.raises(js.errors.NoDataError) as caught:
            learned._split(table, share, 0)
        assert str(caught.value) == (
            f"share={share} of 10 data sets leaves nothing to learn from, or nothing to apply "
            "it to."
        )
        return
    taught, rest = learned._split(table, share, 0)
    assert (taught.n, rest.n) == (many, 10 - many)
    assert sorted(taught.datasets + rest.datasets) == sorted(table.datasets)
    for part in (taught, rest):
        at = [table.datasets.index(name) for name in part.datasets]
        assert at == sorted(at) and np.array_equal(part.values, table.values[at])


def test_of_two_runs_one_teaches():
    taught, rest = learned._split(fold_table(runs=2, k=3), 0.5, 0)
    assert (taught.n_runs, rest.n_runs, taught.n, rest.n) == (1, 1, 3, 3)
    assert set(taught.runs).isdisjoint(rest.runs) and taught.absent() == rest.absent() == []
    with pytest.raises(js.errors.NoDataError, match="of 2 runs leaves nothing"):
        learned._split(fold_table(runs=2, k=3), 0.1, 0)


@pytest.mark.parametrize("design", ["blocked", "one-way"])
def test_what_is_redundant_of_learned_measures_is_seen_within_algorithms(design):
    rng = np.random.default_rng(2)
    base = rng.normal(size=(12, 1, 1))
    x = rng.normal(size=(12, 3, 2)) + base
    # Of the third measure each data set has a sum of its own: redundant within data sets only.
    third = rng.normal(size=(12, 1)) - x.sum(axis=2)
    ways = dict.fromkeys("xyz", "max")
    table = js.results_table(
        {a: np.c_[x[:, i], third[:, i]] for i, a in enumerate("ABC")}, measures=ways
    )
    found, redundant = learned._learn(table, design)
    if design == "one-way":
        assert redundant == [] and found.kept.all()
        return
    assert [(row.measure, row.because) for row in redundant] == [
        ("z", "its differences are −x − y of the differences")
    ]


def test_power_is_that_of_the_largest_sample_and_rank(monkeypatch):
    asked = []

    def power(n, q, alpha):
        asked.append((n, q, alpha))
        return 0.5, 0.25

    monkeypatch.setattr(mardia.kernel, "simulated_power", power)
    rows = [Row(n=9, rank=2), Row(n=12, rank=1)]
    assert mardia._power(rows, 0.1) == {"skewness": 0.5, "kurtosis": 0.25}
    assert asked == [(12, 2, 0.1)]
    large = [Row(n=200, rank=2)]
    assert mardia._power(large, 0.1)["skewness"] == 0.5
    larger = [Row(n=201, rank=2)]
    assert mardia._power(larger, 0.1) == {"skewness": 1.0, "kurtosis": 1.0} and len(asked) == 2


def test_a_row_of_mardias_test_has_the_numbers_of_the_kernel():
    part = mardia._Sample("A − B", "A", "B", X, np.abs(X).max(axis=0))
    found = mardia._tested(part, paired_table(2), 99, 3)
    row = mardia._row(part, found, 0.04, 0.05, 0.04)
    assert (row.sample, row.a, row.b) == ("A − B", "A", "B")
    assert (row.n, row.rank, row.reason) == (7, 2, None)
    for name in ("skewness", "kurtosis"):
        own = getattr(found, name)
        assert row[name] == own.value
        for said, at in [
            ("p_value", "p_value"), ("mcse", "mcse"), ("p_asymptotic", "p_asymptotic"),
            ("p_small_sample", "p_small_sample"),
        ]:  # fmt: skip
            assert row[f"{name}_{said}"] == getattr(own, at)
    assert (row.skewness_p_adjusted, row.kurtosis_p_adjusted, row.normal) == (0.04, 0.05, False)
    assert mardia._row(part, found, 0.041, 0.05, 0.04).normal is True
    assert mardia._row(part, found, 0.5, 0.04, 0.04).normal is False
    assert row.kept == [True, True]
    again = mardia._tested(part, paired_table(2), 99, 4)
    assert again.skewness.value == found.skewness.value
    few = mardia._Sample("A", "A", None, X[:3], np.ones(2))
    assert (
        str(mardia._tested(few, paired_table(2, 3), 9, 0))
        == "3 data sets for 2 dimensions: needed are at least 4"
    )
    still = mardia._Sample("A", "A", None, np.ones((7, 2)), np.ones(2))
    assert str(mardia._tested(still, paired_table(2), 9, 0)) == "no measure varies"


def test_the_smaller_p_value_of_a_sample_is_known_if_both_are():
    def least(skewness, kurtosis):
        row = Row(skewness_p_adjusted=skewness, kurtosis_p_adjusted=kurtosis)
        return MardiaSample.p_least.fget(row)

    assert least(0.2, 0.1) == 0.1 == least(0.1, 0.2)
    assert least(None, 0.1) is least(0.1, None) is least(None, None) is None


def test_what_is_redundant_of_stacked_differences_is_named_by_measure():
    rows = [Row(sample="all differences", kept=[True, False, True, False]),
            Row(sample="other", kept=[])]  # fmt: skip
    found = mardia._redundant(rows, Row(measures={"x": "max", "y": "min"}))
    assert [(row.measure, row.because) for row in found] == [
        ("y", "others determine it (all differences)")
    ] * 2


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


def test_a_manova_in_blocks_is_decided_by_flips_or_by_f():
    flipped = manova_of(design="blocked", statistic="pillai", draws=99, rng=3)
    by_f = manova_of(design="blocked", statistic="pillai", draws=0, rng=3)
    assert "one that is noisier and skewed" in flipped.assumes
    assert "symmetric about zero" in flipped.assumes and "on a data set" in flipped.assumes
    assert "with one and the same covariance" in by_f.assumes
    assert flipped.design_reason == by_f.design_reason == "asked for"
    assert flipped.p_value == flipped.permutation.p_value != flipped.p_value_normal
    assert by_f.p_value == by_f.p_value_normal == flipped.p_value_normal
    assert by_f.permutation is None and len(by_f.roots) == 2
    assert (flipped.seed, by_f.seed, by_f.mcse) == (3, None, 0)
    assert (flipped.exact, flipped.mcse) == (
        flipped.permutation.method == "exact", flipped.permutation.mcse,
    )  # fmt: skip
    assert by_f.exact == next(r.exact for r in by_f.statistics if r.statistic == "pillai")
    assert [row.statistic for row in by_f.statistics] == [
        "wilks", "pillai", "hotelling-lawley", "roy",
    ]  # fmt: skip
    assert by_f.statistic == next(r.value for r in by_f.statistics if r.statistic == "pillai")
    assert "; MANOVA with data sets as blocks)" in by_f.verdict
    assert "Pillai's V = " in by_f.verdict and "sign-flip p" not in by_f.verdict
    assert "sign-flip p" in flipped.verdict


def test_a_one_way_manova_says_what_it_is():
    rng = np.random.default_rng(4)
    rows = {"A": rng.normal(size=(6, 2)), "B": rng.normal(size=(9, 2)) + 1}
    found = manova_of(source=rows, design="one-way", statistic="roy",
                      measures=dict.fromkeys("xy", "max"))  # fmt: skip
    assert (found.design, found.design_reason, found.cases) == ("one-way", "asked for", "row")
    assert found.assumes == ASSUMES["one-way"] and found.sizes == {"A": 6, "B": 9}
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
    assert any("hardly ever finds a difference" in text for text in paired.warnings)
    assert found.warnings == ()


@pytest.mark.parametrize(
    ("test", "options"),
    [
        (js.manova_test, {"design": "one-way"}),
        (js.hotelling_test, {"form": "two-sample"}),
    ],
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


def test_mardias_samples_are_what_their_names_say():
    table = paired_table(3, 9, 2)
    x = table.values
    made = {what: mardia._samples(table, what) for what in mardia.SAMPLES}
    assert [(s.label, s.a, s.b) for s in made["differences"]] == [
        ("A − B", "A", "B"), ("A − C", "A", "C"), ("B − C", "B", "C"),
    ]  # fmt: skip
    np.testing.assert_allclose(made["differences"][1].rows, x[:, :, 0] - x[:, :, 2])
    (whole,) = made["stacked"]
    np.testing.assert_allclose(
        whole.rows, np.hstack([x[:, :, 1] - x[:, :, 0], x[:, :, 2] - x[:, :, 0]])
    )
    assert (whole.label, whole.a, whole.b) == ("all differences", None, None)
    for i, (one, rest) in enumerate(zip(made["algorithms"], made["residuals"], strict=True)):
        np.testing.assert_allclose(one.rows, x[:, :, i])
        np.testing.assert_allclose(rest.rows, x[:, :, i] - x.mean(axis=2))
        assert (one.label, one.a, one.b) == ("ABC"[i], "ABC"[i], None)
    scale = np.abs(x).max(axis=(0, 2))
    for what, samples in made.items():
        for one in samples:
            assert one.scale.tolist() == [*scale, *scale][: 4 if what == "stacked" else 2]
