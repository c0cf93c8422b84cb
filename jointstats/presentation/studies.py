"""Studies as text and figures: ROC curves, and how many data sets are needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jointstats.labelled import wording
from jointstats.presentation.pieces import grid, head, join, notes, wrap

if TYPE_CHECKING:
    from jointstats.labelled.joint.plackett_luce import PlackettLuceResult
    from jointstats.labelled.studies.plan import PlanResult
    from jointstats.labelled.studies.simulate import RocResult

_MOST_STATEMENTS = 8
_PAPER = (
    "paper: the area that Benavoli & de Campos print for this design. They leave open how their "
    "cases were drawn, so that areas need not agree."
)
_LINES = {"glrt": ":", "bayes": "-", "network": "--", "network_average": "-."}


def roc_summary(result: RocResult) -> str:
    """Areas beside the paper's, and paired differences."""
    title = "Simulated ROC study of the joint tests"
    kind = "independent" if result.independent else "dependent"
    design = (
        f"{len(result.algorithms)} algorithms, {len(result.measures)} {kind} measures, "
        f"{wording.plural(result.n, 'data set')}; {result.cases} positive and {result.cases} "
        f'negative cases (negatives: "{result.negatives}"); {result.draws} posterior draws where '
        f"networks are not exact; seed {result.seed}"
    )
    areas = [
        [row["test"], f"{row['area']:.3f}", f"{row['standard_error']:.3f}",
         "" if row["paper"] is None else f"{row['paper']:.3f}"]
        for row in result.areas
    ]  # fmt: skip
    differences = [
        [f"{row['b']} − {row['a']}", f"{row['difference']:+.3f}", f"{row['standard_error']:.3f}"]
        for row in result.differences
    ]
    printed = any(row["paper"] is not None for row in result.areas)
    return join(
        f"{title}\n{'=' * len(title)}\n{wrap(design)}",
        wrap(result.verdict),
        grid(["test", "area", "s.e.", "paper"], areas, "lrrr"),
        wrap(_PAPER) if printed else "",
        grid(["paired difference", "area", "s.e."], differences, "lrr") if differences else "",
        notes(result),
    )


def plan_summary(result: PlanResult) -> str:
    """The supposed truth, the chances by number of data sets, and the numbers needed."""
    title = "How many data sets?"
    truth = [
        [wording.statement(row["order"]), wording.percent(row["share"])]
        for row in result.truth[:_MOST_STATEMENTS]
    ]
    more = len(result.truth) - len(truth)
    chances = [
        [str(row["n"]), row["test"], _chance(row, "right"), _chance(row, "wrong"),
         _chance(row, "undecided"),
         "exact" if row["method"] == "exact" else f"± {row['mcse']:.3f}"]
        for row in result.chances
    ]  # fmt: skip
    return join(
        f"{title}\n{'=' * len(title)}\n{wrap(result.verdict)}",
        "Supposed:\n" + grid(["statement", "share"], truth, "lr")
        + (f"\n  and {wording.plural(more, 'other statement')}" if more else ""),
        f"Chances (level {result.alpha:g}):\n"
        + grid(["n", "test", "right", "wrong", "undecided", "error"], chances, "rlrrrl"),
        notes(result),
    )  # fmt: skip


def _chance(row: dict[str, Any], key: str) -> str:
    exact = row["method"] == "exact"
    return wording.probability(row[key]) if exact else f"{row[key]:.3f}"


def plackett_luce_summary(result: PlackettLuceResult) -> str:
    """Worths by measure, and who is best on all."""
    rows = [
        [row["measure"], row["algorithm"], f"{row['worth']:.3f}",
         f"{row['worth_low']:.3f}–{row['worth_high']:.3f}",
         wording.probability(row["probability_best"], row["mcse"])]
        for row in result.worths
    ]  # fmt: skip
    on_all = [
        [row["algorithm"], wording.probability(row["probability"], row["mcse"])]
        for row in sorted(result.on_all, key=lambda row: -row["probability"])
    ]
    return join(
        head("Plackett–Luce rankings, measure by measure", result),
        wrap(result.verdict),
        grid(["measure", "algorithm", "worth", "95 % interval", "P(best)"], rows, "llrrr"),
        "Best on every measure:\n" + grid(["algorithm", "probability"], on_all, "lr"),
        notes(result),
    )
