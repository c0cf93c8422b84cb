"""Plans and simulated studies, worded."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from jointstats.base import wording
from jointstats.base.phrases import fitting, more_than
from jointstats.drawing import document as doc
from jointstats.drawing.words import Words
from jointstats.planning.chances import PlanChance, PlanDesign
from jointstats.planning.plan import PlanResult
from jointstats.planning.simulate import RocResult


def _of_claim(result: PlanResult, share: float, threshold: float) -> str:
    more, often = more_than(threshold), wording.percent(share)
    if not result.holds:
        return (
            f"A claim that holds on {often} of data sets does not hold on {more}, so every "
            "decision would be wrong."
        )
    number = datasets(result, result.needed[0].n, " of them")
    sides = "one-sided" if result.alternative == "greater" else "two-sided"
    return (
        f"To show with probability {result.wanted:g} that a claim holds on {more} of data sets "
        f"takes {number}{runs(result)}, if it holds on {often} ({sides})."
    )


def datasets(result: PlanResult, n: int | None, of: str = "") -> str:
    """A number of data sets: "120 in 40 families"."""
    if n is None:
        return f"more than {result.max_n}{of}"
    families = wording.plural(n // result.cluster_size, "family", "families")
    return f"{n}{of}" + (f" in {families}" if result.cluster_size > 1 else "")


def runs(result: PlanResult) -> str:
    """What goes behind the data sets: " with 3 runs each", or nothing."""
    return "" if result.noise is None else f" with {wording.plural(result.n_runs, 'run')} each"


def _chance(row: PlanChance) -> list[str]:
    shares = (row.right, row.wrong, row.undecided)
    error = "exact" if row.method == "exact" else f"± {row.mcse:.3f}"
    return [str(row.n), row.test, *(wording.probability_cell(p, row.mcse) for p in shares), error]


class PlanWords(Words):
    """The words of a plan."""

    result: PlanResult

    def verdict(self) -> str:
        result = self.result
        if result.claim_share is not None and result.threshold is not None:
            return _of_claim(result, result.claim_share, result.threshold)
        if result.best is None:
            return (
                "Several statements have the same, largest share, so every decision would be wrong."
            )
        parts = [f"{datasets(result, row.n)} for {row.test}" for row in result.needed]
        return (
            f"The numbers of data sets{runs(result)} that decide with probability "
            f'{result.wanted:g} that "{wording.statement(result.best)}" are '
            f"{wording.listing(parts)}."
        )

    def title(self, figure: str | None = None) -> str:
        result = self.result
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

    def document(self) -> doc.Document:
        result = self.result
        chances = [_chance(row) for row in result.chances]
        return doc.compose(
            doc.titled("How many data sets?", result.verdict),
            _supposed(result),
            doc.stack(
                doc.Paragraph(f"Chances (level {result.alpha:g}):"),
                doc.grid(
                    ["n", "test", "right", "wrong", "undecided", "error"], chances, "rlrrrl", keys=2
                ),
            ),
            _designs(result),
            _widths(result),
            doc.notes(result),
        )


class RocWords(Words):
    """The words of a simulated study."""

    result: RocResult

    def verdict(self) -> str:
        result = self.result
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

    def title(self, figure: str | None = None) -> str:
        best = max(self.result.areas, key=lambda row: row.area)
        return f"Largest area under the ROC curve: {best.test}, {best.area:.3f}"

    def document(self) -> doc.Document:
        result = self.result
        title = "Simulated ROC study of the joint tests"
        kind = "independent" if result.independent else "dependent"
        design = (
            f"{len(result.algorithms)} algorithms, {len(result.measures)} {kind} measures, "
            f"{wording.plural(result.n, 'data set')}; {result.cases} positive and {result.cases} "
            f'negative cases (negatives: "{result.negatives}"); {result.draws} posterior draws '
            f"where networks are not exact; seed {result.seed}"
        )
        areas = [
            [
                row.test,
                f"{row.area:.3f}",
                f"{row.standard_error:.3f}",
                "" if row.paper is None else f"{row.paper:.3f}",
            ]
            for row in result.areas
        ]
        differences = [
            [f"{row.b} − {row.a}", f"{row.difference:+.3f}", f"{row.standard_error:.3f}"]
            for row in result.differences
        ]
        printed = any(row.paper is not None for row in result.areas)
        return doc.compose(
            doc.titled(title, design),
            doc.Paragraph(result.verdict, strong=True),
            doc.grid(["test", "area", "s.e.", "paper"], areas, "lrrr"),
            doc.Paragraph(_PAPER) if printed else None,
            doc.grid(["paired difference", "area", "s.e."], differences, "lrr")
            if differences
            else None,
            doc.notes(result),
        )


_MOST_STATEMENTS = 8
_PAPER = (
    "paper: the area that Benavoli & de Campos print for this design. They leave open how their "
    "cases were drawn, so that areas need not agree."
)


def _supposed(result: PlanResult) -> doc.Stack | None:
    """The statements of the assumed truth; of a claim, the verdict says its share."""
    if result.claim_share is not None:
        return None
    truth = [
        [wording.statement(row.order), wording.percent(row.share)]
        for row in result.truth[:_MOST_STATEMENTS]
    ]
    more = len(result.truth) - len(truth)
    return doc.stack(
        doc.Paragraph("Supposed:"),
        doc.grid(["statement", "share"], truth, "lr"),
        doc.Paragraph(f"  and {wording.plural(more, 'other statement')}") if more else None,
    )


def _designs(result: PlanResult) -> doc.Stack | None:
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
    assumed = [(_noise_supposes, noisy), (_families_suppose, families)]
    rows = [[cell(row) for _, cell in chosen] for row in result.designs]
    return doc.stack(
        doc.Paragraph(f"Needed for a right decision with probability {result.wanted:g}:"),
        doc.grid([name for name, _ in chosen], rows, "l" + "r" * (len(chosen) - 1)),
        *(doc.Paragraph(words(result)) for words, there in assumed if there),
    )


def _widths(result: PlanResult) -> doc.Stack | None:
    """The expected bounds of the median difference, if the pilot study stands for all data sets."""
    if not result.widths:
        return None
    first, second = result.algorithms
    rows = [
        [str(row.n), row.measure, *map(_size, (row.low, row.high)), row.scale]
        for row in result.widths
    ]
    return doc.stack(
        doc.Paragraph(
            f"Expected bounds of the median difference of {first} from {second} (above 0, or a "
            f"factor above 1: {first} is better), if data sets are like those of the pilot study:"
        ),
        doc.grid(["n", "measure", "low", "high", "scale"], rows, "rlrrl", keys=2),
    )


def _size(x: float | None) -> str:
    return "–" if x is None else wording.significant(x, 2)


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
