"""Claims as scores of outcomes, and rules of groups of measures: every row, every filling."""

from __future__ import annotations

import itertools
from itertools import product

import numpy as np
import pytest

from jointstats.evidence import outcomes as codes
from jointstats.evidence import scores

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
    better, worse = list(row).count(codes.BETTER), list(row).count(codes.WORSE)
    if rule == "wins":
        return codes.BETTER if better > worse else codes.WORSE if worse > better else codes.EQUAL
    if rule == "jointly":
        if better and worse:
            return codes.EQUAL
        return codes.BETTER if better else codes.WORSE if worse else codes.EQUAL
    least = rule
    return codes.BETTER if better >= least else codes.WORSE if worse >= least else codes.EQUAL


@pytest.mark.parametrize("m", [1, 2, 3, 5])
def test_every_rule_on_all_outcomes(m):
    every = np.array(list(product(range(3), repeat=m)))
    for rule in rules_of(m):
        assert scores.verdicts(every, rule).tolist() == [by_hand(row, rule) for row in every]


@pytest.mark.parametrize("m", [1, 2, 3])
def test_extremes_are_those_of_all_that_may_be(m):
    for row in product(range(4), repeat=m):
        open_ = [
            (codes.BETTER, codes.EQUAL, codes.WORSE) if code == codes.MISSING else (code,)
            for code in row
        ]
        for rule in rules_of(m):
            found = {by_hand(one, rule) for one in product(*open_)}
            least, most = scores.extremes(row, rule)
            assert (int(most), int(least)) == (min(found), max(found))


@pytest.mark.parametrize(("m", "rule", "least"), [(4, 2, "2"), (3, 1, "1.5"), (3, 4, "1.5")])
def test_a_number_of_measures_that_both_could_reach_or_none_is_no_rule(m, rule, least):
    with pytest.raises(scores.InvalidRuleError, match=f"a number above {least} and up to {m}"):
        scores.verdicts([[0] * m], rule)
