"""A claim about two algorithms, such as "as accurate, and faster", as a score of outcomes.

On a data set it holds (+1) or not (-1); it says nothing (0) where a measure that it names is
absent. What is unknown counts against it. Against its opposite, the same with the two algorithms
exchanged, a data set scores +1 if the claim holds and -1 if the opposite may hold.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.claims.scores import ABSENT, UNKNOWN, mirrored
from jointstats.kernels.errors import JointStatsError
from jointstats.kernels.joint.outcomes import BETTER, EQUAL

__all__ = ["Claim", "InvalidClaimError"]

Codes = NDArray[np.int8]
Bools = NDArray[np.bool_]


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
        Better on so many of ``better``; by default on all of them.

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
                "a claim to be better on at least some measures says on how many of those named"
            )
        if len(set(self.better) - set(self.equal)) < self._wins_needed:
            raise InvalidClaimError("nothing is better and equal on the same measure at once")

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
        """Which data sets show it, whatever the true values behind what is unknown."""
        return self._shown(np.asarray(outcomes), BETTER, EQUAL)

    def may_hold(self, outcomes: ArrayLike) -> Bools:
        """Which data sets show it for some true values behind what is unknown."""
        return self._shown(np.asarray(outcomes), BETTER, EQUAL, UNKNOWN)

    def _shown(self, seen: NDArray[np.int_], better: int, equal: int, *also: int) -> Bools:
        wins = np.isin(seen[..., sorted(set(self.better))], (better, *also)).sum(axis=-1)
        no_loss = np.isin(seen[..., list(self.not_worse)], (better, equal, *also)).all(axis=-1)
        ties = np.isin(seen[..., list(self.equal)], (equal, *also)).all(axis=-1)
        found: Bools = (wins >= self._wins_needed) & no_loss & ties & self.present(seen)
        return found

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
