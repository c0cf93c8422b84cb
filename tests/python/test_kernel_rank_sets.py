"""Rank sets against their definition, directions against Holm by hand, groups against networkx."""

from fractions import Fraction
from itertools import combinations, permutations, product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from jointstats.kernels.joint import rank_sets as kernel
from jointstats.kernels.joint.families import flip_test
from jointstats.kernels.joint.outcomes import BETTER, WORSE, pair_outcomes
from jointstats.kernels.joint.pair_claims import adjusted_family, claim_p_values
from jointstats.kernels.joint.pair_counts import pair_counts
from jointstats.kernels.single.groups import groups, largest_groups, runs_of_neighbours

# --- Rank sets ------------------------------------------------------------------------------------


def tournaments(l):
    """Every way in which pairs can truly stand: first better, second better, or neither."""
    pairs = list(combinations(range(l), 2))
    for stands in product((1, -1, 0), repeat=len(pairs)):
        better = np.zeros((l, l), dtype=bool)
        for (i, j), way in zip(pairs, stands, strict=True):
            better[i, j], better[j, i] = way == 1, way == -1
        yield better


def test_a_rank_set_is_the_range_of_ranks_that_the_shown_pairs_leave_open():
    """By enumeration: of all truths with the shown directions, the ranks that occur."""
    every = np.array(list(tournaments(4)))
    ranks = 1 + every.sum(axis=1)
    rng = np.random.default_rng(0)
    for shown in every[rng.choice(len(every), 60, replace=False)]:
        left = ranks[(every | ~shown).all(axis=(1, 2))]
        low, high = kernel.rank_sets(shown)
        np.testing.assert_array_equal(low, left.min(axis=0))
        np.testing.assert_array_equal(high, left.max(axis=0))


def test_majorities_may_cycle():
    cycle = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]], dtype=bool)
    low, high = kernel.rank_sets(cycle)
    assert low.tolist() == high.tolist() == [2, 2, 2]


# --- Directions -----------------------------------------------------------------------------------


def test_wins_are_the_outcomes_of_pairs():
    rng = np.random.default_rng(1)
    x = rng.integers(0, 5, (12, 3, 4)) / 10
    x[rng.random(x.shape) < 0.1] = np.nan
    x[3, 0, 2] = -np.inf
    x[3, 0, 1] = -np.inf
    rope = [0.0, 0.1, 0.25]
    wins = kernel.wins_of_all(x, rope)
    for i, j in permutations(range(4), 2):
        seen = pair_outcomes(x, rope, [[i, j]])[0]
        np.testing.assert_array_equal(wins[:, i, j], (seen == BETTER).sum(axis=0))
        np.testing.assert_array_equal(wins[:, j, i], (seen == WORSE).sum(axis=0))
    families = rng.integers(0, 5, 12)
    by_family = kernel.wins_of_all(x, rope, families)
    assert by_family.shape == (len(np.unique(families)), 3, 4, 4)
    np.testing.assert_array_equal(by_family.sum(axis=0), wins)
    first = families == families.min()
    np.testing.assert_array_equal(by_family[0], kernel.wins_of_all(x[first], rope))


def test_direction_p_values_are_those_of_the_sign_test():
    rng = np.random.default_rng(2)
    wins = rng.integers(0, 15, (2, 4, 4))
    p = kernel.direction_p_values(wins)
    for k, (i, j) in product(range(2), permutations(range(4), 2)):
        won, lost = int(wins[k, i, j]), int(wins[k, j, i])
        want = binomtest(won, won + lost, alternative="greater").pvalue if won + lost else 1.0
        assert p[k, i, j] == pytest.approx(want, rel=1e-12)


def test_directions_of_families_are_half_the_two_sided_sign_flips():
    rng = np.random.default_rng(3)
    wins = rng.integers(0, 4, (7, 2, 4, 4))
    p = kernel.family_directions(wins)
    for k, (i, j) in product(range(2), permutations(range(4), 2)):
        d = (wins[:, k, i, j] - wins[:, k, j, i]).astype(float)
        want = flip_test(d).p_value / 2 if d.sum() > 0 else 1.0
        assert p[k, i, j] == pytest.approx(want, rel=1e-12)


def test_a_direction_weighs_one_of_all_directions_that_are_left():
    """Holm by hand: 2P hypotheses, one less after each that is shown."""
    rng = np.random.default_rng(4)
    for _ in range(50):
        one_sided = rng.random((5, 5)) ** 4
        upper = np.triu_indices(5, 1)
        p = np.ones((5, 5))
        p[upper] = one_sided[upper]
        p.T[upper] = 1 - one_sided[upper]
        want, left = np.zeros((5, 5), dtype=bool), 20
        for i, j in sorted(permutations(range(5), 2), key=lambda pair: p[pair]):
            if p[i, j] > 0.05 / left:
                break
            want[i, j] = True
            left -= 1
        np.testing.assert_array_equal(kernel.shown_better(p, 0.05), want)


def test_pairs_that_are_not_asked_for_cost_nothing():
    p = np.array([[1.0, 0.012, 0.9], [0.988, 1.0, 0.001], [0.1, 0.999, 1.0]])
    control = np.array([[1, 1, 1], [1, 0, 0], [1, 0, 0]], dtype=bool)
    assert kernel.shown_better(p, 0.05).astype(int).tolist() == [[0, 0, 0], [0, 0, 1], [0, 0, 0]]
    found = kernel.shown_better(p, 0.05, control)
    assert found.astype(int).tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None)
def test_joint_claims_show_no_direction_that_its_own_correction_would_not(seed):
    """Why rank sets may use what the claims of a comparison show (two measures or more)."""
    rng = np.random.default_rng(seed)
    pairs, n, m = rng.integers(2, 12), rng.integers(8, 60), rng.integers(2, 4)
    lean = rng.random((pairs, 1, 1)) ** 0.3
    outcome = np.where(rng.random((pairs, n, m)) < lean, 0, rng.integers(0, 3, (pairs, n, m)))
    counts = pair_counts(outcome)
    for equal in (False, True):
        alpha = 0.05
        by_claims = adjusted_family(counts, equal=equal).adjusted[:, 0, 0] <= alpha
        p = claim_p_values(counts)[:, 0, 0] / 2
        # The other direction of each pair has a one-sided p of one half or more.
        own, left = np.zeros(pairs, dtype=bool), 2 * pairs
        for i in np.argsort(p, kind="stable"):
            if p[i] > alpha / left:
                break
            own[i] = True
            left -= 1
        assert (own | ~by_claims).all()


def test_no_false_direction_more_often_than_alpha():
    """Equal algorithms, 3 of them on 30 data sets: exactly, and by simulation."""
    rng = np.random.default_rng(5)
    x = rng.standard_normal((1500, 30, 3))
    wrong = 0
    for one in x:
        p = kernel.direction_p_values(kernel.wins_of_all(one[:, None], [0.0]))[0]
        wrong += bool(kernel.shown_better(p, 0.05).any())
    # Any of the six directions at .05 / 6: at most their sum, and it takes so many wins.
    needed = next(k for k in range(31) if binom.sf(k - 1, 30, 0.5) <= 0.05 / 6)
    most = 6 * binom.sf(needed - 1, 30, 0.5)
    assert most <= 0.05
    assert abs(wrong / 1500 - most) < 0.015


@pytest.mark.parametrize(("lead", "wins"), [(0.5, 0), (2.0, 1)])
def test_rounding_is_that_of_the_larger_result(lead, wins):
    """A rope of a million: beside it 0 has no rounding error, a million has 1e-7."""
    values = [[[1e6 + lead * 1e-7, 0.0]]]
    assert kernel.wins_of_all(values, [10**6]).tolist() == [[[0, wins], [0, 0]]]


def test_wins_are_whole_numbers_of_results_of_any_kind():
    half = Fraction(1, 2)
    values = [[[half, 0, 1]], [[0, 0, half]], [[1, half, 1]]]
    wins = kernel.wins_of_all(values, [half / 2])
    assert wins.tolist() == [[[0, 2, 0], [0, 0, 0], [2, 3, 0]]] and wins.dtype == np.int64
    by_family = kernel.wins_of_all(values, [half / 2], [7, 2, 7])
    assert by_family.tolist() == [
        [[[0, 0, 0], [0, 0, 0], [1, 1, 0]]],
        [[[0, 2, 0], [0, 0, 0], [1, 2, 0]]],
    ]


def test_a_direction_whose_p_value_is_just_its_level_is_shown():
    p = [[1.0, 0.025], [0.975, 1.0]]  # two directions: .025 of .05 each
    assert kernel.shown_better(p, 0.05).tolist() == [[False, True], [False, False]]
    assert not kernel.shown_better(p, 0.0499).any()
    asked = np.array([[1, 1], [1, 1]])  # 0 and 1 for false and true
    shown = kernel.shown_better(p, 0.05, asked)
    assert shown.tolist() == [[False, True], [False, False]] and shown.dtype == bool
    assert asked.tolist() == [[1, 1], [1, 1]]
    assert not kernel.shown_better(p, 0.05, asked * 0).any()


def test_families_that_win_as_much_as_they_lose_show_nothing():
    """Sums of 0, of -1 and of 1 over families of one to three data sets."""
    wins = np.zeros((3, 1, 2, 2), dtype=int)
    wins[:, 0, 0, 1], wins[:, 0, 1, 0] = [3, 0, 0], [0, 1, 2]
    assert kernel.family_directions(wins).tolist() == [[[1.0, 1.0], [1.0, 1.0]]]
    wins[0, 0, 0, 1] = 2
    # the other one loses by one: 3 of 8 signs give a sum of 1 or more beside 2, 1 and 2
    p = kernel.family_directions(wins)[0]
    every = [2 * a + b + 2 * c for a, b, c in product((1, -1), repeat=3)]
    assert p[0, 1] == 1.0 and p[1, 0] == sum(one >= 1 for one in every) / 8


# --- Groups ---------------------------------------------------------------------------------------


@given(st.integers(1, 8), st.floats(0, 1), st.integers(0, 2**32 - 1))
@settings(max_examples=60, deadline=None)
def test_groups_are_all_largest_sets_that_nothing_separates(l, share, seed):
    apart = np.triu(np.random.default_rng(seed).random((l, l)) < share, 1)
    apart |= apart.T
    graph = nx.from_numpy_array(~apart & ~np.eye(l, dtype=bool))
    want = sorted(sorted(clique) for clique in nx.find_cliques(graph))
    members, all_largest = groups(apart)
    assert all_largest
    assert [np.flatnonzero(group).tolist() for group in members] == want
    assert sorted(np.flatnonzero(group).tolist() for group in largest_groups(apart)) == want
    few, all_largest = groups(apart, most=1)
    if not all_largest:
        assert len(want) > 1
        np.testing.assert_array_equal(few, runs_of_neighbours(apart))


def every_graph(most):
    """Who is apart from whom, of up to so many."""
    for l in range(1, most + 1):
        pairs = list(combinations(range(l), 2))
        for told in product((0.0, 1.0), repeat=len(pairs)):
            apart = np.zeros((l, l))
            for (i, j), one in zip(pairs, told, strict=True):
                apart[i, j] = apart[j, i] = one
            yield apart


def test_groups_and_runs_of_all_small_graphs():
    for apart in every_graph(4):
        l = len(apart)
        sets = [s for n in range(1, l + 1) for s in combinations(range(l), n)]
        together = [set(s) for s in sets if not apart[np.ix_(s, s)].any()]
        want = sorted(sorted(s) for s in together if not any(s < other for other in together))
        stretches = [s for s in together if max(s) - min(s) + 1 == len(s)]
        runs = sorted(sorted(s) for s in stretches if not any(s < other for other in stretches))
        found = runs_of_neighbours(apart)
        assert [np.flatnonzero(run).tolist() for run in found] == runs
        assert sorted(np.flatnonzero(one).tolist() for one in largest_groups(apart)) == want
        for most in (len(want), len(want) - 1):
            members, all_largest = groups(apart, most)
            # Where runs are all there is to say, their number does not matter.
            enough = len(want) <= most or runs == want
            assert all_largest == enough and members.dtype == bool
            shown = [np.flatnonzero(group).tolist() for group in members]
            assert shown == (want if enough else runs)


def test_runs_that_say_everything_are_all_largest_groups_however_many():
    place = np.arange(60)
    members, all_largest = groups(np.abs(place[:, None] - place) > 1)
    assert all_largest and members.shape == (59, 60)  # more than there are letters
    assert (members.sum(axis=1) == 2).all()


@pytest.mark.parametrize(("pairs", "shown"), [(5, 32), (6, 7)])
def test_more_groups_than_letters_are_shown_as_runs(pairs, shown):
    # Pairs that are apart from one another, each member in another half: 2^5 and 2^6 groups
    place = np.arange(2 * pairs)
    members, all_largest = groups(np.abs(place[:, None] - place) == pairs)
    assert all_largest == (pairs == 5)
    assert len(members) == shown


@given(st.integers(1, 8), st.floats(0, 1), st.integers(0, 2**32 - 1))
@settings(max_examples=60, deadline=None)
def test_runs_are_the_longest_ones(l, share, seed):
    apart = np.triu(np.random.default_rng(seed).random((l, l)) < share, 1)
    apart |= apart.T
    whole = [(i, j) for i in range(l) for j in range(i, l) if not apart[i : j + 1, i : j + 1].any()]
    longest = [
        (i, j)
        for i, j in whole
        if not any(a <= i and j <= b and (a, b) != (i, j) for a, b in whole)
    ]
    found = [tuple(np.flatnonzero(run)[[0, -1]].tolist()) for run in runs_of_neighbours(apart)]
    assert found == longest


def test_very_many_groups_become_runs_in_no_time():
    """Pairs of a ring of 90 that are far apart: 3 ** 30 largest sets."""
    apart = np.kron(np.eye(30), ~np.eye(3, dtype=bool)).astype(bool)
    members, all_largest = groups(apart)
    assert not all_largest and len(members) <= 90
    assert not any(apart[np.ix_(run, run)].any() for run in members)
    assert members.any(axis=0).all()
