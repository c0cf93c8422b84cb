"""Hotelling's test of pairs of algorithms on the same rows, as rows of the pairwise tests."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jointstats.kernels.normal.hotelling import Status
from jointstats.kernels.normal.permutation import sign_flip_test
from jointstats.kernels.normal.rank import TooFewCasesError
from jointstats.labelled import wording
from jointstats.labelled.compare.pairs import MeanPair
from jointstats.labelled.errors import OptionError
from jointstats.labelled.normal import cases as normal
from jointstats.labelled.normal import post_hoc
from jointstats.labelled.normal.hotelling_rows import TEST
from jointstats.labelled.order import Order, leader
from jointstats.labelled.table.building import in_sequence
from jointstats.labelled.table.results_table import ResultsTable


def mean_rows(
    table: ResultsTable,
    pairs: Sequence[tuple[str, str]],
    alpha: float,
    *,
    correction: str | None = None,
    test_train_ratio: float | None = None,
    permutation: bool = False,
    draws: int = 9_999,
    rng: int = 0,
) -> list[MeanPair]:
    """Test pairs of algorithms on a finished table, on all measures jointly and on each alone.

    Parameters
    ----------
    table : ResultsTable
    pairs : sequence of (str, str)
    alpha : float
        Level of the single measures, Holm's correction over those of a pair.
    correction, test_train_ratio, permutation, draws, rng
        As for :func:`jointstats.hotelling_test`.

    Returns
    -------
    list of MeanPair
        P-values are not yet corrected for the number of pairs.

    Raises
    ------
    TooFewCasesError
        If there are no more rows than measures.
    JointStatsError
        For other invalid input.
    """
    normal.require_normal(table, TEST)
    ratio = normal.test_train_ratio(table, correction, test_train_ratio)
    if permutation and ratio:
        raise OptionError("Sign flips do not allow for overlapping training sets.")
    table = in_sequence(table)
    fits = post_hoc.paired_fits(table, pairs, ratio)
    joint = fits.joint(list(table.measures), alpha, "none")
    singles = fits.singles(table.measures, alpha, "holm", within_pairs=True)
    n_measures = len(table.measures)
    rows = []
    for i, ((a, b), row) in enumerate(zip(pairs, joint, strict=True)):
        if fits.status[i] == Status.TOO_FEW_CASES:
            size = wording.plural(table.n, normal.case_noun(table))
            verb = "is" if table.n == 1 else "are"
            raise TooFewCasesError(
                TEST,
                f": {size} {verb} too few for {wording.plural(n_measures, 'measure')} of "
                f"{a} and {b}: use more of them, or fewer measures.",
            )
        p = 1.0 if row.p_value is None else row.p_value
        if permutation and row.reason is None:
            p = _flips(table, (a, b), draws, rng)
        own = singles[i * n_measures : (i + 1) * n_measures]
        order, better, clear = _direction(a, b, own)
        rows.append(
            MeanPair(
                a=a,
                b=b,
                n=table.n,
                order=order,
                statement=f"{wording.statement(order)} in the mean" if order else None,
                better=better,
                clear=clear,
                p_value=p,
                statistic=row.statistic,
                reason=row.reason,
                p_adjusted=p,
                decided=False,
                winner=None,
            ).decide(p, alpha)
        )
    return rows


def _direction(
    a: str, b: str, singles: Sequence[post_hoc.MeanDifference]
) -> tuple[Order | None, str | None, bool]:
    """The order on each measure that differs, who leads on all, and whether each shows it alone."""
    order: Order = {
        one.measure: [one.better, b if one.better == a else a]
        for one in singles
        if one.better is not None
    }
    better = leader(order)
    clear = all(one.winner == better for one in singles if one.measure in order)
    return order or None, better, clear


def _flips(table: ResultsTable, pair: tuple[str, str], draws: int, seed: int) -> float:
    values = table.values[:, :, [table.algorithms.index(name) for name in pair]]
    scale = np.abs(values).max(axis=(0, 2))
    d = values[:, :, 0] - values[:, :, 1]
    return sign_flip_test(d, scale=scale, draws=draws, rng=seed).p_value["t2"]
