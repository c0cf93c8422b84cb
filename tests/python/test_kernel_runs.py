"""Weights of statements from runs: t and normal closed forms, Monte Carlo, limits, symmetry."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad
from scipy.special import digamma, polygamma

from jointstats.kernels.joint import moderated as moderated_kernel
from jointstats.kernels.joint import runs as kernel
from jointstats.kernels.joint import uncertain


def table(seed, n=12, runs=3, m=2, noise=1.0):
    """Differences of runs with correlated measures, and variances that differ among data sets."""
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=(n, 1, m))
    spread = noise / np.sqrt(rng.chisquare(6, size=(n, 1, 1)) / 6)
    errors = rng.normal(size=(n, runs, m))
    errors[..., 1:] = 0.6 * errors[..., :1] + 0.8 * errors[..., 1:]
    return truth + spread * errors


# -- moderated variances


def test_moments_are_those_of_the_logarithms():
    rng = np.random.default_rng(0)
    s2, d = rng.gamma(1.0, size=(30, 1)), np.full(30, 4)
    found = moderated_kernel.moderated_variances(s2, d)
    log = np.log(s2[:, 0])
    d0 = found.prior_df
    assert log.var(ddof=1) == pytest.approx(polygamma(1, 2.0) + polygamma(1, d0 / 2), rel=1e-9)
    expected = np.log(found.prior_variance[0]) + digamma(2) - np.log(2) - digamma(d0 / 2)
    assert log.mean() == pytest.approx(expected + np.log(d0 / 2), rel=1e-9)
    assert found.variance == pytest.approx((d0 * found.prior_variance + 4 * s2) / (d0 + 4))
    assert found.df == pytest.approx(d0 + d)


@pytest.mark.parametrize(("d0", "runs"), [(4.0, 3), (10.0, 5)])
def test_degrees_of_freedom_are_found(d0, runs):
    rng = np.random.default_rng(1)
    sigma2 = 2.0 * d0 / rng.chisquare(d0, size=(4000, 2))
    d = runs - 1
    found = moderated_kernel.moderated_variances(
        sigma2 * rng.chisquare(d, size=sigma2.shape) / d, np.full(4000, d)
    )
    assert found.prior_df == pytest.approx(d0, rel=0.15)
    assert found.prior_variance == pytest.approx([2.0, 2.0], rel=0.06)


def test_unequal_numbers_of_runs_and_none():
    rng = np.random.default_rng(2)
    d = rng.integers(0, 6, size=3000)
    sigma2 = 6.0 / rng.chisquare(6, size=(3000, 1))
    s2 = sigma2 * rng.chisquare(np.maximum(d, 1))[:, None] / np.maximum(d, 1)[:, None]
    s2[d == 0] = 0.0
    found = moderated_kernel.moderated_variances(s2, d)
    assert found.prior_df == pytest.approx(6, rel=0.2)
    assert (found.variance[d == 0] == found.prior_variance).all()
    assert (found.df[d == 0] == found.prior_df).all()


def test_alike_variances_are_pooled_and_a_single_one_is_itself():
    pooled = moderated_kernel.moderated_variances([[1.0], [1.2], [0.9]], [5, 5, 5])
    assert pooled.prior_df == np.inf
    assert (pooled.variance == pooled.prior_variance).all()
    single = moderated_kernel.moderated_variances([[3.0, 5.0]], [4])
    assert single.prior_df == 0
    assert single.variance == pytest.approx(np.array([[3.0, 5.0]]))
    assert moderated_kernel.moderated_variances([[0.0], [0.0]], [2, 2]).variance.tolist() == [
        [0.0],
        [0.0],
    ]
    # A measure that never varies changes nothing for those after it.
    with_one = moderated_kernel.moderated_variances(
        [[0.0, 1.0], [0.0, 20.0], [0.0, 3.0]], [2, 2, 2]
    )
    alone = moderated_kernel.moderated_variances([[1.0], [20.0], [3.0]], [2, 2, 2])
    assert with_one.prior_df == alone.prior_df < np.inf
    assert with_one.variance.tolist() == [[0.0, v] for v in alone.variance[:, 0]]
    for variances, df in (([[1.0]], [0]), ([[1.0], [2.0]], [2]), ([[1.0]], [2, 2]), ([1.0], [2])):
        with pytest.raises(moderated_kernel.InvalidRunsError, match="spread of runs"):
            moderated_kernel.moderated_variances(variances, df)


# -- probabilities of statements, flat prior


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("how", [{}, {"prior_scale": "learned"}, {"ropes": [0.1]}])
def test_where_only_one_data_set_has_several_runs_a_single_one_says_nothing(how):
    """How much runs spread is known of one data set, not how that varies."""
    found = kernel.run_weights([[[1.0], [1.2], [0.8]], [[0.4], [math.nan], [math.nan]]], **how)
    assert found.moderated.df.tolist() == [2, 0]
    assert found.probability[1] == pytest.approx(found.prior, abs=1e-5)
    assert found.probability[0, 0] > 0.98


@pytest.mark.parametrize("test_share", [0.0, 0.1])
@pytest.mark.parametrize("runs", [2, 3, 10])
def test_one_measure_is_a_moderated_t_tail(test_share, runs):
    x = table(runs, runs=runs)[..., :1]
    found = kernel.run_weights(x, test_share=test_share)
    mean, moderated = x.mean(axis=1)[:, 0], found.moderated
    factor = 1 / runs + test_share / (1 - test_share)
    t = mean / np.sqrt(factor * moderated.variance[:, 0])
    expected = stats.t.cdf(t, moderated.df)
    assert found.probability[:, 0] == pytest.approx(expected, abs=1e-4)
    assert found.weights.max(axis=1) == pytest.approx(np.ones(len(x)))


def test_margins_of_several_measures_are_t_tails():
    x = table(4, m=3)
    found = kernel.run_weights(x)
    t = x.mean(axis=1) / np.sqrt(found.moderated.variance / 3)
    for k in range(3):
        better = found.probability[:, found.codes[:, k] == 0].sum(axis=1)
        expected = stats.t.cdf(t[:, k], found.moderated.df)
        assert better == pytest.approx(expected, abs=3e-4)


@pytest.mark.parametrize("m", [2, 3])
def test_orthants_against_monte_carlo(m):
    x = table(5, n=6, m=m)
    found = kernel.run_weights(x)
    rng = np.random.default_rng(0)
    size = 400_000
    shape = np.sqrt(found.moderated.variance / 3)
    for i in range(6):
        z = rng.multivariate_normal(np.zeros(m), found.correlation, size=size)
        df = found.moderated.df[i]
        scale = np.sqrt(rng.chisquare(df, size) / df) if np.isfinite(df) else np.ones(size)
        delta = x[i].mean(axis=0) + shape[i] * z / scale[:, None]
        code = (delta < 0) @ (2 ** np.arange(m)[::-1])
        expected = np.bincount(code, minlength=2**m) / size
        assert found.probability[i] == pytest.approx(expected, abs=4e-3)


def test_at_the_centre_two_measures_have_the_arcsine_orthant():
    x = table(6, n=40)
    x -= x.mean(axis=1, keepdims=True)
    found = kernel.run_weights(x)
    rho = found.correlation[0, 1]
    both = 0.25 + np.arcsin(rho) / (2 * np.pi)
    assert found.codes.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
    expected = [both, 0.5 - both, 0.5 - both, both]
    assert np.abs(found.probability - expected).max() < 1e-3
    assert 0.5 < rho < 0.7


def test_the_correlation_is_that_of_residuals_within():
    x = table(7, n=2000, runs=4)
    assert kernel.run_weights(x).correlation[0, 1] == pytest.approx(0.6, abs=0.03)
    same = np.repeat(table(7)[..., :1], 2, axis=2)
    found = kernel.run_weights(same)  # a measure said twice: never better and worse at once
    assert found.probability[:, 1:3].max() < 1e-3


def test_exchanging_the_algorithms_mirrors_to_rounding():
    for ropes in (None, [0.3, 0.0, 0.5]):
        x = table(8, m=3)
        first, second = kernel.run_weights(x, ropes), kernel.run_weights(-x, ropes)
        assert np.abs(first.probability - second.probability[:, ::-1]).max() < 1e-12


def test_units_of_a_measure_do_not_matter():
    x, units = table(9), np.array([1000.0, 1e-6])
    first, second = (
        kernel.run_weights(x, [0.3, 0.2]),
        kernel.run_weights(x * units, np.array([0.3, 0.2]) * units),
    )
    assert np.abs(first.probability - second.probability).max() < 1e-9
    assert np.abs(first.weights - second.weights).max() < 1e-9


def test_far_orthants_keep_their_digits():
    x = np.array([[[10.0], [10.5], [9.5], [10.2]], [[-9.0], [-9.4], [-9.6], [-9.1]]] * 20)
    found = kernel.run_weights(x + np.random.default_rng(0).normal(scale=0.5, size=x.shape))
    t = found.moderated
    assert t.prior_df == np.inf  # 30 and more standard errors: far beyond the digits of 1 - p
    assert 0 < found.probability[0, 1] < 1e-100


def test_certain_runs():
    x = np.zeros((3, 4, 2))
    x[0], x[1, :, 0] = [1.0, -2.0], 0.1
    found = kernel.run_weights(x)
    assert found.probability[0] == pytest.approx([0, 1, 0, 0], abs=1e-12)
    assert found.probability[1] == pytest.approx([0.5, 0.5, 0, 0], abs=1e-12)
    assert found.probability[2] == pytest.approx(np.full(4, 0.25), abs=1e-3)


@pytest.mark.parametrize("unit", [1e-30, 1e-12, 1e9])
def test_certain_runs_are_certain_in_any_unit(unit):
    """Nothing differs but by a million times less than the means do; where all are 0, nothing."""
    x = np.zeros((3, 4, 2))
    x[0], x[1, :, 0] = [unit, -2 * unit], 1e-6 * unit
    found = kernel.run_weights(x)
    assert found.probability[0] == pytest.approx([0, 1, 0, 0], abs=1e-12)
    assert found.probability[1] == pytest.approx([0.5, 0.5, 0, 0], abs=1e-12)
    assert kernel.run_weights(np.zeros((1, 2, 1))).probability.tolist() == [[0.5, 0.5]]


def test_missing_runs_are_left_out():
    x = table(10, runs=5)
    x[3, 1, 0] = x[3, 4, 1] = x[7, :4, 1] = np.nan
    found = kernel.run_weights(x)
    three = x[3, [0, 2, 3]]
    d0, s0 = found.moderated.prior_df, found.moderated.prior_variance
    assert found.moderated.df[[3, 7]] == pytest.approx([d0 + 2, d0])
    expected = (d0 * s0 + 2 * three.var(axis=0, ddof=1)) / (d0 + 2)
    assert found.moderated.variance[3] == pytest.approx(expected)
    t = three.mean(axis=0)[0] / np.sqrt(expected[0] / 3)
    assert found.probability[3, :2].sum() == pytest.approx(stats.t.cdf(t, d0 + 2), abs=3e-4)


# -- ropes, and a proper prior


def test_one_measure_with_a_rope_by_integration():
    x, rope, tau = table(11, n=8)[..., :1], 0.4, 0.9
    found = kernel.run_weights(x, [rope], prior_scale=[tau], test_share=0.2)
    factor = 1 / 3 + 0.25
    prior = stats.norm(scale=tau)
    for i, mean in enumerate(x.mean(axis=1)[:, 0]):
        scale = np.sqrt(factor * found.moderated.variance[i, 0])
        df = found.moderated.df[i]
        noise = stats.t(df, mean, scale) if np.isfinite(df) else stats.norm(mean, scale)

        def density(delta, noise=noise):
            return noise.pdf(delta) * prior.pdf(delta)

        parts = np.array(
            [
                quad(density, a, b, epsabs=1e-12)[0]
                for a, b in [(rope, 15), (-rope, rope), (-15, -rope)]
            ]
        )
        assert found.probability[i] == pytest.approx(parts / parts.sum(), abs=5e-4)
        bayes = parts / np.diff(prior.cdf([-np.inf, -rope, rope, np.inf]))[::-1]
        assert found.weights[i] == pytest.approx(bayes / bayes.max(), abs=2e-3)


def test_ropes_on_two_measures_against_weighted_draws():
    x, ropes, tau = table(12, n=5), np.array([0.5, 0.2]), np.array([1.1, 0.7])
    found = kernel.run_weights(x, ropes, prior_scale=tau)
    rng = np.random.default_rng(3)
    size = 400_000
    delta = tau * rng.normal(size=(size, 2))
    inverse = np.linalg.inv(found.correlation)
    code = (1 + (delta < -ropes) - (delta > ropes).astype(int)) @ [3, 1]
    for i in range(5):
        df = found.moderated.df[i]
        z = (x[i].mean(axis=0) - delta) / np.sqrt(found.moderated.variance[i] / 3)
        square = np.einsum("ij,jk,ik->i", z, inverse, z)
        like = (1 + square / df) ** (-(df + 2) / 2) if np.isfinite(df) else np.exp(-square / 2)
        expected = np.bincount(code, like, 9) / like.sum()
        assert found.probability[i] == pytest.approx(expected, abs=1e-2)


def test_a_measure_without_a_rope_may_have_a_flat_prior():
    x = table(13, n=6)
    flat, wide = (kernel.run_weights(x, [0.3, 0.0], prior_scale=[0.8, s]) for s in (np.inf, 1e7))
    assert np.isinf(flat.prior_scale[1])
    assert flat.probability == pytest.approx(wide.probability, abs=1e-6)
    both = kernel.run_weights(x, [0.0, 0.0], prior_scale=[np.inf, np.inf])
    assert both.probability == pytest.approx(kernel.run_weights(x).probability, abs=1e-12)


def test_a_wide_prior_is_a_flat_one():
    x = table(13)
    wide = kernel.run_weights(x, prior_scale=[1e6, 1e6])
    assert np.abs(wide.probability - kernel.run_weights(x).probability).max() < 1e-6


def test_the_prior_scale_is_learned():
    rng = np.random.default_rng(15)
    x = 0.8 * rng.normal(size=(3000, 1, 1)) + rng.normal(size=(3000, 4, 1))
    assert kernel.run_weights(x, [0.1]).prior_scale[0] == pytest.approx(0.8, abs=0.05)
    nothing = rng.normal(size=(200, 4, 1))
    least = 0.25 * np.sqrt(2 / 200)  # one standard error of the noise, as a variance
    assert kernel.run_weights(nothing, [0.01]).prior_scale[0] ** 2 == pytest.approx(least, rel=0.6)
    assert kernel.run_weights(nothing, [4.0]).prior_scale[0] == 2.0


# -- together with the engine


def test_certain_runs_are_the_plain_test():
    rng = np.random.default_rng(16)
    signs = rng.choice([-1.0, 1.0], size=(15, 1, 2))
    x = np.repeat(signs, 3, axis=1)
    found = kernel.run_weights(x)
    rows, states, weights = found.entries()
    assert len(rows) == 15
    counts = np.bincount((signs[:, 0] < 0) @ [2, 1], minlength=4)
    again = uncertain.possible_counts(rows, states, weights, np.full(4, 0.25))
    assert again.counts.tolist() == [counts.tolist()]
    assert not again.average(again.counts + 0.25)[1].any()


def test_a_seed_repeats_and_the_lattice_hardly_matters():
    x = table(17, m=3)
    first = kernel.run_weights(x)
    assert (first.probability == kernel.run_weights(x).probability).all()
    assert np.abs(first.probability - kernel.run_weights(x, rng=5).probability).max() < 2e-3


def test_one_known_variance_is_what_is_expected_of_the_others():
    """Its logarithm, less what log chi^2 / d is expected to be; the spread stays unknown."""
    found = moderated_kernel.moderated_variances([[2.0], [7.0]], [3, 0])
    expected = 2.0 / np.exp(digamma(1.5) - np.log(1.5))
    assert found.prior_df == 0 and found.prior_variance[0] == pytest.approx(expected, rel=1e-14)
    assert found.variance.ravel().tolist() == pytest.approx([2.0, expected], rel=1e-14)


def test_two_data_sets_are_enough_to_learn_how_variances_spread():
    """By Smyth's (2004) formulas: e = ln s2 - digamma(d/2) + ln(d/2), trigamma(d0/2) its excess."""
    s2, d = np.array([1.0, 400.0]), np.array([2.0, 3.0])
    e = np.log(s2) - digamma(d / 2) + np.log(d / 2)
    excess = e.var(ddof=1) - polygamma(1, d / 2).mean()
    found = moderated_kernel.moderated_variances(s2[:, None], d)
    assert polygamma(1, found.prior_df / 2) == pytest.approx(excess, rel=1e-10)
    prior = np.exp(e.mean() + digamma(found.prior_df / 2) - np.log(found.prior_df / 2))
    expected = (found.prior_df * prior + d * s2) / (found.prior_df + d)
    assert found.variance[:, 0] == pytest.approx(expected, rel=1e-10)
    assert (
        moderated_kernel.moderated_variances(s2[:1, None], d[:1]).prior_df == 0
    )  # of one nothing is learned


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda x: (x[None],), "data sets by runs by measures"),
        (lambda x: (x[..., :0],), "data sets by runs by measures"),
        (lambda x: (np.where(np.arange(12)[:, None, None] == 3, np.inf, x),), "must be numbers"),
        (lambda x: (np.where(np.arange(12)[:, None, None] == 3, np.nan, x),), "needs a run with"),
        (lambda x: (x[:, :0],), "needs a run with"),
        (lambda x: (x[:0],), "at least two runs"),
        (lambda x: (x, [0.1] * 3), "one rope"),
        (lambda x: (x, [0.1, np.inf]), "one rope"),
        (lambda x: (x, [0.1, np.nan]), "one rope"),
        (lambda x: (np.tile(x, 7)[..., :13],), "more than 4096"),
    ],
)
def test_what_is_wrong_with_runs_is_said(change, words):
    with pytest.raises(moderated_kernel.InvalidRunsError, match=words):
        kernel.run_weights(*change(table(0)))


def test_runs_may_be_exact_fractions():
    x = table(3, n=4).round(2)
    exact = np.array([[[Fraction(str(v)) for v in one] for one in data] for data in x])
    half = [Fraction(1, 2)] * 2
    found = kernel.run_weights(exact, half, prior_scale=half, points=8)
    plain = kernel.run_weights(x, [0.5] * 2, prior_scale=[0.5] * 2, points=8)
    assert found.probability.tolist() == plain.probability.tolist()


def test_data_sets_are_looked_at_in_parts_of_any_size(monkeypatch):
    x = table(3, n=5)
    whole = kernel.run_weights(x, [0.2, 0.0], points=8).probability
    for cells in (1, 2 * 8 * 6 * 2):  # data sets one by one, and two at a time
        monkeypatch.setattr(kernel, "_AT_ONCE", cells)
        assert kernel.run_weights(x, [0.2, 0.0], points=8).probability == pytest.approx(
            whole, rel=1e-12
        )


def test_entries_are_the_weights_that_are_not_too_small():
    weights = np.array([[1.0, 0.25, 0.125], [0.5, 1.0, 0.0]])
    found = kernel.RunWeights(*[weights] * 3, *[None] * 4)
    listed = [one.tolist() for one in found.entries(0.25)]
    assert listed == [[0, 0, 1, 1], [0, 1, 0, 1], [1.0, 0.25, 0.5, 1.0]]
    assert found.entries()[1].tolist() == [0, 1, 2, 0, 1]


def test_the_prior_of_statements_is_that_of_independent_normal_differences():
    found = kernel.run_weights(table(3), [0.3, 0.0, 2.0][:2], prior_scale=[0.8, np.inf], points=4)
    tail = stats.norm.cdf(-0.3 / 0.8)
    assert found.prior == pytest.approx(np.repeat([tail, 1 - 2 * tail, tail], 2) / 2, rel=1e-12)
    assert found.codes.tolist() == [[i, j] for i in range(3) for j in range(2)]
    ratio = found.probability / found.prior
    assert found.weights == pytest.approx(ratio / ratio.max(axis=1)[:, None], rel=1e-12)
