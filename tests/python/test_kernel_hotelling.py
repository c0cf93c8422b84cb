"""Hotelling's tests against R, plain enumeration and the identities that define them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from references import NORMAL_THEORY

from jointstats.means import kernel_hotelling, kernel_permutation, kernel_rank
from jointstats.means.means_results import ellipse


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 4))
def test_any_invertible_mixture_of_measures_gives_the_same_test(seed, p):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(p + 6, p)) + 0.3
    mixed = kernel_hotelling.one_sample(x @ (rng.normal(size=(p, p)) + 3 * np.eye(p)))
    np.testing.assert_allclose(mixed.statistic, kernel_hotelling.one_sample(x).statistic, rtol=1e-8)


def test_a_combination_that_does_not_vary_has_its_own_error():
    """A constant sum of two measures that both vary: singular, and not by redundancy."""
    rng = np.random.default_rng(5)
    x, noise = rng.uniform(size=(8, 2)), rng.normal(size=(8, 1)) * [0.1, -0.1]
    with pytest.raises(kernel_rank.ConstantDifferenceError):
        kernel_hotelling.paired(x + noise + [0.05, 0], x)


def test_the_region_s_edge_is_where_the_test_just_rejects():
    d = np.array(NORMAL_THEORY["one_sample"]["corrected"]["x"])[:12]
    region = kernel_hotelling.confidence_region(kernel_hotelling.one_sample(d), level=0.9)
    shape = region.axes * region.radii**2 @ region.axes.T
    for point in ellipse(region.centre, shape, 17):
        assert float(kernel_hotelling.one_sample(d - point).p_value) == pytest.approx(0.1, rel=1e-9)
    outline = ellipse(region.centre, shape, 100_001)
    np.testing.assert_allclose(outline.max(axis=0), region.upper, atol=1e-8)


def test_region_of_redundant_measures_is_flat():
    x = np.random.default_rng(8).normal(size=(9, 1))
    region = kernel_hotelling.confidence_region(
        kernel_hotelling.one_sample(np.column_stack([x, -x]))
    )
    assert region.radii[1] == 0
    np.testing.assert_allclose(region.axes[:, 0], np.array([1, -1]) / np.sqrt(2), atol=1e-12)


def test_monte_carlo_sign_flips_estimate_the_exact_p_value():
    d = np.random.default_rng(9).normal(0.35, 1, (14, 2))
    exact = kernel_permutation.sign_flip_test(d)
    drawn = kernel_permutation.sign_flip_test(d, max_exact=0, draws=20_000, rng=1)
    assert exact.rearrangements == 2**13 and drawn.method == "monte_carlo"
    assert abs(drawn.p_value["t2"] - exact.p_value["t2"]) < 4 * drawn.mcse["t2"]
    assert 0 < drawn.mcse["t2"] < 0.004
    assert drawn == kernel_permutation.sign_flip_test(d, max_exact=0, draws=20_000, rng=1)
    extreme = kernel_permutation.sign_flip_test(d + 50, max_exact=0, draws=999, rng=1)
    assert extreme.p_value["t2"] == 1 / 1000  # none of the drawn flips is as extreme
    assert extreme.mcse["t2"] == pytest.approx(np.sqrt(0.001 * 0.999 / 999), rel=1e-12)


def test_sign_flips_handle_constant_differences_and_redundancy():
    constant = np.column_stack([[0.1, 0.3, -0.2, 0.4, 0.1], [0.5] * 5])
    assert kernel_permutation.sign_flip_test(constant).p_value["t2"] == 2 / 2**5
    x = np.random.default_rng(10).normal(size=(9, 2))
    redundant = np.column_stack([x, -x[:, 0]])
    assert (
        kernel_permutation.sign_flip_test(redundant).p_value
        == kernel_permutation.sign_flip_test(x).p_value
    )
    with pytest.raises(kernel_rank.TooFewCasesError):
        kernel_permutation.sign_flip_test(x[:2])
    with pytest.raises(kernel_rank.IdenticalAlgorithmsError):
        kernel_permutation.sign_flip_test(np.zeros((5, 2)))


def test_rounding_errors_are_as_large_as_the_larger_sample_makes_them():
    rng = np.random.default_rng(0)
    large = np.column_stack([rng.normal(size=8), 1000.1 + 1e-13 * rng.integers(-1, 2, 8)])
    small = np.column_stack([rng.normal(size=8), 1e-14 * rng.normal(size=8)])
    for x, y in [(large, small), (small, large)]:
        assert (
            kernel_hotelling.two_sample(x, y, errors="mark").status
            == kernel_hotelling.Status.CONSTANT_DIFFERENCE
        )
        assert (
            kernel_hotelling.paired(x, y, errors="mark").status
            == kernel_hotelling.Status.CONSTANT_DIFFERENCE
        )
