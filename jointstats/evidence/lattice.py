"""Which component of a Dirichlet vector is the largest, for many vectors on one lattice.

The probability is the integral of ``G f_i / F_i`` over ``u = ln x``, as in
`jointstats.evidence.dirichlet`. Here the nodes are ``u = k h`` with whole numbers ``k`` and a
step ``h`` that is a power of two: vectors with a parameter in common share its densities and
distribution functions, which take nearly all of the time. Counts of the same data sets have few
different parameters.

The step and the window of a vector follow from that vector alone, sums run in an order that nothing
else changes, and nodes outside its window count exactly 0. So a vector gets the same numbers, to
the last bit, next to any other vectors.

Integrals are those of the trapezoid rule. For an analytic integrand that vanishes at both ends it
converges faster than any power of the step: halving the step about squares the error, which also
shows when to stop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy

import numpy as np
from numpy.typing import NDArray

from jointstats.evidence.arrays import Array
from jointstats.evidence.tails import TINY_SHAPE, LogGammas, Nodes

Ints = NDArray[np.intp]


_FIRST_STEPS = 64
_MOST_STEPS = 1 << 16
_SECTIONS = 16


def trapezoid(
    integrand: Callable[[Array], Array], low: float, high: float, *, total: float | None = None
) -> Array:
    """Integrate each row of ``integrand(u)`` from low to high, halving the step until it settles.

    Parameters
    ----------
    integrand : callable
        Takes nodes, shape (N,), returns values, shape (R, N); negligible at both ends.
    low, high : float
        Ends of the window.
    total : float, optional
        What the integrals are known to sum to: a check that often saves the last halving.

    Returns
    -------
    ndarray, shape (R,)

    Examples
    --------
    >>> trapezoid(lambda u: np.exp(-u * u / 2)[None, :], -9.0, 9.0) / np.sqrt(2 * np.pi)
    array([1.])
    """
    n, width = _FIRST_STEPS, high - low
    rule = integrand(np.linspace(low, high, n + 1)).sum(axis=1) * (width / n)
    while True:
        half = 0.5 * width / n
        midpoint = integrand(np.linspace(low + half, high - half, n)).sum(axis=1) * (width / n)
        gap = float(np.max(np.abs(rule - midpoint)))
        rule = 0.5 * (rule + midpoint)
        settled = gap < 2e-13 * max(1.0, float(np.max(rule)))
        if total is not None:
            missing = abs(float(rule.sum()) - total)
            settled = missing < (1e-9 if settled else 1e-13) and gap < 1e-6
        n *= 2
        if settled or n >= _MOST_STEPS:
            return rule


def narrow(log_cdf: Callable[[Array], Array], low: float, high: float) -> tuple[float, float]:
    """Window outside which a distribution has next to no mass, found by repeated division.

    Parameters
    ----------
    log_cdf : callable
        Logarithm of the distribution function at given nodes.
    low, high : float
        Values safely outside.

    Returns
    -------
    tuple of float
        1e-20 of the mass lies below, 1e-18 above.
    """
    while True:
        u = np.linspace(low, high, _SECTIONS + 1)
        below = log_cdf(u)
        first = max(int(np.count_nonzero(below < -46.0)) - 1, 0)
        last = min(int(np.count_nonzero(below < -1e-18)), _SECTIONS)
        width = high - low
        low, high = float(u[first]), float(u[last])
        # Between neighbouring floats there is nothing to divide.
        if not 0 < last - first <= _SECTIONS // 2 or high - low >= width:
            return low, high


#: Beyond, nodes must be told from a centre to keep their digits.
_LARGEST_SHAPE = 1e4
#: With less mass the left tail, exp(mass * u), is too long for equal steps.
_LEAST_MASS = 2.0
_HALVINGS = 4
_AT_ONCE = 1 << 15  # values
_COARSE = 4  # steps between the nodes that find the window


def largest_of_rows(parameters: Array, multiplicities: Array) -> Array:
    """Probability that each group of equal parameters holds the largest component, in every row.

    Parameters
    ----------
    parameters, multiplicities : ndarray, shape (P, G)
        As for `jointstats.evidence.dirichlet.probability_largest`, finite and not negative. A
        parameter or a multiplicity of 0 has the probability 0, and changes no digit of others.

    Returns
    -------
    ndarray, shape (P, G)
        Absolute error below 1e-12. A row of NaN where the lattice does not serve: with a parameter
        between 0 and 1e-20 or above 1e4, less mass than 2, or peaks too narrow for its steps.

    Examples
    --------
    >>> a = np.array([[1.25, 2.25, 3.25, 6.25], [3.0, 1.0, 0.0, 0.0]])
    >>> largest_of_rows(a, np.ones((2, 4))).round(6)
    array([[0.012363, 0.051923, 0.1375  , 0.798214],
           [0.875   , 0.125   , 0.      , 0.      ]])
    """
    shapes, times, place = distinct_rows(parameters, multiplicities)
    largest, every = (
        np.take_along_axis(x, place, axis=1) for x in (_largest(shapes, times), times)
    )
    counted = (parameters > 0) & (multiplicities > 0)
    part = np.divide(multiplicities, every, out=np.zeros(every.shape), where=counted)
    return np.minimum(largest * part, 1.0)


def distinct_rows(parameters: Array, multiplicities: Array) -> tuple[Array, Array, Ints]:
    """Join equal parameters within every row.

    Parameters
    ----------
    parameters, multiplicities : ndarray, shape (P, G)
        Those with a parameter or a multiplicity of 0 do not count.

    Returns
    -------
    shapes, times : ndarray, shape (P, S)
        Distinct parameters of each row, decreasing, and how many components have each; zeros
        behind them.
    place : ndarray of int, shape (P, G)
        Where each parameter is among them.

    Examples
    --------
    >>> shapes, times, place = distinct_rows(np.array([[1.0, 3.0, 1.0]]), np.ones((1, 3)))
    >>> shapes, times, place
    (array([[3., 1.]]), array([[1., 2.]]), array([[1, 0, 1]]))
    """
    counted = np.where(multiplicities > 0, parameters, 0.0)
    order = np.argsort(-counted, axis=1, kind="stable")
    ranked = np.take_along_axis(counted, order, axis=1)
    rank = np.zeros(order.shape, dtype=np.intp)
    np.cumsum(ranked[:, 1:] < ranked[:, :-1], axis=1, out=rank[:, 1:])
    place = np.empty_like(rank)
    np.put_along_axis(place, order, rank, axis=1)
    size = int(rank.max(initial=0)) + 1
    flat = place + size * np.arange(len(place))[:, None]
    shapes, times = np.zeros((2, len(place) * size))
    shapes[flat] = counted
    times += np.bincount(
        flat.ravel(),
        weights=np.where(counted > 0, multiplicities, 0.0).ravel(),
        minlength=times.size,
    )
    return shapes.reshape(-1, size), times.reshape(-1, size), place


def _largest(shapes: Array, times: Array) -> Array:
    """Probability of each distinct shape's components together, shape (P, S)."""
    largest = np.full(shapes.shape, np.nan)
    there = shapes > 0
    served = (
        (shapes[:, 0] <= _LARGEST_SHAPE)
        & (np.where(there, shapes, 1.0).min(axis=1) >= TINY_SHAPE)
        & (_folded(shapes * times) >= _LEAST_MASS)
    )
    # The step is at most half the standard deviation of ln X for the largest shape.
    _, level = np.frexp(2 * np.sqrt(np.maximum(shapes[:, 0], 1.0)))
    for size in np.unique(level[served]).tolist():
        rows = np.flatnonzero(served & (level == size))
        largest[rows] = _of_level(shapes[rows], times[rows], size)
    return largest


@np.errstate(all="ignore")
def _of_level(shapes: Array, times: Array, level: int) -> Array:
    """Integrals of rows with the same first step, ``2 ** -level``."""
    rows = _Rows(shapes, times)
    low, high = rows.window(_COARSE * 2.0**-level)
    rule = rows.rule(2.0**-level, low * _COARSE, high * _COARSE, 0.0)
    left = np.arange(len(shapes))
    largest = np.full(shapes.shape, np.nan)
    for halving in range(_HALVINGS):
        many = _COARSE << halving
        step = 2.0 ** -(level + halving)
        midpoint = rows.part(left).rule(step, low[left] * many, high[left] * many - 1, 0.5)
        gap = np.abs(rule - midpoint).max(axis=1)
        rule = 0.5 * (rule + midpoint)
        missing = np.abs(_folded(rule) - 1.0)
        # Halving the step about squares the error.
        settled = (gap < 1e-6) & (missing < np.where(gap < 2e-13, 1e-9, 1e-13))
        largest[left[settled]] = rule[settled]
        left, rule = left[~settled], rule[~settled]
        if not left.size:
            break
    return largest


class _Rows:
    """Dirichlet vectors that share their Gamma variables.

    Parameters
    ----------
    shapes, times : ndarray, shape (P, S)
        As of `distinct_rows`.
    """

    def __init__(self, shapes: Array, times: Array) -> None:
        self.shapes, self.times = shapes, times
        known, place = np.unique(shapes, return_inverse=True)
        self.nobody = int(known[0] == 0)  # no component: F is 1, f is 0
        self.gammas = LogGammas(known[self.nobody :])
        self.place = place.reshape(shapes.shape)

    def part(self, some: Ints) -> _Rows:
        """Some of the rows."""
        part = copy(self)
        part.shapes, part.times, part.place = self.shapes[some], self.times[some], self.place[some]
        return part

    def window(self, step: float) -> tuple[Ints, Ints]:
        """Whole numbers of steps: outside them the maximum has next to no probability."""
        # F <= x^a / Gamma(1 + a) bounds the left tail, a sub-gamma tail the right one
        known = np.append(np.zeros(self.nobody), self.gammas.log_gamma1p)[self.place]
        leading, mass = _folded(self.times * known), _folded(self.times * self.shapes)
        tail, most = np.log(_folded(self.times)) + 42.0, self.shapes[:, 0]
        beyond = most + np.sqrt(2 * most * tail) + tail
        first = int(np.floor(float(((leading - 46.0) / mass).min()) / step)) - 1
        last = int(np.ceil(np.log(float(beyond.max())) / step))
        low, high = np.empty((2, len(most)), dtype=np.intp)
        log_cdf, _ = self._table(np.arange(first, last + 1) * step)
        for rows in self._blocks(last + 1 - first):
            log_g = _summed(self.times[rows, :, None] * log_cdf[self.place[rows]])
            inside = log_g < -1e-18
            inside[:, -1] = False
            low[rows] = first - 1 + (log_g >= -46.0).argmax(axis=1)
            high[rows] = first + (~inside).argmax(axis=1)
        return low, high

    def rule(self, step: float, first: Ints, last: Ints, shift: float) -> Array:
        """Step times the sum of the integrands at ``(k + shift) step`` for k from first to last."""
        start, stop = int(first.min()), int(last.max()) + 1
        log_cdf, ratio = self._table((np.arange(start, stop) + shift) * step)
        numbers, rule = last - first + 1, np.empty(self.shapes.shape)
        for rows in self._blocks(int(numbers.max())):
            k = np.arange(int(numbers[rows].max()))
            nodes = np.minimum((first[rows] - start)[:, None] + k, stop - start - 1)
            at = self.place[rows, :, None] * (stop - start) + nodes[:, None]
            g = np.exp(_summed(self.times[rows, :, None] * log_cdf.take(at)))
            g = np.where(k < numbers[rows, None], g * step, 0.0)
            rule[rows] = self.times[rows] * _folded(g[:, None] * ratio.take(at))
        return rule

    def _table(self, u: NDArray) -> tuple[Array, Array]:
        """``ln F`` and ``f / F`` of every known shape at nodes u."""
        log_cdf, ratio = np.zeros((2, self.nobody + len(self.gammas.shapes), len(u)))
        x = np.exp(u)
        log_density, log_cdf[self.nobody :] = self.gammas.evaluate(Nodes(x, u, 0.0, x))
        np.exp(log_density - log_cdf[self.nobody :], out=ratio[self.nobody :])
        return log_cdf, ratio

    def _blocks(self, size: int) -> Iterator[slice]:
        """All rows, some at a time: as many as have `_AT_ONCE` values at `size` nodes."""
        rows, groups = self.shapes.shape
        many = max(1, _AT_ONCE // (groups * size))
        return (slice(i, i + many) for i in range(0, rows, many))


def _summed(values: Array) -> Array:
    """Sums along the middle axis, one after another: zeros at the end change no digit."""
    total = values[:, 0].copy()
    for s in range(1, values.shape[1]):
        total += values[:, s]
    return total


def _folded(values: Array) -> Array:
    """Sums along the last axis, by neighbours: zeros at the end change no digit of them."""
    while values.shape[-1] > 1:
        odd = values[..., 1::2]
        values = values[..., 0::2].copy()
        values[..., : odd.shape[-1]] += odd
    return values[..., 0]
