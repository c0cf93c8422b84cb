"""The upper tail of a Beta distribution, on every machine."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc, betaincc

__all__ = ["beta_above"]


def beta_above(a: ArrayLike, b: ArrayLike, x: ArrayLike) -> NDArray[np.float64]:
    """P(Beta(a, b) > x).

    SciPy's `betaincc`; SciPy 1.14 under WebAssembly answers NaN where either tail is smaller than
    some 1e-107: there the same tail is asked for from its other side.

    Examples
    --------
    >>> float(beta_above(2, 1, 0.5)), float(beta_above(800.5, 3200.5, 0.5)) < 1e-300
    (0.75, True)
    """
    found = np.asarray(betaincc(a, b, x))
    lost = np.isnan(found)
    if not lost.any():
        return found
    return np.where(lost, betainc(b, a, 1 - np.asarray(x, dtype=float)), found)
