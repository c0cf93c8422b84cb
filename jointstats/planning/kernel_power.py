"""How often each joint test decides rightly, wrongly, or not at all, for an assumed truth.

A test *decides* if its p-value, or one minus the probability of the statement that it names, is at
most its level; rightly, if that statement has the largest true share and no other has as much.
The answer is exact where all outcomes of n data sets can be listed; otherwise it comes from
simulated sequences of data sets, the same ones for every n and every test.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence.arrays import Array, Bools, Ints, special
from jointstats.evidence.messages import JointStatsError
from jointstats.joint.kernel_decisions import Options, child_generator, claims


class InvalidTruthError(JointStatsError):
    """Shares or shifts that describe no truth."""


@dataclass(frozen=True)
class Truth:
    """Which statements data sets show, and how often.

    Attributes
    ----------
    codes : (R, m) int64 array
        The statements that can occur.
    shares : (R,) float array
        Positive; they sum to 1.
    states : tuple of int, length m
        Number of orders on each measure.
    right : int, optional
        The statement whose naming is right, where the shares are not the true ones but those that
        noisy results show; -1 if there is none.
    """

    codes: Ints
    shares: Array
    states: tuple[int, ...]
    right: int | None = None

    @property
    def best(self) -> int:
        """The right one; by default that with the largest share, and -1 if several have it."""
        if self.right is not None:
            return self.right
        return single_leader(self.shares)


def single_leader(shares: Array) -> int:
    """Place of the largest share; -1 if several are as large."""
    leaders = np.flatnonzero(shares >= shares.max() - 1e-12)
    return int(leaders[0]) if len(leaders) == 1 else -1


def n_compositions(n: int, parts: int) -> int:
    """Number of outcomes of n data sets that show one of `parts` statements each.

    Examples
    --------
    >>> n_compositions(12, 4)
    455
    """
    return math.comb(n + parts - 1, parts - 1)


def compositions(n: int, parts: int) -> Ints:
    """All vectors of counts that sum to n.

    Returns
    -------
    (n_compositions(n, parts), parts) int64 array

    Examples
    --------
    >>> compositions(2, 2).tolist()
    [[0, 2], [1, 1], [2, 0]]
    """
    rows = np.zeros((1, 0), dtype=np.int64)
    left = np.array([n], dtype=np.int64)
    for _ in range(parts - 1):
        repeats = (left + 1).astype(np.intp)
        start = np.cumsum(repeats) - repeats
        taken = np.arange(repeats.sum()) - np.repeat(start, repeats)
        rows = np.column_stack([np.repeat(rows, repeats, axis=0), taken])
        left = np.repeat(left, repeats) - taken
    return np.column_stack([rows, left])


def multinomial_probability(counts: Ints, shares: Array) -> Array:
    """Probability of each row of counts."""
    n = counts.sum(axis=1)
    log = (
        special.gammaln(n + 1)
        - special.gammaln(counts + 1).sum(axis=1)
        + special.xlogy(counts, shares).sum(axis=1)
    )
    return np.exp(log)


def exact_decisions(
    truth: Truth, n: int, test: str, alpha: float, options: Options
) -> tuple[float, float]:
    """Probability of a right and of a wrong decision, over all outcomes of n data sets.

    Parameters
    ----------
    truth : Truth
    n : int
    test : str
        See :func:`jointstats.joint.kernel_decisions.claims`.
    alpha : float
        Level of the test.
    options : Options

    Returns
    -------
    right, wrong : float

    Examples
    --------
    Seven of ten data sets favour A: the likelihood-ratio test needs 15 wins of 20.

    >>> truth = Truth(np.array([[0], [1]]), np.array([0.7, 0.3]), (2,))
    >>> right, wrong = exact_decisions(truth, 20, "glrt", 0.05, Options())
    >>> round(right, 6), round(wrong, 6)
    (0.416371, 4.3e-05)
    """
    outcomes = compositions(n, len(truth.shares))
    probability = multinomial_probability(outcomes, truth.shares)
    right, wrong = _decisions(truth, outcomes, test, alpha, options, 0, (0, 0))
    return float(probability[right].sum()), float(probability[wrong].sum())


def sampled_decisions(
    truth: Truth,
    n: int,
    test: str,
    alpha: float,
    options: Options,
    seed: int,
    replicates: tuple[int, int],
    stream: int,
) -> tuple[int, int]:
    """Number of right and of wrong decisions in simulated sequences of data sets.

    Parameters
    ----------
    truth, n, test, alpha, options
        As for `exact_decisions`.
    seed : int
    replicates : (int, int)
        First and last but one of the sequences; sequence r is the same for every n and test.
    stream : int
        Distinguishes the tests' own draws; at least 1.

    Returns
    -------
    right, wrong : int
    """
    start, stop = replicates
    ends = np.cumsum(truth.shares)
    counts = np.empty((stop - start, len(ends)), dtype=np.int64)
    for row, replicate in enumerate(range(start, stop)):
        u = child_generator(seed, 0, replicate).random(n) * ends[-1]
        counts[row] = np.bincount(np.searchsorted(ends, u, side="right"), minlength=len(ends))
    right, wrong = _decisions(truth, counts, test, alpha, options, seed, (stream, n, start))
    return int(right.sum()), int(wrong.sum())


def _decisions(
    truth: Truth,
    counts: Ints,
    test: str,
    alpha: float,
    options: Options,
    seed: int,
    first: tuple[int, ...],
) -> tuple[Bools, Bools]:
    results = claims(test, counts, truth.codes, truth.states, options, seed, first)
    decided = (results.p_error <= alpha) & (results.winner >= 0)
    right = decided & (results.winner == truth.best)
    return right, decided & ~right


# --- truths from shifts of the measures -----------------------------------------------------------


def common_factor() -> tuple[Array, Array]:
    """Points of the normal factor that measures share, and their weights."""
    z = np.linspace(-9, 9, 721)
    weight = np.exp(-(z**2) / 2)
    return z, weight / weight.sum()


def shift_shares(shifts: ArrayLike, correlation: float) -> Array:
    """Shares of all statements of two algorithms whose differences are normal.

    The differences A − B (turned so that larger is better for A) have these means, variance 1, and
    all the same correlation ρ between measures. With a common factor Z their signs are
    independent:

        P(signs) = E Π_j Φ(±(shift_j + √ρ Z) / √(1 − ρ)).

    Parameters
    ----------
    shifts : array_like, shape (m,)
        Means in standard deviations of the differences.
    correlation : float
        ρ in [0, 1); for two measures in (−1, 1).

    Returns
    -------
    (2^m,) float array
        In code order: bit 1 says that B is better; the first measure is the most significant.

    Examples
    --------
    P(both differences are positive) = 1/4 + arcsin(ρ) / 2π without shifts:

    >>> shift_shares([0, 0], 0.5).round(4)
    array([0.3333, 0.1667, 0.1667, 0.3333])
    """
    mean = np.asarray(shifts, dtype=np.float64)
    if mean.size == 2 and -1 < correlation < 0:
        # B's second measure turned round: the correlation changes its sign.
        turned = shift_shares([mean[0], -mean[1]], -correlation)
        return turned[[1, 0, 3, 2]]
    z, weight = common_factor()
    x = (mean[:, None] + math.sqrt(correlation) * z) / math.sqrt(1 - correlation)
    joint = np.ones((1, z.size))
    for j in range(mean.size):
        factors = np.stack([special.ndtr(x[j]), special.ndtr(-x[j])])
        joint = (joint[:, None, :] * factors[None, :, :]).reshape(-1, z.size)
    return joint @ weight


def shifted_orders(
    levels: ArrayLike,
    correlation: ArrayLike,
    size: int,
    rng: np.random.Generator,
    noise: ArrayLike | None = None,
) -> Ints:
    """Draw the orders of algorithms whose results are normal around their levels.

    Parameters
    ----------
    levels : array_like, shape (l, m)
        Mean result of each algorithm on each measure, higher is better, in standard deviations of
        its results over data sets.
    correlation : array_like, shape (m, m)
        Between the measures of one algorithm; algorithms are independent of each other.
    size : int
        Data sets to draw.
    rng : numpy.random.Generator
    noise : array_like, shape (m,), optional
        Standard deviation of an error of each result, on each measure, drawn after all results.

    Returns
    -------
    (size, m, l) int64 array
        Algorithms from best to worst; with `noise` of shape (2, size, m, l): those of the results
        without the errors, and with them.

    Raises
    ------
    InvalidTruthError
        If the matrix is not a correlation matrix.
    """
    mean = np.asarray(levels, dtype=np.float64)
    matrix = np.asarray(correlation, dtype=np.float64)
    m = mean.shape[1]
    usable = matrix.shape == (m, m) and np.allclose(matrix, matrix.T)
    if not usable or not np.allclose(np.diag(matrix), 1) or np.linalg.eigvalsh(matrix)[0] < -1e-9:
        raise InvalidTruthError(
            f"the correlation of {m} measures must be a positive semidefinite {m} × {m} matrix "
            "with ones on the diagonal"
        )
    values, vectors = np.linalg.eigh(matrix)
    root = vectors * np.sqrt(np.maximum(values, 0))
    results = mean + rng.standard_normal((size, *mean.shape)) @ root.T
    orders = np.argsort(-results, axis=1).transpose(0, 2, 1)
    if noise is None:
        return orders
    errors = rng.standard_normal(results.shape) * np.asarray(noise, dtype=np.float64)
    return np.stack([orders, np.argsort(-(results + errors), axis=1).transpose(0, 2, 1)])


def truth_of(codes: Ints, shares: Sequence[float] | Array, states: tuple[int, ...]) -> Truth:
    """Check shares and drop the statements that cannot occur.

    Raises
    ------
    InvalidTruthError
        If a share is negative or missing, or they do not sum to 1.
    """
    x = np.asarray(shares, dtype=np.float64)
    if not np.isfinite(x).all() or (x < 0).any() or abs(x.sum() - 1) > 1e-6:
        raise InvalidTruthError(
            f"the shares of the statements must be at least 0 and sum to 1; they sum to {x.sum():g}"
        )
    return Truth(codes[x > 0], x[x > 0] / x.sum(), states)
