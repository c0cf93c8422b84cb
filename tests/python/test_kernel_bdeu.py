"""BDeu: the set function h against a textbook BDeu and independent reference scores."""

from itertools import accumulate, combinations, product
from math import lgamma, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jointstats.network import kernel_bdeu

coded_cases = kernel_bdeu.coded_cases
set_scores = kernel_bdeu.set_scores
set_score = kernel_bdeu.set_score
isolated_share = kernel_bdeu.isolated_share


def textbook_bdeu(rows, weights, states, ess, parents):
    """Heckerman, Geiger & Chickering 1995, eq. 28: a product over *all* parent configurations."""
    total = 0.0
    for child, mask in enumerate(parents):
        chosen = [j for j in range(len(states)) if mask >> j & 1]
        q = int(np.prod([states[j] for j in chosen])) if chosen else 1
        r = states[child]
        for configuration in product(*(range(states[j]) for j in chosen)):
            counts = [0.0] * r
            for row, weight in zip(rows, weights, strict=True):
                if tuple(row[j] for j in chosen) == configuration:
                    counts[row[child]] += weight
            total += lgamma(ess / q) - lgamma(ess / q + sum(counts))
            total += sum(lgamma(ess / (q * r) + c) - lgamma(ess / (q * r)) for c in counts)
    return total


tables = st.integers(0, 10**6).map(np.random.default_rng)


@settings(max_examples=40, deadline=None)
@given(tables, st.sampled_from([0.3, 1.0, 7.5]))
def test_against_the_textbook(rng, ess):
    m = int(rng.integers(1, 5))
    states = rng.integers(2, 5, m).tolist()
    count = int(rng.integers(1, 12))
    rows = np.column_stack([rng.integers(0, r, count) for r in states])
    weights = rng.choice([1.0, 0.5, 0.25, 1 / 3], count)
    order = rng.permutation(m)
    parents = [0] * m
    for place, i in enumerate(order):
        for j in order[:place]:
            parents[i] |= int(rng.integers(0, 2)) << int(j)
    expected = textbook_bdeu(rows.tolist(), weights, states, ess, parents)
    cases = coded_cases(rows, weights, states, ess)
    assert kernel_bdeu.network_score(cases, parents) == pytest.approx(expected, abs=1e-9)
    scores = set_scores(cases)
    bits = 1 << np.arange(m)
    total = np.sum(scores.at(np.array(parents) | bits) - scores.at(np.array(parents)))
    assert total == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("states", [[2] * 7, [6] * 7, [2, 3, 720, 40320, 2, 24, 6]])
@pytest.mark.parametrize("unit", [1.0, 0.25, 0.1234567])
def test_all_sets_agree_with_each_set_alone(states, unit):
    rng = np.random.default_rng(3)
    rows = np.column_stack([rng.integers(0, r, 60) for r in states])
    rows[30:] = rows[rng.integers(0, 30, 30)]
    cases = coded_cases(rows, rng.integers(1, 4, 60) * unit, states, 1.0)
    scores = set_scores(cases)
    assert scores.masks.tolist() == list(range(2**7))
    alone = [set_score(cases, mask) for mask in range(2**7)]
    np.testing.assert_allclose(scores.values, alone, rtol=0, atol=1e-9)


def test_only_small_sets():
    rng = np.random.default_rng(4)
    cases = coded_cases(rng.integers(0, 3, (25, 9)), np.ones(25), [3] * 9, 2.0)
    small = set_scores(cases, max_size=3)
    wanted = sorted(sum(1 << j for j in s) for k in range(4) for s in combinations(range(9), k))
    assert small.masks.tolist() == wanted
    np.testing.assert_allclose(small.values, set_scores(cases).at(wanted), atol=1e-12)
    np.testing.assert_allclose(small.at([7, 0]), set_scores(cases).at([7, 0]), atol=1e-12)


def test_no_cases_no_evidence():
    cases = coded_cases(np.zeros((3, 4), int), np.zeros(3), [2] * 4)
    assert cases.n == 0
    np.testing.assert_array_equal(set_scores(cases).values, 0.0)
    assert kernel_bdeu.network_score(cases, [0, 1, 3, 7]) == 0.0


def test_joint_configurations_beyond_integers():
    # 40320^20 overflows every integer type; the score of isolated rows is known.
    rows = np.arange(30)[:, None] * np.ones(20, int)
    cases = coded_cases(rows, np.ones(30), [40320] * 20)
    everything = set_score(cases, 2**20 - 1)
    assert everything - set_score(cases, 2**20 - 2) == pytest.approx(-30 * log(40320), abs=1e-9)


def test_isolating_parents_score_minus_n_log_r():
    rng = np.random.default_rng(0)
    rows = np.array(list(product([0, 1], repeat=5)))
    rows = np.column_stack([rows, rng.integers(0, 6, 32)])
    cases = coded_cases(rows, np.ones(32), [2] * 5 + [6])
    parents = [0, 0, 0, 0, 0, 31]
    score = set_score(cases, 63) - set_score(cases, 31)
    assert score == pytest.approx(-32 * log(6), abs=1e-9)
    assert isolated_share(cases, parents).tolist() == [0, 0, 0, 0, 0, 1]


def test_isolated_share_counts_the_cases_that_stand_alone():
    # Parent 0 is the same for the first three cases, and its own for the (split) fourth.
    cases = coded_cases([[0, 0], [0, 1], [0, 1], [1, 0], [1, 1]], [1, 1, 1, 0.5, 0.5], [6, 2], 1.0)
    np.testing.assert_allclose(isolated_share(cases, [0, 1]), [0, 0.25])


def test_what_stands_alone_is_told_in_spite_of_rounding():
    # Nine parts of a data set, whose sum is just above 1; and no data set at all.
    split = coded_cases([[0, k] for k in range(9)] + [[1, 0]] * 2, [1 / 9] * 9 + [1.0] * 2, [2, 9])
    assert list(accumulate(split.weights[:9]))[-1] > 1
    np.testing.assert_allclose(isolated_share(split, [0, 1]), [0, 1 / 3], rtol=1e-12)
    none = coded_cases([[0, 1]], [0.0], [2, 2])
    assert isolated_share(none, [0, 1]).tolist() == [0.0, 0.0]


def test_sixty_two_measures_can_be_scored():
    cases = coded_cases([[1] * 62], [1.0], [2] * 62, 3.0)
    assert set_score(cases, 2**62 - 1) == pytest.approx(log(3.0) - 62 * log(2), abs=1e-9)


@pytest.mark.parametrize(("n", "tolerance"), [(2, 1e-9), (1000, 1e-9), (5000, 5e-9)])
def test_rounding_grows_with_the_cases_from_a_thousand_on(n, tolerance):
    scores = set_scores(coded_cases([[0, 1], [1, 1]], [n - 1.0, 1.0], [2, 2]))
    assert scores.tolerance == pytest.approx(tolerance, rel=1e-12)


def test_equal_rows_are_added_up_and_group_labels_refine():
    labels, first = kernel_bdeu.group_labels(np.array([[5, 1], [2, 9], [5, 1], [5, 0]]))
    assert labels.tolist() == [2, 0, 2, 1]
    assert first.tolist() == [1, 3, 0]
    cases = coded_cases([[1, 1], [0, 1], [1, 1], [1, 0]], [1, 1, 2, 0], [2, 2])
    assert cases.codes.tolist() == [[0, 1], [1, 1]]
    assert cases.weights.tolist() == [1.0, 3.0]


def test_too_many_measures_are_refused():
    with pytest.raises(kernel_bdeu.NetworkDataError, match="must be 1 to 62"):
        coded_cases(np.zeros((2, 63), int), [1, 1], [2] * 63)


def test_many_orders_of_many_rows_are_grouped_in_little_memory(monkeypatch):
    rng = np.random.default_rng(3)
    cases = coded_cases(rng.integers(0, 40, size=(60, 4)), np.full(60, 0.5), [720] * 4)
    expected = set_scores(cases).values
    monkeypatch.setattr(kernel_bdeu, "_MAX_SCRATCH", 0)
    np.testing.assert_allclose(set_scores(cases).values, expected, rtol=1e-12)


@pytest.mark.parametrize("shape", [(30, 3), (1, 2), (5, 0), (0, 2)])
def test_rows_are_grouped_in_their_order_and_found_again(shape):
    rows = np.random.default_rng(1).integers(-2, 2, size=shape)
    labels, first = kernel_bdeu.group_labels(rows)
    different = sorted(set(map(tuple, rows.tolist())))
    assert labels.tolist() == [different.index(tuple(row)) for row in rows.tolist()]
    assert first.tolist() == [rows.tolist().index(list(row)) for row in different]
    listed = rows[first][::-1]
    found = kernel_bdeu.matching_rows(listed, np.concatenate([rows, np.full((1, shape[1]), 7)]))
    wanted = [different[::-1].index(tuple(row)) for row in rows.tolist()]
    assert found.tolist() == [*wanted, -1] or shape[1] == 0
