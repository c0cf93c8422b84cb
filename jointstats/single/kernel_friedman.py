"""Friedman's and Quade's tests of one measure, by permuting ranks within data sets.

The null hypothesis: the algorithms are interchangeable. On every data set each way to distribute
its ranks over the algorithms is equally probable, with any ties. Then the distribution of
Friedman's χ² is known, and the p-value exact with any number of data sets. SciPy and R have only
the χ² approximation, whose error rate reaches .07 with five data sets and ties.

Quade's test (1979) weighs data sets by the rank of the range of their results: where algorithms
differ little, their order counts little. Permutations within a data set do not change its range,
so that its permutation test is exact, too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np

from jointstats.evidence.arrays import Array, Ints, special
from jointstats.single.kernel_paired import sign_test_p_values
from jointstats.single.kernel_signed_rank import doubled_midranks, rounding_of_differences

DRAWS, FEWER_DRAWS = 9_999, 999  # random permutations; fewer in tables of more than MANY ranks
MANY = 20_000
WORK = 500_000  # additions of ranks to a sum that enumeration may need: about a tenth of a second
ROUNDING = 1e-14  # of sums of squares above 2^53, relative
LISTED = 6  # algorithms whose orders within one data set are listed: at most 720


@dataclass(frozen=True)
class Permuted:
    """A test of one measure whose p-value is that of permutations within data sets.

    Attributes
    ----------
    f, df1, df2, p_value_f : float
        F, its degrees of freedom and approximate p-value.
    p_value : float
        Share of the permutations that are at least as far from equal mean ranks.
    draws : int or None
        Random permutations behind `p_value`; None: of all permutations.
    """

    f: float
    df1: int
    df2: int
    p_value_f: float
    p_value: float
    draws: int | None


@dataclass(frozen=True)
class Friedman(Permuted):
    """Friedman's test, with F of Iman & Davenport.

    Attributes
    ----------
    chi2, p_value_chi2 : float
        Corrected for ties, as R's ``friedman.test`` gives it; its approximate p-value.
    """

    chi2: float
    p_value_chi2: float


def friedman(ranks: Array, seed: int = 0) -> Friedman:
    """Friedman's test of the ranks on one measure.

    Parameters
    ----------
    ranks : ndarray, shape (n, l)
        Ranks of l algorithms on each of n data sets; ties share their mean rank.
    seed : int, default 0
        Of the random permutations, if all are too many.

    Examples
    --------
    >>> found = friedman(np.array([[1, 2, 3], [1, 2, 3], [2, 1, 3.0]]))
    >>> round(found.chi2, 3), round(found.p_value_chi2, 3), round(found.p_value, 3), found.draws
    (4.667, 0.097, 0.194, None)
    """
    n, l = ranks.shape
    spread = float(((ranks - (l + 1) / 2) ** 2).sum())
    between = n * float(((ranks.mean(axis=0) - (l + 1) / 2) ** 2).sum())
    chi2 = (l - 1) * n * between / spread if spread else 0.0
    f = _f(n, l, chi2, n * (l - 1) - chi2, n)
    p_value_chi2 = float(special.chdtrc(l - 1, chi2))
    return Friedman(*f, *permutation_test(ranks, seed), chi2, p_value_chi2)


def _f(n: int, l: int, between: float, rest: float, size: float) -> tuple[float, int, int, float]:
    """F, its degrees of freedom and its p-value; infinite if all rank and weigh alike."""
    df1, df2 = l - 1, (l - 1) * (n - 1)
    f = (n - 1) * between / rest if rest > 1e-9 * size else math.inf
    return f, df1, df2, float(special.fdtrc(df1, df2, f)) if df2 else 1.0


def permutation_test(ranks: Array, seed: int = 0) -> tuple[float, int | None]:
    """p-value of Friedman's χ² over permutations within data sets, and how many were drawn.

    Ties within a data set do not change under permutation, so χ² ascends with the sum of squared
    sums of ranks. Ranks are doubled to whole numbers: equal sums are found equal.

    Parameters
    ----------
    ranks, seed
        As for :func:`friedman`. Data sets and algorithms may be in any order: the draws depend
        only on the numbers of data sets with each pattern of ties.

    Returns
    -------
    p_value : float
        Exact, or (1 + hits) / (1 + draws).
    draws : int or None
        None: all permutations.
    """
    twice = np.rint(2 * ranks).astype(np.int64) - (ranks.shape[1] + 1)
    return permute_scores(twice, seed)


def permute_scores(scores: Ints, seed: int = 0) -> tuple[float, int | None]:
    """p-value of the sum of squared sums of scores, and how many permutations were drawn.

    Parameters
    ----------
    scores : ndarray of int, shape (n, l)
        Of l algorithms on each of n data sets; those of a data set add up to 0.
    seed : int, default 0
        Of the random permutations, if all are too many.

    Returns
    -------
    p_value, draws
        As for :func:`permutation_test`.
    """
    # Data sets on which all are tied add 0.
    varied = np.sort(scores[scores.any(axis=1)], axis=1)
    patterns, counts = np.unique(varied, axis=0, return_counts=True)
    about = tuple(map(tuple, patterns.tolist())), tuple(counts.tolist())
    null = _null(scores.shape[1], *about, DRAWS if scores.size <= MANY else FEWER_DRAWS, seed)
    reached = null.squares >= _squares(scores.sum(axis=0)) * (1 - ROUNDING)
    weight = null.weights[reached].sum()
    if null.draws is None:
        return float(weight / null.weights.sum()), None
    return float((1 + weight) / (1 + null.draws)), null.draws


def _squares(sums: Ints) -> Array:
    """Sums of squares along the last axis; exact up to 2^53, and never too large to hold."""
    return np.asarray((sums.astype(np.float64) ** 2).sum(axis=-1))


class _Null(NamedTuple):
    """The distribution of the sum of squared sums if algorithms are interchangeable."""

    squares: Array
    weights: Array
    draws: int | None


@lru_cache(maxsize=8)  # measures without ties have one distribution
def _null(
    l: int, patterns: tuple[tuple[int, ...], ...], counts: tuple[int, ...], draws: int, seed: int
) -> _Null:
    """The exact distribution, or random permutations where the exact one would take too long."""
    rows = [np.array(pattern, dtype=np.int64) for pattern in patterns]
    exact = _enumerated(l, rows, counts)
    if exact is not None:
        sums, weights = exact
        return _Null(_squares(sums), weights, None)
    return _Null(_squares(_drawn(l, rows, counts, draws, seed)), np.ones(draws), draws)


def _enumerated(
    l: int, patterns: Sequence[Ints], counts: Sequence[int]
) -> tuple[Ints, Array] | None:
    """All sums of ranks with their probabilities, data set by data set; None: too many.

    The distribution is the same for every order of the algorithms, so each vector of sums is
    sorted.
    """
    sums, weights = np.zeros((1, l), dtype=np.int64), np.ones(1)
    work = 0
    for pattern, count in zip(patterns, counts, strict=True):
        orders = _orders(pattern)
        if orders is None:
            return None
        for _ in range(count):
            work += len(sums) * len(orders)
            if work > WORK:
                return None
            sums, weights = _one_more(sums, weights, orders)
    return sums, weights


def _one_more(sums: Ints, weights: Array, orders: Ints) -> tuple[Ints, Array]:
    """The distribution of the sorted sums after another data set."""
    l = sums.shape[1]
    after = np.sort((sums[:, None, :] + orders).reshape(-1, l), axis=1)
    shares = np.repeat(weights / len(orders), len(orders))
    least = after.min()
    base = int(after.max() - least) + 1
    # All sums of a row but the last are its key: together they are 0.
    key = np.zeros(len(after), dtype=np.int64)
    for i in range(l - 1):
        key = key * base + (after[:, i] - least)
    _, first, which = np.unique(key, return_index=True, return_inverse=True)
    return after[first], np.bincount(which, weights=shares).astype(np.float64)


def _orders(pattern: Ints) -> Ints | None:
    """All distinct orders of the ranks of a data set; None where they are too many to list."""
    if len(pattern) > LISTED:
        return None
    return np.unique(np.array(list(permutations(pattern.tolist()))), axis=0)


def _drawn(l: int, patterns: Sequence[Ints], counts: Sequence[int], draws: int, seed: int) -> Ints:
    """Sums of ranks after random permutations within the data sets, shape (draws, l)."""
    rng = np.random.default_rng(seed)
    sums = np.zeros((draws, l), dtype=np.int64)
    for pattern, count in zip(patterns, counts, strict=True):
        orders = _orders(pattern)
        if orders is not None and len(orders) <= count:  # how often each order occurs
            chance = np.full(len(orders), 1 / len(orders))
            sums += rng.multinomial(count, chance, size=draws) @ orders
            continue
        for _ in range(count):
            sums += rng.permuted(np.tile(pattern, (draws, 1)), axis=1)
    return sums


def wins_of_pairs(ranks: Array) -> Ints:
    """On how many data sets each of two algorithms ranks before the other.

    Parameters
    ----------
    ranks : ndarray, shape (n, l)

    Returns
    -------
    ndarray, shape (l (l − 1) / 2, 2)
        Of the pairs (0, 1), (0, 2), …, (1, 2), …

    Examples
    --------
    >>> wins_of_pairs(np.array([[1, 2.5, 2.5], [2, 1, 3]])).tolist()
    [[1, 1], [2, 0], [1, 0]]
    """
    before = np.array([(scores[:, None] < ranks).sum(axis=0) for scores in ranks.T])
    a, b = np.triu_indices(ranks.shape[1], 1)
    return np.stack([before[a, b], before[b, a]], axis=1)


def pair_p_values(ranks: Array) -> Array:
    """Two-sided exact p-values of all pairs: swapping the ranks of the two within data sets.

    Only the two algorithms matter, so the p-value does not depend on the others. Swapping changes
    the sign of their difference; the number of data sets on which one of them leads is binomial.
    Data sets on which they tie are left out.

    Parameters
    ----------
    ranks : ndarray, shape (n, l)

    Returns
    -------
    ndarray, shape (l (l − 1) / 2,)
        In the order of :func:`wins_of_pairs`; not adjusted.

    Examples
    --------
    >>> pair_p_values(np.array([[1, 2, 3], [1, 2, 3], [2, 1, 3], [1, 2, 3]])).tolist()
    [0.625, 0.125, 0.125]
    """
    return sign_test_p_values(*wins_of_pairs(ranks).T)


@dataclass(frozen=True)
class Quade(Permuted):
    """Quade's test, with F as R's ``quade.test`` gives it.

    Attributes
    ----------
    mean_ranks : list of float
        Mean rank of each algorithm, data sets weighted; 1 is best.
    """

    mean_ranks: list[float]


def quade(values: Array, seed: int = 0, spread: str = "range") -> Quade:
    """Quade's test of the values on one measure.

    Parameters
    ----------
    values : ndarray, shape (n, l)
        Results of l algorithms on each of n data sets; higher is better.
    seed : int, default 0
        Of the random permutations, if all are too many.
    spread : {"range", "sd"}, default "range"
        What the data sets are ranked by.

    Examples
    --------
    >>> found = quade(np.array([[3, 2, 1], [6, 4, 2], [7, 9, 2.0]]))
    >>> round(found.f, 3), round(found.p_value_f, 3), round(found.p_value, 3), found.draws
    (3.6, 0.128, 0.194, None)
    """
    n, l = values.shape
    from scipy.stats import rankdata  # slow to load

    ranks = rankdata(-values, axis=1)
    weights = doubled_weights(values, spread)
    # Four times Q (r - (l + 1) / 2): whole numbers also with ties.
    scores = weights[:, None] * (np.rint(2 * ranks).astype(np.int64) - (l + 1))
    total = float((scores.astype(np.float64) ** 2).sum())
    between = float((scores.sum(axis=0).astype(np.float64) ** 2).sum()) / n
    # Where all are tied there is no difference: F is 0.
    f = _f(n, l, between, total - between if total else 1.0, total)
    mean = np.average(ranks, axis=0, weights=weights)
    return Quade(*f, *permute_scores(scores, seed), mean.tolist())


def doubled_weights(values: Array, spread: str = "range") -> Ints:
    """Twice the rank of each data set's spread, whole numbers; equal but for rounding is equal.

    Examples
    --------
    >>> doubled_weights(np.array([[0.9, 0.8], [0.8, 0.7], [0.5, 0.5]]))
    array([5, 5, 2])
    """
    low, high = values.min(axis=1), values.max(axis=1)
    with np.errstate(over="ignore", invalid="ignore"):  # of numbers near the largest: the widest
        width = high - low if spread == "range" else np.nan_to_num(values.std(axis=1), nan=np.inf)
        return doubled_midranks(width, rounding_of_differences(high, low))
