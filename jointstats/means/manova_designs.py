"""The designs of a MANOVA: stacked differences, data sets as blocks, or unpaired rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np

from jointstats.base import wording
from jointstats.base.errors import Caution, OptionError
from jointstats.base.given import ManovaDesign, StatisticWord
from jointstats.base.kinds import Choice
from jointstats.evidence.messages import Function, Option
from jointstats.means import cases as normal
from jointstats.means import kernel_hotelling, kernel_scatter, means_results, post_hoc
from jointstats.means import kernel_manova as kernel
from jointstats.means.cases import Redundant
from jointstats.means.means_results import Anova, Flips, ManovaStatistic, Permutations
from jointstats.table.results_table import ResultsTable
from jointstats.table.samples import Samples

TEST = Function("manova_test")
DESIGNS = ("auto", "stacked", "blocked", "one-way")

# Option -> the kernel's name and a label.
STATISTICS = {
    "wilks": ("wilks", "Wilks' Λ"),
    "pillai": ("pillai", "Pillai's V"),
    "hotelling-lawley": ("hotelling_lawley", "Hotelling–Lawley U"),
    "roy": ("roy", "Roy's largest root"),
}
Design = Annotated[ManovaDesign, Choice(DESIGNS)]
Statistic = Annotated[StatisticWord, Choice(tuple(STATISTICS))]
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


@dataclass(frozen=True)
class Adjusted:
    """How the p-values of single measures decide."""

    alpha: float
    p_adjust: str

    def anovas(self, tests: list[_F]) -> list[Anova]:
        """The tests of single measures, adjusted for their number."""
        decisive = [test.p_value if test.p_flip is None else test.p_flip for test in tests]
        p = np.array([np.nan if p_value is None else p_value for p_value in decisive])
        adjusted = post_hoc.adjust(p, self.p_adjust)
        return [
            Anova(
                measure=test.measure,
                f=test.f,
                df1=test.df1,
                df2=test.df2,
                p_value=decides,
                p_value_normal=test.p_value,
                reason=test.reason,
                p_adjusted=None if np.isnan(q) else float(q),
                decided=bool(q <= self.alpha),
            )
            for test, decides, q in zip(tests, decisive, adjusted, strict=True)
        ]


@dataclass(frozen=True)
class _F:
    """The test of a single measure, before its p-value is adjusted."""

    measure: str
    f: float | None
    df1: float
    df2: float | None
    p_value: float | None
    reason: str | None
    p_flip: float | None = None


@dataclass(frozen=True)
class Analysis:
    """What a design says of the table.

    Attributes
    ----------
    facts : dict
        The result's fields that come from the input alone.
    design, reason, assumes : str
        The design, why it was taken, what it assumes, and its name in a sentence.
    statistics : list of ManovaStatistic
        All statistics; ``chosen`` is the one that decides.
    anovas : list of Anova
        Each measure on its own.
    means : ndarray, shape (l, p)
    """

    facts: dict[str, Any]
    design: str
    reason: str
    statistics: list[ManovaStatistic]
    chosen: ManovaStatistic
    anovas: list[Anova]
    means: np.ndarray
    sizes: dict[str, int]
    redundant: list[Redundant]
    cautions: list[Caution]
    roots: list[float] = field(default_factory=list)
    permutation: Permutations | None = None
    ratio: float = 0.0

    @property
    def assumes(self) -> str:
        """What the design assumes, in words."""
        by_f = self.design == "blocked" and self.permutation is None
        words = ASSUMES["blocked, by F" if by_f else self.design]
        return words.format(case=self.facts["cases"], cases=f"{self.facts['cases']}s")

    @property
    def p_value(self) -> float:
        """The one that decides."""
        return self.chosen.p_value if self.permutation is None else self.permutation.p_value

    def of_flips(self, alpha: float) -> list[Caution]:
        """What to know of the sign flips, if there are any."""
        if self.permutation is None:
            return []
        n, cases = self.facts["n"], self.facts["cases"]
        return means_results.cautions(self.permutation, self.chosen.p_value, alpha, n, cases)


def paired_analysis(
    table: ResultsTable,
    design: str,
    statistic: str,
    ratio: float,
    draws: int,
    seed: int,
    adjusted: Adjusted,
) -> Analysis:
    """Analyse paired rows: stacked differences, or blocks."""
    values = np.moveaxis(table.values, 1, 2)  # (n, l, p)
    stacked = kernel.stacked(values, test_train_ratio=ratio, errors="mark")
    chosen, reason = _choose(design, stacked, ratio, table)
    facts = normal.facts(table)
    measures = list(table.measures)
    block = kernel_scatter.blocked(values)
    within = values - values.mean(axis=1, keepdims=True)
    levels = values.reshape(-1, values.shape[2])
    redundant = normal.redundancies(
        within.reshape(levels.shape), levels, block.error.independent, measures, facts["cases"]
    )
    cautions = [
        *normal.redundancy_cautions(redundant, len(measures)),
        *normal.near_redundancy_cautions(block.residuals, np.abs(levels).max(axis=0), measures),
        *normal.overlap_caution(table, ratio),
    ]
    known: dict[str, Any] = {
        "facts": facts,
        "design": chosen,
        "reason": reason,
        "means": values.mean(axis=0),
        "sizes": dict.fromkeys(table.algorithms, table.n),
        "redundant": redundant,
        "cautions": cautions,
        "ratio": ratio,
    }
    size = wording.plural(table.n, facts["cases"])
    with normal.explained(TEST, table.algorithms, measures, size):
        if chosen == "stacked":
            rows = _t2_rows(kernel.stacked(values, test_train_ratio=ratio), exact=not ratio)
            return Analysis(
                **known,
                statistics=rows,
                chosen=rows[0],
                anovas=adjusted.anovas(_stacked_anovas(values, measures, ratio)),
            )
        tests = kernel.manova(block, rng=seed)
        flips = Flips(values, draws, seed) if draws else None
        permutation = flips.joint(STATISTICS[statistic][0]) if flips else None
    rows = _statistic_rows(tests)
    return Analysis(
        **known,
        statistics=rows,
        chosen=_row(rows, statistic),
        anovas=adjusted.anovas(_anovas(block, measures, flips)),
        roots=tests.roots.tolist(),
        permutation=permutation,
    )


def unpaired_analysis(samples: Samples, statistic: str, seed: int, adjusted: Adjusted) -> Analysis:
    """Analyse unpaired rows: the papers' one-way MANOVA."""
    rows, groups = samples.stacked
    measures = list(samples.measures)
    design = kernel_scatter.one_way(rows, groups)
    scale = np.abs(rows).max(axis=0)
    size = wording.plural(samples.n, "row")
    with normal.explained(TEST, samples.algorithms, measures, size):
        tests = kernel.manova(design, rng=seed)
    redundant = normal.redundancies(
        rows - rows.mean(axis=0), rows, design.error.independent, measures, "row"
    )
    cautions = [
        *normal.redundancy_cautions(redundant, len(measures)),
        *normal.near_redundancy_cautions(design.residuals, scale, measures),
    ]
    if samples.paired_source:
        cautions.append(
            Caution(
                "The table's rows are paired by data set; a one-way design ignores that and "
                "rarely finds a difference: ",
                Option("design", "auto"),
                " uses the pairing.",
            )
        )
    statistics = _statistic_rows(tests)
    return Analysis(
        facts=normal.facts_of_samples(samples),
        design="one-way",
        reason="requested",
        statistics=statistics,
        chosen=_row(statistics, statistic),
        anovas=adjusted.anovas(_anovas(design, measures)),
        means=np.stack([x.mean(axis=0) for x in samples.values.values()]),
        sizes={name: len(x) for name, x in samples.values.items()},
        redundant=redundant,
        cautions=cautions,
        roots=tests.roots.tolist(),
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
    size = wording.plural(table.n, normal.case_noun(table))
    columns = (len(table.algorithms) - 1) * len(table.measures)
    if ratio:
        return "stacked", "the correction is for stacked differences"
    if len(table.algorithms) == 2:
        return "stacked", "of two algorithms it is Hotelling's paired test"
    if kernel.preferred_design(fit) == "stacked":
        return "stacked", (
            f"{size} leave {table.n} − {int(fit.df1)} = {fit.df2:g} error degrees of freedom"
        )
    return "blocked", (
        f"{size} are too few for {columns} stacked differences (at least "
        f"{columns + kernel.MIN_STACKED_DF} would be needed)"
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
    return [
        ManovaStatistic(
            statistic=name,
            value=value,
            f=float(fit.f),
            df1=float(fit.df1),
            df2=float(fit.df2),
            p_value=float(fit.p_value),
            exact=exact,
            p_value_lower_bound=None,
            mcse=0.0,
        )
        for name, value in values.items()
    ]


def _statistic_rows(tests: kernel.ManovaTests) -> list[ManovaStatistic]:
    named = ((name, getattr(tests, attribute)) for name, (attribute, _) in STATISTICS.items())
    return [
        ManovaStatistic(
            statistic=name, **vars(test) | {"df1": float(test.df1), "df2": float(test.df2)}
        )
        for name, test in named
    ]


def _row(rows: list[ManovaStatistic], statistic: str) -> ManovaStatistic:
    return next(row for row in rows if row.statistic == statistic)


def _anovas(
    design: kernel_scatter.Scatter, measures: list[str], flips: Flips | None = None
) -> list[_F]:
    tests = kernel_scatter.anova(design)
    rows = []
    for j, measure in enumerate(measures):
        reason = None
        p = float(tests.p_value[j])
        if np.isnan(tests.f[j]):
            reason, p = "it does not vary", 1.0
        elif np.isinf(tests.f[j]):
            reason, p = "it varies between algorithms only", np.nan
        rows.append(
            _F(
                measure=measure,
                f=float(tests.f[j]) if reason is None else None,
                df1=float(tests.df1),
                df2=float(tests.df2),
                p_value=None if np.isnan(p) else p,
                reason=reason,
                p_flip=flips.single(j) if flips and reason is None else None,
            )
        )
    return rows


def _stacked_anovas(values: np.ndarray, measures: list[str], ratio: float) -> list[_F]:
    """T² on the differences of one measure at a time: no assumption on their covariance."""
    rows = []
    for j, measure in enumerate(measures):
        fit = kernel.stacked(values[:, :, [j]], test_train_ratio=ratio, errors="mark")
        status = kernel_hotelling.Status(int(fit.status))
        tested = status == kernel_hotelling.Status.OK
        p = float(fit.p_value) if tested else None
        if status == kernel_hotelling.Status.IDENTICAL:
            p = 1.0
        reason = {
            kernel_hotelling.Status.OK: None,
            kernel_hotelling.Status.IDENTICAL: "it does not vary",
            kernel_hotelling.Status.CONSTANT_DIFFERENCE: "a difference is the same in every case",
            kernel_hotelling.Status.TOO_FEW_CASES: "too few rows for these algorithms",
        }[status]
        rows.append(
            _F(
                measure=measure,
                f=float(fit.f) if tested else None,
                df1=float(fit.df1),
                df2=float(fit.df2) if tested else None,
                p_value=p,
                reason=reason,
            )
        )
    return rows
