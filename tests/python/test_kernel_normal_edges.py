"""Hotelling's tests, and normal theory at its edges: what is rounding, what cannot be tested."""

import warnings
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from references import NORMAL_THEORY

from jointstats.means import kernel_hotelling as hotelling
from jointstats.means import kernel_manova as manova
from jointstats.means import kernel_mardia as mardia
from jointstats.means import kernel_permutation
from jointstats.means import kernel_rank as rank
from jointstats.means import kernel_scatter as scatter
from jointstats.means.means_results import ellipse

EPS = 2.0**-52


@contextmanager
def silence():
    """NumPy's warnings are errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


# --- What is rounding error -----------------------------------------------------------------------

# Four numbers near 1: each may be off by 16 roundings, their length by 16 · √4 = 32.


def tell(test, *data, **options):
    """What a test says of data that hardly differ."""
    try:
        found = test(*data, **options)
    except (rank.IdenticalAlgorithmsError, rank.ConstantDifferenceError) as error:
        return type(error).__name__
    return getattr(found, "status", None)


def near_one(roundings, cases=4):
    return np.full((cases, 1), 1 + roundings * EPS)


@pytest.mark.parametrize(
    ("test", "identical", "different"),
    [
        (lambda k: hotelling.one_sample(near_one(k) - 1, scale=[1.0]), 30, 34),
        (lambda k: hotelling.paired(near_one(k), near_one(0)), 30, 34),
        (lambda k: hotelling.paired(near_one(0), near_one(k)), 30, 34),
        (lambda k: hotelling.two_sample(near_one(k, 2), near_one(0, 2)), 30, 34),
        (lambda k: hotelling.two_sample(near_one(0, 2), near_one(k, 2)), 30, 34),
        (lambda k: scatter.stacked(np.stack([*map(near_one, (k, 0, 0))], axis=1)), 30, 34),
        # Effects of a half of the difference, times √2
        (
            lambda k: manova.manova(
                scatter.one_way([*near_one(k, 2), *near_one(0, 2)], list("aabb"))
            ),
            40,
            50,
        ),
        (
            lambda k: manova.manova(
                scatter.blocked(np.stack([near_one(k, 2), near_one(0, 2)], axis=1))
            ),
            40,
            50,
        ),
    ],
)  # fmt: skip
def test_a_constant_difference_is_one_beyond_what_rounding_may_be(test, identical, different):
    assert tell(test, identical) == "IdenticalAlgorithmsError"
    assert tell(test, different) == "ConstantDifferenceError"


def test_measures_within_rounding_are_not_called_normal_or_not():
    # Half of four numbers near 1 are off by K: their deviations are K / 2, of length K.
    for roundings, told in [(30, "IdenticalAlgorithmsError"), (36, None)]:
        x = 1 + np.array([[0.0], [0.0], [roundings], [roundings]]) * EPS
        assert tell(mardia.mardia, x, draws=9) == told
        constant = rank.combination(x, centre=True)
        assert (constant is None) == (told is None)
        x = np.array([[0.0], [0.0], [roundings], [roundings]]) * EPS
        assert tell(mardia.mardia, x, draws=9) is None
        assert tell(mardia.mardia, x, draws=9, scale=[1.0]) == told


def test_one_degree_of_freedom_is_enough_for_one_measure():
    column = rank.orthonormal_columns([[1.0], [-1.0]])
    assert [bool(rank.too_few_cases(column, df)) for df in (0, 1, 2)] == [True, False, False]


# --- Hotelling's tests ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1.0, 1e150, 1e-150])
def test_two_cases_of_one_measure_in_closed_form(size):
    # d = 1, 3: mean 2, variance 2, t = 2 / √(2 / 2) = 2; P(|t_1| > 2) = 1 - 2 / π · arctan 2
    d = size * np.array([[1.0], [3.0]])
    with silence():
        found, own = (hotelling.one_sample(d), hotelling.t_tests(hotelling.one_sample(d)))
    assert (found.df, found.df1, found.df2) == (1, 1, 1)
    assert found.statistic == pytest.approx(4) and found.f == pytest.approx(4)
    assert own.t == pytest.approx(2)
    expected = 1 - 2 / np.pi * np.arctan(2)
    assert [found.p_value, *own.p_value] == pytest.approx([expected] * 2, rel=1e-12)
    assert found.deviations / size == pytest.approx(np.sqrt(2))
    assert found.errors / size == pytest.approx(1)
    assert found.weights * size == pytest.approx(1)  # mean / variance
    if size == 1:
        assert found.covariance == pytest.approx(2)


@pytest.mark.parametrize(
    ("row", "status"),
    [
        ([0.0, 0.0], hotelling.Status.IDENTICAL),
        ([0.0, 0.3], hotelling.Status.CONSTANT_DIFFERENCE),
        ([0.3, 0.0], hotelling.Status.CONSTANT_DIFFERENCE),
        ([0.0, -0.3], hotelling.Status.CONSTANT_DIFFERENCE),
        ([-0.3, -0.3], hotelling.Status.CONSTANT_DIFFERENCE),
    ],
)
@pytest.mark.parametrize("cases", [1, 2, 3])
def test_the_same_in_every_case_is_nothing_or_constant_but_of_one_case_nobody_knows(
    row, status, cases
):
    with silence():
        found = hotelling.one_sample([row] * cases, errors="mark")
    assert found.status == (hotelling.Status.TOO_FEW_CASES if cases == 1 else status)
    assert np.isnan([found.statistic, found.f, found.df2, found.p_value]).all()
    assert np.isnan(found.weights).all() and found.mean.tolist() == row
    with silence():
        own = hotelling.t_tests(found)
    expected = [np.nan if one == 0 else np.copysign(np.inf, one) for one in row]
    np.testing.assert_equal(own.t.tolist(), expected)


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        (np.zeros((4, 3)), rank.IdenticalAlgorithmsError),
        (np.full((4, 3), [0, 0, 0.5]), rank.ConstantDifferenceError),
        (np.random.default_rng(0).normal(size=(4, 4)), rank.TooFewCasesError),
    ],
)
def test_one_comparison_of_a_stack_that_cannot_be_tested_is_enough_to_refuse(bad, error):
    good = np.random.default_rng(5).normal(size=bad.shape)
    good[:, 3:] = 0  # too many of them all for four cases
    assert (hotelling.one_sample([good, good]).status == 0).all()
    for stack in ([bad, good], [good, bad]):
        with pytest.raises(error):
            hotelling.one_sample(stack)


def test_numbers_whose_squares_are_beyond_doubles_make_no_noise():
    x = np.array([[1.0, 2.0], [2.0, -1.0], [-3.0, 2.5], [1.5, 3.0], [0.0, 1.0]])
    with silence():
        for size in (1e-200, 1e200):
            found = hotelling.one_sample(size * x)
            assert found.p_value == pytest.approx(float(hotelling.one_sample(x).p_value), rel=1e-10)
            assert hotelling.t_tests(found).t == pytest.approx(
                hotelling.t_tests(hotelling.one_sample(x)).t, rel=1e-10
            )
        assert np.isinf(
            hotelling.one_sample(np.array([[3e-310], [1e-310], [2e-310]])).weights
        ).all()


# --- Confidence regions ---------------------------------------------------------------------------


def test_axes_point_where_their_largest_entry_is_positive():
    rng = np.random.default_rng(7)
    for p in (1, 2, 4):
        x = rng.normal(size=(9, p)) @ rng.normal(size=(p, p))
        region = hotelling.confidence_region(hotelling.one_sample(x))
        for axis in region.axes.T:
            assert axis[np.abs(axis).argmax()] > 0
        assert (np.diff(region.radii) <= 0).all()
        shape = region.axes * region.radii**2 @ region.axes.T
        expected = region.critical * np.cov(x.T).reshape(p, p) / 9
        np.testing.assert_allclose(shape, expected, rtol=1e-9, atol=1e-12)


def test_a_region_that_is_nearly_flat_has_no_radius_below_zero():
    rng = np.random.default_rng(8)
    for _ in range(20):
        x = rng.normal(size=(7, 2)) @ rng.normal(size=(2, 3))
        x[:, 2] += 2e-9 * rng.normal(size=7)
        fit = hotelling.one_sample(x)
        with silence():
            radii = hotelling.confidence_region(fit).radii
        assert fit.independent.all() and radii[2] >= 0 and radii[2] < 1e-6


def test_ellipses_of_points_that_lie_on_a_line_are_segments():
    rng = np.random.default_rng(9)
    for direction in rng.normal(size=(20, 2)):
        with silence():
            line = ellipse(np.array([5.0, 7.0]), np.outer(direction, direction), 9)
        # From the centre along the direction and back, from angle 0 on.
        along = np.hypot(*direction)
        middle = (line - [5, 7]) @ direction / along**2
        angle = np.linspace(0, 2 * np.pi, 9)
        expected = direction @ [np.cos(angle), np.sin(angle)] / along
        np.testing.assert_allclose(middle, expected, atol=1e-7)
        across = (line - [5, 7]) @ [direction[1], -direction[0]]
        assert np.abs(across).max() < 1e-7


# --- Designs of several algorithms ----------------------------------------------------------------


@pytest.mark.parametrize("size", [1.0, 1e150, 1e-150, 1e200])
def test_analyses_of_variance_do_not_depend_on_the_unit(size):
    rng = np.random.default_rng(10)
    x = rng.normal(size=(4, 3, 4))
    x[..., 1] = [1.0, 1 + 2 * EPS, 1.0]  # rounding
    x[..., 2] = [1.0, 2.0, 4.0]  # nothing within
    x[..., 3] = 0.0
    with silence():
        found, plain = (scatter.anova(scatter.blocked(size * x)), scatter.anova(scatter.blocked(x)))
    assert found.f[0] == pytest.approx(plain.f[0], rel=1e-12)
    assert np.isnan(found.f[1]) and found.f[2] == np.inf and np.isnan(found.f[3])
    assert found.p_value[2] == 0 and np.isnan(found.p_value[[1, 3]]).all()


def test_what_is_simulated_of_roy_s_root_is_not_called_exact(monkeypatch):
    asked = []

    def simulated(*of, rng):
        asked.append((*of, rng))
        return 0.25, 0.01

    monkeypatch.setattr(manova, "largest_root_p_value", simulated)
    design = scatter.blocked(np.random.default_rng(12).normal(size=(6, 3, 2)))
    roy = manova.manova(design, rng=5).roy
    assert (roy.p_value, roy.mcse, roy.exact) == (0.25, 0.01, False)
    assert asked == [(roy.value, 2, 2, 10, 5)] and 0 < roy.p_value_lower_bound < 1


def test_measures_learned_where_nothing_differs_share_nothing():
    x = [[0.0, 1.0], [1.0, 0.0], [2.0, 2.0]]
    with silence():
        found = scatter.learn(scatter.one_way(x + x, list("aaabbb")))
    assert found.eigenvalues.tolist() == [0] and np.isnan(found.shares).all()
    assert found.p_value.tolist() == [1] and found.weights.shape == (2, 1)
    # A little is shared as much as a lot.
    x[1] = [1.0, 1e-3]
    little = scatter.learn(
        scatter.one_way([[0.0, 1.0], [1.0, 0.0], [2.0, 2.0], *x], list("aaabbb"))
    )
    assert little.eigenvalues < 1e-3 and little.shares == pytest.approx(1)


# --- Mardia's tests -------------------------------------------------------------------------------


def test_three_rows_have_no_kurtosis_of_1974():
    assert np.isnan(mardia.mardia([[1.0], [2.0], [4.0]], draws=19).kurtosis.p_small_sample)


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
@pytest.mark.parametrize("unit", [1e-9, 1.0, 1e9])
def test_coefficients_that_are_nothing_but_rounding_are_zero_in_any_unit(size, unit):
    rng = np.random.default_rng(4)
    for _ in range(5):
        x = rng.normal(size=(12, 3)) * [unit, 1, 1 / unit]
        first, second = size / unit * x[:, 0], size * x[:, 1]
        expected = [[size / unit, 0, 0], [0, size, 0], [size / unit, -size, 0]]
        for column, weights in zip((first, second, first - second), expected, strict=True):
            found, _ = rank.combination(np.column_stack([x, column]), centre=False)
            np.testing.assert_allclose(found, weights, rtol=1e-6, atol=0)


# --- Hotelling's tests: the identities that define them, and sign flips ---------------------------


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 4))
def test_any_invertible_mixture_of_measures_gives_the_same_test(seed, p):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(p + 6, p)) + 0.3
    mixed = hotelling.one_sample(x @ (rng.normal(size=(p, p)) + 3 * np.eye(p)))
    np.testing.assert_allclose(mixed.statistic, hotelling.one_sample(x).statistic, rtol=1e-8)


def test_a_combination_that_does_not_vary_has_its_own_error():
    """A constant sum of two measures that both vary: singular, and not by redundancy."""
    rng = np.random.default_rng(5)
    x, noise = rng.uniform(size=(8, 2)), rng.normal(size=(8, 1)) * [0.1, -0.1]
    with pytest.raises(rank.ConstantDifferenceError):
        hotelling.paired(x + noise + [0.05, 0], x)


def test_the_region_s_edge_is_where_the_test_just_rejects():
    d = np.array(NORMAL_THEORY["one_sample"]["corrected"]["x"])[:12]
    region = hotelling.confidence_region(hotelling.one_sample(d), level=0.9)
    shape = region.axes * region.radii**2 @ region.axes.T
    for point in ellipse(region.centre, shape, 17):
        assert float(hotelling.one_sample(d - point).p_value) == pytest.approx(0.1, rel=1e-9)
    outline = ellipse(region.centre, shape, 100_001)
    np.testing.assert_allclose(outline.max(axis=0), region.upper, atol=1e-8)


def test_region_of_redundant_measures_is_flat():
    x = np.random.default_rng(8).normal(size=(9, 1))
    region = hotelling.confidence_region(hotelling.one_sample(np.column_stack([x, -x])))
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
    with pytest.raises(rank.TooFewCasesError):
        kernel_permutation.sign_flip_test(x[:2])
    with pytest.raises(rank.IdenticalAlgorithmsError):
        kernel_permutation.sign_flip_test(np.zeros((5, 2)))


def test_rounding_errors_are_as_large_as_the_larger_sample_makes_them():
    rng = np.random.default_rng(0)
    large = np.column_stack([rng.normal(size=8), 1000.1 + 1e-13 * rng.integers(-1, 2, 8)])
    small = np.column_stack([rng.normal(size=8), 1e-14 * rng.normal(size=8)])
    for x, y in [(large, small), (small, large)]:
        assert (
            hotelling.two_sample(x, y, errors="mark").status == hotelling.Status.CONSTANT_DIFFERENCE
        )
        assert hotelling.paired(x, y, errors="mark").status == hotelling.Status.CONSTANT_DIFFERENCE
