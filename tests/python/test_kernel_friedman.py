"""Friedman's test by permutation: every permutation by brute force, and the random ones."""

from itertools import combinations, permutations, product

import numpy as np
import pytest
from scipy.stats import friedmanchisquare, rankdata

from jointstats.single import kernel_friedman as kernel


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


def test_chi2_is_scipys():
    for seed in range(4):
        r = ranks(9, 4, seed, ties=True)
        found = kernel.friedman(r)
        chi2, p = friedmanchisquare(*r.T)
        assert (found.chi2, found.p_value_chi2) == pytest.approx((chi2, p), rel=1e-10)


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


def test_p_values_are_uniform_if_algorithms_are_interchangeable():
    """Of random permutations: at most alpha of the tables have p ≤ alpha."""
    p = np.array(
        [kernel.permutation_test(ranks(12, 7, seed, ties=False))[0] for seed in range(600)]
    )
    for alpha in (0.05, 0.2, 0.5):
        error = np.sqrt(alpha * (1 - alpha) / len(p))
        assert (p <= alpha).mean() == pytest.approx(alpha, abs=4 * error)


@pytest.mark.parametrize("ties", [False, True])
def test_pairs_are_the_share_of_swaps_that_are_as_extreme(ties):
    r = ranks(9, 4, 2, ties)
    found, wins = kernel.pair_p_values(r), kernel.wins_of_pairs(r).tolist()
    for i, (a, b) in enumerate(combinations(range(4), 2)):
        signs = [int(x) for x in np.sign(r[:, a] - r[:, b]) if x]
        swapped = [sum(one) for one in product((-1, 1), repeat=len(signs))]
        extreme = sum(abs(one) >= abs(sum(signs)) for one in swapped)
        assert found[i] == pytest.approx(extreme / len(swapped), rel=1e-12)
        assert wins[i] == [signs.count(-1), signs.count(1)]


def test_the_other_algorithms_do_not_matter_to_a_pair():
    r = ranks(12, 3, 4, ties=False)
    last = np.column_stack([r, np.full(12, 4.0), np.full(12, 5.0)])
    assert kernel.pair_p_values(last)[[0, 1, 4]].tolist() == kernel.pair_p_values(r).tolist()
    unanimous = np.tile([1.0, 2.0, 3.0], (10, 1))
    assert kernel.pair_p_values(unanimous).tolist() == [2 / 2**10] * 3
