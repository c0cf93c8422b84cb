"""The largest component of a Dirichlet vector, and the Gamma tails it is made of: exact values."""

import time
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from math import factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from references import DIRICHLET
from scipy import integrate, special, stats
from scipy.special import zeta

from jointstats.evidence import dirichlet, tails


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
    [(SPREAD, 10**30, 0.005), (MILLION, 10**300, 0.06), (10**6 - 40 * np.arange(200), 500, 0.06)],
)
def test_time_does_not_depend_on_the_number_of_states(counts, states, limit):
    a, m = posterior(counts, states, 1.0)
    assert fastest(lambda: dirichlet.probability_largest(a, m)) < limit


# --- Logarithms of Gamma distribution functions and densities, against 45-digit values ------------


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
    return tails.Nodes(x, np.log(x), 0.0, x)


@pytest.mark.parametrize(("shape", "x", "log_cdf", "log_density"), VALUES)
def test_values_to_all_the_digits_that_matter(shape, x, log_cdf, log_density):
    got_density, got_cdf = tails.LogGammas(np.array([shape])).evaluate(at(x))
    assert got_cdf[0, 0] == pytest.approx(log_cdf, rel=1e-11, abs=0)
    assert got_density[0, 0] == pytest.approx(log_density, rel=0, abs=2e-13)


def test_what_no_double_holds_keeps_its_digits():
    _, ((log_cdf,),) = tails.LogGammas(np.array([100.0])).evaluate(at(0.0546875))
    assert log_cdf == pytest.approx(-654.405532937832582, rel=1e-11)


def test_rows_of_every_kind_at_once_equal_each_alone():
    shapes = np.array([1e-19, 1e-3, 0.5, 29.0, 31.0, 9000.0, 1e4, 1e6, 1e9])
    nodes = at(1e-300, 1e-30, 1e-3, 1.0, 30.0, 9100.0, 1.001e6, 1e9, 1e12)
    together = tails.LogGammas(shapes).evaluate(nodes)
    alone = [tails.LogGammas(np.array([a])).evaluate(nodes) for a in shapes]
    np.testing.assert_array_equal(together[0], [density[0] for density, _ in alone])
    np.testing.assert_array_equal(together[1], [cdf[0] for _, cdf in alone])


@pytest.mark.parametrize("shape", [1e-19, 1e-5, 0.3, 1.0, 29.9, 30.1, 9.9e3, 1.1e4, 1e7, 1e15])
def test_distribution_functions_rise_without_a_gap(shape):
    log_x = np.linspace(np.log(shape) - 60, np.log(shape + 1) + 20, 4001)
    x = np.exp(log_x)
    _, (log_cdf,) = tails.LogGammas(np.array([shape])).evaluate(tails.Nodes(x, log_x, 0.0, x))
    assert np.isfinite(log_cdf).all()
    assert (np.diff(log_cdf) >= -1e-12 * np.maximum(1, -log_cdf[1:])).all()
    assert log_cdf[-1] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("mu", [-0.0999, -0.06, 0.03, 0.08, 0.0999, 1e-3, -1e-7])
def test_a_logarithm_less_its_argument_by_its_own_series(mu):
    terms = (-((-Fraction(mu)) ** k) / k for k in range(2, 40))
    assert tails.log1p_minus(np.array(mu)) == pytest.approx(float(sum(terms)), rel=2e-15, abs=0)


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
    _, ((found,),) = tails.LogGammas(np.array([1e4])).evaluate(at(float(x)))
    expected = log_cdf_by_poisson_probabilities(10_000, Decimal(x))
    assert found == pytest.approx(expected, rel=1e-14 if x <= 10_000 else 1e-12, abs=0)


@pytest.mark.parametrize("a", [1e-20, 1e-9, 1e-6, 5e-5, 9.99e-5])
def test_small_logarithms_of_the_gamma_function_by_their_series(a):
    """ln Gamma(1 + a) is -euler a + zeta(2) a^2 / 2 - zeta(3) a^3 / 3 + ..."""
    terms = [zeta(k) * (-a) ** k / k for k in range(2, 7)]
    expected = -np.euler_gamma * a + sum(terms)
    assert float(tails.log_gamma1p(np.array(a))) == pytest.approx(expected, rel=1e-15, abs=0)


def test_far_below_a_large_shape_eleven_digits_are_left():
    _, ((found,),) = tails.LogGammas(np.array([1e4])).evaluate(at(5000.0))
    expected = log_cdf_by_poisson_probabilities(10_000, Decimal(5000))
    assert found == pytest.approx(expected, rel=3e-12, abs=0)
