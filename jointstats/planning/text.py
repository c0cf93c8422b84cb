"""Studies as text and figures: ROC curves, and how many data sets are needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from jointstats.base import wording
from jointstats.drawing.document import Document, Stack, Words, compose, grid, stack
from jointstats.drawing.pieces import notes, titled
from jointstats.interfaces.text import document
from jointstats.planning.plan_result import PlanDesign, PlanResult
from jointstats.planning.simulate import RocResult

_MOST_STATEMENTS = 8
_PAPER = (
    "paper: the area that Benavoli & de Campos print for this design. They leave open how their "
    "cases were drawn, so that areas need not agree."
)


@document.register
def _(result: RocResult) -> Document:
    title = "Simulated ROC study of the joint tests"
    kind = "independent" if result.independent else "dependent"
    design = (
        f"{len(result.algorithms)} algorithms, {len(result.measures)} {kind} measures, "
        f"{wording.plural(result.n, 'data set')}; {result.cases} positive and {result.cases} "
        f'negative cases (negatives: "{result.negatives}"); {result.draws} posterior draws where '
        f"networks are not exact; seed {result.seed}"
    )
    areas = [
        [row.test, f"{row.area:.3f}", f"{row.standard_error:.3f}",
         "" if row.paper is None else f"{row.paper:.3f}"]
        for row in result.areas
    ]  # fmt: skip
    differences = [
        [f"{row.b} − {row.a}", f"{row.difference:+.3f}", f"{row.standard_error:.3f}"]
        for row in result.differences
    ]
    printed = any(row.paper is not None for row in result.areas)
    return compose(
        titled(title, design),
        Words(result.verdict, strong=True),
        grid(["test", "area", "s.e.", "paper"], areas, "lrrr"),
        Words(_PAPER) if printed else None,
        grid(["paired difference", "area", "s.e."], differences, "lrr") if differences else None,
        notes(result),
    )


@document.register
def _(result: PlanResult) -> Document:
    chances = [
        [str(row.n), row.test,
         *(wording.probability_cell(p, row.mcse) for p in (row.right, row.wrong, row.undecided)),
         "exact" if row.method == "exact" else f"± {row.mcse:.3f}"]
        for row in result.chances
    ]  # fmt: skip
    return compose(
        titled("How many data sets?", result.verdict),
        _supposed(result),
        stack(
            Words(f"Chances (level {result.alpha:g}):"),
            grid(["n", "test", "right", "wrong", "undecided", "error"], chances, "rlrrrl", keys=2),
        ),
        _designs(result),
        notes(result),
    )  # fmt: skip


def _supposed(result: PlanResult) -> Stack | None:
    """The statements of the assumed truth; of a claim, the verdict says its share."""
    if result.claim_share is not None:
        return None
    truth = [
        [wording.statement(row.order), wording.percent(row.share)]
        for row in result.truth[:_MOST_STATEMENTS]
    ]
    more = len(result.truth) - len(truth)
    return stack(
        Words("Supposed:"),
        grid(["statement", "share"], truth, "lr"),
        Words(f"  and {wording.plural(more, 'other statement')}") if more else None,
    )


def _designs(result: PlanResult) -> Stack | None:
    """The numbers needed by runs and in families, and what that assumes."""
    if not result.designs:
        return None
    noisy, families = result.noise is not None, result.cluster_size > 1
    columns: list[tuple[str, Callable[[PlanDesign], str], bool]] = [
        ("test", lambda row: row.test, True),
        ("runs", lambda row: str(row.runs), noisy),
        ("data sets", lambda row: _needed(row.n), True),
        ("families", lambda row: _needed(row.families), families),
        ("total runs", lambda row: _needed(row.total_runs), noisy),
        ("kept", lambda row: wording.percent(row.kept), noisy),
    ]
    chosen = [(name, cell) for name, cell, shown in columns if shown]
    rows = [[cell(row) for _, cell in chosen] for row in result.designs]
    return stack(
        Words(f"Needed for a right decision with probability {result.wanted:g}:"),
        grid([name for name, _ in chosen], rows, "l" + "r" * (len(chosen) - 1)),
        Words(_noise_supposes(result)) if noisy else None,
        Words(_families_suppose(result)) if families else None,
    )


def _needed(n: int | None) -> str:
    """A number of data sets, families or runs."""
    return "–" if n is None else str(n)


def _noise_supposes(result: PlanResult) -> str:
    claim = "the claim is about one measure"
    if isinstance(result.noise, Mapping):
        ratio = wording.listing([f"{x:g} on {measure}" for measure, x in result.noise.items()])
        claim = f"the claim is about being better on {wording.listing(list(result.noise))}"
        claim += ", which are independent and equally likely" if len(result.noise) > 1 else ""
    else:
        ratio = f"{result.noise:g}"
    also = f"; {claim}" if result.claim_share is not None else ""
    return (
        "Assumed for runs: expected differences are normal over data sets; errors are normal and "
        "independent between runs and measures; the standard deviation of one run's error, as a "
        f"ratio to that of the expected differences, is {ratio}{also}. kept: data sets whose "
        "averaged runs show their true statement; total runs: of each algorithm."
    )


def _families_suppose(result: PlanResult) -> str:
    weight = "The statements of a family weigh 1 in all."
    if result.claim_share is not None:
        weight = "A family has one vote, that of most of its data sets."
    return (
        f"Assumed for families: {result.cluster_size} data sets each, whose true statements agree "
        f"with an intra-class correlation of {result.cluster_correlation:g}. {weight}"
    )
