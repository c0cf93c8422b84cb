"""MANOVA: equal means of more than two algorithms on all measures jointly."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Unpack

import numpy as np

from jointstats.base import kinds, options, wording
from jointstats.base.declare import TableLike, TableRoles, declare
from jointstats.base.errors import Caution, OptionError
from jointstats.evidence.messages import Function
from jointstats.means import cases as normal
from jointstats.means import manova_designs, post_hoc
from jointstats.means.means_results import ManovaResult
from jointstats.table.intake import as_table
from jointstats.table.samples import (
    as_samples,
    in_sequence,
    require_algorithms,
    samples_in_sequence,
)

Rearrangements = Annotated[int, kinds.Whole(0, kinds.MOST_DRAWS)]


@declare(
    "MANOVA",
    family="means",
    asks="Do the means of several algorithms differ on any measure, all tested jointly?",
    gives="p-value, tests of the pairs, orderings",
    needs="more rows than measures; normal differences",
    mind="the joint test has no direction; assumptions depend on the design, which the result "
    "names",
    rests_on=("yildiz2014multivariate",),
    validity=("means",),
)
def manova_test(
    table: TableLike,
    *,
    design: manova_designs.Design = "auto",
    statistic: manova_designs.Statistic = "wilks",
    correction: kinds.Correction = None,
    test_train_ratio: kinds.Ratio = None,
    draws: Rearrangements = 9_999,
    on: kinds.Measures = None,
    alpha: kinds.Alpha = 0.05,
    p_adjust: kinds.Adjustment = "holm",
    rng: kinds.Seed = 0,
    **roles: Unpack[TableRoles],
) -> ManovaResult:
    """Test whether all algorithms have equal means on all measures, and which pairs differ.

    Parameters
    ----------
    table : ResultsTable, FoldTable, DataFrame, or dict of matrices
        Rows are data sets, or folds of one data set, named by ``fold=`` and ``run=``.
    design : {"auto", "stacked", "blocked", "one-way"}, default "auto"
        ``"stacked"``: T² on the differences of every algorithm from the first, side by side.
        ``"blocked"``: MANOVA with data sets as blocks. ``"auto"`` takes the first if there are
        enough rows for it, otherwise the second. ``"one-way"``: the papers' form, for rows that
        are not paired (a long frame without data sets, or matrices of different lengths).
    statistic : {"wilks", "pillai", "hotelling-lawley", "roy"}, default "wilks"
        The one that is tested in a blocked or one-way design; stacked, they all agree.
    correction : {"nadeau-bengio"}, optional
        For folds: allow for the overlap of training sets, in the stacked design and the pairs.
    test_train_ratio : float, optional
        n_test / n_train of the correction (default 1 / (k − 1) for k folds).
    draws : int, default 9999
        Blocked design: number of random sign flips of data sets, if there are too many (more than
        2¹⁴) to try all. With 0, F decides.
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
        Level of all decisions.
    p_adjust : str, default "holm"
        Correction of the post hoc p-values: over measures, over pairs, over pairs × measures.
    rng : int, Generator or None, default 0
        Seed of random sign flips.
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
        If sign flips and F decide differently.

    Raises
    ------
    TooFewCasesError
        If there are too few rows for these measures and algorithms.
    IdenticalAlgorithmsError, ConstantDifferenceError
        If algorithms do not differ, or differ by constants only.
    JointStatsError
        For other invalid input or options.

    Notes
    -----
    Section 2.2 of Yıldız & Alpaydın. Their one-way form treats results on the same data sets or
    folds as unrelated, and rarely rejects on paired rows. T² on stacked differences assumes
    normality alone. F of the blocked form also assumes that all pairwise differences share one
    covariance, and rejects too often if not; so sign flips decide there, of all measures and of
    each: the algorithms' deviations from their mean on a data set change their signs together. They
    assume that these are symmetric where the means are equal. F approximations are those of R's
    ``summary.manova``; Roy's p-value is exact.

    Examples
    --------
    >>> import jointstats as js
    >>> rng = np.random.default_rng(3)
    >>> base = rng.normal(size=(20, 2))
    >>> table = js.results_table(
    ...     {"A": base, "B": base + rng.normal(size=(20, 2)) * 0.3,
    ...      "C": base + 1 + rng.normal(size=(20, 2)) * 0.3},
    ...     measures={"tpr": "max", "fpr": "min"})
    >>> result = js.manova_test(table)
    >>> result.design, result.cliques, result.orderings["fpr"].order
    ('stacked', [['A', 'B'], ['C']], ['B', 'A', 'C'])
    """
    seed = options.seed(rng)
    if design == "one-way":
        if correction is not None:
            raise OptionError('Folds are paired rows: choose another design than "one-way".')
        samples = normal.checked_samples(as_samples(table, on=on, **roles), manova_designs.TEST)
        require_algorithms(samples, Function(manova_designs.TEST.name, {"design": "one-way"}), 2)
        every = list(combinations(samples.algorithms, 2))
        facts, samples = samples.facts, samples_in_sequence(samples)
        analysis = manova_designs.unpaired_analysis(samples, statistic, seed)
        fits = post_hoc.unpaired_fits(samples, every)
    else:
        cases = as_table(table, on=on, folds_fit=True, **roles)
        normal.require_normal(cases, manova_designs.TEST)
        ratio = normal.test_train_ratio(cases, correction, test_train_ratio)
        every = list(combinations(cases.algorithms, 2))
        facts, cases = cases.facts, in_sequence(cases)
        analysis = manova_designs.paired_analysis(cases, design, statistic, ratio, draws, seed)
        fits = post_hoc.paired_fits(cases, every, ratio)
    names, measures = facts.algorithms, facts.measures
    pairs = fits.joint(list(measures), alpha, p_adjust)
    singles = fits.singles(measures, alpha, p_adjust)
    groups = post_hoc.all_cliques(names, post_hoc.apart(row for row in pairs if row.decided))
    chosen, flips = analysis.chosen, analysis.permutation
    if np.isnan(chosen.p_value):
        raise OptionError(
            f'The statistic "{statistic}" has no F approximation with so few rows: use "wilks".'
        )
    return ManovaResult(
        facts=facts,
        warnings=(*analysis.cautions, *_pair_cautions(pairs), *analysis.of_flips(alpha)),
        alpha=alpha,
        redundant=analysis.redundant,
        design=analysis.design,
        design_reason=analysis.reason,
        assumes=analysis.assumes,
        statistic_name=chosen.statistic,
        statistic=chosen.value,
        f=chosen.f,
        df1=chosen.df1,
        df2=chosen.df2,
        p_value=analysis.p_value,
        p_value_normal=chosen.p_value,
        exact=chosen.exact if flips is None else flips.method == "exact",
        mcse=chosen.mcse if flips is None else flips.mcse,
        decided=analysis.p_value <= alpha,
        statistics=analysis.statistics,
        roots=analysis.roots,
        permutation=flips,
        anovas=manova_designs.adjusted(analysis.anovas, alpha, p_adjust),
        pairs=pairs,
        cliques=groups,
        singles=singles,
        orderings=post_hoc.orderings(analysis.means, names, measures, singles),
        sizes=analysis.sizes,
        correction=correction,
        test_train_ratio=analysis.ratio,
        p_adjust=p_adjust,
        seed=seed if flips or chosen.mcse else None,
    )


def _pair_cautions(pairs: list[post_hoc.ManovaPair]) -> Iterator[Caution]:
    untested = [row for row in pairs if row.reason]
    if untested:
        said = "; ".join(f"{row.a} and {row.b}: {row.reason}" for row in untested[:3])
        more = f"; and {len(untested) - 3} more" if len(untested) > 3 else ""
        yield Caution(
            f"{wording.plural(len(untested), 'pair')} could not be tested jointly and "
            f"{'counts' if len(untested) == 1 else 'count'} as not separated ({said}{more})."
        )
