"""What can be claimed of every pair of algorithms at once: one family, one error rate.

Claims of a pair, each on the data sets' outcomes (better, practically equal, worse) by measure:

``sweep``      the four rungs of `jointstats.kernels.joint.ladder`: better on every measure …
``not_worse``  not worse on any measure and better on at least one: more often than the other way
               round, then on more than half of all data sets;
``outcome``    one outcome that is no sweep, such as "equal on accuracy, better on time": the most
               common one, then on more than half of all data sets;
``trade_off``  each is better on some measures, on more than half of all data sets.

All are two-sided: the data choose the winner, the outcome, and the measures.

*Ties.* Where ties count as practically equal (the measure has a rope), they are an outcome.
Elsewhere two equal numbers may hide a difference, as where a clock ticks too slowly: such a tie is
counted against whatever it could help, so that the claims hold of the true results as well as of
those recorded. It is a win for nobody, as good as a loss for who claims not to be worse, and may be
the opposite, or any other outcome.

*Outcome.* That the most frequent outcome is the most probable has the p-value of the
likelihood-ratio test (Hung & Fithian 2019). More than half: if no outcome has a probability above
one half, P(any count >= c) <= sum of P(Bin(n, theta_s) >= c), and with c > n/2 this sum is largest
for two outcomes of one half: twice the binomial tail.

*Trade-off.* One-sided sign p-values, ties counting against, of both directions of every measure,
corrected by Holm within the pair: at any level all that is rejected is true, but for that level. A
trade-off is shown where this includes one measure for each side.

Which ladders exist and what they weigh is fixed before the data are seen: by the number of
measures, and by whether ties count as practically equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.joint.claim_tests import tail_at_least
from jointstats.kernels.joint.ladder import (
    RUNGS,
    adjusted_p_values,
    levels,
    rung_p_values,
    single_rung,
)
from jointstats.kernels.joint.pair_counts import PairCounts, pair_counts

__all__ = [
    "BRANCH",
    "LADDERS",
    "WEIGHTS",
    "PairCounts",
    "PairFamily",
    "adjusted_family",
    "claim_p_values",
    "holm",
    "ladder_shares",
    "pair_counts",
    "trade_off_p_values",
]

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

LADDERS = ("sweep", "not_worse", "outcome", "trade_off")
#: Parts of a pair's level that its ladders begin with, as far as they exist.
WEIGHTS = (4.0, 1.0, 1.0, 1.0)

#: Part of the sweep ladder's level that ``most_common`` holds beside ``each``. With one half the
#: papers' question loses much power, and ``each`` gains little.
BRANCH = 0.75


@dataclass(frozen=True)
class PairFamily:
    """p-values of every claim of P pairs, and the same corrected for all of them.

    Attributes
    ----------
    p, adjusted : ndarray, shape (P, 4, 4)
        By pair, ladder (`LADDERS`) and rung; 1 where a ladder does not exist or has no winner, p
        is 0 on the rungs that a short ladder lacks.
    level : ndarray, shape (P, 4, 4)
        At which each claim is tested, once all that can be shown at alpha is shown.
    side : ndarray of int, shape (P, 2)
        Who leads by sweeps, and by not being worse: 0, 1, or -1.
    measures_p : ndarray, shape (P, m)
        Of the trade-off: Holm's p-value, within the pair, of whoever leads on each measure.
    singles : ndarray, shape (S,)
        Corrected p-values of the single questions of the family.
    """

    p: Array
    adjusted: Array
    level: Array
    side: Ints
    measures_p: Array
    singles: Array


def claim_p_values(counts: PairCounts) -> Array:
    """Two-sided exact p-values of every claim, not corrected for their number.

    Returns
    -------
    ndarray, shape (P, 4, 4)
        As `PairFamily.p`, without regard to which ladders exist.

    Examples
    --------
    As accurate on every data set, and faster on 18 of 20:

    >>> table = [[[1, 0]] * 18 + [[1, 2]] * 2]
    >>> claim_p_values(pair_counts(table))[0, 1:3, :2].round(6)
    array([[0.000402, 0.000402],
           [0.000402, 0.000402]])
    """
    return _p_values(counts, trade_off_p_values(counts)[0])


def _p_values(counts: PairCounts, trade_off: Array) -> Array:
    n, pairs = counts.n, np.arange(len(counts.sweeps))
    side = counts.sweeps.argmax(axis=1)
    sweeps = counts.sweeps[pairs, side]
    reverse = np.minimum(counts.maybe_sweeps[pairs, 1 - side], sweeps)  # as many: nothing to show
    other = np.maximum(counts.sweeps[pairs, 1 - side], counts.outcome_count) + counts.hidden
    p = np.zeros((len(pairs), len(LADDERS), len(RUNGS)))
    p[:, 0] = rung_p_values(
        sweeps,
        reverse,
        other,
        counts.wins[pairs, :, side].min(axis=1),
        n,
    )
    side = counts.clean.argmax(axis=1)
    clean = counts.clean[pairs, side]
    p[:, 1, 0] = _two_sided(clean, clean + counts.maybe_clean[pairs, 1 - side])
    p[:, 1, 1] = _two_sided(clean, n)
    rival = np.maximum(counts.next_outcome, sweeps) + counts.hidden
    p[:, 2, 0] = _two_sided(counts.outcome_count, counts.outcome_count + rival)
    p[:, 2, 1] = _two_sided(counts.outcome_count, n)
    p[:, 3, 0] = trade_off
    # At its level further measures are named: it is never finished, and passes nothing on.
    p[:, 3, 3] = 1.0
    return p


def trade_off_p_values(counts: PairCounts) -> tuple[Array, Array]:
    """p-values of "each is better on some measures", and of who leads on each measure (Holm).

    Returns
    -------
    p : ndarray, shape (P,)
    by_measure : ndarray, shape (P, m)

    Examples
    --------
    >>> p, by_measure = trade_off_p_values(pair_counts([[[0, 2, 0]] * 8 + [[0, 2, 2]] * 8]))
    >>> p, by_measure
    (array([9.15527344e-05]), array([[9.15527344e-05, 9.15527344e-05, 1.00000000e+00]]))
    """
    ahead = counts.wins.max(axis=-1)
    by_measure = holm(tail_at_least(ahead, counts.n[:, None]))
    clear = counts.wins[..., 0] != counts.wins[..., 1]
    first = counts.wins[..., 0] > counts.wins[..., 1]
    sides = [np.where(clear & one, by_measure, 1.0).min(axis=1) for one in (first, ~first)]
    return np.maximum(*sides), by_measure


def ladder_shares(m: int, *, equal: bool) -> Array:
    """Share of a pair's level that each ladder begins with; 0 for those that do not exist.

    Parameters
    ----------
    m : int
        Measures.
    equal : bool
        As for `adjusted_family`.

    Returns
    -------
    ndarray, shape (4,)
        In the sequence of `LADDERS`.

    Examples
    --------
    >>> ladder_shares(3, equal=False).round(3)
    array([0.667, 0.   , 0.167, 0.167])
    """
    there = np.array([True, equal and m > 1, equal or m > 1, m > 1])
    weights = np.where(there, WEIGHTS, 0.0)
    shares: Array = weights / weights.sum()
    return shares


def adjusted_family(
    counts: PairCounts,
    *,
    equal: bool,
    singles: Sequence[float] | Array = (),
    alpha: float = 0.05,
    branch: float | None = None,
    p_values: tuple[Array, Array] | None = None,
) -> PairFamily:
    """Correct all claims of all pairs together: any false one with probability alpha at most.

    Parameters
    ----------
    counts : PairCounts
    equal : bool
        Whether ties count as practically equal on some measure (it has a rope): only then the
        ladder ``not_worse`` says something that ``sweep`` does not, and with one measure there is
        an outcome that is no sweep. Fixed before the data are seen.
    singles : sequence of float
        p-values of single questions that belong to the same family; each weighs as much as a pair.
    alpha : float, default 0.05
        For ``level`` only.
    branch : float, optional
        As for `jointstats.kernels.joint.ladder.adjusted_p_values`; 3/4 by default, 1 with one
        measure.
    p_values : tuple of ndarray, optional
        In place of those of single data sets: ``p`` and ``measures_p`` of
        `jointstats.kernels.joint.family_claims.family_p_values`.

    Returns
    -------
    PairFamily

    Examples
    --------
    Twenty data sets, always faster and, with a rope, equally accurate:

    >>> found = adjusted_family(pair_counts([[[1, 0]] * 20]), equal=True)
    >>> found.adjusted[0, 1:3, :2].round(6)
    array([[1.3e-05, 1.3e-05],
           [1.3e-05, 1.3e-05]])
    """
    n_pairs, m = counts.wins.shape[:2]
    if p_values is None:
        trade_off, measures_p = trade_off_p_values(counts)
        p = _p_values(counts, trade_off)
    else:
        p, measures_p = p_values[0].copy(), p_values[1]
    shares = ladder_shares(m, equal=equal)
    there = shares > 0
    p[:, ~there] = 1.0
    weights = np.tile(shares[there], n_pairs)
    extra = np.asarray(singles)
    rungs = np.concatenate([p[:, there].reshape(-1, len(RUNGS)), single_rung(extra)])
    share = np.concatenate([weights, np.ones(extra.size)])
    branch = (1.0 if m == 1 else BRANCH) if branch is None else branch
    adjusted = adjusted_p_values(rungs, share, branch=branch)
    level = levels(rungs, adjusted, alpha, share, branch=branch)

    def of_pairs(values: Array, absent: float) -> Array:
        whole = np.full_like(p, absent)
        whole[:, there] = values[: weights.size].reshape(n_pairs, -1, len(RUNGS))
        return whole

    return PairFamily(
        p=p,
        adjusted=of_pairs(adjusted, 1.0),
        level=of_pairs(level, 0.0),
        side=np.stack([_leader(counts.sweeps), _leader(counts.clean)], axis=1),
        measures_p=measures_p,
        singles=adjusted[weights.size :, 0],
    )


def _two_sided(count: ArrayLike, trials: ArrayLike) -> Array:
    return np.minimum(1.0, 2 * tail_at_least(count, trials))


def _leader(by_side: Ints) -> Ints:
    return np.where(by_side[:, 0] == by_side[:, 1], -1, by_side.argmax(axis=1))


def holm(p: Array) -> Array:
    """Holm's correction within every row: of both directions, those not listed have larger p."""
    order = np.argsort(p, axis=1, kind="stable")
    steps = 2 * p.shape[1] - np.arange(p.shape[1])
    ranked = np.maximum.accumulate(np.take_along_axis(p, order, axis=1) * steps, axis=1)
    adjusted = np.empty_like(p)
    np.put_along_axis(adjusted, order, np.minimum(ranked, 1.0), axis=1)
    return adjusted
