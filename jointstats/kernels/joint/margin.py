"""How firm a decision about counts is: how many data sets would have to say something else.

A decided lead is undone by moving whole data sets from the leading statement to the runner-up; an
undecided one is settled by further data sets that all show the leading statement. Both are counted
with the rule that decided, all else equal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.joint import dirichlet, glrt
from jointstats.kernels.joint.deciding import lower_probability

__all__ = ["Margin", "by_exact_p", "by_imprecise_prior", "by_prior", "margin"]

Array = NDArray[np.float64]
Rule = Callable[[Array], bool]
"""Whether counts, the leading one first and the runner-up second, decide for the leading one."""

MOST = 10_000  # further data sets that are worth mentioning


@dataclass(frozen=True)
class Margin:
    """How firm a decision is, or how far away.

    Attributes
    ----------
    decided : bool
    data_sets : int or None
        If decided: the fewest data sets whose move from the leading statement to the runner-up
        undoes the decision. Otherwise: the fewest further data sets, all with the leading
        statement, that settle it (None if more than 10 000, or if none would).
    """

    decided: bool
    data_sets: int | None


def margin(counts: ArrayLike, rule: Rule) -> Margin:
    """Margin of the largest of these counts by a rule that decides on counts.

    Parameters
    ----------
    counts : array_like, shape (R,)
        Of the statements seen, in any order.
    rule : callable

    Examples
    --------
    Of 12 data sets 10 show one statement and 2 another: p = 0.039. With one moved, 0.146.

    >>> margin([2, 10], by_exact_p(0.05))
    Margin(decided=True, data_sets=1)
    >>> margin([2, 6], by_exact_p(0.05))
    Margin(decided=False, data_sets=4)
    """
    weights = np.sort(np.asarray(counts))[::-1]
    weights = np.append(weights, np.zeros(max(0, 2 - len(weights))))

    def with_change(first: int, second: int) -> bool:
        changed = weights.copy()
        changed[:2] += first, second
        return bool(changed[0] > changed[1] and rule(changed))

    if with_change(0, 0):
        # Moving more than half of the lead makes the runner-up lead.
        half = int((weights[0] - weights[1]) / 2) + 1
        return Margin(True, _first(lambda k: not with_change(-k, k), half))
    return Margin(False, _first(lambda k: with_change(k, 0), MOST))


def by_exact_p(alpha: float) -> Rule:
    """The exact p-value decides."""
    return lambda counts: float(glrt.exact_p_value(counts[0], counts[1])) <= alpha


def by_prior(alpha: float, states: float, strength: float) -> Rule:
    """The posterior probability decides, with a prior of this mass spread evenly over K states."""
    each = strength / states  # 0 if the states are more than a double can count

    def rule(counts: Array) -> bool:
        unseen = max(states - len(counts), 0.0)
        countable = unseen <= dirichlet.LARGEST_MULTIPLICITY
        largest = dirichlet.probability_largest(
            np.append(counts + each, each),
            np.append(np.ones(len(counts)), unseen if countable else 0.0),
            diffuse_mass=0.0 if countable else strength,
        )
        return bool(largest[0] >= 1 - alpha)

    return rule


def by_imprecise_prior(alpha: float, strength: float) -> Rule:
    """The lower probability is at least 1 - alpha: all mass of the prior on the runner-up."""

    def rule(counts: Array) -> bool:
        return lower_probability(float(counts[0]), counts[1:], strength) >= 1 - alpha

    return rule


def _first(holds: Callable[[int], bool], most: int) -> int | None:
    """The smallest k in 1..most from which `holds` is true; None if it never is."""
    if not holds(most):
        return None
    low, high = 0, most  # false at low (or untried), true at high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
