"""Shares of components of a Dirichlet vector, and which of two is larger."""

import numpy as np
import pytest
from scipy import special

from jointstats.evidence import shares

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
    got_low, got_high = shares.share_interval(a, total)
    assert got_low == pytest.approx(low, rel=1e-10, abs=0)
    assert got_high == pytest.approx(high, rel=1e-10, abs=0)


@pytest.mark.parametrize(("a", "total"), [(5.0, 1e300), (0.5, 1e20), (3.0, 1e16)])
def test_a_share_of_a_huge_total_is_gamma(a, total):
    low, high = shares.share_interval(a, total, 0.9)
    assert low * total == pytest.approx(special.gammaincinv(a, 0.05), rel=1e-12)
    assert high * total == pytest.approx(special.gammaincinv(a, 0.95), rel=1e-12)
    assert shares.share_interval(total, total, 0.9) == (1.0, 1.0)


@pytest.mark.parametrize("times", [2e3, 2e4, 1e6, 1e9, 1e13, 1e17, 1e25])
@pytest.mark.parametrize("a", [0.25, 7.0, 999.75, 1000.0, 2e5, 3e9])
def test_quantiles_are_where_their_probability_is(a, times):
    """By the distribution function, also at 1000, where an inverse of it goes astray."""
    b = a * times
    # Of 3·10^9 SciPy's inverse has seven digits on some systems.
    digits = 1e-6 if (a, times) == (1000, 2e3) or a == 3e9 else 3e-8
    ends = np.array(shares.share_interval(a, a + b, 0.9))
    assert special.betainc(a, b, ends) == pytest.approx([0.05, 0.95], rel=digits)
    if times < 1e6:  # the same of what is left
        left = 1 - np.array(shares.share_interval(b, a + b, 0.9))[::-1]
        assert left == pytest.approx(ends, rel=1e-10, abs=1e-15)


def test_what_is_left_beside_a_huge_share_is_exponential():
    low, high = shares.share_interval(5e14 - 1, 5e14, 0.9)
    assert 1 - low == pytest.approx(-np.log(0.05) / 5e14, abs=1.2e-16)  # 6.0e-15
    assert 1 - high == pytest.approx(-np.log(0.95) / 5e14, abs=1.2e-16)  # 1.0e-16


def test_a_rest_of_1e_15_of_the_total_is_rounding():
    assert shares.share_interval(1e15 - 0.5, 1e15) == (1.0, 1.0)
    assert shares.share_interval(1e15 - 2, 1e15)[0] < 1.0


@pytest.mark.parametrize("scale", [1e16, 1e100, 1e299])
def test_huge_shares_are_normal(scale):
    low, high = shares.share_interval(2 * scale, 5 * scale)
    half = special.ndtri(0.975) * np.sqrt(0.24 / 5) / np.sqrt(scale)
    assert low == pytest.approx(0.4 - half, rel=1e-15)
    assert high == pytest.approx(0.4 + half, rel=1e-15)


def test_intervals_take_arrays_and_hold_their_level():
    a, total = np.array([0.5, 3.25, 9.0]), np.array([12.0, 13.0, 9.5])
    low, high = shares.share_interval(a, total, 0.8)
    np.testing.assert_allclose(special.betainc(a, total - a, low), 0.1, rtol=1e-10)
    np.testing.assert_allclose(special.betainc(a, total - a, high), 0.9, rtol=1e-10)
    np.testing.assert_array_equal(shares.share_mean(a, total), a / total)


@pytest.mark.parametrize(("first", "second", "expected"), EXCEEDS)
def test_probability_exceeds(first, second, expected):
    assert shares.probability_exceeds(first, second) == pytest.approx(
        expected, rel=1e-12, abs=1e-15
    )
    assert shares.probability_exceeds(second, first) == pytest.approx(
        1 - expected, rel=1e-12, abs=1e-15
    )


def test_probability_exceeds_of_huge_parameters_is_normal():
    assert shares.probability_exceeds(1e17 + 3e8, 1e17) == pytest.approx(
        0.74883252265947596, rel=1e-12
    )
    np.testing.assert_array_equal(shares.probability_exceeds([1e20, 1.0], [1e20, 0.0]), [0.5, 1.0])


def test_quantiles_below_1e_307_are_none():
    low, high = shares.share_interval(0.00517, 1.0)
    assert low == 0.0 and high > 0.0
