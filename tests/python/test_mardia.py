"""Mardia's test of tables: which samples it looks at, R's numbers, and what silence is worth."""

import warnings
from itertools import combinations

import numpy as np
import pytest
from references import NORMAL_THEORY

import jointstats as js
from jointstats.base import wording
from jointstats.means import kernel_mardia as mardia_kernel
from jointstats.means import kernel_rank


def table(values):
    """From an array of shape (n, l, p)."""
    p = values.shape[2]
    return js.results_table(
        {name: values[:, i] for i, name in enumerate("ABCDEFG"[: values.shape[1]])},
        measures={f"m{j + 1}": "max" for j in range(p)},
    )


def mardia(values, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return js.mardia_test(table(values), **{"draws": 499} | options)


@pytest.mark.parametrize("name", NORMAL_THEORY["mardia"])
def test_statistics_and_p_values_of_formulas_equal_r(name):
    case = NORMAL_THEORY["mardia"][name]
    x = np.array(case["x"])
    row = mardia(np.stack([x, np.zeros_like(x)], axis=1), draws=99).samples[0]
    assert (row["sample"], row["a"], row["b"]) == ("A − B", "A", "B")
    for which, value in (("skewness", "b1"), ("kurtosis", "b2")):
        found = [row[which], row[f"{which}_p_asymptotic"], row[f"{which}_p_small_sample"]]
        np.testing.assert_allclose(found, [case[value], *case[which][1::2]], rtol=1e-9)


def test_each_kind_of_sample_is_what_it_says():
    values = np.random.default_rng(1).normal(size=(15, 3, 2))
    centred = values - values.mean(axis=1, keepdims=True)
    wide = np.concatenate([values[:, i] - values[:, 0] for i in (1, 2)], axis=1)

    def alone(x):
        """The statistics of one sample, as a difference from nothing."""
        row = mardia(np.stack([x, np.zeros_like(x)], axis=1)).samples[0]
        return row["skewness"], row["kurtosis"]

    expected = {
        "differences": [values[:, i] - values[:, j] for i, j in combinations(range(3), 2)],
        "algorithms": [values[:, i] for i in range(3)],
        "residuals": [centred[:, i] for i in range(3)],
        "stacked": [wide],
    }
    for what, samples in expected.items():
        rows = mardia(values, samples=what).samples
        assert len(rows) == len(samples)
        for row, x in zip(rows, samples, strict=True):
            assert (row["skewness"], row["kurtosis"]) == pytest.approx(alone(x), rel=1e-9)


def test_holm_runs_over_all_samples_and_both_tests():
    values = np.random.default_rng(2).exponential(size=(30, 3, 2))
    result = mardia(values, samples="algorithms", draws=999)
    p = [row[f"{k}_p_value"] for row in result.samples for k in ("skewness", "kurtosis")]
    adjusted = [row[f"{k}_p_adjusted"] for row in result.samples for k in ("skewness", "kurtosis")]
    order = np.argsort(p)
    holm = np.maximum.accumulate(np.sort(p) * np.arange(6, 0, -1)).clip(max=1)
    np.testing.assert_allclose(np.array(adjusted)[order], holm)
    assert result.rejected == sum(row["normal"] is False for row in result.samples) > 0
    assert "shown not to be normal" in result.verdict and result.decided


HEAVY = np.array([-9, -1, -1, -0.8, -0.5, -0.2, 0, 0, 0.2, 0.5, 0.8, 1, 1, 9])


@pytest.mark.parametrize(
    ("x", "skewed", "peaked"),
    [(HEAVY, False, True), (np.random.default_rng(4).gamma(3, size=30), True, False)],
)
def test_one_of_both_tests_is_enough_to_reject(x, skewed, peaked):
    values = np.stack([x, np.zeros_like(x)], axis=1)[:, :, None]
    result = mardia(values)
    (row,) = result.samples
    p = row.skewness_p_adjusted, row.kurtosis_p_adjusted
    assert (p[0] <= 0.05, p[1] <= 0.05) == (skewed, peaked)
    assert row.normal is False and result.rejected == 1
    assert row.p_least == min(p)


def test_the_verdict_has_the_smallest_p_of_all_samples():
    x = np.random.default_rng(11).normal(size=14)
    result = mardia(np.stack([HEAVY, x], axis=1)[:, :, None], samples="algorithms")
    heavy, other = (row.p_least for row in result.samples)
    assert heavy < 0.05 < other
    assert f"smallest p (holm) {wording.p_value(heavy)}," in result.verdict


def test_the_same_call_gives_the_same_numbers():
    values = np.random.default_rng(3).normal(size=(12, 2, 2))
    assert mardia(values).samples == mardia(values).samples
    assert mardia(values, rng=1).samples != mardia(values).samples


def test_few_rows_are_said_to_prove_little():
    values = np.random.default_rng(4).normal(size=(10, 2, 2))
    with pytest.warns(js.JointStatsWarning, match=r"With 10 data sets .* would pass"):
        result = js.mardia_test(table(values))
    assert result.power["skewness"] == mardia_kernel.simulated_power(10, 2)[0] < 0.5
    many = np.random.default_rng(5).normal(size=(60, 2, 2))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert js.mardia_test(table(many)).power["skewness"] > 0.99


def test_too_few_rows_and_nothing_that_varies_are_errors():
    rng = np.random.default_rng(7)
    with pytest.raises(kernel_rank.TooFewCasesError, match="3 data sets for 2 dimensions"):
        mardia(rng.normal(size=(3, 2, 2)))
    x = rng.normal(size=(9, 1, 2))
    with pytest.raises(kernel_rank.IdenticalAlgorithmsError, match="no measure varies"):
        mardia(np.concatenate([x, x], axis=1))
    values = np.concatenate([x, x, rng.normal(size=(9, 1, 2))], axis=1)
    result = mardia(values)  # one pair is identical: the others are tested
    assert [row["reason"] for row in result.samples] == ["no measure varies", None, None]
    assert "1 of 3 samples could not be tested" in result.warnings[0]


def test_where_no_sample_can_be_tested_the_first_says_why():
    x = np.random.default_rng(0).normal(size=(3, 2))
    made, measures = {"A": x, "B": x, "C": 2 * x[::-1]}, {"x": "max", "y": "max"}
    with pytest.raises(
        kernel_rank.IdenticalAlgorithmsError, match=r"no measure varies \(A − B\); there"
    ):
        js.mardia_test(made, measures=measures)
    turned = {name: made[name] for name in "CAB"}
    with pytest.raises(
        kernel_rank.TooFewCasesError, match=r"needed are at least 4\. Use more data sets"
    ):
        js.mardia_test(turned, measures=measures)


@pytest.mark.warns("With 12 data sets a sample that passes", r"\d+ of \d+ samples")
def test_a_sample_that_cannot_be_tested_has_its_reason_and_no_numbers():
    x = np.random.default_rng(0).normal(size=(12, 2))
    made = {"A": x, "B": x, "C": x[::-1]}
    row = js.mardia_test(made, measures={"x": "max", "y": "max"}, draws=99).samples[0]
    assert (row.sample, row.n, row.rank, row.reason) == ("A − B", 12, 0, "no measure varies")
    assert (row.normal, row.p_least, row.skewness, row.kurtosis) == (None, None, None, None)


def test_what_varies_is_judged_by_the_largest_results_of_a_measure():
    """Differences of .1 have rounding errors of results of 1e9, also where one result is 0."""
    rng = np.random.default_rng(3)
    large = rng.normal(size=12) * 1e9
    large[0] = 0.0
    a = np.column_stack([large + 0.1, rng.normal(size=12)])
    b = np.column_stack([large, rng.normal(size=12)])
    (row,) = mardia(np.stack([a, b], axis=1)).samples
    assert (row["rank"], list(row["kept"])) == (1, [False, True])
