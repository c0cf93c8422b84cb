"""Coarser questions: direct and from statements, and prior masses, against enumeration."""

import math
from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jointstats as js
from jointstats.evidence import extensions
from jointstats.evidence import statements as chunks_module
from jointstats.joint import kernel_questions as questions
from jointstats.joint.prior import prior_of


@st.composite
def tables(draw):
    """Up to 5 algorithms with ties and failures, directions and ropes."""
    n, m, size = draw(st.integers(1, 4)), draw(st.integers(1, 3)), draw(st.integers(2, 5))
    grid = st.sampled_from([-np.inf, 0.0, 0.1, 0.2, 0.5, 0.7, 0.8])
    # Tie-heavy cells, but not so many that the full expansion is large.
    cells = [
        [draw(grid) if draw(st.booleans()) else 2.0 + i for i in range(size)] for _ in range(n * m)
    ]
    signs = np.array(draw(st.lists(st.sampled_from([1, -1]), min_size=m, max_size=m)))
    rope = np.array(draw(st.lists(st.sampled_from([0.0, 0.1]), min_size=m, max_size=m)))
    return np.array(cells).reshape(n, m, size) * signs[:, None], signs, rope


def statements_as_orders(counts):
    orders = list(permutations(range(counts.n_algorithms)))
    return [
        (tuple(orders[code] for code in row), weight)
        for row, weight in zip(counts.codes.tolist(), counts.weights, strict=True)
    ]


def same_counts(found, expected):
    cells, weights = found
    assert cells.tolist() == [list(cell) for cell in sorted(expected)]
    assert weights == pytest.approx([expected[cell] for cell in sorted(expected)], abs=1e-12)


@given(tables(), st.data())
@settings(max_examples=60, deadline=None)
def test_best_and_control_cells(table, data):
    counts = chunks_module.statement_counts(*table)
    size = counts.n_algorithms
    control = data.draw(st.integers(0, size - 1))
    best, against = Counter(), Counter()
    for statement, weight in statements_as_orders(counts):
        best[tuple(order[0] for order in statement)] += weight
        against[tuple(int(order[0] == control) for order in statement)] += weight
    same_counts(questions.best_cells(*table), best)
    same_counts(questions.best_cells_from(counts.codes, counts.weights, size), best)
    same_counts(questions.best_cells(*table, control=control), against)


# --- Where the orderings cannot be listed --------------------------------------------------------


def test_twelve_algorithms_of_which_five_failed():
    values = np.full((1, 4, 12), -np.inf)
    values[:, :, :7] = [7, 6, 5, 4, 3, 2, 1]
    table = (values, np.ones(4), np.zeros(4))
    with pytest.raises(extensions.ExpansionLimitError) as caught:
        chunks_module.statement_counts(*table)
    assert caught.value.n_expansions == 120**4
    same_counts(questions.best_cells(*table), {(0, 0, 0, 0): 1.0})
    same_counts(questions.best_cells(*table, control=3), {(0, 0, 0, 0): 1.0})


def test_more_than_twenty_algorithms():
    values = np.arange(50.0).reshape(1, 1, 50).repeat(2, axis=1)
    values[0, 1, 48:] = 49
    table = (values, [1, 1], [0, 0])
    same_counts(questions.best_cells(*table), {(49, 48): 0.5, (49, 49): 0.5})


def test_limits_name_the_case(monkeypatch):
    values = np.arange(8.0)[None, None].repeat(3, axis=0).repeat(4, axis=1)
    values[1] = 0
    table = (values, np.ones(4), np.zeros(4))
    monkeypatch.setattr(chunks_module, "CASE_LIMIT", 8**4 - 1)
    with pytest.raises(extensions.ExpansionLimitError, match="case 1") as caught:
        questions.best_cells(*table)
    assert (caught.value.n_expansions, caught.value.case) == (8**4, 1)
    monkeypatch.setattr(chunks_module, "CASE_LIMIT", 8**4)
    assert len(questions.best_cells(*table)[0]) == 8**4
    monkeypatch.setattr(chunks_module, "TOTAL_LIMIT", 8**4 + 1)
    with pytest.raises(extensions.ExpansionLimitError) as caught:
        questions.best_cells(*table)
    assert (caught.value.n_expansions, caught.value.case) == (8**4 + 2, None)
    monkeypatch.setattr(chunks_module, "TOTAL_LIMIT", 8**4 + 2)
    assert questions.best_cells(*table)[1].sum() == pytest.approx(3)
    monkeypatch.setattr(chunks_module, "CASE_LIMIT", 16)
    assert questions.best_cells(*table, control=0)[1].sum() == pytest.approx(3)


# --- Prior masses --------------------------------------------------------------------------------

SMALL = [(2, 1), (2, 3), (3, 1), (3, 2), (3, 3), (4, 2)]


def prior(question, size, m, codes):
    """The prior of total mass 1, where these statements were seen."""
    names, ways = tuple("ABCDEFGHIJKLMNOPQRST"[:size]), {f"m{j}": "max" for j in range(m)}
    cells = np.array(codes, dtype=np.int64).reshape(-1, m)
    control = names[1] if question == "control" else None
    return prior_of(js.StatementCounts(names, ways, cells, np.ones(len(cells)), question, control))


@pytest.mark.parametrize(("size", "m"), SMALL)
def test_prior_masses_are_sums_over_all_statements(size, m):
    """Each cell's mass against a count of its statements among all (l!)^m."""
    cells = {name: Counter() for name in ("orderings", "best", "control")}
    for statement in product(enumerate(permutations(range(size))), repeat=m):
        cells["orderings"][tuple(code for code, _ in statement)] += 1
        cells["best"][tuple(order[0] for _, order in statement)] += 1
        cells["control"][tuple(int(order[0] == 1) for _, order in statement)] += 1
    total = math.factorial(size) ** m
    for question, every in cells.items():
        found = prior(question, size, m, list(every))
        assert found.unobserved_mass.size == found.diffuse_mass == 0
        expected = [every[cell] / total for cell in every]
        assert found.observed == pytest.approx(expected, rel=1e-14)
        # Half of the cells observed: the others come in groups of equal masses.
        seen, unseen = list(every)[::2], list(every)[1::2]
        found = prior(question, size, m, seen)
        groups = Counter()
        for mass, number in zip(found.unobserved_mass, found.unobserved_number, strict=True):
            groups[round(mass * total)] += number
        assert groups == Counter(every[cell] for cell in unseen)
        masses = found.observed.sum() + found.unobserved_mass @ found.unobserved_number
        assert masses == pytest.approx(1, rel=1e-14)


def test_prior_of_more_statements_than_floats_can_count():
    found = prior("orderings", 20, 20, np.zeros((1, 20)))
    assert found.diffuse_mass == 1.0 and found.observed.tolist() == [0.0]
    assert found.unobserved_mass.size == 0


def test_nothing_observed():
    found = prior("control", 5, 3, [])
    assert found.observed.shape == (0,)
    assert found.unobserved_number.tolist() == [1, 3, 3, 1]
    assert found.unobserved_mass @ found.unobserved_number == pytest.approx(1)
