"""Permutation forms of the joint tests: sign flips for two algorithms, relabelling for more.

Both hypotheses leave a scatter matrix unchanged by every rearrangement (the uncentred one of the
differences, the total one within data sets), so the data are whitened by it once and each
rearrangement costs a few sums. Neither form applies to overlapping training sets: folds of one data
set are not exchangeable evidence.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.normal.rank import (
    IdenticalAlgorithmsError,
    TooFewCasesError,
    orthonormal_columns,
    require_finite,
)

Floats = NDArray[np.float64]
TIE = 1e-9
CHUNK_ELEMENTS = 2_000_000


@dataclass(frozen=True)
class PermutationP:
    """P values of one or more statistics under the same rearrangements.

    Attributes
    ----------
    p_value : dict of str to float
        By statistic. Exact: share of the rearrangements at least as extreme; Monte Carlo:
        (x + 1) / (draws + 1).
    mcse : dict of str to float
        Monte Carlo standard errors; 0.0 if exact.
    method : str
        ``"exact"`` or ``"monte_carlo"``.
    rearrangements : int
        Number enumerated (up to symmetry, the observed one included) or drawn.
    """

    p_value: dict[str, float]
    mcse: dict[str, float]
    method: str
    rearrangements: int


def sign_flip_test(
    differences: ArrayLike,
    *,
    scale: ArrayLike | None = None,
    draws: int = 9_999,
    max_exact: int = 2**14,
    rng: int | np.random.Generator | None = None,
) -> PermutationP:
    """Test by sign flips whether differences are symmetric about zero, with T-squared as statistic.

    Parameters
    ----------
    differences : array_like, shape (k, p)
        Paired differences of independent cases.
    scale : array_like, shape (p,), optional
        See `jointstats.kernels.normal.rank.orthonormal_columns`.
    draws : int, default 9999
        Random flips, if not exact.
    max_exact : int, default 2**14
        All 2^k flips are enumerated if they are no more than this.
    rng : int or numpy.random.Generator, optional
        Seed of the random flips.

    Returns
    -------
    PermutationP
        With the one statistic ``"t2"``.

    Raises
    ------
    TooFewCasesError
        If the number of cases does not exceed the rank: every flip then has the same T-squared.
    IdenticalAlgorithmsError
        If all differences are zero.
    NonFiniteError
        If a value is missing or infinite.

    Notes
    -----
    With M = sum d d', unchanged by flips, T^2 = (k - 1) v / (1 - v), v = k d_bar' M^-1 d_bar: so
    v, a squared length in the whitened data, orders the flips as T^2 does, also where a constant
    difference makes T^2 infinite.

    Examples
    --------
    >>> sign_flip_test([[0.02, 0.01], [0.05, 0.01], [0.01, 0.03], [0.04, 0.02]]).p_value
    {'t2': 0.125}
    """
    d = require_finite(differences)
    k = len(d)
    columns = orthonormal_columns(d, scale=scale)
    if not columns.kept.any():
        raise IdenticalAlgorithmsError("all differences are zero: there is nothing to test")
    if k <= int(columns.rank):
        raise TooFewCasesError(
            f"a sign-flip test of {int(columns.rank)} measures needs more than {k} cases"
        )
    whitened = columns.basis[:, columns.kept]
    observed = _squared_length(np.ones((1, k)), whitened)[0]

    exact = k <= 60 and 2**k <= max_exact
    count = 0
    # T^2 does not change when all signs do: half of the flips are enough.
    total = 2 ** (k - 1) if exact else draws
    generator = np.random.default_rng(rng)
    for start, stop in _chunks(total, k):
        signs = (
            _signs(start, stop, k) if exact else generator.choice([-1.0, 1.0], (stop - start, k))
        )
        count += int((_squared_length(signs, whitened) >= observed * (1 - TIE)).sum())
    return _summarise({"t2": count}, total, exact)


def _signs(start: int, stop: int, k: int) -> Floats:
    """Sign patterns whose first sign is +, numbered by the bits of the others."""
    bits = (np.arange(start, stop)[:, None] >> np.arange(k)[::-1]) & 1
    return np.where(bits == 1, -1.0, 1.0)


def _squared_length(signs: Floats, whitened: Floats) -> Floats:
    lengths: Floats = ((signs @ whitened) ** 2).sum(axis=-1)
    return lengths


def relabelling_test(
    values: ArrayLike,
    *,
    draws: int = 9_999,
    max_exact: int = 2**14,
    rng: int | np.random.Generator | None = None,
) -> PermutationP:
    """Test by permuting algorithms within data sets whether all have the same distribution.

    Parameters
    ----------
    values : array_like, shape (n, l, p)
        Values by data set, algorithm and measure, complete.
    draws : int, default 9999
        Random permutations, if not exact.
    max_exact : int, default 2**14
        All (l!)^(n-1) relabellings are enumerated if they are no more than this.
    rng : int or numpy.random.Generator, optional
        Seed of the random permutations.

    Returns
    -------
    PermutationP
        For ``"wilks"``, ``"pillai"``, ``"hotelling_lawley"`` and ``"roy"`` of the MANOVA with data
        sets as blocks.

    Raises
    ------
    IdenticalAlgorithmsError
        If the algorithms agree on every data set.
    NonFiniteError
        If a value is missing or infinite.

    Notes
    -----
    The hypothesis is exchangeability: equal distributions, not only equal means. One noisy
    algorithm can break it.

    Examples
    --------
    >>> values = np.random.default_rng(3).normal(size=(4, 3, 2))
    >>> found = relabelling_test(values)
    >>> found.method, found.rearrangements, round(found.p_value["wilks"], 4)
    ('exact', 216, 0.3889)
    """
    x = require_finite(values)
    n, algorithms, p = x.shape
    deviations = x - x.mean(axis=1, keepdims=True)
    columns = orthonormal_columns(
        deviations.reshape(-1, p), scale=np.abs(x).max(axis=(0, 1), initial=0.0)
    )
    if not columns.kept.any():
        raise IdenticalAlgorithmsError("the algorithms agree on every data set: nothing to test")
    whitened = columns.basis[:, columns.kept].reshape(n, algorithms, -1)
    observed = _statistics(whitened[None].sum(axis=1) / math.sqrt(n))

    exact = (n - 1) * math.lgamma(algorithms + 1) <= math.log(max(max_exact, 0.5)) + 1e-9
    total = math.factorial(algorithms) ** (n - 1) if exact else draws
    generator = np.random.default_rng(rng)
    counts = dict.fromkeys(observed, 0)
    orders = (
        _all_orders(n, algorithms, total)
        if exact
        else _random_orders(n, algorithms, total, whitened.shape[-1], generator)
    )
    for order in orders:
        means = whitened[np.arange(n)[:, None], order].sum(axis=1) / math.sqrt(n)
        for name, value in _statistics(means).items():
            threshold = observed[name][0] - TIE * abs(observed[name][0])
            counts[name] += int((value >= threshold).sum())
    return _summarise(counts, total, exact)


def _statistics(means: Floats) -> dict[str, Floats]:
    """Compute the four statistics, growing with the evidence, from whitened means (draws, l, q)."""
    theta = np.clip(np.linalg.svd(means, compute_uv=False) ** 2, 0, 1 - 1e-15)
    return {
        "wilks": -np.log1p(-theta).sum(axis=-1),
        "pillai": theta.sum(axis=-1),
        "hotelling_lawley": (theta / (1 - theta)).sum(axis=-1),
        "roy": theta[..., 0],
    }


def _all_orders(n: int, algorithms: int, total: int) -> Iterator[NDArray[np.intp]]:
    """Enumerate relabellings; the first data set stays (a common relabelling changes nothing)."""
    orders = np.array(list(itertools.permutations(range(algorithms))))
    place = len(orders) ** np.arange(n - 2, -1, -1)
    for start, stop in _chunks(total, n * algorithms):
        digits = np.arange(start, stop)[:, None] // place % len(orders)
        first = np.zeros((stop - start, 1), dtype=digits.dtype)
        yield orders[np.concatenate([first, digits], axis=1)]


def _random_orders(
    n: int, algorithms: int, total: int, q: int, rng: np.random.Generator
) -> Iterator[NDArray[np.intp]]:
    for start, stop in _chunks(total, n * algorithms * q):
        yield rng.random((stop - start, n, algorithms)).argsort(axis=-1)


def _chunks(total: int, row_elements: int) -> Iterator[tuple[int, int]]:
    size = max(1, CHUNK_ELEMENTS // row_elements)
    for start in range(0, total, size):
        yield start, min(start + size, total)


def _summarise(counts: dict[str, int], total: int, exact: bool) -> PermutationP:
    if exact:
        shares = {name: count / total for name, count in counts.items()}
        return PermutationP(shares, dict.fromkeys(counts, 0.0), "exact", total)
    p_value = {name: (count + 1) / (total + 1) for name, count in counts.items()}
    mcse = {name: math.sqrt(p * (1 - p) / total) for name, p in p_value.items()}
    return PermutationP(p_value, mcse, "monte_carlo", total)
