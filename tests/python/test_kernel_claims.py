"""Claims, votes, the step-down and states, against an independent program and by enumeration."""

from __future__ import annotations

import itertools
from functools import reduce
from operator import add

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from references import VERDICTS
from scipy.stats import binom
from voters import outcomes_of

from jointstats.claims import kernel_pairs
from jointstats.evidence import order_statistics, scores, votes

RANDOM = [case for case in VERDICTS if "values" in case]


def numbers(nested):
    flat = np.ravel(np.array(nested, dtype=object))
    return np.array([np.nan if x is None else x for x in flat], dtype=float)


@pytest.mark.parametrize("case", RANDOM, ids=lambda case: case["name"])
def test_p_values_and_votes_are_those_of_an_independent_program(case):
    seen, rope, _ = outcomes_of(case)
    units = None if case["families"] is None else votes.Units(np.array(case["families"]))
    counts, p = kernel_pairs.claims_of_pairs(seen, rope > 0, units)
    for i, row in enumerate(case["pairs"]):
        known = {name: numbers(x) for name, x in row["p"].items()}
        for k, name in enumerate(("not_worse", "more_often", "most")):
            np.testing.assert_allclose(
                p.measures[i, :, :, k].ravel(), known[name], rtol=0, atol=1e-12
            )
        np.testing.assert_allclose(p.equal[i], known["equal"], rtol=0, atol=1e-12)
        if len(rope) > 1:
            for k, name in enumerate(("joint_more_often", "joint_most")):
                np.testing.assert_allclose(p.joint[i, :, k], known[name], rtol=0, atol=1e-12)
        if row["votes"] is not None:
            assert counts.win_votes[i].tolist() == row["votes"]
            assert counts.dominating_votes[i].tolist() == row["dominating_votes"]


def test_tails_are_those_of_the_binomial_distribution():
    for yes, no in itertools.product(range(12), repeat=2):
        exact = binom.sf(yes - 1, yes + no, 0.5)
        assert votes.tail(yes, no) == pytest.approx(exact, abs=1e-13)


def test_units_are_families_only_where_one_has_two_data_sets():
    units = votes.Units(np.array([2, 0, 2, 1, 0]))
    assert (units.n, units.n_families, units.shared.tolist()) == (3, 3, [2, 0, 2, -1, 0])
    assert units.families_of(np.array([True, False, False, True, False])) == 2
    assert units.sums(np.array([1, -1, 1, 0, 1], dtype=np.int8)).tolist() == [0, 0, 2]
    alone = votes.Units(np.array([2, 0, 1]))
    assert (alone.n, alone.n_families, alone.families_of(np.ones(3, bool))) == (3, None, None)
    assert alone.sums(np.array([1, 0, -1], dtype=np.int8)).tolist() == [1, 0, -1]


@pytest.mark.parametrize("sizes", [None, (1,), (1, 2, 3), (40, 70, 1, 64)])
@pytest.mark.parametrize("m", [1, 3])
def test_votes_are_those_of_the_scores_of_each_data_set(sizes, m, monkeypatch):
    """Data sets as bits, 8 or 64 of them at a time, against one score after the other."""
    rng = np.random.default_rng(6)
    n = 175
    seen = rng.choice(
        9, size=(5, n, m), p=[0.4, 0.15, 0.23, 0.1, 0.04, 0.02, 0.02, 0.02, 0.02]
    ).astype(np.int8)
    units = None
    if sizes is not None:
        families = np.repeat(np.arange(n), np.resize(sizes, n))[:n]
        units = votes.Units(rng.permutation(families))
    found = kernel_pairs.votes_of_pairs(seen, units)
    for side, one in enumerate((seen, scores.mirrored(seen))):
        for k, score in enumerate((scores.not_worse, scores.more_often, scores.most)):
            for j in range(m):
                cast = votes.votes(score(one[..., j]), units)[:, :2]
                assert found.measures[:, j, side, k].tolist() == cast.tolist()
        for k, score in enumerate((scores.jointly_more_often, scores.jointly_most)):
            assert (
                found.joint[:, side, k].tolist() == votes.votes(score(one), units)[:, :2].tolist()
            )
        assert found.counts.dominates[:, side].tolist() == scores.dominates(one).sum(1).tolist()
        assert found.counts.wins[..., side].tolist() == (one == 0).sum(axis=1).tolist()
    for j in range(m):
        cast = votes.votes(scores.equal(seen[..., j]), units)[:, :2]
        assert found.equal[:, j].tolist() == cast.tolist()
    for name, code in (("equal", 1), ("unknown", 3), ("both_failed", 6)):
        assert getattr(found.counts, name).tolist() == (seen == code).sum(axis=1).tolist()
    assert found.counts.n.tolist() == (seen != 4).any(axis=2).sum(axis=1).tolist()
    monkeypatch.delattr(np, "bitwise_count", raising=False)  # NumPy 1 has none
    again = kernel_pairs.votes_of_pairs(seen, units)
    assert again.measures.tolist() == found.measures.tolist()
    assert again.joint.tolist() == found.joint.tolist()


@given(
    st.lists(
        st.lists(st.floats(-1e300, 1e300).map(lambda x: x if abs(x) > 1e-100 else 0.0), max_size=6),
        min_size=1,
        max_size=4,
    )
)
@settings(max_examples=100, deadline=None)
def test_moments_of_parts_are_those_of_the_whole(parts):
    made = [np.array(part, dtype=float).reshape(-1, 1, 1) for part in parts]
    total = reduce(add, [order_statistics.Moments.of(x) for x in made])
    whole = np.concatenate(made).ravel()
    assert total.n == len(whole)
    if len(whole) > 1:
        scale = max(np.abs(whole).max(), 1e-300)
        small = whole / scale
        assert total.mean.item() / scale == pytest.approx(small.mean(), abs=1e-13)
        assert total.sd.item() / scale == pytest.approx(small.std(ddof=1), abs=1e-12)
