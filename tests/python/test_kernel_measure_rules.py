"""Rules of groups of measures, by brute force."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from jointstats.evidence import outcomes as codes
from jointstats.evidence import scores

outcomes = st.integers(1, 6).flatmap(
    lambda m: arrays(np.int64, st.tuples(st.integers(1, 8), st.just(m)), elements=st.integers(0, 2))
)


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


@given(outcomes)
@settings(deadline=None, max_examples=40)
def test_swapping_mirrors_and_the_order_of_measures_is_nothing(seen):
    m = seen.shape[1]
    for rule in rules_of(m):
        np.testing.assert_array_equal(
            scores.verdicts(codes.mirrored(seen), rule), codes.mirrored(scores.verdicts(seen, rule))
        )
        np.testing.assert_array_equal(
            scores.verdicts(seen[:, ::-1], rule), scores.verdicts(seen, rule)
        )


@given(outcomes)
@settings(deadline=None, max_examples=40)
def test_rules_are_the_claims_that_are_there_already(seen):
    m = seen.shape[1]
    every = tuple(range(m))
    for k in range(m // 2 + 1, m + 1):
        claim = scores.Claim(better=every, at_least=k)
        np.testing.assert_array_equal(scores.verdicts(seen, k) == codes.BETTER, claim.holds(seen))
        np.testing.assert_array_equal(
            scores.verdicts(seen, k) == codes.WORSE, claim.holds(codes.mirrored(seen))
        )
    jointly = scores.Claim(better=every, not_worse=every, at_least=1)
    np.testing.assert_array_equal(
        scores.verdicts(seen, "jointly") == codes.BETTER, jointly.holds(seen)
    )


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
