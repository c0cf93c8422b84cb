"""Uncertain statements: every z enumerated, closed forms, limits, and draws against the list."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import betainc, betaln, gammaln

from jointstats.kernels.joint import dirichlet, uncertain


def sparse(w):
    """Rows, states, weights of a matrix (n, R), without its zeros."""
    rows, states = np.nonzero(w)
    return rows, states, np.asarray(w)[rows, states]


def uncertain_largest(rows, states, weights, prior, rest=(), number=(), diffuse_mass=0.0, **how):
    """Probability that each statement is the most probable one, over all possible counts."""
    found = uncertain.possible_counts(rows, states, weights, prior, **how)
    parameters = found.counts + np.asarray(prior)
    return found.average(
        dirichlet.largest_of_many(parameters, rest, number, diffuse_mass=diffuse_mass)
    )


def by_enumeration(w, a, rest=(), number=()):
    """The mixture over every z, one call of the exact kernel each."""
    total, out = 0.0, 0.0
    for z in itertools.product(*(np.flatnonzero(row) for row in np.asarray(w))):
        n = np.bincount(z, minlength=len(a))
        log_p = np.log([w[i][s] for i, s in enumerate(z)]).sum()
        log_p += (gammaln(n + a) - gammaln(a)).sum()
        each = np.append(np.ones(len(a)), number)
        out = out + np.exp(log_p) * dirichlet.probability_largest(np.append(n + a, rest), each)
        total += np.exp(log_p)
    return out / total


def random_weights(seed, n, states, zeros=0.3):
    rng = np.random.default_rng(seed)
    w = rng.gamma(0.5, size=(n, states)) * (rng.random((n, states)) > zeros)
    w[np.arange(n), rng.integers(states, size=n)] += 0.1
    return w


# -- many Dirichlet vectors at once


@pytest.mark.parametrize(
    ("n", "rest", "number", "diffuse"),
    [
        (60, [], [], 0.0),
        (10, [0.25], [3], 0.0),
        (200, [1 / 81], [72], 0.0),
        (30, [], [], 1.0),
        (30, [1e-10], [1e9], 0.5),
        (5000, [0.01, 0.3], [1, 2], 0.0),
        (30, [1e-12], [1e12], 0.0),
        (3, [1e-30], [1e30], 0.0),  # too small a parameter for one window: one by one
        (0, [0.1], [2], 0.0),
    ],
)
def test_many_vectors_are_what_each_alone_is(n, rest, number, diffuse):
    rng = np.random.default_rng(n)
    counts = np.array([rng.multinomial(n, rng.dirichlet(np.full(5, 0.5))) for _ in range(30)])
    a = counts + 0.2
    found = dirichlet.largest_of_many(a, rest, number, diffuse_mass=diffuse)
    each = np.append(np.ones(5), number)
    alone = [
        dirichlet.probability_largest(np.append(x, rest), each, diffuse_mass=diffuse) for x in a
    ]
    assert np.abs(found - alone).max() < 1e-11


def test_components_of_zero_are_never_the_largest():
    a = [[3.0, 0.0, 1.0], [2.0, 5.0, 0.0], [0.0, 0.0, 4.0], [1.0, 1.0, 1.0]]
    found = dirichlet.largest_of_many(a)
    assert found[2].tolist() == pytest.approx([0, 0, 1], abs=1e-12)
    assert found[0, 1] == found[1, 2] == 0
    assert found[3] == pytest.approx(np.full(3, 1 / 3), abs=1e-12)
    # three exponentials and one Gamma(3): P(X > Y) = 1 - (1/2)^3
    assert found[0, 0] == pytest.approx(7 / 8, abs=1e-12)


def test_the_rest_has_its_place_beside_components_of_zero():
    a, rest, number = [[3.0, 0.0], [2.0, 5.0], [0.0, 4.0]], [0.5, 0.25], [2, 3]
    alone = [dirichlet.probability_largest(np.append(x, rest), [1, 1, *number]) for x in a]
    np.testing.assert_allclose(dirichlet.largest_of_many(a, rest, number), alone, atol=1e-12)


def test_no_probability_rounds_to_more_than_one():
    found = dirichlet.largest_of_many(
        [[1.0, 200.0], [2.0, 200.0], [1.0, 201.0]]
    )  # sums are 1 + 2e-16
    assert found.max() == 1.0


@pytest.mark.parametrize(("times", "diffuse"), [(1, 1e8), (1, 1e100), (5, 1e100)])
def test_countless_components_need_a_window_of_their_own(times, diffuse):
    a = np.array([[1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]) * times
    found = dirichlet.largest_of_many(a, diffuse_mass=diffuse)
    alone = [dirichlet.probability_largest(x, diffuse_mass=diffuse) for x in a]
    np.testing.assert_allclose(found, alone, rtol=1e-9, atol=1e-13)
    assert (found[:, -1] > 0.9).all()


# -- the engine, exact


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("states", "rest", "number"), [(3, [0.25], [1]), (4, [], []), (2, [1], [6])]
)
def test_every_z_enumerated(seed, states, rest, number):
    w = random_weights(seed, 6, states)
    a = np.random.default_rng(seed + 50).gamma(1.0, size=states) + 0.05
    found, mcse = uncertain_largest(*sparse(w), a, rest, number)
    assert found == pytest.approx(by_enumeration(w, a, rest, number), abs=1e-10)
    assert not mcse.any()


def test_the_counts_of_alike_data_sets_are_beta_binomial():
    # Nothing is known of n data sets: Polya's urn.
    n, a = 12, np.array([0.7, 1.9])
    rows, states = np.repeat(np.arange(n), 2), np.tile([0, 1], n)
    found = uncertain.possible_counts(rows, states, np.full(2 * n, 0.3), a)
    k = found.counts[:, 0]
    choose = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    expected = np.exp(choose + betaln(k + a[0], n - k + a[1]) - betaln(*a))
    assert found.probability == pytest.approx(expected, abs=1e-12)
    # ... and nothing is learned of theta: the prior's P(theta_0 > 1/2)
    largest, _ = uncertain_largest(rows, states, np.full(2 * n, 0.3), a)
    assert largest[0] == pytest.approx(betainc(a[1], a[0], 0.5), abs=1e-10)


@pytest.mark.parametrize("diffuse", [0.0, 0.5])
def test_one_statement_each_is_the_plain_test(diffuse):
    states = np.repeat([0, 1, 2, 4], [9, 4, 4, 1])
    a = np.full(5, 1 / 64)
    plain = dirichlet.probability_largest(
        np.append(np.bincount(states) + a, 1 / 64), np.append(np.ones(5), 59), diffuse_mass=diffuse
    )
    found, mcse = uncertain_largest(
        np.arange(18), states, np.full(18, 0.2), a, [1 / 64], [59], diffuse_mass=diffuse
    )
    assert found == pytest.approx(plain, abs=1e-13)
    assert not mcse.any()


def test_a_weight_of_zero_is_no_doubt():
    certain, _ = uncertain_largest([0, 1, 2], [0, 0, 1], [1, 1, 1], [0.5, 0.5])
    named, _ = uncertain_largest([0, 0, 1, 1, 2], [0, 1, 0, 1, 1], [1, 0, 3, 0, 1], [0.5, 0.5])
    assert named.tolist() == certain.tolist()


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(1, 7))
def test_sequence_scale_and_splitting_do_not_matter(seed, states, n):
    rng = np.random.default_rng(seed)
    w, a = random_weights(seed, n, states), np.full(states, 1 / states)
    found, _ = uncertain_largest(*sparse(w), a)
    assert found.sum() == pytest.approx(1, abs=1e-9)
    shuffled = rng.permutation(n)
    scaled, _ = uncertain_largest(*sparse((w * rng.gamma(2.0, size=(n, 1)))[shuffled]), a)
    assert scaled == pytest.approx(found, abs=1e-10)
    other = rng.permutation(states)  # the names of the statements
    renamed, _ = uncertain_largest(*sparse(w[:, other]), a)
    assert renamed == pytest.approx(found[other], abs=1e-10)
    row, state, weight = sparse(w)  # each entry said twice
    twice, _ = uncertain_largest(
        np.append(row, row), np.append(state, state), np.append(weight, weight), a
    )
    assert twice == pytest.approx(found, abs=1e-10)


def test_a_data_set_of_which_nothing_is_known_changes_nothing():
    w = random_weights(3, 6, 3)
    a = np.full(3, 1 / 3)
    with_it, _ = uncertain_largest(*sparse(np.vstack([w, np.ones(3)])), a)
    assert with_it == pytest.approx(uncertain_largest(*sparse(w), a)[0], abs=1e-10)


def test_statements_that_are_told_apart_by_nothing_may_be_summed_first():
    # Weights that depend on a coarser statement: its shares are Dirichlet with the summed prior.
    coarse = random_weights(5, 7, 2, zeros=0.2)
    fine = coarse[:, [0, 0, 1, 1]]
    a = np.array([0.2, 0.3, 0.1, 0.4])
    found = uncertain.possible_counts(*sparse(fine), a)
    summed = found.counts[:, :2].sum(axis=1)
    share, _ = found.average((summed + 0.5) / 8)
    direct = uncertain.possible_counts(*sparse(coarse), [0.5, 0.5])
    expected, _ = direct.average((direct.counts[:, 0] + 0.5) / 8)
    assert share == pytest.approx(expected, abs=1e-10)


# -- the engine, drawn


@pytest.mark.parametrize("seed", range(5))
def test_draws_agree_with_the_list(seed):
    w = random_weights(seed, 25, 4)
    a = np.full(4, 0.25)
    exact, _ = uncertain_largest(*sparse(w), a)
    drawn, mcse = uncertain_largest(*sparse(w), a, exact_limit=0, rng=seed)
    assert (np.abs(drawn - exact) < 4.5 * mcse + 1e-4).all()
    assert 0 < mcse.max() < 0.02


def test_draws_find_both_of_two_explanations():
    # Hardly any prior mass: either all undecided data sets show 0, or all show 1.
    n, a = 30, np.full(2, 1e-3)
    rows, states = np.repeat(np.arange(n), 2), np.tile([0, 1], n)
    weights = np.tile([1.05, 1.0], n)
    exact, _ = uncertain_largest(rows, states, weights, a)
    drawn, mcse = uncertain_largest(rows, states, weights, a, exact_limit=0)
    assert 0.7 < exact[0] < 0.9
    assert abs(drawn[0] - exact[0]) < 4 * mcse[0]
    assert 0.02 < mcse[0] < 0.08  # 64 chains that hardly move: the error says so


def test_the_stated_error_is_that_of_the_seeds():
    w, a = random_weights(8, 20, 3), np.full(3, 1 / 3)
    runs = [uncertain_largest(*sparse(w), a, exact_limit=0, draws=640, rng=s) for s in range(40)]
    spread = np.std([p[0] for p, _ in runs], ddof=1)
    assert spread == pytest.approx(np.mean([e[0] for _, e in runs]), rel=0.4)


def test_counts_are_listed_once_each_in_their_sequence():
    """Three alike in doubt between three statements: ten counts, none left out at that limit."""
    rows, states = np.repeat(range(3), 3), np.tile(range(3), 3)
    found = uncertain.possible_counts(rows, states, np.ones(9), np.full(3, 0.5), exact_limit=10)
    every = sorted(n for n in itertools.product(range(4), repeat=3) if sum(n) == 3)
    assert [tuple(n) for n in found.counts.tolist()] == every
    chance = [
        np.exp(gammaln(np.array(n) + 0.5).sum() - gammaln(np.array(n) + 1).sum()) for n in every
    ]
    assert found.probability == pytest.approx(np.array(chance) / sum(chance), abs=1e-14)
    assert found.chains == 0
    assert (
        uncertain.possible_counts(rows, states, np.ones(9), np.full(3, 0.5), exact_limit=9).chains
        == 64
    )


def test_a_seed_repeats():
    w, a = random_weights(1, 30, 5), np.full(5, 0.2)
    first, again = (
        uncertain.possible_counts(*sparse(w), a, exact_limit=0, draws=128) for _ in range(2)
    )
    assert (first.counts == again.counts).all()
    assert first.counts.shape == (128, 5)
    assert first.chains == 64
    assert (first.counts.sum(axis=1) == 30).all()


def test_numbers_of_any_kind_are_numbers():
    """Places written as decimals, as other languages have them; weights and priors as fractions."""
    half = Fraction(1, 2)
    plain = uncertain_largest([0, 1, 1], [0, 0, 1], [1.0, 0.5, 0.25], [0.5, 0.25])
    other = uncertain_largest([0.0, 1.0, 1.0], [0.0, 0.0, 1.0], [1, half, half**2], [half, half**2])
    assert other[0].tolist() == plain[0].tolist()
    mean, _ = uncertain.PossibleCounts(np.zeros((2, 1), int), np.full(2, 0.5), 0).average(
        [[half], [0]]
    )
    assert (mean.dtype, mean.tolist()) == (float, [0.25])


def test_no_data_set_is_one_row_of_no_counts():
    found = uncertain.possible_counts([], [], [], [0.5, 0.5, 2.0])
    assert (found.counts.tolist(), found.probability.tolist()) == ([[0, 0, 0]], [1.0])
    assert found.chains == 0


def test_an_average_over_chains_has_the_error_of_their_means():
    values = np.random.default_rng(1).normal(size=(12, 2, 5))
    mean, mcse = uncertain.PossibleCounts(np.zeros((12, 1), int), np.full(12, 1 / 12), 3).average(
        values
    )
    chains = [values[4 * c : 4 * c + 4].mean(axis=0) for c in range(3)]
    assert mean == pytest.approx(sum(chains) / 3)
    squares = sum((one - mean) ** 2 for one in chains)
    assert mcse == pytest.approx(np.sqrt(squares / 2 / 3))
    assert mean.shape == mcse.shape == (2, 5)


@pytest.mark.parametrize(("small", "left_out"), [(1e-8, False), (1e-9, True)])
def test_counts_less_probable_than_1e_17_are_left_out(small, left_out):
    found = uncertain.possible_counts([0, 0, 1, 1], [0, 1, 0, 1], [1, small, 1, small], [1.0, 1.0])
    assert found.counts.tolist() == [[0, 2], [1, 1], [2, 0]][left_out:]
    assert found.probability[::-1][:2] == pytest.approx([1 - small, small], rel=2 * small)


def test_the_least_probability_is_one_of_all_counts_together():
    """1e-16 of each of twenty, all as probable, is 5e-18 of their sum."""
    rows, states = [0] * 20 + [1] * 2, range(22)
    assert (
        len(uncertain.possible_counts(rows, states, [1.0] * 21 + [1e-16], np.ones(22)).counts) == 20
    )
    assert (
        len(uncertain.possible_counts(rows, states, [1.0] * 21 + [1e-15], np.ones(22)).counts) == 40
    )


@pytest.mark.parametrize(("draws", "rows"), [(0, 64), (1, 64), (64, 64), (65, 128), (128, 128)])
def test_every_chain_has_the_same_number_of_draws(draws, rows):
    found = uncertain.possible_counts([0, 0], [0, 1], [1, 1], [1, 1], draws=draws, exact_limit=0)
    assert found.counts.shape == (rows, 2) and found.chains == 64
    assert found.probability.tolist() == [1 / rows] * rows
