"""Expected shares of joint statements, given the graph of the measures.

A statement's share is a product over measures of one entry of each conditional table. The tables'
rows are independent Dirichlet vectors, so that means and second moments are products, too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaincinv, ndtri

from jointstats.kernels.network.bdeu import CodedCases, group_labels
from jointstats.kernels.network.dags import members

Array = NDArray[np.float64]

_NORMAL = 1e10  # beta distributions of greater parameters are normal to ten digits


@dataclass(frozen=True)
class Entries:
    """The table entries of some statements: Dirichlet parameters, by statement and measure.

    Attributes
    ----------
    own, row : ndarray, shape (Q, m)
        Parameter of the entry, and the sum of the parameters of its row.
    """

    own: Array
    row: Array


class Families:
    """Entries of some statements in the table of any measure with any parents, found once each.

    Parameters
    ----------
    cases : CodedCases
    codes : (Q, m) array of int
        Statements.
    """

    def __init__(self, cases: CodedCases, codes: ArrayLike) -> None:
        self.cases, self.codes = cases, np.asarray(codes, dtype=np.int64)
        self._found: dict[tuple[int, int], tuple[Array, Array]] = {}

    def entries(self, parents: ArrayLike) -> Entries:
        """Posterior parameters, given a graph (parent sets as bit masks)."""
        masks = [int(p) for p in np.asarray(parents).tolist()]
        found = [self._family(i, mask) for i, mask in enumerate(masks)]
        return Entries(np.stack([own for own, _ in found], 1), np.stack([r for _, r in found], 1))

    def _family(self, i: int, mask: int) -> tuple[Array, Array]:
        if (i, mask) not in self._found:
            above = members(mask)
            share = self.cases.ess / float(np.prod(self.cases.states[above]))
            own = share / self.cases.states[i] + self._matching([*above, i])
            self._found[i, mask] = own, share + self._matching(above)
        return self._found[i, mask]

    def _matching(self, columns: list[int]) -> Array:
        """Weight of the cases that agree with each statement on these measures."""
        known = len(self.cases.codes)
        both = np.concatenate([self.cases.codes[:, columns], self.codes[:, columns]])
        labels, first = group_labels(both)
        mass = np.bincount(labels[:known], self.cases.weights, len(first))
        return mass[labels[known:]].astype(np.float64)


def table_entries(cases: CodedCases, parents: ArrayLike, codes: ArrayLike) -> Entries:
    """Posterior parameters of the table entries that make up each statement.

    Parameters
    ----------
    cases : CodedCases
    parents : (m,) array of int
        Parent sets as bit masks.
    codes : (Q, m) array of int
        Statements.
    """
    return Families(cases, codes).entries(parents)


def share_moments(entries: Entries) -> tuple[Array, Array]:
    """Posterior mean and second moment of each statement's share.

    Examples
    --------
    >>> from jointstats.kernels.network.bdeu import coded_cases
    >>> cases = coded_cases([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 2, 3, 6], [2, 2])
    >>> mean, _ = share_moments(table_entries(cases, [0, 0], [[1, 1]]))
    >>> round(float(mean[0]), 6)  # (9.5 / 13) (8.5 / 13)
    0.477811
    """
    own, row = entries.own, entries.row
    mean = (own / row).prod(axis=1)
    second = (own * (own + 1) / (row * (row + 1))).prod(axis=1)
    return mean, second


def average_moments(
    cases: CodedCases, graphs: ArrayLike, weights: ArrayLike, codes: ArrayLike
) -> tuple[Array, Array]:
    """Mean and second moment of each statement's share, averaged over graphs.

    Parameters
    ----------
    cases : CodedCases
    graphs : (K, m) array of int
        Parent sets as bit masks.
    weights : (K,) array of float
        Weights of the graphs; they sum to 1.
    codes : (Q, m) array of int
        Statements.
    """
    families = Families(cases, codes)
    mean, second = np.zeros(len(families.codes)), np.zeros(len(families.codes))
    for graph, weight in zip(np.asarray(graphs), np.asarray(weights).tolist(), strict=True):
        first_two = share_moments(families.entries(graph))
        mean += weight * first_two[0]
        second += weight * first_two[1]
    return mean, second


def moment_interval(mean: ArrayLike, second: ArrayLike, level: float = 0.95) -> tuple[Array, Array]:
    """Interval of a share by the beta distribution with the same first two moments.

    Exact where the share has a beta distribution (a complete graph), an approximation elsewhere.
    """
    mean, second = np.asarray(mean, dtype=float), np.asarray(second, dtype=float)
    alone = mean * (1 - mean)  # the variance of a share that is 0 or 1
    variance = np.maximum(second - mean**2, 1e-14 * alone)  # of a smaller one little but rounding
    total = np.maximum(alone / variance - 1, 1e-12)
    tail = (1 - level) / 2
    return _quantile(mean, total, tail), _quantile(mean, total, 1 - tail)


def _quantile(mean: Array, total: Array, p: float) -> Array:
    """Quantile of a beta distribution; of so many cases that it is normal, by the normal one."""
    a, b = mean * total, (1 - mean) * total
    normal = mean + ndtri(p) * np.sqrt(mean * (1 - mean) / (total + 1))
    # SciPy before 1.15 finds no quantile where both are greater.
    return np.asarray(np.where(np.minimum(a, b) > _NORMAL, normal, betaincinv(a, b, p)))
