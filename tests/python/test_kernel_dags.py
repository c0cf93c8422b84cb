"""The best graph and its equivalence class, against brute force over all graphs."""

from functools import cache
from itertools import chain, combinations, islice, product

import networkx as nx
import numpy as np
import pytest
from references import NETWORKS

from jointstats.network import kernel_bdeu, kernel_dags
from jointstats.network import kernel_best_dag as search

coded_cases, set_scores = kernel_bdeu.coded_cases, kernel_bdeu.set_scores
arcs_of = kernel_dags.arcs_of


def is_acyclic(parents):
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(parents)))
    graph.add_edges_from((j, i) for i, p in enumerate(parents) for j in range(8) if p >> j & 1)
    return nx.is_directed_acyclic_graph(graph)


@cache
def all_dags(m):
    choices = [[p for p in range(2**m) if not p >> i & 1] for i in range(m)]
    return [parents for parents in product(*choices) if is_acyclic(parents)]


def optimal_dags(scores, max_parents=None, limit=1000):
    """At most so many graphs of the largest score with the fewest arcs."""
    found = [[]]
    for group in search._searches(scores, max_parents):
        optima = list(islice(group.optima(), limit))
        found = [done + more for done in found for more in optima][:limit]
    graphs = np.zeros((len(found), scores.m), dtype=np.int64)
    for graph, choice in zip(graphs, found, strict=True):
        for child, mask in choice:
            graph[child] = mask
    return sorted(graphs, key=arcs_of)


def random_cases(rng, m, r, n=30, weights=None):
    rows = rng.integers(0, r, (n, m))
    for j in range(1, m):
        copied = rng.random(n) < rng.choice([0, 0.4, 0.8])
        rows[copied, j] = rows[copied, rng.integers(0, j)]
    return coded_cases(rows, np.ones(n) if weights is None else weights, [r] * m)


@pytest.mark.parametrize("table", NETWORKS, ids=lambda t: t["name"])
def test_reference_optima(table):
    m = len(table["states_per_measure"])
    cases = coded_cases(table["rows"], table["weights"], table["states_per_measure"], table["ess"])
    scores = set_scores(cases)
    parents, score = search.best_dag(scores)
    assert score == pytest.approx(table["best_score"], abs=1e-9)
    expected = sorted(sorted((a, b) for a, b in arcs) for arcs in table["optimal_dags"])
    assert sorted(arcs_of(p) for p in optimal_dags(scores)) == expected
    assert arcs_of(parents) == expected[0]
    assert parents.shape == (m,)


def brute_force(cases, max_parents=None):
    """Graphs of the largest score with the fewest arcs."""
    graphs = [
        p
        for p in all_dags(cases.m)
        if max_parents is None or max(q.bit_count() for q in p) <= max_parents
    ]
    h = np.array([kernel_bdeu.set_score(cases, mask) for mask in range(2**cases.m)])
    masks = np.array(graphs)
    values = np.sum(h[masks | 1 << np.arange(cases.m)] - h[masks], axis=1)
    assert values[-1] == pytest.approx(kernel_bdeu.network_score(cases, graphs[-1]), abs=1e-9)
    tied = [p for p, v in zip(graphs, values, strict=True) if v >= values.max() - 1e-9]
    fewest = min(sum(q.bit_count() for q in p) for p in tied)
    return values.max(), [p for p in tied if sum(q.bit_count() for q in p) == fewest]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("max_parents", [None, 0, 1, 2])
def test_against_brute_force(seed, max_parents):
    rng = np.random.default_rng(seed)
    cases = random_cases(rng, 3, int(rng.choice([2, 3, 6])), n=25)
    best, graphs = brute_force(cases, max_parents)
    size = None if max_parents is None else max_parents + 1
    scores = set_scores(cases, size)
    parents, score = search.best_dag(scores, max_parents)
    assert score == pytest.approx(best, abs=1e-9)
    found = {tuple(p.tolist()) for p in optimal_dags(scores, max_parents)}
    assert found == set(graphs)
    assert tuple(parents.tolist()) == min(graphs, key=arcs_of)


@pytest.mark.parametrize("limit", [0, 1, 2, 3, None])
def test_a_parent_set_is_a_candidate_if_none_of_its_subsets_is_as_good(limit):
    cases = random_cases(np.random.default_rng(4), 5, 2, n=25)
    scores = set_scores(cases, None if limit is None else limit + 1)
    for child in range(5):
        sets = [p for p in range(32) if not p >> child & 1 and p.bit_count() <= (limit or 4)]
        sets = [0] if limit == 0 else sets
        worth = {
            p: kernel_bdeu.set_score(cases, p | 1 << child)
            - kernel_bdeu.set_score(cases, p)
            - p.bit_count() * 1e-9
            for p in sets
        }
        better = [p for p in sets if all(worth[p] > worth[q] for q in sets if q & p == q != p)]
        found = search.candidate_parents(scores, child, limit)
        assert found.masks.tolist() == better
        np.testing.assert_allclose(found.scores, [worth[p] for p in better], atol=1e-8)
    assert limit == 0 or len(better) < len(sets)


def test_limit_on_all_sets_and_on_small_sets_alike():
    cases = random_cases(np.random.default_rng(1), 7, 2, n=60)
    for limit in (1, 2, 3):
        few = search.best_dag(set_scores(cases, limit + 1), limit)
        every = search.best_dag(set_scores(cases), limit)
        assert few[0].tolist() == every[0].tolist()
        assert few[1] == pytest.approx(every[1], abs=1e-9)
        assert max(int(p).bit_count() for p in few[0]) <= limit
    assert max(int(p).bit_count() for p in search.best_dag(set_scores(cases))[0]) > 1


def test_the_graphs_that_are_met_first_are_the_first_ones():
    # Of copies each hangs on any other: all trees are as good, and that of 0 has the first arcs.
    same = np.repeat([[0], [1]], 3, axis=1)
    scores = set_scores(coded_cases(same, [20.0, 20.0], [2] * 3))
    every = [arcs_of(graph) for graph in optimal_dags(scores, 1)]
    assert len(every) == 9 and every == sorted(every)
    assert every[0] == arcs_of(optimal_dags(scores, 1, limit=1)[0]) == [(0, 1), (0, 2)]
    assert [len(optimal_dags(scores, 1, limit=limit)) for limit in (1, 2, 3)] == [1, 2, 3]


def test_the_best_graphs_of_a_star_are_one_for_each_measure_it_may_grow_from():
    # Ten measures are far better explained with the one they all hang on than without it.
    rng = np.random.default_rng(0)
    hub = rng.integers(0, 2, (200, 1))
    rows = np.hstack([hub, np.where(rng.random((200, 9)) < 0.9, hub, 1 - hub)])
    scores = set_scores(coded_cases(rows, np.ones(200), [2] * 10), 2)
    leaves = range(1, 10)
    expected = [[(0, j) for j in leaves]]
    expected += [sorted([(i, 0), *((0, j) for j in leaves if j != i)]) for i in leaves]
    assert [arcs_of(graph) for graph in optimal_dags(scores, 1)] == sorted(expected)


@pytest.mark.parametrize("m", [3, 4, 5])
def test_of_measures_that_all_others_decide_together_the_first_can_be_any_but_one(m):
    # An even number of ones: each measure is the parity of the others, and of no fewer.
    rows = [row for row in product([0, 1], repeat=m) if sum(row) % 2 == 0]
    scores = set_scores(coded_cases(rows, [10.0] * len(rows), [2] * m))
    full = 2**m - 1
    graphs = [[full ^ (1 << i) if j == i else 0 for j in range(m)] for i in range(m)]
    found = [graph.tolist() for graph in optimal_dags(scores)]
    assert found == sorted(graphs, key=arcs_of)
    # 1 -> 0 comes after 0 -> 1.
    assert search.best_dag(scores)[0].tolist() == found[0] == graphs[1]


def test_no_cases_no_arcs():
    cases = coded_cases(np.zeros((2, 5), int), np.zeros(2), [2] * 5)
    parents, score = search.best_dag(set_scores(cases))
    assert parents.tolist() == [0] * 5
    assert score == 0.0
    assert len(optimal_dags(set_scores(cases))) == 1


def test_one_measure():
    parents, score = search.best_dag(set_scores(coded_cases([[0], [1]], [2, 3], [2])))
    assert parents.tolist() == [0]
    assert score == pytest.approx(np.log(3 / 256), abs=1e-12)  # B(2.5, 3.5) / B(.5, .5)


def test_a_search_that_is_too_large_says_so(monkeypatch):
    monkeypatch.setattr(search, "MAX_SEARCH", 3)
    rng = np.random.default_rng(2)
    first = rng.integers(0, 2, 50)
    rows = np.column_stack([np.where(rng.random(50) < 0.9, first, 1 - first) for _ in range(5)])
    scores = set_scores(coded_cases(rows, np.ones(50), [2] * 5))
    with pytest.raises(search.SearchTooLargeError, match=r"5 measures depend .* max_parents=1"):
        search.best_dag(scores)
    search.best_dag(scores, max_parents=1)
    # One more measure, of which none depends; and five are not too many if five may be searched.
    lonely = np.column_stack([rng.permutation(np.arange(50) % 2), rows])
    with pytest.raises(search.SearchTooLargeError, match="5 measures depend"):
        search.best_dag(set_scores(coded_cases(lonely, np.ones(50), [2] * 6)))
    monkeypatch.undo()
    expected = search.best_dag(scores)[0].tolist()
    monkeypatch.setattr(search, "MAX_SEARCH", 5)
    assert search.best_dag(scores)[0].tolist() == expected


def test_measures_that_can_be_ordered_beforehand_are_searched_apart(monkeypatch):
    # The last measure is always 1: no other helps to predict it, but it isolates the third case.
    monkeypatch.setattr(search, "MAX_SEARCH", 2)
    cases = coded_cases([[0, 0, 1], [1, 1, 1]], [2, 1], [2] * 3)
    found = {tuple(graph.tolist()) for graph in optimal_dags(set_scores(cases))}
    assert found == set(brute_force(cases)[1]) == {(0, 5, 0), (6, 0, 0)}


@pytest.mark.parametrize("seed", range(24))
def test_every_best_graph_is_found_once(seed):
    # Of few cases many graphs are equally good.
    rng, n = np.random.default_rng(seed), 3 + seed % 3
    states = rng.integers(2, 5, 4)
    cases = coded_cases(rng.integers(0, states, (n, 4)), np.ones(n), states)
    found = [graph.tolist() for graph in optimal_dags(set_scores(cases))]
    assert found == sorted(map(list, brute_force(cases)[1]), key=arcs_of)


@pytest.mark.parametrize("seed", range(6))
def test_best_forest_is_the_best_graph_with_one_parent(monkeypatch, seed):
    rng = np.random.default_rng(seed)
    cases = random_cases(rng, 7, int(rng.choice([2, 6])), n=60)
    scores = set_scores(cases, 2)
    parents, score = search.best_dag(scores, max_parents=1)
    monkeypatch.setattr(search, "MAX_SEARCH", 0)
    forest, forest_score = search.best_dag(scores, max_parents=1)
    assert forest_score == pytest.approx(score, abs=1e-9)
    assert forest.tolist() == parents.tolist()


def test_of_equal_gains_the_first_pair_is_taken(monkeypatch):
    monkeypatch.setattr(search, "MAX_SEARCH", 0)
    first = np.arange(40) % 2
    other = np.where(np.arange(40) % 10 == 0, 1 - first, first)
    copies = np.column_stack([first, other] * 12)
    scores = set_scores(coded_cases(copies, np.ones(40), [2] * 24), 2)
    expected = [(0, j) for j in range(1, 24) if j == 1 or j % 2 == 0]
    expected += [(1, j) for j in range(3, 24, 2)]
    assert arcs_of(search.best_dag(scores, max_parents=1)[0]) == expected


@pytest.mark.parametrize("m", [5, 7, 9])
def test_gains_that_differ_by_rounding_are_equal(monkeypatch, m):
    # In a circle each measure repeats the one before, and all are turned: m neighbours alike.
    monkeypatch.setattr(search, "MAX_SEARCH", 0)
    rng = np.random.default_rng(m)
    rows = np.repeat(rng.integers(0, 7, (30, 1)), m, axis=1)
    rows[:, m // 2 :] = rng.integers(0, 7, (30, 1))
    turned = np.vstack([np.roll(rows, k, axis=1) for k in range(m)])
    scores = set_scores(coded_cases(turned, np.ones(30 * m), [7] * m), 2)
    expected = sorted([(0, 1), (0, m - 1), *((j, j + 1) for j in range(1, m - 2))])
    assert arcs_of(search.best_dag(scores, max_parents=1)[0]) == expected


# --- equivalence classes ----------------------------------------------------------------------


def independences(parents):
    """All d-separations of a graph: what Markov equivalence means."""
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(parents)))
    graph.add_edges_from(arcs_of(parents))
    separated = getattr(nx, "is_d_separator", None) or nx.d_separated
    found = set()
    for a, b in combinations(range(len(parents)), 2):
        rest = [i for i in range(len(parents)) if i not in (a, b)]
        for given in chain.from_iterable(combinations(rest, k) for k in range(len(rest) + 1)):
            if separated(graph, {a}, {b}, set(given)):
                found.add((a, b, given))
    return frozenset(found)


@cache
def classes(m):
    groups = {}
    for parents in all_dags(m):
        groups.setdefault(independences(parents), []).append(parents)
    return list(groups.values())


def test_number_of_classes():
    # Gillispie & Perlman 2001: 2, 11, 185 classes of 3, 25, 543 graphs.
    assert [len(all_dags(m)) for m in (2, 3, 4)] == [3, 25, 543]
    assert [len(classes(m)) for m in (2, 3, 4)] == [2, 11, 185]


@pytest.mark.parametrize("m", [2, 3, 4])
def test_cpdag_and_first_member_of_every_class(m):
    for members in classes(m):
        essential = np.any([kernel_dags.adjacency(p) for p in members], axis=0)
        first = min(members, key=arcs_of)
        for parents in members:
            np.testing.assert_array_equal(kernel_dags.cpdag(parents), essential)
            assert tuple(kernel_dags.first_of_class(parents).tolist()) == first
            assert kernel_dags.markov_equivalent(parents, first)


def test_fourth_rule_of_orientation():
    # Meek's rule 4 is needed once edges were oriented by choice; members stay members.
    rng = np.random.default_rng(0)
    for _ in range(60):
        order = rng.permutation(7)
        arcs = [(int(a), int(b)) for a, b in combinations(order, 2) if rng.random() < 0.5]
        parents = kernel_dags.parents_of(arcs, 7)
        first = kernel_dags.first_of_class(parents)
        assert kernel_dags.markov_equivalent(first, parents)
        kernel_dags.topological_order(first)
        assert kernel_dags.first_of_class(first).tolist() == first.tolist()
        assert arcs_of(first) <= arcs_of(parents)


# --- graphs -------------------------------------------------------------------------------------


def test_components_are_the_connected_measures_in_their_order():
    for parents in all_dags(4):
        graph = nx.Graph()
        graph.add_nodes_from(range(4))
        graph.add_edges_from(arcs_of(parents))
        assert kernel_dags.components(parents) == sorted(
            map(sorted, nx.connected_components(graph))
        )


def test_arcs_and_back():
    arcs = [(0, 2), (1, 2), (4, 3)]
    parents = kernel_dags.parents_of(arcs, 5)
    assert parents.tolist() == [0, 0, 3, 16, 0]
    assert arcs_of(parents) == arcs
    assert kernel_dags.topological_order(parents) == [0, 1, 2, 4, 3]
    assert kernel_dags.components(parents) == [[0, 1, 2], [3, 4]]
    assert kernel_dags.is_complete(parents, [3, 4])
    assert not kernel_dags.is_complete(parents, [0, 1, 2])
    assert kernel_dags.is_complete(parents, [0])


def test_sixty_measures():
    arcs = [(j, j + 1) for j in range(59)]
    assert arcs_of(kernel_dags.parents_of(arcs, 60)) == arcs
    assert kernel_dags.components(kernel_dags.parents_of(arcs, 60)) == [list(range(60))]


def test_cycles_are_refused():
    with pytest.raises(kernel_dags.CyclicGraphError):
        kernel_dags.parents_of([(0, 1), (1, 2), (2, 0)], 3)


def test_best_forest_of_measures_that_differ_in_states_and_shares(monkeypatch):
    rng = np.random.default_rng(0)
    first = rng.integers(0, 6, 300)
    columns = [np.where(rng.random(300) < 0.3, rng.integers(0, r, 300), first % r) for r in
               (2, 6, 3, 5, 2)]  # fmt: skip
    columns.append((first == 0) & (rng.random(300) < 0.7))
    states = [2, 6, 3, 5, 2, 2]
    scores = set_scores(coded_cases(np.column_stack(columns), np.ones(300), states))
    parents, _ = search.best_dag(scores, max_parents=1)
    monkeypatch.setattr(search, "MAX_SEARCH", 0)
    assert search.best_dag(scores, max_parents=1)[0].tolist() == parents.tolist()
