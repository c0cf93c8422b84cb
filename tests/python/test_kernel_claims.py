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
from voters import corrected, voters_of

from jointstats.claims import kernel_pairs, kernel_states
from jointstats.evidence import order_statistics, outcomes, scores, votes

RANDOM = [case for case in VERDICTS if "values" in case]


def outcomes_of(case):
    values = np.array(
        [[[np.nan if x is None else x for x in row] for row in one] for one in case["values"]]
    )
    rope = np.array([width or 0.0 for width in case["rope"]])
    real = np.array([width is not None for width in case["rope"]])
    seen = outcomes.pair_outcomes(values, rope, [(row["a"], row["b"]) for row in case["pairs"]])
    seen[(seen == 1) & ~real] = scores.UNKNOWN
    return seen, rope, real


def decided(case, alpha=0.05):
    seen, rope, real = outcomes_of(case)
    units = None if case["families"] is None else votes.Units(np.array(case["families"]))
    counts, p = kernel_pairs.claims_of_pairs(seen, rope > 0, units)
    adjusted = corrected(counts, p, rope, zero=real, families=units is not None)
    return counts, p, adjusted, kernel_states.states_of_pairs(counts, adjusted, alpha)


def numbers(nested):
    flat = np.ravel(np.array(nested, dtype=object))
    return np.array([np.nan if x is None else x for x in flat], dtype=float)


@pytest.mark.parametrize("case", RANDOM, ids=lambda case: case["name"])
def test_p_values_counts_and_states_are_those_of_an_independent_program(case):
    counts, p, adjusted, found = decided(case)
    several = len(case["rope"]) > 1
    for i, row in enumerate(case["pairs"]):
        for k, name in enumerate(("not_worse", "more_often", "most")):
            np.testing.assert_allclose(
                p.measures[i, :, :, k].ravel(), numbers(row["p"][name]), rtol=0, atol=1e-12
            )
        np.testing.assert_allclose(p.equal[i], numbers(row["p"]["equal"]), rtol=0, atol=1e-12)
        if several:
            for k, name in enumerate(("joint_more_often", "joint_most")):
                np.testing.assert_allclose(
                    p.joint[i, :, k], numbers(row["p"][name]), rtol=0, atol=1e-12
                )
                assert (adjusted.joint[i, :, k] <= 0.05).tolist() == row["shown"][name]
        for k, name in ((1, "more_often"), (2, "most")):
            shown = adjusted.measures[i, :, :, k] <= 0.05
            assert shown.tolist() == row["shown"][name]
        assert counts.wins[i].tolist() == row["wins"]
        assert counts.dominates[i].tolist() == row["dominates"]
        if row["votes"] is not None:
            assert counts.win_votes[i].tolist() == row["votes"]
            assert counts.dominating_votes[i].tolist() == row["dominating_votes"]
        assert kernel_states.STATES[found.state[i]] == row["state"]
        winner = None if found.side[i] < 0 else (row["a"], row["b"])[found.side[i]]
        assert winner == row["winner"]


def test_tails_are_those_of_the_binomial_distribution():
    for yes, no in itertools.product(range(12), repeat=2):
        exact = binom.sf(yes - 1, yes + no, 0.5)
        assert votes.tail(yes, no) == pytest.approx(exact, abs=1e-13)


def test_a_family_has_one_vote():
    seen = np.array([[[0], [0], [0], [2], [2], [0]]], dtype=np.int8)
    units = votes.Units(np.array([0, 0, 0, 0, 1, 2]))
    _, p = kernel_pairs.claims_of_pairs(seen, [False], units)
    assert p.measures[0, 0, 0, kernel_pairs.MORE_OFTEN] == votes.tail(2, 1)


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


def false_claim(counts_of_signs, alpha):
    """Whether a two-sided question shows anything, by the number of wins of each side."""
    wins, losses = counts_of_signs
    seen = np.array([[0] * wins + [2] * losses], dtype=np.int8)[..., None]
    counts, p = kernel_pairs.claims_of_pairs(seen, [False])
    return bool((corrected(counts, p, [0]).measures[..., kernel_pairs.MORE_OFTEN] <= alpha).any())


@pytest.mark.parametrize("n", [7, 20, 41, 80])
def test_one_question_errs_at_most_at_alpha_by_enumeration(n):
    """Two equal algorithms, one measure: the sum over all numbers of wins."""
    wrong = sum(binom.pmf(k, n, 0.5) for k in range(n + 1) if false_claim((k, n - k), 0.05))
    assert 0 < wrong <= 0.05


@given(st.integers(0, 2**31), st.integers(1, 3), st.booleans())
@settings(max_examples=60, deadline=None)
def test_swapping_the_algorithms_mirrors_everything(seed, m, families):
    rng = np.random.default_rng(seed)
    seen = rng.choice(6, size=(4, 17, m), p=[0.35, 0.15, 0.25, 0.1, 0.1, 0.05]).astype(np.int8)
    units = votes.Units(rng.integers(0, 9, 17)) if families else None
    positive = rng.random(m) < 0.5
    one = kernel_pairs.claims_of_pairs(seen, positive, units)
    two = kernel_pairs.claims_of_pairs(scores.mirrored(seen), positive, units)
    np.testing.assert_array_equal(one[1].measures, two[1].measures[:, :, ::-1])
    np.testing.assert_array_equal(one[1].joint, two[1].joint[:, ::-1])
    np.testing.assert_array_equal(one[1].equal, two[1].equal)
    first = kernel_states.states_of_pairs(one[0], corrected(*one, positive, families=families), 0.2)
    second = kernel_states.states_of_pairs(
        two[0], corrected(*two, positive, families=families), 0.2
    )
    np.testing.assert_array_equal(first.state, second.state)
    sided = first.side >= 0
    np.testing.assert_array_equal(first.side[sided], 1 - second.side[sided])


@given(st.integers(0, 2**31), st.integers(1, 3))
@settings(max_examples=60, deadline=None)
def test_a_stronger_claim_has_the_larger_p(seed, m):
    rng = np.random.default_rng(seed)
    seen = rng.choice(rng.choice([5, 6]), size=(6, 15, m)).astype(np.int8)
    units = votes.Units(rng.integers(0, 7, 15))
    for one in (None, units):
        _, p = kernel_pairs.claims_of_pairs(seen, [True] * m, one)
        steps = np.diff(p.measures, axis=-1)
        assert (steps[..., 1] >= -1e-15).all()
        # "Not worse" of a group does not follow from "more often".
        assert (seen == scores.MIXED).any() or (steps[..., 0] >= -1e-15).all()
        if m > 1:
            assert (np.diff(p.joint, axis=-1) >= -1e-15).all()


@given(st.integers(0, 2**31), st.integers(1, 3), st.integers(2, 3))
@settings(max_examples=200, deadline=None)
def test_more_of_the_same_data_turns_no_win_into_a_trade_off_or_a_loss(seed, m, times):
    rng = np.random.default_rng(seed)
    share = rng.dirichlet([1, 0.3, 0.7], size=m)
    seen = np.stack([rng.choice(3, size=(3, 24), p=one) for one in share], axis=-1)
    seen = seen.astype(np.int8)
    before = kernel_states.states_of_pairs(*_claims(seen), 0.05)
    after = kernel_states.states_of_pairs(*_claims(np.concatenate([seen] * times, axis=1)), 0.05)
    for i in np.flatnonzero(before.state == kernel_states.WIN):
        assert after.state[i] == kernel_states.WIN
        assert after.side[i] == before.side[i]


def _claims(seen):
    counts, p = kernel_pairs.claims_of_pairs(seen, [False] * seen.shape[2])
    return counts, corrected(counts, p, np.zeros(seen.shape[2]))


def brute_force_states(counts, p, alpha):
    """The table of definitions, pair by pair and line by line: all states whose line applies."""
    first_that_apply = []
    for i in range(len(counts.n)):
        shown = p.measures[i] <= alpha
        equal, joint = p.equal[i] <= alpha, p.joint[i, :, 0] <= alpha
        m = len(equal)
        better = [[shown[j, s, 1] or shown[j, s, 2] for j in range(m)] for s in (0, 1)]
        ahead = [[better[s][j] and not equal[j] for j in range(m)] for s in (0, 1)]

        def more(one, two, s):
            return one[s] > one[1 - s] or two[s] > two[1 - s]

        leads = [
            any(
                more(counts.wins[i, j], counts.win_votes[i, j], s) and not equal[j]
                for j in range(m)
            )
            for s in (0, 1)
        ]
        often = [more(counts.dominates[i], counts.dominating_votes[i], s) for s in (0, 1)]
        lines = [("practically equal", -1, all(equal)),
                 ("trade-off", -1, any(ahead[0]) and any(ahead[1]))]  # fmt: skip
        for s, r in ((0, 1), (1, 0)):
            everywhere = any(better[s]) and all(
                b or e for b, e in zip(better[s], equal, strict=True)
            )
            jointly = joint[s] and not any(ahead[r]) and not leads[r]
            lines.append(("win", s, (everywhere or jointly) and not often[r]))
        for s, r in ((0, 1), (1, 0)):
            lines.append(("ahead", s, any(ahead[s]) and not leads[r] and not joint[r]))
        for s, r in ((0, 1), (1, 0)):
            lines.append(("possible trade-off", -1, any(ahead[s]) and (leads[r] or joint[r])))
        lines += [("jointly better", s, joint[s]) for s in (0, 1)]
        lines.append(("not worse", -1, shown.any() or equal.any()))
        lines.append(("open", -1, True))
        first_that_apply.append(next((name, side) for name, side, applies in lines if applies))
    return first_that_apply


def random_outcomes(rng, tables):
    """Random outcomes of pairs, half of them in families, some measures with a rope."""
    m, n = int(rng.integers(1, 4)), int(rng.integers(5, 41))
    share = rng.dirichlet([1, 1, 0.6, 0.1], size=m)
    seen = np.stack([rng.choice(4, size=(tables, n), p=one) for one in share], axis=-1)
    units = votes.Units(rng.integers(0, max(n // 2, 2), n)) if rng.random() < 0.5 else None
    return seen.astype(np.int8), rng.random(m) < 0.5, units


@pytest.mark.parametrize(
    "rounds", [20, pytest.param(600, marks=pytest.mark.thorough)]
)  # 50 tables each
def test_every_table_is_in_the_state_of_the_definitions(rounds):
    rng, seen_states, opposed = np.random.default_rng(41), set(), 0
    for _ in range(rounds):
        seen, positive, units = random_outcomes(rng, 50)
        counts, p = kernel_pairs.claims_of_pairs(seen, positive, units)
        # Each table by itself, as one pair: without a correction for the others.
        one = voters_of(counts, positive).chains.weights.sum() / len(seen)
        alone = kernel_pairs.PairClaims(p.measures * one, p.equal * one, p.joint * one, p.groups)
        found = kernel_states.states_of_pairs(counts, alone, 0.05)
        expected = brute_force_states(counts, alone, 0.05)
        given = [
            (kernel_states.STATES[k], int(s)) for k, s in zip(found.state, found.side, strict=True)
        ]
        assert given == expected
        seen_states |= {name for name, _ in given}
        for i in np.flatnonzero(found.state == kernel_states.AHEAD):
            loser, unequal = 1 - found.side[i], ~found.equal[i]
            more = counts.wins[i, :, loser] > counts.wins[i, :, 1 - loser]
            assert not (more & unequal).any()
        opposed += (found.not_worse & found.better[..., ::-1]).sum()
    assert opposed == 0
    assert rounds < 100 or seen_states == set(kernel_states.STATES)


@pytest.mark.parametrize("rounds", [20, pytest.param(600, marks=pytest.mark.thorough)])
def test_doubled_data_turn_a_win_into_a_win_or_practical_equality(rounds):
    rng, kept = np.random.default_rng(42), 0
    for _ in range(rounds):
        seen, positive, _ = random_outcomes(rng, 50)
        one, two = (
            kernel_states.states_of_pairs(counts, corrected(counts, p, positive), 0.05)
            for counts, p in (
                kernel_pairs.claims_of_pairs(x, positive) for x in (seen, np.tile(seen, (1, 2, 1)))
            )
        )
        won = one.state == kernel_states.WIN
        kept += won.sum()
        assert np.isin(two.state[won], (kernel_states.WIN, kernel_states.EQUAL_STATE)).all()
        again = won & (two.state == kernel_states.WIN)
        assert (two.side[again] == one.side[again]).all()
    assert kept > rounds


@given(st.integers(0, 2**31))
@settings(max_examples=60, deadline=None)
def test_an_unknown_result_never_lowers_a_p(seed):
    rng = np.random.default_rng(seed)
    seen = rng.choice(3, size=(5, 14, 2)).astype(np.int8)
    hidden = np.where(rng.random(seen.shape) < 0.2, scores.UNKNOWN, seen).astype(np.int8)
    _, known = kernel_pairs.claims_of_pairs(seen, [True, True])
    _, unknown = kernel_pairs.claims_of_pairs(hidden, [True, True])
    for name in ("measures", "equal", "joint"):
        assert (getattr(unknown, name) >= getattr(known, name) - 1e-15).all()
