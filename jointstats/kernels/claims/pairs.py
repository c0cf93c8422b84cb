"""What the data sets of pairs of algorithms say of all claims, from their outcomes.

The claims of a pair (A, B) form chains, weak to strong:

* on each measure, for A and for B: *not worse* (with a positive rope), *more often*, *most*;
* on each measure with a positive rope: *equal*;
* with several measures jointly, for A and for B: *dominates more often*, *dominates on most*.

A chain weighs 1, a joint one as much as there are measures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.claims import scores
from jointstats.kernels.claims.step_down import corrected_p_values
from jointstats.kernels.claims.votes import Units, tail, votes
from jointstats.kernels.joint.outcomes import BETTER, EQUAL, WORSE

__all__ = [
    "PairClaims",
    "PairCounts",
    "claims_of_pairs",
    "corrected",
    "final_level",
    "joined",
    "total_weight",
]

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
T = TypeVar("T")

NOT_WORSE, MORE_OFTEN, MOST = 0, 1, 2  # claims of a measure's chain
JOINTLY_MORE_OFTEN, JOINTLY_MOST = 0, 1


@dataclass(frozen=True)
class PairCounts:
    """How often each of P pairs shows what; side 0 is the first algorithm.

    Attributes
    ----------
    n : ndarray of int, shape (P,)
        Data sets of the pair: on some measure it is not absent.
    wins : ndarray of int, shape (P, m, 2)
        Data sets on which each side is better.
    equal, unknown, mixed : ndarray of int, shape (P, m)
        Data sets on which they are equal, it is unknown who is better, or the group's rule does
        not decide.
    dominates : ndarray of int, shape (P, 2)
        Data sets on which each side dominates.
    win_votes : ndarray of int, shape (P, m, 2)
        Units in which each side has more wins; the wins where each data set is one.
    dominating_votes : ndarray of int, shape (P, 2)
        The same of dominations.
    """

    n: Ints
    wins: Ints
    equal: Ints
    unknown: Ints
    mixed: Ints
    dominates: Ints
    win_votes: Ints
    dominating_votes: Ints


@dataclass(frozen=True)
class PairClaims:
    """One-sided p-values of the claims of P pairs, or the corrected ones; NaN where none is made.

    Attributes
    ----------
    measures : ndarray, shape (P, m, 2, 3)
        By measure, side, and claim: not worse, more often, most.
    equal : ndarray, shape (P, m)
    joint : ndarray, shape (P, 2, 2)
        By side and claim: more often, most.
    """

    measures: Array
    equal: Array
    joint: Array


def claims_of_pairs(
    outcomes: ArrayLike, positive: ArrayLike, units: Units | None = None
) -> tuple[PairCounts, PairClaims]:
    """Count what pairs show, and test every claim.

    Parameters
    ----------
    outcomes : array_like of int, shape (P, n, m)
        Of the first algorithm of each pair against the second, with ``UNKNOWN``, ``ABSENT`` and
        ``MIXED`` of `jointstats.kernels.claims.scores`.
    positive : array_like of bool, shape (m,)
        Measures with a positive rope: "not worse" and "equal" are claimed there.
    units : Units, optional
        By default every data set votes.

    Examples
    --------
    >>> seen = [[[0, 0]] * 5]
    >>> counts, p = claims_of_pairs(seen, [False, False])
    >>> counts.dominates.tolist(), p.joint[0, :, 0].tolist()
    ([[5, 0]], [0.03125, 1.0])
    """
    first = np.ascontiguousarray(np.moveaxis(np.asarray(outcomes, dtype=np.int8), 2, 0))
    m, n_pairs = first.shape[:2]
    roped = np.asarray(positive, dtype=bool)
    sides = (first, scores.mirrored(first))
    of_measures = np.full((n_pairs, m, 2, 3), np.nan)
    of_equal = np.full((n_pairs, m), np.nan)
    joint = np.full((n_pairs, 2, 2), np.nan)
    dominating = []
    for side, seen in enumerate(sides):
        for j in range(m):
            of_measures[:, j, side, MORE_OFTEN] = _p(scores.more_often(seen[j]), units)
            of_measures[:, j, side, MOST] = _p(scores.most(seen[j]), units)
            if roped[j]:
                of_measures[:, j, side, NOT_WORSE] = _p(scores.not_worse(seen[j]), units)
        rows = np.moveaxis(seen, 0, -1)
        dominating.append(scores.dominates(rows))
        if m > 1:
            joint[:, side, JOINTLY_MORE_OFTEN] = _p(scores.jointly_more_often(rows), units)
            joint[:, side, JOINTLY_MOST] = _p(scores.jointly_most(rows), units)
    for j in np.flatnonzero(roped).tolist():
        of_equal[:, j] = _p(scores.equal(first[j]), units)
    counts = _counts(first, dominating, units)
    return counts, PairClaims(of_measures, of_equal, joint)


def _p(score: NDArray[np.int8], units: Units | None) -> Array:
    cast = votes(score, units)
    return tail(cast[..., 0], cast[..., 1])


def _counts(first: NDArray[np.int8], dominating: list[Bools], units: Units | None) -> PairCounts:
    better, worse = first == BETTER, first == WORSE
    wins = np.stack([better.sum(axis=2), worse.sum(axis=2)], axis=-1).swapaxes(0, 1)
    dominates = np.stack([side.sum(axis=1) for side in dominating], axis=-1)
    one, two = (side.view(np.int8) for side in dominating)
    return PairCounts(
        n=(first != scores.ABSENT).any(axis=0).sum(axis=1),
        wins=wins,
        equal=(first == EQUAL).sum(axis=2).T,
        unknown=(first == scores.UNKNOWN).sum(axis=2).T,
        mixed=(first == scores.MIXED).sum(axis=2).T,
        dominates=dominates,
        win_votes=votes(better.view(np.int8) - worse.view(np.int8), units)[..., :2].swapaxes(0, 1),
        dominating_votes=votes(one - two, units)[..., :2],
    )


def joined(parts: Sequence[T]) -> T:
    """The same of some pairs after others."""
    first: Any = parts[0]
    joint = {f.name: np.concatenate([getattr(one, f.name) for one in parts]) for f in fields(first)}
    return replace(first, **joint)


def total_weight(n_measures: int, n_positive: int) -> int:
    """Weight of a pair's chains: of its measures, of "equal" on some, and of the joint ones."""
    return 2 * n_measures + n_positive + (2 * n_measures if n_measures > 1 else 0)


def corrected(p: PairClaims) -> PairClaims:
    """Corrected p-values of all claims of all pairs, as one family.

    Parameters
    ----------
    p : PairClaims

    Examples
    --------
    One pair, one measure, five data sets: two chains.

    >>> _, p = claims_of_pairs([[[0]] * 5], [False])
    >>> corrected(p).measures[0, 0, :, 1].tolist()
    [0.0625, 1.0]
    """
    n_pairs, m = p.equal.shape
    table, strongest, weights = _chains(p)
    made = ~np.isnan(strongest)
    found = np.full_like(table, np.nan)
    found[made] = corrected_p_values(table[made], strongest[made], weights[made])
    first, second = 2 * n_pairs * m, 3 * n_pairs * m
    return PairClaims(
        measures=found[:first].reshape(n_pairs, m, 2, 3),
        equal=found[first:second, 0].reshape(n_pairs, m),
        joint=found[second:, :2].reshape(n_pairs, 2, 2),
    )


def final_level(adjusted: PairClaims, alpha: float) -> float:
    """Alpha / (U - F), the level at which a claim of weight 1 is tested when F stands still.

    Parameters
    ----------
    adjusted : PairClaims
        From `corrected`.
    alpha : float
    """
    _, strongest, weights = _chains(adjusted)
    made = ~np.isnan(strongest)
    left = float(weights[made & ~(strongest <= alpha)].sum())
    return alpha / left if left else alpha


def _chains(p: PairClaims) -> tuple[Array, Array, Array]:
    """The claims of every chain, the strongest of each, and its weight."""
    of_measures, equal = p.measures.reshape(-1, 3), p.equal.reshape(-1, 1)
    joint = p.joint.reshape(-1, 2)
    first, second = len(of_measures), len(of_measures) + len(equal)
    table = np.full((second + len(joint), 3), np.nan)
    table[:first] = of_measures
    table[first:second, :1] = equal
    table[second:, :2] = joint
    strongest = np.concatenate([of_measures[:, MOST], equal[:, 0], joint[:, JOINTLY_MOST]])
    weights = np.concatenate([np.ones(second), np.full(len(joint), float(p.equal.shape[1]))])
    return table, strongest, weights
