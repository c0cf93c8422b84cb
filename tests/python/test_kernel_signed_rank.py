"""The exact signed-rank test against all sign patterns, SciPy and R."""

from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import rankdata, wilcoxon

from jointstats.single import kernel_signed_rank


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
