"""Exact sizes of sign tests: how often a chain of false claims errs that is tested at s.

A claim is false if its votes are "yes" with probability at most 1/2, given that they are not 0. Its
p-value from k votes is P(Bin(k, 1/2) >= yes), which takes few values. So a chain that is tested at
s errs with less than s. Let size_k(s) be the largest of these values up to s, 0 if there is none.
A chain of claims errs with probability at most cost(s):

=================================  ================================================================
every one of the n units votes     size_n(s)
votes may be 0                     g_n(s) = max over q of sum over k of P(Bin(n, q) = k) size_k(s)
units are families                 max over k <= n of size_k(s)
n >= 200                           s
=================================  ================================================================

The declaration of a table decides which row applies, not whether a vote of 0 occurred. Sizes of
families may be fixed by design; then the number of their votes is not binomial.

Proof. The number of votes of a false claim is Bin(n, q), and given that number k its votes "yes"
are stochastically below Bin(k, 1/2). So P(p <= s) <= g_n(s), and unknown results only raise p.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, Bools
from jointstats.evidence.votes import tail

ALL_VOTE, MAY_BE_ZERO, FAMILIES = range(3)  # the first rows of the table of costs
MANY_UNITS: Final = 200
_NEAR: Final = 1e-11  # relative; equal p-values that were computed in two ways differ by less
_SHARP: Final = 1e-11  # relative error of a maximum over q


def rounded(x: ArrayLike) -> Array:
    """Numbers to 40 bits, some 12 digits: equal p-values that were computed in two ways are one.

    Examples
    --------
    >>> rounded([0.1 + 0.2, 2.0**-1000]) == rounded([0.3, 2.0**-1000])
    array([ True,  True])
    """
    fraction, exponent = np.frexp(np.asarray(x, dtype=float))
    return np.ldexp(np.round(fraction * 2.0**40) / 2.0**40, exponent)


def cost(s: ArrayLike, n: int, kind: int, below: ArrayLike = False) -> Array:
    """How often a chain errs at most when it is tested at s.

    Parameters
    ----------
    s : array_like
    n : int
        Units that can vote.
    kind : int
        ``ALL_VOTE``, ``MAY_BE_ZERO`` or ``FAMILIES``.
    below : array_like of bool, default False
        Where it is tested at the next smaller attainable value.

    Examples
    --------
    >>> cost([0.05, 0.012], 8, ALL_VOTE), cost([0.05, 0.012], 8, MAY_BE_ZERO).round(9)
    (array([0.03515625, 0.00390625]), array([0.03515625, 0.00482   ]))
    """
    level = np.asarray(s, dtype=float)
    if n >= MANY_UNITS:
        return np.minimum(level, 1.0)
    return _step_cost(kind, n)(level, np.asarray(below, dtype=bool))


class _StepCost:
    """The cost of a chain of n units, a step function: each step is worked out once."""

    def __init__(self, kind: int, n: int) -> None:
        sizes = _tails(n)[n:] if kind == ALL_VOTE else _tails(n)
        levels = np.concatenate([[0.0], *sizes])
        _, first = np.unique(rounded(levels), return_index=True)
        self.n, self.levels = n, levels[first]
        self.costs = np.full(len(first), np.nan) if kind == MAY_BE_ZERO else self.levels

    def __call__(self, s: Array, below: Bools) -> Array:
        limit = s * np.where(below, 1 - _NEAR, 1 + _NEAR)
        step = np.searchsorted(self.levels, limit, side="right") - 1
        new = np.unique(step[np.isnan(self.costs[step])])
        if len(new):
            self.costs[new] = _largest_values(self._sizes(self.levels[new]))
        return self.costs[step]

    def _sizes(self, s: Array) -> Array:
        """Sizes of k votes, k = 0 … n, at each s: Bernstein coefficients of the error in q."""
        limit = s * (1 + _NEAR)
        attainable = [np.concatenate([[0.0], tails]) for tails in _tails(self.n)]
        return np.stack(
            [p[np.searchsorted(p, limit, side="right") - 1] for p in attainable], axis=1
        )


_step_cost = lru_cache(maxsize=1024)(_StepCost)


@lru_cache(maxsize=256)
def _tails(n: int) -> list[Array]:
    """P(Bin(k, 1/2) >= y) by k = 0 … n, rising."""
    return [tail(np.arange(k, -1, -1), np.arange(k + 1)) for k in range(n + 1)]


def _largest_values(coefficients: Array) -> Array:
    """Upper bounds of the maxima on [0, 1] of polynomials, with a relative error of 1e-11.

    A polynomial is at most its largest Bernstein coefficient, on each half of an interval too.
    Halves that cannot exceed a value that was reached elsewhere are left out.

    Parameters
    ----------
    coefficients : ndarray, shape (E, n + 1)
        Bernstein coefficients.
    """
    halve = _halving(coefficients.shape[1] - 1)
    parts, of = coefficients, np.arange(len(coefficients))
    reached = coefficients[:, [0, -1]].max(axis=1)
    while len(of):
        parts = (parts @ halve).reshape(2 * len(of), -1)
        of = np.repeat(of, 2)
        np.maximum.at(reached, of, parts[:, [0, -1]].max(axis=1))
        higher = parts.max(axis=1) > reached[of] * (1 + _SHARP)
        parts, of = parts[higher], of[higher]
    return np.minimum(reached * (1 + _SHARP), coefficients.max(axis=1))


@lru_cache(maxsize=256)
def _halving(n: int) -> Array:
    """Matrix from Bernstein coefficients to those on the two halves, one after the other."""
    left = np.zeros((n + 1, n + 1))
    left[0, 0] = 1.0
    for k in range(n):
        left[k + 1, : k + 2] = 0.5 * np.append(left[k, : k + 1], 0) + 0.5 * np.append(
            0, left[k, : k + 1]
        )
    return np.concatenate([left, left[::-1, ::-1]]).T
