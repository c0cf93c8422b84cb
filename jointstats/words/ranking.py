"""Which algorithm dominates, or is Pareto-optimal: worded."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.joint.pareto import ParetoPair, ParetoResult
from jointstats.labelled.rows import cells
from jointstats.words import title, verdict
from jointstats.words.phrases import fitting


@verdict.register
def _(result: ParetoResult) -> str:
    if len(result.pairs) == 1:
        return _of_two(result.pairs[0], result.n_families)
    n_shown = sum(name is not None for name in cells(result.pairs, ("winner",))["winner"])
    shown = f"{n_shown} of {len(result.pairs)} pairs" if n_shown else "No pair"
    most = max(row.share or 0.0 for row in result.nondominated)
    top = [row.algorithm for row in result.nondominated if (row.share or 0.0) == most]
    often = f"Pareto-optimal on {wording.percent(most)} of {wording.voters(result.n_families)}"
    best = f"{top[0]} is {often}, more than any other algorithm"
    if len(top) > 1:
        best = f"{len(top)} algorithms are {often}, more than others"
    what = wording.voters(result.n_families)
    return (
        f"{shown} {'have' if n_shown > 1 else 'has'} an algorithm that is shown to Pareto-dominate "
        f"the other on more {what} (p ≤ {result.alpha:g} {wording.corrected(result.p_adjust)}). "
        f"{best}."
    )


def _of_two(row: ParetoPair, n_families: int | None) -> str:
    exact = f"exact p {wording.p_value(row.p_value)}"
    if row.winner is None:
        counts = f"{wording.units(row.count_a, n_families)} to {row.count_b}"
        return (
            f"The data do not establish which algorithm, {row.a} or {row.b}, Pareto-dominates the "
            f"other more often ({counts}; {exact})."
        )
    first = row.winner == row.a
    loser = row.b if first else row.a
    more, less = (row.count_a, row.count_b) if first else (row.count_b, row.count_a)
    price = "" if row.price is None else f", but {loser} is more often better on {row.price}"
    return (
        f"{row.winner} is shown to Pareto-dominate {loser} more often "
        f"({wording.units(more, n_families)} to {less}; {exact}){price}."
    )


@title.register
def _(result: ParetoResult, figure: str | None = None) -> str:
    best = max(result.nondominated, key=lambda row: row.count)
    what = wording.voters(result.n_families)
    often = f"Pareto-optimal on {wording.percent(best.share or 0.0)} of {what}"
    return fitting(f"{best.algorithm} is {often}", f"One algorithm is {often}")
