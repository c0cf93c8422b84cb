"""What can be claimed of two algorithms, from weak to strong, and of how many pairs at once.

Rungs for a winner W of a pair, each with the data sets on which it sweeps, that is, is better on
every measure:

(i)   ``more_often``: W sweeps more often than the other does;
(ii)  ``most_common``: W sweeping is the most common outcome;
(iii) ``each``: W is better on each measure separately, on more than half of all data sets;
(iv)  ``most_data_sets``: W sweeps on more than half of all data sets.

(iv) implies (ii) and (iii), and (ii) implies (i). The p-values of (i), (ii), (iv) are ordered in
the same way, and so are those of (iii) and (iv): whoever reaches a rung has passed those below.
(iii) does not imply (i) with three or more measures; it is a branch beside (ii).

Error rate over all pairs and rungs: sequential rejection. What is left of alpha is shared among
the ladders that are not finished, by their weights; a ladder spends its part on (i), then shares
it between (ii) and (iii) until one of them is shown, then on the other, then on (iv). As long as
only false hypotheses have been rejected, the true ones hold no more than alpha together, and
rejecting never lowers another's level: hence the probability of any false claim is at most alpha
however the p-values depend on each other.

Sources: Goeman & Solari, "The sequential rejection principle of familywise error control", Annals
of Statistics 38 (2010); Bretz, Maurer, Brannath & Posch, "A graphical approach to sequentially
rejective multiple test procedures", Statistics in Medicine 28 (2009); Berger, "Multiparameter
hypothesis testing and acceptance sampling", Technometrics 24 (1982), for (iii).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.errors import JointStatsError
from jointstats.kernels.joint.claim_tests import tail_at_least
from jointstats.kernels.joint.outcomes import BETTER, WORSE, mirrored

__all__ = [
    "RUNGS",
    "InvalidLadderError",
    "LadderCounts",
    "adjusted_p_values",
    "each_p_value",
    "ladder_counts",
    "levels",
    "rung_p_values",
    "shown",
    "single_rung",
]

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]

RUNGS = ("more_often", "most_common", "each", "most_data_sets")
"""Columns of every array of rungs."""


class InvalidLadderError(JointStatsError):
    """p-values or weights that make no family of ladders."""


@dataclass(frozen=True)
class LadderCounts:
    """What the rungs of one pair are made of.

    Attributes
    ----------
    winner : int
        0 or 1: which of the two sweeps more often; -1 if both do as often.
    n : int
        Data sets.
    sweeps, reverse, runner_up : int
        On how many the winner is better on every measure; the other algorithm is; the most
        frequent other outcome is seen. (Without a winner, those of the first algorithm.)
    wins, losses : ndarray of int, shape (m,)
        On how many the winner is better, or worse, on each measure.
    """

    winner: int
    n: int
    sweeps: int
    reverse: int
    runner_up: int
    wins: NDArray[np.int64]
    losses: NDArray[np.int64]


def ladder_counts(outcomes: ArrayLike) -> LadderCounts:
    """Count what the rungs of one pair are made of.

    Parameters
    ----------
    outcomes : array_like of int, shape (n, m)
        Outcomes of the first algorithm against the second, from
        `jointstats.kernels.joint.outcomes.outcomes`: ties are outcomes, never split.

    Examples
    --------
    >>> ladder_counts([[2, 2], [2, 2], [0, 0], [2, 1], [2, 1]])
    LadderCounts(winner=1, n=5, sweeps=2, reverse=1, runner_up=2,
                 wins=array([4, 2]), losses=array([1, 1]))
    """
    seen = np.asarray(outcomes)
    first, second = (int((seen == which).all(axis=1).sum()) for which in (BETTER, WORSE))
    turned = second > first
    if turned:
        seen = mirrored(seen)
    statements, times = np.unique(seen, axis=0, return_counts=True)
    others = times[(statements != BETTER).any(axis=1)]
    return LadderCounts(
        winner=-1 if first == second else int(turned),
        n=len(seen),
        sweeps=max(first, second),
        reverse=min(first, second),
        runner_up=int(others.max(initial=0)),
        wins=(seen == BETTER).sum(axis=0),
        losses=(seen == WORSE).sum(axis=0),
    )


def rung_p_values(
    sweeps: ArrayLike,
    reverse: ArrayLike,
    runner_up: ArrayLike,
    fewest_wins: ArrayLike,
    n: ArrayLike,
) -> Array:
    """Two-sided exact p-values of the four rungs for the algorithm that sweeps more often.

    Each is min(1, 2 P(X >= count)) with X ~ Bin(trials, 1/2); the factor 2 because the data chose
    the winner:

    ====================  ===============  ====================
    rung                  count            trials
    ====================  ===============  ====================
    ``more_often``        sweeps           sweeps + reverse
    ``most_common``       sweeps           sweeps + runner_up
    ``each``              fewest wins      n
    ``most_data_sets``    sweeps           n
    ====================  ===============  ====================

    Parameters
    ----------
    sweeps, reverse, runner_up, n : array_like
        As in `LadderCounts`.
    fewest_wins : array_like
        The winner's wins on the measure where it has the fewest: the largest p of the measures
        is that of all together (intersection–union).

    Returns
    -------
    ndarray, shape (..., 4)
        In the sequence of `RUNGS`; 1 throughout without a winner.

    Raises
    ------
    InvalidLadderError
        If the counts contradict each other.

    Examples
    --------
    >>> rung_p_values(20, 4, 6, 22, 30).round(4)
    array([0.0015, 0.0094, 0.0161, 0.0987])
    """
    a, b, c, w, n = np.broadcast_arrays(
        *(np.asarray(x, dtype=float) for x in (sweeps, reverse, runner_up, fewest_wins, n))
    )
    if not ((b >= 0) & (b <= a) & (b <= c) & (a <= w) & (w <= n) & (a + c <= n)).all():
        raise InvalidLadderError(
            "the winner sweeps at least as often as the other, at most as often as it wins on a "
            "measure, and the runner-up is at least the reverse"
        )
    counts, trials = np.stack([a, a, w, a], axis=-1), np.stack([a + b, a + c, n, n], axis=-1)
    p = np.minimum(1.0, 2 * tail_at_least(counts, trials))
    return np.where((a > b)[..., None], p, 1.0)


def each_p_value(wins: ArrayLike, losses: ArrayLike, n: ArrayLike) -> Array:
    """Two-sided p-value of "better on each measure", on more than half of all data sets.

    min(1, 2 max_k P(Bin(n, 1/2) >= wins_k)) for the better of the two directions. Ties count
    against. As a question of its own; on the ladder the direction is that of the first rung.

    Parameters
    ----------
    wins, losses : array_like, shape (..., m)
        On how many data sets the first algorithm is better, or worse, on each measure.
    n : array_like, shape (...)
        Data sets.

    Examples
    --------
    >>> float(each_p_value([9, 11], [3, 1], 12).round(6))
    0.145996
    """
    fewest = np.maximum(np.min(wins, axis=-1), np.min(losses, axis=-1))
    return np.minimum(1.0, 2 * tail_at_least(fewest, n))


def single_rung(p: ArrayLike) -> Array:
    """Single questions as ladders that are finished when they are shown: p, then 0.

    For joint questions and side claims that belong to the same family.

    Examples
    --------
    >>> single_rung([0.03])
    array([[0.03, 0.  , 0.  , 0.  ]])
    """
    p = np.asarray(p)
    return np.concatenate([p[:, None], np.zeros((p.size, len(RUNGS) - 1))], axis=1)


def adjusted_p_values(
    p: ArrayLike, weights: ArrayLike | None = None, *, branch: float = 0.5
) -> Array:
    """Smallest alpha at which each rung of each ladder is shown.

    Parameters
    ----------
    p : array_like, shape (L, 4)
        p-values of L ladders, in the sequence of `RUNGS`.
    weights : array_like, shape (L,), optional
        Positive: how much of alpha each ladder starts with, and gets of what is passed on; equal
        by default.
    branch : float, default 0.5
        Share of a ladder's level that (ii) holds while neither (ii) nor (iii) is shown; the rest
        is (iii)'s. 1: (iii) waits for (ii), right for one measure, where (iii) is (iv). With
        measures that go together (ii) is the easier one, with unrelated measures (iii) is.

    Returns
    -------
    ndarray, shape (L, 4)

    Raises
    ------
    InvalidLadderError
        For p-values or a branch outside [0, 1], or weights that are not positive.

    Examples
    --------
    Two pairs: the first is shown on all rungs, and its level passes to the second.

    >>> adjusted_p_values([[0.001, 0.002, 0.001, 0.02], [0.03, 0.3, 0.2, 0.9]])
    array([[0.002, 0.004, 0.004, 0.04 ],
           [0.04 , 0.4  , 0.4  , 0.9  ]])
    """
    p, weights = _checked(p, weights, branch)
    p, weights, kind = _kinds(p, weights)
    adjusted = np.full(p.shape, np.inf)
    alpha = 0.0
    while alpha < 1 and not np.isfinite(adjusted).all():
        level = _levels(np.isfinite(adjusted), weights, branch, kind)
        with np.errstate(divide="ignore", invalid="ignore"):
            needed = np.where(level > 0, p / level, np.inf)
        alpha = max(alpha, float(needed.min()))
        adjusted[needed <= alpha] = alpha
    return np.asarray(np.minimum(adjusted, 1.0)[kind])


def shown(
    p: ArrayLike, alpha: float, weights: ArrayLike | None = None, *, branch: float = 0.5
) -> Bools:
    """Which rungs of which ladders are shown, with at most alpha for any false one.

    Parameters
    ----------
    p, weights, branch
        As for `adjusted_p_values`.
    alpha : float
        Level of the family.

    Returns
    -------
    ndarray of bool, shape (L, 4)

    Examples
    --------
    >>> shown([[0.001, 0.002, 0.001, 0.02], [0.03, 0.3, 0.2, 0.9]], 0.05).astype(int)
    array([[1, 1, 1, 1],
           [1, 0, 0, 0]])
    """
    return adjusted_p_values(p, weights, branch=branch) <= alpha


def levels(
    p: ArrayLike,
    adjusted: ArrayLike,
    alpha: float,
    weights: ArrayLike | None = None,
    *,
    branch: float = 0.5,
) -> Array:
    """At what level each rung is tested, once all that can be shown is shown; 0 for those to come.

    A rung that is shown had a level of ``alpha p / adjusted`` at least.

    Parameters
    ----------
    p, weights, branch
        As for `adjusted_p_values`.
    adjusted : array_like, shape (L, 4)
        What it returns.
    alpha : float
        Level of the family.

    Returns
    -------
    ndarray, shape (L, 4)

    Examples
    --------
    >>> p = [[0.001, 0.002, 0.001, 0.02], [0.03, 0.3, 0.2, 0.9]]
    >>> levels(p, adjusted_p_values(p), 0.05).round(4)
    array([[0.025 , 0.025 , 0.0125, 0.025 ],
           [0.0375, 0.025 , 0.025 , 0.    ]])
    """
    p, weights = _checked(p, weights, branch)
    adjusted = np.asarray(adjusted)
    done = adjusted <= alpha
    left = alpha * _levels(done, weights, branch)
    with np.errstate(divide="ignore", invalid="ignore"):
        had = np.where(adjusted > 0, alpha * p / adjusted, 0.0)
    return np.where(done, had, left)


def _kinds(p: Array, weights: Array) -> tuple[Array, Array, NDArray[np.intp]]:
    """The ladders that differ, their weights, and which of them each ladder is.

    Counts of data sets make few p-values: many pairs climb together.
    """
    both = np.ascontiguousarray(np.column_stack([p, weights]))
    as_one = both.view(np.dtype((np.void, both.itemsize * both.shape[1])))
    _, place, kind = np.unique(as_one.ravel(), return_index=True, return_inverse=True)
    return p[place], weights[place], np.ravel(kind)


def _levels(
    done: Bools, weights: Array, branch: float, kind: NDArray[np.intp] | slice = slice(None)
) -> Array:
    """Share of alpha that each rung may spend, after those that are done; 0 for these.

    `kind` says which of the rows each ladder is, if several are alike.
    """
    unfinished = np.where(done[:, 3], 0.0, weights)
    all_unfinished = unfinished[kind].sum()  # in the sequence of the ladders, to the last bit
    first, second, third, _ = done.T
    share = np.stack(
        [
            ~first,
            (first & ~second) * np.where(third, 1.0, branch),
            (first & ~third) * np.where(second, 1.0, 1.0 - branch),
            second & third,
        ],
        axis=1,
    )
    return share * ~done * (unfinished / max(all_unfinished, np.finfo(float).tiny))[:, None]


def _checked(p: ArrayLike, weights: ArrayLike | None, branch: float) -> tuple[Array, Array]:
    p = np.asarray(p, dtype=float)
    if p.ndim != 2 or p.shape[1] != len(RUNGS) or not ((p >= 0) & (p <= 1)).all():
        raise InvalidLadderError("p-values of ladders lie between 0 and 1, four in a row")
    weights = np.ones(len(p)) if weights is None else np.asarray(weights, dtype=float)
    if weights.shape != p.shape[:1] or not ((weights > 0) & np.isfinite(weights)).all():
        raise InvalidLadderError("every ladder has a positive weight")
    if not 0 <= branch <= 1:
        raise InvalidLadderError("the share of a branch lies between 0 and 1")
    return p, weights
