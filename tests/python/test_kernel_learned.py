"""Learned measures against R's eigen(), and the properties that define them."""

import numpy as np
import pytest
from references import NORMAL_THEORY

from jointstats.means import kernel_manova
from jointstats.means import kernel_scatter as module


def cases():
    for name, case in NORMAL_THEORY["one_way"].items():
        if "learned" in case:
            design = module.one_way(case["values"], case["groups"])
            yield pytest.param(case["learned"], design, id=f"one_way-{name}")
    for name, case in NORMAL_THEORY["blocked"].items():
        if "learned" in case:
            values = np.array(case["values"]).reshape(case["n"], case["l"], -1)
            yield pytest.param(case["learned"], module.blocked(values), id=f"blocked-{name}")


@pytest.mark.parametrize(("case", "design"), list(cases()))
def test_weights_roots_and_dimension_tests_equal_r(case, design):
    found = module.learn(design)
    np.testing.assert_allclose(found.eigenvalues, case["roots"], rtol=1e-9)
    size = np.abs(case["weights"]).max(axis=0)
    np.testing.assert_allclose(found.weights / size, case["weights"] / size, atol=1e-8)
    np.testing.assert_allclose(found.chi2, case["chi2"], rtol=1e-9)
    np.testing.assert_array_equal(found.df, case["chi2_df"])
    np.testing.assert_allclose(found.p_value, case["chi2_p"], rtol=1e-8)
    np.testing.assert_allclose(found.shares, found.eigenvalues / found.eigenvalues.sum())
    error = design.residuals.T @ design.residuals
    within = found.weights.T @ error @ found.weights
    np.testing.assert_allclose(within, design.df_error * np.eye(len(within)), atol=1e-6)
    largest = np.abs(found.weights).argmax(axis=0)
    assert (found.weights[largest, range(len(largest))] > 0).all()


def test_the_first_learned_measure_has_the_largest_anova_f():
    case = NORMAL_THEORY["one_way"]["generated"]
    values, groups = np.array(case["values"]), case["groups"]
    design = module.one_way(values, groups)
    found = module.learn(design)
    new = module.project(values, found.weights)
    f = module.anova(module.one_way(new, groups)).f
    np.testing.assert_allclose(f, found.eigenvalues * design.df_error / 2, rtol=1e-10)
    assert f[0] > module.anova(design).f.max()
    for seed in range(50):
        other = values @ np.random.default_rng(seed).normal(size=(3, 1))
        assert module.anova(module.one_way(other, groups)).f[0] < f[0]
    # Nothing is lost: the joint test on the new measures is the one on the old.
    old_test, new_test = (
        kernel_manova.manova(design).wilks,
        kernel_manova.manova(module.one_way(new, groups)).wilks,
    )
    assert new_test.value == pytest.approx(old_test.value, rel=1e-10)


def test_standardised_weights_are_of_measures_with_deviation_one():
    """The deviation within groups, with the degrees of freedom of the error."""
    x = np.random.default_rng(3).normal(size=(15, 2)) * [1, 50]
    groups = np.repeat(["a", "b", "c"], 5)
    found = module.learn(module.one_way(x, groups))
    within = np.sqrt(sum(x[groups == g].var(axis=0, ddof=1) for g in "abc") / 3)
    np.testing.assert_allclose(found.standardised, found.weights * within[:, None], rtol=1e-12)
