"""Tests of claims: R, exact fractions, bets step by step, and exact errors over all looks."""

from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.special import betainc
from scipy.stats import beta, binomtest

from jointstats.evidence import claim_tests, glrt

# --- One look -------------------------------------------------------------------------------------


# R 4.2: binom.test(k, n, threshold, alternative = "greater" / "less"), conf.int of the default
R = [
    (9, 12, 0.5, 0.072998046875, 0.980712890625, 0.428141538121811, 0.945139355472007),
    (7, 10, 0.3, 0.0105920784, 0.9984096136, 0.347547149940003, 0.933260488822266),
    (200, 300, 0.6, 0.0102169141023796, 0.992635154440319, 0.610207587060502, 0.719795154470495),
    (0, 5, 0.2, 1, 0.32768, 0, 0.521823750104981),
    (5, 5, 0.9, 0.59049, 1, 0.478176249895019, 1),
    (30, 61, 0.5, 0.60092368634714, 0.5, 0.361396825023057, 0.62303202573687),
]


@pytest.mark.parametrize(("k", "n", "threshold", "greater", "less", "low", "high"), R)
def test_as_r_s_binom_test(k, n, threshold, greater, less, low, high):
    found = claim_tests.claim_share(k, n, threshold)
    votes = (k, n - k)
    assert claim_tests.votes_p_value(votes, votes, threshold) == pytest.approx(greater, rel=1e-13)
    assert claim_tests.binomial_p_value(k, n, threshold) == pytest.approx(greater, rel=1e-13)
    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-13)
    for doubled in (
        claim_tests.votes_p_value(votes, votes, threshold, "two-sided"),
        claim_tests.binomial_p_value(k, n, threshold, "two-sided"),
    ):
        assert doubled == pytest.approx(min(1, 2 * min(greater, less)), rel=1e-13)


def test_posterior_as_r_s_beta():
    # pbeta(.3, 7.5, 3.5, lower = FALSE); pbeta(.5, 9.5, 3.5, lower = FALSE); qbeta(…, 9.5, 3.5)
    assert claim_tests.claim_share(7, 10, 0.3).probability == pytest.approx(
        0.995664413207117, rel=1e-13
    )
    found = claim_tests.claim_share(9, 12)
    assert found.probability == pytest.approx(0.960555350499543, rel=1e-13)
    expected = (0.470808916373449, 0.924057671080515)
    assert (found.credible_low, found.credible_high) == pytest.approx(expected, rel=1e-13)


def test_every_number_of_a_claim_s_share_follows_the_options():
    k, n = np.array([1, 2, 9, 7]), np.array([7, 7, 12, 7])
    found = claim_tests.claim_share(k, n, 0.3, prior_strength=2.0, level=0.8)
    a, b = k + 1.0, n - k + 1.0
    assert found.credible_low == pytest.approx(beta.ppf(0.1, a, b), rel=1e-12)
    assert found.credible_high == pytest.approx(beta.ppf(0.9, a, b), rel=1e-12)
    assert found.probability == pytest.approx(beta.sf(0.3, a, b), rel=1e-12)
    usual = [binomtest(*one).proportion_ci(0.8, "exact") for one in zip(k, n, strict=True)]
    assert found.low == pytest.approx([one.low for one in usual], rel=1e-9)
    assert found.high == pytest.approx([one.high for one in usual], rel=1e-9)


def test_the_two_sided_p_belongs_to_the_interval():
    for n in (5, 12, 40):
        k = np.arange(n + 1)
        low, high = claim_tests.confidence_interval(k, n, 0.9)
        for threshold in (0.2, 0.5, 0.77):
            p = claim_tests.binomial_p_value(k, n, threshold, "two-sided")
            np.testing.assert_array_equal(p <= 0.1, (threshold <= low) | (threshold >= high))


def test_the_two_sided_test_is_the_exact_p_of_the_leader():
    a, b = np.array([(a, b) for a in range(15) for b in range(15)]).T
    found = claim_tests.binomial_p_value(a, a + b, alternative="two-sided")
    expected = glrt.exact_p_value(np.maximum(a, b), np.minimum(a, b))
    np.testing.assert_allclose(found, expected, rtol=1e-13)


def test_votes_that_are_unknown_make_no_p_value_smaller():
    # Three of eight votes unknown: every filling has a p-value at most the one that is reported.
    for alternative in ("greater", "two-sided"):
        found = claim_tests.votes_p_value((4, 4), (7, 1), 0.5, alternative)
        upper = claim_tests.binomial_p_value(4, 8)
        lower = 1 if alternative == "greater" else stats_lower(7, 8)
        assert found == pytest.approx(
            upper if alternative == "greater" else min(1, 2 * min(upper, lower)), rel=1e-13
        )
    assert claim_tests.votes_p_value((0, 0), (0, 0), 0.5, "two-sided") == 1


def stats_lower(k, n):
    return sum(comb(n, x) for x in range(k + 1)) / 2**n


# --- Any number of looks --------------------------------------------------------------------------


QUICK = settings(max_examples=60, deadline=None)


def by_quadrature(k, n, q, alternative):
    """The stake spread over p by Beta(1/2, 1/2), as an integral over p = sin²(t)."""
    low = np.arcsin(np.sqrt(q)) if alternative == "greater" else 0.0

    def bet(t):
        p = np.sin(t) ** 2
        return (p / q) ** k * ((1 - p) / (1 - q)) ** (n - k)

    peak = np.arcsin(np.sqrt(max(k / n, q if alternative == "greater" else 0.0)))
    whole = quad(bet, low, np.pi / 2, points=[peak], limit=400, epsabs=0, epsrel=1e-12)[0]
    return whole / (np.pi / 2 - low)


@QUICK
@given(
    st.integers(1, 80).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    st.sampled_from([0.1, 0.5, 0.8]),
    st.sampled_from(["greater", "two-sided"]),
)
def test_the_closed_form_is_the_integral(counts, q, alternative):
    k, n = counts
    wanted = by_quadrature(k, n, q, alternative)
    assert np.exp(claim_tests.log_e_share(k, n, q, alternative)) == pytest.approx(wanted, rel=1e-8)


@QUICK
@given(st.lists(st.booleans(), max_size=40), st.sampled_from([0.2, 0.5]))
def test_it_is_the_product_of_bets_each_made_before_its_data_set(shown, q):
    # The mixture bets the posterior mean of Beta(½, ½) on the next data set (two-sided).
    stake, k = 1.0, 0
    for i, one in enumerate(shown):
        p = (k + 0.5) / (i + 1)
        stake *= p / q if one else (1 - p) / (1 - q)
        k += one
    found = claim_tests.log_e_share(k, len(shown), q, "two-sided")
    assert np.exp(found) == pytest.approx(stake, rel=1e-10)


@pytest.mark.parametrize(("n", "share"), [(1500, 0.0), (1500, 0.01), (4000, 0.01), (4000, 0.2)])
def test_far_below_the_threshold_nothing_underflows(n, share):
    # All the mass that counts lies just above q = ½: 2^n (p(1 − p))^… integrated in u = p − ½.
    k = int(share * n)

    def bet(u):
        return np.exp(k * np.log1p(2 * u) + (n - k) * np.log1p(-2 * u)) / (
            np.pi / 2 * np.sqrt((0.5 + u) * (0.5 - u))
        )

    wanted = quad(bet, 0, 60 / (n - 2 * k), limit=400, epsabs=0, epsrel=1e-12)[0]
    found = claim_tests.log_e_share(k, n, 0.5)
    assert betainc(n - k + 0.5, k + 0.5, 0.5) < 1e-280  # the tail above one half
    assert np.exp(found) == pytest.approx(wanted, rel=1e-8)


def errors(probability, n, *, alternative="greater", threshold=0.5, alpha=0.05):
    """Exact probability that any of the looks after 1 … n data sets reaches 1/alpha."""
    alive, stopped = np.array([1.0]), np.zeros(n + 1)
    for i in range(1, n + 1):
        alive = np.convolve(alive, [1 - probability, probability])
        reached = claim_tests.log_e_share(np.arange(i + 1), i, threshold, alternative) >= -np.log(
            alpha
        )
        stopped[i] = stopped[i - 1] + alive[reached].sum()
        alive[reached] = 0.0
    return stopped


@pytest.mark.parametrize(
    ("true", "threshold", "alternative"),
    [
        (0.5, 0.5, "greater"),
        (0.4, 0.5, "greater"),
        (0.5, 0.5, "two-sided"),
        (0.8, 0.8, "greater"),
        (0.1, 0.1, "two-sided"),
    ],
)
def test_three_hundred_looks_err_at_most_as_often_as_one_may(true, threshold, alternative):
    wrong = errors(true, 300, alternative=alternative, threshold=threshold)[-1]
    assert 0 < wrong <= 0.05


def test_a_share_far_above_is_shown():
    assert errors(0.8, 60)[-1] > 0.9


@QUICK
@given(st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
       st.sampled_from([0.5, 0.8, 0.95, 0.99]))  # fmt: skip
def test_the_interval_holds_what_is_not_rejected(counts, level):
    k, n = counts
    low, high = (float(end) for end in claim_tests.confidence_sequence(k, n, level))
    grid = np.linspace(0.0005, 0.9995, 2000)
    kept = grid[claim_tests.log_e_share(k, n, grid, "two-sided") < -np.log(1 - level)]
    assert low <= k / n <= high
    assert low == pytest.approx(kept[0], abs=6e-4) and high == pytest.approx(kept[-1], abs=6e-4)
    # Mirrored counts have the mirrored interval.
    other = [float(end) for end in claim_tests.confidence_sequence(n - k, n, level)]
    assert (1 - other[1], 1 - other[0]) == pytest.approx((low, high), abs=1e-12)


def test_before_the_first_data_set_any_share_is_possible():
    assert [end.item() for end in claim_tests.confidence_sequence(0, 0)] == [0.0, 1.0]


@pytest.mark.parametrize("level", [0.5, 0.95, 1 - 2.0**-53])
def test_one_data_set_leaves_an_interval_in_closed_form(level):
    """E is 1 / 2q, and reaches 1 / (1 - level) at q = (1 - level) / 2: also next to 0 and 1."""
    low, high = claim_tests.confidence_sequence([0, 1], [1, 1], level)
    assert (low[0], high[1]) == (0.0, 1.0)
    assert low[1] == pytest.approx((1 - level) / 2, rel=1e-12)
    assert high[0] == pytest.approx(1 - (1 - level) / 2, rel=1e-15)


def test_a_million_data_sets_leave_an_interval_next_to_all():
    n = 10**6
    (_,), (high,) = claim_tests.confidence_sequence([n - 1], [n])
    assert 1 - 1e-4 < high < 1
    assert claim_tests.log_e_share(n - 1, n, high, "two-sided") == pytest.approx(
        np.log(20), abs=1e-4
    )


def test_all_intervals_together_cover():
    # Exactly: no interval of 150 looks leaves the true share out, with its probability.
    true, alive, missed = 0.7, np.array([1.0]), 0.0
    for i in range(1, 151):
        alive = np.convolve(alive, [1 - true, true])
        low, high = claim_tests.confidence_sequence(np.arange(i + 1), i, 0.95)
        out = (true < low) | (true > high)
        missed += alive[out].sum()
        alive[out] = 0.0
    assert 0 < missed <= 0.05


def test_more_often_is_one_half_of_those_that_tell():
    assert claim_tests.log_e_more_often(7, 2) == claim_tests.log_e_share(7, 9, 0.5)
    both = [claim_tests.log_e_more_often(*one, "two-sided") for one in ((7, 2), (2, 7))]
    assert both[0] == pytest.approx(both[1], rel=1e-12)


def test_running():
    p = claim_tests.anytime_p_value(np.log([[0.1, 3.0, 10.0, 5.0]]))
    assert p.tolist() == [pytest.approx([1.0, 1 / 3, 0.1, 0.1])]
    low, high = claim_tests.running_intersection([0.1, 0.7, 0.2], [0.5, 0.9, 0.3])
    assert low.tolist() == [0.1, 0.7, 0.7] and high.tolist() == [0.5, 0.7, 0.7]
    several = claim_tests.running_intersection([[0, 1], [0, 0]], [[5, 4], [2, 3]])  # looks last
    assert [end.tolist() for end in several] == [[[0, 1], [0, 0]], [[5, 4], [2, 2]]]
    assert all(end.dtype == float for end in several)


def test_levels_are_spent_only_once():
    i = np.arange(1, 100_000)
    assert claim_tests.spent_level(i, 0.05).sum() == pytest.approx(0.05, rel=1e-4)
    assert claim_tests.spent_level(i, 0.05).sum() < 0.05
