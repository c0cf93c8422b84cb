"""Means and standard deviations of results that come in parts: the same whatever the parts are.

Sums of floating-point numbers depend on their sequence. Sums of whole numbers do not: a double is
k 2^(e - 53) with a whole k below 2^53, so that sums of k, and of k^2, by e are exact, and so are
their totals as whole numbers of any size, in units of 2^-1126 and 2^-2252. They are rounded once,
when the mean or the standard deviation is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf, isqrt, nan

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Moments", "moments"]

Ints = NDArray[np.int64]

_DIGITS = 53  # of a double
_LEAST = -1073  # the smallest exponent that frexp gives
_UNIT = _DIGITS - _LEAST
_HALF = 27  # bits of a part: floating-point sums of 2^26 of them are exact
_BLOCK = 1 << 16


@dataclass(frozen=True)
class Moments:
    """Exact sums of numbers and of their squares; of parts, they are added.

    Attributes
    ----------
    n : int, default 0
    total, squares : int, default 0
        In units of 2^-1126 and 2^-2252.
    """

    n: int = 0
    total: int = 0
    squares: int = 0

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.n + other.n, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        """The mean, correctly rounded; NaN of no number.

        Examples
        --------
        >>> moments([[0.1], [0.2], [0.3]])[0].mean
        0.2
        """
        return float(Fraction(self.total, self.n << _UNIT)) if self.n else nan

    @property
    def sd(self) -> float:
        """The standard deviation, with n - 1; NaN of fewer than two numbers.

        Examples
        --------
        >>> moments([[1e9 + 1], [1e9 + 2], [1e9 + 3]])[0].sd
        1.0
        """
        if self.n < 2:
            return nan
        spread = self.n * self.squares - self.total**2  # n (n - 1) sd^2, in units of 2^-2252
        root = isqrt(spread // (self.n * (self.n - 1)))  # of far more digits than the double
        try:
            return float(Fraction(root, 1 << _UNIT))
        except OverflowError:
            return inf


def moments(values: ArrayLike) -> list[Moments]:
    """Exact sums of every column.

    Parameters
    ----------
    values : array_like, shape (n, r)
        NaN and infinite ones are left out.

    Returns
    -------
    list of Moments
        Of length r.

    Examples
    --------
    >>> first, second = moments([[0.0, 0.1], [1.0, 0.2]]), moments([[1.0, 0.3]])
    >>> [round((a + b).mean, 15) for a, b in zip(first, second)]
    [0.666666666666667, 0.2]
    """
    x = np.asarray(values, dtype=np.float64)
    known = np.isfinite(x)
    found = []
    for column, there in zip(x.T, known.T, strict=True):
        own = column[there]
        with np.errstate(invalid="ignore"):
            short = own.astype(np.int8)
        if (short == own).all():  # such as scores of 0 and 1
            total, squares = int(short.sum(dtype=np.int64)), int(np.square(own).sum())
            found.append(Moments(len(own), total << _UNIT, squares << 2 * _UNIT))
        else:
            found.append(_moments(own))
    return found


def _moments(x: NDArray[np.float64]) -> Moments:
    fractions, exponents = np.frexp(x)
    least = int(exponents.min())
    size = int(exponents.max()) - least + 1
    sums = np.zeros((8, size), dtype=np.int64)
    for start in range(0, len(x), _BLOCK):
        place = exponents[start : start + _BLOCK] - least
        whole = np.ldexp(fractions[start : start + _BLOCK], _DIGITS).astype(np.int64)
        for row, part in zip(sums, _parts(whole), strict=True):
            row += np.bincount(place, part, size).astype(np.int64)
    total = squares = 0
    low, middle, high = (a + (b << _HALF) for a, b in sums[2:].astype(object).reshape(3, 2, size))
    single = sums[0].astype(object) + (sums[1].astype(object) << _HALF)
    double = low + (middle << (_HALF + 1)) + (high << 2 * _HALF)
    for i in range(size):
        exponent = least + i - _LEAST
        total += single[i] << exponent
        squares += double[i] << 2 * exponent
    return Moments(len(x), int(total), int(squares))


def _parts(k: Ints) -> tuple[Ints, ...]:
    """Parts of k, then of l^2, l h and h^2, where |k| = l + 2^27 h; each is below 2^27 in size."""
    mask = (1 << _HALF) - 1
    size = np.abs(k)
    l, h = size & mask, size >> _HALF
    products = (l * l, l * h, h * h)
    return (
        k & mask, k >> _HALF, *(part for one in products for part in (one & mask, one >> _HALF)),
    )  # fmt: skip
