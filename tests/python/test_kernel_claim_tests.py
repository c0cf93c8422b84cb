"""Claims that hold on some data sets: R's binom.test and pbeta, exact fractions, enumeration."""

from math import comb

import numpy as np
import pytest
from scipy.stats import beta, binomtest

from jointstats.evidence import claim_tests, glrt

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
