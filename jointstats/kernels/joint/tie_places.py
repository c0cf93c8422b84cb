"""How probable it is that nobody comes ahead of one algorithm on all measures at once, with ties.

On each measure the algorithm has a place among those that tie with it, and every place is equally
probable. Such a place is a random number u between 0 and 1, below which each of the others falls
with probability u, independently: u_k for measure k. Somebody who is better on all measures but
those of the set T, and ties on these, is ahead on all with probability Π_{k ∈ T} u_k. With N_T of
them,

    P(nobody) = ∫ Π_T (1 − Π_{k ∈ T} u_k)^{N_T} du,

whatever the number of algorithms. The integrand is a polynomial, so that Gauss's rule is exact.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from jointstats.kernels.errors import JointStatsError

__all__ = ["MOST_POINTS", "EntangledTiesError", "n_points", "probability_nobody_ahead"]

MOST_POINTS = 2**24  # of one integral
_CHUNK = 2**18  # points evaluated at once
_FEW = 14  # others whose sets are summed one by one: 2^14 terms, of size 1 at most
_PANELS = 45, 3  # −ln of a product of r places: as good as never above 45 + 3 r

Rule = tuple[NDArray[np.float64], NDArray[np.float64]]  # points and weights
Sets = tuple[tuple[int, int], ...]  # a bit for each measure, and the number of algorithms


class EntangledTiesError(JointStatsError):
    """Ties of many algorithms on many measures at once leave too much to average over.

    Attributes
    ----------
    where : tuple of int
        Indices of the case and of the algorithm, as far as they are known.
    measures : tuple of int
        On which measures.
    n_tied : int
        How many others tie there, or are better.
    """

    def __init__(
        self,
        measures: tuple[int, ...],
        n_tied: int,
        where: tuple[int, ...] = (),
    ) -> None:
        super().__init__(
            f"{n_tied} algorithms tie with one on {len(measures)} measures in too many ways "
            "to average over: use fewer algorithms or fewer measures"
        )
        self.measures, self.n_tied, self.where = measures, n_tied, where

    @classmethod
    def of(cls, ties: Mapping[int, int]) -> EntangledTiesError:
        """The error of these sets, as `probability_nobody_ahead` takes them."""
        return cls(_measures(tuple(ties.items())), sum(ties.values()))

    def at(self, case: int, algorithm: int) -> EntangledTiesError:
        """Give the same error, of an algorithm in a case."""
        return EntangledTiesError(self.measures, self.n_tied, (case, algorithm))


def probability_nobody_ahead(ties: Mapping[int, int]) -> float:
    """Probability that nobody is ahead of an algorithm on all measures.

    Parameters
    ----------
    ties : mapping of int to int
        Set of measures (bit k for measure k) to the number of algorithms that tie with this one on
        these and are better on all others. Algorithms that are worse somewhere do not count.

    Returns
    -------
    float

    Raises
    ------
    EntangledTiesError
        If the integral would need more than `MOST_POINTS` points.

    Examples
    --------
    Three others tie on one measure; one ties on both of two measures:

    >>> probability_nobody_ahead({0b1: 3}), probability_nobody_ahead({0b11: 1})
    (0.25, 0.75)
    """
    if ties.get(0):
        return 0.0
    return _probability(_canonical(tuple((t, n) for t, n in ties.items() if n)))


def n_points(ties: Mapping[int, int]) -> float:
    """How many points the integral needs, times the sets that it looks at: its price."""
    sets = _canonical(tuple((t, n) for t, n in ties.items() if n))
    return len(sets) * min(_n_terms(sets), math.prod(_n_nodes(d, r) for d, r in _places(sets)))


@lru_cache(maxsize=4096)
def _probability(sets: Sets) -> float:
    grid = [(_n_nodes(degree, r), degree, r) for degree, r in _places(sets)]
    n = math.prod(size for size, _, _ in grid)
    if _n_terms(sets) < n:
        return _by_inclusion(sets)
    if n > MOST_POINTS:
        raise EntangledTiesError.of(dict(sets))
    rules = [_rule(degree, r) for _, degree, r in grid]
    members = _joined(sets)
    return float(np.clip(sum(_part(members, *chunk) for chunk in _points(rules)), 0.0, 1.0))


# --- Which measures matter -----------------------------------------------------------------------


def _measures(sets: Sets) -> tuple[int, ...]:
    every = 0
    for t, _ in sets:
        every |= t
    return tuple(k for k in range(every.bit_length()) if every >> k & 1)


@lru_cache(maxsize=4096)
def _canonical(sets: Sets) -> Sets:
    """The same sets of measures that are numbered by how many tie on them: few differ then."""
    degree = {k: sum(n for t, n in sets if t >> k & 1) for k in _measures(sets)}
    order = sorted(degree, key=lambda k: (degree[k], sorted(n for t, n in sets if t >> k & 1)))
    return tuple(
        sorted((sum(1 << new for new, k in enumerate(order) if t >> k & 1), n) for t, n in sets)
    )


@lru_cache(maxsize=4096)
def _groups(sets: Sets) -> tuple[tuple[int, ...], ...]:
    """Measures in groups that always tie together: of their places only the product matters."""
    groups: dict[tuple[bool, ...], list[int]] = {}
    for k in _measures(sets):
        groups.setdefault(tuple(bool(t >> k & 1) for t, _ in sets), []).append(k)
    return tuple(map(tuple, groups.values()))


def _joined(sets: Sets) -> list[tuple[list[int], int]]:
    """Each set as the groups that it is made of."""
    groups = _groups(sets)
    return [([g for g, ks in enumerate(groups) if t >> ks[0] & 1], n) for t, n in sets]


def _places(sets: Sets) -> list[tuple[int, int]]:
    """Of each group: the degree of the polynomial in its product, and how many measures it has."""
    return [(sum(n for t, n in sets if t >> ks[0] & 1), len(ks)) for ks in _groups(sets)]


# --- The integral --------------------------------------------------------------------------------


def _n_gauss(degree: int) -> int:
    """Points of Gauss's rule: exact, or, for a high degree, to the last digits.

    (1 − u)^N has the Chebyshev coefficients C(2N, N + k)/4^N, below 1e-17 from k = √(40 N) on.
    """
    return min(degree // 2 + 1, math.isqrt(10 * degree) + 4)


def _n_nodes(degree: int, r: int) -> int:
    by_places = _n_gauss(degree) ** r
    return by_places if r == 1 else min(by_places, 12 * (_PANELS[0] + _PANELS[1] * r))


@lru_cache(maxsize=256)
def _gauss(n: int) -> Rule:
    x, w = np.polynomial.legendre.leggauss(n)
    return (1 + x) / 2, w / 2


@lru_cache(maxsize=256)
def _rule(degree: int, r: int) -> Rule:
    """Points and weights for the product of r places."""
    n = _n_gauss(degree)
    if n**r == _n_nodes(degree, r):
        points, weights = np.ones(1), np.ones(1)
        for _ in range(r):
            u, w = _gauss(n)
            points, weights = np.outer(points, u).ravel(), np.outer(weights, w).ravel()
        return points, weights
    # −ln of the product is a Gamma(r) variable: smooth, hence panels of unit width.
    u, w = _gauss(12)
    x = (np.arange(_PANELS[0] + _PANELS[1] * r)[:, None] + u).ravel()
    density = np.exp(-x + (r - 1) * np.log(x) - math.lgamma(r))
    return np.exp(-x), np.tile(w, x.size // 12) * density


def _points(rules: list[Rule]) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """All combinations of points, shape (groups, some), with their weights."""
    sizes = tuple(weights.size for _, weights in rules)
    for start in range(0, math.prod(sizes), _CHUNK):
        at = np.unravel_index(np.arange(start, min(start + _CHUNK, math.prod(sizes))), sizes)
        points = np.array([rule[0][i] for rule, i in zip(rules, at, strict=True)])
        weights = np.array([rule[1][i] for rule, i in zip(rules, at, strict=True)])
        yield points, weights.prod(axis=0)


def _part(
    sets: list[tuple[list[int], int]], points: NDArray[np.float64], weights: NDArray[np.float64]
) -> float:
    log_nobody = np.zeros(weights.size)
    for groups, number in sets:
        log_nobody += number * np.log1p(-points[groups].prod(axis=0))
    return float(weights @ np.exp(log_nobody))


# --- Few others: inclusion and exclusion ---------------------------------------------------------


def _n_terms(sets: Sets) -> float:
    few = sum(n for _, n in sets) <= _FEW
    return math.prod(n + 1 for _, n in sets) if few else math.inf


def _by_inclusion(sets: Sets) -> float:
    """Σ (−1)^|S| Π_k 1/(1 + s_k) over sets S of others, of which s_k tie on measure k."""
    measures = _measures(sets)
    tied = np.zeros((1, len(measures)))
    weight = np.ones(1)
    for t, number in sets:
        on = np.array([t >> k & 1 for k in measures])
        chosen = np.arange(number + 1)
        ways = np.array([(-1) ** c * math.comb(number, c) for c in chosen], dtype=np.float64)
        tied = (tied[:, None] + chosen[:, None] * on).reshape(-1, len(measures))
        weight = np.outer(weight, ways).ravel()
    return float(np.clip(weight @ (1 / (1 + tied)).prod(axis=1), 0.0, 1.0))
