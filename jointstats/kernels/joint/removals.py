"""How many data sets must go, at the least, before a claim is no longer shown.

A decision on counts falls soonest if all data sets that go show the leading statement: with a
smaller first count every rule here decides less easily, with a smaller other count more easily (of
Dirichlet posteriors: the shares are those of independent Gamma variables, which grow with their
own count). So k removals are answered by one subtraction.

Of the claims about a pair, which are several and share data sets, no such order exists: a data set
that goes may weaken one claim and strengthen another. Data sets that show the same are alike, so
that it is enough to try how many of each kind go: all multisets of kinds, for as long as there are
few enough of them, and then the best one so far with one more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, islice
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.joint.margin import Rule
from jointstats.kernels.joint.outcomes import MISSING
from jointstats.kernels.joint.pair_claims import claim_p_values, ladder_shares
from jointstats.kernels.joint.pair_counts import pair_counts

__all__ = ["Removed", "fewest_of_leader", "removals_of_pair"]

MOST_SETS = 4000  # multisets of kinds that are tried for one number of data sets
_AT_ONCE = 1 << 20  # outcomes that are counted together


@dataclass(frozen=True)
class Removed:
    """The removal of k data sets that leaves least of what is shown of a pair.

    Attributes
    ----------
    places : tuple of int
        The data sets that go.
    p_value : float
        Of the pair alone, over all its claims, with the level shared as it is at the beginning: if
        it is above a level, nothing of the pair is shown at it.
    every : bool
        Whether every removal of so many data sets was tried.
    """

    places: tuple[int, ...]
    p_value: float
    every: bool


def fewest_of_leader(counts: ArrayLike, rule: Rule) -> int | None:
    """The fewest data sets whose removal undoes a decision for the largest of these counts.

    Parameters
    ----------
    counts : array_like, shape (R,)
        Of the statements seen, in any order.
    rule : callable
        Decides for the first of some counts, more easily the larger it is, and the smaller the
        others are.

    Returns
    -------
    int or None
        None if nothing is decided.

    Examples
    --------
    Of 12 data sets 10 show one statement and 2 another: p = 0.039. Without one, 9 of 11: 0.065.

    >>> from jointstats.kernels.joint.margin import by_exact_p
    >>> fewest_of_leader([2, 10], by_exact_p(0.05)), fewest_of_leader([2, 6], by_exact_p(0.05))
    (1, None)
    """
    weights = np.sort(np.asarray(counts, dtype=np.float64))[::-1]
    weights = np.append(weights, np.zeros(max(0, 2 - len(weights))))

    def decides(k: int) -> bool:
        left = weights.copy()
        left[0] -= k
        return bool(left[0] > left[1] and rule(left))

    if not decides(0):
        return None
    low, high = 0, int(np.ceil(weights[0] - weights[1]))  # with so many gone nobody leads
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if decides(middle) else (low, middle)
    return high


def removals_of_pair(
    seen: ArrayLike,
    certain: ArrayLike,
    unclean: ArrayLike | None = None,
    *,
    equal: bool,
    most_sets: int = MOST_SETS,
) -> Iterator[Removed]:
    """Of k = 1, 2, ... data sets of a pair those whose removal leaves least, one k after another.

    Parameters
    ----------
    seen : array_like of int, shape (n, m)
        Outcomes of the first algorithm against the second.
    certain : array_like of bool, shape (m,) or (n, m)
    unclean : array_like of bool, shape (n,), optional
        As for `jointstats.kernels.joint.pair_counts.pair_counts`.
    equal : bool
        As for `jointstats.kernels.joint.pair_claims.adjusted_family`.
    most_sets : int, default 4000
        Multisets of kinds that are tried for each k.

    Examples
    --------
    Better on both measures on eight of nine data sets; then on seven of eight:

    >>> one = next(removals_of_pair([[0, 0]] * 8 + [[2, 2]], [False, False], equal=False))
    >>> one.places, round(one.p_value, 4), one.every
    ((0,), 0.1055, True)
    """
    outcomes = np.asarray(seen)
    n, m = outcomes.shape
    sure = np.broadcast_to(np.asarray(certain, dtype=bool), (n, m))
    conflict = None if unclean is None else np.asarray(unclean, dtype=bool)
    marks = [outcomes, sure] + ([] if conflict is None else [conflict[:, None]])
    there = np.flatnonzero((outcomes != MISSING).all(axis=1))
    whole = np.concatenate(marks, axis=1)[there]
    _, kind = np.unique(whole, axis=0, return_inverse=True)
    of_kind = [there[kind.ravel() == i].tolist() for i in range(int(kind.max(initial=-1)) + 1)]

    def p_values(removed: list[tuple[int, ...]]) -> NDArray[np.float64]:
        step = max(1, _AT_ONCE // max(1, n * m))
        parts = [
            _p_values(outcomes, sure, conflict, removed[i : i + step], equal)
            for i in range(0, len(removed), step)
        ]
        return np.concatenate(parts)

    best: tuple[int, ...] = ()
    every = True
    for k in range(1, len(there) + 1):
        every = every and comb(len(of_kind) + k - 1, k) <= most_sets
        if every:
            tried = list(_multisets(of_kind, k))
        else:
            tried = [
                (*best, next(i for i in one if i not in best))
                for one in of_kind
                if not set(one) <= set(best)
            ]
        found = p_values(tried)
        best = tried[int(found.argmax())]
        yield Removed(tuple(sorted(best)), float(found.max()), every)


def _multisets(of_kind: list[list[int]], k: int) -> Iterator[tuple[int, ...]]:
    """All ways to take k data sets, up to which one of a kind it is."""
    for chosen in combinations_with_replacement(range(len(of_kind)), k):
        number = np.bincount(chosen, minlength=len(of_kind)).tolist()
        if all(some <= len(one) for some, one in zip(number, of_kind, strict=True)):
            yield tuple(
                i
                for some, one in zip(number, of_kind, strict=True)
                if some
                for i in islice(one, some)
            )


def _p_values(
    seen: NDArray[np.int64],
    sure: NDArray[np.bool_],
    conflict: NDArray[np.bool_] | None,
    removed: list[tuple[int, ...]],
    equal: bool,
) -> NDArray[np.float64]:
    """Of each removal: the p-value of the pair over all its claims, as the level begins."""
    left = np.repeat(seen[None], len(removed), axis=0)
    for one, places in zip(left, removed, strict=True):
        one[list(places)] = MISSING
    unclean = None if conflict is None else np.repeat(conflict[None], len(removed), axis=0)
    counts = pair_counts(left, np.broadcast_to(sure, left.shape), unclean=unclean)
    first = claim_p_values(counts)[:, :, 0]
    shares = ladder_shares(seen.shape[1], equal=equal)
    there = shares > 0
    smallest = (first[:, there] / shares[there]).min(axis=1)
    return np.minimum(smallest, 1.0)
