"""Leanings: against integrals in rational numbers, closed forms, and pairs whose truth is known."""

from fractions import Fraction
from itertools import product
from math import comb
from time import process_time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import betabinom

from jointstats.kernels.joint.leanings import (
    CONCENTRATIONS,
    InvalidLeaningsError,
    leanings,
    power_of_pairs,
)


def integral(x, y, low, high):
    """Integral of t^x (1 - t)^y between two fractions, exactly: x and y are whole numbers."""
    terms = [(comb(y, k) * (-1) ** k, x + k + 1) for k in range(y + 1)]
    return sum(Fraction(factor, e) * (high**e - low**e) for factor, e in terms)


def by_integration(a, b, concentrations, no_difference, half_equal, power):
    """Probabilities and weights by integrals over theta; evidence relative to no difference."""
    zero, half, one = Fraction(0), Fraction(1, 2), Fraction(1)
    weights, leads = [], []
    for equal, c in product([False, True], concentrations):
        norm = integral(c - 1, c - 1, zero, one)
        evidence, lead = one, []
        for x, y in zip(a, b, strict=True):
            above = integral(x + c - 1, y + c - 1, half, one)
            below = integral(x + c - 1, y + c - 1, zero, half)
            likelihood = (above + below) / norm * 2 ** (x + y)
            right = (above if x >= y else below) / norm * 2 ** (x + y)
            evidence *= (1 + likelihood) / 2 if equal else likelihood
            lead.append(right / (1 + likelihood) if equal else right / likelihood)
        prior = (1 - no_difference) * (half_equal if equal else 1 - half_equal)
        weights.append(prior / len(concentrations) * float(evidence) ** power)
        leads.append(np.array(lead, dtype=float))
    weights = np.append(weights, no_difference)
    weights /= weights.sum()
    return weights[:-1] @ np.array(leads), weights


@pytest.mark.parametrize(
    ("a", "b"), [([3], [0]), ([12], [2]), ([5, 0, 4, 9], [1, 0, 4, 13]), ([1, 7], [2, 0])]
)
@pytest.mark.parametrize("power", [1.0, 0.375])
def test_by_integration_in_rational_numbers(a, b, power):
    concentrations = [1, 2, 5, 40]
    found = leanings(
        a, b, power=power, concentrations=concentrations, no_difference=0.3, half_equal=0.4
    )
    probability, weights = by_integration(a, b, concentrations, 0.3, 0.4, power)
    np.testing.assert_allclose(found.probability, probability, rtol=1e-12)
    np.testing.assert_allclose(found.weights.ravel(), weights[:-1], rtol=1e-12)
    assert found.no_difference == pytest.approx(weights[-1], rel=1e-12)


def test_marginal_likelihoods_of_the_beta_binomial_distribution():
    a, b = np.array([9, 3, 0, 17]), np.array([2, 3, 6, 1])
    found = leanings(a, b)
    c = CONCENTRATIONS[:, None]
    log = betabinom.logpmf(a, a + b, c, c).sum(axis=1)
    odds = found.weights[0] / found.weights[0, 0]
    np.testing.assert_allclose(odds, np.exp(log - log[0]), rtol=1e-10)


def test_one_uniform_prior_by_hand():
    # c = 1: P(theta > 1/2 | 3 of 3) = 1 - 1/16; evidence 1/4 against 1/8, of which .5 and .5.
    found = leanings([3], [0], concentrations=[1.0], no_difference=0.5, half_equal=0.0)
    np.testing.assert_allclose(found.weights, [[2 / 3], [0]], rtol=1e-14)
    assert found.no_difference == pytest.approx(1 / 3)
    np.testing.assert_allclose(found.probability, [2 / 3 * 15 / 16], rtol=1e-14)


def test_nothing_seen_leaves_the_prior():
    found = leanings([0, 0], [0, 0], no_difference=0.2, half_equal=0.1)
    assert found.no_difference == pytest.approx(0.2)
    np.testing.assert_allclose(found.probability, 0.8 * (0.9 + 0.1 / 2) / 2)
    assert not found.leaning.any() and found.expected_wrong() == 0


counts = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), min_size=1, max_size=12)


@given(counts, st.floats(0.05, 1))
@settings(max_examples=60, deadline=None)
def test_exchanging_the_algorithms_changes_nothing(pairs, power):
    a, b = np.array(pairs).T
    one, other = leanings(a, b, power=power), leanings(b, a, power=power)
    np.testing.assert_allclose(one.probability, other.probability, rtol=1e-12)
    assert (one.leaning == other.leaning).all()
    assert not one.leaning[a == b].any()
    assert (one.probability <= 1 - one.no_difference + 1e-12).all()
    assert one.weights.sum() + one.no_difference == pytest.approx(1)


@given(counts)
@settings(max_examples=40, deadline=None)
def test_the_sequence_of_pairs_does_not_matter(pairs):
    a, b = np.array(pairs).T
    one, turned = leanings(a, b), leanings(a[::-1], b[::-1])
    np.testing.assert_allclose(one.probability, turned.probability[::-1], rtol=1e-12)


def test_a_clear_pair_among_clear_pairs_is_clearer_than_among_equal_ones():
    # 14 : 4
    clear = leanings([14] + [25] * 9, [4] + [3] * 9).probability[0]
    alone = leanings([14], [4]).probability[0]
    equal = leanings([14] + [9, 10] * 9, [4] + [10, 9] * 9).probability[0]
    assert equal < alone < clear
    assert clear > 0.98 and equal < 0.7


def test_expected_wrong_is_the_sum_of_what_is_left():
    found = leanings([14, 25, 3, 30], [4, 3, 2, 0])
    assert found.leaning.any()
    left = 1 - found.probability[found.leaning]
    assert found.expected_wrong() == pytest.approx(left.sum(), rel=1e-12)
    only = [False, True, True, False]
    expected = (1 - found.probability[1]) * found.leaning[1]
    assert found.expected_wrong(only) == pytest.approx(expected, rel=1e-12)
    assert found.expected_wrong([int(one) for one in only]) == found.expected_wrong(only)


def test_power_of_all_pairs_and_of_pairs_that_share_nothing():
    for l in (2, 3, 7, 40):
        assert power_of_pairs(*np.triu_indices(l, 1)) == pytest.approx(3 / (l + 1))
    assert power_of_pairs(["a", "c"], ["b", "d"]) == 1
    assert power_of_pairs([], []) == 1
    # against a control all of P pairs share an algorithm: 1 / (1 + (P - 1) / 6)
    assert power_of_pairs(["x"] * 7, list("abcdefg")) == pytest.approx(0.5)


def test_calibrated_where_the_pairs_are_what_the_prior_says():
    rng = np.random.default_rng(3)
    stated = wrong = leaning = 0
    for _ in range(4000):
        u = rng.random()
        c = np.inf if u < 0.2 else 2.0 ** rng.integers(-3, 10)
        theta = np.full(6, 0.5) if np.isinf(c) else rng.beta(c, c, 6)
        if rng.random() < 0.05:
            theta[rng.random(6) < 0.5] = 0.5
        a = rng.binomial(20, theta)
        found = leanings(a, 20 - a)
        truly = np.sign(theta - 0.5) == np.sign(2 * a - 20)
        stated += found.expected_wrong()
        wrong += (found.leaning & ~truly).sum()
        leaning += found.leaning.sum()
    assert leaning > 4000 and stated > 20
    assert abs(wrong - stated) < 4 * np.sqrt(stated)


def test_two_hundred_algorithms():
    rng = np.random.default_rng(4)
    i, j = np.triu_indices(200, 1)
    a = rng.binomial(200, 0.4, i.size)
    began = process_time()
    found = leanings(a, rng.binomial(200 - a, 0.5), power=power_of_pairs(i, j))
    assert process_time() - began < 2
    assert found.probability.shape == (19900,)


@pytest.mark.parametrize(
    ("a", "b", "more"),
    [
        ([-1], [2], {}),
        ([1.5], [2], {}),
        ([1, 2], [2], {}),
        ([1], [2, 3], {}),
        (1, 2, {}),
        ([[1]], [[2]], {}),
        ([np.nan], [2], {}),
        ([1], [2], {"power": 0.0}),
        ([1], [2], {"power": 1.1}),
        ([1], [2], {"alpha": 0.0}),
        ([1], [2], {"alpha": 1.0}),
        ([1], [2], {"no_difference": -0.1}),
        ([1], [2], {"no_difference": 1.0}),
        ([1], [2], {"half_equal": -0.1}),
        ([1], [2], {"half_equal": 1.1}),
        ([1], [2], {"concentrations": [0.0]}),
        ([1], [2], {"concentrations": []}),
        ([1], [2], {"concentrations": [[1.0, 2.0]]}),
        ([1], [2], {"concentrations": 1.0}),
        ([1], [2], {"concentrations": [1.0, np.inf]}),
    ],
)
def test_what_makes_no_leanings(a, b, more):
    with pytest.raises(InvalidLeaningsError):
        leanings(a, b, **more)


def test_counts_that_are_nearly_equal_are_not_mixed_up():
    """With c = 1 alone: Beta(6, 5) exceeds 1/2 with P(Bin(10, 1/2) >= 5), Beta(6, 6) with 1/2."""
    one = {"concentrations": [1.0], "no_difference": 0.0, "half_equal": 0.0}
    found = leanings([5, 5, 4], [4, 5, 5], **one)
    assert found.probability == pytest.approx([638 / 1024, 0.5, 638 / 1024], rel=1e-13)


def test_where_half_of_the_pairs_are_equal_for_certain():
    """With c = 1 alone L is 5! 4! / (10! / 2^9), and the pair differs with L / (1 + L)."""
    one = {"concentrations": [1.0], "no_difference": 0.0, "half_equal": 1.0}
    likelihood = 120 * 24 * 512 / 3628800
    expected = 638 / 1024 * likelihood / (1 + likelihood)
    assert leanings([5], [4], **one).probability == pytest.approx([expected], rel=1e-13)


def test_of_three_pairs_two_share_an_algorithm():
    """They are worth 9 / (3 + 2/6) = 2.7 independent ones."""
    assert power_of_pairs(["a", "a", "d"], ["b", "c", "e"]) == pytest.approx(0.9, rel=1e-14)


def test_shares_spread_from_nearly_all_to_next_to_none():
    """Standard deviations of Beta(c, c): 1 / (2 sqrt(2c + 1)), each c twice the one before."""
    deviations = 0.5 / np.sqrt(2 * CONCENTRATIONS + 1)
    assert deviations[[0, -1]] == pytest.approx([0.4472, 0.0156], abs=5e-5)
    assert (CONCENTRATIONS[1:] == 2 * CONCENTRATIONS[:-1]).all()


def test_equal_counts_lean_to_nobody_at_any_level():
    found = leanings([5, 9], [5, 2], alpha=0.9)
    assert (found.probability > 0.1).all()
    assert found.leaning.tolist() == [False, True]


def test_evidence_beyond_the_largest_double_has_its_weights():
    clear = leanings([1000] * 4, [0] * 4)
    assert clear.weights.sum() == pytest.approx(1, rel=1e-12) and clear.no_difference == 0
    assert clear.probability == pytest.approx(np.ones(4), abs=1e-15)
    even = leanings([100] * 20_000, [100] * 20_000)  # against any difference: exp(-900) and less
    assert (even.weights.sum(), even.no_difference) == (pytest.approx(0, abs=1e-300), 1.0)
