"""Data sets in families: sign flips of whole clusters.

Data sets of one family (versions of one source, tasks of one suite) answer alike, and counting each
for itself takes a few families for much evidence. Here the unit is the cluster. If statement a is
as probable as b in all that is alike about a cluster, then

    D_c = (data sets of cluster c that show a) - (those that show b)

is as probable as -D_c, whatever the dependence within, so that given all |D_c| the sum over the
clusters has the distribution of S = sum_c e_c |D_c| with independent signs e_c of probability 1/2.

For a claim named beforehand p = P(|S| >= |T|), T = sum_c D_c observed. With one data set in every
cluster that is the two-sided binomial sign test.

A leader that was found in the same data won because T was large. Against each rival b its p-value
is therefore taken given that it leads: exchanging a and b in some clusters leaves the others'
counts and n_a + n_b as they are, so that it is known of every pattern of signs whether a still
leads (a tie for the lead counts in part, as if drawn by lot), and

    p_b = P(S >= T) / P(a leads under S),     p = max over b, statements never seen among them.

Whatever statement leads, P(p <= alpha | it leads) <= alpha if some rival is its equal; hence also
overall. With one data set in every cluster p is the exact p-value of the leader,
`jointstats.kernels.joint.glrt.exact_p_value`: then the runner-up's is the largest.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import frexp

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.errors import JointStatsError
from jointstats.kernels.messages import Option, Value

__all__ = [
    "FlipTest",
    "InvalidClustersError",
    "LeaderFlips",
    "cluster_counts",
    "clusters_needed",
    "design_effect",
    "flip_test",
    "leader_flips",
    "smallest_p_value",
]

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

EXACT_SUM = 100_000  # largest sum of whole (or half) differences that is treated exactly
EXACT_CLUSTERS = 20  # so many clusters with other differences have their patterns listed
_AT_ONCE = 1 << 22


class InvalidClustersError(JointStatsError):
    """Counts or differences of clusters from which nothing can be computed."""


@dataclass(frozen=True)
class FlipTest:
    """Sign flips of whole clusters, for a claim named beforehand.

    Attributes
    ----------
    p_value : float
        Two-sided.
    total : float
        The sum of the differences.
    n_clusters : int
        Clusters with a difference: the others say nothing.
    mcse : float
        Monte Carlo standard error; 0 if exact.
    """

    p_value: float
    total: float
    n_clusters: int
    mcse: float


@dataclass(frozen=True)
class LeaderFlips:
    """Sign flips of whole clusters, for the statement that leads in the data.

    Attributes
    ----------
    leader : int
        The most frequent statement, the first of several.
    p_value : float
        The largest over all rivals; 1 if the lead is shared.
    rival : int
        The rival with that p-value, the first of several; -1: one that was never seen.
    mcse : float
        Monte Carlo standard error; 0 if exact.
    """

    leader: int
    p_value: float
    rival: int
    mcse: float


def cluster_counts(
    clusters: ArrayLike, rows: ArrayLike, states: ArrayLike, weights: ArrayLike, n_states: int
) -> Array:
    """How many data sets of each cluster show each statement.

    Parameters
    ----------
    clusters : array_like of int, shape (n,)
        Cluster of every data set, from 0.
    rows, states : array_like of int, shape (E,)
        Data set and statement of every entry.
    weights : array_like, shape (E,)
        How much of the data set shows the statement; 1 where it shows one.
    n_states : int
        Number R of statements.

    Returns
    -------
    ndarray, shape (C, R)

    Examples
    --------
    >>> cluster_counts([0, 0, 1], [0, 1, 2, 2], [0, 0, 0, 1], [1, 1, 0.5, 0.5], 2)
    array([[2. , 0. ],
           [0.5, 0.5]])
    """
    cluster = np.asarray(clusters, dtype=np.intp)[np.asarray(rows, dtype=np.intp)]
    place = cluster * n_states + np.asarray(states, dtype=np.intp)
    size = (int(np.max(clusters, initial=-1)) + 1) * n_states
    found = np.bincount(place, np.asarray(weights, dtype=float), size)
    return found.reshape(-1, n_states).astype(np.float64)


def smallest_p_value(n_clusters: int) -> float:
    """The smallest p-value that so many clusters can have: all of them on one side.

    Examples
    --------
    Five clusters can show nothing at level .05, however many data sets are in them.

    >>> smallest_p_value(5), smallest_p_value(6)
    (0.0625, 0.03125)
    """
    return float(min(1.0, 2.0 ** (1 - n_clusters)))


def clusters_needed(alpha: float) -> int:
    """The least number of clusters that can show anything at this level.

    Raises
    ------
    InvalidClustersError
        If alpha is not between 0 and 1.

    Examples
    --------
    >>> clusters_needed(0.05), clusters_needed(0.0625)
    (6, 5)
    """
    if not 0 < alpha < 1:
        raise InvalidClustersError(Option("alpha"), " must be between 0 and 1, not ", Value(alpha))
    _, exponent = frexp(alpha)  # 2^(exponent - 1) <= alpha < 2^exponent
    return 2 - exponent


def design_effect(cluster_sizes: ArrayLike, correlation: ArrayLike) -> Array:
    """By how much dependence within clusters inflates the variance of a share (Kish 1965).

    sum_c n_c (1 + (n_c - 1) rho) / n. The number of data sets divided by it is the effective one:
    as many independent ones would tell a share as exactly.

    Parameters
    ----------
    cluster_sizes : array_like, shape (C,)
        Data sets in each cluster.
    correlation : array_like
        The intra-class correlation rho.

    Returns
    -------
    ndarray
        Of the shape of the correlation.

    Examples
    --------
    >>> design_effect([5, 5, 5], [0.0, 0.3, 1.0])
    array([1. , 2.2, 5. ])
    """
    n, rho = np.asarray(cluster_sizes, dtype=float), np.asarray(correlation, dtype=float)
    return 1 + rho * ((n * (n - 1)).sum() / max(float(n.sum()), 1.0))


def flip_test(
    differences: ArrayLike, *, draws: int = 99_999, rng: int | np.random.Generator = 0
) -> FlipTest:
    """Two-sided test of a claim named beforehand.

    Parameters
    ----------
    differences : array_like, shape (C,)
        D_c of every cluster: data sets for the claim minus data sets against it. Differences of
        weights that depend on how large results are do not keep the level: they are not symmetric
        about 0 where one side wins by more than the other.
    draws : int, default 99999
        Patterns of signs, where they are drawn: differences that are not all multiples of one half,
        in more than 20 clusters, or that sum to more than 100,000 halves.
    rng : int or Generator, default 0
        Seed.

    Returns
    -------
    FlipTest
        Of drawn patterns, p = (x + 1)/(draws + 1), which is valid for any number of draws.

    Raises
    ------
    InvalidClustersError
        If a difference is not finite.

    Examples
    --------
    Eleven of twelve data sets in four clusters of three: a sign test of twelve gives .006.

    >>> flip_test([3, 3, 3, 1])
    FlipTest(p_value=0.125, total=10.0, n_clusters=4, mcse=0.0)
    """
    d = np.asarray(differences, dtype=float)
    if d.ndim != 1 or not np.isfinite(d).all():
        raise InvalidClustersError("the differences of the clusters must be finite numbers")
    d = d[d != 0]
    total = float(d.sum())
    sums = _sums(d, draws, rng)
    if total == 0:
        return FlipTest(1.0, total, d.size, 0.0)
    p, error = sums.ratio(np.abs(sums.values) >= abs(total) - sums.slack, None)
    return FlipTest(p, total, d.size, error)


def leader_flips(
    counts: ArrayLike,
    n_states: int,
    *,
    draws: int = 99_999,
    rng: int | np.random.Generator = 0,
) -> LeaderFlips:
    """Whether the statement that leads in the data is the most probable one.

    Parameters
    ----------
    counts : array_like, shape (C, R)
        How many data sets of each cluster show each statement.
    n_states : int
        How many statements there are, seen or not, of any size.
    draws, rng
        As of `flip_test`.

    Returns
    -------
    LeaderFlips

    Raises
    ------
    InvalidClustersError
        If counts are negative or not finite, none is positive, or more than `n_states`.

    Notes
    -----
    The proof needs a rival that is equally probable. Where some rival is the more probable one it
    covers single data sets only (Hung and Fithian 2019); for clusters it is left to simulation.

    References
    ----------
    Hung and Fithian (2019), Rank verification for exponential families, Annals of Statistics 47.

    Examples
    --------
    Seven clusters of two that all show the first statement but for one data set:

    >>> counts = [[2, 0]] * 6 + [[1, 1]]
    >>> leader_flips(counts, 4)
    LeaderFlips(leader=0, p_value=0.03125, rival=1, mcse=0.0)

    One data set in every cluster, 6 of one statement and 3 of the other, as without clusters:

    >>> leader_flips([[1, 0]] * 6 + [[0, 1]] * 3, 4).p_value
    0.5078125
    """
    n = np.asarray(counts, dtype=float)
    if n.ndim != 2 or not np.isfinite(n).all() or (n < 0).any() or not n.any():
        raise InvalidClustersError("counts of statements must be numbers >= 0, not all of them 0")
    if n.shape[1] > n_states:
        raise InvalidClustersError("there cannot be more statements with counts than statements")
    total = n.sum(axis=0)
    leader = int(total.argmax())
    generator = np.random.default_rng(rng)
    rivals: list[int] = [int(j) for j in np.flatnonzero(total > 0) if j != leader]
    if n_states > len(rivals) + 1:
        rivals.append(-1)
    if not rivals:  # there is no other statement
        return LeaderFlips(leader, 1.0, -1, 0.0)
    found = [(*_against(n, leader, rival, draws, generator), rival) for rival in rivals]
    p, error, rival = max(found, key=lambda one: one[0])
    return LeaderFlips(leader, p, rival, error)


def _against(
    n: Array, leader: int, rival: int, draws: int, rng: np.random.Generator
) -> tuple[float, float]:
    """P-value of the leader against one rival given that it leads, and its standard error."""
    own = n[:, leader]
    others = np.delete(n, [leader] if rival < 0 else [leader, rival], axis=1).sum(axis=0)
    beaten = np.zeros(len(n)) if rival < 0 else n[:, rival]
    d, both = own - beaten, float((own + beaten).sum())
    total = float(d.sum())
    if total <= 0:
        return 1.0, 0.0
    sums = _sums(d[d != 0], draws, rng)
    mine, other = (both + sums.values) / 2, (both - sums.values) / 2
    third = float(others.max(initial=0.0))
    third_times = int((np.abs(others - third) <= sums.slack).sum()) if third > 0 else 0
    leads = ((mine >= other - sums.slack) & (mine >= third - sums.slack)).astype(float)
    tied = (np.abs(mine - other) <= sums.slack).astype(float)
    tied += third_times * (np.abs(mine - third) <= sums.slack)
    return sums.ratio(sums.values >= total - sums.slack, leads / (1 + tied))


@dataclass(frozen=True)
class _Sums:
    """The sums of all patterns of signs with their probabilities, or of some that were drawn.

    If drawn, the pattern observed is the first.
    """

    values: Array
    probability: Array
    drawn: int
    slack: float

    def ratio(self, event: NDArray[np.bool_], given: Array | None) -> tuple[float, float]:
        """P(event) over E(given), at most 1, and its standard error."""
        extreme = float(self.probability[event].sum())
        base = 1.0 if given is None else float(self.probability @ given)
        p = min(1.0, extreme / base)
        error = 0.0
        if self.drawn:
            share = 1.0 if given is None else given
            error = float(np.std(event - p * share) / base / np.sqrt(self.drawn))
        return p, error


def _sums(d: Array, draws: int, rng: int | np.random.Generator) -> _Sums:
    """Sums of the differences under sign flips."""
    for unit in (1.0, 0.5):
        whole = d / unit
        if (whole == np.rint(whole)).all() and np.abs(whole).sum() <= EXACT_SUM:
            return _by_programming(np.abs(whole).astype(np.int64), unit)
    slack = 1e-9 * float(np.abs(d).sum())
    if d.size <= EXACT_CLUSTERS:
        values = np.zeros(1)
        for one in d:
            values = np.concatenate([values - one, values + one])
        return _Sums(values, np.full(values.size, 1.0 / values.size), 0, slack)
    generator = np.random.default_rng(rng)
    values, step = np.empty(draws + 1), max(1, _AT_ONCE // d.size)
    values[0] = d.sum()
    for start in range(1, draws + 1, step):
        size = min(step, draws + 1 - start)
        signs = generator.integers(0, 2, (size, d.size), dtype=np.int8)
        values[start : start + size] = signs @ (2 * d) - values[0]
    return _Sums(values, np.full(draws + 1, 1.0 / (draws + 1)), draws, slack)


def _by_programming(sizes: Ints, unit: float) -> _Sums:
    """Distribution of the sum of whole numbers with random signs, cluster by cluster."""
    top = int(sizes.sum())
    probability, reach = np.ones(1), 0
    for size in np.sort(sizes):  # on the sums of one parity: -reach, -reach + 2, ..., reach
        wider = np.zeros(reach + size + 1)
        wider[: reach + 1] = probability
        wider[size:] += probability
        probability, reach = 0.5 * wider, reach + int(size)
    values = unit * np.arange(-top, top + 1, 2).astype(np.float64)
    return _Sums(values, probability, 0, 0.25 * unit)
