"""MANOVA: do more than two algorithms have the same mean results on all measures at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from jointstats.kernels.single import multiplicity
from jointstats.labelled import options, wording
from jointstats.labelled.errors import OptionError
from jointstats.labelled.normal import cases as normal
from jointstats.labelled.normal import post_hoc
from jointstats.labelled.normal.cases import NormalResult
from jointstats.labelled.normal.manova_designs import (
    DESIGNS,
    STATISTICS,
    Analysis,
    paired_analysis,
    unpaired_analysis,
)
from jointstats.labelled.result import warn
from jointstats.labelled.table.folds import as_cases
from jointstats.labelled.table.in_sample import refuse_in_sample
from jointstats.labelled.table.samples import as_samples, require_algorithms

TEST = "manova_test"


@dataclass(frozen=True, kw_only=True, repr=False)
class ManovaResult(NormalResult):
    """Outcome of :func:`jointstats.manova_test`.

    Attributes
    ----------
    design : {"stacked", "blocked", "one-way"}
    design_reason, assumes : str
        Why this design, and what it assumes.
    statistic_name : str
        ``"t2"`` for stacked differences, otherwise the one that was asked for.
    statistic, f, df1, df2, p_value : float
        Of that statistic; ``p_value`` decides.
    exact : bool
        Whether ``p_value`` is exact under the design's assumptions.
    decided : bool
    statistics : list of dict
        All statistics of the design: ``statistic`` (its name), ``value``, ``f``, ``df1``, ``df2``,
        ``p_value``, ``exact``, ``p_value_lower_bound`` (Roy only: the p-value of R's F, which is
        too small), ``mcse``.
    roots : list of float
        Eigenvalues of E⁻¹H, largest first (not for stacked differences).
    permutation : dict or None
        Blocked design: ``p_value`` of the statistic when algorithms are exchanged within rows,
        ``mcse``, ``method``, ``rearrangements``.
    anovas : list of dict
        Each measure on its own in the same design: ``measure``, ``f``, ``df1``, ``df2``,
        ``p_value``, ``p_adjusted`` (over the measures), ``decided``, ``reason``.
    pairs : list of dict
        Hotelling's test of every pair: ``a``, ``b``, ``statistic``, ``f``, ``df1``, ``df2``,
        ``p_value``, ``p_adjusted`` (over the pairs), ``decided``, ``reason`` (why there is no
        test, otherwise None), ``mean_difference`` (measure to a − b).
    cliques : list of list of str
        Maximal sets of algorithms of which no pair is decided to differ; they may overlap.
    singles : list of dict
        t tests of every pair on each measure: ``a``, ``b``, ``measure``, ``mean_difference``,
        ``error`` (its standard error), ``t``, ``df``, ``p_value``, ``p_adjusted`` (over all of
        them), ``better``, ``winner``.
    orderings : dict
        Measure to ``order`` (best mean first), ``means``, and ``groups``: those that no t test
        separates, which the paper underlines.
    sizes : dict
        Algorithm to its number of rows.
    correction : str or None
    test_train_ratio : float
    p_adjust : str
    seed : int or None
    """

    test: ClassVar[str] = "manova"

    design: str
    design_reason: str
    assumes: str
    statistic_name: str
    statistic: float
    f: float
    df1: float
    df2: float
    p_value: float
    exact: bool
    decided: bool
    statistics: list[dict[str, Any]]
    roots: list[float]
    permutation: dict[str, Any] | None
    anovas: list[dict[str, Any]]
    pairs: list[dict[str, Any]]
    cliques: list[list[str]]
    singles: list[dict[str, Any]]
    orderings: dict[str, dict[str, Any]]
    sizes: dict[str, int]
    correction: str | None
    test_train_ratio: float
    p_adjust: str
    seed: int | None

    def _rows(self) -> list[dict[str, Any]]:
        """One row per pair."""
        return [
            {k: v for k, v in row.items() if k != "mean_difference"}
            | {f"mean_difference_{m}": d for m, d in row["mean_difference"].items()}
            for row in self.pairs
        ]


def manova_test(
    table: Any,
    *,
    design: str = "auto",
    statistic: str = "wilks",
    correction: str | None = None,
    test_train_ratio: float | None = None,
    draws: int = 9_999,
    on: Sequence[Any] | None = None,
    alpha: float = 0.05,
    p_adjust: str = "holm",
    rng: Any = None,
    run: Any = None,
    fold: Any = None,
    of: Any = None,
    **roles: Any,
) -> ManovaResult:
    """Test whether all algorithms have equal means on all measures, and find who differs.

    Parameters
    ----------
    table : ResultsTable, FoldTable, DataFrame, or dict of matrices
        Rows are data sets, or folds of one data set: a table made by
        :func:`jointstats.fold_table`, or a long data frame with `run` and `fold`.
    design : {"auto", "stacked", "blocked", "one-way"}, default "auto"
        ``"stacked"``: T² on the differences of every algorithm from the first, side by side.
        ``"blocked"``: MANOVA with data sets as blocks. ``"auto"`` takes the first if there are
        enough rows for it, otherwise the second. ``"one-way"``: the papers' form, for rows that
        are not paired (a long frame without data sets, or matrices of different lengths).
    statistic : {"wilks", "pillai", "hotelling-lawley", "roy"}, default "wilks"
        The one that decides in a blocked or one-way design; stacked, they all agree.
    correction : {"nadeau-bengio"}, optional
        For folds: allow for the overlap of training sets, in the stacked design and the pairs.
    test_train_ratio : float, optional
        n_test / n_train of the correction (default 1 / (k − 1) for k folds).
    draws : int, default 9999
        Random permutations beside the blocked design; 0 for none.
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
    p_adjust : str, default "holm"
        Correction of the post hoc p-values: over measures, over pairs, over pairs × measures.
    rng : int or Generator, optional
        Seed of the permutations.
    run, fold, of : str, optional
        For a data frame of folds, see :func:`jointstats.fold_table`.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    ManovaResult

    Warns
    -----
    JointStatsWarning
        If measures are redundant, folds are compared, or paired rows are analysed as unpaired.
    TestsDisagreeWarning
        If the permutations decide differently.

    Raises
    ------
    TooFewCasesError
        If there are too few rows for so many measures and algorithms.
    IdenticalAlgorithmsError, ConstantDifferenceError
        If algorithms do not differ, or differ by constants only.
    JointStatsError
        For other invalid input or options.

    Notes
    -----
    Section 2.2 of Yıldız & Alpaydın. Their one-way form treats results on the same data sets or
    folds as unrelated, and hardly ever rejects on paired rows. The blocked form assumes that all
    pairwise differences share one covariance; T² on stacked differences assumes normality alone.
    F approximations are those of R's ``summary.manova``; Roy's p-value is exact.

    Examples
    --------
    >>> import jointstats as js
    >>> rng = np.random.default_rng(3)
    >>> base = rng.normal(size=(20, 2))
    >>> table = js.results_table_matrices(
    ...     {"A": base, "B": base + rng.normal(size=(20, 2)) * 0.3,
    ...      "C": base + 1 + rng.normal(size=(20, 2)) * 0.3},
    ...     measures={"tpr": "max", "fpr": "min"})
    >>> result = js.manova_test(table)
    >>> result.design, result.cliques, result.orderings["fpr"]["order"]
    ('stacked', [['A', 'B'], ['C']], ['B', 'A', 'C'])
    """
    options.one_of("design", design, DESIGNS)
    options.one_of("statistic", statistic, tuple(STATISTICS))
    alpha = options.level(alpha)
    options.one_of("p_adjust", p_adjust, multiplicity.METHODS)
    draws = options.whole_number("draws", draws, 0)
    seed = options.seed(rng)
    if design == "one-way":
        if correction is not None or run is not None or fold is not None:
            raise OptionError("Folds are paired rows: a one-way design has no use for them.")
        samples = as_samples(table, on=on, **roles)
        refuse_in_sample(samples.in_sample, TEST)
        require_algorithms(samples, f'{TEST} (design="one-way")', 2)
        analysis = unpaired_analysis(samples, statistic, seed)
        fits = post_hoc.unpaired_fits(samples, list(combinations(samples.algorithms, 2)))
    else:
        cases = as_cases(table, run=run, fold=fold, of=of, on=on, **roles)
        normal.require_normal(cases, TEST)
        ratio = normal.test_train_ratio(cases, correction, test_train_ratio)
        analysis = paired_analysis(cases, design, statistic, ratio, draws, seed)
        fits = post_hoc.paired_fits(cases, list(combinations(cases.algorithms, 2)), ratio)
    names, measures = analysis.facts["algorithms"], analysis.facts["measures"]
    pairs = fits.rows(list(measures), alpha, p_adjust)
    singles = fits.single_rows(measures, alpha, p_adjust)
    groups = post_hoc.all_cliques(names, post_hoc.apart(pairs, "decided"))
    anovas = _adjusted(analysis.anovas, alpha, p_adjust)
    chosen = analysis.chosen
    if np.isnan(chosen["p_value"]):
        raise OptionError(
            f'The statistic "{statistic}" has no F approximation with so few rows: use "wilks".'
        )
    decided = chosen["p_value"] <= alpha
    return ManovaResult(
        **analysis.facts,
        call={"function": TEST, "design": design, "statistic": statistic,
              "correction": correction, "test_train_ratio": test_train_ratio, "draws": draws,
              "on": on, "alpha": alpha, "p_adjust": p_adjust, "rng": seed},
        warnings=warn([*analysis.cautions, *_pair_cautions(pairs), *analysis.disagreement(alpha)]),
        verdict=_verdict(analysis, pairs, groups, anovas, alpha, p_adjust),
        alpha=alpha,
        redundant=analysis.redundant,
        design=analysis.design,
        design_reason=analysis.reason,
        assumes=analysis.assumes,
        statistic_name=chosen["statistic"],
        statistic=chosen["value"],
        f=chosen["f"],
        df1=chosen["df1"],
        df2=chosen["df2"],
        p_value=chosen["p_value"],
        exact=chosen["exact"],
        decided=bool(decided),
        statistics=analysis.statistics,
        roots=analysis.roots,
        permutation=analysis.permutation,
        anovas=anovas,
        pairs=pairs,
        cliques=groups,
        singles=singles,
        orderings=post_hoc.orderings(analysis.means, names, measures, singles),
        sizes=analysis.sizes,
        correction=correction,
        test_train_ratio=analysis.ratio,
        p_adjust=p_adjust,
        seed=seed if analysis.permutation or chosen["mcse"] else None,
    )  # fmt: skip


def _adjusted(rows: list[dict[str, Any]], alpha: float, p_adjust: str) -> list[dict[str, Any]]:
    p = np.array([np.nan if row["p_value"] is None else row["p_value"] for row in rows])
    adjusted = post_hoc.adjust(p, p_adjust)
    return [
        row | {"p_adjusted": None if np.isnan(q) else float(q), "decided": bool(q <= alpha)}
        for row, q in zip(rows, adjusted, strict=True)
    ]


def _pair_cautions(pairs: list[dict[str, Any]]) -> list[normal.Caution]:
    untested = [row for row in pairs if row["reason"]]
    if not untested:
        return []
    said = "; ".join(f"{row['a']} and {row['b']}: {row['reason']}" for row in untested[:3])
    more = f"; and {len(untested) - 3} more" if len(untested) > 3 else ""
    return [
        (
            normal.JointStatsWarning,
            f"{wording.plural(len(untested), 'pair')} could not be tested jointly and "
            f"{'counts' if len(untested) == 1 else 'count'} as not separated ({said}{more}).",
        )
    ]


def _verdict(
    analysis: Analysis,
    pairs: list[dict[str, Any]],
    groups: list[list[str]],
    anovas: list[dict[str, Any]],
    alpha: float,
    p_adjust: str,
) -> str:
    chosen = analysis.chosen
    symbol = {"t2": "T²", **{key: label for key, (_, label) in STATISTICS.items()}}
    numbers = (
        f"{symbol[chosen['statistic']]} = {wording.significant(chosen['value'])}, "
        f"p {wording.p_value(chosen['p_value'])}, alpha = {alpha:g}; {analysis.label}"
    )
    names = wording.listing(list(analysis.facts["algorithms"]))
    measures = list(analysis.facts["measures"])
    on = wording.listing(measures) + (" taken together" if len(measures) > 1 else "")
    separated = sum(row["decided"] for row in pairs)
    verb = "differs" if separated == 1 else "differ"
    after = f"{separated} of {wording.plural(len(pairs), 'pair')} {verb} (Hotelling, {p_adjust})"
    shown = "all are told apart"
    if any(len(group) > 1 for group in groups):
        shown = f"cliques: {cliques_text(groups)}"
    if chosen["p_value"] > alpha:
        tail = f"; yet {after}" if separated else ""
        return f"Not decided: {names} may have the same mean on {on} ({numbers}){tail}."
    alone = [row["measure"] for row in anovas if row["decided"]]
    single = wording.listing(alone) or "no single measure"
    verb = "show" if len(alone) > 1 else "shows"
    shows = f"; tested alone, {single} {verb} it" if len(measures) > 1 else ""
    if len(analysis.facts["algorithms"]) == 2:
        return f"Decided: {names} do not have the same mean on {on} ({numbers}){shows}."
    return (
        f"Decided: {names} do not all have the same mean on {on} ({numbers}){shows}. Pair by "
        f"pair, {after}; {shown}."
    )


def cliques_text(groups: list[list[str]]) -> str:
    """Cliques as the paper prints them: "{c4.5, (lda, rf), qda}"."""
    inner = [group[0] if len(group) == 1 else f"({', '.join(group)})" for group in groups]
    return f"{{{', '.join(inner)}}}"
