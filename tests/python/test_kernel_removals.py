"""The fewest data sets that must go, against every subset of small tables."""

from itertools import combinations, combinations_with_replacement, islice

import numpy as np
import pytest

from jointstats.kernels.joint import removals
from jointstats.kernels.joint.claim_tests import tail_at_least
from jointstats.kernels.joint.dirichlet import probability_largest
from jointstats.kernels.joint.margin import Margin, by_exact_p, by_imprecise_prior, by_prior, margin
from jointstats.kernels.joint.outcomes import MISSING
from jointstats.kernels.joint.pair_claims import adjusted_family
from jointstats.kernels.joint.pair_counts import pair_counts
from jointstats.kernels.joint.removals import fewest_of_leader, removals_of_pair

SURE = np.array([False, False])


def smallest_subset(shows, rule):
    """The fewest data sets of any kind whose removal undoes a decision, by trying all subsets."""
    n, leader = len(shows), int(np.bincount(shows).argmax())
    for k in range(1, n + 1):
        for gone in combinations(range(n), k):
            left = np.bincount(np.delete(shows, gone), minlength=int(shows.max()) + 2)
            first = left[leader]
            others = np.sort(np.delete(left, leader))[::-1]
            if first <= others[0] or not rule(np.array([first, *others], dtype=float)):
                return k
    return None


@pytest.mark.parametrize("counts", [(9, 1), (8, 0), (9, 2, 1), (10, 1, 1)])
@pytest.mark.parametrize(
    "rule", [by_exact_p(0.1), by_imprecise_prior(0.05, 1.0), by_prior(0.05, 4.0, 1.0)]
)
def test_of_counts_subtraction_finds_what_all_subsets_show(counts, rule):
    shows = np.repeat(np.arange(len(counts)), counts)
    decides = rule(np.array(sorted(counts, reverse=True), dtype=float))
    found = fewest_of_leader(counts, rule)
    assert found == (smallest_subset(shows, rule) if decides else None)


def test_five_of_five_and_one_less():
    # 2 / 2^6 = 0.031 and 2 / 2^5 = 0.0625
    assert fewest_of_leader([6], by_exact_p(0.05)) == 1
    assert fewest_of_leader([5], by_exact_p(0.05)) is None
    assert fewest_of_leader([20], by_exact_p(0.05)) == 15


@pytest.mark.parametrize("counts", [[3.5, 1.0], [1.0, 3.5, 1.0], [4, 1]])
def test_with_the_lead_gone_nothing_is_decided(counts):
    assert fewest_of_leader(counts, lambda left: True) == 3


@pytest.mark.parametrize(("counts", "size"), [([6], 2), ([6, 1], 2), ([2, 6, 1], 3)])
def test_a_rule_sees_two_statements_or_more_the_leader_first(counts, size):
    looked_at = []
    assert fewest_of_leader(counts, lambda left: looked_at.append(left)) is None
    assert [len(left) for left in looked_at] == [size] and looked_at[0][0] == 6


def pair_p_value(seen, equal):
    """The smallest level at which something of the pair is shown: the corrected p-value."""
    family = adjusted_family(pair_counts(seen[None], SURE), equal=equal)
    return family.adjusted[0, :, 0].min()


@pytest.mark.parametrize("seed", range(4))
def test_removals_of_a_pair_leave_least_of_all_subsets(seed):
    rng = np.random.default_rng(seed)
    seen = rng.choice(3, size=(8, 2), p=[0.7, 0.1, 0.2])
    tried = removals_of_pair(seen, SURE, equal=False)
    for k in range(1, 5):
        found = next(tried)
        every = [
            pair_p_value(np.delete(seen, gone, axis=0), False)
            for gone in combinations(range(len(seen)), k)
        ]
        assert found.every
        assert len(found.places) == k
        assert found.p_value == pytest.approx(max(every))
        left = pair_p_value(np.delete(seen, found.places, axis=0), False)
        assert found.p_value == pytest.approx(left)


@pytest.mark.parametrize("seed", range(6))
def test_removals_tell_apart_what_is_certain_and_what_is_unclean(seed):
    """Data sets with the same outcomes differ if a tie of one may hide a difference."""
    rng = np.random.default_rng(seed)
    seen = rng.choice(3, size=(8, 2), p=[0.5, 0.4, 0.1])
    certain, unclean = rng.random((8, 2)) < 0.6, rng.random(8) < 0.3

    def p_value(left):
        marks = {"certain": certain[left][None], "unclean": unclean[left][None]}
        family = adjusted_family(pair_counts(seen[left][None], **marks), equal=False)
        return family.adjusted[0, :, 0].min()

    tried = removals_of_pair(seen, certain, unclean, equal=False)
    for k in range(1, 4):
        found = next(tried)
        every = [p_value(np.delete(range(8), gone)) for gone in combinations(range(8), k)]
        assert found.p_value == pytest.approx(max(every))
        assert p_value(np.delete(range(8), found.places)) == pytest.approx(max(every))


def test_two_data_sets_may_do_what_one_after_another_does_not():
    seen = np.array([[1, 1, 1], [2, 2, 1], [2, 2, 2], [2, 0, 1], [1, 1, 1]])[
        [0, 1, 2, 3, 4, 1, 1, 2]
    ]
    seen = np.concatenate([seen, [[1, 2, 1]]])
    sure, unclean = np.full((9, 3), True), np.isin(np.arange(9), (2, 7))

    def p_value(gone):
        left = np.delete(np.arange(9), gone)
        counts = pair_counts(seen[left][None], sure[left][None], unclean=unclean[left][None])
        return adjusted_family(counts, equal=True).adjusted[0, :, 0].min()

    best = max(p_value(gone) for gone in combinations(range(9), 2))
    _, all_pairs = islice(removals_of_pair(seen, sure, unclean, equal=True), 2)
    first, then = islice(removals_of_pair(seen, sure, unclean, equal=True, most_sets=1), 2)
    assert (all_pairs.every, then.every) == (True, False)
    assert all_pairs.p_value == pytest.approx(best)
    assert set(first.places) < set(then.places)
    assert then.p_value == pytest.approx(p_value(then.places)) and then.p_value < best - 0.1


def test_data_sets_that_a_pair_does_not_use_never_go():
    seen = np.array([[0, 0]] * 6 + [[MISSING, 0]] * 3)
    one, two, *_ = removals_of_pair(seen, SURE, equal=False)
    assert (one.places, two.places) == ((0,), (0, 1))
    assert one.p_value == pytest.approx(2 * float(tail_at_least(5, 5)) / (4 / 6))


def test_where_kinds_are_too_many_the_search_goes_on_one_by_one():
    rng = np.random.default_rng(2)
    seen = rng.choice(3, size=(12, 2))
    whole = list(removals_of_pair(seen, SURE, equal=False))
    step = list(removals_of_pair(seen, SURE, equal=False, most_sets=20))
    assert not step[-1].every
    assert all(len(set(one.places)) == k for k, one in enumerate(step, start=1))
    # What is searched only never finds more than all removals do.
    for one, all_ in zip(step, whole, strict=True):
        assert not all_.every or one.p_value <= all_.p_value + 1e-12


KINDS = np.array([[0, 0]] * 4 + [[0, 2]] + [[2, 1]] * 2 + [[1, 1]])


def test_every_removal_is_tried_while_its_multisets_are_no_more_than_the_most():
    kinds = [KINDS[:4], KINDS[:5], KINDS]  # of one kind, of two and of four
    for seen, number in zip(kinds, (1, 2, 4), strict=True):
        sets = [len(list(combinations_with_replacement(range(number), k))) for k in (1, 2, 3)]
        for most in {*sets, *(one - 1 for one in sets)}:
            tried = islice(removals_of_pair(seen, SURE, equal=True, most_sets=most), 3)
            assert [one.every for one in tried] == [one <= most for one in sets]


@pytest.mark.parametrize("equal", [False, True])
def test_beyond_the_best_so_far_goes_on_with_one_more(equal):
    """Step by step the data set whose removal leaves least, until all are gone."""
    gone, steps = [], list(removals_of_pair(KINDS, SURE, equal=equal, most_sets=0))
    assert len(steps) == len(KINDS) and not any(one.every for one in steps)
    for one in steps[:-1]:
        (new,) = set(one.places) - set(gone)
        left = {
            i: pair_p_value(np.delete(KINDS, [*gone, i], axis=0), equal)
            for i in set(range(len(KINDS))) - set(gone)
        }
        assert one.p_value == pytest.approx(max(left.values()))
        assert left[new] == pytest.approx(one.p_value)
        gone.append(new)
    assert steps[-1].places == tuple(range(len(KINDS))) and steps[-1].p_value == 1.0


def test_removals_are_looked_at_in_parts_of_any_size(monkeypatch):
    unclean = [0, 1, 0, 0, 0, 1, 0, 0]
    whole = list(removals_of_pair(KINDS, [0, 1], unclean, equal=True))
    bools = np.array(unclean, dtype=bool)
    for outcomes in (1, 3 * KINDS.size):
        monkeypatch.setattr(removals, "_AT_ONCE", outcomes)
        found = list(removals_of_pair(KINDS, [False, True], bools, equal=True))
        assert [one.places for one in found] == [one.places for one in whole]
        assert [one.p_value for one in found] == pytest.approx([one.p_value for one in whole])


def test_nothing_is_divided_by_the_share_of_a_claim_that_is_not_made():
    with np.errstate(all="raise"):
        assert len(list(removals_of_pair(KINDS, SURE, equal=False))) == len(KINDS)


@pytest.mark.parametrize("counts", [[3, 3], [0.5, 0.5, 0.5], [0], []])
def test_who_does_not_lead_has_nothing_to_lose(counts):
    assert fewest_of_leader(counts, lambda left: True) is None


def test_no_margin_where_ten_thousand_data_sets_would_not_do():
    never = by_imprecise_prior(0.05, 1e9)
    assert margin([3, 1], never) == Margin(False, None)
    assert margin([3.0, 1.0], lambda counts: counts[0] >= 10_003) == Margin(False, 10_000)
    assert margin([3.0, 1.0], lambda counts: counts[0] >= 10_004) == Margin(False, None)


@pytest.mark.parametrize(("states", "strength"), [(4.0, 1.0), (2.0, 3.0), (2.0**70, 1.0)])
def test_the_prior_decides_by_its_posterior_probability(states, strength):
    counts, each = np.array([8.0, 3.0]), strength / states
    p = probability_largest(
        np.append(counts + each, each if states < 100 else []),
        np.append(np.ones(2), states - 2 if states < 100 else []),
        diffuse_mass=0.0 if states < 100 else strength,
    )[0]
    for alpha in (1 - p - 1e-9, 1 - p + 1e-9):
        assert by_prior(alpha, states, strength)(counts) == (alpha > 1 - p)


@pytest.mark.parametrize(("counts", "moved"), [([3, 1], 1), ([4, 1], 2), ([1], 1), ([5, 0], 3)])
def test_a_lead_is_undone_at_the_latest_when_as_many_show_the_runner_up(counts, moved):
    assert margin(counts, lambda changed: True) == Margin(True, moved)


def test_the_exact_p_value_decides_where_it_is_just_the_level():
    assert by_exact_p(0.25)(np.array([3.0, 0.0])) and not by_exact_p(0.2499)(np.array([3.0, 0.0]))
