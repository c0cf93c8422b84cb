"""Sets of data sets as bits, counted 64 at a time.

The data sets of a unit, such as a family, fill whole words. So what two sets have in common is one
operation on words, and how many of a unit's data sets are in a set is a sum over its words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jointstats.kernels.claims.scores import ABSENT
from jointstats.kernels.claims.votes import Units

Bits = NDArray[Any]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_MANY = 32  # data sets of a unit, on average, from which on its words have 64 bits and not 8
_ONES = np.array([value.bit_count() for value in range(256)], dtype=np.uint8)


@dataclass(frozen=True)
class Words:
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
    def of(cls, n: int, units: Units | None) -> Words:
        """Room for n data sets.

        Parameters
        ----------
        n : int
        units : Units, optional
            By default each data set is one.

        Examples
        --------
        >>> Words.of(3, None).n_words
        1
        >>> Words.of(3, Units(np.array([0, 1, 0]))).places.tolist()
        [0, 1, 8]
        """
        if units is None or units.n_families is None:
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
        >>> found = Words.of(3, None).sets(np.array([0, 1, 0], dtype=np.int8), [0, 1])
        >>> [Words.of(3, None).counts(bits).tolist() for bits in found.values()]
        [[2], [1]]
        """
        placed, room = self._placed(outcomes), None
        found = {}
        for code in codes:
            room = np.equal(placed, np.int8(code), out=room)
            found[code] = _packed(room, self.n_words * self.width).view(f"u{self.width // 8}")
        return found

    def _placed(self, outcomes: NDArray[np.int8]) -> NDArray[np.int8]:
        """Outcomes, each in its place; absent between."""
        if isinstance(self.places, slice):
            return outcomes[..., self.order]
        found = np.full((*outcomes.shape[:-1], self.n_words * self.width), ABSENT, dtype=np.int8)
        found[..., self.places] = outcomes[..., self.order]
        return found

    def counts(self, bits: Bits) -> NDArray[np.int32]:
        """How many data sets of each unit are in a set, shape (..., G)."""
        each = _ones(bits)
        if self.starts is None:
            return each.sum(axis=-1, dtype=np.int32, keepdims=True)
        found: NDArray[np.int32] = np.add.reduceat(each, self.starts, axis=-1, dtype=np.int32)
        return found


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
    return _ones(bits.view("u8")).sum(axis=-1, dtype=np.int64)


def _packed(chosen: Bools, n_bits: int) -> NDArray[np.uint8]:
    """Truth values as bits, with zeros up to so many."""
    bits = np.packbits(chosen, axis=-1)
    found = np.zeros((*bits.shape[:-1], n_bits // 8), dtype=np.uint8)
    found[..., : bits.shape[-1]] = bits
    return found


def _ones(words: Bits) -> NDArray[np.uint8]:
    """How many bits of each word are set."""
    if hasattr(np, "bitwise_count"):  # from NumPy 2 on
        found: NDArray[np.uint8] = np.bitwise_count(words)
        return found
    of_bytes = _ONES[words.view(np.uint8)]
    size = words.dtype.itemsize
    return of_bytes.reshape(*words.shape, size).sum(axis=-1, dtype=np.uint8)
