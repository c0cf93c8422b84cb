"""The network test of many algorithms: a measure of eighteen has more states than memory."""

import math
import tracemalloc
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jointstats as js
from jointstats.evidence.tails import log_gamma_draws
from jointstats.network import kernel_bdeu, kernel_dags, kernel_lazy_argmax
from jointstats.network.kernel_continuations import Family

coded_cases = kernel_bdeu.coded_cases
LazySampler = kernel_lazy_argmax.LazySampler
sum_of_entries = kernel_lazy_argmax.sum_of_entries

CHAIN = kernel_dags.parents_of([(0, 1), (1, 2)], 3)


def table_of(algorithms, n, m, seed=1):
    """Results whose measures agree in part."""
    rng = np.random.default_rng(seed)
    ability = rng.normal(size=(n, algorithms, 1)) + np.linspace(0, 1, algorithms)[:, None]
    values = ability + 0.5 * rng.normal(size=(n, algorithms, m))
    return js.results_table(
        {f"a{k:02}": values[:, k] for k in range(algorithms)},
        measures={f"m{j}": "max" for j in range(m)},
    )


def cases_of(algorithms, n, m, ess=1.0, seed=1):
    """Distinct statements of as many cases."""
    states = math.factorial(algorithms)
    codes = np.random.default_rng(seed).integers(0, states, (n, m))
    return coded_cases(codes, np.ones(n), [states] * m, ess)


@pytest.mark.filterwarnings("ignore::jointstats.base.errors.JointStatsWarning")
@pytest.mark.parametrize("algorithms", [9, 12, 13, 18, 20])
def test_memory_does_not_grow_with_the_orderings(algorithms):
    table = table_of(algorithms, 50, 3)
    js.network_test(table_of(2, 5, 3))  # imports
    tracemalloc.start()
    result = js.network_test(table, target_mcse=0.01)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert result.arcs and result.method == "monte_carlo"
    assert peak < 100e6
    # No data set is like another, so that none shows the most probable statement more often.
    assert max(row.probability for row in result.statements) < 0.06


@pytest.mark.parametrize("n", [1_500, 3_000])
def test_states_of_eighteen_algorithms_are_right_with_many_rows_of_parents(n):
    # With hardly any prior what was seen once is the most probable: another state is a wrong one.
    cases = cases_of(18, n, 2, ess=1e-9)
    seen = set(map(tuple, cases.codes.tolist()))
    drawn = LazySampler(cases, [0, 1]).draw(100, np.random.default_rng(1)).tolist()
    assert seen >= set(map(tuple, drawn))
    assert len(set(map(tuple, drawn))) > 90


@settings(deadline=None)
@given(st.integers(0, 1000), st.sampled_from([500, math.factorial(18)]))
def test_unseen_states_are_numbered_in_each_row(seed, states):
    rng = np.random.default_rng(seed)
    codes = np.column_stack([rng.integers(0, 4, 30), rng.integers(0, min(states, 7), 30)])
    codes[::2, 1] = states - 1 - codes[::2, 1]
    family = Family(coded_cases(codes, np.ones(30), [4, states]), 1, 1)
    for row, parent in enumerate(np.unique(codes[:, 0])):
        seen = sorted(set(codes[codes[:, 0] == parent, 1].tolist()))
        count = min(states - len(seen), 20)
        expected = [code for code in range(min(states, 40)) if code not in seen][:count]
        numbered = family.unseen_code(np.full(count, row), np.arange(count)).tolist()
        assert numbered == expected
        if states > len(seen):
            last = family.unseen_code(np.array([row]), np.array([states - len(seen) - 1]))[0]
            assert last not in seen and last >= states - 1 - len(seen)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000), st.sampled_from([1.0, 0.5]))
def test_bounds_hold_for_all_states_and_are_reached_where_no_row_is_left_open(seed, density):
    # Measures of two and three states: all tables are drawn whole, and all states can be listed.
    rng = np.random.default_rng(seed)
    m = int(rng.integers(2, 5))
    states = np.append(2, rng.integers(2, 4, m - 1))
    arcs = [arc for arc in combinations(rng.permutation(m).tolist(), 2) if rng.random() < density]
    every = np.indices(states).reshape(m, -1).T
    cases = coded_cases(every[rng.integers(0, len(every), 9)], np.ones(9), states, 3.0)
    sampler = LazySampler(cases, kernel_dags.parents_of(arcs, m))
    tables, bounds = sampler._tables(20, rng), sampler.continuations
    listed = LazySampler(
        coded_cases(every, np.ones(len(every)), states), kernel_dags.parents_of(arcs, m)
    )
    log_p = sum_of_entries(listed.families, tables.entry)
    np.testing.assert_allclose(np.exp(log_p).sum(axis=0), 1.0)
    code, best = bounds.best_observed(tables.entry, tables.outlook)
    path = [family.entry_of(listed.codes[0]) for family in sampler.families]
    rival = bounds.best_rival(tables.entry, tables.rest, tables.outlook, path)
    for reached, bound, exact in (
        (best, bounds.roots(tables.outlook), log_p.max(axis=0)),
        (rival, rival, log_p[1:].max(axis=0)),
    ):
        assert np.all(bound >= exact - 1e-12)
        if bounds.direct:
            np.testing.assert_allclose(reached, exact, atol=1e-12)
    assert np.all(best <= log_p.max(axis=0) + 1e-12)
    place = [np.flatnonzero((listed.codes == row).all(axis=1))[0] for row in code]
    np.testing.assert_allclose(log_p[place, np.arange(20)], best, atol=1e-12)
    drawn = sampler.leads(listed.codes[0], 1.2, 20, np.random.default_rng(1))
    again = sampler._tables(20, np.random.default_rng(1))
    log_p = sum_of_entries(listed.families, again.entry)
    assert drawn == (log_p[0] - np.log(1.2) > log_p[1:].max(axis=0)).sum()


def test_five_algorithms_agree_with_tables_drawn_whole():
    states, size = 120, 250
    rng = np.random.default_rng(5)
    codes = np.repeat(rng.integers(0, states, (3, 3)), [4, 3, 2], axis=0)
    cases = coded_cases(codes, np.ones(9), [states] * 3, 2.0)

    def table(parent, child):
        """Log of a (states, states) table for each draw, row by row of the parent."""
        shape = np.full((states, states), 2.0 / states**2)
        np.add.at(shape, (cases.codes[:, parent], cases.codes[:, child]), cases.weights)
        logs = log_gamma_draws(shape.ravel(), 1, rng).reshape(states, states)
        return logs - np.logaddexp.reduce(logs, axis=1, keepdims=True)

    shape = 2.0 / states + np.bincount(cases.codes[:, 0], cases.weights, minlength=states)
    expected = np.zeros(len(cases.codes) + 1)
    for first in log_gamma_draws(shape, size, rng).T:
        second, third = table(0, 1), table(1, 2)
        after = second + third.max(axis=1)
        a = int(np.argmax(first + after.max(axis=1)))
        b = int(np.argmax(after[a]))
        best = [a, b, int(np.argmax(third[b]))]
        expected[_place(cases.codes, best)] += 1 / size
    counted = np.zeros(len(expected))
    for state in LazySampler(cases, CHAIN).draw(size, rng):
        counted[_place(cases.codes, state)] += 1 / size
    agree(counted, expected, size)


def _place(codes, state):
    """Which of the codes a state is; their number if it is none."""
    matches = np.flatnonzero((codes == state).all(axis=1))
    return matches[0] if len(matches) else len(codes)


def agree(first, second, size):
    """Shares of two samples of this size are within four standard errors."""
    both = (first + second) / 2
    error = np.sqrt(both * (1 - both) * 2 / size)
    assert np.all(np.abs(first - second) <= 4 * error + 1.5 / size)


@pytest.mark.filterwarnings("ignore::jointstats.base.errors.JointStatsWarning")
def test_where_all_statements_are_alike_one_sentence_points_to_the_coarser_question():
    alike = js.network_test(table_of(8, 30, 2), target_mcse=0.01).warnings
    (sentence,) = [str(text) for text in alike if "question" in str(text)]
    assert 'use bayes_test(question="best")' in sentence
    assert js.bayes_test(table_of(8, 30, 2), question="best").probability is not None
    one_leads = table_of(8, 30, 2)
    clear = js.network_test(one_leads.select(algorithms=["a00", "a03", "a07"]), target_mcse=0.01)
    assert not any("question" in str(text) for text in clear.warnings)
