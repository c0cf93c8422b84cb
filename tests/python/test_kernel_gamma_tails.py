"""Logarithms of Gamma distribution functions and densities against 45-digit values."""

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from math import factorial

import numpy as np
import pytest
from scipy.special import zeta

from jointstats.evidence import gamma_tails

# shape, x, ln P(X <= x), ln(x f(x)); series and continued fractions in 45-digit arithmetic
VALUES = [
    (1e-18, 1e-30, -6.8500337124919842e-17, -41.446531673892822),
    (0.001, 1e-200, -0.45994062500052578, -7.3676959039826628),
    (0.001, 2.5, -2.4958708111751249e-5, -9.4062625946519795),
    (0.05, 1e-25, -2.8513782937402971, -5.847110567294288),
    (0.05, 0.5, -0.029102014203598332, -3.503536560079728),
    (0.5, 680.0, -1.0341991197827858e-297, -677.31131854383962),
    (1.0, 690.0, -2.171738281389827e-300, -683.46330840240869),
    (7.25, 0.01, -42.42945807074045, -40.449669299152202),
    (7.25, 3.5, -2.9419118334794278, -1.4696539291471215),
    (7.25, 60.0, -1.0962813068059339e-18, -37.368187374628309),
    (29.9, 25.0, -1.6758710761798328, 0.32562234257201223),
    (30.0, 31.0, -0.51860947118132799, 0.76257716738637837),
    (30.0, 14.0, -8.9043588400189565, -6.0853190787102506),
    (500.0, 430.0, -7.5448586190228209, -3.2232460179298389),
    (500.0, 700.0, -7.032145641828592e-16, -29.575682840031556),
    (9999.0, 9800.0, -3.7834647958155888, 1.6792528465727901),
    (1e4, 9070.0, -49.287464711923834, -42.442065350554403),
    (1e4, 10001.0, -0.68256550060953118, 3.6861733227831714),
    (1e4, 12000.0, -3.3272024923451613e-79, -173.09820874100365),
    (2e4, 18700.0, -47.323079096355158, -40.142192792604338),
    (1e6, 991000.0, -43.872695279283829, -34.755835486618075),
    (1e6, 1000003.0, -0.69049110323464359, 5.988812162453131),
    (1e6, 1020000.0, -3.8098103227133607e-88, -191.38388715784284),
]


def at(*x):
    x = np.array(x)
    return gamma_tails.Nodes(x, np.log(x), 0.0, x)


@pytest.mark.parametrize(("shape", "x", "log_cdf", "log_density"), VALUES)
def test_values_to_all_the_digits_that_matter(shape, x, log_cdf, log_density):
    got_density, got_cdf = gamma_tails.LogGammas(np.array([shape])).evaluate(at(x))
    assert got_cdf[0, 0] == pytest.approx(log_cdf, rel=1e-11, abs=0)
    assert got_density[0, 0] == pytest.approx(log_density, rel=0, abs=2e-13)


def test_what_no_double_holds_keeps_its_digits():
    _, ((log_cdf,),) = gamma_tails.LogGammas(np.array([100.0])).evaluate(at(0.0546875))
    assert log_cdf == pytest.approx(-654.405532937832582, rel=1e-11)


def test_rows_of_every_kind_at_once_equal_each_alone():
    shapes = np.array([1e-19, 1e-3, 0.5, 29.0, 31.0, 9000.0, 1e4, 1e6, 1e9])
    nodes = at(1e-300, 1e-30, 1e-3, 1.0, 30.0, 9100.0, 1.001e6, 1e9, 1e12)
    together = gamma_tails.LogGammas(shapes).evaluate(nodes)
    alone = [gamma_tails.LogGammas(np.array([a])).evaluate(nodes) for a in shapes]
    np.testing.assert_array_equal(together[0], [density[0] for density, _ in alone])
    np.testing.assert_array_equal(together[1], [cdf[0] for _, cdf in alone])


@pytest.mark.parametrize("shape", [1e-19, 1e-5, 0.3, 1.0, 29.9, 30.1, 9.9e3, 1.1e4, 1e7, 1e15])
def test_distribution_functions_rise_without_a_gap(shape):
    log_x = np.linspace(np.log(shape) - 60, np.log(shape + 1) + 20, 4001)
    x = np.exp(log_x)
    _, (log_cdf,) = gamma_tails.LogGammas(np.array([shape])).evaluate(
        gamma_tails.Nodes(x, log_x, 0.0, x)
    )
    assert np.isfinite(log_cdf).all()
    assert (np.diff(log_cdf) >= -1e-12 * np.maximum(1, -log_cdf[1:])).all()
    assert log_cdf[-1] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("mu", [-0.0999, -0.06, 0.03, 0.08, 0.0999, 1e-3, -1e-7])
def test_a_logarithm_less_its_argument_by_its_own_series(mu):
    terms = (-((-Fraction(mu)) ** k) / k for k in range(2, 40))
    assert gamma_tails.log1p_minus(np.array(mu)) == pytest.approx(
        float(sum(terms)), rel=2e-15, abs=0
    )


@cache
def ways(n):
    return Decimal(factorial(n))


def log_cdf_by_poisson_probabilities(shape, x):
    """``ln P(X <= x)`` of a whole shape: of at least so many events, where x are expected."""
    with localcontext(prec=50):
        most = x ** Decimal(shape) / ways(shape) / x.exp()
        term = total = Decimal(1)
        while term > total * Decimal("1e-45"):
            shape += 1
            term *= x / shape
            total += term
        return float((most * total).ln())


@pytest.mark.parametrize("x", [8900, 9050, 9070, 9900, 9999, 10_000, 10_001, 10_250, 10_950])
def test_large_shapes_have_the_digits_of_a_sum_of_poisson_probabilities(x):
    """At the shape itself, and on both sides of |eta| = 0.1, beyond which c0 has another form."""
    _, ((found,),) = gamma_tails.LogGammas(np.array([1e4])).evaluate(at(float(x)))
    expected = log_cdf_by_poisson_probabilities(10_000, Decimal(x))
    assert found == pytest.approx(expected, rel=1e-14 if x <= 10_000 else 1e-12, abs=0)


@pytest.mark.parametrize("a", [1e-20, 1e-9, 1e-6, 5e-5, 9.99e-5])
def test_small_logarithms_of_the_gamma_function_by_their_series(a):
    """ln Gamma(1 + a) is -euler a + zeta(2) a^2 / 2 - zeta(3) a^3 / 3 + ..."""
    terms = [zeta(k) * (-a) ** k / k for k in range(2, 7)]
    expected = -np.euler_gamma * a + sum(terms)
    assert float(gamma_tails.log_gamma1p(np.array(a))) == pytest.approx(expected, rel=1e-15, abs=0)


def test_far_below_a_large_shape_eleven_digits_are_left():
    _, ((found,),) = gamma_tails.LogGammas(np.array([1e4])).evaluate(at(5000.0))
    expected = log_cdf_by_poisson_probabilities(10_000, Decimal(5000))
    assert found == pytest.approx(expected, rel=3e-12, abs=0)
