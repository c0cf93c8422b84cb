"""The GLRT kernel against the paper, exact rationals, and the exact sampling distribution."""

from fractions import Fraction
from itertools import product
from math import comb, factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jointstats.evidence import glrt


def binomial_tail(n: int, k: int) -> Fraction:
    return Fraction(sum(comb(n, x) for x in range(k, n + 1)), 2**n)


def test_statistic_at_the_borders():
    assert glrt.log_likelihood_ratio(5, 5) == 0
    assert glrt.log_likelihood_ratio(0, 0) == 0
    assert glrt.log_likelihood_ratio(7, 0) == pytest.approx(14 * np.log(2), rel=1e-15)
    assert glrt.asymptotic_p_value(0, 0) == 1


@pytest.mark.parametrize(
    ("function", "n_a", "n_b", "expected", "digits"),
    [  # 2 [a ln a + b ln b − (a+b) ln((a+b)/2)] with 60 decimal digits, the tail with 40
        (glrt.log_likelihood_ratio, 500001, 499999, 4.0000000000026666667e-6, 1e-13),
        (glrt.log_likelihood_ratio, 1000000, 999000, 0.50025014592714796, 1e-13),
        (glrt.log_likelihood_ratio, 30.5, 7.25, 15.399057716281607, 1e-13),
        (glrt.exact_p_value, 500500, 499500, 0.3177946913633055, 1e-10),
        (glrt.exact_p_value, 1000000, 990000, 1.3594824638542374e-12, 1e-10),
        (glrt.exact_p_value, 510000, 490000, 5.5443632876992246e-89, 1e-10),
    ],
)
def test_large_counts_keep_their_digits(function, n_a, n_b, expected, digits):
    assert function(n_a, n_b) == pytest.approx(expected, rel=digits)


@given(st.integers(0, 60), st.integers(0, 60))
@settings(max_examples=60)
def test_exact_p_is_the_doubled_binomial_tail(x, y):
    a, b = max(x, y), min(x, y)
    expected = 1.0 if a == b else float(min(Fraction(1), 2 * binomial_tail(a + b, a)))
    assert glrt.exact_p_value(a, b) == pytest.approx(expected, rel=1e-13)


def test_exact_p_special_cases():
    assert glrt.exact_p_value([4, 0, 9, 2.5], [4, 0, 0, 2.5]).tolist() == [1.0, 1.0, 2.0**-8, 1.0]
    # 2 I_½(5/2, 3/2 + 1) = 1 by symmetry of Beta(5/2, 5/2)
    assert glrt.exact_p_value(2.5, 1.5) == pytest.approx(1.0, abs=1e-14)
    # 2 I_½(a, 1) = 2^(1 − a)
    assert glrt.exact_p_value(4.5, 0) == pytest.approx(2**-3.5, rel=1e-14)


# --- Exact sampling distribution -----------------------------------------------------------------


def tables(n, states):
    """All tables of counts that sum to n, with their multinomial coefficients."""
    rows = np.array([t for t in product(range(n + 1), repeat=states) if sum(t) == n])
    ways = [factorial(n) / np.prod([float(factorial(x)) for x in row]) for row in rows]
    return rows, np.array(ways)


def winners(rows):
    """Index of the winner (−1 if tied), its count and the runner-up's."""
    ordered = np.sort(rows, axis=1)
    winner = np.where(ordered[:, -1] > ordered[:, -2], rows.argmax(axis=1), -1)
    return winner, ordered[:, -1], ordered[:, -2]


NULLS = [
    (1 / 2, 1 / 2, 0),
    (1 / 3, 1 / 3, 1 / 3),
    (0.45, 0.45, 0.1),
    (0.49, 0.49, 0.02),
    (1 / 4, 1 / 4, 1 / 4, 1 / 4),
    (0.4, 0.4, 0.1, 0.1),
    (0.3, 0.3, 0.3, 0.1),
    (0.47, 0.47, 0.05, 0.01),
]


@pytest.mark.parametrize("theta", NULLS)
def test_the_exact_p_keeps_its_level_where_no_state_is_the_most_probable(theta):
    sizes_asymptotic = []
    for n in range(2, 17 if len(theta) == 3 else 13):
        rows, ways = tables(n, len(theta))
        probability = ways * np.prod(np.array(theta) ** rows, axis=1)
        assert probability.sum() == pytest.approx(1)
        _, a, b = winners(rows)
        for alpha in (0.05, 0.2):
            assert probability[glrt.exact_p_value(a, b) <= alpha].sum() <= alpha
        sizes_asymptotic.append(probability[glrt.asymptotic_p_value(a, b) <= 0.05].sum())
    assert max(sizes_asymptotic) > 0.05  # the reason for an exact p


@pytest.mark.parametrize("theta", [(0.5, 0.3, 0.2), (0.7, 0.3, 0), (0.9, 0.05, 0.05), *NULLS[:4]])
def test_the_bound_for_the_lead_covers_the_observed_winner(theta):
    theta = np.array(theta)
    leads = np.array([theta[w] / np.delete(theta, w).max() for w in range(3)])
    for n in range(2, 17):
        rows, ways = tables(n, 3)
        probability = ways * np.prod(theta**rows, axis=1)
        winner, a, b = winners(rows)
        for level in (0.8, 0.95):
            bound = glrt.winner_lead_lower_bound(a, b, level)
            wrong = (winner >= 0) & (bound > leads[winner])
            assert probability[wrong].sum() <= 1 - level


def test_the_bound_agrees_with_the_exact_p_and_solves_its_equation():
    a, b = np.array([(a, b) for a in range(30) for b in range(a + 1)]).T
    bound = glrt.winner_lead_lower_bound(a, b, 0.9)
    assert ((bound > 1) == (glrt.exact_p_value(a, b) < 0.1)).all()
    assert (bound[bound <= 1] == 0).all()
    for x, y, r in zip(a[bound > 1], b[bound > 1], bound[bound > 1], strict=True):
        q = r / (1 + r)
        tail = sum(comb(x + y, k) * q**k * (1 - q) ** (x + y - k) for k in range(x, x + y + 1))
        assert 2 * tail == pytest.approx(0.1, rel=1e-10)


def test_where_the_p_value_is_just_the_level_left_over_nothing_is_claimed():
    """2 / 2^3 = 1 - 3/4, and the bound would be 1: no more probable."""
    assert glrt.exact_p_value(3, 0) == 0.25
    assert glrt.winner_lead_lower_bound(3, 0, 0.75) == 0
    assert glrt.winner_lead_lower_bound(3, 0, 0.75 - 1e-9) > 1


def test_the_counts_that_are_asked_about_stay_as_they_are():
    alone, possible = np.array([12.0, 1.0]), np.array([16.0, 5.0])
    assert glrt.worst_p_value(alone, possible, 0) == glrt.worst_p_value(alone, possible, 0)
    assert (alone.tolist(), possible.tolist()) == ([12.0, 1.0], [16.0, 5.0])
