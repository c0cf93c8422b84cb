"""Votes: what independent units, data sets or families of them, say of a claim.

A data set votes with its score. A family has one vote, the sign of the sum of its scores. Votes of
0 drop out, and the claim's p-value is the binomial tail P(Bin(yes + no, 1/2) >= yes): a claim that
is false has votes "yes" with probability at most one half, given that they are not 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc

__all__ = ["fewest_units", "smallest_p", "tail", "units_of", "votes"]

Array = NDArray[np.float64]
Ints = NDArray[np.int64]


def units_of(clusters: ArrayLike) -> tuple[Ints, Ints]:
    """The order that puts the members of a family side by side, and where each family begins.

    Parameters
    ----------
    clusters : array_like of int, shape (n,)
        Number of each data set's family.

    Examples
    --------
    >>> order, starts = units_of([1, 0, 1])
    >>> order.tolist(), starts.tolist()
    ([1, 0, 2], [0, 1])
    """
    numbers = np.asarray(clusters)
    order = np.argsort(numbers, kind="stable")
    return order, np.flatnonzero(np.diff(numbers[order], prepend=-1))


def votes(scores: ArrayLike, units: tuple[Ints, Ints] | None = None) -> Ints:
    """Votes for a claim, against it, and for neither.

    Parameters
    ----------
    scores : array_like of int, shape (..., n)
        +1, 0 or -1 of every data set.
    units : tuple, optional
        From `units_of`; by default every data set votes.

    Returns
    -------
    ndarray of int, shape (..., 3)

    Examples
    --------
    >>> votes([1, 1, -1, 0]).tolist()
    [2, 1, 1]

    Two families, the first of which is divided:

    >>> votes([1, -1, -1, -1], units_of([0, 0, 1, 1])).tolist()
    [0, 1, 1]
    """
    cast = np.asarray(scores)
    if units is not None:
        order, starts = units
        cast = np.sign(np.add.reduceat(cast[..., order], starts, axis=-1, dtype=np.int32))
    yes = np.count_nonzero(cast > 0, axis=-1)
    no = np.count_nonzero(cast < 0, axis=-1)
    return np.stack([yes, no, cast.shape[-1] - yes - no], axis=-1)


def tail(yes: ArrayLike, no: ArrayLike) -> Array:
    """P(Bin(yes + no, 1/2) >= yes), the p-value of a claim.

    Examples
    --------
    >>> tail([5, 9, 0], [0, 3, 0]).round(6).tolist()
    [0.03125, 0.072998, 1.0]
    """
    first, second = np.broadcast_arrays(
        np.asarray(yes, dtype=np.int64), np.asarray(no, dtype=np.int64)
    )
    width = int(second.max(initial=0)) + 1
    # Few different counts occur: each is worked out once.
    codes, place = np.unique(first * width + second, return_inverse=True)
    p = np.ones(len(codes))
    some = codes >= width
    p[some] = betainc(codes[some] // width, codes[some] % width + 1, 0.5)
    return p[np.ravel(place)].reshape(first.shape)


def smallest_p(n_units: int) -> float:
    """The smallest p-value that so many units allow: every vote is "yes"."""
    return 0.5**n_units


def fewest_units(level: float) -> int:
    """The fewest units whose smallest p-value is at most a level.

    Examples
    --------
    >>> fewest_units(0.05), fewest_units(0.5**7), fewest_units(1.0)
    (5, 7, 1)
    """
    n = 1
    while smallest_p(n) > level:
        n += 1
    return n
