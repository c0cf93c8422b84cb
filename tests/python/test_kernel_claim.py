"""A claim about two algorithms as a score of outcomes: every row of them, every filling."""

import itertools

import numpy as np
import pytest

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
