"""Tests of one measure by enumeration at small sizes: ranks, effects, permutations."""

from fractions import Fraction
from itertools import combinations, permutations, product
from math import nan, sqrt
from types import SimpleNamespace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.special import ndtr
from scipy.stats import rankdata, wilcoxon

from jointstats.evidence import multiplicity, order_statistics
from jointstats.single import kernel_friedman as kernel
from jointstats.single import kernel_paired, kernel_signed_rank

# --- Wilcoxon's test ------------------------------------------------------------------------------


@pytest.mark.parametrize("off", [0, 1, 2, 11])
@pytest.mark.parametrize("k", [53, 55])  # the mean is 715.5, and 770
def test_the_normal_form_is_corrected_by_half_a_rank_but_not_beyond_the_mean(k, off):
    negative, left = [], k * (k + 1) // 4 + off
    for rank in range(k, 0, -1):
        if rank <= left:
            negative.append(rank)
            left -= rank
    d = np.arange(1.0, k + 1)
    d[np.array(negative) - 1] *= -1
    found = kernel_signed_rank.wilcoxon_tests([d, -d])
    below = k * (k + 1) // 4 + off
    assert found.statistic.tolist() == [k * (k + 1) // 2 - below, below] and not found.exact.any()
    z = max(0, abs(below - k * (k + 1) / 4) - 0.5) / sqrt(k * (k + 1) * (2 * k + 1) / 24)
    assert found.p_value == pytest.approx([2 * ndtr(-z)] * 2, rel=1e-14)


# --- Effects --------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(1, 12))
def test_an_interval_of_the_median_is_the_shortest_that_covers_as_often_as_asked(n):
    x = np.random.default_rng(n).permuted(np.arange(1, n + 1))
    # From the k-th smallest to the k-th largest: missed by fewer than k heads, or tails, of n.
    tails = [sum(sum(s) < k for s in product((0, 1), repeat=n)) for k in range(1, n // 2 + 1)]
    shares = [1 - Fraction(2 * t, 2**n) for t in tails]
    near = [float(share) + side * 1e-12 for share in shares for side in (-1, 1)]
    for level in (0.5, 0.9375, 0.95, *[one for one in near if one > 1e-9]):
        k = max((k for k, share in enumerate(shares, 1) if share >= level), default=None)
        middle, low, high = (one.tolist() for one in kernel_paired.median_intervals([x], level))
        assert middle == [(n + 1) / 2]
        np.testing.assert_equal([low, high], [[k or nan], [n + 1 - k if k else nan]])


# --- Adjusted p-values ----------------------------------------------------------------------------


# --- Mean ranks -----------------------------------------------------------------------------------


@pytest.mark.parametrize("l", [2, 3, 5])
def test_nemenyi_s_test_is_the_range_of_normal_variables(l):
    ranks = np.random.default_rng(l).permuted(np.tile(np.arange(1.0, l + 1), (7, 1)), axis=1)
    ranks[0] = (l + 1) / 2  # all tied
    mean = ranks.mean(axis=0)
    found = multiplicity.nemenyi_p_values(ranks)
    for i, (a, b) in enumerate(combinations(range(l), 2)):
        z = abs(mean[a] - mean[b]) / sqrt(l * (l + 1) / 42)

        def inside(x, width=2**0.5 * z):
            return np.exp(-(x**2) / 2) * (ndtr(x + width) - ndtr(x)) ** (l - 1)

        assert found[i] == pytest.approx(1 - l * quad(inside, -9, 9)[0] / sqrt(2 * np.pi), abs=1e-9)


# --- Several measures of each ---------------------------------------------------------------------


def test_whom_others_beat():
    rng = np.random.default_rng(3)
    for _ in range(20):
        points = rng.integers(0, 4, (6, 3)).astype(np.uint8)
        rows = points.astype(int).tolist()
        beaten = [
            any(all(a >= b for a, b in zip(o, p, strict=True)) and o != p for o in rows)
            for p in rows
        ]
        assert order_statistics.nondominated(points).tolist() == [not one for one in beaten]


# --- Friedman's test by permutation: every permutation by brute force, and the random ones --------


def ranks(n, l, seed, ties):
    x = np.random.default_rng(seed).normal(size=(n, l))
    return rankdata(np.round(x) if ties else x, axis=1)


def by_brute_force(ranks):
    """Share of all assignments of ranks to algorithms whose χ², by SciPy, is at least as large."""

    def chi2(rows):
        return sum(sum(column) ** 2 for column in zip(*rows, strict=True))

    observed = chi2(ranks.tolist())
    every = [chi2(rows) for rows in product(*(permutations(row) for row in ranks.tolist()))]
    return sum(one >= observed for one in every) / len(every)


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize(("n", "l"), [(1, 4), (2, 4), (3, 4), (4, 3), (5, 3), (2, 5)])
def test_the_exact_p_value_is_that_of_all_permutations(n, l, ties):
    for seed in range(3):
        r = ranks(n, l, seed, ties)
        p, draws = kernel.permutation_test(r)
        assert draws is None and p == pytest.approx(by_brute_force(r), rel=1e-12)


@pytest.mark.parametrize(
    ("rows", "chi2", "p"),
    # Exact tails of Friedman's χ² of three algorithms: Hollander & Wolfe, table A.22.
    [("123 123 123 132", 6.5, 0.042), ("123 123 123 132 213", 6.4, 0.039),
     ("123 123 123 123 123 231", 7.0, 0.029),
     ("123 123 123 123 123 123 132 231 213 321", 6.2, 0.046)],
)  # fmt: skip
def test_p_values_are_those_of_printed_tables(rows, chi2, p):
    r = np.array([[int(rank) for rank in row] for row in rows.split()], dtype=float)
    assert kernel.friedman(r).chi2 == pytest.approx(chi2)
    assert kernel.permutation_test(r)[0] == pytest.approx(p, abs=5e-4)


@pytest.mark.parametrize(("n", "l", "ties"), [(6, 3, False), (7, 4, True), (40, 3, True)])
def test_random_permutations_estimate_the_exact_p_value(n, l, ties, monkeypatch):
    r = ranks(n, l, 5, ties)
    exact, none = kernel.permutation_test(r)
    kernel._null.cache_clear()
    monkeypatch.setattr(kernel, "WORK", 0)
    p, draws = kernel.permutation_test(r)
    kernel._null.cache_clear()
    assert none is None and draws == 9_999
    assert p == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / draws) + 1e-4)


def test_random_permutations_count_what_was_observed():
    r = np.tile(np.arange(1.0, 9), (30, 1))  # one order everywhere: no permutation reaches it
    assert kernel.permutation_test(r) == (1 / 10_000, 9_999)
    many = np.tile(np.arange(1.0, 9), (3_000, 1))
    assert kernel.permutation_test(many) == (1 / 1_000, 999)


# --- The exact signed-rank test against all sign patterns, SciPy and R ----------------------------


def signed_rank_test(d, tolerance=0.0):
    """The exact test of one sample."""
    d = np.asarray(d, dtype=float)
    found = kernel_signed_rank.signed_ranks(d[None], np.broadcast_to(tolerance, d.shape)[None])
    return SimpleNamespace(
        statistic=found.positive[0] / 2,
        p_value=kernel_signed_rank.exact_p_values(found)[0],
        n_moved=found.moved[0],
        tied=found.ties[0] > 0,
    )


def wilcoxon_p_value(d):
    """Statistic, p-value and method of one sample."""
    found = kernel_signed_rank.wilcoxon_tests(np.asarray(d, dtype=float)[None])
    method = "exact" if found.exact[0] else "approximate"
    return found.statistic[0], found.p_value[0], method


def by_enumeration(d):
    """Share of all sign patterns whose sum of positive midranks is as far from the mean."""
    d = d[d != 0]
    ranks = rankdata(np.abs(d))
    sums = np.array([ranks[list(s)].sum() for s in product([False, True], repeat=len(d))])
    v = ranks[d > 0].sum()
    return min(1.0, 2 * min((sums <= v).mean(), (sums >= v).mean()))


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=10))
@settings(max_examples=60, deadline=None)
def test_ties_and_zeros_by_enumeration(d):
    d = np.array(d, dtype=float)
    found = signed_rank_test(d)
    if (d != 0).any():
        assert found.p_value == pytest.approx(by_enumeration(d), rel=1e-13)
        assert found.statistic == rankdata(np.abs(d[d != 0]))[d[d != 0] > 0].sum()
    else:
        assert (found.statistic, found.p_value) == (0.0, 1.0)
    assert found.n_moved == np.count_nonzero(d)
    assert signed_rank_test(-d).p_value == pytest.approx(found.p_value, rel=1e-13)
    statistic, p, method = wilcoxon_p_value(d)
    assert (statistic, method) == (found.statistic, "exact")
    assert p == pytest.approx(found.p_value, rel=1e-13)


def test_equal_wins_are_the_sign_test():
    for n in range(1, 60):
        assert signed_rank_test(np.full(n, 0.3)).p_value == pytest.approx(min(1, 2.0 ** (1 - n)))


def test_each_difference_has_its_own_rounding():
    # A small difference of small numbers is none of rounding, though large numbers are rounded more
    a, b = np.array([1e9 + 0.3, 2e-9, 1e6, 5.0]), np.array([1e9, 1e-9, 1e6 - 0.3, 4.0])
    d, rounding = np.abs(a - b), kernel_signed_rank.rounding_of_differences(a, b)
    assert d[0] != d[2]
    assert kernel_signed_rank.doubled_midranks(d, rounding).tolist() == [5, 2, 5, 8]
    found = signed_rank_test(a - b, rounding)
    assert found.n_moved == 4 and found.tied


def test_more_ties_than_the_limit_are_approximate():
    d = np.arange(1.0, 201) // 2 + 1
    assert wilcoxon_p_value(d)[2] == "exact"
    assert wilcoxon_p_value(np.append(d, 7.0))[2] == "approximate"
    # The two forms agree there, for a p that matters
    d[::2] *= -1
    d[:14] = np.abs(d[:14])
    d[-20:] = np.abs(d[-20:])
    exact, both = signed_rank_test(d).p_value, wilcoxon_p_value(np.append(d, 7.0))
    assert wilcoxon(np.append(d, 7.0), method="approx", correction=True).pvalue == pytest.approx(
        both[1], rel=1e-12
    )
    assert 0.001 < exact < 0.05


def test_very_small_p_values_keep_their_digits():
    assert signed_rank_test(np.arange(1.0, 201)).p_value == pytest.approx(2.0**-199, rel=1e-12)


def test_ties_are_counted_by_the_ranks():
    x = np.random.default_rng(12).integers(-9, 9, (40, 25)).astype(float)
    _, times = zip(*(np.unique(np.abs(d[d != 0]), return_counts=True) for d in x), strict=True)
    assert kernel_signed_rank.signed_ranks(x).ties.tolist() == [
        int((t**3 - t).sum()) for t in times
    ]


@pytest.mark.parametrize(
    ("d", "off"),
    [([1.0, 2.0], [0.0, -1e-9]), ([1.0, 2.0], [0.0, np.nan]), ([np.inf, 1.0], 0.0),
     ([np.nan, 1.0], 0.5)],
)  # fmt: skip
def test_one_difference_or_tolerance_that_is_no_number_is_enough_to_refuse(d, off):
    with pytest.raises(
        kernel_signed_rank.NotFiniteDifferenceError, match="need finite differences, a"
    ):
        kernel_signed_rank.signed_ranks([d], np.broadcast_to(off, (1, 2)))


# --- The parts, by brute force --------------------------------------------------------------------


def midranks_by_groups(values, off):
    """Twice the mean rank: groups end where the next is further off than both tolerances."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    groups = []
    for i in order:
        last = groups[-1][-1] if groups else None
        if last is None or values[i] - values[last] > off[i] + off[last]:
            groups.append([])
        groups[-1].append(i)
    ranks, before = [0] * len(values), 0
    for group in groups:
        for i in group:
            ranks[i] = 2 * before + len(group) + 1
        before += len(group)
    return ranks


def test_midranks_by_groups_in_any_shape():
    rng = np.random.default_rng(21)
    x = rng.integers(0, 7, (5, 4, 6)) / 4  # exact, so that some are just as far off as they may be
    off = rng.integers(0, 3, x.shape) / 8
    found = kernel_signed_rank.doubled_midranks(x, off)
    assert found.dtype == np.int64
    for i, j in np.ndindex(5, 4):
        expected = midranks_by_groups(x[i, j].tolist(), off[i, j].tolist())
        assert (
            found[i, j].tolist()
            == kernel_signed_rank.doubled_midranks(x[i, j], off[i, j]).tolist()
            == expected
        )
    assert kernel_signed_rank.doubled_midranks([1.0, 2.0], 0.5).tolist() == [3, 3]
    assert kernel_signed_rank.doubled_midranks([1.0, 2.0], 0.4999).tolist() == [2, 4]
    assert kernel_signed_rank.doubled_midranks(np.empty((3, 0))).shape == (3, 0)


def test_of_equal_values_the_last_one_s_tolerance_counts():
    x, off = np.r_[np.ones(60), 2.0], np.zeros(61)
    off[59] = 1.0
    assert kernel_signed_rank.doubled_midranks(x, off).tolist() == [62] * 61
    assert kernel_signed_rank.doubled_midranks(x, off[::-1]).tolist() == [61] * 60 + [122]


# --- Groups that no test separates ----------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_groups_are_the_maximal_cliques_or_the_longest_runs(seed):
    rng = np.random.default_rng(seed)
    l = int(rng.integers(2, 9))
    apart = np.triu(rng.random((l, l)) < rng.random(), 1)
    apart |= apart.T
    together = nx.from_numpy_array(~apart & ~np.eye(l, dtype=bool))
    cliques = sorted(map(sorted, nx.find_cliques(together)))
    members, all_largest = multiplicity.groups(apart)
    assert all_largest and [np.flatnonzero(group).tolist() for group in members] == cliques
    runs = [range(i, j) for i in range(l) for j in range(i + 1, l + 1) if not apart[i:j, i:j].any()]
    longest = [list(run) for run in runs if not any(set(run) < set(other) for other in runs)]
    found, all_largest = multiplicity.groups(apart, most=len(cliques) - 1)
    assert [np.flatnonzero(group).tolist() for group in found] == longest
    assert all_largest == (longest == cliques)
