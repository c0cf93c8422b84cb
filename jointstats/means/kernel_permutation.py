"""Permutation forms of the joint tests: sign flips of differences, and of whole data sets.

Both hypotheses leave a scatter matrix unchanged by every rearrangement (the uncentred one of the
differences, the total one within data sets), so the data are whitened by it once and each
rearrangement costs a few sums. Neither form applies to overlapping training sets: folds of one data
set are not exchangeable evidence.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array
from jointstats.means import kernel_rank

TIE = 1e-9
CHUNK_ELEMENTS = 2_000_000
Statistics = Callable[[Array], dict[str, Array]]


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
        See `jointstats.means.kernel_rank.orthonormal_columns`.
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
    d = np.asarray(differences, dtype=float)
    columns = kernel_rank.orthonormal_columns(d, scale=scale)
    if not columns.independent.any():
        raise kernel_rank.IdenticalAlgorithmsError("all differences are zero")
    if len(d) <= int(columns.rank):
        raise kernel_rank.TooFewCasesError(f"sign flips need more than {len(d)} cases")
    whitened = columns.basis[:, None, columns.independent]
    return _flipped(whitened, _squared_length, draws, max_exact, rng)


def _squared_length(sums: Array) -> dict[str, Array]:
    return {"t2": (sums**2).sum(axis=(-1, -2))}


def block_flip_test(
    values: ArrayLike,
    *,
    draws: int = 9_999,
    max_exact: int = 2**14,
    rng: int | np.random.Generator | None = None,
) -> PermutationP:
    """Test by sign flips of whole data sets whether no algorithm deviates from the others' mean.

    The values of a data set, less their mean over the algorithms, change their signs together, on
    all algorithms and measures: how they vary and depend on each other stays as it is.

    Parameters
    ----------
    values : array_like, shape (n, l, p)
        Values by data set, algorithm and measure, complete.
    draws : int, default 9999
        Random flips, if not exact.
    max_exact : int, default 2**14
        All 2^n flips are enumerated if they are no more than this.
    rng : int or numpy.random.Generator, optional
        Seed of the random flips.

    Returns
    -------
    PermutationP
        For ``"wilks"``, ``"pillai"``, ``"hotelling-lawley"`` and ``"roy"`` of the MANOVA with data
        sets as blocks.

    Raises
    ------
    IdenticalAlgorithmsError
        If the algorithms agree on every data set.

    Notes
    -----
    The hypothesis is that the deviations of every data set are symmetric about zero. Unlike
    exchangeability, which relabelling within data sets tests, it allows noisier algorithms, and
    measures or pairs of algorithms that vary together; but with three or more algorithms it is
    another hypothesis: exchangeable results need not be symmetric. For two algorithms it is
    `sign_flip_test`.

    Examples
    --------
    >>> values = np.random.default_rng(3).normal(size=(6, 3, 2))
    >>> found = block_flip_test(values)
    >>> found.method, found.rearrangements, round(found.p_value["wilks"], 4)
    ('exact', 32, 0.3438)
    """
    return _flipped(whitened_blocks(values), _statistics, draws, max_exact, rng)


def _flipped(
    whitened: Array,
    statistics: Statistics,
    draws: int,
    max_exact: int,
    rng: int | np.random.Generator | None,
) -> PermutationP:
    """Flip the signs of the rows of (n, l, q), all ways or at random ones."""
    n, *shape = whitened.shape
    exact = 2**n <= max_exact
    total = 2 ** (n - 1) if exact else draws  # a common flip changes no statistic
    rows = whitened.reshape(n, -1)
    flips = _flips(rows, total, exact, np.random.default_rng(rng))
    sums = ((signs @ rows).reshape(-1, *shape) for signs in flips)
    return summarise(counts_at_least(whitened, sums, statistics), total, exact)


def _flips(rows: Array, total: int, exact: bool, rng: np.random.Generator) -> Iterator[Array]:
    """Signs of the rows: all patterns whose last sign is +, by the bits of a number, or random."""
    n = len(rows)
    for start, stop in chunks(total, max(rows.shape)):
        if exact:
            yield np.where((np.arange(start, stop)[:, None] >> np.arange(n)) & 1, -1.0, 1.0)
        else:
            yield rng.choice([-1.0, 1.0], (stop - start, n))


def whitened_blocks(values: ArrayLike) -> Array:
    """Deviations from each data set's mean, (n, l, q), whitened by their total scatter."""
    x = np.asarray(values, dtype=float)
    n, algorithms, p = x.shape
    deviations = x - x.mean(axis=1, keepdims=True)
    columns = kernel_rank.orthonormal_columns(
        deviations.reshape(n * algorithms, p), scale=np.abs(x).max(axis=(0, 1))
    )
    if not columns.independent.any():
        raise kernel_rank.IdenticalAlgorithmsError("the algorithms agree on every data set")
    return columns.basis[:, columns.independent].reshape(n, algorithms, int(columns.rank))


def _statistics(means: Array) -> dict[str, Array]:
    """Compute the four statistics, growing with the evidence, from whitened means (..., l, q)."""
    theta = np.minimum(np.linalg.svd(means, compute_uv=False) ** 2, 1 - 1e-15)
    return {
        "wilks": -np.log1p(-theta).sum(axis=-1),
        "pillai": theta.sum(axis=-1),
        "hotelling-lawley": (theta / (1 - theta)).sum(axis=-1),
        "roy": theta[..., 0],
    }


def counts_at_least(
    whitened: Array, rearranged: Iterable[Array], statistics: Statistics = _statistics
) -> dict[str, int]:
    """How many rearranged sums over data sets, (draws, l, q), are as extreme as the observed."""
    root = math.sqrt(len(whitened))
    observed = statistics(whitened.sum(axis=0) / root)
    counts = dict.fromkeys(observed, 0)
    for sums in rearranged:
        for name, value in statistics(sums / root).items():
            counts[name] += int((value >= observed[name] * (1 - TIE)).sum())
    return counts


def chunks(total: int, row_elements: int) -> Iterator[tuple[int, int]]:
    """Ranges of rearrangements, each with as many as memory should hold."""
    size = max(1, CHUNK_ELEMENTS // row_elements)
    for start in range(0, total, size):
        yield start, min(start + size, total)


def summarise(counts: dict[str, int], total: int, exact: bool) -> PermutationP:
    """P values from how many rearrangements are at least as extreme."""
    if exact:
        shares = {name: count / total for name, count in counts.items()}
        return PermutationP(shares, dict.fromkeys(counts, 0.0), "exact", total)
    p_value = {name: (count + 1) / (total + 1) for name, count in counts.items()}
    mcse = {name: math.sqrt(p * (1 - p) / total) for name, p in p_value.items()}
    return PermutationP(p_value, mcse, "monte_carlo", total)
