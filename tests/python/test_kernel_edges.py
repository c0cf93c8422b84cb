"""Posterior over graphs: against reference sums, enumeration, and draws against both."""

from math import log

import numpy as np
import pytest
from references import NETWORKS
from scipy.special import logsumexp

from jointstats.network import kernel_bdeu, kernel_dags, kernel_edges

coded_cases = kernel_bdeu.coded_cases
set_scores = kernel_bdeu.set_scores
class_weights = kernel_dags.class_weights
graph_posterior = kernel_edges.graph_posterior
sample_dags = kernel_edges.sample_dags


def dependent_rows(rng, m, r, n):
    rows = rng.integers(0, r, (n, m))
    for j in range(1, m):
        copied = rng.random(n) < 0.6
        rows[copied, j] = rows[copied, rng.integers(0, j)]
    return rows


def scores_of(seed, m, r=2, n=30, max_size=None):
    rows = dependent_rows(np.random.default_rng(seed), m, r, n)
    return set_scores(coded_cases(rows, np.ones(n), [r] * m), max_size)


def arc_frequencies(graphs):
    m = graphs.shape[1]
    return ((graphs[:, None, :] >> np.arange(m)[:, None]) & 1).mean(axis=0)


@pytest.mark.parametrize("table", NETWORKS, ids=lambda t: t["name"])
def test_reference_sums(table):
    cases = coded_cases(table["rows"], table["weights"], table["states_per_measure"], table["ess"])
    posterior = graph_posterior(set_scores(cases))
    assert posterior.log_sum == pytest.approx(table["log_sum_over_dags"], abs=1e-9)
    expected = table["arc_probability_uniform_over_dags"]
    np.testing.assert_allclose(posterior.arcs, expected, rtol=0, atol=1e-9)
    expected = table["edge_probability_uniform_over_dags"]
    np.testing.assert_allclose(posterior.edges, expected, rtol=0, atol=1e-9)


def test_numbers_of_graphs():
    # Robinson 1973: 1, 3, 25, 543, 29281, ..., 521939651343829405020504063 graphs.
    for m, count in enumerate([1, 3, 25, 543, 29281], start=1):
        graphs = kernel_dags.all_dags(m)
        assert len(graphs) == len(np.unique(graphs, axis=0)) == count
    for graph in kernel_dags.all_dags(4):
        kernel_dags.topological_order(graph)
    lists = [kernel_dags.arcs_of(graph) for graph in kernel_dags.all_dags(3)]
    assert len(lists[0]) == 3
    assert lists[-1] == []
    arcs = [
        [p >> j & 1 for j in range(3) for p in graph] for graph in kernel_dags.all_dags(3).tolist()
    ]
    assert arcs == sorted(arcs, reverse=True)  # those with the first arc come first
    with pytest.raises(kernel_edges.ExactSumTooLargeError):
        kernel_dags.all_dags(6)


def test_without_cases_all_graphs_are_equal():
    scores = set_scores(coded_cases(np.zeros((1, 12), int), [0.0], [2] * 12))
    assert graph_posterior(scores).log_sum == pytest.approx(log(521939651343829405020504063))


@pytest.mark.parametrize("max_parents", [None, 0, 1, 2])
def test_against_enumeration_of_five_measures(max_parents):
    rng = np.random.default_rng(3)
    rows = dependent_rows(rng, 5, 3, 25)
    cases = coded_cases(rows, rng.choice([1.0, 0.5], 25), [3] * 5, 2.0)
    graphs = kernel_dags.all_dags(5)
    if max_parents is not None:
        few = [max(int(p).bit_count() for p in graph) <= max_parents for graph in graphs]
        graphs = graphs[few]
    every = set_scores(cases)
    bits = 1 << np.arange(5)
    value = np.sum(every.at(graphs | bits) - every.at(graphs), axis=1)
    assert value[7 % len(graphs)] == pytest.approx(
        kernel_bdeu.network_score(cases, graphs[7 % len(graphs)])
    )
    weight = np.exp(value - logsumexp(value))
    has = (graphs[:, None, :] >> np.arange(5)[:, None]) & 1
    size = None if max_parents is None else max_parents + 1
    posterior = graph_posterior(set_scores(cases, size), max_parents)
    assert posterior.log_sum == pytest.approx(logsumexp(value), abs=1e-9)
    expected = np.tensordot(weight, has, axes=1)
    np.testing.assert_allclose(posterior.arcs, expected, rtol=0, atol=1e-11)


@pytest.mark.parametrize(("r", "n"), [(2, 80), (24, 2000)])
def test_the_order_of_ten_measures_does_not_matter(r, n):
    rng = np.random.default_rng(11)
    rows = dependent_rows(rng, 10, r, n)
    order = rng.permutation(10)
    first = graph_posterior(set_scores(coded_cases(rows, np.ones(n), [r] * 10)))
    other = graph_posterior(set_scores(coded_cases(rows[:, order], np.ones(n), [r] * 10)))
    assert np.all(np.isfinite(first.log_rest))
    np.testing.assert_allclose(first.arcs[np.ix_(order, order)], other.arcs, rtol=0, atol=1e-9)
    assert first.log_sum == pytest.approx(other.log_sum, abs=1e-8)


def test_too_many_measures():
    scores = set_scores(coded_cases(np.zeros((2, 19), int), np.ones(2), [2] * 19), 2)
    with pytest.raises(kernel_edges.ExactSumTooLargeError, match="18 measures, here are 19"):
        graph_posterior(scores, 1)


# --- draws --------------------------------------------------------------------------------------


@pytest.mark.parametrize("max_parents", [None, 1])
def test_every_graph_is_drawn_with_its_probability(max_parents):
    scores = scores_of(2, 4, n=12)
    posterior = graph_posterior(scores, max_parents)
    size = 200_000
    drawn = sample_dags(posterior, size, np.random.default_rng(0))
    graphs = kernel_dags.all_dags(4)
    bits = 1 << np.arange(4)
    value = np.sum(scores.at(graphs | bits) - scores.at(graphs), axis=1)
    if max_parents is not None:
        allowed = [max(int(p).bit_count() for p in graph) <= max_parents for graph in graphs]
        value = np.where(allowed, value, -np.inf)
    weight = np.exp(value - logsumexp(value))
    key = 16 ** np.arange(4)
    seen = np.bincount((drawn @ key).astype(np.intp), minlength=16**4)
    assert seen.sum() == seen[graphs @ key].sum()
    error = np.sqrt(weight * (1 - weight) / size) + 1e-12
    assert np.all(np.abs(seen[graphs @ key] / size - weight) < 5 * error + 1 / size)
    # Chi-squared of all graphs with enough expected draws: mean = its degrees of freedom.
    many = weight * size > 20
    chi2 = np.sum((seen[graphs[many] @ key] - size * weight[many]) ** 2 / (size * weight[many]))
    assert abs(chi2 - many.sum()) < 5 * np.sqrt(2 * many.sum())


@pytest.mark.parametrize(("m", "r", "n"), [(8, 2, 40), (10, 6, 60)])
def test_draws_have_the_exact_arc_probabilities(m, r, n):
    posterior = graph_posterior(scores_of(4, m, r, n))
    drawn = sample_dags(posterior, 4000, np.random.default_rng(1))
    for graph in drawn[:50]:
        kernel_dags.topological_order(graph)
    error = np.sqrt(posterior.arcs * (1 - posterior.arcs) / 4000)
    assert np.all(np.abs(arc_frequencies(drawn) - posterior.arcs) < 4.5 * error + 1e-3)


def test_of_very_many_cases_classes_and_draws_are_weighed_as_well():
    # exp(score) is 0 for all graphs; what is known is that 2 depends on 0 and 1 together.
    rng = np.random.default_rng(3)
    rows = rng.integers(0, 2, (4000, 3))
    rows[:, 2] = (rows[:, 0] + rows[:, 1] + (rng.random(4000) < 0.2)) % 2
    scores = set_scores(coded_cases(rows, np.ones(4000), [2] * 3))
    assert graph_posterior(scores).log_sum < -1000
    found = class_weights(scores)
    best = found.graphs[0].tolist()
    assert found.weights.sum() == pytest.approx(1.0) and found.weights[0] > 0.2
    posterior = graph_posterior(scores)
    drawn = sample_dags(posterior, 1000, np.random.default_rng(2))
    share = np.mean([kernel_dags.markov_equivalent(graph, best) for graph in drawn])
    assert share == pytest.approx(found.weights[0], abs=4 * 0.5 / np.sqrt(1000))


# --- classes ------------------------------------------------------------------------------------


def test_classes_of_four_measures():
    scores = scores_of(6, 4)
    found = class_weights(scores)
    assert found.draws == 0
    assert len(found.weights) == 185
    assert found.weights.sum() == pytest.approx(1.0, abs=1e-12)
    assert np.all(np.diff(found.weights) <= 0)
    for graph in found.graphs:
        assert kernel_dags.first_of_class(graph).tolist() == graph.tolist()
    graphs = kernel_dags.all_dags(4)
    bits = 1 << np.arange(4)
    value = np.sum(scores.at(graphs | bits) - scores.at(graphs), axis=1)
    weight = np.exp(value - logsumexp(value))
    for graph, expected in zip(found.graphs[:20:4], found.weights[:20:4], strict=True):
        members = [kernel_dags.markov_equivalent(graph, other) for other in graphs]
        assert weight[members].sum() == pytest.approx(expected, abs=1e-12)


def test_classes_are_enumerated_up_to_a_number_of_measures_and_then_a_thousand_drawn(monkeypatch):
    monkeypatch.setattr(kernel_dags, "MAX_ENUMERATED", 3)
    assert [class_weights(scores_of(6, m, n=5)).draws for m in (2, 3, 4)] == [0, 0, 1000]


def test_classes_of_equal_weight_follow_their_keys():
    found = class_weights(set_scores(coded_cases([[0] * 4], [0.0], [2] * 4)))
    size = np.rint(found.weights * 543)
    np.testing.assert_allclose(found.weights * 543, size, rtol=1e-12)
    rows = np.column_stack([-size, kernel_dags.class_keys(found.graphs)]).tolist()
    assert rows == sorted(rows) and len(rows) == 185


def test_classes_within_a_parent_limit():
    found = class_weights(scores_of(6, 4, max_size=2), max_parents=1)
    # Forests on four labelled measures.
    assert len(found.weights) == 38
    assert found.weights.sum() == pytest.approx(1.0, abs=1e-12)


def test_drawn_classes_agree_with_enumerated_ones(monkeypatch):
    scores = scores_of(9, 4)
    exact = class_weights(scores)
    monkeypatch.setattr(kernel_dags, "MAX_ENUMERATED", 3)
    drawn = class_weights(scores, draws=20_000, rng=np.random.default_rng(2))
    assert drawn.draws == 20_000
    known = {tuple(g): w for g, w in zip(exact.graphs.tolist(), exact.weights, strict=True)}
    for graph, weight in zip(drawn.graphs.tolist(), drawn.weights, strict=True):
        expected = known[tuple(graph)]
        error = np.sqrt(expected * (1 - expected) / 20_000)
        assert abs(weight - expected) < 4.5 * error + 2 / 20_000
