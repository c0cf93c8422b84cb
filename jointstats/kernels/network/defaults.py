"""Defaults that grow with the data: how many parents a measure may have, and the prior's mass."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from jointstats.kernels.network.best_dag import MAX_SEARCH

CASES_PER_CONFIGURATION = 10
CASES_PER_PRIOR_CASE = 10


def default_parent_limit(n: float, states: ArrayLike) -> int:
    """Largest number of parents so that each of their configurations has several cases.

    max(1, ⌊log_r(n / 10)⌋), where r is the largest number of states of a measure. Without a limit
    the best graph by BDeu is degenerate once the configurations outnumber the cases: parents that
    isolate every case score −n ln r whatever the data. With more than 22 measures the limit is 1,
    for which the best graph can be found on any number of them.

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
    >>> default_parent_limit(80, [2, 2, 3])  # of three parents with 2, 2 and 3 states 7 cases each
    1
    """
    sizes = np.asarray(states, dtype=float)
    r = float(sizes.max())
    if len(sizes) > MAX_SEARCH or n <= CASES_PER_CONFIGURATION:
        return 1
    return max(1, math.floor(math.log(n / CASES_PER_CONFIGURATION) / math.log(r) + 1e-9))


def default_ess(n: float, states: ArrayLike) -> float:
    """Equivalent sample size α* of the BDeu prior: max(1, min((r − 1)², n / 10)).

    One imagined case for each parameter that an arc between measures of r states adds (r: the
    largest number of states), as long as the prior weighs no more than a tenth of the cases. For
    two algorithms (r = 2) it is the papers' 1; with more, 1 spreads so little over each cell of a
    table that BDeu takes dependent measures for independent (Steck 2008 on the role of α*).

    Parameters
    ----------
    n : float
        Number of cases.
    states : (m,) array
        Number of states of every measure.

    Examples
    --------
    >>> default_ess(80, [2, 2, 2]), default_ess(80, [6, 6]), default_ess(20, [6, 6])
    (1.0, 8.0, 2.0)
    """
    r = float(np.max(np.asarray(states, dtype=float)))
    return max(1.0, min((r - 1) ** 2, n / CASES_PER_PRIOR_CASE))
