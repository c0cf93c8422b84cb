"""P(statement is the most probable | graph): exact where it can be, and draws against both
exact answers and brute force over all joint states.
"""

from itertools import combinations, product

import numpy as np
import pytest
from references import largest_states
from scipy.special import digamma, polygamma

from jointstats.evidence import dirichlet, tails
from jointstats.network import kernel_average, kernel_bdeu, kernel_dags, kernel_lazy_argmax
from jointstats.network import kernel_posterior as network_posterior

coded_cases = kernel_bdeu.coded_cases
LazySampler = kernel_lazy_argmax.LazySampler

posterior_of = network_posterior.network_posterior


def complete_dag(m, without=()):
    return kernel_dags.parents_of(
        [arc for arc in combinations(range(m), 2) if arc not in without], m
    )


def random_dag(rng, m, density):
    order = rng.permutation(m)
    arcs = [(int(a), int(b)) for a, b in combinations(order, 2) if rng.random() < density]
    return kernel_dags.parents_of(arcs, m)


def random_cases(rng, states, n, ess=1.0):
    rows = np.column_stack([rng.choice(r, n, p=rng.dirichlet(np.ones(r))) for r in states])
    for j in range(1, len(states)):
        copied = rng.random(n) < 0.5
        rows[copied, j] = rows[copied, j - 1] % states[j]
    return coded_cases(rows, rng.choice([1.0, 1.0, 0.5], n), states, ess)


def shares(codes, states):
    """Share of the draws at every joint state."""
    key = np.ravel_multi_index(tuple(codes.T), states)
    return np.bincount(key, minlength=int(np.prod(states))) / len(codes)


def within(first, second, n_first, n_second, sigmas=4.0):
    """Shares of two samples (n_second = inf: known probabilities) agree."""
    known = not np.isfinite(n_second)
    both = second if known else (first * n_first + second * n_second) / (n_first + n_second)
    error = np.sqrt(both * (1 - both) * (1 / n_first + 1 / n_second))
    assert np.all(np.abs(first - second) <= sigmas * error + 1.5 / n_first)


# --- exact answers ------------------------------------------------------------------------------


@pytest.mark.parametrize("states", [[2] * 6, [6] * 4, [24] * 6, [40320] * 6])
def test_complete_dag_of_many_states(states):
    rng = np.random.default_rng(1)
    m = len(states)
    cases = random_cases(rng, states, 40, ess=2.0)
    posterior = posterior_of(cases, complete_dag(m))
    number = float(np.prod(np.array(states, dtype=float)))
    share, seen = 2.0 / number, len(cases.weights)
    plain = dirichlet.probability_largest(
        [*(cases.weights + share), share], [*[1] * seen, number - seen]
    )
    probability, _ = posterior.probability(cases.codes)
    np.testing.assert_allclose(probability, plain[:-1], rtol=0, atol=1e-12)
    assert posterior.components[0].other == pytest.approx(plain[-1], abs=1e-12)
    assert posterior.components[0].other_states == number - seen


def test_most_probable_products_in_order():
    cases = random_cases(np.random.default_rng(4), [3, 3, 3, 3], 30)
    posterior = posterior_of(cases, [0, 0, 2, 0])
    everything = np.array(list(product(range(3), repeat=4)))
    probability, _ = posterior.probability(everything)
    best = posterior.most_probable(20)
    found, _ = posterior.probability(best)
    np.testing.assert_allclose(found, np.sort(probability)[::-1][:20], rtol=1e-12)
    assert len(np.unique(best, axis=0)) == 20


def test_without_cases_every_statement_is_as_probable():
    cases = coded_cases(np.zeros((1, 3), int), [0.0], [2, 3, 4])
    posterior = posterior_of(cases, kernel_dags.parents_of([(0, 1), (1, 2)], 3))
    assert posterior.method == "exact"
    probability, mcse = posterior.probability([[1, 2, 3], [0, 0, 0]])
    np.testing.assert_allclose(probability, 1 / 24)
    assert mcse.tolist() == [0.0, 0.0]  # exact, though no state is listed
    assert posterior.most_probable().shape == (0, 3)


# --- draws against exact answers ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("states", "n", "ess"),
    [([2, 2], 12, 1.0), ([2, 2, 2], 5, 1.0), ([3, 2, 4], 8, 5.0), ([6, 6, 6], 3, 20.0)],
)
def test_draws_of_a_complete_graph_are_the_dirichlet_test(states, n, ess):
    # Whatever the graph's order: the tables of a complete graph make up one Dirichlet vector.
    rng = np.random.default_rng(n)
    cases = random_cases(rng, states, n, ess)
    size = 20_000
    drawn = shares(LazySampler(cases, complete_dag(len(states))).draw(size, rng), states)
    exact = posterior_of(cases, complete_dag(len(states)))
    expected, _ = exact.probability(list(product(*(range(r) for r in states))))
    within(drawn, expected, size, np.inf)
    unseen = np.ones(len(drawn), dtype=bool)
    unseen[np.ravel_multi_index(tuple(cases.codes.T), states)] = False
    within(drawn[unseen].sum(), exact.components[0].other, size, np.inf)


@pytest.mark.parametrize("seed", range(50))
def test_draws_agree_with_brute_force(seed):
    rng = np.random.default_rng(seed)
    m = int(rng.integers(3, 5))
    states = rng.integers(2, 5 if m == 3 else 4, m).tolist()
    parents = random_dag(rng, m, 0.6)
    cases = random_cases(rng, states, int(rng.integers(2, 25)), float(rng.choice([1.0, 4.0])))
    size = 4000
    expected = largest_states(cases, parents, size, rng)
    drawn = shares(LazySampler(cases, parents).draw(size, rng), states)
    within(drawn, expected, size, size)


@pytest.mark.parametrize("states", [[2] * 5, [24] * 5])
def test_the_same_seed_gives_the_same_answer(states, monkeypatch):
    cases = random_cases(np.random.default_rng(3), states, 20)
    parents = complete_dag(5, without=[(0, 4)])
    one, two, three = (
        posterior_of(cases, parents, target_mcse=0.01, rng=seed).probability(cases.codes)[0]
        for seed in (1, 1, 2)
    )
    np.testing.assert_array_equal(one, two)
    assert np.any(one != three)
    monkeypatch.setattr(network_posterior, "_MAX_KEY", 0)  # states that no integer can number
    again = posterior_of(cases, parents, target_mcse=0.01, rng=1).probability(cases.codes)[0]
    np.testing.assert_array_equal(one, again)


@pytest.mark.parametrize(("target", "draws"), [(0.03, 278), (0.05, 100), (0.1, 64)])
def test_as_many_draws_are_enough_whatever_the_probabilities(target, draws):
    # Both states as probable: p (1 - p) / draws is at most the square of the target.
    cases = coded_cases([[0] * 3, [1] * 3], [30.0, 30.0], [2] * 3)
    (own,) = posterior_of(cases, [0, 1, 2], target_mcse=target, rng=1).components
    assert own.draws == draws == max(64, -int(-0.25 // target**2))
    assert own.mcse.max() <= target


def test_components_that_are_exact_take_no_part_of_the_target():
    cases = coded_cases([[0] * 6, [1] * 6], [30.0, 30.0], [2] * 6)
    for graph, draws in (([0, 1, 2, 0, 0, 16], [278, 0, 0]), ([0, 1, 2, 0, 8, 16], [556, 556])):
        found = posterior_of(cases, graph, target_mcse=0.03, rng=1)
        assert [component.draws for component in found.components] == draws
        assert found.method == ("mixed" if 0 in draws else "monte_carlo")


def test_statements_that_are_never_the_most_probable_are_left_out():
    def component(group, probability):
        codes = np.arange(len(probability))[:, None]
        p = np.array(probability)
        return network_posterior.ComponentPosterior(group, codes, p, 0 * p, 0.0, 0.0, 0)

    parts = (component((0,), [0.6, 0.4, 0.0]), component((1,), [1.0, 0.0]))
    found = network_posterior.NetworkPosterior(np.zeros(2, dtype=np.int64), parts)
    assert found.most_probable().tolist() == [[0, 0], [1, 0]]
    assert found.most_probable(1).tolist() == [[0, 0]]
    assert found.most_probable(0).shape == (0, 2)


def test_stops_at_the_target():
    cases = random_cases(np.random.default_rng(3), [2] * 4, 30)
    parents = kernel_dags.parents_of([(0, 1), (1, 2)], 4)
    for target in (0.02, 0.004):
        component = posterior_of(cases, parents, target_mcse=target, rng=0).components[0]
        assert 0 < component.mcse.max() <= target
        assert component.draws <= 0.25 / target**2 + network_posterior.BATCH
        p = component.probability
        expected = (p * component.draws + 1) / (component.draws + 2)
        expected = np.sqrt(expected * (1 - expected) / component.draws)
        np.testing.assert_allclose(component.mcse, expected, rtol=1e-12)
    # Two drawn components share the error.
    cases = random_cases(np.random.default_rng(3), [2] * 6, 30)
    both = posterior_of(cases, kernel_dags.parents_of([(0, 1), (1, 2), (3, 4), (4, 5)], 6), rng=0)
    assert all(c.mcse.max() <= 0.001 / np.sqrt(2) for c in both.components)
    _, mcse = both.probability(list(product([0, 1], repeat=6)))
    assert mcse.max() <= 0.001


def test_exact_answers_that_are_equal_are_in_the_sequence_of_codes():
    weights = 1.0 + np.arange(40) % 3
    cases = coded_cases(np.arange(40)[:, None], weights, [50])
    (found,) = posterior_of(cases, [0], target_mcse=0.1, rng=0).components
    expected = sorted(range(40), key=lambda k: (-weights[k], k))
    assert found.codes.tolist() == [[k] for k in expected] and found.other_states == 10


def test_states_beyond_the_list_share_what_is_left(monkeypatch):
    monkeypatch.setattr(network_posterior, "MAX_LISTED", 2)
    rng = np.random.default_rng(0)
    cases = random_cases(rng, [4, 4, 4], 4, ess=30.0)
    parents = kernel_dags.parents_of([(0, 1), (1, 2)], 3)
    (component,) = posterior_of(cases, parents, target_mcse=0.01, rng=rng).components
    assert len(component.codes) == len(cases.codes) + 2
    assert component.probability.sum() + component.other == pytest.approx(1.0)
    assert component.other > 0.1
    assert component.other_states == 64 - len(component.codes)
    everything = list(product(range(4), repeat=3))
    assert component.lookup(everything)[0].sum() == pytest.approx(1.0)


# --- tables too large to draw -------------------------------------------------------------------


def test_twenty_four_states_and_five_parents():
    # 24^6 = 1.9e8 joint states; nearly complete, so that the exact answer is close by.
    rng = np.random.default_rng(5)
    cases = random_cases(rng, [24] * 6, 60)
    posterior = posterior_of(cases, complete_dag(6, without=[(0, 5)]), target_mcse=0.004, rng=1)
    probability, mcse = posterior.probability(cases.codes)
    assert mcse.max() <= 0.004
    assert probability.sum() + posterior.components[0].other > 0.9


def test_large_batches_are_halved_without_harm(monkeypatch):
    monkeypatch.setattr(kernel_lazy_argmax, "_MAX_FRONTIER", 100)
    rng = np.random.default_rng(7)
    cases = random_cases(rng, [3, 3, 3], 6, 3.0)
    drawn = shares(LazySampler(cases, complete_dag(3)).draw(20_000, rng), [3, 3, 3])
    expected, _ = posterior_of(cases, complete_dag(3)).probability(
        list(product(range(3), repeat=3))
    )
    within(drawn, expected, 20_000, np.inf)


# --- parts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [2e-5, 0.3, 1.0, 7.5])
def test_moments_of_log_gamma(shape):
    draws = tails.log_gamma_draws([shape, 3.0, shape], 20_000, np.random.default_rng(1))
    assert np.all(np.isfinite(draws))
    own = draws[[0, 2]].ravel()
    variance = polygamma(1, shape)
    assert abs(own.mean() - digamma(shape)) < 4 * np.sqrt(variance / own.size)
    # Kurtosis is at most 9 (exponential) : standard error of the variance
    assert abs(own.var() / variance - 1) < 4 * np.sqrt(8 / own.size)
    assert abs(np.exp(draws[1]).mean() - 3.0) < 4 * np.sqrt(3 / 20_000)


def test_log_gamma_of_shape_zero():
    assert np.all(tails.log_gamma_draws([0.0], 3, np.random.default_rng(0)) == -np.inf)


def test_sticks_are_beta():
    rng = np.random.default_rng(4)
    log_v, log_rest = tails.log_stick_draws(np.full(20_000, 1.4), np.full(20_000, 0.7), rng)
    np.testing.assert_allclose(np.exp(log_v) + np.exp(log_rest), 1.0, rtol=1e-12)
    mean = 1.4 / 2.1
    assert abs(np.exp(log_v).mean() - mean) < 4 * np.sqrt(mean * (1 - mean) / 3.1 / 20_000)
    log_v, log_rest = tails.log_stick_draws(np.ones(3), np.zeros(3), rng)
    assert np.all(log_v == 0)
    assert np.all(log_rest == -np.inf)


@pytest.mark.parametrize("ess", [1e-4, 1e-8])
@pytest.mark.parametrize("parents", [[0, 0], [0, 1], [2, 0]])
def test_with_hardly_any_prior_what_was_seen_is_the_most_probable(parents, ess):
    cases = coded_cases([[1, 2]], [2.0], [2, 3], ess)
    sampler, rng = LazySampler(cases, parents), np.random.default_rng(1)
    assert sampler.draw(20, rng).tolist() == [[1, 2]] * 20
    assert sampler.leads([1, 2], 2.0, 20, rng) == 20
    assert (
        kernel_average.draw_most_probable(cases, None, 20, np.random.default_rng(1)).tolist()
        == [5] * 20
    )
