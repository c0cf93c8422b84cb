"""Margins of the joint tests: how many data sets would change a decision, from the counts."""

from __future__ import annotations

import math
from typing import Any

from jointstats.kernels.joint import margin as kernel
from jointstats.kernels.joint.deciding import LOWER_MASS
from jointstats.kernels.joint.margin import Margin
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.prior import PRIORS, prior_of
from jointstats.labelled.joint.result import leaders

__all__ = ["Margin", "bayes_margin", "glrt_margin", "rule_of_bayes", "rule_of_glrt"]


def glrt_margin(counts: StatementCounts, alpha: float) -> Margin | None:
    """Margin of the likelihood-ratio test; None if several statements lead equally."""
    return _margin(counts, rule_of_glrt(alpha))


def rule_of_glrt(alpha: float) -> kernel.Rule:
    """Whether counts decide in the likelihood-ratio test."""
    return kernel.by_exact_p(alpha)


def bayes_margin(
    counts: StatementCounts, prior: Any, strength: float | None, alpha: float, rule: str
) -> Margin | None:
    """Margin of the Bayesian test of complete orderings.

    None if several statements lead equally, or if the prior is a vector: the answer would then
    depend on which statement the data sets move to.
    """
    decides = rule_of_bayes(counts, prior, strength, alpha, rule)
    return None if decides is None else _margin(counts, decides)


def rule_of_bayes(
    counts: StatementCounts, prior: Any, strength: float | None, alpha: float, rule: str
) -> kernel.Rule | None:
    """Whether counts decide in the Bayesian test; None if the prior is a vector."""
    if prior not in PRIORS:
        return None
    mass = prior_of(counts, prior, strength).strength
    if rule == "lower":
        least = max(LOWER_MASS, mass if prior == "imprecise" else 0.0)
        return kernel.by_imprecise_prior(alpha / 2, least)
    if prior == "imprecise":
        return kernel.by_imprecise_prior(alpha, mass)
    states = counts.n_states
    in_a_double = float(states) if states.bit_length() < 1000 else math.inf
    return kernel.by_prior(alpha, in_a_double, mass)


def _margin(counts: StatementCounts, rule: kernel.Rule) -> Margin | None:
    return kernel.margin(counts.weights, rule) if len(leaders(counts.weights)) == 1 else None
