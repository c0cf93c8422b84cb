"""The BDeu score: what the data say for a set of measures, and so for a network of them.

With equivalent sample size ``a``, the local score of a measure ``i`` with parents ``P`` is
``h(P + i) - h(P)``, where for a set ``S`` of measures

    h(S) = sum over configurations c of [ lnGamma(w_c + a / r_S) - lnGamma(a / r_S) ],

``r_S`` is the number of joint configurations of ``S`` and ``w_c`` the (fractional) weight of the
cases that show ``c``. Configurations that no case shows contribute nothing. The empty set has one
configuration: h({}) = lnGamma(n + a) - lnGamma(a), not 0. The score depends on the equivalence
class of a graph only, and 2^m numbers hold the scores of all graphs on m measures.

Sets of measures are bit masks: bit ``j`` of a mask says whether measure ``j`` belongs to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.arrays import Array, Ints, special
from jointstats.evidence.counts import group_rows
from jointstats.evidence.messages import JointStatsError
from jointstats.evidence.votes import ones

MAX_MEASURES = 62
_BLOCK = 1 << 17  # elements worked on at once: small enough to stay in the processor's cache
_MAX_TABLE = 1 << 16
_MAX_SCRATCH = 1 << 25  # 256 MB


class NetworkDataError(JointStatsError):
    """More measures than a bit mask has room for."""


@dataclass(frozen=True)
class CodedCases:
    """Distinct rows of statement codes; see :func:`coded_cases`.

    Attributes
    ----------
    codes : (R, m) int64 array
        The distinct rows, each code within ``0 .. states[j] - 1``.
    weights : (R,) float array
        Total weight of every row, all positive.
    states : (m,) float array
        Number of states of every measure.
    ess : float
        Equivalent sample size.
    """

    codes: Ints
    weights: Array
    states: Array
    ess: float

    @property
    def m(self) -> int:
        """Number of measures."""
        return self.codes.shape[1]

    @property
    def n(self) -> float:
        """Total weight: the number of cases."""
        return float(self.weights.sum())

    def masses(self, measures: list[int]) -> Array:
        """Total weight of each configuration that some measures show."""
        if not measures:
            return np.array([self.n])
        labels, first = group_labels(self.codes[:, measures])
        return np.bincount(labels, self.weights, len(first)).astype(np.float64)

    def dirichlet(self) -> tuple[Array, Array]:
        """Parameters of the joint states, if all measures depend on each other; how many have each.

        The states that no case shows are the last.
        """
        states = float(np.prod(self.states))
        share, seen = self.ess / states, len(self.codes)
        number = np.append(np.ones(seen), states - seen)
        return np.append(self.weights + share, share), number


def coded_cases(
    codes: ArrayLike, weights: ArrayLike, states: ArrayLike, ess: float = 1.0
) -> CodedCases:
    """Add up equal rows of coded cases, and drop rows without weight.

    Parameters
    ----------
    codes : (R, m) array of int
        State of every measure in every row, from 0.
    weights : (R,) array of float
        Weight of every row, not negative (fractional where ties were split).
    states : (m,) array
        Number of states of every measure, at least 2 (int or float; may be 40320).
    ess : float, default 1.0
        Equivalent sample size, positive.

    Raises
    ------
    NetworkDataError
        If there are more than 62 measures.

    Examples
    --------
    >>> coded_cases([[0, 1], [1, 1], [0, 1]], [1, 1, 0.5], [2, 2]).weights
    array([1.5, 1. ])
    """
    rows = np.asarray(codes, dtype=np.int64)
    mass = np.asarray(weights, dtype=np.float64)
    sizes = np.asarray(states, dtype=np.float64)
    if rows.shape[1] > MAX_MEASURES:
        raise NetworkDataError(f"the number of measures must be 1 to {MAX_MEASURES}")
    rows, mass = rows[mass > 0], mass[mass > 0]
    labels, first = group_labels(rows)
    total = np.bincount(labels, mass, len(first)).astype(np.float64)
    return CodedCases(rows[first], total, sizes, float(ess))


def set_size(masks: ArrayLike) -> Ints:
    """Count the members of every set.

    Examples
    --------
    >>> set_size([0, 5, 2**61]).tolist()
    [0, 2, 1]
    """
    return ones(np.asarray(masks, dtype=np.int64).view(np.uint64)).astype(np.int64)


def members(mask: int) -> list[int]:
    """Positions of the bits of a set."""
    return [j for j in range(mask.bit_length()) if mask >> j & 1]


def over_subsets(combine: np.ufunc, values: Array) -> Array:
    """For every set, the values of its subsets combined (sets are positions on the last axis).

    Examples
    --------
    >>> over_subsets(np.maximum, np.array([3.0, 1.0, 4.0, 2.0])).tolist()
    [3.0, 3.0, 4.0, 4.0]
    """
    total = values.copy()
    for step in 1 << np.arange(values.shape[-1].bit_length() - 1):
        halves = total.reshape(*values.shape[:-1], -1, 2, step)
        combine(halves[..., 1, :], halves[..., 0, :], out=halves[..., 1, :])
    return total


def largest_sums(k: int, gain: Callable[[int, Ints], Array]) -> Array:
    """For every set of k elements, the largest sum over its orders of what each element gains.

    Parameters
    ----------
    k : int
    gain : callable
        What an element gains after each of some sets, as an array.
    """
    sets = np.arange(1 << k, dtype=np.int64)
    sizes = set_size(sets)
    largest = np.full(1 << k, -np.inf)
    largest[0] = 0.0
    for size in range(1, k + 1):
        layer = sets[sizes == size]
        for i in range(k):
            having = layer[(layer >> i & 1) == 1]
            before = having ^ (1 << i)
            largest[having] = np.maximum(largest[having], largest[before] + gain(i, before))
    return largest


def group_labels(rows: Ints) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Find the distinct rows of integers.

    Returns the group of every row (numbered in lexicographic order) and the first row of every
    group.

    Examples
    --------
    >>> labels, first = group_labels(np.array([[1, 2], [0, 5], [1, 2]]))
    >>> labels.tolist(), first.tolist()
    ([1, 0, 1], [1, 0])
    """
    labels = np.zeros(len(rows), dtype=np.intp)
    if rows.size == 0:
        return labels, np.arange(min(1, len(rows)))
    order, starts = group_rows(rows - rows.min(axis=0))  # of any integers, negative ones too
    labels[order] = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(rows)))
    return labels, order[starts]  # the sort is stable


def matching_rows(listed: Ints, rows: Ints) -> Ints:
    """Positions of rows (N, c) in a list of different rows (K, c); -1 where a row is not in it.

    Examples
    --------
    >>> matching_rows(np.array([[1, 0], [2, 5]]), np.array([[2, 5], [0, 0], [1, 0]])).tolist()
    [1, -1, 0]
    """
    labels, first = group_labels(np.concatenate([listed, rows]))
    place = np.full(len(first), -1)
    place[labels[: len(listed)]] = np.arange(len(listed))
    return place[labels[len(listed) :]]


def set_score(cases: CodedCases, mask: int) -> float:
    """h(S) of one set of measures, given as a bit mask."""
    measures = members(mask)
    mass, share = cases.masses(measures), cases.ess / float(np.prod(cases.states[measures]))
    return float(np.sum(special.gammaln(mass + share) - special.gammaln(share)))


def network_score(cases: CodedCases, parents: ArrayLike) -> float:
    """BDeu score of one graph, whose ``parents`` are bit masks, with any number of parents.

    Examples
    --------
    The paper's Example 1: counts 1, 2, 3, 6 of the statements 00, 01, 10, 11.

    >>> cases = coded_cases([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 2, 3, 6], [2, 2])
    >>> round(network_score(cases, [0, 0]), 6), round(network_score(cases, [0, 1]), 4)
    (-17.370578, -18.9573)
    """
    masks = [int(p) for p in np.asarray(parents).tolist()]
    return sum(set_score(cases, p | 1 << i) - set_score(cases, p) for i, p in enumerate(masks))


def isolated_share(cases: CodedCases, parents: ArrayLike) -> Array:
    """Share of the cases that are alone in their parent configuration, for every measure.

    Such a case says nothing about its measure: parents that isolate every case score -n ln r with
    any data. At a share near 1 the arcs into a measure mean nothing.

    Parameters
    ----------
    cases : CodedCases
        From :func:`coded_cases`.
    parents : (m,) array of int
        Parent sets as bit masks.

    Returns
    -------
    (m,) float array
        0 for measures without parents.
    """
    share = np.zeros(cases.m)
    for i, mask in enumerate(np.asarray(parents).tolist()):
        if mask and cases.n > 0:
            mass = cases.masses(members(mask))
            share[i] = mass[mass <= 1 + 1e-9].sum() / cases.n
    return share


@dataclass(frozen=True)
class SetScores:
    """h(S) for all sets of measures up to a size; see :func:`set_scores`.

    Attributes
    ----------
    m : int
        Number of measures.
    masks : (K,) int64 array
        The sets, ascending.
    values : (K,) float array
        h of each of them.
    tolerance : float
        Differences of scores within it are rounding, not evidence.
    """

    m: int
    masks: Ints
    values: Array
    tolerance: float

    def at(self, masks: ArrayLike) -> Array:
        """Look up the given sets, which must be among those scored."""
        wanted = np.asarray(masks, dtype=np.int64)
        if len(self.masks) == 1 << self.m:
            return self.values[wanted]
        return self.values[np.searchsorted(self.masks, wanted)]


def set_scores(cases: CodedCases, max_size: int | None = None) -> SetScores:
    """h(S) for all sets of up to ``max_size`` measures (default: all 2^m sets).

    Sets are visited depth first in blocks; a block holds the grouping of the rows by each of its
    sets, and every set refines the grouping of the set without its highest measure. Memory is
    bounded by the answer and one block per measure.

    Parameters
    ----------
    cases : CodedCases
        From :func:`coded_cases`.
    max_size : int, optional
        Size of the largest sets: one more than the largest number of parents.

    Examples
    --------
    >>> cases = coded_cases([[0, 0], [1, 1], [1, 0]], [1, 2, 1], [2, 2])
    >>> set_scores(cases).values.round(4).tolist()
    [3.1781, -0.0645, -0.5754, -3.9357]
    """
    size = cases.m if max_size is None else max_size
    scores = list(_Sets(cases, size).visit())
    masks = np.concatenate([block[0] for block in scores])
    order = np.argsort(masks)
    values = np.concatenate([block[1] for block in scores])[order]
    tolerance = 1e-9 * max(1.0, cases.n / 1000)
    return SetScores(cases.m, masks[order], values, tolerance)


class _Sets:
    """The walk over all sets of measures behind :func:`set_scores`."""

    def __init__(self, cases: CodedCases, max_size: int) -> None:
        self.cases, self.max_size = cases, max_size
        self.rows = len(cases.codes)
        # Codes renumbered within each column, so that a key (group, code) stays small.
        dense = [np.unique(column, return_inverse=True) for column in cases.codes.T]
        self.radix = max(len(alphabet) for alphabet, _ in dense)
        self.columns = np.array([code for _, code in dense], dtype=np.intp)
        self.log_states = np.log(cases.states)
        self.block = max(1, _BLOCK // max(1, self.rows * self.radix))
        self.block = max(self.block, min(256, _BLOCK // max(1, self.rows)))
        self.table, self.unit = self._lookup()

    def visit(self) -> Iterator[tuple[Ints, Array]]:
        """Yield blocks of (masks, values)."""
        labels = np.zeros((1, self.rows), dtype=np.intp)
        masks, sizes = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
        yield masks, self._values(labels, masks, sizes)
        yield from self._supersets(masks, sizes, np.zeros(1, dtype=np.int64), labels)

    def _supersets(
        self, masks: Ints, sizes: Ints, lowest: Ints, labels: NDArray[np.intp]
    ) -> Iterator[tuple[Ints, Array]]:
        """Every set of the block with one more measure, numbered at least ``lowest``, and on."""
        room = np.where(sizes < self.max_size, self.cases.m - lowest, 0).astype(np.intp)
        origin = np.repeat(np.arange(len(masks)), room)
        added = np.arange(len(origin)) - np.repeat(np.cumsum(room) - room, room) + lowest[origin]
        for start in range(0, len(origin), self.block):
            chosen = origin[start : start + self.block]
            new = added[start : start + self.block]
            refined = self._refine(labels[chosen], self.columns[new])
            bigger, one_more = masks[chosen] | (1 << new), sizes[chosen] + 1
            yield bigger, self._values(refined, bigger, one_more)
            yield from self._supersets(bigger, one_more, new + 1, refined)

    def _refine(self, labels: NDArray[np.intp], codes: Ints) -> NDArray[np.intp]:
        """Split groups by a further measure; a group is named after one of its rows."""
        if len(labels) * self.rows * self.radix > _MAX_SCRATCH:  # slower, in less memory
            both = (np.column_stack(pair) for pair in zip(labels, codes, strict=True))
            return np.array([group_labels(rows)[0] for rows in both])
        key = labels * self.radix
        key += codes
        key += np.arange(len(labels))[:, None] * (self.rows * self.radix)
        scratch = np.empty(len(labels) * self.rows * self.radix, dtype=np.intp)
        scratch[key] = np.arange(self.rows)  # any row of the group will do, if all read the same
        return scratch[key]

    def _values(self, labels: NDArray[np.intp], masks: Ints, sizes: Ints) -> Array:
        """Compute h of every set of a block from its grouping of the rows."""
        count = len(labels)
        flat = (labels + np.arange(count)[:, None] * self.rows).ravel()
        mass = np.bincount(flat, np.tile(self.cases.weights, count), count * self.rows)
        mass = mass.reshape(count, self.rows)
        if self.table is not None:
            index = np.rint(mass * self.unit).astype(np.intp)
            index += (sizes.astype(np.intp) * self.table.shape[1])[:, None]
            return np.take(self.table, index).sum(axis=1)
        member = (masks[:, None] >> np.arange(self.cases.m)) & 1
        share = self.cases.ess / np.exp(member @ self.log_states)
        return (special.gammaln(mass + share[:, None]) - special.gammaln(share)[:, None]).sum(
            axis=1
        )

    def _lookup(self) -> tuple[Array | None, int]:
        """Terms of h by set size and mass, where few masses can occur: lnGamma is the bottleneck.

        Possible if all measures have the same number of states and all weights are multiples of
        1/unit.
        """
        if len(np.unique(self.cases.states)) > 1:
            return None, 1
        for unit in (1, 2, 4, 6, 12, 24, 60, 120, 720, 5040):
            scaled = self.cases.weights * unit
            if np.all(np.abs(scaled - np.rint(scaled)) < 1e-9 * unit):
                cells = int(np.rint(self.cases.n * unit)) + 1
                if cells * (self.cases.m + 1) > _MAX_TABLE:
                    break
                share = self.cases.ess / self.cases.states[0] ** np.arange(self.cases.m + 1)
                mass = np.arange(cells) / unit
                return special.gammaln(mass + share[:, None]) - special.gammaln(share)[
                    :, None
                ], unit
        return None, 1


def cases_of(cases: CodedCases, group: Sequence[int]) -> CodedCases:
    """The cases as a component sees them."""
    columns = list(group)
    return coded_cases(cases.codes[:, columns], cases.weights, cases.states[columns], cases.ess)
