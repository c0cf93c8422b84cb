"""The ladder: nested p-values; sequential rejection against graphs, Holm and fixed sequences."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from jointstats.kernels.joint import ladder as ladder_module
from jointstats.kernels.joint.glrt import exact_p_value
from jointstats.kernels.joint.ladder import (
    InvalidLadderError,
    _levels,
    adjusted_p_values,
    each_p_value,
    ladder_counts,
    levels,
    rung_p_values,
    shown,
    single_rung,
)
from jointstats.kernels.joint.outcomes import mirrored
from jointstats.kernels.single.multiplicity import AdjustmentError, adjust_p_values

# --- One pair ------------------------------------------------------------------------------------


def all_counts(n):
    for a, b, c, w in product(range(n + 1), repeat=4):
        if b <= a <= w <= n and b <= c and a + c <= n:
            yield a, b, c, w, n


def test_p_values_by_the_binomial_test():
    for a, b, c, w, n in [(20, 4, 6, 22, 30), (5, 0, 0, 5, 5), (7, 1, 9, 12, 20), (3, 2, 2, 3, 9)]:
        trials = [(a, a + b), (a, a + c), (w, n), (a, n)]
        expected = [min(1, 2 * binomtest(k, t, alternative="greater").pvalue) for k, t in trials]
        np.testing.assert_allclose(rung_p_values(a, b, c, w, n), expected, rtol=1e-13)


def test_the_second_rung_is_the_papers_test():
    a, c = np.array([(a, c) for a in range(1, 40) for c in range(a + 1)]).T
    p = rung_p_values(a, np.zeros_like(a), c, a, a + c)[:, 1]
    np.testing.assert_allclose(p, exact_p_value(a, c), rtol=1e-13)


def test_nested_rungs_have_ordered_p_values():
    p = rung_p_values(*np.array(list(all_counts(9))).T)
    more_often, most_common, each, most = p.T
    assert len(p) > 500
    assert (more_often <= most_common).all()
    assert (most_common <= most).all()
    assert (each <= most).all()


def test_without_a_winner_nothing_is_shown():
    assert rung_p_values(3, 3, 3, 9, 9).tolist() == [1.0] * 4


@given(st.lists(st.tuples(*[st.integers(0, 2)] * 2), min_size=1, max_size=40))
@settings(max_examples=60, deadline=None)
def test_counts_of_a_pair_by_hand(rows):
    found = ladder_counts(rows)
    first, second = rows.count((0, 0)), rows.count((2, 2))
    best = (2, 2) if second > first else (0, 0)
    assert found.winner == (-1 if first == second else int(second > first))
    assert (found.sweeps, found.reverse) == (max(first, second), min(first, second))
    others = [rows.count(row) for row in set(rows) - {best}]
    assert found.runner_up == max(others, default=0)
    assert found.wins.tolist() == [sum(r[k] == best[0] for r in rows) for k in range(2)]
    assert found.losses.tolist() == [sum(r[k] == 2 - best[0] for r in rows) for k in range(2)]
    turned = ladder_counts(mirrored(rows))
    if found.winner >= 0:
        assert turned.winner == 1 - found.winner
        assert (turned.wins == found.wins).all() and turned.runner_up == found.runner_up


def test_each_measure_of_its_own():
    # measures won on 9 and 11 of 12: 2 (220 + 66 + 12 + 1) / 4096
    assert each_p_value([9, 11], [3, 1], 12) == pytest.approx(2 * 299 / 4096, rel=1e-14)
    assert each_p_value([3, 1], [9, 11], 12) == pytest.approx(2 * 299 / 4096, rel=1e-14)
    assert each_p_value([9, 3], [3, 9], 12) == 1
    several = each_p_value([[9, 11], [3, 1], [9, 3]], [[3, 1], [9, 11], [3, 9]], [12, 12, 12])
    assert several.tolist() == pytest.approx([2 * 299 / 4096, 2 * 299 / 4096, 1], rel=1e-14)
    ties = each_p_value([30], [0], 60)  # half of all: not more often than not
    assert ties == 1


# --- Many pairs ----------------------------------------------------------------------------------


def graph_rejects(p, alpha, weights, branch):
    """Bretz et al. (2009), Algorithm 1, in rational numbers, with an infinitesimal edge."""
    pairs, eps = len(p), Fraction(1, 10**12)
    nodes = [(j, r) for j in range(pairs) for r in range(4)]
    weights = [Fraction(w) / sum(map(Fraction, weights)) for w in weights]
    level = {(j, r): weights[j] if r == 0 else Fraction(0) for j, r in nodes}
    g = {(u, v): Fraction(0) for u in nodes for v in nodes}
    for j in range(pairs):
        g[(j, 0), (j, 1)], g[(j, 0), (j, 2)] = Fraction(branch), 1 - Fraction(branch)
        g[(j, 1), (j, 2)] = g[(j, 2), (j, 1)] = 1 - eps
        g[(j, 1), (j, 3)] = g[(j, 2), (j, 3)] = eps
        for k in range(pairs):
            if k != j:
                g[(j, 3), (k, 0)] = weights[k] / (1 - weights[j])
    left, rejected = list(nodes), set()
    while True:
        found = [v for v in left if p[v[0]][v[1]] <= alpha * float(level[v])]
        if not found:
            return rejected
        out = found[0]
        left.remove(out)
        rejected.add(out)
        for v in left:
            level[v] += level[out] * g[out, v]
        new = {}
        for u, v in product(left, repeat=2):
            loop = g[u, out] * g[out, u]
            free = u != v and loop < 1
            new[u, v] = (g[u, v] + g[u, out] * g[out, v]) / (1 - loop) if free else Fraction(0)
        g.update(new)


@pytest.mark.parametrize("branch", [0.5, 0.25, 1.0])
@pytest.mark.parametrize("weights", [(1, 1, 1), (1, 2, 5)])
def test_equals_the_graphical_procedure(branch, weights):
    rng = np.random.default_rng(1)
    seen = 0
    for _ in range(60):
        p = rng.random((3, 4)) ** 4 * 0.2
        alpha = 0.1
        found = {(int(j), int(r)) for j, r in np.argwhere(shown(p, alpha, weights, branch=branch))}
        assert found == graph_rejects(p.tolist(), alpha, weights, branch)
        seen += len(found)
    assert 100 < seen < 700


def test_single_questions_are_holm():
    p = np.random.default_rng(2).random((50, 6)) ** 3
    for row in p:
        np.testing.assert_allclose(
            adjusted_p_values(single_rung(row))[:, 0], adjust_p_values(row, "holm"), rtol=1e-13
        )


def test_single_questions_with_weights_are_weighted_holm():
    # Weights 3/4, 1/4: .04 / (3/4) first, then .049 alone.
    found = adjusted_p_values(single_rung([0.03, 0.045]), [3, 1])[:, 0]
    np.testing.assert_allclose(found, [0.04, 0.045])


def test_unfinished_ladders_are_bonferroni():
    p = np.random.default_rng(3).random((5, 4)) * 0.1
    p[:, 3] = 1
    found = adjusted_p_values(p)
    np.testing.assert_allclose(found[:, 0], np.minimum(1, 5 * p[:, 0]))
    both = np.minimum(1, np.sort(5 * p[:, 1:3], axis=1) * [2, 1])
    both = np.maximum.accumulate(np.column_stack([found[:, 0], both]), axis=1)[:, 1:]
    np.testing.assert_allclose(np.sort(found[:, 1:3], axis=1), both)


def test_one_ladder_whose_branch_waits_is_a_fixed_sequence():
    for p in np.random.default_rng(4).random((30, 4)) ** 2:
        found = adjusted_p_values([p], branch=1.0)[0]
        np.testing.assert_array_equal(found, np.maximum.accumulate(p))


def test_one_ladder_shares_its_branches_as_holm_does():
    for p in np.random.default_rng(5).random((30, 2)):
        found = adjusted_p_values([[0, *p, 1]])[0, 1:3]
        np.testing.assert_allclose(found, adjust_p_values(p, "holm"), rtol=1e-14)


probabilities = st.lists(st.floats(0, 1), min_size=8, max_size=8)


@given(probabilities, probabilities, st.sampled_from([0.0, 0.3, 0.5, 1.0]))
@settings(max_examples=80, deadline=None)
def test_smaller_p_values_show_no_less(p, q, branch):
    low, high = np.minimum(p, q).reshape(2, 4), np.maximum(p, q).reshape(2, 4)
    assert (
        adjusted_p_values(low, branch=branch) <= adjusted_p_values(high, branch=branch) + 1e-15
    ).all()


@given(probabilities)
@settings(max_examples=60, deadline=None)
def test_adjusted_values_keep_the_ladder(p):
    p = np.reshape(p, (2, 4))
    a = adjusted_p_values(p)
    assert (a >= p).all() and (a <= 1).all()
    assert (a[:, 0] <= a[:, 1:3].min(axis=1)).all()
    assert (a[:, 1:3].max(axis=1) <= a[:, 3]).all()
    for alpha in np.unique(a):
        np.testing.assert_array_equal(shown(p, alpha), a <= alpha)


def test_equal_ladders_climb_together_to_the_last_bit():
    rng = np.random.default_rng(8)
    p = np.sort(rng.choice([0.0001, 0.0013, 0.004, 0.011, 0.3], (60, 4)), axis=1)
    weights, branch = rng.choice([4 / 7, 1 / 7], 60), 0.75
    adjusted, alpha = np.full(p.shape, np.inf), 0.0
    while alpha < 1 and not np.isfinite(adjusted).all():
        level = _levels(np.isfinite(adjusted), weights, branch)
        needed = np.where(level > 0, p / np.where(level > 0, level, 1), np.inf)
        alpha = max(alpha, needed.min())
        adjusted[needed <= alpha] = alpha
    found = adjusted_p_values(p, weights, branch=branch)
    assert found.tolist() == np.minimum(adjusted, 1).tolist()


# --- Error rate ----------------------------------------------------------------------------------

REACHABLE = [  # rungs that may have been shown: (ii), (iii) after (i), (iv) after both
    row for row in product([False, True], repeat=4)
    if (row[0] or not (row[1] or row[2])) and (not row[3] or (row[1] and row[2]))
]  # fmt: skip


@pytest.mark.parametrize("branch", [0.0, 0.3, 0.5, 1.0])
@pytest.mark.parametrize("weights", [(1.0, 1.0), (1.0, 3.0)])
def test_the_conditions_of_sequential_rejection(branch, weights):
    weights = np.array(weights)
    states = [np.array(rows) for rows in product(REACHABLE, repeat=2)]
    for done in states:
        level = _levels(done, weights, branch)
        assert level.sum() <= 1 + 1e-15
        for more in states:
            if (more >= done).all():
                later = _levels(more, weights, branch)
                assert (later >= level - 1e-15)[~more].all()


TRUE = [  # which of the nested nulls hold, by pair
    [(1, 1, 1, 1), (1, 1, 1, 1), (1, 1, 1, 1)],
    [(0, 1, 1, 1), (0, 1, 1, 1), (1, 1, 1, 1)],
    [(0, 0, 0, 0), (0, 0, 1, 1), (0, 1, 0, 1)],
    [(0, 0, 0, 0), (0, 0, 0, 0), (0, 1, 1, 1)],
    [(0, 0, 0, 1), (0, 0, 0, 1), (0, 0, 0, 1)],
    [(1, 1, 0, 1), (0, 0, 0, 0), (0, 1, 1, 1)],
]


@pytest.mark.parametrize("true", TRUE)
@pytest.mark.parametrize("dependence", ["independent", "equal", "disjoint"])
def test_strong_control(true, dependence):
    true, alpha, draws = np.array(true, bool), 0.2, 1000
    rng = np.random.default_rng(6)
    wrong = 0
    for _ in range(draws):
        if dependence == "independent":
            p = rng.random(true.shape)
        elif dependence == "equal":
            p = np.full(true.shape, rng.random())
        else:  # each p is uniform, and no two are small together
            p = (rng.random() + rng.permutation(true.size).reshape(true.shape) / true.size) % 1
        wrong += (shown(np.where(true, p, 0.0), alpha) & true).any()
    assert wrong / draws <= alpha + 3 * np.sqrt(alpha * (1 - alpha) / draws)


# Shares of: A sweeps, B sweeps, A wins the first measure only, B wins the first measure only.
BOUNDARIES = {
    "exchangeable": ((0.3, 0.3, 0.2, 0.2), (1, 1, 1, 1)),
    "mode tied": ((0.4, 0.1, 0.4, 0.1), (0, 1, 1, 1)),  # and the second measure is a draw
    "one margin just half": ((0.45, 0.15, 0.35, 0.05), (0, 0, 1, 1)),
    "share just half": ((0.5, 0.1, 0.2, 0.2), (0, 0, 0, 1)),
}


@pytest.mark.parametrize("name", BOUNDARIES)
def test_wrong_claims_about_one_pair_on_the_boundary(name):
    theta, true = BOUNDARIES[name]
    true, alpha, draws = np.array(true, bool), 0.05, 4000
    rng = np.random.default_rng(7)
    for n in (10, 40):
        tables, times = np.unique(rng.multinomial(n, theta, draws), axis=0, return_counts=True)
        wrong = 0
        for (a, b, first, second), repeats in zip(tables.tolist(), times, strict=True):
            won = (a, b, a + min(first, second)) if a >= b else (b, a, b + min(first, second))
            p = rung_p_values(won[0], won[1], max(won[1], first, second), won[2], n)
            # A claim for B is wrong whatever it says: B never sweeps more often.
            false = np.ones(4, bool) if b > a else true
            wrong += repeats * bool((shown(p[None], alpha)[0] & false).any())
        assert wrong / draws <= alpha + 3 * np.sqrt(alpha * (1 - alpha) / draws)


def test_the_size_of_the_first_rung_is_that_of_the_sign_test():
    n, a = 30, np.arange(31)
    winner = np.maximum(a, n - a)
    p = rung_p_values(winner, n - winner, n - winner, winner, n)[:, 0]
    assert binom.pmf(a, n, 0.5)[p <= 0.05].sum() == pytest.approx(0.04277394525706768)


@pytest.mark.parametrize(
    ("p", "more"),
    [
        ([[0.1, 0.2, 0.3]], {}),
        ([[0.1, 0.2, 0.3, 1.1]], {}),
        ([[0.1, 0.2, 0.3, -0.1]], {}),
        ([0.1, 0.2, 0.3, 0.4], {}),
        ([[0.1, 0.2, 0.3, np.nan]], {}),
        ([[0.1, 0.2, 0.3, 0.4]], {"weights": [0.0]}),
        ([[0.1, 0.2, 0.3, 0.4]], {"weights": [1.0, 2.0]}),
        ([[0.1, 0.2, 0.3, 0.4]], {"weights": [np.inf]}),
        ([[0.1, 0.2, 0.3, 0.4]], {"branch": 1.5}),
        ([[0.1, 0.2, 0.3, 0.4]], {"branch": -0.5}),
    ],
)
def test_what_is_no_family_of_ladders(p, more):
    with pytest.raises(InvalidLadderError):
        adjusted_p_values(p, **more)


@pytest.mark.parametrize(
    ("alpha", "expected"),
    [  # by hand: (iii) is shown with half of .02, and passes it to (ii), which then has all of it
        (0.05, [0.05, 0.05, 0.025, 0.05]),
        (0.03, [0.03, 0.03, 0.015, 0.03]),
        (0.015, [0.015, 0.0075, 0.0075, 0.0]),
        (0.005, [0.005, 0.0, 0.0, 0.0]),
    ],
)
def test_what_is_shown_had_its_share_of_the_level(alpha, expected):
    p = [[0.01, 0.02, 0.01, 0.04]]
    adjusted = adjusted_p_values(p)
    assert adjusted.tolist() == [pytest.approx([0.01, 0.02, 0.02, 0.04])]
    assert levels(p, adjusted, alpha).tolist() == [pytest.approx(expected, abs=1e-15)]


def test_a_p_value_of_nothing_takes_no_level():
    p = single_rung([0.0, 0.04])
    adjusted = adjusted_p_values(p, [3.0, 1.0])
    assert adjusted.tolist() == [[0.0] * 4, [0.04, 0.04, 0.04, 0.04]]
    assert levels(p, adjusted, 0.05, [3.0, 1.0]).tolist() == [[0.0] * 4, [0.05, 0.0, 0.0, 0.0]]
    # before the first is finished the second has a quarter; half of what passes on is a branch's
    p = [[0.5, 1.0, 1.0, 1.0], [0.01, 1.0, 1.0, 1.0]]
    found = levels(p, adjusted_p_values(p, [3.0, 1.0], branch=0.2), 0.04, [3.0, 1.0], branch=0.2)
    np.testing.assert_allclose(found, [[0.03, 0, 0, 0], [0.01, 0.002, 0.008, 0]], rtol=1e-12)


@pytest.mark.parametrize("counts", [(3, 4, 4, 5, 9), (3, 2, 1, 5, 9), (6, 0, 4, 6, 9)])
def test_counts_that_contradict_each_other(counts):
    with pytest.raises(InvalidLadderError):
        rung_p_values(*counts)


@pytest.mark.parametrize("p", [[-0.5, 0.5], [0.5, 1.5], [np.nan]])
def test_what_is_no_probability_is_not_adjusted(p):
    with pytest.raises(AdjustmentError, match="between 0 and 1"):
        adjust_p_values(p, "holm")


@pytest.mark.parametrize("shape", [(4,), (2, 4, 4), (2, 3)])
def test_ladders_are_rows_of_four(shape):
    with pytest.raises(InvalidLadderError, match="four in a row"):
        ladder_module._checked(np.full(shape, 0.5), np.ones(shape[0]), 0.5)


@pytest.mark.parametrize("scale", [2.0**-60, 2.0**60])
def test_weights_say_only_how_the_level_is_shared(scale):
    p = np.random.default_rng(9).random((4, 4)) ** 3
    weights = np.array([4.0, 1.0, 1.0, 2.0])
    adjusted = adjusted_p_values(p, weights)
    assert adjusted_p_values(p, scale * weights).tolist() == adjusted.tolist()
    found = [levels(p, adjusted, 0.2, w).tolist() for w in (weights, scale * weights)]
    assert found[0] == found[1]
