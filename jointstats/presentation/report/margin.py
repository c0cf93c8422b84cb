"""What would change a verdict: how many data sets would have to say something else.

A decided lead is undone by moving whole data sets from the leading statement to the runner-up; an
undecided one is settled by further data sets that all show the leading statement. Both are counted
with the test that decided, all else equal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from jointstats.kernels.joint import dirichlet, glrt
from jointstats.labelled.joint.result import JointResult

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


def statement_margin(result: JointResult, prior: dict[str, Any] | None) -> Margin | None:
    """Margin of a joint test's leading statement; None if two lead equally or the prior is a list.

    Parameters
    ----------
    result : JointResult
    prior : dict or None
        ``name`` and ``strength`` of the Bayesian test's prior; None for the GLRT.
    """
    if result.best is None:
        return None
    weights = sorted((row["count"] for row in result.statements), reverse=True)
    states = len(weights) + float(result.unobserved["states"])
    decide = _decider(states, prior, result.alpha)
    return None if decide is None else margin(weights, decide)


def pair_margin(
    orderings: JointResult, a: str, b: str, prior: dict[str, Any], alpha: float
) -> Margin | None:
    """Margin of the joint test of one pair, from the counts of complete orderings."""
    counts: dict[tuple[bool, ...], float] = {}
    for row in orderings.statements:
        code = tuple(one.index(a) < one.index(b) for one in row["order"].values())
        counts[code] = counts.get(code, 0.0) + row["count"]
    weights = sorted(counts.values(), reverse=True)
    decide = _decider(2.0 ** len(orderings.measures), prior, alpha)
    return None if decide is None else margin(weights, decide)


def margin(weights: list[float], decide: Callable[[list[float]], bool]) -> Margin:
    """Margin of the first of these counts (largest first) by any rule that decides on counts."""
    rest = weights[1:] or [0.0]

    def moved(k: int) -> bool:
        return not decide([weights[0] - k, rest[0] + k, *rest[1:]])

    def added(k: int) -> bool:
        return decide([weights[0] + k, *rest])

    if decide([weights[0], *rest]):
        # Moving more than half of the lead makes the runner-up lead.
        return Margin(True, _first(moved, int((weights[0] - rest[0]) / 2) + 1))
    return Margin(False, _first(added, MOST))


def _first(holds: Callable[[int], bool], most: int) -> int | None:
    """The smallest k in 1..most from which `holds` is true; None if it never is."""
    if most < 1 or not holds(most):
        return None
    low, high = 0, most  # false at low (or untried), true at high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _decider(
    states: float, prior: dict[str, Any] | None, alpha: float
) -> Callable[[list[float]], bool] | None:
    if prior is None:
        return lambda w: w[0] > w[1] and float(glrt.exact_p_value(w[0], w[1])) <= alpha
    if prior["name"] not in ("symmetric", "jeffreys", "uniform", "imprecise"):
        return None

    def bayes(weights: list[float]) -> bool:
        if weights[0] <= weights[1]:
            return False
        w = np.array(weights)
        if prior["name"] == "imprecise":  # all prior mass on the runner-up
            w[1] += prior["strength"]
            return bool(dirichlet.probability_largest(w)[0] >= 1 - alpha)
        each = prior["strength"] / states
        unseen = max(states - len(w), 0.0)
        groups = dirichlet.probability_largest(
            np.append(w + each, each), np.append(np.ones(len(w)), unseen)
        )
        return bool(groups[0] >= 1 - alpha)

    return bayes
