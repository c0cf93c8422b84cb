"""The lead over all others: closed forms, the probability of being the largest, Monte Carlo."""

import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.special import betainc, betaln, exp1, gamma

from jointstats.evidence import dirichlet, shares
from jointstats.evidence.shares import probability_leads

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


@pytest.mark.parametrize(
    ("counts", "states", "strength"),
    [([3], 4, 1.0), ([3, 1], 9, 1.0), ([12, 9, 8], 9, 1.0), ([5], 64, 32.0)],
)
def test_monte_carlo(counts, states, strength):
    each = strength / states
    a = np.append(np.array(counts, dtype=float), np.zeros(states - len(counts))) + each
    draws = 1_000_000 // (1 + states // 10)
    x = np.random.default_rng(8).standard_gamma(a, (draws, states))
    others = x[:, 1:].max(axis=1)
    groups, m = (
        np.append(a[: len(counts)], each),
        np.append(np.ones(len(counts)), states - len(counts)),
    )
    for ratio in (1.0, 1.25, 2.0):
        exact = probability_leads(groups, 0, ratio, multiplicities=m)
        share = (x[:, 0] > ratio * others).mean()
        assert abs(share - exact) < 4 * np.sqrt(exact * (1 - exact) / draws)


def test_a_lead_over_all_is_never_more_probable_than_to_be_the_largest():
    groups, m = [3.25, 0.25], [1, 3]
    leads = dirichlet.probability_largest(groups, m)[0]
    assert leads == pytest.approx(0.952611, abs=1e-6)  # and over one rival alone:
    assert shares.probability_exceeds(3.25, 0.25) > leads
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
