"""Permutation of algorithms within data sets: what the study compares sign flips with."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.means.kernel_permutation import (
    PermutationP,
    chunks,
    counts_at_least,
    summarise,
    whitened_blocks,
)


def relabelling_test(
    values: ArrayLike,
    *,
    draws: int = 9_999,
    max_exact: int = 2**14,
    rng: int | np.random.Generator | None = None,
) -> PermutationP:
    """Test by permuting algorithms within data sets whether all have the same distribution.

    Parameters, result and errors are those of
    `jointstats.means.kernel_permutation.block_flip_test`; all (l!)^(n-1) relabellings are
    enumerated if they are no more than `max_exact`. The hypothesis is exchangeability: equal
    distributions, not only equal means. One noisy algorithm can break it.

    Examples
    --------
    >>> values = np.random.default_rng(3).normal(size=(4, 3, 2))
    >>> result = relabelling_test(values)
    >>> result.method, result.rearrangements, round(result.p_value["wilks"], 4)
    ('exact', 216, 0.3889)
    """
    whitened = whitened_blocks(values)
    n, algorithms, q = whitened.shape
    exact = (n - 1) * math.lgamma(algorithms + 1) <= math.log(max(max_exact, 0.5)) + 1e-9
    total = math.factorial(algorithms) ** (n - 1) if exact else draws
    generator = np.random.default_rng(rng)
    orders = (
        _all_orders(n, algorithms, total)
        if exact
        else _random_orders(n, algorithms, total, q, generator)
    )
    sums = (whitened[np.arange(n)[:, None], order].sum(axis=1) for order in orders)
    return summarise(counts_at_least(whitened, sums), total, exact)


def _all_orders(n: int, algorithms: int, total: int) -> Iterator[NDArray[np.intp]]:
    """Enumerate relabellings; the first data set stays (a common relabelling changes nothing)."""
    orders = np.array(list(itertools.permutations(range(algorithms))))
    place = len(orders) ** np.arange(n - 2, -1, -1)
    for start, stop in chunks(total, n * algorithms):
        digits = np.arange(start, stop)[:, None] // place % len(orders)
        first = np.zeros((stop - start, 1), dtype=digits.dtype)
        yield orders[np.concatenate([first, digits], axis=1)]


def _random_orders(
    n: int, algorithms: int, total: int, q: int, rng: np.random.Generator
) -> Iterator[NDArray[np.intp]]:
    for start, stop in chunks(total, n * algorithms * q):
        yield rng.random((stop - start, n, algorithms)).argsort(axis=-1)
