"""Hotelling's test of a pair of algorithms, as one row of the pairwise tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from jointstats.kernels.normal.hotelling import Status
from jointstats.kernels.normal.permutation import sign_flip_test
from jointstats.kernels.normal.rank import TooFewCasesError
from jointstats.labelled import options, wording
from jointstats.labelled.errors import OptionError
from jointstats.labelled.normal import cases as normal
from jointstats.labelled.normal import post_hoc
from jointstats.labelled.table.results_table import ResultsTable

TEST = "hotelling_test"


def mean_row(
    table: ResultsTable,
    alpha: float,
    *,
    correction: str | None = None,
    test_train_ratio: float | None = None,
    permutation: bool = False,
    draws: int = 9_999,
    rng: Any = 0,
) -> dict[str, Any]:
    """Test two algorithms, on all measures jointly and on each alone.

    Parameters
    ----------
    table : ResultsTable
        Of two algorithms.
    alpha : float
        Level of the single measures, Holm's correction over them.
    correction, test_train_ratio, permutation, draws, rng
        As for :func:`jointstats.hotelling_test`.

    Returns
    -------
    dict
        ``order`` (measure to the two names, higher mean first; measures without any difference
        are left out), ``better`` (who leads on all of these), ``clear`` (whether each of them shows
        it alone, too), ``p_value``, ``statistic``, ``reason`` (why there is no test; p is then 1).

    Raises
    ------
    TooFewCasesError
        If there are no more rows than measures.
    JointStatsError
        For other invalid input or options.
    """
    normal.require_normal(table, TEST)
    ratio = normal.test_train_ratio(table, correction, test_train_ratio)
    if permutation and ratio:
        raise OptionError("Sign flips do not allow for overlapping training sets.")
    a, b = table.algorithms
    fits = post_hoc.paired_fits(table, [(a, b)], ratio)
    row = fits.rows(list(table.measures), alpha, "none")[0]
    if fits.status[0] == Status.TOO_FEW_CASES:
        size = wording.plural(table.n, normal.case_noun(table))
        raise TooFewCasesError(
            f"{TEST}: {size} are too few for {wording.plural(len(table.measures), 'measure')} of "
            f"{a} and {b}: use more of them, or fewer measures."
        )
    p = 1.0 if row["p_value"] is None else row["p_value"]
    if permutation and row["reason"] is None:
        p = _flips(table, options.whole_number("draws", draws, 1), options.seed(rng))
    singles = fits.single_rows(table.measures, alpha, "holm")
    order = {
        one["measure"]: [one["better"], b if one["better"] == a else a]
        for one in singles
        if one["better"] is not None
    }
    first = {names[0] for names in order.values()}
    better = first.pop() if len(first) == 1 else None
    return {
        "a": a,
        "b": b,
        "n": table.n,
        "order": order or None,
        "statement": f"{wording.statement(order)} in the mean" if order else None,
        "better": better,
        "clear": all(one["winner"] == better for one in singles if one["measure"] in order),
        "p_value": p,
        "statistic": row["statistic"],
        "reason": row["reason"],
    }


def _flips(table: ResultsTable, draws: int, seed: int) -> float:
    x, y = table.values[:, :, 0], table.values[:, :, 1]
    scale = np.abs(table.values).max(axis=(0, 2))
    return sign_flip_test(x - y, scale=scale, draws=draws, rng=seed).p_value["t2"]
