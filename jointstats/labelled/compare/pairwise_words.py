"""What the pairwise tests say of all pairs: how many reach what, and on which data sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jointstats.labelled import wording
from jointstats.labelled.errors import Caution
from jointstats.labelled.joint.bayes_result import RUNS
from jointstats.labelled.rows import cells


def verdict_of_pairs(rows: Sequence[Any], alpha: float, p_adjust: str) -> str:
    """How many pairs the test decides, a sentence.

    "Shown" is said of corrected p-values, which control their error rate over all pairs and
    measures of the call. A posterior of each pair by itself reaches a probability.

    Parameters
    ----------
    rows : sequence of rows
        Of one kind of :mod:`jointstats.labelled.compare.pairwise_result`.
    alpha : float
    p_adjust : str
    """
    of = cells(rows, ("a", "b", "decided"))
    by_measure = len(rows) > len(set(zip(of["a"], of["b"], strict=True)))
    what = "differences (pairs × measures)" if by_measure else "pairs"
    what = what.removesuffix("s") if len(rows) == 1 else what
    rule = getattr(rows[0], "rule", None)
    n = sum(of["decided"])
    if rule == RUNS:
        n = sum((row.probability or 0.0) >= 1 - alpha for row in rows)
    of_all = f"{n or 'None'} of {len(rows)} {what}"
    if rows[0].by_p:
        are = "is" if n == 1 or len(rows) == 1 else "are"
        basis = f"p ≤ {alpha:g} {wording.corrected(p_adjust)}"
        return f"{of_all} {are} shown ({basis})."
    reach = "reaches" if n == 1 or len(rows) == 1 else "reach"
    if rule == RUNS:
        reach = "lean to a statement: its runs reach" if n == 1 else (
            "lean to a statement: their runs reach"
        )  # fmt: skip
    return f"{of_all} {reach} {_limit(rule, alpha)}; each pair by itself."


def _limit(rule: str | None, alpha: float) -> str:
    """What a posterior is compared with."""
    if rule == "lower":
        return f"P ≥ {1 - alpha / 2:g} with the least favourable prior worth 1 data set"
    return f"P ≥ {1 - alpha:g}"


def own_cases_note(rows: Sequence[Any], common: int) -> tuple[Caution, ...]:
    """That pairs differ in their data sets, if some pair has more than all share."""
    sizes = cells(rows, ("n",))["n"]
    low, most = min(sizes), max(sizes)
    if most <= common:
        return ()
    span = wording.plural(most, "data set")
    are = "is" if common == 1 else "are"
    return (
        Caution(
            "Each pair is compared on the data sets that are complete for it: "
            f"{span if low == most else f'{low} to {span}'}; {common} {are} complete for all "
            "algorithms."
        ),
    )
