"""Outcomes, claims as scores of them, and rules of groups of measures, written out."""

from __future__ import annotations

import itertools
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jointstats.evidence import extensions, outcomes, scores, statements

BETTER, EQUAL, WORSE = outcomes.BETTER, outcomes.EQUAL, outcomes.WORSE
ALL = np.array(list(itertools.product(range(3), repeat=3)))

CLAIMS = [
    (scores.Claim(better=(0, 1, 2)), lambda a, b, c: a == b == c == 0),
    (scores.Claim(equal=(0,), better=(1,)), lambda a, b, c: a == 1 and b == 0),
    (scores.Claim(not_worse=(0, 2)), lambda a, b, c: a < 2 and c < 2),
    (scores.Claim(better=(0, 1, 2), at_least=2), lambda a, b, c: (a, b, c).count(0) >= 2),
    (
        scores.Claim(better=(0, 1, 2), not_worse=(0, 1, 2), at_least=1),
        lambda a, b, c: 0 in (a, b, c) and 2 not in (a, b, c),
    ),
    (scores.Claim(equal=(0, 1)), lambda a, b, c: a == b == 1),
    (scores.Claim(equal=(1,), not_worse=(1,)), lambda a, b, c: b == 1),
    (scores.Claim(better=(0, 1), equal=(1,), at_least=1), lambda a, b, c: a == 0 and b == 1),
]


@pytest.mark.parametrize(("claim", "definition"), CLAIMS)
def test_claims_on_every_result(claim, definition):
    holds = np.array([definition(*row) for row in ALL.tolist()])
    opposite = np.array([definition(*(2 - row).tolist()) for row in ALL])
    np.testing.assert_array_equal(claim.holds(ALL), holds)
    np.testing.assert_array_equal(claim.holds(scores.mirrored(ALL)), opposite)
    np.testing.assert_array_equal(claim.score(ALL), np.where(holds, 1, -1))
    np.testing.assert_array_equal(claim.against(ALL), holds.astype(int) - opposite)
    assert claim.own_opposite == (holds == opposite).all()


@pytest.mark.parametrize("claim", [claim for claim, _ in CLAIMS if claim.at_least is None])
def test_what_is_unknown_is_read_at_worst_and_at_best(claim):
    """Of all fillings of what is unknown: the least score, and the largest."""
    seen = np.array(list(itertools.product((0, 1, 2, scores.UNKNOWN), repeat=3)))
    for row in seen:
        fillings = np.array(
            list(
                itertools.product(
                    *[(0, 1, 2) if x == scores.UNKNOWN else (x,) for x in row.tolist()]
                )
            )
        )
        score, against = claim.score(fillings), claim.against(fillings)
        assert (claim.score(row), claim.best_score(row)) == (score.min(), score.max())
        # Whether the claim holds and whether its opposite does is each read at worst.
        assert claim.against(row) <= against.min() and claim.best_against(row) >= against.max()


def test_an_absent_measure_says_nothing_if_it_is_named():
    claim = scores.Claim(better=(0,), not_worse=(1,))
    seen = [[0, 0, scores.ABSENT], [0, scores.ABSENT, 0], [scores.ABSENT, 2, 0], [2, 0, 0]]
    assert claim.present(seen).tolist() == [True, False, False, True]
    for score in (claim.score, claim.best_score):
        assert score(seen).tolist() == [1, 0, 0, -1]
    for score in (claim.against, claim.best_against):
        assert score(seen).tolist() == [1, 0, 0, 0]


def test_mixed_is_no_win_and_no_equality():
    seen = [[scores.MIXED], [0]]
    assert scores.Claim(better=(0,)).score(seen).tolist() == [-1, 1]
    assert scores.Claim(equal=(0,)).best_score(seen).tolist() == [-1, -1]


@pytest.mark.parametrize(
    "claim",
    [
        {},
        {"better": (0,), "equal": (0,)},
        {"better": (0, 1), "equal": (1,), "at_least": 2},
        {"better": (0,), "at_least": 2},
        {"better": (0,), "at_least": 0},
        {"equal": (0,), "at_least": 1},
    ],
)
def test_impossible_claims(claim):
    with pytest.raises(scores.InvalidClaimError):
        scores.Claim(**claim)


# --- Rules of groups of measures ------------------------------------------------------------------


def rules_of(m):
    return ["jointly", "wins", *range(m // 2 + 1, m + 1)]


def by_hand(row, rule):
    better, worse = list(row).count(BETTER), list(row).count(WORSE)
    if rule == "wins":
        return BETTER if better > worse else WORSE if worse > better else EQUAL
    if rule == "jointly":
        if better and worse:
            return EQUAL
        return BETTER if better else WORSE if worse else EQUAL
    least = rule
    return BETTER if better >= least else WORSE if worse >= least else EQUAL


@pytest.mark.parametrize("m", [1, 2, 3, 5])
def test_every_rule_on_all_outcomes(m):
    every = np.array(list(product(range(3), repeat=m)))
    for rule in rules_of(m):
        assert scores.verdicts(every, rule).tolist() == [by_hand(row, rule) for row in every]


@pytest.mark.parametrize("m", [1, 2, 3])
def test_extremes_are_those_of_all_that_may_be(m):
    for row in product(range(4), repeat=m):
        open_ = [(BETTER, EQUAL, WORSE) if code == outcomes.MISSING else (code,) for code in row]
        for rule in rules_of(m):
            found = {by_hand(one, rule) for one in product(*open_)}
            least, most = scores.extremes(row, rule)
            assert (int(most), int(least)) == (min(found), max(found))


# --- Outcomes and their counts --------------------------------------------------------------------


def one(x, y, sign=1, rope=0.0):
    return int(outcomes.outcomes([[[x, y]]], [sign], [rope])[0, 0])


@pytest.mark.parametrize(
    ("x", "y", "rope", "expected"),
    [
        (0.714, 0.7140000000000001, 0, EQUAL),
        (0.1 + 0.2, 0.3, 0, EQUAL),
        (0.7140001, 0.714, 0, BETTER),
        (0.714, 0.71400000001, 0, WORSE),
        (0.81, 0.80, 0.01, EQUAL),  # .81 − .80 exceeds .01 by 9e-18 in binary
        (0.811, 0.80, 0.01, BETTER),
        (0.79, 0.801, 0.01, WORSE),
        (1e-300, 2e-300, 0, WORSE),
        (0.0, 0.0, 0, EQUAL),
        (-1e6, -1e6 - 1e-3, 0, BETTER),
        (3.0, -np.inf, 0, BETTER),
        (-np.inf, -1e300, 0.1, WORSE),
        (-np.inf, -np.inf, 0, EQUAL),
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
    assert (outcomes.outcomes(values[:, None, :], [1], [0]) == EQUAL).all()


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
