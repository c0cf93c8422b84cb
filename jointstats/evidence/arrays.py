"""Kinds of arrays, for annotations, and SciPy's special functions of them."""

from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


def as_floats(*values: ArrayLike) -> list[Array]:
    """The values as floating-point arrays of one shape."""
    return list(np.broadcast_arrays(*(np.asarray(x, dtype=float) for x in values)))


class _Special:
    """SciPy's special functions, loaded when the first of them is used.

    Half of what a short command takes would otherwise be their import.
    """

    def __getattr__(self, name: str) -> Any:
        value = getattr(import_module("scipy.special"), name)
        setattr(self, name, value)
        return value


special: Any = _Special()
