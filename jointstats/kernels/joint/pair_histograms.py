"""What every pair of algorithms shows on very many data sets: histograms of outcomes, that add up.

Each data set gives one outcome (better, equal, worse) on each of m measures, hence one of 3^m in
all; of results of which some are missing, one of 4^m. How often each was seen is all that the
claims of a pair are made of (`counts_of_histograms`), and histograms of parts of a table are added.
With clusters of data sets there is one histogram for each cluster: all that sign flips of whole
clusters need, whoever turns out to lead.

*How they are counted.* An algorithm is compared with all later ones at once, on blocks of data sets
that stay in the processor's cache, and every answer is kept as one bit. The data sets with a
certain outcome are those with three bits set (or m of them), so that counting is AND and popcount
of 64 data sets at a time. For three measures that is some 40 steps for 64 data sets and pair; one
number for each outcome, and `numpy.bincount` of these, would take several for each data set. From
six measures on both take the same time, and the histograms themselves too much room.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.errors import JointStatsError
from jointstats.kernels.joint.outcomes import (
    BETTER,
    EQUAL,
    MISSING,
    TIE_TOLERANCE,
    WORSE,
    mirrored,
)
from jointstats.kernels.joint.pair_counts import PairCounts

__all__ = [
    "MOST_CELLS",
    "TooManyOutcomesError",
    "counts_of_histograms",
    "histogram_outcomes",
    "mirrored_outcomes",
    "pair_histograms",
]

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

MOST_CELLS = 1 << 26  # numbers in all histograms together: half a gigabyte
_WORD = 64  # data sets that are counted at once
_BLOCK = 32  # words of a block: two thousand data sets of fifty algorithms fit into a cache


class TooManyOutcomesError(JointStatsError):
    """So many pairs, clusters and outcomes that their histograms would not fit into memory."""


def histogram_outcomes(m: int, base: int = 3) -> Ints:
    """Outcomes in the order of a histogram, the first measure most significant.

    Parameters
    ----------
    m : int
        Measures.
    base : int, default 3
        4 with ``MISSING`` among the outcomes of a measure.

    Returns
    -------
    ndarray of int, shape (base^m, m)

    Examples
    --------
    >>> histogram_outcomes(2)[[0, 1, 8]].tolist()
    [[0, 0], [0, 1], [2, 2]]
    """
    places = np.arange(base**m)[:, None] // base ** np.arange(m - 1, -1, -1)
    outcomes: Ints = places % base
    return outcomes


def pair_histograms(
    values: ArrayLike,
    rope: ArrayLike,
    clusters: ArrayLike | None = None,
    *,
    base: int = 3,
    tolerance: float = TIE_TOLERANCE,
) -> Ints:
    """Count the outcomes of all pairs of algorithms.

    Parameters
    ----------
    values : array_like, shape (n, m, l)
        Results, larger being better on every measure; minus infinity is a failed result. NaN where
        one is missing, with base 4 only.
    rope, tolerance
        As for `jointstats.kernels.joint.outcomes.outcomes`.
    clusters : array_like of int, shape (n,), optional
        Cluster of every data set, from 0; by default all are of one.
    base : int, default 3
        4 counts ``MISSING`` as an outcome: a result of one of the two is not there.

    Returns
    -------
    ndarray of int, shape (C, P, base^m)
        Pairs in the order of ``itertools.combinations``, outcomes in that of
        `histogram_outcomes`.

    Raises
    ------
    TooManyOutcomesError
        If that would be more than `MOST_CELLS` numbers.

    Examples
    --------
    Three algorithms with 0/1 scores of four items:

    >>> scores = [[[1, 1, 0]], [[1, 0, 0]], [[0, 0, 0]], [[1, 1, 0]]]
    >>> pair_histograms(scores, [0.0]).tolist()
    [[[1, 3, 0], [3, 1, 0], [2, 2, 0]]]
    """
    x = np.asarray(values, dtype=np.float64)
    n, m, l = x.shape
    cluster = np.zeros(n, np.int64) if clusters is None else np.asarray(clusters, np.int64)
    n_clusters = int(cluster.max(initial=0)) + 1
    n_pairs = l * (l - 1) // 2
    check_cells(n_clusters, n_pairs, base**m)
    found = np.zeros((n_clusters, n_pairs, base**m), dtype=np.int64)
    case, of_word = _in_words(cluster)
    for start in range(0, len(of_word), _BLOCK):
        words = of_word[start : start + _BLOCK]
        own = case[start * _WORD : (start + len(words)) * _WORD]
        block = _Block(x[own], own >= 0, np.asarray(rope), tolerance, base)
        # Words of one cluster stand together.
        first = np.flatnonzero(np.diff(words, prepend=-1))
        here, stop = words[first], 0
        for i in range(l - 1):
            begin, stop = stop, stop + l - 1 - i
            ones = _popcount(block.cells(i))
            found[here, begin:stop] += np.add.reduceat(ones, first, axis=2, dtype=np.int64).T
    return found


def mirrored_outcomes(m: int, base: int = 3) -> Ints:
    """Where each outcome of a histogram stands if the two algorithms are exchanged.

    Examples
    --------
    >>> mirrored_outcomes(1, 3).tolist(), mirrored_outcomes(1, 4).tolist()
    ([2, 1, 0], [2, 1, 0, 3])
    """
    states = histogram_outcomes(m, base)
    seen = np.where(states == MISSING, MISSING, mirrored(states))
    places: Ints = seen @ base ** np.arange(m - 1, -1, -1)
    return places


def check_cells(n_clusters: int, n_pairs: int, n_outcomes: int) -> None:
    """Refuse histograms that would not fit into memory.

    Raises
    ------
    TooManyOutcomesError
    """
    if n_clusters * n_pairs * n_outcomes <= MOST_CELLS:
        return
    gigabytes = 8 * n_clusters * n_pairs * n_outcomes / 1e9
    of = f" in each of {n_clusters} families" if n_clusters > 1 else ""
    cure = ", or families that are larger" if n_clusters > 1 else ""
    raise TooManyOutcomesError(
        f"Counts of {n_outcomes} outcomes of {n_pairs} pairs{of} would take {gigabytes:.1f} GB: "
        f"use fewer algorithms or measures{cure}."
    )


def counts_of_histograms(
    histograms: ArrayLike,
    m: int,
    certain: ArrayLike | None = None,
    *,
    missing_against: bool = False,
) -> PairCounts:
    """What `jointstats.kernels.joint.pair_counts.pair_counts` counts, from histograms.

    Parameters
    ----------
    histograms : array_like of int, shape (P, 3^m) or (P, 4^m)
        From `pair_histograms`, of all clusters together.
    m : int
        Measures.
    certain, missing_against
        As there.

    Examples
    --------
    >>> found = counts_of_histograms([[2, 2, 0, 0, 1, 0, 0, 0, 1]], 2)
    >>> found.sweeps.tolist(), found.clean.tolist(), found.outcome.tolist()
    ([[2, 1]], [[4, 1]], [[0, 1]])
    """
    h = np.asarray(histograms, dtype=np.int64)
    seen = histogram_outcomes(m, 3 if h.shape[1] == 3**m else 4)
    sure = np.ones(m, dtype=bool) if certain is None else np.asarray(certain)
    absent = seen == MISSING
    there = ~absent.any(axis=1)
    hides = (seen == EQUAL) & ~sure
    hides = hides | absent if missing_against else hides & there[:, None]
    counted = np.ones_like(there) if missing_against else there
    wins = np.stack([seen == BETTER, seen == WORSE], axis=-1)  # outcome, measure, side
    whole = _tally(h, wins & there[:, None, None])
    known = _tally(h, wins) if missing_against else whole
    wins = wins & counted[:, None, None]
    hidden = hides.any(axis=1)
    sweeps, ahead = wins.all(axis=1), wins.any(axis=1)
    behind = ahead[:, ::-1]
    first, count, second = _most_frequent(h, ~sweeps.any(axis=1) & ~hidden & there)
    return PairCounts(
        n=_tally(h, counted),
        sweeps=_tally(h, sweeps),
        maybe_sweeps=_tally(h, (wins | hides[..., None]).all(axis=1)),
        clean=_tally(h, ahead & ~behind & ~hidden[:, None]),
        maybe_clean=_tally(h, (ahead | hidden[:, None]) & ~behind),
        wins=np.where(whole > whole[..., ::-1], known, whole),
        outcome=np.where(count[:, None] > 0, seen[first], -1),
        outcome_count=count,
        next_outcome=second,
        hidden=_tally(h, hidden),
    )


def _tally(histograms: Ints, which: Bools) -> Ints:
    """How many data sets of each pair have one of the outcomes, for masks of shape (K, ...)."""
    return np.tensordot(histograms, which.astype(np.int64), axes=1)


def _most_frequent(histograms: Ints, among: Bools) -> tuple[Ints, Ints, Ints]:
    """The most frequent of some outcomes, the first of several, its count, and the next count."""
    pairs = np.arange(len(histograms))
    left = np.where(among, histograms, 0)
    first = left.argmax(axis=1)
    count = left[pairs, first]
    left[pairs, first] = 0
    return first, count, left.max(axis=1)


def _in_words(cluster: Ints) -> tuple[Ints, Ints]:
    """Data sets in words of 64, each word of one cluster: -1 where there is none."""
    order = np.argsort(cluster, kind="stable")
    own = cluster[order]
    names, start, size = np.unique(own, return_index=True, return_counts=True)
    words = -(-size // _WORD)
    case = np.full(int(words.sum()) * _WORD, -1, dtype=np.int64)
    begin = (np.cumsum(words) - words) * _WORD
    case[np.arange(len(order)) + np.repeat(begin - start, size)] = order
    return case, np.repeat(names, words)


class _Block:
    """Some words of data sets: which of any two algorithms is better on each measure."""

    def __init__(
        self, values: Array, valid: Bools, rope: Array, tolerance: float, base: int
    ) -> None:
        x = np.ascontiguousarray(values.transpose(1, 2, 0))  # measure, algorithm, data set
        self.valid, self.base = _packed(valid), base
        self.there = _packed(~np.isnan(x) & valid)
        self.x = [_shortest(one) if not width else one for one, width in zip(x, rope, strict=True)]
        # Rounding keeps order: of two results, the larger slack is that of the larger one.
        size = np.where(np.isfinite(x), np.abs(x), 0.0)
        self.slack = rope[:, None, None] + tolerance * size

    def cells(self, i: int) -> Words:
        """Data sets with each outcome of an algorithm against all later ones: (K, J, words)."""
        cells = self.outcomes(0, i)
        for k in range(1, len(self.x)):
            wider = cells[:, None] & self.outcomes(k, i)
            cells = wider.reshape(-1, *cells.shape[1:])
        return cells

    def outcomes(self, k: int, i: int) -> Words:
        """The same of one measure, in the sequence of the outcomes' codes: (base, J, words)."""
        there = self.there[k, i] & self.there[k, i + 1 :]
        better, worse = (_packed(one) & there for one in self.compared(k, i))
        found = [better, there & ~(better | worse), worse]
        if self.base > MISSING:
            found.append(self.valid & ~there)
        return np.stack(found)

    def compared(self, k: int, i: int) -> tuple[Bools, Bools]:
        """Where an algorithm is better than each later one, and where it is worse."""
        own, other = self.x[k][i], self.x[k][i + 1 :]
        if own.dtype == np.uint8:  # whole numbers differ by more than rounding could
            return own > other, own < other
        within = np.maximum(self.slack[k, i], self.slack[k, i + 1 :])
        with np.errstate(invalid="ignore", over="ignore"):  # two failures, NaN, exceed nothing
            difference = own - other
            return difference > within, difference < -within


def _shortest(x: Array) -> NDArray:
    """Whole numbers from 0 to 255, such as scores of 0 and 1, as bytes; others as they are."""
    with np.errstate(invalid="ignore"):
        short = x.astype(np.uint8)
    known = ~np.isnan(x)
    return short if (short[known] == x[known]).all() else x


def _packed(flags: Bools) -> Words:
    """Flags as bits, 64 of them in a word."""
    return np.packbits(flags, axis=-1).view(np.uint64)


def _popcount(words: Words) -> NDArray[np.uint8]:
    """How many bits are set in each word."""
    if hasattr(np, "bitwise_count"):  # since NumPy 2.0
        return np.asarray(np.bitwise_count(words))
    ones = _ONES[words.view(np.uint8)].reshape(*words.shape, -1)
    return ones.sum(axis=-1, dtype=np.uint8)


_ONES = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).sum(axis=1, dtype=np.uint8)
