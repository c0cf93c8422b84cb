"""Rules for the better algorithm on several measures, data set by data set.

===========  ===============================================================================
rule         the first algorithm is better on a data set where it
===========  ===============================================================================
``jointly``  is worse on no measure, and better on at least one
``wins``     is better on more measures than it is worse on
k            is better on at least k of the m measures, with m/2 < k <= m
===========  ===============================================================================

Under each rule at most one of the two algorithms is better on a data set, and better results
never turn a verdict round: every rule is monotone. So a tie that may hide a difference, and a
result that is missing, have two extremes only: all of them against the first algorithm, or all for
it. What both extremes say is sure.

All functions are elementwise on outcomes of shape (..., m). They fit data sets as well as a
table of all 3^m outcomes, whose verdicts are then weighted by how often each outcome was seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.messages import JointStatsError
from jointstats.evidence.orders import preference
from jointstats.evidence.outcomes import BETTER, EQUAL, MISSING, WORSE

Codes = NDArray[np.int8]

#: One of `RULES`, or on how many measures at least.
WithinWord = Literal["jointly", "wins"]
Rule = WithinWord | int
RULES: tuple[str, ...] = get_args(WithinWord)


class InvalidRuleError(JointStatsError):
    """A rule that does not exist, or a number of measures that both algorithms could reach."""


def verdicts(outcomes: ArrayLike, rule: Rule) -> Codes:
    """The better of two algorithms by a rule: one outcome of m of them.

    Parameters
    ----------
    outcomes : array_like of int, shape (..., m)
        ``BETTER``, ``EQUAL`` or ``WORSE``, of the first algorithm.
    rule : {"jointly", "wins"} or int

    Returns
    -------
    ndarray of int8, shape (...)
        ``BETTER`` or ``WORSE`` where one of the two is better by the rule, else ``EQUAL``: neither.

    Raises
    ------
    InvalidRuleError

    Examples
    --------
    >>> seen = [[0, 0, 0], [0, 0, 1], [0, 0, 2], [1, 2, 1]]
    >>> [verdicts(seen, rule).tolist() for rule in ("jointly", "wins", 2)]
    [[0, 0, 1, 2], [0, 0, 0, 2], [0, 0, 0, 1]]
    """
    seen = np.asarray(outcomes)
    better, worse = (np.count_nonzero(seen == code, axis=-1) for code in (BETTER, WORSE))
    m = seen.shape[-1]
    if rule == "wins":
        first, second = better > worse, worse > better
    elif rule == "jointly":
        first, second = (better > 0) & (worse == 0), (worse > 0) & (better == 0)
    else:
        least = _least(rule, m)
        first, second = better >= least, worse >= least
    return (EQUAL + second.astype(np.int8) - first).astype(np.int8)


def extremes(outcomes: ArrayLike, rule: Rule) -> tuple[Codes, Codes]:
    """The verdict with all that is open against the first algorithm, and with all of it for it.

    Parameters
    ----------
    outcomes : array_like of int, shape (..., m)
        As for `verdicts`; ``MISSING`` is open, too.
    rule : {"jointly", "wins"} or int

    Returns
    -------
    least, most : ndarray of int8, shape (...)

    Examples
    --------
    What is open may be a third win, or a loss:

    >>> least, most = extremes([[0, 0, 3], [0, 2, 3]], 3)
    >>> least.tolist(), most.tolist()
    ([1, 1], [0, 1])
    """
    seen = np.asarray(outcomes)
    hides = seen == MISSING
    if not hides.any():
        same = verdicts(seen, rule)
        return same, same
    least = verdicts(np.where(hides, WORSE, seen), rule)
    return least, verdicts(np.where(hides, BETTER, seen), rule)


def _least(rule: Rule, m: int) -> int:
    if isinstance(rule, str) or not m < 2 * rule <= 2 * m:
        raise InvalidRuleError(
            f"a rule for {m} measures is one of {', '.join(RULES)}, or a number above {m / 2:g} "
            f"and up to {m}"
        )
    return rule


_CHUNK = 2**19  # comparisons held at once


def beaten(values: ArrayLike, signs: ArrayLike, rope: ArrayLike) -> NDArray[np.bool_]:
    """Find, case by case, the algorithms that another one beats on all measures.

    Parameters
    ----------
    values, signs, rope
        As for `statement_counts`; any number of algorithms. No algorithm beats a missing result
        (NaN).

    Returns
    -------
    ndarray of bool, shape (n, l)

    Examples
    --------
    >>> beaten([[[3, 2], [5, 4]], [[1, 2], [1, 0]]], [1, 1], [0, 0])
    array([[False,  True],
           [False, False]])
    """
    is_beaten = [
        np.any(np.all(beats, axis=1), axis=1) for beats in _comparisons(values, signs, rope)
    ]
    return np.concatenate(is_beaten)


def _comparisons(
    values: ArrayLike, signs: ArrayLike, rope: ArrayLike
) -> Iterator[NDArray[np.bool_]]:
    """Whether one algorithm beats another, shape (some cases, m, l, l)."""
    values = np.asarray(values)
    n, m, n_algorithms = values.shape
    step = max(1, _CHUNK // max(1, m * n_algorithms**2))
    for first in range(0, n, step):
        yield preference(values[first : first + step], signs, rope)
