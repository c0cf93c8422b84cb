"""Votes of independent units on a claim, totals that add up, and sets of data sets as bits.

A data set votes with its score. A family has one vote, the sign of the sum of its scores. Votes of
0 drop out, and the claim's p-value is the binomial tail P(Bin(yes + no, 1/2) >= yes): a claim that
is false has votes "yes" with probability at most one half, given that they are not 0.

Sets of data sets are bits, counted 64 at a time. The data sets of a unit, such as a family, fill
whole words. So what two sets have in common is one operation on words, and how many of a unit's
data sets are in a set is a sum over its words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.arrays import Array, Bools, Ints, special
from jointstats.evidence.scores import ABSENT

Bits = NDArray[Any]

_MANY = 32  # data sets of a unit, on average, from which on its words have 64 bits and not 8
_MOST_CODES = 1 << 62
_ONES = np.array([value.bit_count() for value in range(256)], dtype=np.uint8)


@dataclass(frozen=True)
class BitPlaces:
    """Where the bit of each data set is.

    Attributes
    ----------
    width : int
        Bits of a word: 64, or 8 where units are small.
    n_words : int
    order, places : ndarray of int, shape (n,), or slice
        Data sets unit by unit, and their bits.
    starts : ndarray of int, shape (G,), or None
        First word of each unit; None: all data sets together.
    """

    width: int
    n_words: int
    order: Ints | slice
    places: Ints | slice
    starts: Ints | None

    @classmethod
    def of(cls, n: int, units: Units | None) -> BitPlaces:
        """Room for n data sets.

        Parameters
        ----------
        n : int
        units : Units, optional
            By default each data set is one.

        Examples
        --------
        >>> BitPlaces.of(3, None).n_words
        1
        >>> BitPlaces.of(3, Units(np.array([0, 1, 0]))).places.tolist()
        [0, 1, 8]
        """
        if units is None or units.single:
            return cls(64, -(-n // 64), slice(n), slice(n), None)
        order, begins = units.by_unit
        sizes = np.diff(begins, append=n)
        width = 64 if n > _MANY * len(begins) else 8
        words = -(-sizes // width)
        starts = np.cumsum(words) - words
        places = np.arange(n) + np.repeat(starts * width - begins, sizes)
        return cls(width, int(words.sum()), _run(order), _run(places), starts)

    def sets(self, outcomes: NDArray[np.int8], codes: Iterable[int]) -> dict[int, Bits]:
        """The bits of the data sets with each of some outcomes; the last axis is that of data sets.

        Examples
        --------
        >>> found = BitPlaces.of(3, None).sets(np.array([0, 1, 0], dtype=np.int8), [0, 1])
        >>> [BitPlaces.of(3, None).counts(bits).tolist() for bits in found.values()]
        [[2], [1]]
        """
        placed, room = self._placed(outcomes), None
        sets = {}
        for code in codes:
            room = np.equal(placed, np.int8(code), out=room)
            sets[code] = _packed(room, self.n_words * self.width).view(f"u{self.width // 8}")
        return sets

    def _placed(self, outcomes: NDArray[np.int8]) -> NDArray[np.int8]:
        """Outcomes, each in its place; absent between."""
        if isinstance(self.places, slice):
            return outcomes[..., self.order]
        placed = np.full((*outcomes.shape[:-1], self.n_words * self.width), ABSENT, dtype=np.int8)
        placed[..., self.places] = outcomes[..., self.order]
        return placed

    def counts(self, bits: Bits) -> NDArray[np.int32]:
        """How many data sets of each unit are in a set, shape (..., G)."""
        each = ones(bits)
        if self.starts is None:
            return each.sum(axis=-1, dtype=np.int32, keepdims=True)
        counts: NDArray[np.int32] = np.add.reduceat(each, self.starts, axis=-1, dtype=np.int32)
        return counts


def _run(numbers: Ints) -> Ints | slice:
    """Numbers that are 0, 1, 2, … as a slice, which copies much faster."""
    n = len(numbers)
    return slice(n) if np.array_equal(numbers, np.arange(n)) else numbers


def count(chosen: Bools) -> Ints:
    """How many along the last axis are true.

    Examples
    --------
    >>> count(np.array([[True, False, True], [False, False, False]])).tolist()
    [2, 0]
    """
    bits = _packed(chosen, -(-chosen.shape[-1] // 64) * 64)
    return ones(bits.view("u8")).sum(axis=-1, dtype=np.int64)


def _packed(chosen: Bools, n_bits: int) -> NDArray[np.uint8]:
    """Truth values as bits, filled with zeros up to `n_bits`."""
    bits = np.packbits(chosen, axis=-1)
    packed = np.zeros((*bits.shape[:-1], n_bits // 8), dtype=np.uint8)
    packed[..., : bits.shape[-1]] = bits
    return packed


def ones(words: Bits) -> NDArray[np.uint8]:
    """How many bits of each word are set."""
    if hasattr(np, "bitwise_count"):  # from NumPy 2 on
        counts: NDArray[np.uint8] = np.bitwise_count(words)
        return counts
    of_bytes = _ONES[words.view(np.uint8)]
    size = words.dtype.itemsize
    return of_bytes.reshape(*words.shape, size).sum(axis=-1, dtype=np.uint8)


T = TypeVar("T")


class Summed:
    """A dataclass of totals: those of two parts add up, field by field."""

    def __add__(self, other: Self) -> Self:
        left: Any = self
        both = {f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(left)}
        total: Self = replace(left, **both)
        return total


def joined(parts: Sequence[T]) -> T:
    """The same of some pairs after others: arrays, or dataclasses of them."""
    first: Any = parts[0]
    if isinstance(first, np.ndarray):
        array: Any = np.concatenate([np.asarray(part) for part in parts])
        return array
    each = {f.name: joined([getattr(summand, f.name) for summand in parts]) for f in fields(first)}
    return replace(first, **each)


def taken(whole: T, places: Ints) -> T:
    """Some pairs of several: of arrays, or of dataclasses of them."""
    every: Any = whole
    if isinstance(every, np.ndarray):
        some: Any = every[places]
        return some
    each = {f.name: taken(getattr(every, f.name), places) for f in fields(every)}
    return replace(every, **each)


def alike(totals: T) -> tuple[T, Ints]:
    """The different totals of several pairs, and the place of each pair among them.

    Examples
    --------
    >>> different, kind = alike(np.array([[3, 1], [0, 2], [3, 1]]))
    >>> different.tolist(), kind.tolist()
    ([[0, 2], [3, 1]], [1, 0, 1])
    """
    code, n_codes = np.zeros(1, dtype=np.int64), 1
    for column in _columns(totals):
        width = int(column.max(initial=0)) + 1
        if n_codes * width > _MOST_CODES:  # renumber what occurs
            found, code = np.unique(code, return_inverse=True)
            n_codes = len(found)
        code, n_codes = code * width + column, n_codes * width
    _, first, kind = np.unique(code, return_index=True, return_inverse=True)
    return taken(totals, first), np.ravel(kind)


def _columns(totals: Any) -> Iterator[Ints]:
    """All counts of arrays, or of dataclasses of them; the first axis is that of pairs."""
    if isinstance(totals, np.ndarray):
        yield from totals.reshape(len(totals), -1).T
    else:
        for f in fields(totals):
            yield from _columns(getattr(totals, f.name))


@dataclass(frozen=True, eq=False)
class Units:
    """The voters: data sets, or families of them.

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
    def single(self) -> bool:
        """Whether each data set is one."""
        return self.n == len(self.clusters)

    @property
    def n_families(self) -> int | None:
        """How many there are if some unit has two data sets; None if each data set is one."""
        return None if self.single else self.n

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
        if self.single:
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

    Two families; the first is divided:

    >>> votes([1, -1, -1, -1], Units(np.array([0, 0, 1, 1]))).tolist()
    [0, 1, 1]
    """
    cast = np.asarray(scores)
    cast = cast if units is None else units.sums(cast)
    yes = np.count_nonzero(cast > 0, axis=-1)
    no = np.count_nonzero(cast < 0, axis=-1)
    return np.stack([yes, no, cast.shape[-1] - yes - no], axis=-1)


def tail_at_least(k: ArrayLike, n: ArrayLike, threshold: ArrayLike = 0.5) -> Array:
    """``P(Bin(n, threshold) >= k) = I_threshold(k, n - k + 1)``.

    Examples
    --------
    >>> tail_at_least([0, 3], 3)
    array([1.   , 0.125])
    """
    k, n = np.asarray(k, dtype=float), np.asarray(n, dtype=float)
    return np.where(k > 0, special.betainc(k, n - k + 1, threshold), 1.0)


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
    k, against = np.divmod(codes, width)
    p = tail_at_least(k, k + against)
    return p[np.ravel(place)].reshape(first.shape)
