"""Three outcomes, their counts and claims about them, against definitions written out."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jointstats.evidence import extensions, outcomes, statements


def one(x, y, sign=1, rope=0.0):
    return int(outcomes.outcomes([[[x, y]]], [sign], [rope])[0, 0])


@pytest.mark.parametrize(
    ("x", "y", "rope", "expected"),
    [
        (0.714, 0.7140000000000001, 0, outcomes.EQUAL),
        (0.1 + 0.2, 0.3, 0, outcomes.EQUAL),
        (0.7140001, 0.714, 0, outcomes.BETTER),
        (0.714, 0.71400000001, 0, outcomes.WORSE),
        (0.81, 0.80, 0.01, outcomes.EQUAL),  # .81 − .80 exceeds .01 by 9e-18 in binary
        (0.811, 0.80, 0.01, outcomes.BETTER),
        (0.79, 0.801, 0.01, outcomes.WORSE),
        (1e-300, 2e-300, 0, outcomes.WORSE),
        (0.0, 0.0, 0, outcomes.EQUAL),
        (-1e6, -1e6 - 1e-3, 0, outcomes.BETTER),
        (3.0, -np.inf, 0, outcomes.BETTER),
        (-np.inf, -1e300, 0.1, outcomes.WORSE),
        (-np.inf, -np.inf, 0, outcomes.EQUAL),
    ],
)
def test_one_outcome(x, y, rope, expected):
    assert one(x, y, rope=rope) == expected
    assert one(y, x, rope=rope) == 2 - expected
    assert one(-x, -y, sign=-1, rope=rope) == expected


def test_means_of_reordered_folds_are_equal():
    rng = np.random.default_rng(0)
    folds = rng.random((200, 450))
    shuffled = rng.permuted(folds, axis=1)
    values = np.stack([np.add.accumulate(f, axis=1)[:, -1] / 450 for f in (folds, shuffled)], -1)
    assert (values[:, 0] != values[:, 1]).any()
    assert (outcomes.outcomes(values[:, None, :], [1], [0]) == outcomes.EQUAL).all()


@given(st.lists(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=30))
@settings(max_examples=40, deadline=None)
def test_split_counts_are_those_of_the_statements(rows):
    seen = np.array(rows)
    values = np.stack([np.zeros(seen.shape), seen - 1.0], axis=-1)
    np.testing.assert_array_equal(outcomes.outcomes(values, [1] * 3, [0] * 3), seen)
    expected = statements.statement_counts(values, [1] * 3, [0] * 3)
    codes, weights = outcomes.outcome_counts(seen, [2, 2, 2])
    np.testing.assert_array_equal(codes, expected.codes)
    np.testing.assert_array_equal(weights, expected.weights)


@given(
    st.lists(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=30),
    st.tuples(*[st.sampled_from([2, 3])] * 3),
)
@settings(max_examples=40, deadline=None)
def test_mixed_counts_by_hand(rows, states):
    compatible = {2: {0: [0], 1: [0, 1], 2: [1]}, 3: {0: [0], 1: [1], 2: [2]}}
    expected: dict[tuple[int, ...], Fraction] = {}
    for row in rows:
        of = list(product(*(compatible[k][x] for k, x in zip(states, row, strict=True))))
        for code in of:
            expected[code] = expected.get(code, Fraction(0)) + Fraction(1, len(of))
    codes, weights = outcomes.outcome_counts(rows, states)
    assert list(map(tuple, codes.tolist())) == sorted(expected)
    assert weights.tolist() == [float(expected[c]) for c in sorted(expected)]
    turned, turned_weights = outcomes.outcome_counts(outcomes.mirrored(rows), states)
    np.testing.assert_array_equal(outcomes.mirrored(codes, states)[::-1], turned)
    np.testing.assert_array_equal(weights[::-1], turned_weights)


def test_too_many_split_ties_are_an_error_that_names_the_case(monkeypatch):
    monkeypatch.setattr(statements, "CASE_LIMIT", 15)
    with pytest.raises(extensions.ExpansionLimitError) as error:
        outcomes.outcome_counts([[0] * 4, [1] * 4], [2] * 4)
    assert error.value.case == 1
    assert outcomes.outcome_counts([[0] * 4, [1] * 4], [3] * 4)[1].tolist() == [1, 1]


def test_rows_of_split_ties_have_a_limit_of_their_own(monkeypatch):
    monkeypatch.setattr(statements, "TOTAL_LIMIT", 6)
    ties = np.ones((3, 2), dtype=int)
    rows = outcomes.expand_outcomes(ties, [2, 3])
    assert rows.case.tolist() == [0, 0, 1, 1, 2, 2]
    assert rows.codes.tolist() == [[0, 1], [1, 1]] * 3
    assert rows.weights.tolist() == [0.5] * 6
    monkeypatch.setattr(statements, "TOTAL_LIMIT", 5)
    with pytest.raises(extensions.ExpansionLimitError) as caught:
        outcomes.expand_outcomes(ties, [2, 3])
    assert (caught.value.n_expansions, caught.value.case) == (6, None)
