"""Plans and simulated studies, worded."""

from __future__ import annotations

from jointstats.base import wording
from jointstats.base.phrases import fitting
from jointstats.base.worded import title, verdict
from jointstats.claims.words_claims import more_than
from jointstats.planning.plan_result import PlanResult
from jointstats.planning.simulate import RocResult

# --- Planning -------------------------------------------------------------------------------------


@verdict.register
def _(result: PlanResult) -> str:
    if result.claim_share is not None and result.threshold is not None:
        return _of_claim(result, result.claim_share, result.threshold)
    if result.best is None:
        return "Several statements have the same, largest share, so every decision would be wrong."
    parts = [f"{datasets(result, row.n)} for {row.test}" for row in result.needed]
    return (
        f"The numbers of data sets{runs(result)} that decide with probability {result.wanted:g} "
        f'that "{wording.statement(result.best)}" are {wording.listing(parts)}.'
    )


def _of_claim(result: PlanResult, share: float, threshold: float) -> str:
    more, often = more_than(threshold), wording.percent(share)
    if not result.holds:
        return (
            f"A claim that holds on {often} of data sets does not hold on {more}, so every "
            "decision would be wrong."
        )
    n = result.needed[0].n
    number = (
        f"more than {result.max_n} of them"
        if n is None
        else f"{n} of them{_in_families(result, n)}"
    )
    sides = "one-sided" if result.alternative == "greater" else "two-sided"
    return (
        f"To show with probability {result.wanted:g} that a claim holds on {more} of data sets "
        f"takes {number}{runs(result)}, if it holds on {often} ({sides})."
    )


def datasets(result: PlanResult, n: int | None) -> str:
    """A number of data sets: "120 in 40 families"."""
    return f"more than {result.max_n}" if n is None else f"{n}{_in_families(result, n)}"


def _in_families(result: PlanResult, n: int) -> str:
    size = result.cluster_size
    return f" in {wording.plural(n // size, 'family', 'families')}" if size > 1 else ""


def runs(result: PlanResult) -> str:
    """What goes behind the data sets: " with 3 runs each", or nothing."""
    return "" if result.noise is None else f" with {wording.plural(result.n_runs, 'run')} each"


@title.register
def _(result: PlanResult, figure: str | None = None) -> str:
    known = [row for row in result.needed if row.n is not None]
    wanted = f"with probability {result.wanted:g}"
    if result.claim_share is not None and known:
        return f"{known[0].n} data sets show the claim {wanted}"
    if not known:
        return f"{result.max_n} data sets are not enough to decide {wanted}"
    return fitting(
        f"To decide rightly {wanted}: "
        + ", ".join(f"{row.n} data sets for {row.test}" for row in known),
        f"From {min(int(row.n or 0) for row in known)} data sets on, rightly {wanted}",
    )


# --- ROC studies ----------------------------------------------------------------------------------


@verdict.register
def _(result: RocResult) -> str:
    best = max(result.areas, key=lambda row: row.area)
    shown = wording.listing([f"{row.test} {row.area:.3f}" for row in result.areas])
    said = f"Areas under the ROC curve are {shown} (standard error {best.standard_error:.3f})"
    ahead = [
        f"{row.b} of {row.a}" if row.difference > 0 else f"{row.a} of {row.b}"
        for row in result.differences
        if abs(row.difference) > 2 * row.standard_error
    ]
    if not result.differences:
        return f"{said}."
    if not ahead:
        return f"{said}. No two differ by more than 2 standard errors."
    return f"{said}. Ahead by more than 2 standard errors are {wording.listing(ahead)}."


@title.register
def _(result: RocResult, figure: str | None = None) -> str:
    best = max(result.areas, key=lambda row: row.area)
    return f"Largest area under the ROC curve: {best.test}, {best.area:.3f}"
