"""Many tests: adjusted p-values, and groups of algorithms that no test separates.

Why our own: SciPy has the false discovery rates only, and the family-wise methods (Holm's is the
default of every test here, Hommel's the sharpest) would cost a dependency on statsmodels for these
few lines. They agree with R's ``p.adjust`` to 2e-16, and with BH and BY of SciPy
(``false_discovery_control``).

"Not separated" is no equivalence: a and b, b and c may go together while a and c are apart. Groups
therefore overlap. Where all largest groups are few, they are it: two share one exactly where they
are not separated. There can be exponentially many of them (with 200 algorithms on 60 data sets some
30,000 are seen), too many to read. Then the groups are runs of neighbours, the longest in a given
order: algorithms that share a run are still not separated, but two that share none need not be
apart.

Sources: Bron & Kerbosch, "Algorithm 457: finding all cliques of an undirected graph",
Communications of the ACM 16 (1973), with the pivot of Tomita, Tanaka & Takahashi, Theoretical
Computer Science 363 (2006); Piepho, "An algorithm for a letter-based representation of all pairwise
comparisons", Journal of Computational and Graphical Statistics 13 (2004).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Bools

AdjustmentWord = Literal["holm", "hochberg", "hommel", "bonferroni", "BH", "BY", "none"]
METHODS: tuple[str, ...] = get_args(AdjustmentWord)


def adjust_p_values(p_values: ArrayLike, method: str = "holm") -> np.ndarray:
    """Adjust p-values so that each can be compared with the level itself.

    Parameters
    ----------
    p_values : array_like, shape (k,)
        Unadjusted p-values.
    method : {"holm", "hochberg", "hommel", "bonferroni", "BH", "BY", "none"}, default "holm"
        Holm, Hochberg, Hommel and Bonferroni control the family-wise error, BH (Benjamini &
        Hochberg 1995) and BY (Benjamini & Yekutieli 2001) the false discovery rate.

    Returns
    -------
    ndarray, shape (k,)

    Examples
    --------
    >>> adjust_p_values([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, dtype=float)
    k = len(p)
    if method == "none":
        return p.copy()
    if method == "bonferroni":
        return np.minimum(1.0, k * p)
    order = np.argsort(p)
    ranks = np.arange(1, k + 1)
    ascending = p[order]
    if method == "holm":  # step down
        adjusted = np.maximum.accumulate((k - ranks + 1) * ascending)
    elif method == "hommel":
        adjusted = _hommel(ascending)
    else:  # step up
        factors = {
            "hochberg": (k - ranks + 1).astype(float),
            "BH": k / ranks,
            "BY": k / ranks * np.sum(1.0 / ranks),
        }[method]
        adjusted = np.minimum.accumulate((factors * ascending)[::-1])[::-1]
    out = np.empty(k)
    out[order] = np.minimum(1.0, adjusted)
    return out


def _hommel(p: np.ndarray) -> np.ndarray:
    """Hommel (1988) by closed testing of Simes' test, for p in ascending order.

    The adjusted p_(j) is the largest Simes p-value over all sets of hypotheses that hold j. For a
    size s, the worst such set holds j and the s−1 largest p-values (or the s largest, if j is one
    of them).
    """
    k = len(p)
    adjusted = p.copy()
    for size in range(2, k + 1):
        upper = size * p[k - size + 1 :] / np.arange(2, size + 1)
        simes = upper.min()  # of the s−1 largest, at their ranks 2…s
        outside = slice(0, k - size + 1)
        adjusted[outside] = np.maximum(adjusted[outside], np.minimum(simes, size * p[outside]))
    # In exact arithmetic they ascend already; rounding can set a larger p-value one step below a
    # smaller one, or two equal ones apart.
    return np.maximum.accumulate(adjusted)


def nemenyi_p_values(ranks: np.ndarray) -> np.ndarray:
    """Nemenyi's test of every pair, adjusted by the studentised range of all l mean ranks.

    Parameters
    ----------
    ranks : ndarray, shape (n, l)
        Ranks of l algorithms on each of n data sets; ties share their mean rank.

    Returns
    -------
    ndarray, shape (l (l − 1) / 2,)
        Of the pairs (0, 1), (0, 2), …, (1, 2), …: P(Q ≥ √2 z) for the range Q of l independent
        standard normal variables, with z = |R_a − R_b| / √(l (l + 1) / 6n) (Demšar 2006,
        section 3.2.2).

    Examples
    --------
    >>> nemenyi_p_values(np.array([[1, 2, 3], [1, 2, 3], [2, 1, 3]])).round(4).tolist()
    [0.9122, 0.1025, 0.2317]
    """
    from scipy.stats import studentized_range

    range_of_all = np.sqrt(2.0) * _standardised_differences(ranks)
    # Equal differences are common, and the distribution is slow.
    distinct, back = np.unique(range_of_all, return_inverse=True)
    return studentized_range.sf(distinct, ranks.shape[1], np.inf)[back]


def critical_difference(l: int, n: int, alpha: float) -> float:
    """Mean ranks that differ by more are separated by Nemenyi's test: q / √2 · √(l (l + 1) / 6n).

    Examples
    --------
    >>> round(critical_difference(4, 14, 0.05), 3)
    1.254
    """
    from scipy.stats import studentized_range

    q = float(studentized_range.ppf(1 - alpha, l, np.inf)) / np.sqrt(2.0)
    return float(q * np.sqrt(l * (l + 1) / (6.0 * n)))


def _standardised_differences(ranks: np.ndarray) -> np.ndarray:
    """|R_a − R_b| / √(l (l + 1) / 6n) of every pair."""
    n, l = ranks.shape
    mean = ranks.mean(axis=0)
    a, b = np.triu_indices(l, 1)
    return np.abs(mean[a] - mean[b]) / np.sqrt(l * (l + 1) / (6.0 * n))


MOST_GROUPS = 52  # as many as there are letters, small and capital


def groups(apart: ArrayLike, most: int = MOST_GROUPS) -> tuple[Bools, bool]:
    """Groups without two that are apart, and whether they are all the largest ones.

    Parameters
    ----------
    apart : array_like of bool, shape (l, l)
        Symmetric: which two are separated; best first.
    most : int, default 52
        If there are more largest groups than that, the groups are runs of neighbours.

    Returns
    -------
    members : ndarray of bool, shape (G, l)
        Everybody is in one group at least. Those with the first members come first.
    all_largest : bool

    Examples
    --------
    The first and the third are apart:

    >>> members, all_largest = groups([[0, 0, 1], [0, 0, 0], [1, 0, 0]])
    >>> members.astype(int).tolist(), all_largest
    ([[1, 1, 0], [0, 1, 1]], True)
    """
    separated = np.asarray(apart, dtype=bool)
    runs = runs_of_neighbours(separated)
    beside = np.zeros(separated.shape, dtype=bool)
    for run in runs:
        beside |= run[:, None] & run
    # If runs hold all that go together, then so does any largest group: its first and its last
    # member share a run, which holds all between.
    if not (~beside & ~separated).any():
        return runs, True
    cliques = list(islice(largest_groups(separated), most + 1))
    if len(cliques) > most:
        return runs, False
    members = np.array(cliques)
    return members[
        sorted(range(len(cliques)), key=lambda g: np.flatnonzero(members[g]).tolist())
    ], True


def runs_of_neighbours(apart: ArrayLike) -> Bools:
    """The longest runs of neighbours without two that are apart, shape (G, l).

    Examples
    --------
    >>> runs_of_neighbours([[0, 0, 1, 0], [0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]]).astype(int)
    array([[1, 1, 0, 0],
           [0, 1, 1, 1]])
    """
    separated = np.asarray(apart, dtype=bool)
    l = len(separated)
    place = np.arange(l)
    # Where the run that ends with each one starts: behind the last of those before whom somebody of
    # the run is apart from.
    before = np.where(separated & (place[:, None] < place), place[:, None] + 1, 0).max(axis=0)
    start = np.maximum.accumulate(before)
    last = np.append(start[1:] > start[:-1], True)  # nothing longer starts at the same place
    return (place >= start[last][:, None]) & (place <= place[last][:, None])


def largest_groups(apart: ArrayLike) -> Iterator[Bools]:
    """All largest sets without two that are apart, one after the other; there can be very many.

    Examples
    --------
    >>> sorted(group.tolist() for group in largest_groups([[0, 1], [1, 0]]))
    [[False, True], [True, False]]
    """
    separated = np.asarray(apart, dtype=bool)
    l = len(separated)
    joined = [
        sum(1 << j for j in np.flatnonzero(~row).tolist() if j != i)
        for i, row in enumerate(separated)
    ]
    for clique in _extended(joined, 0, (1 << l) - 1, 0):
        yield np.array([clique >> i & 1 for i in range(l)], dtype=bool)


def _extended(joined: list[int], group: int, candidates: int, done: int) -> Iterator[int]:
    """Largest sets that hold the group and some candidates, and none that is done; as bits."""
    if not candidates:
        if not done:
            yield group
        return
    # Whoever goes together with the pivot is in a set with it, or with somebody who is not.
    pivot = max(_bits(candidates | done), key=lambda i: (candidates & joined[i]).bit_count())
    for i in _bits(candidates & ~joined[pivot]):
        bit = 1 << i
        yield from _extended(joined, group | bit, candidates & joined[i], done & joined[i])
        candidates &= ~bit
        done |= bit


def _bits(number: int) -> Iterator[int]:
    """The places of the bits that are set."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def cliques(names: tuple[str, ...], apart: set[frozenset[str]]) -> tuple[tuple[str, ...], ...]:
    """Largest sets of at least two names without a pair that is apart, in the order of the names.

    Runs of neighbours, if there are more such sets than anybody reads
    (:mod:`jointstats.evidence.multiplicity`).
    """
    place = {name: i for i, name in enumerate(names)}
    separated = np.zeros((len(names), len(names)), dtype=bool)
    for pair in apart:
        i, j = (place[name] for name in pair)
        separated[i, j] = separated[j, i] = True
    cliques = (np.flatnonzero(group).tolist() for group in groups(separated)[0])
    return tuple(tuple(names[i] for i in group) for group in cliques if len(group) > 1)
