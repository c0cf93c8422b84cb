"""Hotelling's tests against R, plain enumeration and the identities that define them."""

import doctest
import itertools
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from references import NORMAL_THEORY

from jointstats.means import kernel_hotelling, kernel_permutation, kernel_rank
from jointstats.means import kernel_region as region_module


def fit(kind, name):
    case = NORMAL_THEORY[kind][name]
    if kind == "one_sample":
        return case, kernel_hotelling.one_sample(
            case["x"], case["mean"], test_train_ratio=case["ratio"]
        )
    if kind == "paired":
        return case, kernel_hotelling.paired(case["x"], case["y"])
    return case, kernel_hotelling.two_sample(case["x"], case["y"])


CASES = [
    (kind, name) for kind in ("one_sample", "paired", "two_sample") for name in NORMAL_THEORY[kind]
]


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_statistic_direction_and_post_hoc_equal_r(kind, name):
    case, test = fit(kind, name)
    np.testing.assert_allclose(
        [test.statistic, test.f, test.df1, test.df2, test.p_value],
        [case[key] for key in ("t2", "f", "df1", "df2", "p_value")],
        rtol=1e-9,
    )
    np.testing.assert_allclose(test.weights, case["weights"], rtol=1e-9)
    post_hoc = kernel_hotelling.t_tests(test)
    np.testing.assert_allclose(post_hoc.t, case["t"], rtol=1e-9)
    np.testing.assert_allclose(post_hoc.p_value, case["t_p"], rtol=1e-9)


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_region_and_intervals_equal_r(kind, name):
    case, test = fit(kind, name)
    region = region_module.confidence_region(test)
    np.testing.assert_allclose(region.radii, case["radii"], rtol=1e-9)
    np.testing.assert_allclose(region.lower, case["lower"], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(region.upper, case["upper"], rtol=1e-9, atol=1e-12)
    assert np.abs(region.axes.T @ region.axes - np.eye(len(region.radii))).max() < 1e-12


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 4))
def test_any_invertible_mixture_of_measures_gives_the_same_test(seed, p):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(p + 6, p)) + 0.3
    mixed = kernel_hotelling.one_sample(x @ (rng.normal(size=(p, p)) + 3 * np.eye(p)))
    np.testing.assert_allclose(mixed.statistic, kernel_hotelling.one_sample(x).statistic, rtol=1e-8)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.permutations(range(4)))
def test_redundant_measures_change_nothing_but_are_named(seed, order):
    rng = np.random.default_rng(seed)
    x, y = rng.uniform(size=(2, 9, 2))
    widen = np.array([[1.0, 0, -1, 0.5], [0, 1, 0, 0.5]])
    wide = kernel_hotelling.paired((1 - x @ widen)[:, order], (1 - y @ widen)[:, order])
    assert int(wide.df1) == 2
    np.testing.assert_allclose(wide.statistic, kernel_hotelling.paired(x, y).statistic, rtol=1e-9)
    np.testing.assert_allclose(wide.p_value, kernel_hotelling.paired(x, y).p_value, rtol=1e-9)
    assert (wide.weights[~wide.independent] == 0).all()


def test_repeated_cross_validation_counts_its_rows_as_fewer():
    d = np.random.default_rng(2).normal(0.2, 1, (100, 1))
    fit = kernel_hotelling.one_sample(d, test_train_ratio=1 / 9)
    assert fit.effective_n == pytest.approx(1 / (0.01 + 1 / 9), rel=1e-15)
    t = kernel_hotelling.t_tests(fit).t[0]
    # The corrected resampled t test as Nadeau & Bengio write it.
    expected = d.mean() / np.sqrt((1 / 100 + 1 / 9) * d.var(ddof=1))
    assert t == pytest.approx(expected, rel=1e-12)


def test_a_stack_of_pairs_equals_single_tests_and_bad_pairs_are_marked():
    rng = np.random.default_rng(3)
    values = rng.uniform(size=(5, 12, 3))  # by algorithm
    values[3] = values[1]
    values[4] = values[0] + [0.1, 0.0, 0.0]
    pairs = list(itertools.combinations(range(5), 2))
    tests = kernel_hotelling.paired(
        values[[a for a, _ in pairs]], values[[b for _, b in pairs]], errors="mark"
    )
    assert tests.statistic.shape == (10,)
    for i, (a, b) in enumerate(pairs):
        if (a, b) == (1, 3):
            assert tests.status[i] == kernel_hotelling.Status.IDENTICAL
            assert np.isnan(tests.p_value[i])
        elif (a, b) == (0, 4):
            assert tests.status[i] == kernel_hotelling.Status.CONSTANT_DIFFERENCE
        else:
            single = kernel_hotelling.paired(values[a], values[b])
            np.testing.assert_allclose(tests.p_value[i], single.p_value, rtol=1e-12)
            np.testing.assert_allclose(tests.weights[i], single.weights, rtol=1e-12)


def test_every_hopeless_case_has_its_own_error():
    rng = np.random.default_rng(5)
    with pytest.raises(kernel_rank.TooFewCasesError, match="3 measures"):
        kernel_hotelling.one_sample(rng.normal(size=(3, 3)))
    with pytest.raises(kernel_rank.TooFewCasesError):
        kernel_hotelling.one_sample(rng.normal(size=(1, 1)))
    with pytest.raises(kernel_rank.TooFewCasesError, match=r"test of 3 measures .* 2 error"):
        kernel_hotelling.one_sample(rng.normal(size=(4, 3, 3)))  # four comparisons
    x = rng.uniform(size=(8, 2))
    with pytest.raises(kernel_rank.IdenticalAlgorithmsError):
        kernel_hotelling.paired(x, x)
    with pytest.raises(kernel_rank.ConstantDifferenceError):
        kernel_hotelling.paired(x, x - [0, 0.3])
    # A constant sum of two measures that both vary: singular, and not explained by redundancy.
    noise = rng.normal(size=(8, 1)) * [0.1, -0.1]
    with pytest.raises(kernel_rank.ConstantDifferenceError):
        kernel_hotelling.paired(x + noise + [0.05, 0], x)
    marked = kernel_hotelling.paired(x, x - [0, 0.3], errors="mark")
    assert (
        np.isnan(marked.statistic) and marked.status == kernel_hotelling.Status.CONSTANT_DIFFERENCE
    )


def test_one_case_is_marked_without_a_word_of_numpy():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        marked = kernel_hotelling.one_sample([[1.0, 2.0]], errors="mark")
        two = kernel_hotelling.two_sample([[1.0, 2.0]], [[3.0, 1.0]], errors="mark")
    assert marked.status == two.status == kernel_hotelling.Status.TOO_FEW_CASES
    assert np.isnan([marked.statistic, two.statistic]).all()
    assert (marked.mean.tolist(), two.mean.tolist()) == ([1, 2], [-2, 1])


def test_one_case_alone_has_a_covariance_of_zero():
    marked = kernel_hotelling.one_sample([[1.0, 2.0]], errors="mark")
    assert marked.covariance.tolist() == [[0, 0], [0, 0]] and marked.deviations.tolist() == [0, 0]


def test_squares_beyond_the_doubles_are_no_cause_for_alarm():
    d = np.array([[1.0, 1.0], [3.0, -2.0], [-2.0, -4.0], [-2.0, 6.0]])
    with np.errstate(all="raise", under="ignore"):
        huge, plain = kernel_hotelling.one_sample(1e200 * d), kernel_hotelling.one_sample(d)
    assert huge.p_value == pytest.approx(float(plain.p_value), rel=1e-12)
    np.testing.assert_allclose(huge.deviations, 1e200 * d.std(axis=0, ddof=1), rtol=1e-12)


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


@pytest.mark.parametrize("size", [1.0, 1e150, 1e-150])
def test_differences_in_the_twelfth_digit_are_differences_in_any_number_of_cases(size):
    # Numbers near 1, of which each may be off by 2e-16: 1e-12 is a difference, 1e-17 is none.
    noise = np.random.default_rng(11).normal(size=(1000, 1))
    small = size * (1 + 1e-12 * noise)
    spread = 1e-12 * size * np.std(noise, ddof=1)
    same = np.full((1000, 1), size)
    tests = (
        kernel_hotelling.one_sample(small, size),
        kernel_hotelling.paired(small, same),
        kernel_hotelling.two_sample(small, same),
    )
    assert [fit.status for fit in tests] == [kernel_hotelling.Status.OK] * 3
    found = [fit.deviations[0] / spread for fit in tests]  # pooled in the last
    np.testing.assert_allclose(found, [1, 1, np.sqrt(0.5)], rtol=1e-3)
    none = size * (1 + 1e-17 * noise)
    assert (
        kernel_hotelling.one_sample(none, size, errors="mark").status
        == kernel_hotelling.Status.IDENTICAL
    )


def test_k_equal_to_p_plus_one_still_works():
    test = kernel_hotelling.one_sample(np.random.default_rng(6).normal(size=(4, 3)))
    assert (int(test.df1), float(test.df2)) == (3, 1.0)
    assert 0 < test.p_value < 1


def test_measures_without_variation_in_post_hoc_tests():
    d = np.column_stack([[0.1, 0.2, 0.3, 0.1], [0.0] * 4, [0.7] * 4])
    post_hoc = kernel_hotelling.t_tests(kernel_hotelling.one_sample(d, errors="mark"))
    assert np.isnan(post_hoc.t[1]) and np.isnan(post_hoc.p_value[1])
    assert post_hoc.t[2] == np.inf and post_hoc.p_value[2] == 0
    # Differences of equal numbers written differently are no difference.
    x = np.array([[0.3], [0.3], [0.3]])
    with pytest.raises(kernel_rank.IdenticalAlgorithmsError):
        kernel_hotelling.paired(x, np.full((3, 1), 0.1 + 0.2))


def test_the_region_s_edge_is_where_the_test_just_rejects():
    d = np.array(NORMAL_THEORY["one_sample"]["corrected"]["x"])[:12]
    region = region_module.confidence_region(kernel_hotelling.one_sample(d), level=0.9)
    shape = region.axes * region.radii**2 @ region.axes.T
    for point in region_module.ellipse(region.centre, shape, 17):
        assert float(kernel_hotelling.one_sample(d, point).p_value) == pytest.approx(0.1, rel=1e-9)
    outline = region_module.ellipse(region.centre, shape, 100_001)
    np.testing.assert_allclose(outline.max(axis=0), region.upper, atol=1e-8)


def test_region_of_redundant_measures_is_flat():
    x = np.random.default_rng(8).normal(size=(9, 1))
    region = region_module.confidence_region(kernel_hotelling.one_sample(np.column_stack([x, -x])))
    assert region.radii[1] == 0
    np.testing.assert_allclose(region.axes[:, 0], np.array([1, -1]) / np.sqrt(2), atol=1e-12)


@pytest.mark.parametrize("name", list(NORMAL_THEORY["flips"]))
def test_exact_sign_flips_equal_r_s_enumeration(name):
    case = NORMAL_THEORY["flips"][name]
    found = kernel_permutation.sign_flip_test(case["x"])
    assert found.method == "exact" and found.mcse == {"t2": 0.0}
    assert found.p_value["t2"] == pytest.approx(case["p_value"], abs=1e-15)


def test_sign_flips_of_one_measure_equal_the_fisher_pitman_test():
    d = np.array([1.1, -0.4, 2.0, 0.7, 1.6, 0.2])
    sums = [abs(np.dot(s, d)) for s in itertools.product([-1, 1], repeat=6)]
    expected = np.mean(np.array(sums) >= abs(d.sum()) - 1e-12)
    assert kernel_permutation.sign_flip_test(d[:, None]).p_value["t2"] == expected


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


def test_examples():
    for module in (kernel_hotelling, kernel_permutation, region_module):
        assert doctest.testmod(module).failed == 0
