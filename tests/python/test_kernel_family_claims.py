"""Claims by sign flips of families: against all patterns, the plain tests, and worst ties."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.stats import binom

from jointstats.kernels.joint import subset_sums as sums_module
from jointstats.kernels.joint.agreement import agreement_within, mean_squares
from jointstats.kernels.joint.families import flip_test, leader_flips
from jointstats.kernels.joint.family_claims import (
    Shown,
    _Rivals,
    agreement_of_pairs,
    family_p_values,
)
from jointstats.kernels.joint.outcomes import EQUAL
from jointstats.kernels.joint.pair_claims import (
    LADDERS,
    adjusted_family,
    claim_p_values,
    pair_counts,
    trade_off_p_values,
)
from jointstats.kernels.joint.subset_sums import largest_below, subset_sums

SWEEP, NOT_WORSE, OUTCOME, TRADE_OFF = range(len(LADDERS))
CLUSTERS = np.array([0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 5])

tables = hnp.arrays(np.int64, (3, len(CLUSTERS), 2), elements=st.integers(0, 2))


def two_sided(differences):
    return flip_test(differences).p_value if sum(differences) > 0 else 1.0


def by_cluster(shown):
    return np.bincount(CLUSTERS, np.asarray(shown, dtype=float))


@given(hnp.arrays(np.int64, (2, 5), elements=st.integers(0, 4)), st.integers(-1, 12))
def test_sums_of_subsets_are_those_of_all_subsets(sizes, most):
    below, at = subset_sums(sizes, [most, most])
    for row, low, equal in zip(sizes, below, at, strict=True):
        every = [float(np.dot(pick, row)) for pick in product((0, 1), repeat=5)]
        assert low == pytest.approx(sum(x < most for x in every if most >= 0) / 32)
        assert equal == pytest.approx(sum(x == most for x in every) / 32)


@pytest.mark.parametrize("width", [1, 10**9])
def test_rows_one_by_one_and_together_give_the_same(monkeypatch, width):
    rng = np.random.default_rng(1)
    sizes, most = rng.integers(0, 30, (20, 12)), rng.integers(-1, 150, 20)
    monkeypatch.setattr(sums_module, "_WIDE", width)
    below, at = subset_sums(sizes, most)
    every = np.array(list(product([0, 1], repeat=12))) @ sizes.T
    assert below == pytest.approx((every < most).mean(axis=0), abs=1e-15)
    assert at == pytest.approx((every == most).mean(axis=0), abs=1e-15)
    alone = [subset_sums(row[None], [limit]) for row, limit in zip(sizes, most, strict=True)]
    assert np.ravel(alone) == pytest.approx(np.column_stack([below, at]).ravel(), abs=1e-15)


def test_a_thousand_elements_and_more_are_no_more_than_a_double_holds():
    below, at = subset_sums(np.ones((1, 2500), dtype=int), [1250])
    assert below + at / 2 == pytest.approx(0.5, abs=1e-12)


def test_sums_on_a_grid_are_bounds_and_near(monkeypatch):
    rng = np.random.default_rng(2)
    sizes = rng.integers(0, 400, (30, 50))
    most = (sizes.sum(axis=1) * rng.uniform(0.15, 0.45, 30)).astype(int)
    below, at = subset_sums(sizes, most)
    monkeypatch.setattr(sums_module, "EXACT_SUM", 100)
    upper, _ = subset_sums(sizes, most)
    lower, _ = subset_sums(sizes, most, at_least=True)
    assert (upper >= below + at).all() and (lower <= below).all()
    large = below > 1e-18
    assert large.sum() > 20
    assert (upper[large] < 1.1 * (below + at)[large]).all()
    assert (lower[large] > 0.9 * below[large]).all()


@pytest.mark.parametrize("at_least", [False, True])
def test_sums_on_a_grid_are_as_near_as_they_are_said_to_be(at_least):
    """By all subsets: P(sum of whole cells <= limit in cells less half of the rest, +- t)."""
    sizes = np.random.default_rng(4).integers(10**5, 10**6, 12)
    every = np.array(list(product([0, 1], repeat=12)))
    for most in (every @ sizes)[[100, 700, 2000, 3000]] + 10**5:
        cell = (most - at_least) / 2**12
        whole = np.round(sizes / cell)
        rest = sizes / cell - whole
        t = np.sqrt(np.log(1e21) / 2 * (rest**2).sum())
        centre = 2**12 - rest.sum() / 2
        expected = (every @ whole <= centre + (-t if at_least else t)).mean()
        found, at = subset_sums(sizes[None], [most], at_least=at_least)
        assert found.tolist() == [pytest.approx(expected, abs=2e-16)] and not at.any()


def test_sums_up_to_8192_are_exact():
    below, at = subset_sums([[4096, 4096, 1]] * 2, [8192, 8193])
    assert (below[0], at.tolist()) == (6 / 8, [1 / 8, 0.0])
    assert 1 - 1e-12 <= below[1] <= 1


def test_the_bound_of_hoeffding_is_one():
    rng = np.random.default_rng(3)
    sizes, most = rng.integers(0, 9, (200, 12)), rng.integers(0, 40, 200)
    below, at = subset_sums(sizes, most)
    assert (largest_below(sizes, most) >= below + at - 1e-12).all()


def test_no_sum_is_below_zero():
    assert largest_below([[1, 2], [1, 2]], [-1, 0]).tolist() == [0.0, pytest.approx(np.exp(-0.9))]
    assert subset_sums([[1, 2]], [-1])[0].tolist() == [0.0]


def test_the_bound_of_hoeffding_in_closed_form():
    sizes, most = [[4_000_000_000] * 3, [1, 0, 0], [0, 0, 0], [2, 1, 5]], [0, 0, 0, 6]
    assert largest_below(sizes, most) == pytest.approx([np.exp(-1.5), np.exp(-0.5), 1.0, 1.0])
    # a mean of 4, a limit of 1, squares of 30
    assert largest_below([[2, 1, 5]], [1]) == pytest.approx(np.exp(-2 * 3**2 / 30))
    assert largest_below([[2, 1, 5]], [3.5]) == pytest.approx(np.exp(-2 * 0.5**2 / 30))


def test_sums_of_which_some_are_exact_and_others_on_a_grid():
    """Of eighty large ones none is there with probability 2^-80, below the rest of 1e-21."""
    large = [10_000] * 80
    sizes, most = [large, [1, 1, *[0] * 78], large], [9000, 0, 9000]
    upper, at = subset_sums(sizes, most)
    assert upper.tolist() == pytest.approx([1e-21, 0.0, 1e-21], rel=1e-2)
    assert at.tolist() == [0.0, 0.25, 0.0]
    assert subset_sums(sizes, most, at_least=True)[0].tolist() == [0.0] * 3
    # one element of 4096 cells and .15 more, or less: that is within the error of rounding it
    assert subset_sums([[4_096_150]], [4_096_000])[0].tolist() == [1.0]
    lower, _ = subset_sums([[4_095_850]], [4_096_001], at_least=True)
    assert lower.tolist() == [0.5]
    # every sum is a number of whole cells: 1 for the limit, its own 2^-1, and none of it
    assert subset_sums([[12_288]], [12_289], at_least=True)[0].tolist() == [1.0]
    assert subset_sums([[12_288]], [12_288], at_least=True)[0] < 0.51
    assert subset_sums([[12_288]], [12_288])[0].tolist() == [1.0]


@pytest.mark.parametrize("number", [999, 1000, 1001, 1999])
def test_halves_of_any_number_of_elements_are_counted(number):
    below, at = subset_sums(np.ones((1, number), dtype=int), [300])
    exact = binom(number, 0.5)
    assert below[0] == pytest.approx(exact.cdf(299), rel=1e-9)
    assert at[0] == pytest.approx(exact.pmf(300), rel=1e-9)


def test_few_rows_at_once_change_nothing(monkeypatch):
    rng = np.random.default_rng(0)
    sizes, most = rng.integers(0, 5, (40, 8)), rng.integers(-1, 12, 40)
    whole = subset_sums(sizes, most)
    monkeypatch.setattr(sums_module, "_AT_ONCE", 30)
    np.testing.assert_array_equal(whole, subset_sums(sizes, most))


@given(tables)
def test_single_data_sets_give_the_plain_p_values(seen):
    counts = pair_counts(seen)
    plain = claim_p_values(counts)
    p, measures_p = family_p_values(seen, counts, np.arange(len(CLUSTERS)))
    told = plain <= 0.5
    np.testing.assert_allclose(p[told], plain[told], rtol=1e-12)
    assert (p[~told] >= plain[~told] - 1e-12).all()
    plain_measures = trade_off_p_values(counts)[1]
    told = plain_measures <= 0.5
    np.testing.assert_allclose(measures_p[told], plain_measures[told], rtol=1e-12)


@settings(max_examples=60)
@given(tables)
def test_each_claim_is_its_own_sign_flip_test(seen):
    counts = pair_counts(seen)
    p, measures_p = family_p_values(seen, counts, CLUSTERS)
    for one, found, of_measures in zip(seen, p, measures_p, strict=True):
        first, second = ((one == code).all(axis=1) for code in (0, 2))
        if first.sum() != second.sum():
            lead, other, won = (
                (first, second, 0) if first.sum() > second.sum() else (second, first, 2)
            )
            assert found[SWEEP, 0] == pytest.approx(two_sided(by_cluster(lead) - by_cluster(other)))
            every = [two_sided(by_cluster(2 * (one[:, k] == won) - 1)) for k in range(2)]
            assert found[SWEEP, 2] == pytest.approx(max(every))
            assert found[SWEEP, 3] == pytest.approx(two_sided(by_cluster(2 * lead - 1)))
        codes = one @ [3, 1]
        n = np.zeros((6, 9))
        np.add.at(n, (CLUSTERS, codes), 1)
        leader = leader_flips(n, 9)
        alone = np.sum(n.sum(axis=0) == n.sum(axis=0).max()) == 1
        if alone and leader.leader in (0, 8):
            assert found[SWEEP, 1] == pytest.approx(leader.p_value)
        elif alone:
            assert found[OUTCOME, 0] == pytest.approx(leader.p_value)
            shown = by_cluster(2 * (codes == leader.leader) - 1)
            assert found[OUTCOME, 1] == pytest.approx(max(two_sided(shown), leader.p_value))
        clean = [
            (one != 2 - code).all(axis=1) & (one == code).any(axis=1) for code in (0, 2)
        ]  # fmt: skip
        d = by_cluster(clean[0]) - by_cluster(clean[1])
        assert found[NOT_WORSE, 0] == pytest.approx(flip_test(d).p_value)
        ahead = [max((0, 2), key=lambda x, k=k: (one[:, k] == x).sum()) for k in range(2)]
        alone_p = [two_sided(by_cluster(2 * (one[:, k] == ahead[k]) - 1)) / 2 for k in range(2)]
        assert of_measures.min() == pytest.approx(
            min(1.0, 4 * min(p if p < 0.5 else 1.0 for p in alone_p))
        )


def test_a_tie_that_may_hide_a_difference_counts_as_the_worst_that_it_can_be():
    rng = np.random.default_rng(4)
    compared = 0
    for _ in range(20):
        seen = rng.choice(3, (12, 2), p=[0.8, 0.02, 0.18])
        seen[rng.choice(12, 3, replace=False), 1] = EQUAL
        certain = np.array([True, False])
        counts = pair_counts(seen[None], certain)
        worst, _ = family_p_values(seen[None], counts, CLUSTERS, certain)
        side = int(np.argmax(counts.sweeps[0]))
        hidden = np.flatnonzero(seen[:, 1] == EQUAL)
        for true in product((0, 2), repeat=len(hidden)):
            filled = seen.copy()
            filled[hidden, 1] = true
            known = pair_counts(filled[None])
            p, _ = family_p_values(filled[None], known, CLUSTERS)
            leads = known.sweeps[0, side] > known.sweeps[0, 1 - side]
            for rung in range(4):
                assert worst[0, SWEEP, rung] >= (p[0, SWEEP, rung] if leads else 1.0) - 1e-12
                compared += worst[0, SWEEP, rung] < 1
    assert compared > 50


def test_data_sets_without_a_result_are_as_if_they_were_not_there():
    rng = np.random.default_rng(5)
    seen = rng.choice(3, (4, 12, 2), p=[0.7, 0.1, 0.2])
    left = np.array([0, 1, 3, 4, 5, 6, 8, 9, 10, 11])
    counts = pair_counts(seen[:, left])
    expected = family_p_values(seen[:, left], counts, CLUSTERS[left])
    gaps = seen.copy()
    gaps[:, [2, 7]] = 3
    for one, two in zip(family_p_values(gaps, counts, CLUSTERS), expected, strict=True):
        np.testing.assert_allclose(one, two, rtol=1e-12)


def test_families_take_the_place_of_data_sets_in_the_correction():
    rng = np.random.default_rng(6)
    seen = rng.choice(3, (3, 12, 2), p=[0.9, 0.0, 0.1])
    counts = pair_counts(seen)
    p, measures_p = family_p_values(seen, counts, CLUSTERS)
    family = adjusted_family(counts, equal=False, p_values=(p, measures_p))
    np.testing.assert_array_equal(family.p[:, [0, 2, 3]], p[:, [0, 2, 3]])
    np.testing.assert_array_equal(family.measures_p, measures_p)
    assert (family.adjusted[:, SWEEP, 0] >= 2.0 ** (1 - 6)).all()
    plain = adjusted_family(counts, equal=False)
    assert plain.adjusted[:, SWEEP, 0].min() < 0.01


def test_many_algorithms_take_no_time():
    rng = np.random.default_rng(7)
    seen = rng.choice(3, (780, 100, 3), p=[0.5, 0.1, 0.4])
    p, _ = family_p_values(seen, pair_counts(seen), np.arange(100) // 4)
    assert p.shape == (780, 4, 4)
    assert ((p >= 0) & (p <= 1)).all()


@given(hnp.arrays(np.int64, (5, 3), elements=st.integers(0, 4)))
def test_agreement_is_that_of_the_analysis_of_variance(counts):
    """By indicators, statement by statement, as in a textbook on one-way designs."""
    counts = counts[counts.sum(axis=1) > 0]
    n, sizes = counts.sum(), counts.sum(axis=1)
    found = agreement_within(counts)
    if len(counts) < 2 or n == len(counts):
        assert np.isnan(found)
        return
    between = within = 0.0
    for k in range(3):
        groups = [np.repeat([1.0, 0.0], [c[k], c.sum() - c[k]]) for c in counts]
        mean = counts[:, k].sum() / n
        between += sum(len(g) * (g.mean() - mean) ** 2 for g in groups) / (len(counts) - 1)
        within += sum(((g - g.mean()) ** 2).sum() for g in groups) / (n - len(counts))
    if between + within < 1e-12:
        assert np.isnan(found)
        return
    size = (n - (sizes**2).sum() / n) / (len(counts) - 1)
    expected = (between - within) / (between + (size - 1) * within)
    assert found == pytest.approx(min(1.0, max(0.0, expected)), abs=1e-9)


def test_clusters_without_data_sets_have_no_part_in_agreement():
    """Fleiss and Cuzick's coefficient of four families of three, of which one does not agree."""
    counts = np.array([[3, 0], [0, 0], [3, 0], [0, 3], [0, 0], [1, 2]])
    # between: (12 - (7² + 5²)/12 - 4/3) / 3 = 1.5; within: (4/3) / 8; 3 in each
    assert agreement_within(counts) == pytest.approx((1.5 - 1 / 6) / (1.5 + 2 / 6), rel=1e-12)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("counts", [[[3, 1]], [[1, 0], [0, 1]], [[0, 0], [0, 0]], [[2, 1], [0, 0]]])
def test_clusters_that_tell_nothing_of_agreement_do_so_without_a_warning(counts):
    assert np.isnan(agreement_within(counts))
    assert np.isnan(mean_squares(counts)).all()


def test_what_agreement_is_measured_on_counts_every_data_set_once():
    rng = np.random.default_rng(8)
    seen = rng.integers(0, 3, (4, 12, 2))
    counts = agreement_of_pairs(seen, CLUSTERS)
    np.testing.assert_array_equal(counts.sum(axis=2), np.tile(np.bincount(CLUSTERS), (4, 1)))
    np.testing.assert_array_equal(counts[:, :, :2].sum(axis=1), pair_counts(seen).sweeps)


PATTERNS = np.array(list(product((1, -1), repeat=CLUSTERS.max() + 1)))


def p_of_the_most_common(n, leader, n_states):
    """The largest p against any rival, from all patterns of signs."""
    worst, total = 0.0, n.sum(axis=0)
    rivals = [n[:, b] for b in range(n.shape[1]) if b != leader and total[b]]
    others = [b for b in range(n.shape[1]) if b != leader and total[b]]
    if len(others) + 1 < n_states:
        rivals, others = [*rivals, np.zeros(len(n))], [*others, -1]
    for beaten, b in zip(rivals, others, strict=True):
        d = n[:, leader] - beaten
        sums, both = PATTERNS @ d, n[:, leader].sum() + beaten.sum()
        mine, other = (both + sums) / 2, (both - sums) / 2
        share = np.ones(len(PATTERNS))
        for third in (total[k] for k in others if k not in (b, -1)):
            mine_too = mine == third
            share = np.where(mine < third, 0.0, share + np.where(share > 0, mine_too, 0))
        share = np.where(mine < other, 0.0, share + np.where(share > 0, mine == other, 0))
        leads = np.divide(1.0, share, out=np.zeros(len(share)), where=share > 0)
        worst = max(worst, min(1.0, (sums >= d.sum()).mean() / leads.mean()))
    return worst


def test_the_most_common_of_few_near_equal_outcomes_by_all_patterns():
    """A lead shared with one rival, with several, with two equal thirds, and rivals never seen."""
    rng = np.random.default_rng(9)
    every = np.array(list(product(range(3), repeat=2)))
    told = 0
    for chances in ([5, 3, 3, 1], [4, 4, 2, 2], [6, 2, 2, 2], [8, 4, 0, 0]):
        chosen = rng.permutation(9)[:4]
        codes = rng.choice(chosen, (60, len(CLUSTERS)), p=np.array(chances) / 12)
        seen = every[codes]
        p, _ = family_p_values(seen, pair_counts(seen), CLUSTERS)
        for one, found in zip(codes, p, strict=True):
            n = np.zeros((PATTERNS.shape[1], 9))
            np.add.at(n, (CLUSTERS, one), 1)
            total = n.sum(axis=0)
            leader = int(total.argmax())
            if (total == total[leader]).sum() > 1:
                continue
            expected = p_of_the_most_common(n, leader, 9)
            got = found[SWEEP, 1] if leader in (0, 8) else found[OUTCOME, 0]
            assert got == pytest.approx(expected, rel=1e-12)
            told += expected < 1
    assert told > 40


def test_the_chance_to_lead_beside_each_rival_by_all_patterns():
    """Also of rivals that never have the largest p: thirds alone, two equal ones, and more."""
    rng = np.random.default_rng(11)
    every = np.array(list(product(range(3), repeat=2)))
    shared = 0
    for _ in range(60):
        codes = rng.permutation(9)[rng.choice(5, len(CLUSTERS), p=[0.3, 0.25, 0.25, 0.1, 0.1])]
        n = np.zeros((PATTERNS.shape[1], 9), dtype=int)
        np.add.at(n, (CLUSTERS, codes), 1)
        total = n.sum(axis=0)
        leader = int(total.argmax())
        seen = every[codes][None]
        shown = Shown(seen, pair_counts(seen), CLUSTERS, None)
        rivals = _Rivals(shown, np.array([0]), every[leader][None])
        found = rivals._leading(np.arange(len(rivals.pair)))
        outcomes = [b for b in np.flatnonzero(total) if b != leader]
        for b, chance in zip([*outcomes, -1], found, strict=True):
            beaten = n[:, b] if b >= 0 else np.zeros(len(n), dtype=int)
            thirds = total[[k for k in outcomes if k != b]]
            mine = (total[leader] + beaten.sum() + PATTERNS @ (n[:, leader] - beaten)) / 2
            others = np.column_stack(
                [total[leader] + beaten.sum() - mine, np.tile(thirds, (len(mine), 1))]
            )
            first = mine >= others.max(axis=1)
            expected = np.where(first, 1 / (1 + (others == mine[:, None]).sum(axis=1)), 0).mean()
            assert chance == pytest.approx(expected, rel=1e-12)
            shared += expected < 0.5
    assert shared > 40


def test_the_strongest_rival_need_not_have_the_widest_bound():
    n = np.zeros((6, 9), dtype=int)
    n[:, [0, 1, 2, 3]] = [
        [2, 0, 0, 1],
        [3, 1, 0, 0],
        [1, 0, 0, 1],
        [1, 0, 2, 0],
        [0, 1, 1, 0],
        [5, 0, 0, 0],
    ]
    n[:, [4, 5, 7, 8]] = [
        [0, 2, 0, 0],
        [0, 0, 0, 1],
        [2, 1, 0, 0],
        [1, 1, 0, 0],
        [2, 0, 1, 0],
        [0, 0, 0, 0],
    ]
    codes = np.repeat(np.tile(np.arange(9), 6), n.ravel())
    seen = np.stack([codes // 3, codes % 3], axis=1)[None]
    found, _ = family_p_values(seen, pair_counts(seen), np.repeat(np.arange(6), n.sum(axis=1)))
    assert found[0, SWEEP, 1] == pytest.approx(p_of_the_most_common(n, 0, 9), rel=1e-12)


@pytest.mark.parametrize(
    "certain", [None, [True, True], [True, False], np.ones((1, 50, 2), dtype=bool)]
)
def test_an_outcome_never_seen_may_be_the_strongest_rival(certain):
    """In every family 4 show the leader, 3 each of two: these never lead without the leader.

    Against an outcome never seen, the leader leads with 5 or 4 families of 5: p = 1/32 over 6/32.
    """
    seen = np.tile(np.repeat([[0, 0], [0, 2], [1, 2]], [4, 3, 3], axis=0), (5, 1))[None]
    p, _ = family_p_values(seen, pair_counts(seen, certain), np.arange(50) // 10, certain)
    assert p[0, SWEEP, 1] == pytest.approx(1 / 6, rel=1e-12)


@pytest.mark.parametrize(
    ("own", "others", "p"),
    [
        # U = 4 of 20 leaves the leader beside one third, or two: 1 over 1 + 5/2, 1 + 5/3
        ([4] * 5, [[4, 3, 3, 3, 3]], 2 / 7),
        ([4] * 5, [[4, 3, 3, 3, 3], [3, 4, 3, 3, 3]], 3 / 8),
        # With U = 8 of 16 leader, rival and thirds are equal: 1 over 5 + 6/3, 5 + 6/4
        ([4] * 4, [[2, 2, 2, 2]], 1 / 7),
        ([4] * 4, [[2, 2, 2, 2], [2, 2, 2, 2]], 2 / 13),
        # Of 64 patterns 7 lead; beside the third, ahead by 3, 1, 1 and 1, one in 16: 1/8 is less
        ([5] * 6, [[2, 4, 4, 4, 5, 5]], 1 / 7),
        # No third at all: half of the patterns
        ([4] * 5, [], 1 / 16),
    ],
)
def test_an_outcome_never_seen_shares_the_lead_with_thirds(own, others, p):
    codes = [[0, 0], [0, 1], [1, 2]]
    n = np.array([own, *others])
    seen = np.repeat(np.tile(codes[: len(n)], (n.shape[1], 1)), n.T.ravel(), axis=0)[None]
    clusters = np.repeat(np.arange(n.shape[1]), n.sum(axis=0))
    found, _ = family_p_values(seen, pair_counts(seen), clusters)
    assert found[0, SWEEP, 1] == pytest.approx(p, rel=1e-12)


@pytest.mark.parametrize(("certain", "p"), [([True], 1 / 6), ([False], 1 / 16)])
def test_no_outcome_is_left_to_be_a_rival_where_all_were_seen(certain, p):
    """4 of each family win, 3 lose: against losing half of the patterns lead, against a tie 6."""
    seen = np.tile(np.repeat([[0], [2]], [4, 3], axis=0), (5, 1))[None]
    found, _ = family_p_values(seen, pair_counts(seen, certain), np.arange(35) // 7, certain)
    assert found[0, SWEEP, 1] == pytest.approx(p, rel=1e-12)


def test_a_rival_seen_once_is_no_third_beside_itself():
    """5 win, 1 loses, 2 may hide a loss, in one family all of these: no third, half lead.

    The differences are 1, 1, 1, 1 and 1 - 1 - 2: of 32 patterns 11 + 1 have a sum of 2 or more.
    """
    seen = np.array([0, 0, 0, 0, 0, 2, 1, 1])[None, :, None]
    clusters, certain = np.array([0, 1, 2, 3, 4, 4, 4, 4]), [False]
    p, _ = family_p_values(seen, pair_counts(seen, certain), clusters, certain)
    assert p[0, SWEEP, 1] == pytest.approx(2 * 12 / 32, rel=1e-12)


def test_the_chance_to_lead_is_bounded_from_below(monkeypatch):
    """A leader of 4 in each of five families, 15 of the next: p is 1/6 at least, see above.

    In cells of 5/2 the sums of fours are blurred; as a bound from above the chance would be 26/32.
    """
    monkeypatch.setattr(sums_module, "EXACT_SUM", 4)
    monkeypatch.setattr(sums_module, "_CELLS", 2)
    seen = np.tile(np.repeat([[0, 0], [0, 1]], [4, 3], axis=0), (5, 1))[None]
    p, _ = family_p_values(seen, pair_counts(seen), np.arange(35) // 7)
    assert p[0, SWEEP, 1] >= 1 / 6 - 1e-12


def test_bounds_of_large_counts_never_lower_a_p_value(monkeypatch):
    rng = np.random.default_rng(10)
    seen = rng.choice(3, (60, 60, 1), p=[0.5, 0.2, 0.3])
    counts, clusters = pair_counts(seen), np.arange(60) // 3
    exact, _ = family_p_values(seen, counts, clusters)
    for most in (3, 6, 12):
        monkeypatch.setattr(sums_module, "EXACT_SUM", most)
        monkeypatch.setattr(sums_module, "_CELLS", 4)
        bounds, _ = family_p_values(seen, counts, clusters)
        assert (bounds >= exact - 1e-12).all()
        assert (bounds > exact + 1e-6).any()


@pytest.mark.parametrize(("certain", "states"), [
    (None, 9), ([True, False], 6), ([[True, False], [False, False]], 6),
    ([[True, False], [False, True]], 9), ([False, False], 4),
])  # fmt: skip
def test_a_measure_has_three_outcomes_where_ties_of_some_pair_are_certain(certain, states):
    seen = np.zeros((2, len(CLUSTERS), 2), dtype=np.int64)
    sure = None if certain is None else np.array(certain)
    sure = sure if sure is None or sure.ndim == 1 else sure[:, None]
    assert Shown(seen, pair_counts(seen), CLUSTERS, sure).n_states == states


def test_agreement_of_several_pairs_adds_up_their_squares():
    """Pair by pair as alone; those of which nothing is known have no part in it."""
    counts = np.random.default_rng(12).integers(0, 5, (6, 4, 3))
    counts[1, 1:] = 0  # a single family
    counts[2] = np.eye(4, 3, dtype=int)  # nowhere two data sets
    counts[3, 2] = 0
    each = [mean_squares(one) for one in counts]
    np.testing.assert_array_equal(mean_squares(counts), np.transpose(each))
    told = np.array(each)[[0, 3, 4, 5]]
    b, w, _ = told.sum(axis=0)
    expected = (b - w) / (b + (told[:, 2].mean() - 1) * w)
    assert 0 < expected < 1 and np.ptp(told[:, 2]) > 0.1
    assert agreement_within(counts) == pytest.approx(expected, rel=1e-13)
    assert np.isnan(agreement_within(counts[1:3]))


def test_counts_in_bytes_agree_like_others():
    """Squares of 20 data sets are more than a byte holds."""
    counts = np.array([[20, 4], [3, 30], [16, 16]])
    assert agreement_within(counts.astype(np.uint8)) == agreement_within(counts) > 0


def test_half_of_the_data_sets_show_nothing_of_a_measure():
    """2 wins, 1 loss, 1 tie: S >= 0 in 11 of 16 patterns, but nobody leads by more than half."""
    seen = np.array([0, 0, 1, 2])[None, :, None]
    p, measures_p = family_p_values(seen, pair_counts(seen), np.arange(4))
    assert measures_p.tolist() == [[1.0]] and p[0, TRADE_OFF, 0] == 1


def test_with_hidden_ties_the_chance_to_lead_is_the_least_by_all_patterns():
    """Each tie that may hide a difference counts for the rival before, and for the leader after.

    The leader is ahead of the rival if S = T - 2 sum_F D > 0, with T the least and D the largest
    that they could be, and ahead of a third outcome that has all the hidden ones.
    """
    rng = np.random.default_rng(13)
    every, certain = np.array(list(product(range(3), repeat=2))), np.array([True, False])
    flipped, told, back = PATTERNS < 0, 0, 0
    for _ in range(60):
        codes = rng.permutation([0, 2, 3, 5, 6, 8])[rng.choice(4, 12, p=[0.4, 0.3, 0.2, 0.1])]
        codes[rng.choice(12, 2, replace=False)] = [1, 4]  # ties on the second measure
        n = np.zeros((PATTERNS.shape[1], 9), dtype=int)
        np.add.at(n, (CLUSTERS, codes), 1)
        hidden, n = n[:, [1, 4, 7]].sum(axis=1), np.delete(n, [1, 4, 7], axis=1)
        total, kept = n.sum(axis=0), every[[0, 2, 3, 5, 6, 8]]
        leader = int(total.argmax())
        seen = every[codes][None]
        shown = Shown(seen, pair_counts(seen, certain), CLUSTERS, certain)
        rivals = _Rivals(shown, np.array([0]), kept[leader][None])
        found = rivals._leading(np.arange(len(rivals.pair)))
        outcomes = [b for b in np.flatnonzero(total) if b != leader]
        for b, chance in zip([*outcomes, -1], found, strict=True):
            own, beaten = n[:, leader], n[:, b] if b >= 0 else np.zeros(len(n), dtype=int)
            third = max((total[k] for k in outcomes if k != b), default=0)
            gone = flipped @ (own - beaten + hidden)
            ahead = (own - beaten - hidden).sum() - 2 * gone > 0
            expected = (ahead & (own.sum() - gone > third + hidden.sum())).mean()
            if 2 * (third + hidden.sum()) < own.sum() + beaten.sum():
                expected = 0.5  # whoever leads, it is one of the two
            assert chance == pytest.approx(expected, rel=1e-12, abs=1e-300)
            told += 0 < expected < 0.5
            back += 0 < expected < 0.5 and (own - beaten + hidden < 0).sum() > 1
    assert told > 40 and back > 3


def test_pairs_together_are_told_what_each_is_told_alone():
    """Also where a pair has few data sets and one rival, and the next pair more of both."""
    rng = np.random.default_rng(14)
    every = np.array(list(product(range(3), repeat=2)))
    seen = every[rng.choice([0, 8, 4, 5], (40, 12), p=[0.5, 0.35, 0.1, 0.05])]
    seen[::2][(seen[::2] == EQUAL).any(axis=2)] = 0
    seen[::2, [1, 2, 4, 5]] = 3
    together = family_p_values(seen, pair_counts(seen), CLUSTERS)
    for i, one in enumerate(seen):
        alone = family_p_values(one[None], pair_counts(one[None]), CLUSTERS)
        assert [x[i].tolist() for x in together] == [x[0].tolist() for x in alone]


def test_a_trade_off_is_as_sure_as_the_less_sure_of_its_sides():
    """Six families of two: ahead on the first measure in all, behind on the second but in one."""
    seen = np.tile([0, 2, 1], (1, 12, 1))
    seen[0, :2, 1] = 0
    clusters = np.arange(12) // 2
    p, measures_p = family_p_values(seen, pair_counts(seen), clusters)
    # 1/64 and 7/64 by sign flips, of six directions by Holm; the third measure tells nothing
    assert measures_p.tolist() == [[6 / 64, 35 / 64, 1.0]] and p[0, TRADE_OFF, 0] == 35 / 64
    exchanged, _ = family_p_values(2 - seen, pair_counts(2 - seen), clusters)
    assert exchanged[0, TRADE_OFF, 0] == 35 / 64
    ahead = np.delete(seen, 1, axis=2)  # better on some, worse on none
    assert family_p_values(ahead, pair_counts(ahead), clusters)[0][0, TRADE_OFF, 0] == 1


def test_not_worse_with_gaps_hidden_ties_and_what_is_not_clean_by_all_patterns():
    rng = np.random.default_rng(15)
    seen = rng.choice(4, (80, 12, 2), p=[0.68, 0.2, 0.06, 0.06])
    unclean = rng.random((80, 12)) < 0.15
    certain, told = np.array([True, False]), 0
    counts = pair_counts(seen, certain, unclean=unclean)
    p, _ = family_p_values(seen, counts, CLUSTERS, certain, unclean)
    for one, dirty, found, clean in zip(seen, unclean, p, counts.clean, strict=True):
        if clean[0] == clean[1]:
            continue
        won = 0 if clean[0] > clean[1] else 2
        own, other, size = np.zeros(6), np.zeros(6), np.zeros(6)
        for row, cluster, no in zip(one.tolist(), CLUSTERS.tolist(), dirty.tolist(), strict=True):
            if max(row) > 2:
                continue
            size[cluster] += 1
            # A tie on the second measure may be either; without a difference nobody is better.
            true = [[row[0], x] for x in ((0, 1, 2) if row[1] == EQUAL else (row[1],))]
            mine = [won in x and 2 - won not in x for x in true]
            theirs = [2 - won in x and won not in x for x in true]
            own[cluster] += all(mine) and not no
            other[cluster] += any(theirs) and not no
        d = [own - other, 2 * own - size]
        expected = [min(1.0, 2 * np.mean(PATTERNS @ x >= x.sum())) for x in d]
        expected = [q if x.sum() > 0 else 1.0 for q, x in zip(expected, d, strict=True)]
        assert found[NOT_WORSE, :2] == pytest.approx(expected, rel=1e-12)
        told += max(expected) < 1
    assert told > 20


def test_a_data_set_with_a_gap_on_one_measure_agrees_with_none():
    seen = [[[0, 3], [0, 0], [2, 2], [3, 2], [1, 1]]]
    assert agreement_of_pairs(seen, [0] * 5).tolist() == [[[1, 1, 1]]]


def test_without_another_outcome_only_hidden_ties_weaken_the_lead():
    """3 wins, 1 tie that may hide a loss: S >= 2 in 5 of 16 patterns, the lead is one of two."""
    seen, certain = np.array([0, 0, 0, 1])[None, :, None], [False]
    p, _ = family_p_values(seen, pair_counts(seen, certain), np.arange(4), certain)
    assert p[0, SWEEP].tolist() == [5 / 8, 5 / 8, 5 / 8, 5 / 8]


def test_a_single_family_of_two_tells_of_agreement():
    # within: 0 and 1 of one degree of freedom; between: 4/3 and 4/3 - 1 of one
    alike, unlike = [[2, 0], [0, 1]], [[1, 1], [0, 1]]
    assert [agreement_within(alike), agreement_within(unlike)] == [1.0, 0.0]
    expected = [[4 / 3, 1 / 3], [0.0, 1.0], [4 / 3, 4 / 3]]
    assert np.stack(mean_squares([alike, unlike])) == pytest.approx(np.array(expected), rel=1e-14)
