"""Shares of components of a Dirichlet vector and the lead of one over another."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, special, stats

from jointstats.kernels.joint.shares import (
    InvalidShareError,
    mixed_interval,
    probability_exceeds,
    probability_lead,
    share_interval,
    share_mean,
)

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
]

# a_1, a_2, P(Beta(a_1, a_2) > 1/2); 45-digit incomplete beta function
EXCEEDS = [
    (6.25, 3.25, 0.84801633251779561),
    (0.5, 0.25, 0.68311289932563835),
    (1e-12, 3.0, 6.8147180560013299e-14),
    (400.5, 380.25, 0.76581865808660225),
    (3.0, 3.0, 0.5),
    (0.0, 2.0, 0.0),
    (2.0, 0.0, 1.0),
]

# a_1, a_2, total, delta, P(theta_1 - theta_2 > delta); 30-digit integral over R, where the code
# integrates over S; the last four by a trapezoid rule over R with 4e5 nodes
LEADS = [
    (6.25, 3.25, 13.0, 0.05, 0.79319745903129086),
    (1.0, 0.75, 4.0, 0.125, 0.39833793012298176),
    (5.5, 2.125, 9.0, 0.25, 0.69684698186697473),
    (2.0, 2.0, 40.0, 0.015625, 0.35427935615779286),
    (30.25, 20.125, 50.75, 0.0625, 0.84142882457956176),
    (3.0, 0.25, 3.3125, 0.125, 0.96742628566645616),
    (1.5, 1.25, 2.751953125, 0.25, 0.41717805631902463),
    (12.5, 9.5, 25.0, 0.875, 8.0404090102021772e-9),
    (0.25, 0.5, 1.0, 0.0625, 0.27960919317173621),
    (1e-06, 0.5, 1.0, 0.0625, 1.2678137402286235e-6),
    (4.0, 3.0, 7 + 2.0**-20, 0.125, 0.5330670868253499),
    (300.0, 200.0, 1000.0, 0.125, 0.12916040574049746),
    (200.0, 90.0, 10000.0, 0.0078125, 0.97080290204664258),
    (1e6, 9e5, 2.2e6, 0.04545, 0.5029057594431381),
    (1e6, 9e5, 2.2e6, 0.045, 0.7661894680795616),
    (5e5 + 0.1, 4.99e5, 1e6, 0.001, 0.5000401801862973),
    (1e12, 9e11, 2.2e12, 0.0454545, 0.5289515459918438),
]


@pytest.mark.parametrize(("a", "total", "low", "high"), INTERVALS)
def test_intervals(a, total, low, high):
    got_low, got_high = share_interval(a, total)
    assert got_low == pytest.approx(low, rel=1e-10, abs=0)
    assert got_high == pytest.approx(high, rel=1e-10, abs=0)


@pytest.mark.parametrize(("a", "total"), [(5.0, 1e300), (0.5, 1e20), (3.0, 1e16)])
def test_a_share_of_a_huge_total_is_gamma(a, total):
    low, high = share_interval(a, total, 0.9)
    assert low * total == pytest.approx(special.gammaincinv(a, 0.05), rel=1e-12)
    assert high * total == pytest.approx(special.gammaincinv(a, 0.95), rel=1e-12)
    assert share_interval(total, total, 0.9) == (1.0, 1.0)


@pytest.mark.parametrize("scale", [1e16, 1e100, 1e299])
def test_huge_shares_are_normal(scale):
    low, high = share_interval(2 * scale, 5 * scale)
    half = special.ndtri(0.975) * np.sqrt(0.24 / 5) / np.sqrt(scale)
    assert low == pytest.approx(0.4 - half, rel=1e-15)
    assert high == pytest.approx(0.4 + half, rel=1e-15)


def test_intervals_take_arrays_and_hold_their_level():
    a, total = np.array([0.5, 3.25, 9.0]), np.array([12.0, 13.0, 9.5])
    low, high = share_interval(a, total, 0.8)
    np.testing.assert_allclose(special.betainc(a, total - a, low), 0.1, rtol=1e-10)
    np.testing.assert_allclose(special.betainc(a, total - a, high), 0.9, rtol=1e-10)
    np.testing.assert_array_equal(share_mean(a, total), a / total)


@pytest.mark.parametrize(("first", "second", "expected"), EXCEEDS)
def test_probability_exceeds(first, second, expected):
    assert probability_exceeds(first, second) == pytest.approx(expected, rel=1e-12, abs=1e-15)
    assert probability_exceeds(second, first) == pytest.approx(1 - expected, rel=1e-12, abs=1e-15)


def test_probability_exceeds_of_huge_parameters_is_normal():
    assert probability_exceeds(1e17 + 3e8, 1e17) == pytest.approx(0.74883252265947596, rel=1e-12)
    np.testing.assert_array_equal(probability_exceeds([1e20, 1.0], [1e20, 0.0]), [0.5, 1.0])


@pytest.mark.parametrize(("first", "second", "total", "delta", "expected"), LEADS)
def test_probability_lead_to_1e_10(first, second, total, delta, expected):
    assert probability_lead(first, second, total, delta) == pytest.approx(expected, abs=1e-10)


def test_probability_lead_in_closed_form():
    # no lead asked for: the rest does not matter
    assert probability_lead(6.25, 3.25, 20.0) == pytest.approx(0.84801633251779561, abs=1e-13)
    # no rest: 2R - 1 > delta, with R ~ Beta(3, 2): 1 - I_.6(3, 2)
    assert probability_lead(3.0, 2.0, 5.0, 0.2) == pytest.approx(0.5248, abs=1e-13)
    # no second component: theta ~ Beta(2, 3)
    assert probability_lead(2.0, 0.0, 5.0, 0.25) == pytest.approx(189 / 256, abs=1e-13)
    # a second and a rest that are almost none
    assert probability_lead(2.0, 1e-12, 5.0, 0.25) == pytest.approx(189 / 256, abs=1e-10)
    assert probability_lead(3.0, 2.0, 5.0 + 1e-12, 0.2) == pytest.approx(0.5248, abs=1e-10)
    # uniform on the triangle: (1 - delta)^2 / 2
    assert probability_lead(1.0, 1.0, 3.0, 0.5) == pytest.approx(0.125, abs=1e-13)
    assert probability_lead(0.0, 2.0, 5.0, 0.1) == 0.0
    assert probability_lead(4.0, 2.0, 6.5, 1.0) == 0.0


magnitude = st.floats(-6, 6).map(lambda e: 10.0**e)


@settings(max_examples=60, deadline=None)
@given(magnitude, magnitude, magnitude, st.sampled_from([0.001, 0.01, 0.05, 0.2, 0.6]))
def test_leads_are_ordered_and_opposite(first, second, rest, delta):
    total = first + second + rest
    lead = probability_lead(first, second, total, delta)
    behind = probability_lead(second, first, total, delta)
    assert 0 <= lead <= 1
    assert lead + behind <= 1 + 1e-10
    assert probability_lead(first, second, total, delta * 1.1) <= lead + 1e-10
    assert probability_lead(first, second, total, 0.0) >= lead - 1e-10
    assert probability_lead(second, first, total, -delta) == pytest.approx(1 - lead, abs=1e-15)


def test_sampling_agrees_with_the_lead_within_four_standard_errors():
    rng = np.random.default_rng(8)
    x = rng.standard_gamma([5.5, 4.25, 3.5], (200_000, 3))
    theta = x / x.sum(axis=1, keepdims=True)
    seen = np.mean(theta[:, 0] - theta[:, 1] > 0.1)
    exact = probability_lead(5.5, 4.25, 13.25, 0.1)
    assert abs(seen - exact) < 4 * np.sqrt(exact * (1 - exact) / len(x))


@pytest.mark.parametrize(
    "call",
    [
        lambda: share_mean(-1.0, 2.0),
        lambda: share_mean(3.0, 2.0),
        lambda: share_mean(0.0, 0.0),
        lambda: share_interval(1.0, np.inf),
        lambda: share_interval(1.0, np.nan),
        lambda: share_interval(1.0, 2.0, 1.0),
        lambda: probability_exceeds(0.0, 0.0),
        lambda: probability_exceeds(-1.0, 3.0),
        lambda: probability_lead(1.0, 2.0, 2.5, 0.1),
        lambda: probability_lead(-1.0, 2.0, 2.5, 0.1),
        lambda: probability_lead(1.0, 1.0, 2.5, np.nan),
    ],
)
def test_what_is_no_share_is_an_error(call):
    with pytest.raises(InvalidShareError):
        call()


def test_a_lead_without_skewness_is_not_normal_for_that():
    # 343 * 3 = 729 * 1.40625 + 3.84375: no third moment; integral over S
    def part(s):
        return stats.beta.pdf(s, 4.40625, 3.84375) * stats.beta.sf((1 + 0.125 / s) / 2, 3, 1.40625)

    exact, _ = integrate.quad(part, 0.125, 1, epsabs=0, epsrel=1e-10)
    assert probability_lead(3.0, 1.40625, 8.25, 0.125) == pytest.approx(exact, rel=1e-8)


@pytest.mark.parametrize("level", [0.5, 0.95])
def test_a_mixed_interval_leaves_the_same_on_either_side(level):
    a, weights = np.array([5.25, 0.0, 6.25, 0.75, 6.25]), np.array([0.3, 0.1, 0.2, 0.15, 0.25])
    low, high = mixed_interval(a, weights, 13.0, level)
    with np.errstate(invalid="ignore"):
        low_mass, high_mass = (
            weights @ np.where(a == 0, 1.0, stats.beta.cdf(x, a, 13.0 - a)) for x in (low, high)
        )
    assert low_mass == pytest.approx(max(0.1, (1 - level) / 2), abs=1e-12)
    assert high_mass == pytest.approx((1 + level) / 2, abs=1e-12)


def test_a_mixture_of_one_is_its_own_interval():
    assert mixed_interval([6.25, 6.25], [0.5, 0.5], 13.0) == tuple(share_interval(6.25, 13.0))
    assert mixed_interval([0.0], [1.0], 13.0, 0.5) == (0.0, 0.0)
