"""Simulated comparisons, the counts that data sets show, and areas under ROC curves.

The design is that of Benavoli and de Campos (2016, section 6.4): a *positive* case has one
statement whose true share exceeds the second largest by more than a margin; in a *negative* case
the two largest are equal. The paper leaves open how the negatives come about; there are two ways
here; the first reproduces the order of its areas:

* ``"near"``: a draw whose two largest shares differ by the margin at most, made equal
  (rejection: nothing else about the distribution is changed);
* ``"averaged"``: any draw, where the mean replaces both largest shares.

Every case has its own stream of random numbers, so that results do not depend on how cases are
shared out among workers.

A test gives every case a score; the area under its ROC curve is the probability that a positive
case scores more than a negative one, ties counting half. With the scores of several tests on the
same cases, the covariance of their areas follows from each case's share in them (DeLong et al.
1988).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, Ints
from jointstats.evidence.counts import codes_of
from jointstats.evidence.messages import JointStatsError, Option
from jointstats.joint.kernel_decisions import child_generator

Negatives = Literal["near", "averaged"]

MAX_STATES = 10**6
_BATCH_NUMBERS = 1 << 14
_MOST_NUMBERS = 10**8


class SimulationDesignError(JointStatsError):
    """A design that cannot be simulated."""


@dataclass(frozen=True)
class SimulationDesign:
    """What is simulated.

    Attributes
    ----------
    n_algorithms, n_measures : int
        l and m: (l!)^m statements.
    n : int
        Data sets of each case.
    independent : bool, default False
        True: the shares of the statements are products of one distribution per measure, each
        uniform over all distributions of the l! orders. False: they are uniform over all
        distributions of the (l!)^m statements.
    negatives : {"near", "averaged"}, default "near"
        How the two largest shares of a negative case come to be equal.
    margin : float, default 0.001
        How far apart they are in a positive case, at least.
    """

    n_algorithms: int
    n_measures: int
    n: int
    independent: bool = False
    negatives: Negatives = "near"
    margin: float = 0.001

    def __post_init__(self) -> None:
        if self.orders**self.n_measures > MAX_STATES:
            raise SimulationDesignError(
                f"{self.n_algorithms} algorithms and {self.n_measures} measures have "
                f"{self.orders**self.n_measures} statements: simulations are limited to "
                f"{MAX_STATES}"
            )
        if self.margin == 0 and self.negatives == "near":
            raise SimulationDesignError(
                "no draw has two leaders within a margin of 0: use ",
                Option("negatives", "averaged"),
            )

    @property
    def orders(self) -> int:
        """Number l! of orders of the algorithms."""
        return math.factorial(self.n_algorithms)

    @property
    def states(self) -> tuple[int, ...]:
        """Number of orders on each measure."""
        return (self.orders,) * self.n_measures

    @property
    def n_states(self) -> int:
        """Number of statements."""
        return self.orders**self.n_measures


def draw_shares(design: SimulationDesign, size: int, rng: np.random.Generator) -> Array:
    """Draw distributions of the statements, without regard to the two largest.

    Returns
    -------
    (size, K) float array
        Shares in code order (the first measure is the most significant), each row summing to 1.

    Examples
    --------
    >>> draw_shares(SimulationDesign(2, 2, 10), 3, np.random.default_rng(1)).shape
    (3, 4)
    """
    if not design.independent:
        return _uniform(rng, (size, design.n_states))
    marginal = _uniform(rng, (size, design.n_measures, design.orders))
    joint = np.ones((size, 1))
    for measure in range(design.n_measures):
        joint = (joint[:, :, None] * marginal[:, measure, None, :]).reshape(size, -1)
    return joint


def _uniform(rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """Dirichlet(1, …, 1) along the last axis."""
    x = rng.standard_exponential(shape)
    return x / x.sum(axis=-1, keepdims=True)


def true_shares(design: SimulationDesign, positive: bool, rng: np.random.Generator) -> Array:
    """Draw the true shares of one case.

    Parameters
    ----------
    design : SimulationDesign
    positive : bool
        Whether one share is to exceed all others by more than the margin.
    rng : numpy.random.Generator

    Returns
    -------
    (K,) float array
        In a negative case the two largest are equal, exactly.

    Raises
    ------
    SimulationDesignError
        If such cases are too rare to be found.

    Examples
    --------
    >>> shares = np.sort(true_shares(SimulationDesign(2, 2, 10), False, np.random.default_rng(1)))
    >>> bool(shares[-1] == shares[-2])
    True
    """
    if not positive and design.negatives == "averaged":
        return _with_equal_leaders(draw_shares(design, 1, rng)[0])
    batch = max(1, min(512, _BATCH_NUMBERS // design.n_states))
    if positive:
        batch = min(batch, 4)
    for _ in range(_MOST_NUMBERS // (batch * design.n_states)):
        shares = draw_shares(design, batch, rng)
        first_two = np.partition(shares, -2, axis=1)[:, -2:]
        apart = first_two[:, 1] - first_two[:, 0] > design.margin
        wanted = np.flatnonzero(apart == positive)
        if len(wanted):
            shares_of_truth = shares[wanted[0]]
            return shares_of_truth if positive else _with_equal_leaders(shares_of_truth)
    kind = "positive" if positive else "negative"
    raise SimulationDesignError(
        f"no {kind} case was found: a margin of {design.margin:g} does not suit "
        f"{design.n_states} statements"
    )


def _with_equal_leaders(shares: Array) -> Array:
    leaders = np.argpartition(shares, -2)[-2:]
    shares[leaders] = shares[leaders].mean()
    return shares


def case_counts(design: SimulationDesign, cases: range, positive: bool, seed: int) -> Ints:
    """Counts of the statements in some of a study's cases.

    Parameters
    ----------
    design : SimulationDesign
    cases : range
        Numbers of the cases; each has its own random numbers.
    positive : bool
        Positive or negative cases.
    seed : int

    Returns
    -------
    (len(cases), K) int64 array

    Examples
    --------
    >>> case_counts(SimulationDesign(2, 2, 10), range(3), True, seed=1).sum(axis=1)
    array([10, 10, 10])
    """
    counts = np.empty((len(cases), design.n_states), dtype=np.int64)
    for row, case in enumerate(cases):
        rng = child_generator(seed, int(positive), case)
        counts[row] = rng.multinomial(design.n, true_shares(design, positive, rng))
    return counts


def state_codes(states: tuple[int, ...]) -> Ints:
    """Codes per measure of all statements, shape (K, m), in code order.

    Examples
    --------
    >>> state_codes((2, 2)).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    return codes_of(np.arange(math.prod(states)), states)


@dataclass(frozen=True)
class Areas:
    """Areas of T tests on the same cases.

    Attributes
    ----------
    area : (T,) float array
        1 separates perfectly, ½ is chance.
    covariance : (T, T) float array
        Of the estimated areas.
    """

    area: Array
    covariance: Array

    @property
    def standard_error(self) -> Array:
        """Standard error of each area."""
        return np.sqrt(np.diag(self.covariance))

    def difference(self, i: int, j: int) -> tuple[float, float]:
        """Area of test i minus that of test j, and its standard error (paired)."""
        v = self.covariance
        variance = v[i, i] + v[j, j] - 2 * v[i, j]
        return float(self.area[i] - self.area[j]), float(np.sqrt(max(variance, 0.0)))


def areas(positive: ArrayLike, negative: ArrayLike) -> Areas:
    """Areas under the ROC curves of several tests, with their covariance.

    Parameters
    ----------
    positive : array_like, shape (P, T) or (P,)
        Scores of the positive cases; higher says "positive" more strongly.
    negative : array_like, shape (N, T) or (N,)
        Scores of the negative cases.

    Returns
    -------
    Areas

    References
    ----------
    DeLong, DeLong and Clarke-Pearson (1988), Comparing the areas under two or more correlated
    receiver operating characteristic curves, Biometrics 44.

    Examples
    --------
    >>> found = areas([0.8, 0.9, 0.4], [0.4, 0.3, 0.1])
    >>> float(found.area[0].round(4)), float(found.standard_error[0].round(4))
    (0.9444, 0.0786)
    """
    p, q = _scores(positive), _scores(negative)
    # Share of the negatives below each positive, and of the positives above each negative.
    v10 = np.column_stack([_placement(a, b) for a, b in zip(p.T, q.T, strict=True)])
    v01 = 1 - np.column_stack([_placement(b, a) for a, b in zip(p.T, q.T, strict=True)])
    covariance = np.cov(v10, rowvar=False) / len(p) + np.cov(v01, rowvar=False) / len(q)
    return Areas(v10.mean(axis=0), np.atleast_2d(covariance))


def _scores(given: ArrayLike) -> Array:
    """A column for each test."""
    return np.asarray(given, dtype=np.float64).reshape(len(np.asarray(given)), -1)


def _placement(scores: Array, others: Array) -> Array:
    """Share of the others that each score exceeds; equal ones count half."""
    ranked = np.sort(others)
    below = np.searchsorted(ranked, scores, side="left")
    not_above = np.searchsorted(ranked, scores, side="right")
    return (below + not_above) / (2 * len(ranked))


def curve(positive: ArrayLike, negative: ArrayLike) -> tuple[Array, Array, Array]:
    """Points of the empirical ROC curve of one test.

    Parameters
    ----------
    positive, negative : array_like, shapes (P,) and (N,)
        Scores; higher says "positive" more strongly.

    Returns
    -------
    false_positive_rate, true_positive_rate, threshold : arrays of equal length
        From (0, 0), where the threshold is infinite, to (1, 1): one point for each distinct score.
        Joined by straight lines they enclose the area that `areas` gives.

    Examples
    --------
    >>> fpr, tpr, _ = curve([0.8, 0.9, 0.4], [0.4, 0.3, 0.1])
    >>> fpr.round(2), tpr.round(2)
    (array([0.  , 0.  , 0.  , 0.33, 0.67, 1.  ]), array([0.  , 0.33, 0.67, 1.  , 1.  , 1.  ]))
    """
    p, q = _scores(positive)[:, 0], _scores(negative)[:, 0]
    threshold = np.unique(np.concatenate([p, q]))[::-1]

    def share(x: Array) -> Array:
        return 1 - np.searchsorted(np.sort(x), threshold, side="left") / len(x)

    start = np.zeros(1)
    return (
        np.concatenate([start, share(q)]),
        np.concatenate([start, share(p)]),
        np.concatenate([[np.inf], threshold]),
    )


def mean_curve(positive: ArrayLike, negative: ArrayLike, points: int = 101) -> tuple[Array, Array]:
    """Read the empirical curve off at evenly spaced false positive rates, for tables and figures.

    Parameters
    ----------
    positive, negative : array_like
        As for `curve`.
    points : int, default 101

    Returns
    -------
    false_positive_rate, true_positive_rate : arrays of length `points`
        On straight lines between the upper ends of the curve's vertical parts: never below the
        curve, nor further to the side of it than one of its steps.
    """
    fpr, tpr, _ = curve(positive, negative)
    last = np.append(fpr[1:] > fpr[:-1], True)  # upper ends of the vertical parts
    grid = np.linspace(0, 1, points)
    return grid, np.interp(grid, fpr[last], tpr[last])
