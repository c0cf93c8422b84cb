"""Votes: what independent units, data sets or families, say of a claim; totals that add up.

A data set votes with its score. A family has one vote, the sign of the sum of its scores. Votes of
0 drop out, and the claim's p-value is the binomial tail P(Bin(yes + no, 1/2) >= yes): a claim that
is false has votes "yes" with probability at most one half, given that they are not 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc

Array = NDArray[np.float64]
Ints = NDArray[np.int64]


T = TypeVar("T")


class Summed:
    """A dataclass of totals: those of two parts add up, field by field."""

    def __add__(self, other: Self) -> Self:
        one: Any = self
        both = {f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(one)}
        total: Self = replace(one, **both)
        return total


def joined(parts: Sequence[T]) -> T:
    """The same of some pairs after others: arrays, or dataclasses of them."""
    first: Any = parts[0]
    if isinstance(first, np.ndarray):
        array: Any = np.concatenate([np.asarray(part) for part in parts])
        return array
    each = {f.name: joined([getattr(one, f.name) for one in parts]) for f in fields(first)}
    return replace(first, **each)


@dataclass(frozen=True, eq=False)
class Units:
    """Who votes: data sets, or families of them.

    Attributes
    ----------
    clusters : ndarray of int, shape (n,)
        Number of each data set's unit; without families, each data set is one.

    Examples
    --------
    >>> Units(np.array([1, 0, 1])).n_families, Units(np.array([0, 1])).n_families
    (2, None)
    """

    clusters: NDArray[np.intp]

    @property
    def n(self) -> int:
        """How many there are."""
        return len(self.by_unit[1])

    @property
    def n_families(self) -> int | None:
        """The same if some unit has two data sets; None if each data set is one."""
        return self.n if self.n < len(self.clusters) else None

    def families_of(self, used: NDArray[np.bool_]) -> int | None:
        """How many families have one of the data sets that are used; None if data sets vote."""
        return self.n_families and len(np.unique(self.clusters[used]))

    @property
    def shared(self) -> NDArray[np.intp]:
        """Number of each data set's unit; -1 where it is one by itself."""
        _, place, size = np.unique(self.clusters, return_inverse=True, return_counts=True)
        return np.where(size[place] > 1, self.clusters, -1)

    def sums(self, scores: NDArray[np.int8]) -> NDArray[np.signedinteger[Any]]:
        """The sums of scores of shape (..., n) over the data sets of each unit, (..., units)."""
        if self.n_families is None:
            return scores
        order, starts = self.by_unit
        return np.add.reduceat(scores[..., order], starts, axis=-1, dtype=np.int32)

    @cached_property
    def by_unit(self) -> tuple[Ints, Ints]:
        """The order that puts the data sets of a unit side by side, and where each unit begins."""
        order = np.argsort(self.clusters, kind="stable")
        return order, np.flatnonzero(np.diff(self.clusters[order], prepend=-1))


def votes(scores: ArrayLike, units: Units | None = None) -> Ints:
    """Votes for a claim, against it, and for neither.

    Parameters
    ----------
    scores : array_like of int, shape (..., n)
        +1, 0 or -1 of every data set.
    units : Units, optional
        By default every data set votes.

    Returns
    -------
    ndarray of int, shape (..., 3)

    Examples
    --------
    >>> votes([1, 1, -1, 0]).tolist()
    [2, 1, 1]

    Two families, the first of which is divided:

    >>> votes([1, -1, -1, -1], Units(np.array([0, 0, 1, 1]))).tolist()
    [0, 1, 1]
    """
    cast = np.asarray(scores)
    cast = cast if units is None else units.sums(cast)
    yes = np.count_nonzero(cast > 0, axis=-1)
    no = np.count_nonzero(cast < 0, axis=-1)
    return np.stack([yes, no, cast.shape[-1] - yes - no], axis=-1)


def tail(yes: ArrayLike, no: ArrayLike) -> Array:
    """P(Bin(yes + no, 1/2) >= yes), the p-value of a claim.

    Examples
    --------
    >>> tail([5, 9, 0], [0, 3, 0]).round(6).tolist()
    [0.03125, 0.072998, 1.0]
    """
    first, second = np.broadcast_arrays(
        np.asarray(yes, dtype=np.int64), np.asarray(no, dtype=np.int64)
    )
    width = int(second.max(initial=0)) + 1
    # Few different counts occur: each is worked out once.
    codes, place = np.unique(first * width + second, return_inverse=True)
    p = np.ones(len(codes))
    some = codes >= width
    p[some] = betainc(codes[some] // width, codes[some] % width + 1, 0.5)
    return p[np.ravel(place)].reshape(first.shape)


def smallest_p(n_units: int) -> float:
    """The smallest p-value that so many units allow: every vote is "yes"."""
    return 0.5**n_units


def fewest_units(level: float) -> int:
    """The fewest units whose smallest p-value is at most a level.

    Examples
    --------
    >>> fewest_units(0.05), fewest_units(0.5**7), fewest_units(1.0)
    (5, 7, 1)
    """
    n = 1
    while smallest_p(n) > level:
        n += 1
    return n
