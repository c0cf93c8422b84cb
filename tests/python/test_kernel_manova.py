"""MANOVA: Roy's exact distribution in 80-digit arithmetic, sign flips, learned measures by R."""

import numpy as np
import pytest
from references import NORMAL_THEORY

from jointstats.means import kernel_manova, kernel_permutation, kernel_rank, kernel_scatter

NAMES = ("wilks", "pillai", "hotelling-lawley", "roy")


# P(largest root > root) for (p, df_hypothesis, df_error, root), 80-digit arithmetic.
LARGEST_ROOT = [
    (2, 2, 27, 0.1, 0.5804141640698443),
    (2, 2, 27, 0.6, 0.008773844519410512),
    (2, 2, 27, 20, 4.076392671620096e-17),
    (3, 2, 28, 0.3, 0.20655929514617272),
    (3, 2, 28, 1, 0.001647956669330597),
    (3, 2, 28, 100, 2.3489000178569893e-25),
    (5, 3, 60, 0.3, 0.09399252036327534),
    (5, 3, 60, 0.6, 0.0010308710977317255),
    (5, 3, 60, 5, 6.929466881739057e-19),
    (4, 4, 20, 2, 0.013590111970724067),
    (6, 5, 56, 0.3, 0.538018583379304),
    (6, 5, 56, 1, 0.0003551062136868213),
    (6, 5, 56, 20, 5.327820209246181e-29),
    (3, 2, 4, 1, 0.875),
    (3, 2, 4, 100, 0.029409852072355556),
    (2, 2, 500, 0.01, 0.2337391469688357),
    (2, 2, 500, 0.3, 5.012453355666542e-28),
    (8, 8, 30, 2, 0.10702761201843822),
    (8, 8, 30, 20, 4.263381920480351e-10),
    (10, 10, 100, 0.6, 0.019474737897235937),
    (10, 10, 100, 5, 4.243990706774775e-25),
]


@pytest.mark.parametrize(("p", "df_h", "df_e", "root", "expected"), LARGEST_ROOT)
def test_largest_root_equals_multiple_precision(p, df_h, df_e, root, expected):
    assert kernel_manova.largest_root_sf(root, p, df_h, df_e) == pytest.approx(expected, rel=2e-9)


@pytest.mark.parametrize("df_error", [4, 10**4, 10**8])
@pytest.mark.parametrize("root", [0.0, 1e-8, 0.3, np.inf])
def test_one_root_of_one_measure_is_in_closed_form(df_error, root):
    # P(F(2, 2 k) > x) = (1 + x / k)^-k, and root = x / k.
    expected = np.exp(-df_error / 2 * np.log1p(root))
    found = kernel_manova.largest_root_sf(root, p=1, df_hypothesis=2, df_error=df_error)
    assert found == pytest.approx(expected, rel=1e-8, abs=1e-300)


@pytest.mark.parametrize(("p", "df_h", "df_e"), [(3, 2, 28), (4, 4, 12), (2, 6, 20), (13, 14, 40)])
def test_simulated_roots_follow_the_exact_distribution(p, df_h, df_e):
    drawn = kernel_manova.simulate_largest_root(p, df_h, df_e, 4000, np.random.default_rng(6))
    for share in (0.5, 0.1, 0.02):
        root = float(np.quantile(drawn, 1 - share))
        try:
            exact = kernel_manova.largest_root_sf(root, p, df_h, df_e)
        except kernel_manova.LargestRootAccuracyError:
            assert p > 11
            p_value, mcse = kernel_manova.largest_root_p_value(
                root, p, df_h, df_e, draws=4000, rng=7
            )
            assert mcse > 0 and abs(p_value - share) < 6 * np.sqrt(share / 4000)
        else:
            assert abs(exact - share) < 4 * np.sqrt(share * (1 - share) / 4000)


def test_as_few_error_degrees_of_freedom_as_measures():
    tests = kernel_manova.manova(
        kernel_scatter.blocked(np.random.default_rng(12).normal(size=(2, 3, 2)))
    )
    assert np.isnan(tests.hotelling_lawley.p_value)  # no finite df2
    for name in ("wilks", "pillai", "roy"):
        assert 0 < getattr(tests, name).p_value < 1
    drawn = kernel_manova.simulate_largest_root(2, 2, 2, 4000, np.random.default_rng(13))
    assert abs(kernel_manova.largest_root_sf(float(np.median(drawn)), 2, 2, 2) - 0.5) < 0.04


def test_largest_root_at_the_ends():
    with np.errstate(all="raise"):
        for p, df_h in [(1, 3), (2, 2), (3, 2), (3, 3), (2, 5), (5, 4)]:
            assert kernel_manova.largest_root_sf(0.0, p, df_h, 20) == 1
            assert kernel_manova.largest_root_sf(np.inf, p, df_h, 20) == 0
    left, right = (kernel_manova.largest_root_sf(r, 3, 3, 20) for r in (0.8199, 0.8201))
    assert 0 < left - right < 1e-4  # the tail formula takes over without a step
    assert kernel_manova.largest_root_sf(1e-3, 5, 5, 30) <= 1


def test_where_rounding_has_eaten_the_digits_roots_are_simulated():
    for p, df_h, df_e in [(8, 8, 40), (7, 9, 30)]:
        assert 0 < kernel_manova.largest_root_sf(1.0, p, df_h, df_e) < 1
    for p, df_h, df_e in [(13, 14, 40), (16, 16, 60)]:
        with pytest.raises(
            kernel_manova.LargestRootAccuracyError, match=f"lost its accuracy: s={p}, m="
        ):
            kernel_manova.largest_root_sf(1.0, p, df_h, df_e)


def test_a_simulated_p_value_counts_the_roots_that_are_as_large(monkeypatch):
    def lost(*_):
        raise kernel_manova.LargestRootAccuracyError

    drawn = np.sort(kernel_manova.simulate_largest_root(2, 3, 20, 9, np.random.default_rng(4)))
    assert kernel_manova.largest_root_p_value(float(drawn[5]), 2, 3, 20) == (
        kernel_manova.largest_root_sf(float(drawn[5]), 2, 3, 20),
        0.0,
    )
    monkeypatch.setattr(kernel_manova, "largest_root_sf", lost)
    for root, as_large in [(0.0, 9), (drawn[5], 4), (drawn[8], 1), (drawn[8] + 1, 0)]:
        p_value, mcse = kernel_manova.largest_root_p_value(float(root), 2, 3, 20, draws=9, rng=4)
        assert p_value == pytest.approx((as_large + 1) / 10, rel=1e-15)
        assert mcse == pytest.approx(np.sqrt(p_value * (1 - p_value) / 9), rel=1e-14)


def test_equal_means_are_no_evidence_in_any_arrangement():
    values = np.array([[1.0, 2.0], [2.0, 1.0], [4.0, 7.0], [7.0, 4.0]])[..., None]
    found = kernel_permutation.block_flip_test(values)
    assert found.method == "exact"
    assert found.p_value == dict.fromkeys(NAMES, 1.0)  # the others are at least as extreme as 0


def test_a_constant_difference_is_as_extreme_as_can_be():
    level = np.array([0.3, 1.1, 2.6, 7.2])
    values = np.stack([level, level + 0.5], axis=1)[..., None]
    # Of the 2^3 arrangements only the observed one has no variation within.
    assert kernel_permutation.block_flip_test(values).p_value == dict.fromkeys(NAMES, 1 / 8)


def test_rounding_of_large_measures_is_no_difference_beside_small_ones():
    values = np.empty((6, 2, 2))
    values[..., 0] = [0.3e6, (0.1 + 0.2) * 1e6]  # 6e-11 apart
    values[..., 1] = 0.5
    with pytest.raises(kernel_rank.IdenticalAlgorithmsError):
        kernel_manova.manova(kernel_scatter.blocked(values))
    values[:, 1, 1] += 6e-11  # of one half, this is a difference
    with pytest.raises(kernel_rank.ConstantDifferenceError):
        kernel_manova.manova(kernel_scatter.blocked(values))


def test_two_algorithms_are_the_sign_flip_test():
    x = np.random.default_rng(16).normal(0.3, 1, size=(9, 2, 2))
    expected = kernel_permutation.sign_flip_test(x[:, 0] - x[:, 1]).p_value["t2"]
    assert set(kernel_permutation.block_flip_test(x).p_value.values()) == {expected}


def test_all_of_two_to_the_fourteen_are_enumerated_or_else_9999_are_drawn():
    x = np.random.default_rng(18).normal(size=(16, 2, 1))
    for test, values, most in [
        (kernel_permutation.sign_flip_test, x[:, 0], 14),
        (kernel_permutation.block_flip_test, x, 14),
    ]:
        assert test(values[:most]).method == "exact"
        drawn = test(values[: most + 1], rng=1)
        assert (drawn.method, drawn.rearrangements) == ("monte_carlo", 9999)


def test_flips_may_be_drawn_a_few_at_a_time(monkeypatch):
    x = np.random.default_rng(19).normal(size=(5, 3, 2))

    def found():
        many = kernel_permutation.block_flip_test(x, max_exact=1, draws=50, rng=2)
        return [many.p_value, kernel_permutation.block_flip_test(x).p_value]

    together = found()
    monkeypatch.setattr(kernel_permutation, "CHUNK_ELEMENTS", 90)
    assert found() == together


# --- Learned measures, against R's eigen() --------------------------------------------------------


def cases():
    for name, case in NORMAL_THEORY["one_way"].items():
        if "learned" in case:
            design = kernel_scatter.one_way(case["values"], case["groups"])
            yield pytest.param(case["learned"], design, id=f"one_way-{name}")
    for name, case in NORMAL_THEORY["blocked"].items():
        if "learned" in case:
            values = np.array(case["values"]).reshape(case["n"], case["l"], -1)
            yield pytest.param(
                case["learned"], kernel_scatter.blocked(values), id=f"blocked-{name}"
            )


@pytest.mark.parametrize(("case", "design"), list(cases()))
def test_weights_roots_and_dimension_tests_equal_r(case, design):
    found = kernel_scatter.learn(design)
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
    design = kernel_scatter.one_way(values, groups)
    found = kernel_scatter.learn(design)
    new = kernel_scatter.project(values, found.weights)
    f = kernel_scatter.anova(kernel_scatter.one_way(new, groups)).f
    np.testing.assert_allclose(f, found.eigenvalues * design.df_error / 2, rtol=1e-10)
    assert f[0] > kernel_scatter.anova(design).f.max()
    for seed in range(50):
        other = values @ np.random.default_rng(seed).normal(size=(3, 1))
        assert kernel_scatter.anova(kernel_scatter.one_way(other, groups)).f[0] < f[0]
    # Nothing is lost: the joint test on the new measures is the one on the old.
    old_test, new_test = (
        kernel_manova.manova(design).wilks,
        kernel_manova.manova(kernel_scatter.one_way(new, groups)).wilks,
    )
    assert new_test.value == pytest.approx(old_test.value, rel=1e-10)


def test_standardised_weights_are_of_measures_with_deviation_one():
    """The deviation within groups, with the degrees of freedom of the error."""
    x = np.random.default_rng(3).normal(size=(15, 2)) * [1, 50]
    groups = np.repeat(["a", "b", "c"], 5)
    found = kernel_scatter.learn(kernel_scatter.one_way(x, groups))
    within = np.sqrt(sum(x[groups == g].var(axis=0, ddof=1) for g in "abc") / 3)
    np.testing.assert_allclose(found.standardised, found.weights * within[:, None], rtol=1e-12)
