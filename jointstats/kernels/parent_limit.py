"""How many parents a measure may have before its arcs describe noise."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

CASES_PER_CONFIGURATION = 10


def default_parent_limit(n: float, states: ArrayLike) -> int:
    """Largest number of parents so that each of their configurations has several cases.

    max(1, ⌊log_r(n / 10)⌋), where r is the smallest number of states of a measure. Without a limit
    the best graph by BDeu is degenerate once the configurations outnumber the cases: parents that
    isolate every case score −n ln r whatever the data.

    Parameters
    ----------
    n : float
        Number of cases.
    states : (m,) array
        Number of states of every measure.

    Examples
    --------
    >>> default_parent_limit(80, [2, 2, 2]), default_parent_limit(80, [6, 6])
    (3, 1)
    """
    r = float(np.min(np.asarray(states, dtype=float)))
    if n <= CASES_PER_CONFIGURATION:
        return 1
    return max(1, math.floor(math.log(n / CASES_PER_CONFIGURATION) / math.log(r) + 1e-9))
