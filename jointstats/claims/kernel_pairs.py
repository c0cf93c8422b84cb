"""Votes of data sets on all claims about pairs, and the claims that are shown.

The claims of a pair (A, B) form chains, weak to strong:

* on each measure, for A and for B: *not worse* (with a positive rope), *more often*, *most*;
* on each measure with a positive rope: *equal*;
* with several measures jointly, for A and for B: *dominates more often*, *dominates on most*.

On a group of several measures *not worse* does not follow from *more often*, and is a chain by
itself. A chain weighs 1, a joint one as much as there are measures. `kernel_states` corrects the
p-values of all chains as one family.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence import scores
from jointstats.evidence.arrays import Array, Bools, Ints
from jointstats.evidence.outcomes import BETTER, EQUAL, WORSE
from jointstats.evidence.scores import ABSENT, UNKNOWN
from jointstats.evidence.votes import BitPlaces, Bits, Summed, Units, tail

Counts = NDArray[Any]  # by unit, the last axis


NOT_WORSE, MORE_OFTEN, MOST = 0, 1, 2  # claims of a measure's chain
JOINTLY_MORE_OFTEN, JOINTLY_MOST = 0, 1

_OF_MEASURES = (BETTER, EQUAL, WORSE, UNKNOWN)  # what is absent scores nowhere
_OF_ALL = (
    *_OF_MEASURES, scores.MIXED, scores.FEW_BETTER, scores.FEW_WORSE, scores.BOTH_FAILED,
)  # fmt: skip


@dataclass(frozen=True)
class PairCounts(Summed):
    """How often each of P pairs shows what; side 0 is the first algorithm.

    Attributes
    ----------
    n : ndarray of int, shape (P,)
        Data sets of the pair: on some measure it is not absent.
    wins : ndarray of int, shape (P, m, 2)
        Data sets on which each side is better.
    equal, unknown, both_failed : ndarray of int, shape (P, m)
        Data sets on which they are equal, it is unknown who is better, or both runs failed.
    dominates : ndarray of int, shape (P, 2)
        Data sets on which each side dominates.
    win_votes : ndarray of int, shape (P, m, 2)
        Units in which each side has more wins; the wins where each data set is one.
    dominating_votes : ndarray of int, shape (P, 2)
        The same of dominations.
    voters : ndarray of int, shape (P, m)
        Units that can vote: it is not absent on some of their data sets.
    joint_voters : ndarray of int, shape (P,)
        Units with a data set on which no question is absent.
    """

    n: Ints
    wins: Ints
    equal: Ints
    unknown: Ints
    both_failed: Ints
    dominates: Ints
    win_votes: Ints
    dominating_votes: Ints
    voters: Ints
    joint_voters: Ints


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
    groups : ndarray of bool, shape (m,)
        Questions that are groups of several measures: "not worse" is a chain by itself there.
    """

    measures: Array
    equal: Array
    joint: Array
    groups: Bools


@dataclass(frozen=True)
class PairVotes(Summed):
    """Votes for and against (the last axis) all claims about P pairs; votes of parts add up.

    Attributes
    ----------
    counts : PairCounts
    measures : ndarray of int, shape (P, m, 2, 3, 2)
        As the p-values of `PairClaims`.
    equal : ndarray of int, shape (P, m, 2)
    joint : ndarray of int, shape (P, 2, 2, 2)
    """

    counts: PairCounts
    measures: Ints
    equal: Ints
    joint: Ints

    def claims(self, positive: ArrayLike, groups: ArrayLike = False) -> PairClaims:
        """The p-value of every claim that is made.

        Parameters
        ----------
        positive : array_like of bool, shape (m,)
            Questions with a positive rope: "not worse" and "equal" are claimed there.
        groups : array_like of bool, shape (m,), default False
            Questions that are groups of several measures.
        """
        roped = np.asarray(positive, dtype=bool)
        of_measures, of_equal, joint = _p(self.measures), _p(self.equal), _p(self.joint)
        of_measures[:, ~roped, :, NOT_WORSE] = np.nan
        of_equal[:, ~roped] = np.nan
        if len(roped) == 1:
            joint[:] = np.nan
        return PairClaims(of_measures, of_equal, joint, np.broadcast_to(groups, roped.shape))


def votes_of_pairs(outcomes: ArrayLike, units: Units | None = None) -> PairVotes:
    """Count what pairs show, and the votes of every claim.

    Parameters
    ----------
    outcomes : array_like of int, shape (P, n, m)
        Of the first algorithm of each pair against the second, with the codes of
        `jointstats.evidence.scores`.
    units : Units, optional
        By default every data set votes.

    Examples
    --------
    >>> one, two = votes_of_pairs([[[0, 0]] * 5]), votes_of_pairs([[[0, 2]] * 3])
    >>> (one + two).measures[0, :, 0, 1].tolist()
    [[8, 0], [5, 3]]
    """
    first = np.moveaxis(np.asarray(outcomes, dtype=np.int8), 2, 1)
    words = BitPlaces.of(first.shape[2], units)
    codes = _OF_ALL if first.max(initial=0) > ABSENT else _OF_MEASURES
    sets = words.sets(first, codes)
    seen = {code: words.counts(bits) for code, bits in sets.items()}
    better, equal, worse, unknown = (sets[code] for code in (BETTER, EQUAL, WORSE, UNKNOWN))
    tied = equal | sets.get(scores.BOTH_FAILED, equal)
    there = reduce(np.bitwise_or, sets.values())
    dominating = [_dominates(side, tied) for side in (better, worse)]
    may_dominate = [_dominates(side | unknown, tied) for side in (better, worse)]
    shown = [words.counts(bits) for bits in dominating]
    possible = [words.counts(bits) for bits in may_dominate]
    complete = words.counts(np.bitwise_and.reduce(there, axis=1))

    def cast(plus: Counts, minus: Counts) -> Ints:
        return _cast(plus, minus, words.starts is not None)

    def voters(by_unit: Counts) -> Ints:
        return _sum(by_unit if words.starts is None else by_unit > 0)

    def on_measures(claim: NDArray[np.int8]) -> Ints:
        return cast(*(_total(seen, sign * claim) for sign in (1, -1)))

    chain = (scores.NOT_WORSE, scores.MORE_OFTEN, scores.MOST)
    sides = [[claim[turned] for claim in chain] for turned in (slice(None), scores.MIRROR)]
    win_votes, dominating_votes = cast(seen[BETTER], seen[WORSE]), cast(*shown)
    wins = np.stack([seen[BETTER], seen[WORSE]], axis=-1).sum(axis=2, dtype=np.int64)
    counts = PairCounts(
        n=_sum(words.counts(np.bitwise_or.reduce(there, axis=1))),
        wins=wins,
        equal=_sum(seen[EQUAL]),
        unknown=_sum(seen[UNKNOWN]),
        both_failed=_sum(seen.get(scores.BOTH_FAILED, 0 * seen[EQUAL])),
        dominates=np.stack([_sum(side) for side in shown], axis=-1),
        win_votes=win_votes,
        dominating_votes=dominating_votes,
        voters=voters(words.counts(there)),
        joint_voters=voters(complete),
    )
    joint = [[cast(shown[i], possible[1 - i]), cast(shown[i], complete - shown[i])] for i in (0, 1)]
    of_sides = [np.stack([on_measures(claim) for claim in side], axis=2) for side in sides]
    return PairVotes(
        counts=counts,
        measures=np.stack(of_sides, axis=2),
        equal=on_measures(scores.PRACTICALLY_EQUAL),
        joint=np.stack([np.stack(side, axis=1) for side in joint], axis=1),
    )


def claims_of_pairs(
    outcomes: ArrayLike, positive: ArrayLike, units: Units | None = None, groups: ArrayLike = False
) -> tuple[PairCounts, PairClaims]:
    """Count what pairs show, and test every claim.

    Parameters are those of `votes_of_pairs` and of `PairVotes.claims`.

    Examples
    --------
    >>> seen = [[[0, 0]] * 5]
    >>> counts, p = claims_of_pairs(seen, [False, False])
    >>> counts.dominates.tolist(), p.joint[0, :, 0].tolist()
    ([[5, 0]], [0.03125, 1.0])
    """
    cast = votes_of_pairs(outcomes, units)
    return cast.counts, cast.claims(positive, groups)


def _p(cast: Ints) -> Array:
    return tail(cast[..., 0], cast[..., 1])


def _dominates(better: Bits, tied: Bits) -> Bits:
    """Data sets on which one is better somewhere and worse nowhere; measures are the axis 1."""
    everywhere: Bits = np.bitwise_and.reduce(better | tied, axis=1)
    somewhere: Bits = np.bitwise_or.reduce(better, axis=1)
    return everywhere & somewhere


def _total(seen: dict[int, Counts], score: NDArray[np.int8]) -> Counts:
    """Data sets, by unit, whose outcome scores more than 0."""
    chosen = [state for code, state in seen.items() if score[code] > 0]
    return reduce(np.add, chosen)


def _cast(plus: Counts, minus: Counts, in_units: bool) -> Ints:
    """Votes for and against: of data sets, or of units by the sign of their sum."""
    if in_units:
        plus, minus = plus > minus, minus > plus
    return np.stack([_sum(plus), _sum(minus)], axis=-1)


def _sum(by_unit: NDArray[Any]) -> Ints:
    return np.asarray(by_unit.sum(axis=-1, dtype=np.int64))
