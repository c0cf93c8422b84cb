"""The trapezoid rule against integrals in closed form."""

import numpy as np
import pytest

from jointstats.kernels.joint.quadrature import narrow, trapezoid


def test_rows_are_integrated_each_by_itself():
    def integrand(u):
        return np.stack([np.exp(-u * u / 2), 1 / np.cosh(u) ** 2, 3 * np.exp(-((u - 1) ** 2))])

    exact = [np.sqrt(2 * np.pi), 2.0, 3 * np.sqrt(np.pi)]
    assert trapezoid(integrand, -30.0, 31.0) == pytest.approx(exact, rel=1e-13)


@pytest.mark.parametrize("width", [0.2, 0.1])
def test_a_known_total_sees_what_equal_halves_hide(width):
    """Of 1/cosh centred a quarter of a step beside a node, all odd terms of the error vanish.

    Those are all that halving the first step changes; the second term is too large by far.
    """
    centre = 0.25 * 32 / 64

    def integrand(u):
        return 1 / (np.pi * width * np.cosh((u - centre) / width))[None]

    first = integrand(np.linspace(-16, 16, 65)).sum() / 2
    assert abs(first - 1) > 1e-3
    assert trapezoid(integrand, -16.0, 16.0, total=1.0) == pytest.approx([1.0], abs=1e-12)


def test_the_step_is_not_halved_for_ever():
    points = []

    def edge(u):
        points.append(u.size)
        return np.sqrt(u * (1 - u))[None]

    assert trapezoid(edge, 0.0, 1.0) == pytest.approx([np.pi / 8], abs=1e-6)
    assert sum(points) == 65 + (1 << 16) - 64


def test_a_narrow_window_holds_the_mass():
    """Logistic variables, of scale 1/50 around 3 and around 4: far in both tails."""

    def log_cdfs(u):
        return [-np.logaddexp(0, -50 * (u - centre)) for centre in (3.0, 4.0)]

    low, high = narrow(log_cdfs, -1000.0, 1000.0)
    assert 3 - 46 / 50 - 0.5 < low <= 3 - 46 / 50
    assert 4 + 41 / 50 <= high < 4 + 41 / 50 + 0.5


def test_a_window_ends_at_neighbouring_floats():
    """A step at 1, which no division of floats can resolve."""

    def log_cdfs(u):
        return [np.where(u > 1.0, 0.0, -1e9)] * 2

    assert narrow(log_cdfs, 0.0, 3.0) == (1.0, np.nextafter(1.0, 2))
