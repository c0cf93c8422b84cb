"""Findings about the pairwise tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jointstats.labelled.compare.pairs import PosteriorPair
from jointstats.labelled.findings.kinds import (
    Decided,
    Finding,
    LostPairs,
    OwnCases,
    lost_to_the_prior,
)
from jointstats.labelled.joint.bayes_result import RUNS
from jointstats.labelled.rows import cells


def findings_of_pairs(
    rows: Sequence[Any],
    measures: tuple[str, ...],
    alpha: float,
    p_adjust: str,
    *,
    common: int,
) -> tuple[Finding, ...]:
    """What a test of every pair found: how many it decides, then what to keep in mind.

    Parameters
    ----------
    rows : sequence of rows
        Of one kind of :mod:`jointstats.labelled.compare.pairs`.
    measures : tuple of str
    alpha : float
    p_adjust : str
    common : int
        Data sets that are complete for all algorithms.
    """
    of = cells(rows, ("a", "b", "n", "decided"))
    pairs = dict.fromkeys(zip(of["a"], of["b"], strict=True))
    about: dict[str, Any] = {
        "algorithms": tuple(dict.fromkeys(name for pair in pairs for name in pair)),
        "measures": measures,
        "alpha": alpha,
    }
    rule = getattr(rows[0], "rule", None)
    leaning = ((row.probability or 0.0) >= 1 - alpha for row in rows if rule == RUNS)
    decided = Decided(
        **about,
        n_decided=sum(leaning) if rule == RUNS else sum(of["decided"]),
        n_tests=len(rows),
        by_measure=len(rows) > len(pairs),
        p_adjust=p_adjust if rows[0].by_p else None,
        rule=rule,
    )
    return (decided, *_own_cases(of["n"], common), *_lost(rows, alpha))


def _own_cases(sizes: Sequence[int], common: int) -> tuple[OwnCases, ...]:
    """That pairs differ in their data sets, if some pair has more than all share."""
    if max(sizes) <= common:
        return ()
    return (OwnCases(fewest=min(sizes), most=max(sizes), common=common),)


def _lost(rows: Sequence[Any], alpha: float) -> tuple[LostPairs, ...]:
    """The decisions that the least favourable prior of mass 2 would undo, if there are any."""
    if not isinstance(rows[0], PosteriorPair) or rows[0].rule != "probability":
        return ()  # by the other rule a lower bound has decided already
    decided = (rows[i] for i, is_so in enumerate(cells(rows, ["decided"])["decided"]) if is_so)
    lost = tuple(row for row in decided if lost_to_the_prior(row, alpha))
    return (LostPairs(pairs=lost, alpha=alpha),) if lost else ()
