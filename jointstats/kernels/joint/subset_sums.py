"""Sums of random subsets: what sign flips of whole clusters come down to.

Each of C whole numbers d_c > 0 is in the subset with probability one half. The distribution of the
sum U is built number by number, in as many cells as sums matter. Where that would be more than
`EXACT_SUM` cells, sums are taken on a grid of q instead: d_c = q (k_c + r_c) with |r_c| <= 1/2, so
that with B_c = 0 or 1 the sum U / q is

    sum_c B_c k_c + (1/2) sum_c r_c + sum_c (B_c - 1/2) r_c,

whose last term exceeds t with probability exp(-2 t^2 / sum_c r_c^2) at most (Hoeffding 1963). Hence

    P(U <= u) <= P(sum_c B_c k_c <= u / q - (1/2) sum_c r_c + t) + exp(-2 t^2 / sum_c r_c^2),

and likewise from below. The bound that makes a test conservative is taken; t is such that the last
term is below 10^-21.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["EXACT_SUM", "largest_below", "subset_sums"]

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

EXACT_SUM = 1 << 13
_CELLS = 1 << 12  # of a grid
_WIDE = 256  # cells from which on rows are taken one by one
_SURE = -log(1e-21)
_AT_ONCE = 1 << 22  # numbers in a table of sums
_DOUBLINGS = 1000  # of a probability that a double can hold


def subset_sums(
    sizes: ArrayLike, most: ArrayLike, *, at_least: bool = False
) -> tuple[Array, Array]:
    """Distribution of the sum U of a random subset, row by row: P(U < most), P(U = most).

    Parameters
    ----------
    sizes : array_like of int, shape (R, C)
        What each element adds, if it is in the subset, with probability 1/2.
    most : array_like of int, shape (R,)
    at_least : bool, default False
        Where ``most`` is above `EXACT_SUM`: give lower bounds, not upper ones.

    Returns
    -------
    below, at : ndarray, shape (R,)
        Where ``most`` is above `EXACT_SUM`, a bound of P(U <= most), or of P(U < most) from below;
        and 0.

    Examples
    --------
    >>> below, at = subset_sums([[1, 1, 2], [3, 3, 0]], [1, 3])
    >>> below.tolist(), at.tolist()
    ([0.125, 0.25], [0.25, 0.5])

    Fifty clusters with differences of up to a million, of which the leader lost a quarter:

    >>> sizes = np.linspace(1, 10**6, 50).astype(int)[None]
    >>> bounds = [subset_sums(sizes, sizes.sum(axis=1) // 4, at_least=which)[0] for which in (0, 1)]
    >>> [f"{float(bound[0]):.5f}" for bound in bounds]
    ['0.00095', '0.00091']
    """
    d, limit = np.asarray(sizes, dtype=np.int64), np.asarray(most, dtype=np.int64)
    below, at = np.zeros(len(d)), np.zeros(len(d))
    d = -np.sort(-d, axis=1)
    small = limit <= EXACT_SUM
    for rows, probability in _tables(d, np.where(small, limit, -1)):
        at[rows] = probability[np.arange(len(rows)), limit[rows]]
        kept = np.arange(probability.shape[1]) < limit[rows, None]
        below[rows] = np.where(kept, probability, 0.0).sum(axis=1)
    if not small.all():
        below[~small] = _on_a_grid(d[~small], limit[~small] - at_least, at_least)
    return below, at


def largest_below(sizes: ArrayLike, most: ArrayLike) -> Array:
    """An upper bound of P(U <= most), row by row: exp(-2 (mean - most)^2 / sum d^2) (Hoeffding).

    Examples
    --------
    >>> largest_below([[1] * 20], [2]).round(5), subset_sums([[1] * 20], [3])[0].round(5)
    (array([0.00166]), array([0.0002]))
    """
    d, limit = np.asarray(sizes, dtype=float), np.asarray(most)
    lead = np.maximum(0.5 * d.sum(axis=1) - limit, 0.0)
    bound: Array = np.exp(-2 * lead**2 / np.maximum((d**2).sum(axis=1), 1.0))
    return np.where(limit < 0, 0.0, bound)


def _on_a_grid(sizes: Ints, most: Ints, at_least: bool) -> Array:
    """Bounds of P(U <= most)."""
    cell = most / _CELLS
    exact = sizes / cell[:, None]
    whole = np.rint(exact)
    left = exact - whole
    spread = (left**2).sum(axis=1)
    slack = np.sqrt(_SURE * spread / 2)
    centre = _CELLS - 0.5 * left.sum(axis=1)
    # Every sum of whole numbers up to a limit is one up to the whole number below.
    limit = np.floor(centre - slack if at_least else centre + slack).astype(np.int64)
    found = np.zeros(len(sizes))
    for rows, probability in _tables(whole.astype(np.int64), limit):
        kept = np.arange(probability.shape[1]) <= limit[rows, None]
        found[rows] = np.where(kept, probability, 0.0).sum(axis=1)
    rest = 1e-21
    return np.maximum(found - rest, 0.0) if at_least else np.minimum(found + rest, 1.0)


def _tables(sizes: Ints, most: Ints) -> Iterator[tuple[Ints, Array]]:
    """Rows of like limits, and their P(U = u) for all u up to the largest of them."""
    order = np.argsort(most)
    order = order[most[order] >= 0]
    step = max(1, _AT_ONCE // (int(most.max(initial=0)) + 1))
    for start in range(0, len(order), step):
        rows = order[start : start + step]
        yield rows, _sums(sizes[rows], int(most[rows[-1]]) + 1)


def _sums(sizes: Ints, width: int) -> Array:
    """P(U = u) of every row for u < width."""
    if width > _WIDE:
        return np.stack([_sums_of_one(row[row > 0], width) for row in sizes])
    probability = np.zeros((len(sizes), width))
    probability[:, 0] = 1.0
    for column in sizes.T:  # element by element, the largest first
        for size in np.unique(column[column > 0]).tolist():
            rows = np.flatnonzero(column == size)
            own = 0.5 * (probability if len(rows) == len(column) else probability[rows])
            if size < width:
                shifted = own[:, : width - size].copy()
                own[:, size:] += shifted
            probability[rows] = own
    return probability


def _sums_of_one(sizes: Ints, width: int) -> Array:
    """The same of one row, whose sizes are likely to be no other row's."""
    number = np.zeros(width)  # of subsets: it need not be halved each time
    number[0], reach = 1.0, 1
    small = sizes[::-1]  # the smallest first: as long as sums are small, few cells are in use
    small = small[: np.searchsorted(small, width)]  # no sum here has a larger one
    for i, size in enumerate(small.tolist(), 1):
        reach = min(reach + size, width)
        number[size:reach] += number[: reach - size]
        if i % _DOUBLINGS == 0:
            number *= 2.0**-_DOUBLINGS
    left = len(sizes) - len(small) + len(small) % _DOUBLINGS
    return np.ldexp(number, -left)
