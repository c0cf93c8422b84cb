"""Learned measures: what they are, and that tests refuse the rows that taught them."""

import warnings
from functools import partial

import numpy as np
import pandas as pd
import pytest
import references
from references import NORMAL_THEORY

import jointstats as js


def ways(p):
    return {f"m{j + 1}": "max" for j in range(p)}


def table(values, measures=None, datasets=None):
    """From an array of shape (n, l, p)."""
    return js.results_table(
        {name: values[:, i] for i, name in enumerate("ABCDEFG"[: values.shape[1]])},
        measures=measures or ways(values.shape[2]),
        datasets=datasets,
    )


quiet = partial(references.quiet, js.learn_measures)


def values(seed=0, n=24, l=3, p=3):
    rng = np.random.default_rng(seed)
    return (
        rng.normal(size=(n, l, p)) + rng.normal(size=(n, 1, p)) + np.arange(l)[:, None] * [1, 0, 0]
    )


def test_the_papers_form_does_not_take_out_the_data_sets():
    case = NORMAL_THEORY["one_way"]["iris"]
    x = np.array(case["values"]).reshape(3, 50, 4).transpose(1, 0, 2)
    result = quiet(table(x), design="one-way")
    np.testing.assert_allclose(
        [row["eigenvalue"] for row in result.learned], case["learned"]["roots"], rtol=1e-9
    )
    blocked = quiet(table(x))
    assert blocked.learned[0]["eigenvalue"] != result.learned[0]["eigenvalue"]


def test_the_projection_is_the_weighted_sum():
    x = values()
    result = quiet(table(x[:12]), table(x[12:], datasets=range(12, 24)))
    first = np.array(list(result.learned[0]["weights"].values()))
    np.testing.assert_allclose(result.applied.values[:, 0, :], x[12:] @ first, rtol=1e-12)
    assert list(result.applied.measures) == ["M1", "M2"] and result.applied.datasets[0] == "12"
    again = result.apply(table(x[12:], datasets=range(12, 24)))
    np.testing.assert_array_equal(again.values, result.applied.values)


def test_the_direction_is_that_of_the_measure_with_most_weight():
    x = values()
    assert quiet(table(x)).learned[0]["direction"] == "max"
    down = table(x, {"m1": "min", "m2": "max", "m3": "max"})
    assert quiet(down).learned[0]["direction"] == "min"
    negated = table(x * [-1, 1, 1], {"m1": "min", "m2": "max", "m3": "max"})
    lead = [quiet(t).fitted.oriented()[:, 0].mean(axis=0).argmax() for t in (table(x), negated)]
    assert lead == [2, 2]


def test_measures_that_matter_are_counted_up_to_the_first_that_does_not():
    x = values(n=60, l=4) + np.array([0, 2, 0, 2])[:, None] * [0, 1, 0]
    result = quiet(table(x))
    p = [row["p_value"] for row in result.learned]
    assert result.matter == 2 and p[0] < p[1] <= 0.05 < p[2]
    assert result.verdict.startswith("2 of 3 learned measures matter")
    nothing = quiet(table(np.random.default_rng(1).normal(size=(20, 3, 2))))
    assert nothing.matter == 0 and nothing.verdict.startswith(
        "None of the 2 learned measures is shown"
    )


# --- In-sample ------------------------------------------------------------------------------------


def test_rows_that_taught_are_marked_and_refused_by_the_tests():
    x = values()
    with pytest.warns(js.JointStatsWarning, match="by chance"):
        result = js.learn_measures(table(x))
    assert result.fitted.in_sample == ("M1", "M2") and result.applied is None
    for test in (js.manova_test, js.mardia_test):
        with pytest.raises(js.errors.InSampleError, match="learned on these very rows"):
            test(result.fitted)
    with pytest.raises(js.errors.InSampleError):
        js.corrected_t_test(result.fitted, measure="M1")
    for form in ("paired", "two-sample"):
        with pytest.raises(js.errors.InSampleError):
            js.hotelling_test(result.fitted, form=form, only=["A", "B"])
    with pytest.raises(js.errors.InSampleError):
        js.manova_test(result.fitted, design="one-way")
    with pytest.raises(js.errors.InSampleError):
        js.learn_measures(result.fitted)


@pytest.mark.parametrize(
    "test",
    [js.glrt_test, js.bayes_test, js.network_test, js.sign_test, js.wilcoxon_test,
     js.friedman_test, js.bayes_sign_test, js.compare_algorithms,
     partial(js.pairwise_tests, test="glrt"), js.statement_counts],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:The probability depends on the prior")
def test_tests_of_orders_warn_of_rows_that_taught(test):
    result = quiet(table(values()), table(values(7)))
    with pytest.warns(js.JointStatsWarning, match="M1 and M2 were learned on these very rows"):
        test(result.fitted)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        test(result.applied)
    assert not any("learned" in str(one.message) for one in caught)


def test_a_table_that_holds_one_row_that_taught_is_marked():
    x = values()
    names = [f"d{i}" for i in range(24)]
    part = table(x[:12], datasets=names[:12])
    result = quiet(part)
    clean = result.apply(table(x[12:], datasets=names[12:]))
    assert clean.in_sample == ()
    mixed = result.apply(table(x[11:], datasets=names[11:]))
    assert mixed.in_sample == ("M1", "M2")
    # Fewer algorithms, or measures in another order, do not hide it.
    fewer = table(x[11:], datasets=names[11:]).select(["C", "A"], ["m3", "m1", "m2"])
    assert result.apply(fewer).in_sample == ("M1", "M2")
    # Another data set whose folds have the same names is not the same row.
    assert result.apply(table(values(9)[:12], datasets=names[:12])).in_sample == ()
    with pytest.warns(js.JointStatsWarning, match="rows that were learned from"):
        js.learn_measures(part, table(x, datasets=names))


def test_share_splits_the_rows_at_random_and_repeats_by_its_seed():
    whole = table(values())
    first = quiet(whole, share=0.25)
    again = quiet(whole, share=0.25, rng=first.call["rng"])
    assert first.applied.datasets == again.applied.datasets
    assert (first.fitted.n, first.applied.n) == (6, 18)
    assert set(first.fitted.datasets).isdisjoint(first.applied.datasets)
    assert first.applied.in_sample == ()
    with pytest.raises(js.errors.NoDataError, match="nothing"):
        quiet(whole, share=1.0)
    with pytest.raises(js.errors.OptionError, match="apply"):
        quiet(whole, whole, share=0.5)


# --- Input ----------------------------------------------------------------------------------------


def test_redundant_counts_get_no_weight_and_are_named():
    x = values()
    wide = np.concatenate([x, 10 - x[:, :, :1]], axis=2)
    result = quiet(table(wide))
    assert [vars(row) for row in result.redundant] == [{"measure": "m4", "because": "m4 = 10 − m1"}]
    weights = [row["weights"]["m4"] for row in result.learned]
    assert weights == [0, 0] and not np.signbit(weights).any()
    np.testing.assert_allclose(
        [row["eigenvalue"] for row in result.learned],
        [row["eigenvalue"] for row in quiet(table(x)).learned],
        rtol=1e-9,
    )


FOLDS = {"fold": "fold", "algorithm": "who", "measures": ways(3)}


def fold_frame(n, k):
    """A long frame of n folds, k in each run."""
    x = values(n=n)
    return pd.DataFrame(
        [
            {"run": i // k, "fold": i % k, "who": name, **dict(zip(ways(3), x[i, a], strict=True))}
            for i in range(n)
            for a, name in enumerate("ABC")
        ]
    )


def test_frames_with_roles_and_folds():
    frame = fold_frame(10, 10).drop(columns="run")
    result = quiet(frame[frame.fold < 6], frame[frame.fold >= 6], **FOLDS)
    assert isinstance(result.applied, js.FoldTable) and result.cases == "fold"
    assert result.applied.folds == ("6", "7", "8", "9")


def test_a_share_of_repeated_cross_validation_is_one_of_whole_runs():
    frame = fold_frame(20, 5)
    result = quiet(frame, run="run", share=0.5, rng=1, **FOLDS)
    assert (result.n, result.applied.n, result.applied.n_runs) == (10, 10, 2)
    assert result.applied.absent() == []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        corrected = js.manova_test(result.applied, correction="nadeau-bengio")
    assert corrected.test_train_ratio == pytest.approx(1 / 4)
    # Half of the folds of one run are no run: the corrected test has no use for them.
    single = quiet(frame[frame.run == 0], share=0.6, rng=1, **FOLDS)
    assert (single.n, single.applied.n) == (3, 2)
    with pytest.raises(js.errors.MissingValuesError, match="every run needs"):
        js.manova_test(single.applied, correction="nadeau-bengio")
