"""Which columns are linear combinations of earlier ones, and what the rest can still determine.

Every normal-theory test inverts a scatter matrix. A redundant measure (error = 1 - accuracy) makes
it singular, so the measures are first orthonormalised in the order given: a column that leaves
nothing but rounding error is dropped, and the degrees of freedom follow the rank. The same
triangular factor then gives quadratic forms x' S^-1 x without ever forming S^-1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.arrays import Array, Bools
from jointstats.evidence.messages import JointStatsError

RELATIVE_TOLERANCE = 1e-10
"""A column is redundant if what is left of it is below this share of its length."""

ROUNDING_UNITS = 16.0
"""Rounding errors (in machine epsilons of the inputs' magnitude) that one value may carry."""

FAR_BITS = 332
"""Powers of two from 1 up or down, 100 powers of ten, that need no separate unit."""


class NormalTheoryError(JointStatsError):
    """Base of the errors that say why a normal-theory test cannot be computed."""


class TooFewCasesError(NormalTheoryError):
    """There are too few cases for the number of measures."""


class IdenticalAlgorithmsError(NormalTheoryError):
    """The algorithms have the same values everywhere: there is nothing to test."""


class ConstantDifferenceError(NormalTheoryError):
    """Some combination of measures differs by the same nonzero amount in every case."""


@dataclass(frozen=True)
class ColumnBasis:
    """Orthonormal basis of the columns of a matrix (or of a stack of matrices), in column order.

    Attributes
    ----------
    basis : ndarray, shape (..., n, p)
        Orthonormal columns; a dropped column is zero.
    triangle : ndarray, shape (..., p, p)
        Upper triangular T. For an independent column j, ``x[:, j] = basis @ T[:, j]``; for a
        dropped one the diagonal entry is 1 and the rest are its coordinates in the basis.
    independent : ndarray of bool, shape (..., p)
        Whether the column is not a combination of earlier ones.
    constant : ndarray of bool, shape (..., p)
        Whether the column is zero but for rounding (of centred columns: no variation at all).
    unexplained : ndarray, shape (..., p)
        Length of what earlier columns leave over, as a share of the column's length, in [0, 1].
        Small values (say below 1e-4) of independent columns mark nearly redundant columns.
    rounding : ndarray, shape (..., p)
        Length below which a remainder is no more than rounding error.
    """

    basis: Array
    triangle: Array
    independent: Bools
    constant: Bools
    unexplained: Array
    rounding: Array

    @property
    def rank(self) -> NDArray[np.intp]:
        """Number of independent columns, shape (...)."""
        return self.independent.sum(axis=-1)

    def whiten(self, rows: ArrayLike) -> Array:
        """Solve z T = row, shape (..., p); |z|^2 over independent columns is row (X'X)^-1 row'.

        At a dropped column z is what the row has there beyond the column's dependency: zero
        if the row obeys it.
        """
        b = np.asarray(rows)
        z = np.empty(np.broadcast_shapes(b.shape, self.independent.shape))
        for j in range(self.independent.shape[-1]):
            # A dropped column's z must not flow into later ones: its row of T is zero anyway.
            known = (z[..., :j] * self.triangle[..., :j, j]).sum(axis=-1)
            z[..., j] = (b[..., j] - known) / self.triangle[..., j, j]
        return z

    def combine(self, z: ArrayLike) -> Array:
        """Solve T w = z, shape (..., p): weights on the columns; zero on dropped ones."""
        b = np.where(self.independent, z, 0.0)
        w = np.zeros_like(b)
        unit = column_units(self.triangle)
        triangle = self.triangle / unit[..., None, :]
        for j in reversed(range(b.shape[-1])):
            known = (triangle[..., j, j + 1 :] * w[..., j + 1 :]).sum(axis=-1)
            w[..., j] = (b[..., j] - known) / triangle[..., j, j]
        with np.errstate(over="ignore"):  # weights of values that are nearly zero
            return np.asarray(w / unit)

    def misfit(self, rows: ArrayLike) -> Bools:
        """Whether a row breaks the dependency of a dropped column by more than rounding error."""
        b = np.asarray(rows)
        off = np.abs(self.whiten(b))
        length = np.abs(np.triu(self.triangle, 1)).sum(axis=-2)
        allowed = self.rounding + RELATIVE_TOLERANCE * (np.abs(b) + length)
        return ~self.independent & (off > allowed)


def orthonormal_columns(x: ArrayLike, *, scale: ArrayLike | None = None) -> ColumnBasis:
    """Orthonormalise columns in their order, dropping those that earlier ones determine.

    Gram-Schmidt, each column projected twice (once is not enough in floating point).

    Parameters
    ----------
    x : array_like, shape (..., n, p)
        A matrix, or a stack of them. Centre it first to find dependencies up to a constant.
    scale : array_like, shape (..., p), optional
        Magnitude of the numbers from which the columns were computed (differences of accuracies
        near 1 carry rounding errors of size 1e-16 however small they are). Default: max |x|.

    Returns
    -------
    ColumnBasis
        A remainder of a column below 1e-10 times its length is counted as zero, too.

    Examples
    --------
    >>> accuracy = [0.2, -0.1, 0.4, -0.5]
    >>> error = [-0.2, 0.1, -0.4, 0.5]
    >>> recall = [0.1, 0.3, 0.2, -0.6]
    >>> orthonormal_columns(np.column_stack([accuracy, error, recall])).independent.tolist()
    [True, False, True]
    """
    x = np.asarray(x, dtype=float)
    n, p = x.shape[-2:]
    unit = column_units(x)  # squares of what is left neither overflow nor vanish
    x = x / unit[..., None, :]
    magnitude = np.abs(x).max(axis=-2) if scale is None else np.asarray(scale, float) / unit
    noise = np.broadcast_to(
        ROUNDING_UNITS * np.finfo(float).eps * np.sqrt(n) * magnitude, (*x.shape[:-2], p)
    )
    length = np.linalg.norm(x, axis=-2)
    basis = np.zeros_like(x)
    triangle = np.zeros((*x.shape[:-2], p, p))
    independent = np.empty(length.shape, dtype=bool)
    unexplained = np.zeros_like(length)
    rounding = np.zeros_like(length)
    basis_noise = np.zeros_like(length)
    for j in range(p):
        rest = x[..., j].copy()
        earlier = basis[..., :j]
        for _ in range(2):
            along = (earlier * rest[..., None]).sum(axis=-2)
            rest -= (earlier * along[..., None, :]).sum(axis=-1)
            triangle[..., :j, j] += along
        left = np.linalg.norm(rest, axis=-1)
        carried = (np.abs(triangle[..., :j, j]) * basis_noise[..., :j]).sum(axis=-1)
        rounding[..., j] = noise[..., j] + carried
        keep = left > RELATIVE_TOLERANCE * length[..., j] + rounding[..., j]
        independent[..., j] = keep
        divisor = np.where(keep, left, 1.0)
        triangle[..., j, j] = divisor
        basis[..., j] = np.where(keep[..., None], rest / divisor[..., None], 0.0)
        basis_noise[..., j] = rounding[..., j] / divisor
        unexplained[..., j] = left / np.where(length[..., j] > 0, length[..., j], 1.0)
    triangle, rounding = triangle * unit[..., None, :], rounding * unit
    return ColumnBasis(basis, triangle, independent, length <= noise, unexplained, rounding)


def column_units(x: NDArray[np.floating]) -> Array:
    """Units in which the columns are numbers near 1; 1 itself unless they are far from that.

    Parameters
    ----------
    x : ndarray, shape (..., n, p)
        Columns whose largest number is within 1e-100 and 1e100, about, stay unchanged.

    Returns
    -------
    ndarray, shape (..., p)
        Powers of two, by which division is exact.
    """
    largest = np.abs(x).max(axis=-2)
    _, exponent = np.frexp(largest)
    bits = np.where(np.abs(exponent) > FAR_BITS, exponent, 0)
    return np.ldexp(1.0, np.clip(bits, -1022, 1022))


def combination(x: Array, *, centre: bool) -> tuple[Array, float] | None:
    """Weights of the other columns, and the constant, that give the last one; None if they do not.

    Parameters
    ----------
    x : ndarray, shape (n, p)
        Values, rows are cases.
    centre : bool
        Allow a constant in the combination (error = 1 - accuracy).

    Returns
    -------
    tuple of (ndarray, shape (p - 1,)) and float, or None
        Weights that are rounding error are exactly 0, and so are those of columns that depend on
        earlier ones. None, too, if so few rows would make any further column look redundant.

    Examples
    --------
    >>> tp = np.array([8.0, 6, 9, 7, 5])
    >>> weights, constant = combination(np.column_stack([tp, 10 - tp]), centre=True)
    >>> weights.round(12).tolist(), round(constant, 12)
    ([-1.0], 10.0)
    """
    offset = x.mean(axis=0) if centre else np.zeros(x.shape[1])
    columns = orthonormal_columns(x - offset, scale=np.abs(x).max(axis=0))
    if columns.independent[-1] or too_few_cases(columns, len(x) - centre):
        return None
    kept, weights = columns.independent[:-1], np.zeros(x.shape[1] - 1)
    weights[kept] = dependency(columns)[-1]
    return weights, float(offset[-1] - weights @ offset[:-1])


def dependency(columns: ColumnBasis) -> Array:
    """Coefficients of dropped columns on independent ones, shape (dropped, independent)."""
    independent, dropped = np.flatnonzero(columns.independent), np.flatnonzero(~columns.independent)
    triangle = columns.triangle[np.ix_(independent, independent)]
    coordinates = np.where(
        columns.constant[dropped], 0.0, columns.triangle[np.ix_(independent, dropped)]
    )
    if not independent.size:
        return np.zeros((dropped.size, 0))
    # Solve in columns of unit length, so that a coefficient's size means its share.
    unit, unit_dropped = column_units(triangle), column_units(coordinates)
    triangle, coordinates = triangle / unit, coordinates / unit_dropped
    length = np.linalg.norm(triangle, axis=0)
    shares = np.linalg.solve(triangle / length, coordinates)
    size = np.linalg.norm(coordinates, axis=0)
    shares[np.abs(shares) <= 1e-9 * size] = 0.0
    with np.errstate(over="ignore", invalid="ignore"):  # units that are far apart
        coefficients = shares / length[:, None] * (unit_dropped / unit[:, None])
    return np.where(shares == 0, 0.0, coefficients).T


def too_few_cases(columns: ColumnBasis, df_error: int) -> Bools:
    """Whether the rank is limited by the error degrees of freedom rather than by redundancy.

    If the rank equals ``df_error`` and columns that do vary were dropped, then any further column
    would have been: redundancy cannot be distinguished from too few cases.
    """
    varying = (~columns.constant).sum(axis=-1)
    return (columns.rank >= df_error) & (varying > columns.rank) | (df_error < 1)
