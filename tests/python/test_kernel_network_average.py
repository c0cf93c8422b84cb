"""Averaging over graphs: against the sum over all graphs written out, and its stated error."""

from itertools import product

import numpy as np
import pytest

from jointstats.network import kernel_average, kernel_bdeu, kernel_dags, kernel_posterior

average_posterior = kernel_average.average_posterior
coded_cases = kernel_bdeu.coded_cases
set_scores = kernel_bdeu.set_scores
class_weights = kernel_dags.class_weights

EXAMPLE_1 = ([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 2, 3, 6], [2, 2])


def cases_of(seed, m, n, r=2):
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, r, (n, m))
    for j in range(1, m):
        copied = rng.random(n) < 0.5
        rows[copied, j] = rows[copied, j - 1]
    return coded_cases(rows, np.ones(n), [r] * m)


def test_three_measures_graph_by_graph():
    cases = cases_of(1, 3, 12)
    averaged = average_posterior(cases, class_weights(set_scores(cases)), target_mcse=0.003, rng=1)
    statements = list(product([0, 1], repeat=3))
    graphs = kernel_dags.all_dags(3)
    score = np.array([kernel_bdeu.network_score(cases, graph) for graph in graphs])
    weight = np.exp(score - score.max())
    weight /= weight.sum()
    expected, variance = np.zeros(8), np.zeros(8)
    for seed, (graph, w) in enumerate(zip(graphs, weight, strict=True)):
        p, e = kernel_posterior.network_posterior(
            cases, graph, target_mcse=0.004, rng=seed
        ).probability(statements)
        expected += w * p
        variance += (w * e) ** 2
    probability, mcse = averaged.probability(statements)
    assert probability.sum() == pytest.approx(1.0, abs=1e-9)
    assert averaged.method == "mixed"
    assert averaged.dropped <= 0.0003
    assert np.all(mcse <= 0.003 + 1e-9)
    error = np.sqrt(mcse**2 + variance)
    assert np.all(np.abs(probability - expected) <= 4 * error + averaged.dropped)


@pytest.mark.parametrize(("place", "found"), [(5, True), (6, False)])
def test_of_every_class_the_best_five_are_compared(place, found):
    # Each class has its own leaders; state 0 is behind them in all, and the best on average.
    networks = []
    for k in range(4):
        leaders = 1 + k * (place - 1) + np.arange(place - 1)
        p = np.append(np.full(place - 1, 0.16), 0.15)
        codes = np.append(leaders, 0)[:, None]
        part = kernel_posterior.ComponentPosterior(
            (0,), codes, p, np.zeros(place), 1 - p.sum(), 100.0, 0
        )
        networks.append(kernel_posterior.NetworkPosterior(np.zeros(1, dtype=np.int64), (part,)))
    averaged = kernel_average.AveragePosterior(np.full(4, 0.25), tuple(networks), 0, 0.0)
    assert (averaged.most_probable(1).tolist() == [[0]]) == found
    assert averaged.most_probable(6)[0].tolist() == [0]
    assert len(averaged.most_probable(7)) == 7
    assert len(averaged.most_probable()) == 10


def test_equal_probabilities_are_in_the_sequence_of_codes():
    """Every statement once, but two of three times 1 on the last measure, none connected."""
    every = list(product([0, 1], repeat=6))
    cases = coded_cases(every, [1 + row[-1] for row in every], [2] * 6)
    alone = kernel_dags.ClassWeights(np.zeros((1, 6), dtype=np.int64), np.ones(1), 0)
    averaged = average_posterior(cases, alone)
    rare, often = np.unique(averaged.probability(every)[0].round(12))
    assert rare + often == pytest.approx(1 / 32, abs=1e-12)
    expected = sorted(every, key=lambda row: (-row[-1], row))
    assert averaged.most_probable(64).tolist() == [list(one) for one in expected]


def test_stated_error_is_the_error():
    # The same average again and again: its spread is the standard error that it states.
    cases = cases_of(3, 3, 6)
    classes = class_weights(set_scores(cases))
    runs = [average_posterior(cases, classes, target_mcse=0.02, rng=seed) for seed in range(60)]
    found = np.array([run.probability([[0, 0, 0], [1, 1, 1]]) for run in runs])
    spread, stated = found[:, 0].std(axis=0, ddof=1), found[:, 1].mean(axis=0)
    # Standard deviation of 60 values: 9 % relative error.
    np.testing.assert_allclose(spread, stated, rtol=0.3)


def test_drawn_classes_agree_and_state_their_error(monkeypatch):
    cases = cases_of(4, 3, 12)
    scores = set_scores(cases)
    statements = list(product([0, 1], repeat=3))
    exact, _ = average_posterior(cases, class_weights(scores), rng=0).probability(statements)
    monkeypatch.setattr(kernel_dags, "MAX_ENUMERATED", 2)
    classes = class_weights(scores, draws=400, rng=np.random.default_rng(1))
    averaged = average_posterior(cases, classes, target_mcse=0.004, rng=2)
    assert averaged.class_draws == 400
    assert averaged.method in ("mixed", "monte_carlo")
    probability, mcse = averaged.probability(statements)
    assert np.all(np.abs(probability - exact) <= 4 * mcse + 0.001)
    assert mcse.max() < 0.03


def test_draws_are_shared_out_by_the_weight_of_what_they_are_for():
    # 0.25 / 0.01^2 = 2500 draws are enough whatever the probability; errors add up in squares.
    cases = cases_of(2, 4, 30)
    graphs = np.array([[0, 1, 2, 4], [0, 1, 1, 1], [0, 0, 3, 3]])
    weights = np.array([0.6, 0.3, 0.1])
    averaged = average_posterior(
        cases, kernel_dags.ClassWeights(graphs, weights, 0), target_mcse=0.01, rng=1
    )
    draws = [network.components[0].draws for network in averaged.networks]
    assert draws == pytest.approx(2500 * weights, abs=1.5)
    assert 0.007 < averaged.probability(cases.codes)[1].max() <= 0.01
    # A component that two graphs have is drawn once, for the weight of both.
    cases = cases_of(3, 5, 30)
    graphs = np.array([[0, 1, 2, 0, 0], [0, 1, 2, 0, 8]])
    shared = kernel_dags.ClassWeights(graphs, np.array([0.7, 0.3]), 0)
    first, second = average_posterior(cases, shared, target_mcse=0.01, rng=1).networks
    assert first.components[0] is second.components[0]
    assert first.components[0].draws == pytest.approx(2500, abs=1.5)
    assert [c.draws for c in (*first.components[1:], *second.components[1:])] == [0, 0, 0]


def test_the_lightest_classes_are_left_out_up_to_a_tenth_of_the_target():
    cases = coded_cases(*EXAMPLE_1)
    independent, dependent = 0.8417118647, 0.7982135872  # of both graphs, as above
    for light, left_out in ((2e-4, 0.0), (1.02e-4, 0.0), (9.8e-5, 9.8e-5), (5e-5, 5e-5)):
        classes = kernel_dags.ClassWeights(
            np.array([[0, 0], [0, 1]]), np.array([1 - light, light]), 0
        )
        averaged = average_posterior(cases, classes, target_mcse=0.001)
        assert averaged.dropped == pytest.approx(left_out, abs=1e-15)
        assert averaged.weights.sum() == pytest.approx(1, abs=1e-15)
        expected = independent + (light - left_out) * (dependent - independent)
        assert averaged.probability([[1, 1]])[0] == pytest.approx([expected], abs=1e-9)
    # What was drawn is all kept: it is no weight but a sample.
    drawn = kernel_dags.ClassWeights(np.array([[0, 0], [0, 1]]), np.array([1 - 5e-5, 5e-5]), 20_000)
    averaged = average_posterior(cases, drawn, target_mcse=0.001)
    assert (averaged.dropped, averaged.method) == (0, "mixed")
    # The error of a share of 20,000 draws, of which each says one probability or the other.
    error = np.sqrt(5e-5 * (1 - 5e-5) / 20_000) * (independent - dependent)
    assert averaged.probability([[1, 1]])[1] == pytest.approx([error], rel=1e-4)
    rng, code = np.random.default_rng(0), [1, 1]
    p, mcse = kernel_average.lead_probability(
        cases, drawn.graphs, drawn.weights, code, 1.0, 100, rng, graph_draws=20_000
    )
    assert p == pytest.approx(independent + 5e-5 * (dependent - independent), abs=1e-9)
    assert mcse == pytest.approx(error, rel=1e-4)


@pytest.mark.parametrize("code", [[0, 1, 0], [1, 1, 1]])
def test_a_statement_never_seen_leads_in_a_share_of_the_draws(code):
    cases = coded_cases([[0, 0, 0], [1, 0, 1]], [1.0, 1.0], [2, 2, 2], 8.0)
    p, mcse = kernel_average.lead_probability(
        cases, [[0, 1, 2]], [1.0], code, 1.0, 500, np.random.default_rng(1)
    )
    ahead = round(500 * p)
    assert 500 * p == pytest.approx(ahead) and 0 < ahead < 250
    # No lead at all would have an error, too: one success and one failure are added.
    share = (ahead + 1) / 502
    assert mcse == pytest.approx(np.sqrt(share * (1 - share) / 500), rel=1e-12)
