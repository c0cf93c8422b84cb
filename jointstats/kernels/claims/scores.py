"""The score of a claim on one data set: +1 it holds, -1 it does not, 0 it says nothing.

A claim is read at worst: what is unknown counts against it wherever a true value could.

=============  ==================================================================================
claim          score
=============  ==================================================================================
not worse      better or equal +1, worse or unknown -1
more often     better +1, equal 0, worse or unknown -1
most           better +1, everything else -1
equal          equal +1, everything else -1
=============  ==================================================================================

Of a group of measures the two may also be *mixed*: each is better somewhere, and the group's rule
does not decide. That scores 0 in "not worse" and "more often", and -1 in "most" and "equal". What
is absent (left out of the analysis) scores 0 throughout.

All functions are elementwise in the outcomes of the first algorithm of a pair against the second.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.joint.outcomes import BETTER, EQUAL, WORSE

__all__ = [
    "ABSENT",
    "MIRROR",
    "MIXED",
    "MORE_OFTEN",
    "MOST",
    "NOT_WORSE",
    "PRACTICALLY_EQUAL",
    "UNKNOWN",
    "dominates",
    "equal",
    "jointly_more_often",
    "jointly_most",
    "may_dominate",
    "mirrored",
    "more_often",
    "most",
    "not_worse",
]

Codes = NDArray[np.int8]
Bools = NDArray[np.bool_]

#: A tie that may hide a difference, or a missing result that is read at worst.
UNKNOWN: Final = 3
#: A missing result that is left out.
ABSENT: Final = 4
#: On a group of measures: each algorithm is better somewhere, and the rule does not decide.
MIXED: Final = 5

#: Each outcome as the second algorithm sees it, and what it scores in the claims of a measure.
MIRROR: Final = np.array([WORSE, EQUAL, BETTER, UNKNOWN, ABSENT, MIXED], dtype=np.int8)
#                     better equal worse unknown absent mixed
NOT_WORSE = np.array([+1, +1, -1, -1, 0, 0], dtype=np.int8)
MORE_OFTEN = np.array([+1, 0, -1, -1, 0, 0], dtype=np.int8)
MOST = np.array([+1, -1, -1, -1, 0, -1], dtype=np.int8)
PRACTICALLY_EQUAL = np.array([-1, +1, -1, -1, 0, -1], dtype=np.int8)


def mirrored(outcomes: ArrayLike) -> Codes:
    """The same outcomes seen from the second algorithm.

    Examples
    --------
    >>> mirrored([0, 1, 2, 3]).tolist()
    [2, 1, 0, 3]
    """
    return np.asarray(MIRROR[np.asarray(outcomes)])


def not_worse(outcomes: ArrayLike) -> Codes:
    """Score of "not worse": better, or equal within the rope."""
    return np.asarray(NOT_WORSE[np.asarray(outcomes)])


def more_often(outcomes: ArrayLike) -> Codes:
    """Score of "better on more data sets than worse"."""
    return np.asarray(MORE_OFTEN[np.asarray(outcomes)])


def most(outcomes: ArrayLike) -> Codes:
    """Score of "better on most data sets"."""
    return np.asarray(MOST[np.asarray(outcomes)])


def equal(outcomes: ArrayLike) -> Codes:
    """Score of "practically equal on most data sets"."""
    return np.asarray(PRACTICALLY_EQUAL[np.asarray(outcomes)])


def dominates(outcomes: ArrayLike) -> Bools:
    """Whether the first algorithm is nowhere worse and somewhere better, whatever is unknown.

    Parameters
    ----------
    outcomes : array_like of int, shape (..., m)

    Returns
    -------
    ndarray of bool, shape (...)

    Examples
    --------
    >>> dominates([[0, 1], [0, 3], [1, 1]]).tolist()
    [True, False, False]
    """
    seen = np.asarray(outcomes)
    holds: Bools = (seen <= EQUAL).all(axis=-1) & (seen == BETTER).any(axis=-1)
    return holds


def may_dominate(outcomes: ArrayLike) -> Bools:
    """Whether it is so for some true values behind what is unknown.

    Examples
    --------
    >>> may_dominate([[0, 3], [3, 3], [1, 1], [0, 2]]).tolist()
    [True, True, False, False]
    """
    seen = np.asarray(outcomes)
    better, unknown = seen == BETTER, seen == UNKNOWN
    holds: Bools = (better | unknown | (seen == EQUAL)).all(axis=-1) & (better | unknown).any(
        axis=-1
    )
    return holds


def jointly_more_often(outcomes: ArrayLike) -> Codes:
    """Score of "dominates on more data sets than it is dominated".

    Examples
    --------
    >>> jointly_more_often([[0, 0], [0, 2], [2, 3], [3, 3]]).tolist()
    [1, 0, -1, -1]
    """
    seen = np.asarray(outcomes)
    return dominates(seen).astype(np.int8) - may_dominate(mirrored(seen)).astype(np.int8)


def jointly_most(outcomes: ArrayLike) -> Codes:
    """Score of "dominates on most data sets"; 0 where a measure is absent.

    Examples
    --------
    >>> jointly_most([[0, 0], [0, 2], [0, 4]]).tolist()
    [1, -1, 0]
    """
    seen = np.asarray(outcomes)
    score = np.where(dominates(seen), np.int8(1), np.int8(-1))
    return np.where((seen == ABSENT).any(axis=-1), np.int8(0), score)
