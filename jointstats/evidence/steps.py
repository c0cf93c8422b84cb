"""Step-down of chains of claims, each chain at the exact size of its sign tests.

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

A chain has claims from weak to strong, and a weight w. The events (p / w, w) of all claims are
taken in order, smaller weights first where p / w is equal. At an event (x, w),

    A(x, w) = sum over unfinished chains of cost(w' x),                                         (1)

cost being that of the table above, with w' x replaced by the next smaller attainable
value where w' > w. A claim is shown if A <= alpha at its event. A chain is finished once its
strongest claim is shown. The corrected p-value is the running maximum of A. It can be less than the
p-value of a chain whose votes may be 0, because that is conditional on the number of votes.

Proof. A false claim that is shown implies that the weakest false claim of its chain is, so a chain
errs with probability cost(w' x) at most. Fewer unfinished chains only lower A. With the chains
finished whose strongest claim is true, the sum over the others is at most alpha at the largest x
that is reached. These are the two conditions of Goeman & Solari (2010).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, Bools, Ints
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
    parts, of = coefficients, np.arange(len(coefficients))
    reached = coefficients[:, [0, -1]].max(axis=1)
    while len(of):
        parts = _halves(parts)
        of = np.repeat(of, 2)
        np.maximum.at(reached, of, parts[:, [0, -1]].max(axis=1))
        higher = parts.max(axis=1) > reached[of] * (1 + _SHARP)
        parts, of = parts[higher], of[higher]
    return np.minimum(reached * (1 + _SHARP), coefficients.max(axis=1))


def _halves(parts: Array) -> Array:
    """Coefficients on the two halves of each interval, one after the other (de Casteljau).

    Sums of two, not a product of matrices, whose last bit depends on how many rows it has.
    """
    n = parts.shape[1]
    halves = np.empty((len(parts), 2, n))
    for k in range(n):
        halves[:, 0, k], halves[:, 1, n - 1 - k] = parts[:, 0], parts[:, -1]
        parts = 0.5 * (parts[:, :-1] + parts[:, 1:])
    return halves.reshape(-1, n)


@dataclass(frozen=True)
class Chains:
    """What C chains of claims cost.

    Attributes
    ----------
    weights : ndarray of int, shape (C,)
    units : ndarray of int, shape (C,)
        Units that can vote.
    kinds : ndarray of int, shape (C,)
        ``ALL_VOTE``, ``MAY_BE_ZERO`` or ``FAMILIES``: whether votes may be 0.
    times : array_like of int, shape (C,), default 1
        How many chains each of them stands for.

    Examples
    --------
    One pair, one measure, five data sets: two chains.

    >>> Chains(np.array([1, 1]), np.array([5, 5]), np.array([0, 0])).spent([0.05], [1])
    array([0.0625])
    """

    weights: Ints
    units: Ints
    kinds: Ints
    times: ArrayLike = 1

    @property
    def each(self) -> Ints:
        """How many chains each of them stands for, shape (C,)."""
        return np.broadcast_to(self.times, self.weights.shape)

    @property
    def total_weight(self) -> int:
        """The weights of all chains."""
        return int(self.weights @ self.each)

    def _numbers(self, place: Ints, n_groups: int, some: Bools | slice = slice(None)) -> Ints:
        """How many of some chains are in each group."""
        return np.bincount(place[some], self.each[some], minlength=n_groups).astype(np.int64)

    @cached_property
    def _groups(self) -> tuple[Ints, Ints, Ints]:
        """Kinds of chains with the same costs (rows), how many there are, and that of each."""
        units = np.minimum(self.units, MANY_UNITS)  # beyond that, the number does not matter
        rows = np.stack([self.weights, self.kinds, units], axis=1)
        code = (rows[:, 0] * (FAMILIES + 1) + self.kinds) * (MANY_UNITS + 1) + units
        _, first, place = np.unique(code, return_index=True, return_inverse=True)
        place = np.ravel(place)
        return rows[first], self._numbers(place, len(first)), place

    def spent(self, x: ArrayLike, w: ArrayLike) -> Array:
        """A(x, w) of equation (1) with no chain finished.

        Parameters
        ----------
        x, w : array_like, shape (E,)
            Events.
        """
        groups, numbers, _ = self._groups
        return _total(groups, numbers, rounded(x), np.asarray(w))

    def corrected(self, p: ArrayLike) -> Array:
        """The smallest alpha at which each claim is shown, at most 1.

        Parameters
        ----------
        p : array_like, shape (C, K)
            p-values of each chain's claims, weak to strong; NaN where it has fewer.

        Returns
        -------
        ndarray, shape (C, K)
            NaN where there is no claim.

        Examples
        --------
        Six votes of six, and four of six: the first claim leaves its level to the second.

        >>> chains = Chains(np.array([1, 1]), np.array([6, 6]), np.array([0, 0]))
        >>> chains.corrected([[1 / 64], [22 / 64]]).ravel().tolist()
        [0.03125, 0.34375]
        """
        claims = np.asarray(p, dtype=float)
        made = ~np.isnan(claims)
        events, place = _events(claims, self.weights, made)
        finished_at = np.full(claims.shape, -1)
        finished_at[made] = place
        level = self._running_maximum(events, finished_at.max(axis=1))
        result = np.full(claims.shape, np.nan)
        result[made] = level[place]
        return result

    def level(self, strongest: ArrayLike, alpha: float) -> float:
        """The largest p-value with which one more claim of weight 1 would be shown.

        Parameters
        ----------
        strongest : array_like, shape (C,)
            Corrected p-value of each chain's strongest claim; NaN where it has none.
        alpha : float

        Examples
        --------
        >>> chains = Chains(np.array([1, 1]), np.array([300, 300]), np.array([0, 0]))
        >>> round(chains.level([0.01, 0.4], 0.05), 9)
        0.05
        """
        groups, _, place = self._groups
        numbers = self._numbers(place, len(groups), np.asarray(strongest, dtype=float) > alpha)
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            fits = _total(groups, numbers, np.array([middle]), np.array([1]))[0] <= alpha
            low, high = (middle, high) if fits else (low, middle)
        return low

    def at_best(self, n: int) -> tuple[float, float]:
        """Corrected p-values of a joint claim and of one on a measure if all units are for them.

        Parameters
        ----------
        n : int
            Units of every pair.

        Examples
        --------
        One pair, two measures:

        >>> kinds = np.repeat([0, 1], [4, 2])
        >>> Chains(np.repeat([1, 2], [4, 2]), np.full(6, 4), kinds).at_best(8)
        (0.0078125, 0.01953125)
        """
        groups, numbers, _ = self._groups
        m, p = int(self.weights.max(initial=1)), np.array([0.5**n])
        groups = np.column_stack([groups[:, :2], np.full(len(groups), min(n, MANY_UNITS))])
        joint = _total(groups, numbers, p / m, np.array([m]))[0]
        # With several measures, one joint chain of each pair is finished before.
        left = np.where(groups[:, 0] > 1, numbers // 2, numbers)
        alone = _total(groups, left, p, np.array([1]))[0]
        return float(joint), float(max(joint, alone))

    def fewest_units(self, alpha: float, *, joint: bool = False) -> int:
        """The fewest units of every pair with which a claim could be shown.

        Parameters
        ----------
        alpha : float
        joint : bool, default False
            Of a joint claim; by default of one on a single measure.

        Examples
        --------
        >>> Chains(np.array([1, 1]), np.array([4, 4]), np.array([0, 0])).fewest_units(0.05)
        6
        """
        n = 1
        while self.at_best(n)[0 if joint else 1] > alpha:
            n += 1
        return n

    def _running_maximum(self, events: tuple[Array, Ints], finished_at: Ints) -> Array:
        """The running maximum of A at each event, at most 1."""
        groups, _, place = self._groups
        n_events = len(events[0])
        # Before an event: chains that are finished at none of the earlier ones.
        counts = np.zeros((n_events + 1, len(groups)), dtype=np.int64)
        made = finished_at >= 0
        np.add.at(counts, (finished_at[made], place[made]), self.each[made])
        unfinished = counts[::-1].cumsum(axis=0)[:0:-1]
        before_one = slice(_reach_one(events, groups, unfinished))
        total = np.ones(n_events)
        x, w = events
        total[before_one] = _total(groups, unfinished[before_one], x[before_one], w[before_one])
        return np.minimum(np.maximum.accumulate(total), 1.0)


def _events(p: Array, weights: Ints, made: Bools) -> tuple[tuple[Array, Ints], Ints]:
    """The events in order, and that of each claim that is made."""
    kinds = np.unique(weights)
    every, place = np.unique(rounded(p / weights[:, None])[made], return_inverse=True)
    weight = np.broadcast_to(np.searchsorted(kinds, weights)[:, None], p.shape)[made]
    codes, at = np.unique(np.ravel(place) * len(kinds) + weight, return_inverse=True)
    x, w = np.divmod(codes, len(kinds))
    return (every[x], kinds[w]), np.ravel(at)


def _reach_one(events: tuple[Array, Ints], groups: Ints, unfinished: Ints) -> int:
    """How many events come before A is certain to have reached 1."""
    simple = groups.copy()
    simple[groups[:, 1] == MAY_BE_ZERO, 1] = ALL_VOTE  # costs no more, and is quick
    reached = np.flatnonzero(_total(simple, unfinished, *events) >= 1)
    return int(reached[0]) if len(reached) else len(unfinished)


def _total(groups: Ints, numbers: Ints, x: Array, w: Ints) -> Array:
    """A of equation (1), with the numbers of unfinished chains of each group (the last axis)."""
    total = np.zeros(len(x))
    for (weight, kind, n), number in zip(groups.tolist(), numbers.T, strict=True):
        total += number * cost(weight * x, n, kind, weight > w)
    return total
