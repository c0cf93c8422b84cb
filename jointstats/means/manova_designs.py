"""The designs of a MANOVA: stacked differences, data sets as blocks, or unpaired rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, Any, Literal

import numpy as np

from jointstats.base import wording
from jointstats.base.errors import Caution, OptionError, TestsDisagreeWarning
from jointstats.base.facts import Facts
from jointstats.base.kinds import Choice
from jointstats.evidence.messages import Function, Option
from jointstats.means import cases as normal
from jointstats.means import kernel_hotelling, kernel_scatter, post_hoc
from jointstats.means import kernel_manova as kernel
from jointstats.means.kernel_permutation import block_flip_test
from jointstats.means.means_results import Anova, ManovaStatistic, Permutations
from jointstats.table.results_table import ResultsTable
from jointstats.table.samples import Samples

TEST = Function("manova_test")
MIN_STACKED_DF = 5
"""Least n - q for which the test on stacked differences is preferred to the blocked design."""

STATISTICS = {
    "wilks": "Wilks' Λ",
    "pillai": "Pillai's V",
    "hotelling-lawley": "Hotelling–Lawley U",
    "roy": "Roy's largest root",
}
Design = Annotated[Literal["auto", "stacked", "blocked", "one-way"], Choice()]
Statistic = Annotated[Literal["wilks", "pillai", "hotelling-lawley", "roy"], Choice()]
ASSUMES = {
    "stacked": "the differences between algorithms are jointly normal over the {cases}; their "
    "covariances may differ",
    "blocked": "the algorithms' deviations from their mean on a {case} are symmetric about zero if "
    "all means are equal; noisier algorithms do no harm, but one that is noisier and skewed makes "
    "it reject too often",
    "blocked, by F": "all pairwise differences between algorithms are normal with one and the same "
    "covariance; one algorithm noisier than the others makes it reject too often",
    "one-way": "rows of different algorithms are unrelated, and normal with one covariance",
}


def adjusted(tests: list[Anova], alpha: float, p_adjust: str) -> list[Anova]:
    """The tests of single measures, adjusted for their number."""
    p = np.array([np.nan if test.p_value is None else test.p_value for test in tests])
    return [
        replace(test, p_adjusted=None if np.isnan(q) else float(q), decided=bool(q <= alpha))
        for test, q in zip(tests, post_hoc.adjust(p, p_adjust), strict=True)
    ]


@dataclass(frozen=True)
class Analysis:
    """What a design says of the table.

    Attributes
    ----------
    facts : Facts
    design, reason, assumes : str
        The design, why it was taken, what it assumes, and its name in a sentence.
    statistics : list of ManovaStatistic
        All statistics; ``chosen`` is the one that decides.
    anovas : list of Anova
        Each measure on its own.
    means : ndarray, shape (l, p)
    """

    facts: Facts
    design: str
    reason: str
    statistics: list[ManovaStatistic]
    chosen: ManovaStatistic
    anovas: list[Anova]
    means: np.ndarray
    sizes: dict[str, int]
    redundant: list[normal.Redundant]
    cautions: list[Caution]
    roots: list[float] = field(default_factory=list)
    permutation: Permutations | None = None
    ratio: float = 0.0

    @property
    def assumes(self) -> str:
        """What the design assumes, in words."""
        by_f = self.design == "blocked" and self.permutation is None
        words = ASSUMES["blocked, by F" if by_f else self.design]
        return words.format(case=self.facts.cases, cases=f"{self.facts.cases}s")

    @property
    def p_value(self) -> float:
        """The one that decides."""
        return self.chosen.p_value if self.permutation is None else self.permutation.p_value

    def of_flips(self, alpha: float) -> Iterator[Caution]:
        """What to know of sign flips that cannot decide, or decide otherwise than F."""
        flips, p_normal = self.permutation, self.chosen.p_value
        if flips is None:
            return
        exact = flips.method == "exact"
        smallest = 1 / (flips.rearrangements + (not exact))
        if smallest > alpha:
            size = wording.plural(self.facts.n, self.facts.cases)
            sentence = (
                f"Sign flips of {size} ({'all' if exact else 'random'}, {flips.rearrangements}) "
                f"have no p-value below {wording.p_number(smallest)} and cannot decide at "
                f"alpha = {alpha:g}: "
            )
            by_f = " decides by F, which assumes that all differences share one covariance."
            cure = (Option("draws", 0), by_f) if exact else ("more ", Option("draws"), " would.")
            yield Caution(sentence, *cure)
        elif (flips.p_value <= alpha) != (p_normal <= alpha):
            yield Caution(
                f"The sign-flip p-value ({wording.p_number(flips.p_value)}), which decides, and "
                f"that of F ({wording.p_number(p_normal)}) differ at alpha = {alpha:g}: F assumes "
                "normal differences with one covariance, sign flips symmetric ones.",
                category=TestsDisagreeWarning,
            )


def paired_analysis(
    table: ResultsTable, design: str, statistic: str, ratio: float, draws: int, seed: int
) -> Analysis:
    """Analyse paired rows: stacked differences, or blocks."""
    values = np.moveaxis(table.values, 1, 2)  # (n, l, p)
    stacked = kernel_scatter.stacked(values, test_train_ratio=ratio, errors="mark")
    chosen, reason = _choose(design, stacked, ratio, table)
    facts, measures = table.facts, list(table.measures)
    block = kernel_scatter.blocked(values)
    redundant, cautions = normal.left_out(block.within, block.levels, block.error, facts)
    known: dict[str, Any] = {
        "facts": facts,
        "design": chosen,
        "reason": reason,
        "means": values.mean(axis=0),
        "sizes": dict.fromkeys(table.algorithms, table.n),
        "redundant": redundant,
        "cautions": [*cautions, *normal.overlap_caution(table, ratio)],
        "ratio": ratio,
    }
    with normal.explained(TEST, facts):
        if chosen == "stacked":
            rows = _t2_rows(kernel_scatter.stacked(values, test_train_ratio=ratio), exact=not ratio)
            anovas = _stacked_anovas(values, measures, ratio)
            return Analysis(**known, statistics=rows, chosen=rows[0], anovas=anovas)
        four = _of_four(block, statistic, seed)
        flip = partial(block_flip_test, draws=draws, rng=seed) if draws else None
        joint = flip(values) if flip else None
    anovas = _anovas(block, measures)
    if flip is None or joint is None:
        return Analysis(**known, **four, anovas=anovas)
    for j, row in enumerate(anovas):  # each under the same flips
        if row.f is not None:  # of one measure all statistics are functions of F
            alone = flip(values[:, :, [j]])
            anovas[j] = replace(row, p_value=alone.p_value["pillai"])
    permutation = Permutations(
        p_value=joint.p_value[statistic],
        mcse=joint.mcse[statistic],
        method=joint.method,
        rearrangements=joint.rearrangements,
    )
    return Analysis(**known, **four, anovas=anovas, permutation=permutation)


def unpaired_analysis(samples: Samples, statistic: str, seed: int) -> Analysis:
    """Analyse unpaired rows: the papers' one-way MANOVA."""
    rows, groups = samples.stacked
    facts, measures = samples.facts, list(samples.measures)
    design = kernel_scatter.one_way(rows, groups)
    with normal.explained(TEST, facts):
        four = _of_four(design, statistic, seed)
    redundant, cautions = normal.left_out(design.within, design.levels, design.error, facts)
    if samples.paired_source:
        cautions.append(
            Caution(
                "The table's rows are paired by data set; a one-way design ignores that and "
                "rarely finds a difference: ",
                Option("design", "auto"),
                " uses the pairing.",
            )
        )
    return Analysis(
        **four,
        facts=facts,
        design="one-way",
        reason="requested",
        anovas=_anovas(design, measures),
        means=np.stack([x.mean(axis=0) for x in samples.values.values()]),
        sizes={name: len(x) for name, x in samples.values.items()},
        redundant=redundant,
        cautions=cautions,
    )


def _choose(
    design: str, fit: kernel_hotelling.HotellingT2, ratio: float, table: ResultsTable
) -> tuple[str, str]:
    """The design, and why."""
    if ratio and design == "blocked":
        raise OptionError(
            "The correction is for stacked differences: ",
            Option("design", "stacked"),
            ' or "auto", not "blocked".',
        )
    if design != "auto":
        return design, "requested"
    size = wording.plural(table.n, table.facts.cases)
    columns = (len(table.algorithms) - 1) * len(table.measures)
    if ratio:
        return "stacked", "the correction is for stacked differences"
    if len(table.algorithms) == 2:
        return "stacked", "of two algorithms it is Hotelling's paired test"
    if fit.df2 >= MIN_STACKED_DF:  # NaN where it cannot be tested: blocks may serve
        return "stacked", (
            f"{size} leave {table.n} − {int(fit.df1)} = {fit.df2:g} error degrees of freedom"
        )
    return "blocked", (
        f"{size} are too few for {columns} stacked differences (at least "
        f"{columns + MIN_STACKED_DF} would be needed)"
    )


def _t2_rows(fit: kernel_hotelling.HotellingT2, *, exact: bool) -> list[ManovaStatistic]:
    """T², and the four statistics, which are all functions of it: one hypothesis dimension."""
    root = float(fit.statistic) / fit.df
    values = {
        "t2": float(fit.statistic),
        "wilks": 1 / (1 + root),
        "pillai": root / (1 + root),
        "hotelling-lawley": root,
        "roy": root,
    }
    test: dict[str, Any] = {x: float(getattr(fit, x)) for x in ("f", "df1", "df2", "p_value")}
    test |= {"exact": exact, "p_value_lower_bound": None, "mcse": 0.0}
    return [ManovaStatistic(statistic=name, value=x, **test) for name, x in values.items()]


def _of_four(design: kernel_scatter.Scatter, statistic: str, seed: int) -> dict[str, Any]:
    """The four statistics, and the one that is tested."""
    rows = {}
    for name, test in zip(STATISTICS, kernel.manova(design, rng=seed), strict=True):
        df = {key: float(getattr(test, key)) for key in ("df1", "df2")}
        rows[name] = ManovaStatistic(statistic=name, **vars(test) | df)
    chosen = rows[statistic]
    return {"statistics": list(rows.values()), "chosen": chosen, "roots": design.roots.tolist()}


def _anovas(design: kernel_scatter.Scatter, measures: list[str]) -> list[Anova]:
    df, rows = (design.df_hypothesis, design.df_error), []
    f_and_p = (x.tolist() for x in kernel_scatter.anova(design))
    for measure, f, p in zip(measures, *f_and_p, strict=True):
        if np.isnan(f):
            rows.append(_anova(measure, None, *df, 1.0, "it does not vary"))
        elif np.isinf(f):
            rows.append(_anova(measure, None, *df, None, "it varies between algorithms only"))
        else:
            rows.append(_anova(measure, f, *df, p))
    return rows


UNTESTED = {
    kernel_hotelling.Status.IDENTICAL: "it does not vary",
    kernel_hotelling.Status.CONSTANT_DIFFERENCE: "a difference is the same in every case",
    kernel_hotelling.Status.TOO_FEW_CASES: "too few rows for these algorithms",
}


def _stacked_anovas(values: np.ndarray, measures: list[str], ratio: float) -> list[Anova]:
    """T² on the differences of one measure at a time: no assumption on their covariance."""
    rows = []
    for j, measure in enumerate(measures):
        fit = kernel_scatter.stacked(values[:, :, [j]], test_train_ratio=ratio, errors="mark")
        status = kernel_hotelling.Status(int(fit.status))
        if status == kernel_hotelling.Status.OK:
            rows.append(_anova(measure, fit.f, fit.df1, float(fit.df2), float(fit.p_value)))
            continue
        p = 1.0 if status == kernel_hotelling.Status.IDENTICAL else None
        rows.append(_anova(measure, None, fit.df1, None, p, UNTESTED[status]))
    return rows


def _anova(
    measure: str, f: Any, df1: Any, df2: float | None, p: float | None, reason: str | None = None
) -> Anova:
    """The test of a single measure, before its p-value is adjusted."""
    return Anova(
        measure=measure,
        f=None if f is None else float(f),
        df1=float(df1),
        df2=None if df2 is None else float(df2),
        p_value=p,
        p_value_normal=p,
        reason=reason,
        p_adjusted=None,
        decided=False,
    )
