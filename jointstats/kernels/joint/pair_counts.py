"""What each of many pairs of algorithms shows, and on how many data sets.

Ties on some measures are an outcome; elsewhere they may hide a difference, and are counted against
whatever they could help. So may be what is missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.joint.outcomes import BETTER, EQUAL, MISSING, WORSE

__all__ = ["PairCounts", "outcome_codes", "pair_counts"]

Ints = NDArray[np.int64]

_MOST_DIGITS = 39  # outcomes of so many measures are one 64-bit number in base 3


@dataclass(frozen=True)
class PairCounts:
    """On how many data sets each of P pairs shows what; side 0 is the first algorithm.

    Attributes
    ----------
    n : ndarray of int, shape (P,)
        Data sets of each pair.
    sweeps : ndarray of int, shape (P, 2)
        Better on every measure, by side.
    maybe_sweeps : ndarray of int, shape (P, 2)
        The same, or it may be so behind ties that hide a difference.
    clean, maybe_clean : ndarray of int, shape (P, 2)
        Not worse on any measure and better on at least one; or it may be so.
    wins : ndarray of int, shape (P, m, 2)
        Better on each measure.
    outcome : ndarray of int, shape (P, m)
        The most frequent outcome that is no sweep and hides nothing, seen from the first algorithm;
        of several the one with the smallest codes. -1 throughout if there is none.
    outcome_count : ndarray of int, shape (P,)
    next_outcome : ndarray of int, shape (P,)
        Count of the most frequent other one.
    hidden : ndarray of int, shape (P,)
        Data sets with a tie that may hide a difference.
    """

    n: Ints
    sweeps: Ints
    maybe_sweeps: Ints
    clean: Ints
    maybe_clean: Ints
    wins: Ints
    outcome: Ints
    outcome_count: Ints
    next_outcome: Ints
    hidden: Ints


def pair_counts(
    outcomes: ArrayLike,
    certain: ArrayLike | None = None,
    *,
    missing_against: bool = False,
    unclean: ArrayLike | None = None,
) -> PairCounts:
    """Count what the claims of every pair are made of.

    Parameters
    ----------
    outcomes : array_like of int, shape (P, n, m)
        Of the first algorithm of each pair against the second, from
        `jointstats.kernels.joint.outcomes.outcomes`. A pair's data sets are those without any
        ``MISSING``.
    certain : array_like of bool, shape (m,) or (P, n, m), optional
        Measures (or single ties) that are an outcome; by default all. Elsewhere a tie may hide a
        difference.
    missing_against : bool, default False
        Count the other data sets, too, against whatever they could help, as ties that may hide a
        difference: whatever is missing, no claim has a larger p-value than with these counts.
    unclean : array_like of bool, shape (P, n), optional
        Data sets that are clean for nobody although ties are an outcome: groups of measures, of
        which each algorithm is worse on some, and neither better on the group.

    Examples
    --------
    >>> found = pair_counts([[[0, 0], [0, 0], [2, 2], [0, 1], [0, 1], [1, 1]]])
    >>> found.sweeps.tolist(), found.clean.tolist(), found.wins.tolist()
    ([[2, 1]], [[4, 1]], [[[4, 1], [2, 1]]])
    >>> found.outcome.tolist(), found.outcome_count.tolist(), found.next_outcome.tolist()
    ([[0, 1]], [2], [1])

    Twice nothing is known of one measure; against the first algorithm both may be sweeps of the
    other:

    >>> table = [[[0, 0], [0, 0], [0, 0], [2, 3], [3, 3]]]
    >>> found, worst = pair_counts(table), pair_counts(table, missing_against=True)
    >>> found.n.tolist(), worst.n.tolist(), worst.maybe_sweeps.tolist()
    ([3], [5], [[4, 2]])
    """
    # With the measures farthest apart in memory, what all of them say is quick to sum up
    seen = np.moveaxis(np.ascontiguousarray(np.moveaxis(np.asarray(outcomes), 2, 0)), 0, 2)
    sure = np.ones(seen.shape[2], dtype=bool) if certain is None else np.asarray(certain)
    absent = seen == MISSING
    there = ~absent.any(axis=2)
    if missing_against:
        hides = ((seen == EQUAL) & ~sure) | absent
        counted = np.ones_like(there)
    else:
        seen = np.where(there[..., None], seen, MISSING)
        hides = (seen == EQUAL) & ~sure
        counted = there
    sides = seen == BETTER, seen == WORSE
    hidden = hides.any(axis=2)
    sweeps = _by_side(*(wins.all(axis=2) for wins in sides))
    maybe_sweeps = _by_side(*((wins | hides).all(axis=2) for wins in sides))
    ahead = _by_side(*(wins.any(axis=2) for wins in sides))
    maybe_clean = (ahead | hidden[..., None]) & ~ahead[..., ::-1]
    clean = ahead & ~ahead[..., ::-1] & ~hidden[..., None]
    if unclean is not None:
        neither = np.asarray(unclean)[..., None]
        clean, maybe_clean = clean & ~neither, maybe_clean & ~neither
    first, count, second = _most_frequent(seen, sweeps.any(axis=-1) | hidden | ~there)
    return PairCounts(
        n=counted.sum(axis=1),
        sweeps=sweeps.sum(axis=1),
        maybe_sweeps=maybe_sweeps.sum(axis=1),
        clean=clean.sum(axis=1),
        maybe_clean=maybe_clean.sum(axis=1),
        wins=_wins(sides, there),
        outcome=first,
        outcome_count=count,
        next_outcome=second,
        hidden=hidden.sum(axis=1),
    )


def _wins(sides: tuple[NDArray[Any], NDArray[Any]], there: NDArray[np.bool_]) -> Ints:
    """Data sets on which each side is better, by measure.

    Those with something missing count for who leads on the others alone, so that they change
    nobody's direction.
    """
    whole = _by_side(*((wins & there[..., None]).sum(axis=1) for wins in sides))
    known = _by_side(*(wins.sum(axis=1) for wins in sides))
    return np.where(whole > whole[..., ::-1], known, whole)


def _by_side(first: NDArray[Any], second: NDArray[Any]) -> NDArray[Any]:
    return np.stack([first, second], axis=-1)


def _most_frequent(seen: NDArray, left_out: ArrayLike) -> tuple[Ints, Ints, Ints]:
    """The most frequent outcome of each pair but for some cases, its count, and the next count."""
    n_pairs, n = seen.shape[:2]
    codes = np.where(np.asarray(left_out), -1, outcome_codes(seen))  # sorted, these come first
    order = np.argsort(codes, axis=1, kind="stable")
    ranked = np.take_along_axis(codes, order, axis=1)
    starts = np.ones((n_pairs, n), dtype=bool)
    starts[:, 1:] = ranked[:, 1:] != ranked[:, :-1]
    begin = np.flatnonzero(starts)  # of each run of equal outcomes, in one line
    length = np.diff(begin, append=n_pairs * n)
    length[ranked.ravel()[begin] < 0] = 0
    # Most frequent first within each pair, then by code: runs are in the order of the codes.
    pair = begin // n
    best = np.lexsort((begin, -length, pair))
    runs = np.bincount(pair, minlength=n_pairs)
    first = np.cumsum(runs) - runs
    count = length[best][first]
    second = np.where(runs > 1, length[best][np.minimum(first + 1, len(best) - 1)], 0)
    case = order.ravel()[begin[best][first]]
    outcome = seen[np.arange(n_pairs), case].astype(np.int64)
    return np.where(count[:, None] > 0, outcome, -1), count, second


def outcome_codes(seen: NDArray) -> Ints:
    """One number for each outcome, the first measure most significant."""
    m = seen.shape[2]
    if m > _MOST_DIGITS:
        _, number = np.unique(seen.reshape(-1, m), axis=0, return_inverse=True)
        return np.asarray(number, dtype=np.int64).reshape(seen.shape[:2])
    codes = np.zeros(seen.shape[:2], dtype=np.int64)
    for outcomes in np.moveaxis(seen, 2, 0):
        codes *= EQUAL + WORSE
        codes += outcomes
    return codes
