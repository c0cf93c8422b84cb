"""The corrected resampled t test: one measure over the folds of repeated cross-validation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from scipy import special

from jointstats.kernels.single import multiplicity
from jointstats.labelled import options, wording
from jointstats.labelled.errors import OptionError
from jointstats.labelled.normal import cases as normal
from jointstats.labelled.normal import post_hoc
from jointstats.labelled.normal.cases import NormalResult
from jointstats.labelled.result import warn
from jointstats.labelled.single.separate import pairs_of
from jointstats.labelled.table.folds import as_cases

TEST = "corrected_t_test"


@dataclass(frozen=True, kw_only=True, repr=False)
class CorrectedTResult(NormalResult):
    """Outcome of :func:`jointstats.corrected_t_test`.

    Attributes
    ----------
    measure : str
    tests : list of dict
        One per pair: ``a``, ``b``, ``measure``, ``mean_difference`` (a − b), ``error`` (its
        corrected standard error), ``low`` and ``high`` (interval of level 1 − alpha, of this pair
        alone), ``t``, ``df``, ``p_value``,
        ``p_adjusted``, ``better``, ``winner``.
    test_train_ratio : float
        n_test / n_train.
    effective_n : float
        How many independent folds the folds are worth.
    p_adjust : str
    control : str or None
    """

    test: ClassVar[str] = "corrected_t"

    measure: str
    tests: list[dict[str, Any]]
    test_train_ratio: float
    effective_n: float
    p_adjust: str
    control: str | None

    def _rows(self) -> list[dict[str, Any]]:
        return self.tests


def corrected_t_test(
    table: Any,
    *,
    measure: Any = None,
    test_train_ratio: float | None = None,
    control: Any = None,
    alpha: float = 0.05,
    p_adjust: str = "holm",
    run: Any = None,
    fold: Any = None,
    of: Any = None,
    **roles: Any,
) -> CorrectedTResult:
    """Corrected resampled t test of one measure, for every pair of algorithms.

    Parameters
    ----------
    table : FoldTable or DataFrame
        Folds of one data set: a table made by :func:`jointstats.fold_table`, or a long data frame
        with `run` and `fold`.
    measure : str, optional
        The measure to test; needed if the table has several.
    test_train_ratio : float, optional
        n_test / n_train (default 1 / (k − 1) for k folds).
    control : str, optional
        Compare only this algorithm with each other one.
    alpha : float, default 0.05
    p_adjust : str, default "holm"
        Correction of the p-values for the number of pairs.
    run, fold, of : str, optional
        For a data frame, see :func:`jointstats.fold_table`.
    **roles
        ``algorithm``, ``measures``, ``dataset``, ``missing``, ``only``, for a data frame.

    Returns
    -------
    CorrectedTResult

    Raises
    ------
    OptionError
        If the rows are not folds, or several measures are there and none is named.
    JointStatsError
        For other invalid input or options.

    Notes
    -----
    Nadeau & Bengio (2003): t = d̄ / sqrt((1/J + n_test/n_train) s²) with J − 1 degrees of freedom,
    J = runs × folds. The paired t test of folds as if they were independent rejects far too often;
    this one much less, but it is a heuristic without an exact level.

    Examples
    --------
    >>> import pandas as pd, jointstats as js
    >>> df = pd.DataFrame({"fold": list(range(5)) * 2, "method": ["A"] * 5 + ["B"] * 5,
    ...                    "acc": [0.82, 0.85, 0.81, 0.86, 0.83, 0.80, 0.81, 0.80, 0.80, 0.79]})
    >>> result = js.corrected_t_test(df, fold="fold", algorithm="method", measures={"acc": "max"})
    >>> round(result.tests[0]["t"], 3), round(result.tests[0]["p_value"], 4)
    (2.6, 0.06)
    """
    alpha = options.level(alpha)
    options.one_of("p_adjust", p_adjust, multiplicity.METHODS)
    cases = as_cases(table, run=run, fold=fold, of=of, **roles)
    if measure is not None:
        cases = cases.select(measures=[measure])
    elif len(cases.measures) > 1:
        raise OptionError(
            f"{TEST} is of one measure, but there are {len(cases.measures)}: say measure=, or use "
            'hotelling_test with correction="nadeau-bengio" for all of them jointly.'
        )
    normal.require_normal(cases, TEST)
    ratio = normal.test_train_ratio(cases, "nadeau-bengio", test_train_ratio)
    if control is not None:
        control = options.known_name("algorithm (control)", control, cases.algorithms)
    fits = post_hoc.paired_fits(cases, pairs_of(cases.algorithms, control), ratio)
    tests = fits.single_rows(cases.measures, alpha, p_adjust)
    for row in tests:
        row |= _interval(row, alpha)
    return CorrectedTResult(
        **normal.facts(cases),
        call={"function": TEST, "measure": measure, "test_train_ratio": test_train_ratio,
              "control": control, "alpha": alpha, "p_adjust": p_adjust},
        warnings=warn(normal.overlap_caution(cases, ratio)),
        verdict=_verdict(tests, next(iter(cases.measures)), alpha, p_adjust),
        alpha=alpha,
        redundant=[],
        measure=next(iter(cases.measures)),
        tests=tests,
        test_train_ratio=ratio,
        effective_n=1 / (1 / cases.n + ratio),
        p_adjust=p_adjust,
        control=control,
    )  # fmt: skip


def _interval(row: dict[str, Any], alpha: float) -> dict[str, float]:
    half = row["error"] * float(special.stdtrit(row["df"], 1 - alpha / 2))
    return {"low": row["mean_difference"] - half, "high": row["mean_difference"] + half}


def _verdict(tests: list[dict[str, Any]], measure: str, alpha: float, p_adjust: str) -> str:
    if len(tests) == 1:
        row = tests[0]
        p = "not defined" if row["p_value"] is None else wording.p_value(row["p_value"])
        numbers = f"corrected t test, p {p}, alpha = {alpha:g}"
        if row["winner"]:
            loser = row["b"] if row["winner"] == row["a"] else row["a"]
            return f"Decided: {row['winner']} is better than {loser} on {measure} ({numbers})."
        return f"Not decided: {row['a']} and {row['b']} may be equal on {measure} ({numbers})."
    decided = sum(row["winner"] is not None for row in tests)
    verb = "is" if decided == 1 else "are"
    return (
        f"{decided} of {wording.plural(len(tests), 'pair')} {verb} decided on {measure} (corrected "
        f"t test, p adjusted by {p_adjust}, alpha = {alpha:g})."
    )
