"""Shares of Dirichlet components, chosen ones, and leads: closed forms, enumeration, draws."""

from fractions import Fraction
from itertools import product
from math import comb, factorial, prod

import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import special
from scipy.integrate import quad
from scipy.special import betainc, betaln, exp1, gamma
from scipy.stats import beta, binom
from scipy.stats import gamma as gamma_distribution

from jointstats.evidence import claim_tests, dirichlet, glrt, tails
from jointstats.evidence.dirichlet import probability_leads

# --- One share ------------------------------------------------------------------------------------


# a, total, quantiles at .025 and .975; roots of a 45-digit incomplete beta function
INTERVALS = [
    (6.25, 13.0, 0.22677909993355227, 0.74035908593324155),
    (0.25, 13.0, 2.1300440926535551e-8, 0.1294523436009715),
    (12.75, 13.0, 0.8705476563990285, 0.99999997869955907),
    (1e-3, 25.0, 0.0, 2.3179484811555014e-13),
    (5.125, 1e15, 1.6936061136210211e-15, 1.0422229801350648e-14),
    (2000.0, 5000.0, 0.38646082656763261, 0.41361494637318926),
    (0.5, 1.0, 0.0015413331334360119, 0.99845866686656399),
    (1e-28, 7.0, 0.0, 0.0),
    (0.0, 7.0, 0.0, 0.0),
    (7.0, 7.0, 1.0, 1.0),
    (7.0, 7.0 + 1e-15, 1.0, 1.0),
    (1.0, 2.0, 0.025, 0.975),
    (1.0, 3.0, 1 - 0.975**0.5, 1 - 0.025**0.5),
    (2.0, 3.0, 0.025**0.5, 0.975**0.5),
]

# a_1, a_2, P(Beta(a_1, a_2) > 1/2); 45-digit incomplete beta function
EXCEEDS = [
    (6.25, 3.25, 0.84801633251779561),
    (0.5, 0.25, 0.68311289932563835),
    (1e-12, 3.0, 6.8147180560013299e-14),
    (400.5, 380.25, 0.76581865808660225),
    (3.0, 3.0, 0.5),
    (1.0, 2.0, 0.25),
    (1.0, 1.0, 0.5),
    (0.0, 2.0, 0.0),
    (2.0, 0.0, 1.0),
]


@pytest.mark.parametrize(("a", "total", "low", "high"), INTERVALS)
def test_intervals(a, total, low, high):
    got_low, got_high = tails.share_interval(a, total)
    assert got_low == pytest.approx(low, rel=1e-10, abs=0)
    assert got_high == pytest.approx(high, rel=1e-10, abs=0)


@pytest.mark.parametrize(("a", "total"), [(5.0, 1e300), (0.5, 1e20), (3.0, 1e16)])
def test_a_share_of_a_huge_total_is_gamma(a, total):
    low, high = tails.share_interval(a, total, 0.9)
    assert low * total == pytest.approx(special.gammaincinv(a, 0.05), rel=1e-12)
    assert high * total == pytest.approx(special.gammaincinv(a, 0.95), rel=1e-12)
    assert tails.share_interval(total, total, 0.9) == (1.0, 1.0)


@pytest.mark.parametrize("times", [2e3, 2e4, 1e6, 1e9, 1e13, 1e17, 1e25])
@pytest.mark.parametrize("a", [0.25, 7.0, 999.75, 1000.0, 2e5, 3e9])
def test_quantiles_are_where_their_probability_is(a, times):
    """By the distribution function, also at 1000, where an inverse of it goes astray."""
    b = a * times
    # Of 3·10^9 SciPy's inverse has seven digits on some systems.
    digits = 1e-6 if (a, times) == (1000, 2e3) or a == 3e9 else 3e-8
    ends = np.array(tails.share_interval(a, a + b, 0.9))
    assert special.betainc(a, b, ends) == pytest.approx([0.05, 0.95], rel=digits)
    if times < 1e6:  # the same of what is left
        left = 1 - np.array(tails.share_interval(b, a + b, 0.9))[::-1]
        assert left == pytest.approx(ends, rel=1e-10, abs=1e-15)


def test_what_is_left_beside_a_huge_share_is_exponential():
    low, high = tails.share_interval(5e14 - 1, 5e14, 0.9)
    assert 1 - low == pytest.approx(-np.log(0.05) / 5e14, abs=1.2e-16)  # 6.0e-15
    assert 1 - high == pytest.approx(-np.log(0.95) / 5e14, abs=1.2e-16)  # 1.0e-16


def test_a_rest_of_1e_15_of_the_total_is_rounding():
    assert tails.share_interval(1e15 - 0.5, 1e15) == (1.0, 1.0)
    assert tails.share_interval(1e15 - 2, 1e15)[0] < 1.0


@pytest.mark.parametrize("scale", [1e16, 1e100, 1e299])
def test_huge_shares_are_normal(scale):
    low, high = tails.share_interval(2 * scale, 5 * scale)
    half = special.ndtri(0.975) * np.sqrt(0.24 / 5) / np.sqrt(scale)
    assert low == pytest.approx(0.4 - half, rel=1e-15)
    assert high == pytest.approx(0.4 + half, rel=1e-15)


def test_intervals_take_arrays_and_hold_their_level():
    a, total = np.array([0.5, 3.25, 9.0]), np.array([12.0, 13.0, 9.5])
    low, high = tails.share_interval(a, total, 0.8)
    np.testing.assert_allclose(special.betainc(a, total - a, low), 0.1, rtol=1e-10)
    np.testing.assert_allclose(special.betainc(a, total - a, high), 0.9, rtol=1e-10)


@pytest.mark.parametrize(("first", "second", "expected"), EXCEEDS)
def test_probability_exceeds(first, second, expected):
    assert tails.probability_exceeds(first, second) == pytest.approx(expected, rel=1e-12, abs=1e-15)
    assert tails.probability_exceeds(second, first) == pytest.approx(
        1 - expected, rel=1e-12, abs=1e-15
    )


def test_probability_exceeds_of_huge_parameters_is_normal():
    assert tails.probability_exceeds(1e17 + 3e8, 1e17) == pytest.approx(
        0.74883252265947596, rel=1e-12
    )
    np.testing.assert_array_equal(tails.probability_exceeds([1e20, 1.0], [1e20, 0.0]), [0.5, 1.0])


def test_quantiles_below_1e_307_are_none():
    low, high = tails.share_interval(0.00517, 1.0)
    assert low == 0.0 and high > 0.0


# --- The share of a chosen statement --------------------------------------------------------------


def test_the_ends_solve_their_equations():
    for n in (2, 7, 30, 200):
        for level in (0.8, 0.95, 0.999):
            x = np.arange(n + 1)
            low, high = glrt.chosen_share_interval(x, n, level)
            tail = (1 - level) / 2
            assert (low[:2] == 0).all() and high[-1] == 1
            np.testing.assert_allclose(binom.sf(x[2:] - 1, n, low[2:]), low[2:] * tail, rtol=1e-9)
            np.testing.assert_allclose(binom.cdf(x[:-1], n, high[:-1]), tail, rtol=1e-9)


def test_below_the_lower_end_every_share_keeps_its_part_of_the_error():
    n, alpha = 12, Fraction(1, 10)
    for x in range(2, n + 1):
        low = float(glrt.chosen_share_interval(x, n, 0.9)[0])
        for s in np.linspace(0, low * (1 - 1e-9), 40)[1:]:
            t = Fraction(s)
            reached = sum(comb(n, k) * t**k * (1 - t) ** (n - k) for k in range(x, n + 1))
            assert reached <= t * alpha / 2
        assert binom.sf(x - 1, n, low * (1 + 1e-6)) > low * 0.05


def test_no_narrower_than_the_usual_interval():
    n = 40
    x = np.arange(n + 1)
    low, high = glrt.chosen_share_interval(x, n)
    usual_low, usual_high = claim_tests.confidence_interval(x, n)
    assert (low <= usual_low).all()
    np.testing.assert_allclose(high, usual_high, rtol=1e-13)
    assert (np.diff(low[1:]) > 0).all() and (np.diff(high[:-1]) > 0).all()


SHARES = [(0.5, 0.5), (0.34, 0.33, 0.33), (0.6, 0.2, 0.2), (0.9, 0.05, 0.05), (0.45, 0.45, 0.1),
          (1.0, 0.0)]  # fmt: skip


@pytest.mark.parametrize("theta", SHARES)
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_coverage_over_all_tables(theta, level):
    """Counting every leader of a table as chosen by somebody who wants it to be wrong."""
    theta = np.array(theta)
    for n in (1, 2, 5, 11, 20):
        rows = np.array([r for r in product(range(n + 1), repeat=len(theta)) if sum(r) == n])
        ways = factorial(n) / np.array([float(prod(map(factorial, r))) for r in rows])
        mass = ways * np.prod(theta**rows, axis=1)
        most = rows.max(axis=1)
        low, high = glrt.chosen_share_interval(most, n, level)
        missed = (rows == most[:, None]) & ((theta < low[:, None]) | (theta > high[:, None]))
        assert mass[missed.any(axis=1)].sum() <= 1 - level + 1e-12


# --- The lead over all others ---------------------------------------------------------------------


OLDER_SCIPY = tuple(map(int, scipy.__version__.split(".")[:2])) < (1, 15)


def found_by_scipy(a):
    """How near SciPy's `betainc` is: before 1.15 some 4e-9 with counts of 10^7 or more."""
    return 1e-8 if OLDER_SCIPY and a >= 1e7 else 1e-12


@pytest.mark.parametrize(
    ("a", "b"), [(3.25, 0.25), (1e-3, 1e-3), (50.5, 40.5), (1e5, 9e4), (0.1, 7), (1e9, 1e8)]
)
@pytest.mark.parametrize("ratio", [1.0, 1.05, 2.0, 10.0])
def test_one_rival_is_a_beta_tail(a, b, ratio):
    # theta_1 / (theta_1 + theta_2) ~ Beta(a, b) exceeds ratio / (1 + ratio)
    expected = betainc(b, a, 1 / (1 + ratio))
    assert probability_leads([a, b], 0, ratio) == pytest.approx(expected, abs=found_by_scipy(a))


@pytest.mark.parametrize(("a", "b"), [(1e6, 1e3), (3e7, 3e4), (1e9, 1e6), (1e3, 1e-6)])
def test_large_ratios_of_large_counts(a, b):
    expected = betainc(b, a, 1 / 1001)
    assert probability_leads([a, b], 0, 1000.0) == pytest.approx(expected, abs=found_by_scipy(a))


@pytest.mark.parametrize("states", [2, 3, 10, 10**6, 10**12])
@pytest.mark.parametrize("ratio", [1.0, 1.5, 4.0])
def test_a_uniform_posterior_in_closed_form(states, ratio):
    # exponential variables: int e^-x (1 - e^(-x / r))^(K - 1) dx = r B(r, K)
    expected = ratio * np.exp(betaln(ratio, states))
    found = probability_leads([1.0], 0, ratio, multiplicities=[states])
    assert found == pytest.approx(expected, abs=1e-12)


def test_tiny_rivals_are_a_diffuse_mass_together():
    some = probability_leads([3.0, 1e-30, 1e-40], 0, 1.5, multiplicities=[1, 5e29, 1.5e40])
    assert some == pytest.approx(probability_leads([3.0], 0, 1.5, diffuse_mass=2.0), abs=1e-12)


CASES = [
    ([3.25, 0.25], [1, 3], 0.0),
    ([1.25, 2.25, 3.25, 6.25], [1, 1, 1, 1], 0.0),
    ([9.0, 8.0, 3.0, 1.0], [1, 1, 1, 3], 1.0),
    ([0.01, 0.02], [4, 1], 0.0),
    ([1e4 + 0.1, 1e4 - 99.9, 0.1], [1, 1, 62], 0.0),
    ([20.0, 19.0, 1e-30], [1, 2, 1e30], 0.0),
    ([5.0, 5.0, 0.0], [1, 1, 7], 0.0),
]


@pytest.mark.parametrize(("a", "m", "diffuse"), CASES)
def test_ratio_1_is_the_probability_of_being_the_largest(a, m, diffuse):
    largest = dirichlet.probability_largest(a, m, diffuse_mass=diffuse)
    for i, parameter in enumerate(a):
        if parameter > 1e-20:
            found = probability_leads(a, i, multiplicities=m, diffuse_mass=diffuse)
            assert found == pytest.approx(largest[i] / m[i], abs=1e-12)


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
@pytest.mark.parametrize("a", [[3.25, 0.25, 1.5], [12.1, 9.1, 8.1], [5.5, 0.5, 0.5]])
def test_a_lead_over_several_by_quadrature(a, ratio):
    """int f_1(x) prod F_k(x / ratio) dx."""

    def density(x):
        return gamma_distribution.pdf(x, a[0]) * np.prod(gamma_distribution.cdf(x / ratio, a[1:]))

    area, _ = quad(density, 0, 90, points=[1, a[0], 20], limit=200, epsabs=1e-13)
    assert probability_leads(a, 0, ratio) == pytest.approx(area, abs=1e-9)


def test_a_lead_over_all_is_never_more_probable_than_to_be_the_largest():
    groups, m = [3.25, 0.25], [1, 3]
    leads = dirichlet.probability_largest(groups, m)[0]
    assert leads == pytest.approx(0.952611, abs=1e-6)  # and over one rival alone:
    assert tails.probability_exceeds(3.25, 0.25) > leads
    chain = [probability_leads(groups, 0, r, multiplicities=m) for r in (1, 1.1, 1.5, 3, 100)]
    assert (np.diff(chain) < 0).all() and chain[0] == pytest.approx(leads, abs=1e-12)


@pytest.mark.parametrize("ratio", [1.25, 2.0, 1e10, 1e300])
@pytest.mark.parametrize("shape", [1e20, 1e75, 1e150])
def test_equals_that_are_certain_do_not_lead(shape, ratio):
    """The whole mass of the rivals, times the ratio, lies between two neighbouring floats."""
    assert probability_leads([shape] * 4, 0, ratio) == 0.0


@pytest.mark.parametrize("shape", [1e20, 1e150])
def test_exactly_the_ratio_apart_when_both_are_certain(shape):
    """As good as normal: X - 2 Y_1 and X - 2 Y_2 have correlation 1 / 3; P of an orthant."""
    orthant = 0.25 + np.arcsin(1 / 3) / (2 * np.pi)
    assert probability_leads([2 * shape, shape, shape], 0, 2.0) == pytest.approx(orthant, abs=1e-9)


def test_a_lead_beyond_the_largest_float():
    """P(Y < 1e150 / 1e300) for Y ~ Gamma(1e-3, 1), its leading power."""
    expected = 1e-150**1e-3 / gamma(1.001)
    assert probability_leads([1e150, 1e-3], 0, 1e300) == pytest.approx(expected, rel=1e-12)


magnitude = st.floats(-4, 5).map(lambda e: 10.0**e)


@given(
    st.lists(st.tuples(magnitude, st.sampled_from([1.0, 3.0, 1e9])), min_size=1, max_size=4),
    st.floats(1, 20),
)
@settings(max_examples=40, deadline=None)
def test_bounds_by_the_closest_rivals(groups, ratio):
    a, m = map(np.array, zip(*groups, strict=True))
    found = probability_leads(a, 0, ratio, multiplicities=m)
    assert found <= probability_leads(a, 0, multiplicities=m) + 1e-12
    rivals = m - (np.arange(len(a)) == 0)
    losses = betainc(a[0], a, ratio / (1 + ratio))  # P(theta_1 <= ratio theta_k)
    assert found >= 1 - rivals @ losses - 1e-10
    if rivals.any():
        assert found <= 1 - losses[rivals > 0].max() + 1e-10


def test_countless_rivals_are_the_limit_of_many():
    for ratio in (1.0, 1.7, 5.0):
        many = probability_leads([3.0, 2.0, 1e-14], 0, ratio, multiplicities=[1, 1, 1e14])
        limit = probability_leads([3.0, 2.0], 0, ratio, diffuse_mass=1.0)
        assert limit == pytest.approx(many, abs=1e-11)


@pytest.mark.parametrize("ratio", [1.0, 1.5, 40.0])
def test_countless_rivals_of_an_exponential_variable_by_integration(ratio):
    """Of a mass of 2 spread over countless rivals the largest is below x: exp(-2 E1(x))."""
    area, _ = quad(lambda x: np.exp(-x - 2 * exp1(x / ratio)), 0, 60, epsabs=1e-13)
    assert probability_leads([1.0], 0, ratio, diffuse_mass=2.0) == pytest.approx(area, abs=1e-12)


def test_the_smallest_parameters_that_are_no_diffuse_mass_lead_as_others_do():
    assert probability_leads([1e-20], 0, multiplicities=[4]) == pytest.approx(0.25, rel=1e-12)
    assert probability_leads([1e-20, 2e-20], 0) == pytest.approx(1 / 3, rel=1e-12)
    # of an exponential rival Y, 1e-20 times the mean of E1(Y): ln 2
    assert probability_leads([1.0, 1e-20], 1) == pytest.approx(np.log(2) * 1e-20, rel=1e-9)
    assert probability_leads([1.0, 0.9e-20], 1) == 0


def test_alone_it_leads_by_any_ratio():
    assert probability_leads([2.0, 0.0], 0, 1e6) == 1
    assert probability_leads([2.0, 0.0], 1) == 0


# --- The last values that serve -------------------------------------------------------------------


E = 1e-9  # a step beyond
LAST = {
    # chosen_share: P(Beta(1, n) > high) = (1 − level)/2
    "no data set shows it":
        (lambda: glrt.chosen_share_interval(0, 3, 0.9)[1], 1 - 0.05 ** (1 / 3)),
    "all show it": (lambda: glrt.chosen_share_interval(3, 3)[1], 1.0),
    "one data set": (lambda: glrt.chosen_share_interval(1, 1)[0], 0.0),
    "half a data set": (lambda: glrt.chosen_share_interval(0, 0.5, 0.9), (0.0, 1 - 0.05**2)),
    "all but half a data set":
        (lambda: glrt.chosen_share_interval(1.5, 2, 0.9)[1], beta.ppf(0.95, 2.5, 0.5)),
    "counts of many shapes": (
        lambda: glrt.chosen_share_interval([[0], [2]], [2, 2], 0.9)[0],
        [[0, 0], [0.05, 0.05]],  # t² = t tail
    ),
    # claim_tests
    "none to go by": (lambda: claim_tests.confidence_interval(0, 0), (0.0, 1.0)),
    # dirichlet, leads, imprecise, shares
    "as many as a double counts": (lambda: dirichlet.probability_largest([1.0], [1e300]), [1.0]),
    "a lead of 1": (lambda: probability_leads([1.0, 1.0], 0, 1.0), 0.5),
    "no rival": (lambda: probability_leads([1.0, 5.0], 0, 2.0, multiplicities=[1, 0]), 1.0),
    "all states seen": (
        lambda: dirichlet.imprecise_bounds([2, 2], 2, 1.0),
        # P(Beta(2, 3) > 1/2) and P(Beta(3, 2) > 1/2)
        ([5 / 16, 5 / 16], [11 / 16, 11 / 16]),
    ),
    "the only state": (lambda: dirichlet.imprecise_bounds([5], 1, 1.0), ([1.0], [1.0])),
    "none of the total": (lambda: tails.share_interval(0.0, 2.0), (0.0, 0.0)),
    "parameters of 0 in rows":
        (lambda: dirichlet.largest_of_many([[0.0, 1.0]] * 3), [[0.0, 1.0]] * 3),
    # glrt: 2 I_½(a, 1) = 2^(1 − a)
    "a level next to 0": (lambda: glrt.winner_lead_lower_bound(9, 0, E) > 1, True),
}  # fmt: skip


@pytest.mark.parametrize("name", LAST)
def test_the_last_value_serves(name):
    call, expected = LAST[name]
    np.testing.assert_allclose(call(), expected, rtol=1e-12, atol=1e-15)
