"""Dirichlet vectors on one lattice: right whatever stands beside; the trapezoid rule."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, special, stats

from jointstats.evidence import dirichlet, lattice
from jointstats.joint import kernel_decisions

COUNTS = st.lists(st.sampled_from([0, 0, 1, 1, 2, 3, 5, 8, 13, 21, 60]), min_size=2, max_size=9)


def rows_of(counts, mass):
    """Rows of parameters, filled with zeros."""
    width = max(map(len, counts))
    filled = np.array([row + [0] * (width - len(row)) for row in counts], dtype=float)
    there = np.arange(width) < np.array([[len(row)] for row in counts])
    return np.where(there, filled + mass, 0.0), there.astype(float)


def test_two_components_are_a_beta_probability():
    a = np.array([[x + 0.5, y + 0.25] for x in range(2, 40) for y in range(40)])
    found = lattice.largest_of_rows(a, np.ones(a.shape))
    assert found[:, 0] == pytest.approx(special.betainc(a[:, 1], a[:, 0], 0.5), abs=1e-13)


@settings(deadline=None, max_examples=30)
@given(
    st.lists(COUNTS, min_size=1, max_size=8), st.sampled_from([0.125, 0.5, 1.0, 1 / 9]), st.data()
)
def test_a_row_gets_its_numbers_whatever_stands_beside(counts, mass, data):
    a, m = rows_of(counts, mass)
    unseen = data.draw(st.sampled_from([0, 1, 19, 1e6, 1e40]))
    a = np.column_stack([a, np.full(len(a), mass)])
    m = np.column_stack([m, np.full(len(a), unseen)])
    together = lattice.largest_of_rows(a, m)
    order = np.array(data.draw(st.permutations(range(len(a)))))
    assert np.array_equal(
        lattice.largest_of_rows(a[order], m[order]), together[order], equal_nan=True
    )
    for i in range(len(a)):
        kept = np.flatnonzero(m[i])
        alone = lattice.largest_of_rows(a[i : i + 1, kept], m[i : i + 1, kept])[0]
        assert np.array_equal(alone, together[i, kept], equal_nan=True)
        assert (together[i, m[i] == 0] == 0).all() or np.isnan(together[i]).all()
        said = dirichlet.probability_largest(a[i, kept], m[i, kept])
        assert np.isnan(alone).all() or alone == pytest.approx(said, abs=1e-12)


@pytest.mark.parametrize(
    ("a", "m"),
    [
        ([1e-21, 5.0], [1, 1]),  # mass of countless components
        ([2e4, 5.0], [1, 1]),  # nodes must be told from a centre
        ([0.5, 0.25], [1, 2]),  # the left tail is too long
    ],
)
def test_where_it_does_not_serve_it_says_so_and_the_general_way_answers(a, m):
    rows = np.array([[*a, 0.0], [3.0, 1.0, 1.0]]), np.array([[*m, 0.0], [1.0, 1.0, 1.0]])
    found = lattice.largest_of_rows(*rows)
    assert np.isnan(found[0]).all()
    assert found[1].sum() == pytest.approx(1.0, abs=1e-13)
    both = dirichlet.probabilities_largest(*rows)
    assert both[0, :2].tolist() == dirichlet.probability_largest(a, m).tolist()
    assert both[0, 2] == 0
    assert both[1].tolist() == found[1].tolist()


def test_equal_parameters_are_joined():
    a = np.array([[2.0, 1.0, 2.0, 0.0], [1.0, 1.0, 5.0, 7.0]])
    shapes, times, place = lattice.distinct_rows(
        a, np.array([[1.0, 2.0, 3.0, 4.0], [1.0, 1.0, 0.0, 1.0]])
    )
    assert shapes.tolist() == [[2.0, 1.0, 0.0], [7.0, 1.0, 0.0]]
    assert times.tolist() == [[4.0, 2.0, 0.0], [1.0, 2.0, 0.0]]
    assert place.tolist() == [[0, 1, 0, 2], [1, 1, 2, 0]]


@settings(deadline=None, max_examples=30)
@given(st.lists(COUNTS, min_size=1, max_size=6), st.sampled_from([0.5, 1.0, 2.0, 7.0]))
def test_lower_bounds_have_all_mass_on_the_strongest_rival(counts, strength):
    a, _ = rows_of(counts, 0.0)
    for row in a:
        rivals = row[1:][row[1:] > 0]
        low = kernel_decisions.lower_probability(row[0] + 1, rivals, strength)
        assert kernel_decisions.lower_probability(row[0] + 1, row[1:], strength) == low
        raised = np.append(rivals, 0.0) if not rivals.size else rivals.copy()
        raised[raised.argmax()] += strength
        every = np.append(raised, row[0] + 1)
        assert low == pytest.approx(dirichlet.probability_largest(every)[-1], abs=1e-12)


@pytest.mark.parametrize(
    ("a", "m", "served"),
    [  # as many halvings of the first step as are made, and one more
        ([5.75, 3.72], [1.0, 1e8], True),
        ([2.2, 0.53, 0.6], [1.0, 1e11, 1e10], False),
    ],
)
def test_steps_are_halved_four_times_at_most(a, m, served):
    found = lattice.largest_of_rows(np.array([a]), np.array([m]))[0]
    assert np.isfinite(found).tolist() == [served] * len(a)
    if served:
        assert found == pytest.approx(dirichlet.probability_largest(a, m), abs=1e-12)


def test_sums_that_round_to_more_than_one_are_cut():
    a = np.array([[3.0, 0.0], [135.0, 1e-9]])  # 1 + 2e-16
    assert lattice.largest_of_rows(a, np.ones((2, 2)))[:, 0].tolist() == [1.0, 1.0]


@pytest.mark.parametrize(("a", "m"), [([322.73], [1e12]), ([181.8, 138.94], [1.0, 1e6])])
def test_sums_that_miss_one_by_rounding_alone_are_accepted(a, m):
    """As many equal components multiply the last digit of a logarithm: 1e-12 and more."""
    found = lattice.largest_of_rows(np.array([a]), np.array([m]))[0]
    assert found == pytest.approx(dirichlet.probability_largest(a, m), abs=1e-9)


@pytest.mark.parametrize(
    ("row", "served"),
    [
        ([1e4, 1.0], True),
        ([1e4 + 0.5, 1.0], False),
        ([1.0, 1.0], True),
        ([1.0, 1 - 1e-9], False),
        ([3.0, 1e-20], True),
        ([3.0, 0.9e-20], False),
        ([3.0, 0.0], True),
    ],
)
def test_a_lattice_serves_from_a_mass_of_2_to_parameters_of_10000(row, served):
    found = lattice.largest_of_rows(np.array([row]), np.ones((1, 2)))[0]
    assert np.isfinite(found).all() == served
    if served and row[1] == 1.0:  # P(X < Y) = 2^-a for an exponential Y
        assert found == pytest.approx([1 - 0.5 ** row[0], 0.5 ** row[0]], abs=1e-12)


# --- The trapezoid rule ---------------------------------------------------------------------------


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
