"""Claims of every pair at once, against one pair at a time, counting by hand, and SciPy."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.stats import binom

from jointstats.kernels.joint.ladder import ladder_counts, rung_p_values
from jointstats.kernels.joint.outcomes import Claim, mirrored
from jointstats.kernels.joint.pair_claims import (
    LADDERS,
    adjusted_family,
    claim_p_values,
    pair_counts,
    trade_off_p_values,
)

SWEEP, NOT_WORSE, OUTCOME, TRADE_OFF = range(len(LADDERS))

outcomes = hnp.arrays(
    np.int64,
    st.tuples(st.integers(1, 4), st.integers(1, 12), st.integers(1, 3)),
    elements=st.integers(0, 2),
)


def two_sided(count, trials):
    return min(1.0, 2 * binom.sf(count - 1, trials, 0.5))


@given(outcomes)
def test_counts_are_those_of_each_pair_alone(seen):
    found = pair_counts(seen)
    m = seen.shape[2]
    everything = tuple(range(m))
    clean = Claim(better=everything, not_worse=everything, at_least=1)
    for i, pair in enumerate(seen):
        alone = ladder_counts(pair)
        assert sorted(found.sweeps[i]) == [alone.reverse, alone.sweeps]
        assert found.clean[i].tolist() == [
            clean.holds(pair).sum(),
            clean.opposite_holds(pair).sum(),
        ]
        assert found.wins[i].tolist() == [
            [int((column == 0).sum()), int((column == 2).sum())] for column in pair.T
        ]
        times = Counter(tuple(row) for row in pair.tolist() if set(row) not in ({0}, {2}))
        most = sorted(times.items(), key=lambda item: (-item[1], item[0]))[:2]
        count = [number for _, number in most] + [0, 0]
        assert [found.outcome_count[i], found.next_outcome[i]] == count[:2]
        assert found.outcome[i].tolist() == (list(most[0][0]) if most else [-1] * m)


@given(outcomes)
def test_p_values_are_those_of_the_binomial_distribution(seen):
    n, p = seen.shape[1], claim_p_values(pair_counts(seen))
    for i, pair in enumerate(seen):
        one = ladder_counts(pair)
        fewest = one.wins.min()
        rungs = rung_p_values(one.sweeps, one.reverse, one.runner_up, fewest, n)
        np.testing.assert_allclose(p[i, SWEEP], rungs, atol=1e-12)
        clean = np.sort(pair_counts(pair[None]).clean[0])
        assert p[i, NOT_WORSE, 0] == pytest.approx(two_sided(clean[1], clean.sum()), abs=1e-12)
        assert p[i, NOT_WORSE, 1] == pytest.approx(two_sided(clean[1], n), abs=1e-12)
        times = Counter(map(tuple, pair.tolist())).most_common()
        if len(set(times[0][0])) == 1 and times[0][0][0] != 1:
            assert p[i, OUTCOME, 0] == 1  # a sweep is the most frequent
        else:
            second = times[1][1] if len(times) > 1 else 0
            first = times[0][1] if times[0][1] > second else 0
            expected = two_sided(first, first + second) if first else 1.0
            assert p[i, OUTCOME, 0] == pytest.approx(expected, abs=1e-12)
    assert (p[:, OUTCOME, 1] >= p[:, OUTCOME, 0]).all()
    assert (p[:, NOT_WORSE, 1] >= p[:, NOT_WORSE, 0]).all()


def test_a_trade_off_needs_a_clear_measure_for_each_side():
    table = np.array([[[0, 2, 0]] * 9 + [[0, 2, 2]] * 9 + [[2, 0, 0]] * 2])
    p, by_measure = trade_off_p_values(pair_counts(table))
    eighteen = binom.sf(17, 20, 0.5)
    np.testing.assert_allclose(by_measure[0, :2], 6 * eighteen, rtol=1e-12)
    assert p[0] == pytest.approx(6 * eighteen, rel=1e-12)
    one_side = np.array([[[0, 0, 0]] * 9 + [[0, 0, 2]] * 9])
    assert trade_off_p_values(pair_counts(one_side))[0][0] == 1


@given(outcomes)
def test_exchanging_the_algorithms_changes_sides_only(seen):
    one, other = pair_counts(seen), pair_counts(mirrored(seen))
    np.testing.assert_array_equal(one.sweeps, other.sweeps[:, ::-1])
    np.testing.assert_array_equal(claim_p_values(one), claim_p_values(other))


@given(outcomes, st.randoms(use_true_random=False))
def test_the_sequence_of_data_sets_measures_and_pairs_does_not_matter(seen, random):
    pairs, cases, measures = (random.sample(range(k), k) for k in seen.shape)
    family = adjusted_family(pair_counts(seen), equal=True, singles=[0.03])
    moved = adjusted_family(
        pair_counts(seen[np.ix_(pairs, cases, measures)]), equal=True, singles=[0.03]
    )
    np.testing.assert_allclose(family.adjusted[pairs], moved.adjusted, atol=1e-12)
    np.testing.assert_allclose(family.measures_p[np.ix_(pairs, measures)], moved.measures_p)
    np.testing.assert_allclose(family.singles, moved.singles)


def test_ladders_that_say_nothing_new_have_no_part_of_the_level():
    one = pair_counts(np.zeros((1, 8, 1), dtype=int))
    plain = adjusted_family(one, equal=False, alpha=0.04)
    np.testing.assert_allclose(plain.adjusted[0, SWEEP], 2 * 0.5**8)
    assert plain.p[0, 1:].tolist() == plain.adjusted[0, 1:].tolist() == [[1.0] * 4] * 3
    assert plain.level[0].tolist() == [[0.04] * 4] + [[0.0] * 4] * 3
    several = pair_counts(np.zeros((1, 8, 2), dtype=int))
    # Sweep has four of six parts, the outcome and the trade-off one each.
    assert adjusted_family(several, equal=False).adjusted[0, SWEEP, 0] == pytest.approx(
        2 * 0.5**8 * 6 / 4
    )
    assert adjusted_family(several, equal=True).adjusted[0, SWEEP, 0] == pytest.approx(
        2 * 0.5**8 * 7 / 4
    )


def test_a_finished_ladder_passes_its_level_on():
    table = np.stack([np.zeros((40, 1), int), np.repeat([0, 2], [30, 10])[:, None]])
    alone = adjusted_family(pair_counts(table[1:]), equal=False).adjusted[0, SWEEP, 0]
    together = adjusted_family(pair_counts(table), equal=False).adjusted[1, SWEEP, 0]
    assert together == pytest.approx(alone, rel=1e-12)
    assert alone == pytest.approx(two_sided(30, 40), rel=1e-12)


def test_single_questions_weigh_as_much_as_a_pair():
    one = pair_counts(np.ones((1, 8, 1), dtype=int))
    found = adjusted_family(one, equal=False, singles=[0.01, 0.5])
    np.testing.assert_allclose(found.singles, [0.03, 1.0])


def test_more_measures_than_one_number_holds():
    rng = np.random.default_rng(0)
    seen = rng.integers(0, 3, (2, 6, 3))
    wide = np.concatenate([seen, np.ones((2, 6, 40), dtype=int)], axis=2)
    narrow = np.concatenate([seen, np.ones((2, 6, 1), dtype=int)], axis=2)
    few, many = pair_counts(narrow), pair_counts(wide)
    np.testing.assert_array_equal(few.outcome_count, many.outcome_count)
    np.testing.assert_array_equal(few.outcome[:, :3], many.outcome[:, :3])


@pytest.mark.parametrize("m", [38, 39, 40, 41])
def test_the_last_of_all_outcomes_is_counted(m):
    seen = np.full((1, 7, m), 2)
    seen[:, :6, -1] = 1
    seen[:, 6, 0] = 0
    found = pair_counts(seen)
    assert (found.outcome_count.tolist(), found.next_outcome.tolist()) == ([6], [1])
    assert found.outcome.tolist() == [[2] * (m - 1) + [1]]


@given(outcomes, st.integers(0, 2**32 - 1))
def test_ties_that_may_hide_a_difference_are_counted_at_worst(seen, seed):
    """However they are resolved, the claims about who leads have no larger p-values."""
    rng = np.random.default_rng(seed)
    sure = rng.random(seen.shape[2]) < 0.5
    counts = pair_counts(seen, sure)
    worst = claim_p_values(counts)
    hidden = (seen == 1) & ~sure
    resolved = pair_counts(np.where(hidden, rng.integers(0, 3, seen.shape), seen))
    p = claim_p_values(resolved)
    for i in range(len(seen)):
        for ladder, (name, rungs) in enumerate((("sweeps", (0, 1, 3)), ("clean", (0, 1)))):
            before, after = getattr(counts, name)[i], getattr(resolved, name)[i]
            if before[0] == before[1] or after[0] == after[1]:
                continue
            if before.argmax() == after.argmax():
                assert (worst[i, ladder, list(rungs)] >= p[i, ladder, list(rungs)] - 1e-12).all()
        same = (counts.outcome[i] == resolved.outcome[i]).all()
        if same and counts.outcome_count[i]:
            assert (worst[i, OUTCOME, :2] >= p[i, OUTCOME, :2] - 1e-12).all()


def test_hidden_ties_by_hand():
    # First measure has a rope, the second none: "+=" may be "+-", "==" on the second may be "--".
    table = np.array([[[0, 0]] * 9 + [[0, 1]] * 3 + [[2, 1]] * 2 + [[1, 1]]])
    found = pair_counts(table, [True, False])
    assert found.sweeps.tolist() == [[9, 0]] and found.maybe_sweeps.tolist() == [[12, 2]]
    assert found.clean.tolist() == [[9, 0]] and found.maybe_clean.tolist() == [[13, 3]]
    assert found.hidden.tolist() == [6] and found.outcome_count.tolist() == [0]
    p = claim_p_values(found)[0]
    assert p[SWEEP, 0] == pytest.approx(two_sided(9, 11), rel=1e-12)
    assert p[SWEEP, 1] == pytest.approx(two_sided(9, 15), rel=1e-12)
    assert p[NOT_WORSE, 0] == pytest.approx(two_sided(9, 12), rel=1e-12)


def test_levels_by_hand():
    """Without a rope the parts are 4, 1 and 1 of 6; one more for a single question."""
    table = [[[0, 0]] * 10 + [[0, 2]] * 10 + [[2, 0]] * 10]  # sweeps p = 2 / 2^10, else nothing
    found = adjusted_family(pair_counts(table), equal=False, singles=[1.0], alpha=0.06)
    part = 0.03 * 4 / 6
    expected = [
        [part, 3 / 4 * part, part / 4, 0],
        [0] * 4,
        [part / 4, 0, 0, 0],
        [part / 4, 0, 0, 0],
    ]
    np.testing.assert_allclose(found.level[0], expected, rtol=1e-12)


def test_short_ladders_lack_rungs_but_a_trade_off_is_never_finished():
    p = claim_p_values(pair_counts([[[0, 1]] * 4]))[0]
    assert p.tolist() == [[1.0] * 4, [0.125, 0.125, 0, 0], [0.125, 0.125, 0, 0], [1.0, 0, 0, 1.0]]


def test_who_leads_by_sweeps_and_who_is_not_worse():
    table = [[[0, 1]] * 3 + [[2, 2]] * 2, [[0, 1]] * 5, [[0, 0]] * 2 + [[2, 1]] * 3]
    found = adjusted_family(pair_counts([*table[1:], table[0]]), equal=True)
    assert found.side.tolist() == [[-1, 0], [0, 1], [1, 0]]


def test_p_values_that_are_handed_over_stay_as_they_are():
    counts = pair_counts([[[0, 1]] * 8])
    p, (_, by_measure) = claim_p_values(counts), trade_off_p_values(counts)
    before = p.copy()
    found = adjusted_family(counts, equal=False, p_values=(p, by_measure))
    assert (p == before).all()
    alone = adjusted_family(counts, equal=False)
    assert found.p.tolist() == alone.p.tolist() != p.tolist()
