"""The largest component of a Dirichlet vector: exact values, properties, speed, errors."""

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from references import DIRICHLET
from scipy import integrate, special, stats

from jointstats.evidence import dirichlet


def posterior(counts, states, mass):
    """Parameters and multiplicities: the observed states one by one, then the others."""
    alpha = mass / states
    return [*(n + alpha for n in counts), alpha], [*(1 for _ in counts), states - len(counts)]


def fastest(call, repeats=5):
    """Seconds of the fastest of a few calls."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


@pytest.mark.parametrize("name", DIRICHLET["largest"])
def test_hard_cases_to_1e_12(name):
    groups, diffuse, expected = DIRICHLET["largest"][name]
    parameters, multiplicities = zip(*groups, strict=True)
    result = dirichlet.probability_largest(parameters, multiplicities, diffuse_mass=diffuse)
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        *((*pair, None) for pair in [(1, 1), (3, 5), (0.25, 0.125), (1e-7, 2.0), (9e3, 9.1e3)]),
        # integral of the Beta density in 40-digit arithmetic
        (1e6, 1e6 + 500, 0.36185333637681778),
        (1e8, 1e8 + 1e4, 0.23975555280952829),
    ],
)
def test_two_components_are_an_incomplete_beta_function(first, second, expected):
    if expected is None:
        expected = special.betainc(second, first, 0.5)  # P(Beta(first, second) > 1/2)
    result = dirichlet.probability_largest([first, second])
    np.testing.assert_allclose(result, [expected, 1 - expected], rtol=0, atol=1e-12)


@pytest.mark.parametrize("shape", [1e15, 1e20, 1e25, 1e30])
def test_huge_shapes_are_normal(shape):
    other = shape + 1.5 * np.sqrt(2 * shape)
    z = (other - shape) / np.sqrt(shape + other)
    result = dirichlet.probability_largest([shape, other])
    np.testing.assert_allclose(result, [special.ndtr(-z), special.ndtr(z)], rtol=0, atol=1e-10)


@pytest.mark.parametrize("alpha", [1e-300, 1e-19, 1e-6, 0.5, 1.0, 250.0, 1e6, 1e40])
@pytest.mark.parametrize("states", [2, 6, 4096, 10**30])
def test_equal_parameters_have_equal_chances(alpha, states):
    one, others = dirichlet.probability_largest([alpha, alpha], [1, states - 1])
    assert one == pytest.approx(1 / states, rel=1e-12)
    assert one + others == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("mass", [1e-300, 1e-30, 1e-9])
def test_with_next_to_no_mass_the_probabilities_are_the_shares(mass):
    result = dirichlet.probability_largest([0.5 * mass, 0.3 * mass, 0.2 * mass])
    np.testing.assert_allclose(result, [0.5, 0.3, 0.2], atol=1e-8)


@pytest.mark.parametrize(
    ("shapes", "mass"), [([1.0], 5.0), ([3.0], 3.0), ([0.3], 0.3), ([1.0, 2.0], 4.0), ([2.0], 40.0)]
)
def test_a_diffuse_mass_of_any_size_beside_few_parameters(shapes, mass):
    """The largest of the diffuse states has the distribution function exp(-mass E1(x))."""
    gammas = [stats.gamma(a) for a in shapes]

    def density(x, i):
        others = np.prod([g.cdf(x) for j, g in enumerate(gammas) if j != i])
        return gammas[i].pdf(x) * others * np.exp(-mass * special.exp1(x))

    each = [
        integrate.quad(density, 0, 60, (i,), points=[0.5, 2, 8, 20], epsabs=1e-11)[0]
        for i in range(len(shapes))
    ]
    found = dirichlet.probability_largest(shapes, diffuse_mass=mass)
    assert found == pytest.approx([*each, 1 - sum(each)], abs=1e-9)


def test_many_states_approach_the_diffuse_limit():
    limit = dirichlet.probability_largest([3.0, 1.0, 1.0], diffuse_mass=2.0)
    for states in (10**25, 10**100, 10**300):
        finite = dirichlet.probability_largest([3.0, 1.0, 1.0, 2.0 / states], [1, 1, 1, states])
        np.testing.assert_allclose(finite, limit, rtol=0, atol=1e-12)
    few = dirichlet.probability_largest([3.0, 1.0, 1.0, 2.0 / 1000], [1, 1, 1, 1000])
    assert 1e-4 < abs(few - limit).max() < 1e-2


def test_tiny_parameters_join_the_diffuse_mass_in_proportion():
    joined = dirichlet.probability_largest([2.0], diffuse_mass=1.0)
    split = dirichlet.probability_largest([2.0, 1e-30, 1e-40], [1, 5e29, 3e39], diffuse_mass=0.2)
    np.testing.assert_allclose(split, joined[[0, 1, 1, 1]] * [1, 0.5, 0.3, 0.2], atol=1e-13)


def test_a_parameter_beyond_all_others_is_certain():
    assert dirichlet.probability_largest([1.0, 1e39, 2.0]).tolist() == [0, 1, 0]
    assert dirichlet.probability_largest([3e38, 1e39, 0.0, 5e38]).tolist() == [0, 1, 0, 0]
    assert (
        dirichlet.probability_largest([1e38]).tolist() == [1]
        and dirichlet.probability_largest([9e37]) <= 1
    )
    assert dirichlet.probability_largest([1.0, 1e39, 1e39], diffuse_mass=5.0).tolist() == [
        0,
        0.5,
        0.5,
        0,
    ]


@pytest.mark.parametrize("shape", [0.1, 2.5, 3.0, 9.0, 12.0, 1e6])
def test_the_only_component_has_no_more_than_probability_one(shape):
    assert 1 - 1e-14 < dirichlet.probability_largest([shape])[0] <= 1
    assert dirichlet.probability_largest([0.0], diffuse_mass=shape).tolist() == [0, 1]


def test_zero_parameters_and_multiplicities_are_left_out():
    result = dirichlet.probability_largest([4.0, 0.0, 3.0, 9.0], [1, 5, 1, 0])
    alone = dirichlet.probability_largest([4.0, 3.0])
    np.testing.assert_array_equal(result, [alone[0], 0, alone[1], 0])


magnitude = st.floats(-7, 6).map(lambda e: 10.0**e)
group = st.tuples(magnitude, st.one_of(st.just(1.0), st.integers(1, 10**18).map(float)))
groups = st.lists(group, min_size=1, max_size=6)
posteriors = st.lists(st.integers(0, 60).map(lambda n: n / 2), min_size=2, max_size=6)


@settings(max_examples=60, deadline=None)
@given(groups, st.randoms(use_true_random=False), st.sampled_from([0.0, 1e-3, 1.0, 50.0]))
def test_sums_to_one_and_follows_a_permutation(groups, random, diffuse):
    a, m = map(np.array, zip(*groups, strict=True))
    result = dirichlet.probability_largest(a, m, diffuse_mass=diffuse)
    assert (result >= 0).all()
    assert result.sum() == pytest.approx(1, abs=1e-10)
    order = list(range(len(a)))
    random.shuffle(order)
    permuted = dirichlet.probability_largest(a[order], m[order], diffuse_mass=diffuse)
    np.testing.assert_allclose(permuted[: len(a)], result[: len(a)][order], rtol=0, atol=1e-13)


@settings(max_examples=40, deadline=None)
@given(groups, st.data())
def test_splitting_a_group_splits_its_probability(groups, data):
    a, m = map(np.array, zip(*groups, strict=True))
    whole = dirichlet.probability_largest(a, m)
    i = data.draw(st.integers(0, len(a) - 1))
    a, m, whole = np.append(a, a[i]), np.append(m, m[i] * 0.25), np.append(whole, whole[i] * 0.25)
    m[i] *= 0.75
    whole[i] *= 0.75
    np.testing.assert_allclose(dirichlet.probability_largest(a, m), whole, rtol=0, atol=1e-12)


@settings(max_examples=40, deadline=None)
@given(posteriors, st.sampled_from([0.25, 1.0, 7.0]))
def test_a_larger_count_is_more_likely_the_largest(counts, more):
    a = np.array(counts) + 0.1
    before = dirichlet.probability_largest(a)
    a[0] += more
    after = dirichlet.probability_largest(a)
    assert after[0] > before[0] - 1e-13
    assert (after[1:] < before[1:] + 1e-13).all()
    assert (np.diff(before[np.argsort(counts)]) > -1e-13).all()


@pytest.mark.parametrize(("counts", "mass", "states", "lower", "upper"), DIRICHLET["imprecise"])
def test_imprecise_bounds_to_1e_12(counts, mass, states, lower, upper):
    got = dirichlet.imprecise_bounds(counts, states, mass)
    np.testing.assert_allclose(got, [lower, upper], rtol=0, atol=1e-12)


@settings(max_examples=40, deadline=None)
@given(posteriors, st.sampled_from([1e-3, 1.0, 2.0, 30.0]), st.sampled_from([0, 1, 10**40]))
def test_imprecise_bounds_hold_every_prior_of_that_mass(counts, mass, unseen):
    lower, upper = dirichlet.imprecise_bounds(counts, len(counts) + unseen, mass)
    rng = np.random.default_rng(0)
    for concentration in (0.05, 1.0):
        prior = mass * rng.dirichlet(np.full(len(counts) + 1, concentration))
        if not unseen:
            prior[:-1] += prior[-1] / len(counts)
        a = np.append(np.array(counts) + prior[:-1], prior[-1] if unseen else 0.0)
        result = dirichlet.probability_largest(a)[:-1]
        assert (lower <= result + 1e-11).all()
        assert (result <= upper + 1e-11).all()


@pytest.mark.parametrize(
    ("counts", "mass"),
    [
        ([2e4, 2e4, 3, 0], 1.0),
        ([1.2e4, 1.2e4, 1.2e4, 1.21e4], 300.0),
        ([0.25, 0.25, 0.5], 0.25),
        ([0.25] * 5 + [0, 0], 0.125),
        ([3, 3, 3, 2, 0], 1e5),  # no common nodes: each state has its own
        ([0.5, 0.5, 1], 1e14),
        ([0, 0], 3.0),
        ([10_005, 3], 1.0),  # the sum over the nodes is 1 + 4e-16
        ([1, 2, 6], 2.0),
        ([0.25, 0.5], 1e3),
        ([3, 2], 1e9),
        ([1e6, 3], 1.0),
    ],
)
def test_upper_bounds_put_all_mass_on_the_state_also_beyond_the_lattice(counts, mass):
    _, upper = dirichlet.imprecise_bounds(counts, 9, mass)
    each = np.array(counts) + mass * np.eye(len(counts))
    alone = [dirichlet.probability_largest(a)[i] for i, a in enumerate(each)]
    assert upper == pytest.approx(alone, abs=1e-12)
    assert (upper <= 1).all()


@pytest.mark.parametrize(
    ("one", "two", "mass"),
    [
        (0.2, 0.1, 0.5),
        (0.5, 0.25, 1e-3),
        (0.01, 0.02, 0.1),
        (1.5, 0.25, 0.125),
        (12e3, 11.9e3, 2.0),
    ],
)
def test_imprecise_bounds_of_two_states_are_beta_tails(one, two, mass):
    """Also where little is known and the left tail is long, or much, beyond a common lattice."""
    lower, upper = dirichlet.imprecise_bounds([one, two], 2, mass)
    assert upper[0] == pytest.approx(special.betainc(two, one + mass, 0.5), abs=1e-12)
    assert upper[1] == pytest.approx(special.betainc(one, two + mass, 0.5), abs=1e-12)
    assert lower == pytest.approx(1 - upper[::-1], abs=1e-12)


SPREAD = np.random.default_rng(3).permutation(10**4)[:20]
MILLION = np.random.default_rng(4).permutation(10**6)[:200]


@pytest.mark.parametrize(
    ("counts", "states", "limit"),
    [
        ([9, 8, 3, 1, 1, 1], 40320**6, 0.003),
        (SPREAD, 10**30, 0.005),
        (9900 + 5 * np.arange(20), 10**300, 0.005),
        (np.arange(1, 201), 10**30, 0.06),
        (MILLION, 10**300, 0.06),
        (10**6 - 40 * np.arange(200), 500, 0.06),
    ],
)
def test_time_does_not_depend_on_the_number_of_states(counts, states, limit):
    a, m = posterior(counts, states, 1.0)
    assert fastest(lambda: dirichlet.probability_largest(a, m)) < limit
