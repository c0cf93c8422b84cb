"""Rules of groups of measures, by brute force."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from jointstats.kernels.claims.scores import Claim
from jointstats.kernels.joint.measure_rules import (
    InvalidRuleError,
    extremes,
    verdicts,
)
from jointstats.kernels.joint.outcomes import BETTER, EQUAL, MISSING, WORSE, mirrored

outcomes = st.integers(1, 6).flatmap(
    lambda m: arrays(np.int64, st.tuples(st.integers(1, 8), st.just(m)), elements=st.integers(0, 2))
)


def rules_of(m):
    return ["all", "some", "wins", *range(m // 2 + 1, m + 1)]


def by_hand(row, rule):
    better, worse = list(row).count(BETTER), list(row).count(WORSE)
    if rule == "wins":
        return BETTER if better > worse else WORSE if worse > better else EQUAL
    if rule == "some":
        if better and worse:
            return EQUAL
        return BETTER if better else WORSE if worse else EQUAL
    least = len(row) if rule == "all" else rule
    return BETTER if better >= least else WORSE if worse >= least else EQUAL


@pytest.mark.parametrize("m", [1, 2, 3, 5])
def test_every_rule_on_all_outcomes(m):
    every = np.array(list(product(range(3), repeat=m)))
    for rule in rules_of(m):
        assert verdicts(every, rule).tolist() == [by_hand(row, rule) for row in every]


@given(outcomes)
@settings(deadline=None, max_examples=40)
def test_swapping_mirrors_and_the_order_of_measures_is_nothing(seen):
    m = seen.shape[1]
    for rule in rules_of(m):
        np.testing.assert_array_equal(
            verdicts(mirrored(seen), rule), mirrored(verdicts(seen, rule))
        )
        np.testing.assert_array_equal(verdicts(seen[:, ::-1], rule), verdicts(seen, rule))


@given(outcomes)
@settings(deadline=None, max_examples=40)
def test_rules_are_the_claims_that_are_there_already(seen):
    m = seen.shape[1]
    every = tuple(range(m))
    for k in range(m // 2 + 1, m + 1):
        claim = Claim(better=every, at_least=k)
        np.testing.assert_array_equal(verdicts(seen, k) == BETTER, claim.holds(seen))
        np.testing.assert_array_equal(verdicts(seen, k) == WORSE, claim.holds(mirrored(seen)))
    some = Claim(better=every, not_worse=every, at_least=1)
    np.testing.assert_array_equal(verdicts(seen, "some") == BETTER, some.holds(seen))
    np.testing.assert_array_equal(verdicts(seen, "all"), verdicts(seen, m))


@pytest.mark.parametrize("m", [1, 2, 3])
def test_extremes_are_those_of_all_that_may_be(m):
    for row in product(range(4), repeat=m):
        open_ = [(BETTER, EQUAL, WORSE) if code == MISSING else (code,) for code in row]
        for rule in rules_of(m):
            found = {by_hand(one, rule) for one in product(*open_)}
            least, most = extremes(row, rule)
            assert (int(most), int(least)) == (min(found), max(found))


@pytest.mark.parametrize("rule", [2, 5, 0, "most"])
def test_a_rule_that_is_none(rule):
    with pytest.raises(InvalidRuleError, match="number above 2"):
        verdicts(np.zeros((3, 4), dtype=int), rule)


def test_answers_of_rules_are_bytes():
    least, most = extremes([[0, 0, 3]], "all")
    assert verdicts([[0, 0, 1]], 2).dtype == least.dtype == most.dtype == np.int8
