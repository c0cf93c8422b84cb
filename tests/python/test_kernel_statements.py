"""Statement counts against the paper, enumeration case by case, and their symmetries."""

import math
from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jointstats.evidence import counts as counts_module
from jointstats.evidence import extensions, statements
from jointstats.evidence import orders as orders_kernel
from jointstats.joint import kernel_questions as questions


def as_dict(codes, weights):
    return {tuple(code): weight for code, weight in zip(codes.tolist(), weights, strict=True)}


def possible_statements(values, signs, rope):
    """The statements that are compatible with each case."""
    n, m, size = np.shape(values)
    orders = list(permutations(range(size)))
    relations = orders_kernel.preference(values, signs, rope)
    for c in range(n):
        fitting = [
            [
                code
                for code, order in enumerate(orders)
                if not any(
                    relations[c, k, order[q], order[p]] for q in range(size) for p in range(q)
                )
            ]
            for k in range(m)
        ]
        yield list(product(*fitting))


def by_enumeration(values, signs, rope):
    """Every case's compatible statements, one by one."""
    result = {}
    for codes in possible_statements(values, signs, rope):
        for code in codes:
            result[code] = result.get(code, 0) + 1 / len(codes)
    return result


@st.composite
def tables(draw, max_algorithms=4, max_cases=6, max_measures=3, ropes=(0.0, 0.1, 0.25)):
    """Values with ties and failures, directions and ropes."""
    n, m = draw(st.integers(1, max_cases)), draw(st.integers(1, max_measures))
    size = draw(st.integers(2, max_algorithms))
    grid = st.sampled_from([-np.inf, 0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 1.0])
    cells = draw(st.lists(grid, min_size=n * m * size, max_size=n * m * size))
    signs = np.array(draw(st.lists(st.sampled_from([1, -1]), min_size=m, max_size=m)))
    rope = np.array(draw(st.lists(st.sampled_from(ropes), min_size=m, max_size=m)))
    return np.array(cells).reshape(n, m, size) * signs[:, None], signs, rope


# --- The paper -----------------------------------------------------------------------------------


def test_example_1_of_the_paper():
    # Counts 1, 2, 3, 6 of the statements 00, 01, 10, 11, where 1 says that B is better.
    bits = [(0, 0)] + [(0, 1)] * 2 + [(1, 0)] * 3 + [(1, 1)] * 6
    values = np.array([[[0.5, 0.4 + 0.2 * bit] for bit in case] for case in bits])
    values[:, 1] *= -1  # the second measure: smaller is better
    found = statements.statement_counts(values, [1, -1], [0, 0])
    assert found.codes.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert found.weights.tolist() == [1, 2, 3, 6]
    assert not found.tied.any()


def test_a_rope_that_is_not_transitive():
    # 0.80 ~ 0.81 ~ 0.82, but 0.82 beats 0.80: orders 0.82 0.81 0.80; 0.81 0.82 0.80; 0.82 0.80 0.81
    found = statements.statement_counts([[[0.80, 0.81, 0.82]]], [1], [0.01])
    third = 1 / 3
    # codes of (2, 1, 0), (1, 2, 0), (2, 0, 1)
    assert as_dict(found.codes, found.weights) == {(5,): third, (3,): third, (4,): third}


def test_weights_are_exact():
    # 1/2 + 1/3 + 1/6, in whatever sequence, is 1.
    half, third, sixth = [3, 3, 1], [3, 3, 3], [3, 2, 2]
    values = [[half, [3, 2, 1]], [third, [3, 2, 1]], [sixth, [3, 2, 2]]]
    for rows in permutations(values):
        found = statements.statement_counts(list(rows), [1, 1], [0, 0])
        exact = as_dict(found.codes, found.weights)
        assert exact[0, 0] == 1 / 2 + 1 / 6 + 1 / 4
        assert exact[1, 1] == 1 / 4
    ties = statements.statement_counts([[[1, 1, 1]]] * 3 + [[[1, 1, 0]]] * 1, [1], [0])
    assert ties.weights.tolist() == [1.0, 0.5, 1.0, 0.5, 0.5, 0.5]


def test_many_algorithms_and_measures_stay_sparse():
    rng = np.random.default_rng(1)
    values = rng.random((50, 6, 8))  # 40320^6 = 4e27 possible statements
    found = statements.statement_counts(values, np.ones(6), np.zeros(6))
    assert found.codes.shape == (50, 6) and (found.weights == 1).all()
    orders = np.argsort(-values, axis=2)
    ranks = [
        [
            sum(
                sum(later < order[p] for later in order[p + 1 :]) * math.factorial(7 - p)
                for p in range(8)
            )
            for order in case
        ]
        for case in orders
    ]
    assert found.codes.tolist() == sorted(ranks)


# --- Enumeration and symmetries ------------------------------------------------------------------


@given(tables())
@settings(max_examples=60, deadline=None)
def test_counts_equal_enumeration(table):
    expected = by_enumeration(*table)
    found = statements.statement_counts(*table)
    assert found.codes.tolist() == [list(code) for code in sorted(expected)]
    assert as_dict(found.codes, found.weights) == pytest.approx(expected, abs=1e-12)
    assert found.weights.sum() == pytest.approx(len(table[0]), abs=1e-12)
    strict = orders_kernel.preference(*table)
    ties = ~(strict | strict.swapaxes(2, 3) | np.eye(strict.shape[2], dtype=bool))
    assert (found.tied == ties.any(axis=(2, 3))).all()


@given(tables())
@settings(max_examples=40, deadline=None)
def test_rows_of_cases_add_up_to_the_counts(table):
    rows = statements.expand_cases(*table)
    found = statements.statement_counts(*table)
    codes, weights = counts_module.merge_rows(rows.codes, rows.weights)
    assert (codes == found.codes).all()
    assert weights == pytest.approx(found.weights, abs=1e-12)
    assert np.bincount(rows.case, rows.weights) == pytest.approx(np.ones(len(table[0])))


@given(tables())
@settings(max_examples=40, deadline=None)
def test_negating_a_measure_and_its_direction_changes_nothing(table):
    values, signs, rope = table
    one, two = (
        statements.statement_counts(values, signs, rope),
        statements.statement_counts(-values, -signs, rope),
    )
    assert (one.codes == two.codes).all() and (one.weights == two.weights).all()


@given(tables(), st.data())
@settings(max_examples=40, deadline=None)
def test_permuting_algorithms_and_measures_permutes_the_statements(table, data):
    values, signs, rope = table
    algorithms = data.draw(st.permutations(range(values.shape[2])))
    measures = data.draw(st.permutations(range(values.shape[1])))
    one = statements.statement_counts(values, signs, rope)
    two = statements.statement_counts(
        values[:, measures][:, :, algorithms], signs[measures], np.asarray(rope)[measures]
    )
    codes, weights = counts_module.restrict(
        one.codes, one.weights, one.n_algorithms, algorithms=algorithms, measures=measures
    )
    assert (codes == two.codes).all()
    assert weights == pytest.approx(two.weights, abs=1e-12)


@given(tables(), st.integers(0, 6))
@settings(max_examples=40, deadline=None)
def test_counts_of_pieces_add_up(table, cut):
    values, signs, rope = table
    every = statements.statement_counts(values, signs, rope)
    one, two = (
        statements.statement_counts(part, signs, rope) for part in (values[:cut], values[cut:])
    )
    codes, weights = counts_module.merge(one.codes, one.weights, two.codes, two.weights)
    assert (codes == every.codes).all()
    assert weights == pytest.approx(every.weights, abs=1e-12)


def test_large_denominators_fall_back_on_floating_point():
    rng = np.random.default_rng(3)
    values = rng.integers(0, 3, (20, 3, 4)).astype(float)
    one = statements.statement_counts(values, [1] * 3, [0] * 3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counts_module.math, "lcm", lambda *_: 2**60)
        two = statements.statement_counts(values, [1] * 3, [0] * 3)
    assert (one.codes == two.codes).all()
    assert one.weights == pytest.approx(two.weights, rel=1e-13)
    assert one.weights.sum() == pytest.approx(20, rel=1e-12)


@pytest.mark.parametrize(("batch", "entries"), [(7, 1), (1, 100)])
def test_cases_may_be_taken_a_few_at_a_time(monkeypatch, batch, entries):
    values = np.random.default_rng(6).integers(0, 3, (12, 2, 4)).astype(float)
    table = (values, [1, -1], [0, 0])

    def found():
        rows, counts = (statements.expand_cases(*table), statements.statement_counts(*table))
        return [
            rows.case, rows.codes, rows.weights, counts.codes, counts.weights, counts.tied,
            *questions.best_cells(*table), *questions.best_cells(*table, control=2),
        ]  # fmt: skip

    together = found()
    monkeypatch.setattr(statements, "_BATCH", batch)
    monkeypatch.setattr(statements, "CHUNK_ENTRIES", entries)
    monkeypatch.setattr(counts_module, "_COMPACT_AT", 4)
    for one, other in zip(together, found(), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-14)
    # Each case comes once, and all it may stand for together weighs 1.
    np.testing.assert_allclose(np.bincount(together[0], together[2]), np.ones(12), rtol=1e-14)


# --- Limits --------------------------------------------------------------------------------------


def test_a_case_with_too_many_statements_is_named(monkeypatch):
    values = np.zeros((3, 2, 5))
    values[[0, 2]] += np.arange(5)
    table = values, [1, 1], [0, 0]
    monkeypatch.setattr(statements, "CASE_LIMIT", 14400)
    assert statements.statement_counts(*table).weights.sum() == pytest.approx(3)
    monkeypatch.setattr(statements, "TOTAL_LIMIT", 14401)
    with pytest.raises(extensions.ExpansionLimitError) as caught:
        statements.expand_cases(*table)
    assert (caught.value.case, caught.value.n_expansions) == (None, 14402)
    monkeypatch.setattr(statements, "CASE_LIMIT", 14399)
    with pytest.raises(extensions.ExpansionLimitError, match=r"case 1.*14400") as caught:
        statements.statement_counts(*table)
    assert (caught.value.case, caught.value.n_expansions) == (1, 14400)


def test_a_hopeless_case_is_refused_at_once():
    with pytest.raises(extensions.ExpansionLimitError) as caught:
        statements.statement_counts(np.zeros((1, 20, 20)), np.ones(20), np.zeros(20))
    assert caught.value.n_expansions == math.factorial(20) ** 20


def test_no_case_makes_no_statement():
    found = statements.statement_counts(np.zeros((0, 2, 3)), [1, 1], [0, 0])
    assert found.codes.shape == (0, 2) and found.weights.shape == (0,)
    assert statements.expand_cases(np.zeros((0, 2, 3)), [1, 1], [0, 0]).codes.shape == (0, 2)


# --- Rows ----------------------------------------------------------------------------------------


def test_all_cases_together_may_be_as_many_statements_as_the_limit(monkeypatch):
    table = np.zeros((2, 1, 2)), [1], [0]  # two orders each
    for function in (statements.statement_counts, statements.expand_cases):
        monkeypatch.setattr(statements, "TOTAL_LIMIT", 4)
        assert function(*table).weights.sum() == 2
        monkeypatch.setattr(statements, "TOTAL_LIMIT", 3)
        with pytest.raises(extensions.ExpansionLimitError) as caught:
            function(*table)
        assert (caught.value.n_expansions, caught.value.case) == (4, None)


def test_more_combinations_than_a_double_can_hold_are_refused_without_a_warning():
    sizes = np.full((2, 40), 10**9)
    sizes[0] = 1
    with np.errstate(all="raise"), pytest.raises(extensions.ExpansionLimitError) as caught:
        statements.checked_totals(sizes, 7)
    assert (caught.value.n_expansions, caught.value.case) == (10**360, 8)
    assert statements.checked_totals(np.array([[2, 5], [3, 3]]), 0).tolist() == [10, 9]


@pytest.mark.parametrize("size", [2, 3])
def test_how_many_cases_are_a_statement_for_certain_and_how_many_could_be(size):
    values = np.random.default_rng(size).integers(0, 12, (60, 2, size)).astype(float)
    found = statements.statement_counts(values, [1, -1], [0.0, 1.0])
    certain, possible = Counter(), Counter()
    for codes in possible_statements(values, [1, -1], [0.0, 1.0]):
        certain.update(codes if len(codes) == 1 else [])
        possible.update(codes)
    rows = [tuple(code) for code in found.codes.tolist()]
    assert found.alone.tolist() == [certain[code] for code in rows]
    assert found.possible.tolist() == [possible[code] for code in rows]
    assert set(rows) == possible.keys() and sum(certain.values()) > 9
