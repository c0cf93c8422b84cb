"""The score of a claim on one data set: +1 it holds, -1 it does not, 0 it says nothing.

Scores are elementwise in the outcomes of the first algorithm of a pair against the second. A claim
is read at worst: what is unknown counts against it wherever a true value could.

=============  ==================================================================================
claim          score
=============  ==================================================================================
not worse      better or equal +1, worse or unknown -1
more often     better +1, equal 0, worse or unknown -1
most           better +1, everything else -1
equal          equal +1, everything else -1
=============  ==================================================================================

A group of measures is *mixed* where its rule does not decide and the two are not equal on all of
its measures. That scores 0 in "more often", and -1 in "most" and "equal". "Not worse" on a group is
+1 where an algorithm is worse on none of its measures or better by the rule, otherwise -1. What is
absent (left out of the analysis) scores 0 throughout.

Two failed runs are a declared tie, with a rope or without: +1 in "not worse", 0 in "more often",
-1 in "most". They are no evidence of a difference within the rope: -1 in "equal". In a domination
they are equal.

A `Claim` about several measures, such as "as accurate, and faster", says nothing where a measure
that it names is absent. Against its opposite, the same with the two algorithms exchanged, a data
set scores +1 if the claim holds and -1 if the opposite may hold.

The rule of a group says which algorithm is better on its measures, data set by data set:

===========  ===============================================================================
rule         the first algorithm is better on a data set where it
===========  ===============================================================================
``jointly``  is worse on no measure, and better on at least one
``wins``     is better on more measures than it is worse on
k            is better on at least k of the m measures, with m/2 < k <= m
===========  ===============================================================================

Under each rule at most one of the two algorithms is better on a data set, and better results
never turn a verdict round: every rule is monotone. So a tie that may hide a difference, and a
result that is missing, have two extremes only: all of them against the first algorithm, or all for
it. What both extremes say is sure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.arrays import Bools
from jointstats.evidence.messages import JointStatsError
from jointstats.evidence.outcomes import BETTER, EQUAL, MISSING, WORSE

Codes = NDArray[np.int8]

#: A tie that may hide a difference, or a missing result that is read at worst.
UNKNOWN: Final = 3
#: A missing result that is left out.
ABSENT: Final = 4
#: On a group of measures: the rule does not decide, and each algorithm may be worse somewhere.
MIXED: Final = 5
#: Both runs failed: neither is worse, and nothing shows that they are practically equal.
BOTH_FAILED: Final = 6
#: Mixed, but the first algorithm is worse on no measure, or better on none.
FEW_BETTER: Final = 7
FEW_WORSE: Final = 8

#: Each outcome as the second algorithm sees it, and what it scores in the claims of a measure.
MIRROR: Final = np.array(
    [WORSE, EQUAL, BETTER, UNKNOWN, ABSENT, MIXED, BOTH_FAILED, FEW_WORSE, FEW_BETTER],
    dtype=np.int8,
)
#                     better equal worse unknown absent mixed both_failed few_better few_worse
NOT_WORSE = np.array([+1, +1, -1, -1, 0, -1, +1, +1, -1], dtype=np.int8)
MORE_OFTEN = np.array([+1, 0, -1, -1, 0, 0, 0, 0, 0], dtype=np.int8)
MOST = np.array([+1, -1, -1, -1, 0, -1, -1, -1, -1], dtype=np.int8)
PRACTICALLY_EQUAL = np.array([-1, +1, -1, -1, 0, -1, -1, -1, -1], dtype=np.int8)


def mirrored(outcomes: ArrayLike) -> Codes:
    """The same outcomes seen from the second algorithm.

    Examples
    --------
    >>> mirrored([0, 1, 2, 3]).tolist()
    [2, 1, 0, 3]
    """
    return np.asarray(MIRROR[np.asarray(outcomes)])


def not_worse(outcomes: ArrayLike) -> Codes:
    """Score of "not worse": better, or equal within the rope."""
    return np.asarray(NOT_WORSE[np.asarray(outcomes)])


def more_often(outcomes: ArrayLike) -> Codes:
    """Score of "better on more data sets than worse"."""
    return np.asarray(MORE_OFTEN[np.asarray(outcomes)])


def most(outcomes: ArrayLike) -> Codes:
    """Score of "better on most data sets"."""
    return np.asarray(MOST[np.asarray(outcomes)])


def equal(outcomes: ArrayLike) -> Codes:
    """Score of "practically equal on most data sets"."""
    return np.asarray(PRACTICALLY_EQUAL[np.asarray(outcomes)])


# What the questions of a data set say together, as bits of what any of them says.
_BITS = np.array([1, 0, 2, 4, 8, 16, 0, 16, 16], dtype=np.uint8)  # by outcome; a tie says nothing
_SAID = np.arange(32)
_MAY = [
    (_SAID & (other | 8 | 16) == 0) & (_SAID & (side | 4) > 0) for side, other in ((1, 2), (2, 1))
]


def dominations(outcomes: ArrayLike) -> tuple[Bools, Bools]:
    """Whether the first algorithm may dominate, and the second one, for some true values.

    One dominates that is nowhere worse and somewhere better. Outcomes have the shape (..., m).

    Examples
    --------
    >>> first, second = dominations([[0, 3], [2, 1], [0, 2], [1, 3]])
    >>> first.tolist(), second.tolist()
    ([True, False, False, True], [False, True, False, True])
    """
    seen = np.asarray(outcomes)
    said = np.zeros(seen.shape[:-1], dtype=np.uint8)
    for j in range(seen.shape[-1]):
        said |= _BITS[seen[..., j]]
    return _MAY[0][said], _MAY[1][said]


def dominates(outcomes: ArrayLike) -> Bools:
    """Whether the first algorithm dominates for certain.

    Examples
    --------
    >>> dominates([[0, 1], [0, 3], [1, 1], [0, 6]]).tolist()
    [True, False, False, True]
    """
    seen = np.asarray(outcomes)
    return dominations(np.where(seen == UNKNOWN, WORSE, seen))[0]


def jointly_more_often(outcomes: ArrayLike) -> Codes:
    """Score of "dominates on more data sets than it is dominated".

    Examples
    --------
    >>> jointly_more_often([[0, 0], [0, 2], [2, 3], [3, 3]]).tolist()
    [1, 0, -1, -1]
    """
    return dominates(outcomes).astype(np.int8) - dominations(outcomes)[1].astype(np.int8)


def jointly_most(outcomes: ArrayLike) -> Codes:
    """Score of "dominates on most data sets"; 0 where a measure is absent.

    Examples
    --------
    >>> jointly_most([[0, 0], [0, 2], [0, 4]]).tolist()
    [1, -1, 0]
    """
    seen = np.asarray(outcomes)
    score = np.where(dominates(seen), np.int8(1), np.int8(-1))
    return np.where((seen == ABSENT).any(axis=-1), np.int8(0), score)


class InvalidClaimError(JointStatsError):
    """A claim that no data set could show."""


@dataclass(frozen=True)
class Claim:
    """What is claimed of the first algorithm against the second on one data set.

    A measure may be named twice: not worse on any and better on at least one of two measures is
    ``Claim(better=(0, 1), not_worse=(0, 1), at_least=1)``.

    Attributes
    ----------
    better, not_worse, equal : tuple of int
        Measures on which it is better, not worse, or practically equal.
    at_least : int, optional
        The number of measures in ``better`` to be better on; by default all of them.

    Raises
    ------
    InvalidClaimError
        If it names no measure, or no data set could show it.

    Examples
    --------
    As accurate, and faster (the last data set may tie in accuracy, or not):

    >>> claim = Claim(equal=(0,), better=(1,))
    >>> seen = [[1, 0], [0, 0], [1, 2], [3, 0]]
    >>> claim.score(seen).tolist(), claim.against(seen).tolist()
    ([1, -1, -1, -1], [1, 0, -1, 0])
    """

    better: tuple[int, ...] = ()
    not_worse: tuple[int, ...] = ()
    equal: tuple[int, ...] = ()
    at_least: int | None = None

    def __post_init__(self) -> None:
        if not (self.better or self.not_worse or self.equal):
            raise InvalidClaimError("a claim names at least one measure")
        if self.at_least is not None and not 1 <= self.at_least <= len(set(self.better)):
            raise InvalidClaimError(
                "`at_least` must be a whole number from 1 to the number of measures in `better`"
            )
        if len(set(self.better) - set(self.equal)) < self._wins_needed:
            raise InvalidClaimError("a measure cannot be better and equal: name it once")

    @property
    def _wins_needed(self) -> int:
        return len(set(self.better)) if self.at_least is None else self.at_least

    @property
    def _named(self) -> list[int]:
        return sorted({*self.better, *self.not_worse, *self.equal})

    @property
    def own_opposite(self) -> bool:
        """Whether exchanging the algorithms changes nothing, as where only equality is claimed."""
        return not self.better and set(self.not_worse) <= set(self.equal)

    def present(self, outcomes: ArrayLike) -> Bools:
        """Which data sets have every measure that it names, from outcomes of shape (..., m)."""
        there: Bools = (np.asarray(outcomes)[..., self._named] != ABSENT).all(axis=-1)
        return there

    def holds(self, outcomes: ArrayLike) -> Bools:
        """Which data sets show it for all true values behind unknown outcomes."""
        return self._shown(np.asarray(outcomes), BETTER, EQUAL)

    def may_hold(self, outcomes: ArrayLike) -> Bools:
        """Which data sets show it for some true values behind what is unknown."""
        return self._shown(np.asarray(outcomes), BETTER, EQUAL, UNKNOWN)

    def _shown(self, seen: NDArray[np.int_], better: int, equal: int, *also: int) -> Bools:
        wins = np.isin(seen[..., sorted(set(self.better))], (better, *also)).sum(axis=-1)
        not_lost = (better, equal, BOTH_FAILED, *also)
        no_loss = np.isin(seen[..., list(self.not_worse)], not_lost).all(axis=-1)
        ties = np.isin(seen[..., list(self.equal)], (equal, *also)).all(axis=-1)
        present: Bools = (wins >= self._wins_needed) & no_loss & ties & self.present(seen)
        return present

    def score(self, outcomes: ArrayLike) -> Codes:
        """Score of the claim, read at worst."""
        return self._scored(outcomes, self.holds(outcomes))

    def best_score(self, outcomes: ArrayLike) -> Codes:
        """Score of the claim if everything unknown spoke for it."""
        return self._scored(outcomes, self.may_hold(outcomes))

    def _scored(self, outcomes: ArrayLike, shown: Bools) -> Codes:
        score = np.where(shown, 1, np.where(self.present(outcomes), -1, 0))
        return score.astype(np.int8)

    def against(self, outcomes: ArrayLike) -> Codes:
        """Score of "holds on more data sets than its opposite", read at worst."""
        opposite = self.may_hold(mirrored(outcomes))
        return self.holds(outcomes).astype(np.int8) - opposite.astype(np.int8)

    def best_against(self, outcomes: ArrayLike) -> Codes:
        """The same if everything unknown spoke for it."""
        opposite = self.holds(mirrored(outcomes))
        return self.may_hold(outcomes).astype(np.int8) - opposite.astype(np.int8)


# --- Rules of groups of measures ----------------------------------------------------------------

#: One of `RULES`, or on how many measures at least.
WithinWord = Literal["jointly", "wins"]
Rule = WithinWord | int
RULES: tuple[str, ...] = get_args(WithinWord)


def verdicts(outcomes: ArrayLike, rule: Rule) -> Codes:
    """The better of two algorithms by a rule: one outcome of m of them.

    Parameters
    ----------
    outcomes : array_like of int, shape (..., m)
        ``BETTER``, ``EQUAL`` or ``WORSE``, of the first algorithm.
    rule : {"jointly", "wins"} or int

    Returns
    -------
    ndarray of int8, shape (...)
        ``BETTER`` or ``WORSE`` where one of the two is better by the rule, else ``EQUAL``: neither.

    Examples
    --------
    >>> seen = [[0, 0, 0], [0, 0, 1], [0, 0, 2], [1, 2, 1]]
    >>> [verdicts(seen, rule).tolist() for rule in ("jointly", "wins", 2)]
    [[0, 0, 1, 2], [0, 0, 0, 2], [0, 0, 0, 1]]
    """
    seen = np.asarray(outcomes)
    better, worse = (np.count_nonzero(seen == code, axis=-1) for code in (BETTER, WORSE))
    if rule == "wins":
        first, second = better > worse, worse > better
    elif rule == "jointly":
        first, second = (better > 0) & (worse == 0), (worse > 0) & (better == 0)
    else:
        first, second = better >= rule, worse >= rule
    return (EQUAL + second.astype(np.int8) - first).astype(np.int8)


def extremes(outcomes: ArrayLike, rule: Rule) -> tuple[Codes, Codes]:
    """The verdict with all that is open against the first algorithm, and with all of it for it.

    Parameters
    ----------
    outcomes : array_like of int, shape (..., m)
        As for `verdicts`; ``MISSING`` is open, too.
    rule : {"jointly", "wins"} or int

    Returns
    -------
    least, most : ndarray of int8, shape (...)

    Examples
    --------
    What is open may be a third win, or a loss:

    >>> least, most = extremes([[0, 0, 3], [0, 2, 3]], 3)
    >>> least.tolist(), most.tolist()
    ([1, 1], [0, 1])
    """
    seen = np.asarray(outcomes)
    hides = seen == MISSING
    if not hides.any():
        same = verdicts(seen, rule)
        return same, same
    least = verdicts(np.where(hides, WORSE, seen), rule)
    return least, verdicts(np.where(hides, BETTER, seen), rule)
