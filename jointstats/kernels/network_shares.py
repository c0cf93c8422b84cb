"""Expected shares of joint statements, given the graph of the measures.

A statement's share is a product over measures of one entry of each conditional table. The tables'
rows are independent Dirichlet vectors, so that means and second moments are products, too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaincinv

from jointstats.kernels.bdeu import CodedCases
from jointstats.kernels.dags import members

Array = NDArray[np.float64]


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
    statements = np.asarray(codes, dtype=np.int64)
    masks = [int(p) for p in np.asarray(parents).tolist()]
    own, row = np.empty(statements.shape), np.empty(statements.shape)
    for i, mask in enumerate(masks):
        above = members(mask)
        share = cases.ess / float(np.prod(cases.states[above]))
        row[:, i] = share + _matching(cases, statements, above)
        own[:, i] = share / cases.states[i] + _matching(cases, statements, [*above, i])
    return Entries(own, row)


def _matching(cases: CodedCases, statements: NDArray[np.int64], columns: list[int]) -> Array:
    """Weight of the cases that agree with each statement on these measures."""
    found = np.empty(len(statements))
    for q, statement in enumerate(statements[:, columns]):
        found[q] = cases.weights[(cases.codes[:, columns] == statement).all(axis=1)].sum()
    return found


def share_moments(entries: Entries) -> tuple[Array, Array]:
    """Posterior mean and second moment of each statement's share.

    Examples
    --------
    >>> from jointstats.kernels.bdeu import coded_cases
    >>> cases = coded_cases([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 2, 3, 6], [2, 2])
    >>> mean, _ = share_moments(table_entries(cases, [0, 0], [[1, 1]]))
    >>> round(float(mean[0]), 6)  # (9.5 / 13) (8.5 / 13)
    0.477811
    """
    own, row = entries.own, entries.row
    mean = (own / row).prod(axis=1)
    second = (own * (own + 1) / (row * (row + 1))).prod(axis=1)
    return mean, second


def moment_interval(mean: ArrayLike, second: ArrayLike, level: float = 0.95) -> tuple[Array, Array]:
    """Interval of a share by the beta distribution with the same first two moments.

    Exact where the share has a beta distribution (a complete graph), an approximation elsewhere.
    """
    mean, second = np.asarray(mean, dtype=float), np.asarray(second, dtype=float)
    variance = np.maximum(second - mean**2, 1e-300)
    total = np.maximum(mean * (1 - mean) / variance - 1, 1e-12)
    tail = (1 - level) / 2
    return (
        betaincinv(mean * total, (1 - mean) * total, tail),
        betaincinv(mean * total, (1 - mean) * total, 1 - tail),
    )


def lead_probability(
    cases: CodedCases,
    parents: ArrayLike,
    pair: ArrayLike,
    delta: float,
    draws: int,
    rng: np.random.Generator,
) -> tuple[float, float]:
    """P(share of the first statement − share of the second > delta), by sampling.

    Parameters
    ----------
    cases, parents
        As for :func:`table_entries`.
    pair : (2, m) array of int
        The two statements.
    delta : float
    draws : int
    rng : numpy.random.Generator

    Returns
    -------
    probability, mcse : float
    """
    pair = np.asarray(pair, dtype=np.int64)
    masks = [int(p) for p in np.asarray(parents).tolist()]
    entries = table_entries(cases, parents, pair)
    shares = np.ones((2, draws))
    for i, mask in enumerate(masks):
        a, rest = entries.own[:, i], entries.row[:, i] - entries.own[:, i]
        same_row = (pair[0, members(mask)] == pair[1, members(mask)]).all()
        if not same_row:
            shares *= rng.beta(a[:, None], rest[:, None], size=(2, draws))
        elif pair[0, i] == pair[1, i]:
            shares *= rng.beta(a[0], rest[0], size=draws)
        else:  # two entries of one row
            other = max(entries.row[0, i] - a.sum(), 0.0)
            joint = rng.beta(a.sum(), other, size=draws) if other > 0 else np.ones(draws)
            first = rng.beta(a[0], a[1], size=draws)
            shares *= joint * np.stack([first, 1 - first])
    wins = int((shares[0] - shares[1] > delta).sum())
    p = (wins + 1) / (draws + 2)
    return wins / draws, float(np.sqrt(p * (1 - p) / draws))
