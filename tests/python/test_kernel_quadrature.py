"""The trapezoid rule against integrals in closed form."""

import numpy as np
import pytest
from scipy import integrate, special, stats

from jointstats.evidence import lattice


def test_rows_are_integrated_each_by_itself():
    def integrand(u):
        return np.stack([np.exp(-u * u / 2), 1 / np.cosh(u) ** 2, 3 * np.exp(-((u - 1) ** 2))])

    exact = [np.sqrt(2 * np.pi), 2.0, 3 * np.sqrt(np.pi)]
    assert lattice.trapezoid(integrand, -30.0, 31.0) == pytest.approx(exact, rel=1e-13)


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
    assert lattice.trapezoid(integrand, -16.0, 16.0, total=1.0) == pytest.approx([1.0], abs=1e-12)


# Of a normal density between -34 and 34 the first two rules differ by 1.0e-7 (4 exp(-2 pi^2 / h^2)
# with a step h of 68/64), the next two by nothing.
FIRST_GAP = 4 * np.exp(-2 * (np.pi * 64 / 68) ** 2)


def nodes_of_normal(scales, **known):
    """At how many nodes multiples of that density are asked for."""
    asked = []

    def normal(u):
        asked.append(u.size)
        return np.outer(scales, np.exp(-u * u / 2) / np.sqrt(2 * np.pi))

    lattice.trapezoid(normal, -34.0, 34.0, **known)
    return sum(asked)


@pytest.mark.parametrize(
    ("scales", "halvings"),
    [
        ([1.0], 2),
        ([1.9e-13 / FIRST_GAP], 1),
        ([2.1e-13 / FIRST_GAP], 2),
        ([1.9e-13 / FIRST_GAP] * 2, 1),  # the largest difference counts
        ([1e6], 2),  # in proportion: no number has as many digits
    ],
)
def test_the_step_is_halved_until_two_rules_agree_to_2e_13(scales, halvings):
    assert nodes_of_normal(scales) == 1 + 64 * 2**halvings


@pytest.mark.parametrize(
    ("scales", "total", "halvings"),
    [
        ([1.0], 1.0, 1),
        ([0.25, 0.75], 1.0, 1),
        ([1.0], 1 + 1e-10, 2),  # rules that agree may miss the total by 1e-9
        ([1.0], 1 + 1e-8, 10),
    ],
)
def test_a_known_total_saves_the_last_halving(scales, total, halvings):
    assert nodes_of_normal(scales, total=total) == 1 + 64 * 2**halvings


def test_parts_of_a_known_total_may_be_wrong_together():
    """A density cut in two by a steep logistic curve: both parts always sum to 1."""

    def parts(u):
        share = special.expit(50 * (u - 0.1))
        return stats.norm.pdf(u) * np.stack([share, 1 - share])

    exact, _ = integrate.quad(lambda u: parts(u)[0], -9, 9, points=[0.1], epsabs=1e-13)
    assert lattice.trapezoid(parts, -16.0, 16.0, total=1.0)[0] == pytest.approx(exact, abs=1e-11)


def test_the_step_is_not_halved_for_ever():
    points = []

    def edge(u):
        points.append(u.size)
        return np.sqrt(u * (1 - u))[None]

    assert lattice.trapezoid(edge, 0.0, 1.0) == pytest.approx([np.pi / 8], abs=1e-6)
    assert sum(points) == 65 + (1 << 16) - 64


def test_a_narrow_window_holds_the_mass():
    """A logistic variable, of scale 1/50 around 3: far in both tails."""

    def log_cdf(u):
        return -np.logaddexp(0, -50 * (u - 3.0))

    low, high = lattice.narrow(log_cdf, -1000.0, 1000.0)
    assert 3 - 46 / 50 - 0.5 < low <= 3 - 46 / 50
    assert 3 + 41 / 50 <= high < 3 + 41 / 50 + 0.5


def test_a_window_ends_at_neighbouring_floats():
    """A step at 1, which no division of floats can resolve."""

    def log_cdf(u):
        return np.where(u > 1.0, 0.0, -1e9)

    assert lattice.narrow(log_cdf, 0.0, 3.0) == (1.0, np.nextafter(1.0, 2))


@pytest.mark.parametrize(
    ("end", "window"),
    [
        (12.5, (3.0, 13.0)),  # ten sections of sixteen: no second division
        (10.2, (3.5, 10.5)),  # eight of sixteen, divided again
        (9.5, (3.875, 9.5625)),
        (99.0, (3.0, 16.0)),
    ],
)
def test_a_window_is_cut_at_sixteenths(end, window):
    """Logarithms of -46 at 4, and of 0 beyond an end."""

    def log_cdf(u):
        return np.where(u <= end, u - 50, 0.0)

    assert lattice.narrow(log_cdf, 0.0, 16.0) == window


@pytest.mark.parametrize(
    ("low", "window"),  # cut in steps of 16 at first, then of 7, or of 6
    [
        (-60.5, (-46.5, 44.5)),
        (-59.5, (-52.5, 45.5)),
        (-65.0, (-49.0, 47.0)),
        (-64.0, (-48.0, 42.0)),
    ],
)
def test_a_window_begins_below_46_and_ends_where_a_tail_of_1e_18_is_left(low, window):
    def log_cdf(u):
        return np.where(u < 0, u, -np.exp(-u))  # -1e-18 at 41.4

    assert lattice.narrow(log_cdf, low, low + 256) == window


def test_a_window_full_of_mass_is_kept():
    assert lattice.narrow(lambda u: np.full(u.shape, -1.0), 0.0, 16.0) == (0.0, 16.0)
