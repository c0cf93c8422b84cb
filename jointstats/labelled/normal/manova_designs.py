"""The designs of a MANOVA: stacked differences, data sets as blocks, or unpaired rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jointstats.kernels.normal import hotelling, rank, scatter
from jointstats.kernels.normal import manova as kernel
from jointstats.kernels.normal.permutation import relabelling_test
from jointstats.labelled import wording
from jointstats.labelled.errors import JointStatsWarning, OptionError, TestsDisagreeWarning
from jointstats.labelled.normal import cases as normal
from jointstats.labelled.normal.cases import Caution
from jointstats.labelled.table.results_table import ResultsTable
from jointstats.labelled.table.samples import Samples

TEST = "manova_test"
DESIGNS = ("auto", "stacked", "blocked", "one-way")

# Option -> the kernel's name and a label.
STATISTICS = {
    "wilks": ("wilks", "Wilks' Λ"),
    "pillai": ("pillai", "Pillai's V"),
    "hotelling-lawley": ("hotelling_lawley", "Hotelling–Lawley U"),
    "roy": ("roy", "Roy's largest root"),
}
ASSUMES = {
    "stacked": "the differences between algorithms are jointly normal over the {cases}s; their "
    "covariances may differ",
    "blocked": "all pairwise differences between algorithms are normal with one and the same "
    "covariance; one algorithm noisier than the others makes it reject too often",
    "one-way": "rows of different algorithms are unrelated, and normal with one covariance",
}


@dataclass(frozen=True)
class Analysis:
    """What a design says of the table.

    Attributes
    ----------
    facts : dict
        The result's fields that come from the input alone.
    design, reason, assumes, label : str
        The design, why it was taken, what it assumes, and its name in a sentence.
    statistics : list of dict
        All statistics; ``chosen`` is the one that decides.
    anovas : list of dict
        Each measure on its own; p-values not yet adjusted.
    means : ndarray, shape (l, p)
    """

    facts: dict[str, Any]
    design: str
    reason: str
    label: str
    statistics: list[dict[str, Any]]
    chosen: dict[str, Any]
    anovas: list[dict[str, Any]]
    means: np.ndarray
    sizes: dict[str, int]
    redundant: list[dict[str, str]]
    cautions: list[Caution]
    roots: list[float] = field(default_factory=list)
    permutation: dict[str, Any] | None = None
    ratio: float = 0.0

    @property
    def assumes(self) -> str:
        """What the design assumes, in words."""
        return ASSUMES[self.design].format(cases=self.facts["cases"])

    def disagreement(self, alpha: float) -> list[Caution]:
        """A warning if the permutations decide differently."""
        if self.permutation is None:
            return []
        p, free = self.chosen["p_value"], self.permutation["p_value"]
        if (p <= alpha) == (free <= alpha):
            return []
        return [
            (
                TestsDisagreeWarning,
                f"The normal-theory p-value ({wording.p_number(p)}) and that of permutations "
                f"within data sets ({wording.p_number(free)}) decide differently at alpha = "
                f"{alpha:g}.",
            )
        ]


def paired_analysis(
    table: ResultsTable, design: str, statistic: str, ratio: float, draws: int, seed: int
) -> Analysis:
    """Analyse paired rows: stacked differences, or blocks."""
    values = np.moveaxis(table.values, 1, 2)  # (n, l, p)
    stacked = kernel.stacked(values, test_train_ratio=ratio, errors="mark")
    chosen, reason = _choose(design, stacked, ratio, table)
    facts = normal.facts(table)
    measures = list(table.measures)
    block = scatter.blocked(values)
    within = values - values.mean(axis=1, keepdims=True)
    levels = values.reshape(-1, values.shape[2])
    redundant = normal.redundancies(
        within.reshape(levels.shape), levels, block.error.kept, measures, facts["cases"]
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
            rows = _t2_rows(kernel.stacked(values, test_train_ratio=ratio), exact=ratio == 0)
            return Analysis(
                **known,
                label="T² on stacked differences" + (", corrected" if ratio else ""),
                statistics=rows,
                chosen=rows[0],
                anovas=_stacked_anovas(values, measures, ratio),
            )
        tests = kernel.manova(block, rng=seed)
    rows = _statistic_rows(tests)
    return Analysis(
        **known,
        label=f"MANOVA with {facts['cases']}s as blocks",
        statistics=rows,
        chosen=_row(rows, statistic),
        anovas=_anovas(block, measures),
        roots=tests.roots.tolist(),
        permutation=_permutation(values, statistic, draws, seed),
    )


def unpaired_analysis(samples: Samples, statistic: str, seed: int) -> Analysis:
    """Analyse unpaired rows: the papers' one-way MANOVA."""
    rows, groups = samples.stacked
    measures = list(samples.measures)
    design = scatter.one_way(rows, groups)
    scale = np.abs(rows).max(axis=0, initial=0.0)
    size = wording.plural(samples.n, "row")
    with normal.explained(TEST, samples.algorithms, measures, size):
        tests = kernel.manova(design, rng=seed)
    redundant = normal.redundancies(
        rows - rows.mean(axis=0), rows, design.error.kept, measures, "row"
    )
    cautions = [
        *normal.redundancy_cautions(redundant, len(measures)),
        *normal.near_redundancy_cautions(design.residuals, scale, measures),
    ]
    if samples.paired_source:
        cautions.append(
            (
                JointStatsWarning,
                "The table's rows are paired by data set; a one-way design puts that aside and "
                'hardly ever finds a difference: design="auto" uses the pairing.',
            )
        )
    found = _statistic_rows(tests)
    return Analysis(
        facts=normal.facts_of_samples(samples),
        design="one-way",
        reason="asked for",
        label="one-way MANOVA",
        statistics=found,
        chosen=_row(found, statistic),
        anovas=_anovas(design, measures),
        means=np.stack([x.mean(axis=0) for x in samples.values.values()]),
        sizes={name: len(x) for name, x in samples.values.items()},
        redundant=redundant,
        cautions=cautions,
        roots=tests.roots.tolist(),
    )


def _choose(
    design: str, fit: hotelling.HotellingT2, ratio: float, table: ResultsTable
) -> tuple[str, str]:
    """The design, and why."""
    if ratio and design == "blocked":
        raise OptionError(
            'The correction is for stacked differences: design="stacked" or "auto", not "blocked".'
        )
    if design != "auto":
        return design, "asked for"
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


def _t2_rows(fit: hotelling.HotellingT2, *, exact: bool) -> list[dict[str, Any]]:
    """T², and the four statistics, which are all functions of it: one hypothesis dimension."""
    root = float(fit.statistic) / fit.df
    values = {
        "t2": float(fit.statistic),
        "wilks": 1 / (1 + root),
        "pillai": root / (1 + root),
        "hotelling-lawley": root,
        "roy": root,
    }
    same = {
        "f": float(fit.f),
        "df1": float(fit.df1),
        "df2": float(fit.df2),
        "p_value": float(fit.p_value),
        "exact": exact,
        "p_value_lower_bound": None,
        "mcse": 0.0,
    }
    return [{"statistic": name, "value": value} | same for name, value in values.items()]


def _statistic_rows(tests: kernel.ManovaTests) -> list[dict[str, Any]]:
    rows = []
    for name, (attribute, _) in STATISTICS.items():
        one = getattr(tests, attribute)
        rows.append(
            {
                "statistic": name,
                "value": one.value,
                "f": one.f,
                "df1": float(one.df1),
                "df2": float(one.df2),
                "p_value": one.p_value,
                "exact": one.exact,
                "p_value_lower_bound": one.p_value_lower_bound,
                "mcse": one.mcse,
            }
        )
    return rows


def _row(rows: list[dict[str, Any]], statistic: str) -> dict[str, Any]:
    return next(row for row in rows if row["statistic"] == statistic)


def _anovas(design: scatter.Scatter, measures: list[str]) -> list[dict[str, Any]]:
    found = scatter.anova(design)
    rows = []
    for j, measure in enumerate(measures):
        reason = None
        p = float(found.p_value[j])
        if np.isnan(found.f[j]):
            reason, p = "it does not vary", 1.0
        elif np.isinf(found.f[j]):
            reason, p = "it varies between algorithms only", np.nan
        rows.append(
            {
                "measure": measure,
                "f": float(found.f[j]) if reason is None else None,
                "df1": float(found.df1),
                "df2": float(found.df2),
                "p_value": None if np.isnan(p) else p,
                "reason": reason,
            }
        )
    return rows


def _stacked_anovas(values: np.ndarray, measures: list[str], ratio: float) -> list[dict[str, Any]]:
    """T² on the differences of one measure at a time: no assumption on their covariance."""
    rows = []
    for j, measure in enumerate(measures):
        fit = kernel.stacked(values[:, :, [j]], test_train_ratio=ratio, errors="mark")
        status = hotelling.Status(int(fit.status))
        tested = status == hotelling.Status.OK
        p = float(fit.p_value) if tested else None
        if status == hotelling.Status.IDENTICAL:
            p = 1.0
        reason = {
            hotelling.Status.OK: None,
            hotelling.Status.IDENTICAL: "it does not vary",
            hotelling.Status.CONSTANT_DIFFERENCE: "a difference is the same in every case",
            hotelling.Status.TOO_FEW_CASES: "too few rows for so many algorithms",
        }[status]
        rows.append(
            {
                "measure": measure,
                "f": float(fit.f) if tested else None,
                "df1": float(fit.df1),
                "df2": float(fit.df2) if tested else None,
                "p_value": p,
                "reason": reason,
            }
        )
    return rows


def _permutation(
    values: np.ndarray, statistic: str, draws: int, seed: int
) -> dict[str, Any] | None:
    if draws == 0:
        return None
    try:
        found = relabelling_test(values, draws=draws, rng=seed)
    except rank.NormalTheoryError:
        return None
    name = STATISTICS[statistic][0]
    return {
        "p_value": found.p_value[name],
        "mcse": found.mcse[name],
        "method": found.method,
        "rearrangements": found.rearrangements,
    }
